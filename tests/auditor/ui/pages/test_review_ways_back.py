"""Words that say what a key does now: Undo, the skip in words, the page and its way back, the Blind card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from auditor.ui.canvas.images import Figure
from auditor.ui.canvas.toolbar import HINT
from auditor.ui.desk import Form
from auditor.ui.pages.review import ReviewPage
from auditor.ui.pages.review_sheet import CLOSE
from auditor.ui.pages.review_words import UNSEEN
from auditor.ui.shortcuts import Stroke
from auditor.ui.widgets.key_button import KeyButton
from tests.helpers.desk import Seat
from tests.helpers.review import answers, key, settle

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window

Open = Callable[[], ReviewPage]


def button_named(page: ReviewPage, word: str) -> Any:
    [button] = [each for each in (*page.view.bar.side, *page.view.bar.links) if each.word == word]
    return button


def test_undo_says_that_it_goes_back_and_takes_nothing_back(open_page: Open):
    page = open_page()
    undo = button_named(page, "Undo")
    assert undo.toolTip() == "Back to the last figure; its answer stands until you give another"
    assert undo.accessibleDescription().startswith("Key ⌫. Back to the last figure")
    assert ("Backspace", "Undo: back to the last figure") in page.keys_here()


def test_the_old_answer_is_shown_with_its_reason(open_page: Open, qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "2")
    key(qtbot, page, "4")
    key(qtbot, page, "Backspace")
    assert page.session is not None
    own = page.session.own[0]
    assert own is not None
    assert page.view.bar.choices[1].was == f"was: No, {own.error_mode}"


def test_nothing_of_an_old_answer_stays_behind_when_another_person_sits_down(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "2")
    key(qtbot, page, "4")
    key(qtbot, page, "Backspace")
    key(qtbot, page, "N")
    page.view.note.box.setPlainText("mine")
    key(qtbot, page, "Escape")
    seat.desk.seat("second")
    names = [button.accessibleName() for button in page.view.bar.findChildren(KeyButton)]
    assert "Note" in names
    assert not [name for name in names if "was:" in name or "written" in name]


def test_the_field_for_a_skip_says_which_key_skips_and_does_so(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "N")
    assert "the text is kept" in page.view.note.hint.text()
    key(qtbot, page, "Escape")
    key(qtbot, page, "S")
    page.press(Stroke("8"))
    assert page.view.note.hint.text() == "Ctrl+Enter skips the figure, Esc does not"
    page.view.note.box.setPlainText("two figures in one")
    key(qtbot, page, "Escape")
    assert answers(seat)[0] == ""
    page.press(Stroke("8"))
    assert page.view.note.text == "two figures in one"
    page.view.note.box.setPlainText("")
    key(qtbot, page, "Enter", ctrl=True)
    assert answers(seat)[0] == ""
    assert seat.said[-1][0] == "Not skipped: nothing was written. Write why, or choose a reason"
    page.press(Stroke("8"))
    page.view.note.box.setPlainText("two figures in one")
    key(qtbot, page, "Enter", ctrl=True)
    assert answers(seat)[0] == "something else: two figures in one"


def test_words_written_for_a_skip_do_not_come_up_at_the_next_one(open_page: Open, qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "S")
    page.press(Stroke("8"))
    page.view.note.box.setPlainText("of the first")
    key(qtbot, page, "Escape")
    key(qtbot, page, "Escape")
    key(qtbot, page, "1")
    key(qtbot, page, "S")
    page.press(Stroke("8"))
    assert page.view.note.text == ""


def show_page(page: ReviewPage) -> None:
    """The large page over the figure, as the renderer would bring it."""
    sheet = page.figure.sheet
    image = QImage(850, 1100, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    sheet.large.open()
    sheet._turn(is_open=True)
    sheet.large.show_figure("page", Figure(image, 850, 1100))


@pytest.mark.parametrize("form", list(Form))
def test_while_the_page_is_shown_the_way_back_is_named_everywhere(open_page: Open, qtbot: QtBot, form: Form):
    page = open_page()
    page.set_form(form)
    show_page(page)
    assert page.figure.sheet.button.word == CLOSE
    assert page.view.pane.page_button.word == CLOSE
    assert page.view.toolbar.hint.text() == f"P: {CLOSE}"
    if form is Form.SMALLEST:
        assert ("P", CLOSE, "page") in page.view.bar.asked.actions
    key(qtbot, page, "Escape")
    assert page.figure.sheet.button.word == "Open the page"
    assert page.view.pane.page_button.word == "Page"
    assert page.view.toolbar.hint.text() == HINT
    assert ("P", CLOSE, "page") not in page.view.bar.asked.actions


def test_the_toolbar_serves_the_page_while_it_is_shown(open_page: Open, qtbot: QtBot):
    page = open_page()
    bar, canvas, large = page.view.toolbar, page.view.canvas, page.figure.sheet.large
    canvas.one_to_one()
    assert bar.natural.isChecked()
    show_page(page)
    assert bar.fit.isChecked()
    assert not bar.natural.isChecked()
    before = canvas.view.scale
    bar.larger.click()
    assert canvas.view.scale == before
    assert bar.percent.text() == f"{large.percent:.0f} %"
    key(qtbot, page, "Escape")
    assert bar.natural.isChecked()
    large.one_to_one()
    bar.larger.click()
    assert canvas.view.scale > before


def test_the_card_behind_blind_does_not_claim_more_than_is_so():
    paper = next(line for line in UNSEEN if "paper" in line)
    assert "unless the page" in paper


def test_the_next_figure_is_shown_without_the_page_of_the_last(open_page: Open, qtbot: QtBot):
    page = open_page()
    show_page(page)
    key(qtbot, page, "1")
    settle(qtbot, page)
    assert not page.figure.sheet.is_open
    assert page.view.toolbar.hint.text() == HINT
