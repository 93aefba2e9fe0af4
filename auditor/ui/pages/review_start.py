"""Finds what there is to judge: reads the queue, or says why there is none and where to go."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from auditor.ui.desk import Desk, PageName
from auditor.ui.pages import review_store
from auditor.ui.pages.review_words import queue_trouble
from auditor.ui.pages.shut import STANDING
from pipeline.errors import ExpectedError


class ReviewStart(QObject):
    """Emits `ready` with the queue, `idle` with a sentence and the word of its button, or `failed`."""

    ready = Signal(object)
    idle = Signal(str, str)
    failed = Signal(object)  # the Trouble of a queue that cannot be read now

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._asked = 0
        self._campaign = ""
        self._way = PageName.START

    def read(self, campaign: str, *, has_session: bool) -> None:
        """Read the queue of a campaign by name, "" for the oldest that waits."""
        self._asked += 1
        self._campaign, self._way = campaign, PageName.START
        if self.desk.project is None:
            self.idle.emit("No project is open.", "Open one on Start")
            return
        if not self.desk.auditor:
            self.idle.emit("Nobody has said yet who sits here.", "Say it on Start")
            return
        if not has_session:
            self.idle.emit("Reading your figures…", "")
        asked = self._asked
        self.desk.workers.read(
            review_store.read_queue,
            campaign,
            self.desk.auditor,
            self.desk.project,
            done=lambda queue: self._arrived(asked, queue),
            failed=lambda error: self._failed(asked, error),
        )

    def follow(self) -> None:
        """Where the button of the message leads."""
        self.desk.go(self._way, self._campaign if self._way is PageName.PANELS else "")

    def _arrived(self, asked: int, queue: review_store.Queue | None) -> None:
        if asked != self._asked:
            return
        if queue is None:
            self.idle.emit("Nothing waits for you.", "Back to Start")
        elif queue.task.kind.value == "boxes":
            self._way, self._campaign = PageName.PANELS, queue.campaign
            self.idle.emit("This audit asks for panels.", "Open Panels")
        elif queue.state in STANDING:
            self.idle.emit(STANDING[queue.state], "Back to Start")
        else:
            self.ready.emit(queue)

    def _failed(self, asked: int, error: ExpectedError) -> None:
        if asked == self._asked:
            self.failed.emit(queue_trouble(error))
