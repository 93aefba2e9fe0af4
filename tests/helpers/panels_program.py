"""The Panels page as a program of its own that works on and tells what it was told is saved, for tests that kill it.

Usage: python -m tests.helpers.panels_program PROJECT AUDITOR CAMPAIGN SETTINGS
Each line is the status "Saved. …" followed by the boxes that stood on the page at that moment, as JSON. It takes the
next step only when the last one is saved, and ends by itself when nobody ends it.
"""

from __future__ import annotations

import json
import os
import sys
from itertools import cycle
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from auditor.boxes.editor import Editor
from auditor.boxes.edits import Edge, drawn
from auditor.ui.desk import Desk, PageName, Place, Tone
from auditor.ui.pages.panels import PanelsPage
from auditor.ui.preferences import Preferences
from auditor.ui.theme import Theme
from auditor.ui.workers import Workers

LASTS_MS = 120_000


def steps(editor: Editor, number: int) -> None:
    """One step of every kind, in turn."""
    kind = number % 5
    if kind == 0:
        editor.draw(drawn((10 + number, 10), (60 + number, 90), editor.size))
    elif kind == 1:
        editor.put(len(editor.panels) - 1, drawn((20 + number, 30), (90 + number, 120), editor.size))
    elif kind == 2:
        editor.select(0)
        editor.pick_edge(Edge.RIGHT)
        editor.arrow(1, 0)
    elif kind == 3:
        editor.undo()
    else:
        editor.redo()


def main() -> None:
    """Open the page and work on until somebody ends the process, for two minutes at most."""
    folder, auditor, campaign, settings = sys.argv[1:5]
    application = QApplication(["panels"])
    desk = Desk(preferences=Preferences(Path(settings) / "desk.json"), theme=Theme("light"), workers=Workers())
    page = PanelsPage(desk)
    page.resize(1200, 700)
    page.show()
    numbers = cycle(range(10_000))
    QTimer.singleShot(LASTS_MS, application, application.exit)

    def told(text: str, tone: Tone) -> None:
        editor = page.work.editor
        if tone is Tone.POSITIVE and editor is not None and page.saver.idle:
            boxes = [[panel.letter, *panel.box.as_tuple()] for panel in editor.panels]
            os.write(1, f"{text}\t{json.dumps(boxes)}\n".encode())

    def work() -> None:
        if page.work.editor is not None and page.work.tool.enabled and page.saver.idle:
            steps(page.work.editor, next(numbers))

    def opened(_folder: Path) -> None:
        desk.seat(auditor)
        page.enter(Place(PageName.PANELS, campaign))

    desk.status_said.connect(told)
    desk.workers.open_project(Path(folder), done=opened, failed=print)
    timer = QTimer()
    timer.timeout.connect(work)
    timer.start(7)
    application.exec()


if __name__ == "__main__":
    main()
