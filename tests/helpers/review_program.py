"""Judges figures on the Review page until somebody kills it, and prints each answer once the page says it is saved.

Usage: python -m tests.helpers.review_program PROJECT AUDITOR CAMPAIGN SETTINGS
"""

from __future__ import annotations

import itertools
import json
import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from auditor.audits.tasks import WITHDRAWN
from auditor.ui.desk import Desk, Place
from auditor.ui.pages.review import ReviewPage
from auditor.ui.pages.review_session import Act, Write
from auditor.ui.preferences import Preferences
from auditor.ui.shortcuts import Stroke
from auditor.ui.theme import Theme
from auditor.ui.workers import Workers

# Yes; no with its reason; unsure; no, taken back, then yes; back to change an answer; a skip.
KEYS = ("1", "2", "4", "3", "2", "Escape", "1", "Backspace", "3", "S", "4")

LASTS_MS = 120_000


def main() -> None:
    """Press one key after the other, each when the page is ready for it."""
    project, auditor, campaign, settings = sys.argv[1:]
    application = QApplication([])
    desk = Desk(preferences=Preferences(Path(settings) / "desk.json"), theme=Theme("light"), workers=Workers())
    page = ReviewPage(desk)
    page.resize(1204, 720)
    page.show()
    page.pen.saved.connect(lambda write: tell(page, write))
    keys = itertools.cycle(KEYS)
    QTimer.singleShot(LASTS_MS, application, application.exit)  # when nobody ends it

    def step() -> None:
        if page.session is not None and page.figure.seen and not page.pen.under_way:
            page.press(Stroke(next(keys)))

    def begin(_folder: Path) -> None:
        desk.seat(auditor)
        page.enter(Place(page.name, campaign))
        timer.start(1)

    timer = QTimer()
    timer.timeout.connect(step)
    desk.workers.open_project(Path(project), done=begin, failed=lambda error: sys.exit(str(error)))
    application.exec()


def tell(page: ReviewPage, write: Write) -> None:
    """Print what was saved, after the page has."""
    assert page.session is not None
    said = {Act.ANSWER: [write.answer, write.error_mode], Act.SKIP: ["skip", None], Act.WITHDRAW: [WITHDRAWN, None]}
    sys.stdout.write(json.dumps([page.session.ids[write.index], *said[write.act]]) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
