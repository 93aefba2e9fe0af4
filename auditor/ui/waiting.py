"""Counts for the rail: what waits for the person who sits here, and why the report stays shut meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from auditor.ui.desk import Desk, PageName
from pipeline.errors import ExpectedError

PAUSE_MS = 2000  # answers come in runs: a count that moved with each would draw the eye and keep the database busy
PAGES = {"answers": PageName.REVIEW, "boxes": PageName.PANELS}


@dataclass(frozen=True)
class RailCounts:
    """What waits on each page, and how many blind answers are still to give."""

    by_page: dict[PageName, int]
    blind_left: int

    @property
    def lock(self) -> str:
        """Why scores and results stay shut, "" when they do not."""
        if not self.blind_left:
            return ""
        figures = "1 figure" if self.blind_left == 1 else f"{self.blind_left:,} figures"
        return (
            f"You have {figures} left to judge. "
            "Scores and results open when you are done, so that your answers stay your own."
        )


NOTHING = RailCounts(dict.fromkeys(PAGES.values(), 0), 0)


class WaitingCounts(QObject):
    """Counts anew after answers and for another person or project; `counted` brings RailCounts."""

    counted = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self.count)
        desk.waiting_changed.connect(self._pause.start)
        desk.project_changed.connect(self.count)
        desk.auditor_changed.connect(self.count)

    def stop(self) -> None:
        """Count no more: the window closes."""
        self._pause.stop()
        self._desk.waiting_changed.disconnect(self._pause.start)

    def count(self) -> None:
        """Count now, off the main thread."""
        if self._desk.project is None or not self._desk.auditor:
            self.counted.emit(NOTHING)
            return
        self._desk.workers.read(_counts, self._desk.auditor, done=self.counted.emit, failed=self._not_counted)

    def _not_counted(self, _error: ExpectedError) -> None:
        """Old counts stay: the page that needs the database says what is wrong with it."""


def _counts(session: Any, auditor: str) -> RailCounts:
    from auditor.audits.queue import waiting_for  # SQLAlchemy loads here, on the database thread

    by_page = dict.fromkeys(PAGES.values(), 0)
    for campaign in waiting_for(session, auditor):
        by_page[PAGES[campaign.kind]] += campaign.left
    return RailCounts(by_page, sum(by_page.values()))
