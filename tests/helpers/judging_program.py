"""A whole sitting as a program of its own: Start, Review, Panels; says which modules it has loaded by then.

Usage: python -m tests.helpers.judging_program PROJECT AUDITOR ANSWERS_CAMPAIGN BOXES_CAMPAIGN
One line of JSON: {step: [modules loaded so far]}.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer
from PySide6.QtWidgets import QApplication

from auditor.boxes.edits import drawn
from auditor.ui import projects
from auditor.ui.app import build
from auditor.ui.desk import PageName, Place
from auditor.ui.pages.panels import PanelsPage
from auditor.ui.pages.review import ReviewPage
from auditor.ui.shortcuts import Stroke

PATIENCE_MS = 60_000


def until(still: Callable[[], bool]) -> None:
    """Let Qt work until something is so."""
    deadline = QDeadlineTimer(PATIENCE_MS)
    while not still():
        QApplication.processEvents()
        if deadline.hasExpired():
            raise TimeoutError("the desk does not get on")


def main() -> None:
    """Sit down, judge two figures on either page, look at the counts."""
    folder, auditor, answers, boxes = sys.argv[1:5]
    application = QApplication(["figaudit"])
    window = build()
    window.show()
    loaded: dict[str, list[str]] = {}
    workers = window.desk.workers

    def done(step: str) -> None:
        until(lambda: not workers._open)
        loaded[step] = sorted(sys.modules)

    opened: list[object] = []
    projects.open_project(window.desk, Path(folder), auditor=auditor, opened=opened.append, failed=opened.append)
    until(lambda: bool(opened))
    done("start")
    window.show_page(Place(PageName.REVIEW, answers))
    review = window.page(PageName.REVIEW)
    assert isinstance(review, ReviewPage)
    for keys in ("1", "2", "4"):
        until(lambda: review.figure.seen and not review.pen.under_way)
        review.press(Stroke(keys))
        done("review")
    assert review.session is not None
    assert review.session.settled == 2
    window.show_page(Place(PageName.PANELS, boxes))
    panels = window.page(PageName.PANELS)
    assert isinstance(panels, PanelsPage)
    for settled in (0, 1):
        until(lambda: panels.work.tool.enabled and panels.figure.seen)
        assert panels.session is not None
        assert panels.session.settled == settled
        assert panels.work.editor is not None
        panels.work.editor.draw(drawn((10, 10), (60, 60), panels.work.editor.size))
        panels.press(Stroke("Enter", ctrl=True))
        until(lambda: panels.saver.idle)
        done("panels")
    window._counts.count()
    done("counts")
    window.show_page(Place(PageName.START))
    done("start again")
    window.close()
    application.processEvents()
    sys.stdout.write(json.dumps(loaded))


if __name__ == "__main__":
    main()
