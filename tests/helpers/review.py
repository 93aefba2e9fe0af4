"""Working the Review page as the window does: press, wait until what follows has settled, read what was recorded."""

from __future__ import annotations

from typing import Any

from pytestqt.qtbot import QtBot

from auditor.ui.pages.review import ReviewPage
from auditor.ui.pages.review_session import Stage
from auditor.ui.shortcuts import Stroke
from tests.helpers.desk import Seat

TOTAL = 6  # figures in the project of `drawn_project`


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
