"""A fault of the program itself while an answer is written: nothing is lost and nobody is left waiting."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from auditor.ui.pages import review_store
from auditor.ui.pages.review import ReviewPage
from tests.helpers.desk import Seat
from tests.helpers.review import TOTAL, answers, key, settle

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window


def test_an_answer_whose_writing_met_a_fault_waits_and_can_be_saved(
    seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    page = open_page()

    def faulty(*_: object) -> None:
        raise ZeroDivisionError

    with qtbot.capture_exceptions() as raised, monkeypatch.context() as patch:
        patch.setattr(review_store, "commit", faulty)
        key(qtbot, page, "1")
        qtbot.waitUntil(lambda: bool(raised))
    assert raised[0][0] is ZeroDivisionError
    assert page.pen.is_blocked
    assert not page.pen.under_way
    assert set(answers(seat)) == {""}
    key(qtbot, page, "Enter")
    settle(qtbot, page)
    assert answers(seat) == ["yes", *[""] * (TOTAL - 1)]
