"""A window at the first figure of a campaign whose pictures need work, and a hand that answers one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from auditor.ui.pages.review import ReviewPage
from auditor.ui.window import Window
from tests.benchmarks.desk_project import AUDITOR, NAME
from tests.helpers.dressing import swept
from tests.helpers.frame import framed
from tests.helpers.review import begin, page_of, put_in


@dataclass(frozen=True)
class LongDesk:
    """The window with its Review page."""

    window: Window
    page: ReviewPage
    qtbot: QtBot

    def answer(self) -> None:
        """Press the first answer's key and wait until the next figure is painted and no work is left."""
        before = self.page.figure.index
        QTest.keyClick(QApplication.focusWidget() or self.page, Qt.Key.Key_1)
        self.qtbot.waitUntil(lambda: self.page.figure.index != before, timeout=20_000)
        self.qtbot.waitUntil(lambda: self.page.figure.seen, timeout=20_000)

    def rest(self) -> None:
        """Wait until what was to be brought ahead of time is there."""
        self.qtbot.waitUntil(lambda: self.window.desk.workers._open == 0, timeout=20_000)


@contextmanager
def long_desk(project: Path, settings: Path, qtbot: QtBot, patch: pytest.MonkeyPatch) -> Iterator[LongDesk]:
    """The window on the bench campaign of a project, its first figure painted."""
    with swept(), framed(settings, patch) as window:
        put_in(patch)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        begin(window, project, qtbot, auditor=AUDITOR, campaign=NAME)
        desk = LongDesk(window, page_of(window), qtbot)
        desk.rest()
        yield desk
        window._counts._pause.stop()
        desk.rest()  # what comes later finds no canvas any more
