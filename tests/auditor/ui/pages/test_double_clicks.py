"""A click answers only what was seen: the second click of a double click is none, nor is one older than the paint."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from auditor.ui.pages.review import ReviewPage
from auditor.ui.pages.review_session import Stage
from auditor.ui.shortcuts import Caps
from auditor.ui.theme import Theme
from auditor.ui.widgets.key_button import KeyButton
from auditor.ui.widgets.segments import Segments
from tests.helpers.desk import Seat
from tests.helpers.panels import Sitting
from tests.helpers.review import answers, key, settle

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window

Open = Callable[[], ReviewPage]
LEFT = Qt.MouseButton.LeftButton


def send(button: QAbstractButton, kind: QEvent.Type, stamp: int) -> None:
    """One event of the mouse at the middle of a button, with the time that the system gave it."""
    middle = QPointF(button.rect().center())
    held = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseButtonRelease else LEFT
    event = QMouseEvent(kind, middle, button.mapToGlobal(middle), LEFT, held, Qt.KeyboardModifier.NoModifier)
    event.setTimestamp(stamp)
    QApplication.sendEvent(button, event)


def click(button: QAbstractButton, stamp: int, *, second: bool = False) -> None:
    send(button, QEvent.Type.MouseButtonDblClick if second else QEvent.Type.MouseButtonPress, stamp)
    send(button, QEvent.Type.MouseButtonRelease, stamp + 40)


def test_the_second_click_on_an_answer_answers_nothing(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    button = page.view.bar.choices[0]
    click(button, 1_000)
    settle(qtbot, page)
    assert answers(seat)[:2] == ["yes", ""]
    click(page.view.bar.choices[0], 1_150, second=True)
    settle(qtbot, page)
    assert answers(seat)[:2] == ["yes", ""]


def test_the_second_click_on_a_reason_answers_nothing_of_the_next_figure(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    click(page.view.bar.choices[1], 1_000)
    settle(qtbot, page)
    assert page.session is not None
    assert page.session.stage is Stage.REASON
    click(page.view.bar.choices[0], 3_000)
    settle(qtbot, page)
    assert page.session.stage is Stage.ANSWER
    click(page.view.bar.choices[0], 3_150, second=True)
    settle(qtbot, page)
    assert answers(seat)[:2] == ["no", ""]
    assert page.pace.today == 1


def test_three_clicks_at_once_answer_one_figure(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    click(page.view.bar.choices[0], 1_000)
    settle(qtbot, page)
    click(page.view.bar.choices[0], 1_100, second=True)
    click(page.view.bar.choices[0], 1_200)
    click(page.view.bar.choices[0], 1_300)
    settle(qtbot, page)
    assert answers(seat)[:2] == ["yes", ""]
    click(page.view.bar.choices[0], 2_500)
    settle(qtbot, page)
    assert answers(seat)[:3] == ["yes", "yes", ""]


def test_the_second_click_on_no_gives_no_reason(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    click(page.view.bar.choices[1], 1_000)
    settle(qtbot, page)
    click(page.view.bar.choices[1], 1_150, second=True)
    settle(qtbot, page)
    assert page.session is not None
    assert page.session.stage is Stage.REASON
    own = seat.places()[0].own
    assert own is not None
    assert own.error_mode is None


def test_the_second_click_on_a_reason_to_skip_skips_one_figure(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "S")
    click(page.view.bar.choices[0], 1_000)
    settle(qtbot, page)
    click(page.view.bar.choices[0], 1_150, second=True)
    settle(qtbot, page)
    assert answers(seat)[:2] == ["image broken", ""]


def test_a_click_whose_press_is_older_than_the_paint_is_no_answer(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    now = page.figure._painted_ms
    page.desk.clock.pressed_at(1_000_000, now)  # the other clock stands there at this moment
    page.figure._painted_ms = now + 60_000.0
    click(page.view.bar.choices[0], 1_000_100)
    settle(qtbot, page)
    assert answers(seat)[0] == ""
    page.figure._painted_ms = now
    click(page.view.bar.choices[0], 1_000_200)
    settle(qtbot, page)
    assert answers(seat)[0] == "yes"


def test_a_press_that_went_elsewhere_is_not_held_against_a_tool(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    button = page.view.bar.choices[0]
    send(button, QEvent.Type.MouseButtonPress, 1_000)
    QTest.mouseRelease(button, LEFT, pos=button.rect().bottomRight() * 3)
    page.desk.clock.pressed_at(31_000, page.figure._painted_ms)
    button.click()
    settle(qtbot, page)
    assert answers(seat)[0] == "yes"


def test_a_key_button_counts_one_click_of_two(qtbot: QtBot):
    button = KeyButton(Theme("light"), Caps(), "Skip", key="S")
    qtbot.addWidget(button)
    clicks: list[str] = []
    button.clicked.connect(lambda: clicks.append(button.word))
    click(button, 1_000)
    click(button, 1_100, second=True)
    assert len(clicks) == 1


def test_a_segment_is_not_chosen_by_the_second_click(qtbot: QtBot):
    row = Segments(Theme("light"), [("a", "In work"), ("b", "Done")])
    qtbot.addWidget(row)
    row.resize(300, 34)
    chosen: list[str] = []
    row.chosen.connect(chosen.append)
    click(row.segment("b"), 1_000)
    assert chosen == ["b"]
    row.value = "a"  # what the page shows by then is another figure
    click(row.segment("b"), 1_150, second=True)
    assert (chosen, row.value) == (["b"], "a")


def test_a_double_click_on_done_next_finishes_one_figure(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    sitting.wait_saved()
    bar = sitting.page.view.keys
    [done] = [button for button in bar._right if button.word == "Done, next"]
    click(done, 1_000)
    sitting.wait_figure(1)
    [done] = [button for button in bar._right if button.word == "Done, next"]
    click(done, 1_200, second=True)
    assert not bar.asking
    assert sitting.at == 1
