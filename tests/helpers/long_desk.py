"""A window at the first figure of a campaign whose pictures need work, and a hand that answers one after the other."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from auditor.ui import window as window_module
from auditor.ui.desk import PageName, Place
from auditor.ui.pages.review import ReviewPage
from auditor.ui.window import Window
from tests.benchmarks.desk_project import AUDITOR, NAME
from tests.helpers.frame import framed

REVIEW = ("auditor.ui.pages.review", "ReviewPage")


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
    with framed(settings, patch) as window:
        table: dict[PageName, Any] = dict(window_module.PAGES)
        patch.setattr(window_module, "PAGES", {**table, PageName.REVIEW: REVIEW})
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        opened: list[Path] = []
        window.desk.workers.open_project(project, done=opened.append, failed=lambda error: pytest.fail(str(error)))
        qtbot.waitUntil(lambda: bool(opened), timeout=20_000)
        window.desk.seat(AUDITOR)
        window.show_page(Place(PageName.REVIEW, NAME))
        page = window.page(PageName.REVIEW)
        assert isinstance(page, ReviewPage)
        desk = LongDesk(window, page, qtbot)
        qtbot.waitUntil(lambda: page.figure.seen, timeout=20_000)
        desk.rest()
        yield desk
        window._counts._pause.stop()
        desk.rest()  # what comes later finds no canvas any more
    # A desk that is collected later, on a thread of the next test, takes its running timers down on the wrong thread.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
