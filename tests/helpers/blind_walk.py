"""An auditor's way through the whole window: what is pressed, and a look with all senses after every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from auditor.ui import app, projects
from auditor.ui.crash import FaultLog, Faults
from auditor.ui.desk import PageName, Place
from auditor.ui.pages.campaigns import CampaignsPage
from auditor.ui.pages.page import Page
from auditor.ui.pages.panels import PanelsPage
from auditor.ui.pages.report import ReportPage
from auditor.ui.pages.review import ReviewPage
from auditor.ui.pages.review_session import Stage
from auditor.ui.pages.start import StartPage
from auditor.ui.preferences import Preferences
from auditor.ui.shortcuts import Stroke
from auditor.ui.window import Window
from tests.helpers.blind_senses import Overheard, everything_told, found_in, overhearing
from tests.helpers.dressing import swept, undressed

WAIT_MS = 20_000
SMALLEST, NARROW, WIDE = (640, 400), (960, 540), (1280, 800)
Kind = TypeVar("Kind", bound=Page)


@dataclass
class Walk:
    """Somebody at a real window on a project; `found` are the leaks so far, each with the step that showed it."""

    window: Window
    settings: Path
    qtbot: QtBot
    heard: Overheard
    words: Sequence[str]
    found: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    texts: int = 0  # looked at so far

    # --- looking

    def look(self, step: str, words: Sequence[str] | None = None) -> None:
        """Read everything that is told now and was told since the last look."""
        QApplication.processEvents()
        told = [*everything_told([self.settings]), *self.heard.take()]
        self.texts += len(told)
        self.steps.append(step)
        self.found += [f"{step}: {leak}" for leak in found_in(told, self.words if words is None else words)]

    def until(self, still: Callable[[], bool]) -> None:
        """Wait for something to be so."""
        self.qtbot.waitUntil(still, timeout=WAIT_MS)

    def settle(self) -> None:
        """Wait until the background has nothing to do and the page on show is still."""
        self.until(lambda: not self.window.desk.workers._open)
        page = self.window._page
        if isinstance(page, ReviewPage):
            self.until(lambda: _review_is_still(page))
        if isinstance(page, PanelsPage):
            self.until(lambda: _panels_is_still(page))

    def found_in_output(self, capfd: pytest.CaptureFixture[str]) -> list[str]:
        """What the process has written that it should not have."""
        out, err = capfd.readouterr()
        return found_in([("standard output", out), ("standard error", err)], self.words)

    # --- doing

    def in_every_form(self) -> Iterator[None]:
        """The window smallest, narrow, and wide at the end."""
        for size in (SMALLEST, NARROW, WIDE):
            self.window.resize(*size)
            self.settle()
            yield

    def go(self, name: PageName, campaign: str = "", **extra: object) -> None:
        """Show a page and wait for it."""
        self.window.show_page(Place(name, campaign, extra))
        self.settle()

    def press(self, *keys: str, look: bool = True) -> None:
        """Press keys as the window hands them on, with a look after each."""
        for key in keys:
            *modifiers, name = key.split("+") if key != "+" else [key]
            stroke = Stroke(
                name,
                ctrl="Ctrl" in modifiers,
                shift="Shift" in modifiers,
                alt="Alt" in modifiers,
                text=name if len(name) == 1 else "",
            )
            _used = self.window._press_page(stroke) or self.window._press_own(stroke)
            self.settle()
            if look:
                self.look(f"{self.window.place.page.value} {key}")

    def click(self, name: str, within: QWidget | None = None) -> None:
        """Press the button with this accessible name that can be seen."""
        for button in (within or self.window).findChildren(QAbstractButton):
            if button.isVisible() and button.accessibleName() == name:
                button.click()
                self.settle()
                return
        raise AssertionError(f"no button {name!r} is to be seen")

    def type(self, field_: QWidget, text: str) -> None:
        """Type into a field."""
        QTest.keyClicks(field_, text)

    def sit(self, auditor: str) -> None:
        """Another person sits down."""
        self.window.desk.seat(auditor)
        self.settle()

    # --- the pages

    @property
    def start(self) -> StartPage:
        """The Start page."""
        return _as(StartPage, self.window.page(PageName.START))

    @property
    def campaigns(self) -> CampaignsPage:
        """The Campaigns page."""
        return _as(CampaignsPage, self.window.page(PageName.CAMPAIGNS))

    @property
    def review(self) -> ReviewPage:
        """The Review page."""
        return _as(ReviewPage, self.window.page(PageName.REVIEW))

    @property
    def panels(self) -> PanelsPage:
        """The Panels page."""
        return _as(PanelsPage, self.window.page(PageName.PANELS))

    @property
    def report(self) -> ReportPage:
        """The Report page."""
        return _as(ReportPage, self.window.page(PageName.REPORT))


def _as(kind: type[Kind], page: Page) -> Kind:
    assert isinstance(page, kind)
    return page


def _review_is_still(page: ReviewPage) -> bool:
    if page.pen.under_way or (page.session is None and not page.view.message.words.text()):
        return False
    if page.session is None or page.pen.is_blocked or page.session.stage is Stage.DONE:
        return True
    return page.figure.seen or page.view.canvas._state == "trouble"


def _panels_is_still(page: PanelsPage) -> bool:
    if page.view.banner is not None or not page.view.shows_figure:
        return True
    return page.saver.idle and (page.work.tool.enabled or page.view.canvas._state == "trouble")


@contextmanager
def walking(folder: Path, settings: Path, qtbot: QtBot, words: Sequence[str]) -> Iterator[Walk]:
    """A real window on the project with "first" sitting there; closed at the end, its log and settings kept."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    with swept(), undressed(application):
        QApplication.clipboard().clear()
        faults = Faults(FaultLog(settings / "logs"))
        faults.install()
        window = app.build(Preferences(settings / "desk.json"), faults=faults)
        try:
            with overhearing() as heard:
                walk = Walk(window, settings, qtbot, heard, words)
                window.show()
                window.activateWindow()
                qtbot.waitUntil(window.isActiveWindow)
                opened: list[object] = []
                projects.open_project(window.desk, folder, auditor="first", opened=opened.append, failed=opened.append)
                qtbot.waitUntil(lambda: bool(opened), timeout=WAIT_MS)
                assert opened == [folder]
                walk.settle()
                yield walk
                window.close()
                walk.look("closed")
        finally:
            window.close()
            window.deleteLater()
            faults.uninstall()
