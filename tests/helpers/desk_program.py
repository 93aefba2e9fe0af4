"""The desk as a program of its own that says on standard output what was painted, for tests that press real keys.

Usage: python -m tests.helpers.desk_program PROJECT AUDITOR CAMPAIGN [times]
Lines: with `times` `took MS` before each `painted` (from the X server's time stamp of the press to the painted figure),
`ready`, `loading` (a sheet stands where the figure will be), `painted I` (the I-th of the queue, from 0, stands on
the screen), `asks` (a reason is asked), `blocked` (an answer is not saved), `done` (nothing is left), `note` (the note
field has the focus).
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from auditor.ui.app import Opening, build
from auditor.ui.desk import PageName, Place
from auditor.ui.pages.review import ReviewPage
from auditor.ui.pages.review_session import Stage


def say(line: str) -> None:
    """One line, out before anything else happens."""
    os.write(1, f"{line}\n".encode())


class Stopwatch(QObject):
    """Knows when the last key went down; the X server's stamps and the monotonic clock are one clock on one machine."""

    def __init__(self) -> None:
        super().__init__()
        self.pressed = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Look at presses, take none."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            self.pressed = event.timestamp()
        return False

    def told(self) -> None:
        """Say how long ago the last press was."""
        if self.pressed:
            say(f"took {time.monotonic() * 1000 - self.pressed:.1f}")


def watch(page: ReviewPage) -> None:
    """Say what happens on the page."""

    def painted(_caption: str) -> None:
        if page.session is not None:
            say(f"painted {page.session.at}")
            told()

    def told(*_: object) -> None:
        if page.session is not None and page.session.stage is Stage.REASON:
            say("asks")
        if page.session is not None and page.session.stage is Stage.DONE:
            say("done")

    show_loading = page.view.canvas.show_loading

    def loading(*what: Any) -> None:
        show_loading(*what)
        say("loading")

    page.view.canvas.show_loading = loading  # type: ignore[method-assign]
    page.figure.painted.connect(painted)
    page.pen.saved.connect(lambda write: QTimer.singleShot(0, told) if write else None)
    page.pen.blocked.connect(lambda *_: say("blocked"))


def main() -> int:
    """Open the window on a campaign and tell."""
    project, auditor, campaign = sys.argv[1:4]
    application = QApplication(["figaudit"])
    window = build()
    page = window.page(PageName.REVIEW)
    assert isinstance(page, ReviewPage)
    if "times" in sys.argv:
        stopwatch = Stopwatch()
        application.installEventFilter(stopwatch)
        page.figure.painted.connect(stopwatch.told)
    watch(page)
    note = page.view.note
    application.focusChanged.connect(lambda _old, new: say("note") if new is note.box else None)
    Opening(window, Path(project), auditor=auditor, place=Place(PageName.REVIEW, campaign)).begin()
    window.show()
    say("ready")
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
