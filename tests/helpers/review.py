"""Working the Review page as the window does: press, wait until what follows has settled, read what was recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from auditor.ui import window as window_module
from auditor.ui.desk import PageName, Place
from auditor.ui.pages.review import ReviewPage
from auditor.ui.pages.review_session import Stage
from auditor.ui.shortcuts import Stroke
from auditor.ui.window import Window
from tests.helpers.desk import Seat

TOTAL = 6  # figures in the project of `drawn_project`


def put_in(patch: pytest.MonkeyPatch) -> None:
    """Give a framed window the real Review page in place of the made-up one."""
    real = {PageName.REVIEW: ("auditor.ui.pages.review", "ReviewPage")}
    patch.setattr(window_module, "PAGES", window_module.PAGES | real)


def page_of(window: Window) -> ReviewPage:
    """The window's Review page."""
    page = window.page(PageName.REVIEW)
    assert isinstance(page, ReviewPage)
    return page


def begin(window: Window, project: Path, qtbot: QtBot, *, auditor: str = "first", campaign: str = "spring") -> None:
    """Open a project in the window, take the seat and wait for the first figure of the campaign."""
    opened: list[Path] = []
    window.desk.workers.open_project(project, done=opened.append, failed=lambda error: pytest.fail(str(error)))
    qtbot.waitUntil(lambda: bool(opened), timeout=20_000)
    window.desk.seat(auditor)
    window.show_page(Place(PageName.REVIEW, campaign))
    qtbot.waitUntil(lambda: page_of(window).figure.seen, timeout=20_000)


def settle(qtbot: QtBot, page: ReviewPage) -> None:
    """Wait until a figure is on the screen and no row is under way, or the page says something instead."""

    def still() -> bool:
        if page.pen.under_way:
            return False
        if page.pen.is_blocked or (page.session is not None and page.session.stage is Stage.DONE):
            return True
        return page.session is not None and page.figure.seen

    qtbot.waitUntil(still, timeout=10_000)


def key(qtbot: QtBot, page: ReviewPage, name: str, **more: Any) -> bool:
    """Press a key as the window hands it over, and let what follows settle."""
    used = page.press(Stroke(name, **more))
    settle(qtbot, page)
    return used


def answers(seat: Seat) -> list[str]:
    return [place.own.answer if place.own else place.skip_reason or "" for place in seat.places()]
