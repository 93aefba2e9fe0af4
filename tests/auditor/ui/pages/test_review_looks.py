"""What is to be seen on the Review page: nothing moves, nothing is cut, and no answer stands out."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from auditor.audits.projection import BlindPage
from auditor.audits.tasks import load_task
from auditor.ui.canvas.figure import FigureCanvas
from auditor.ui.canvas.images import Figure
from auditor.ui.canvas.page_renderer import PageImage
from auditor.ui.canvas.page_view import PagePreview
from auditor.ui.canvas.toolbar import CanvasToolbar
from auditor.ui.desk import Form, Trouble
from auditor.ui.pages.review import ReviewPage
from auditor.ui.pages.review_asked import reason_words
from auditor.ui.pages.review_sheet import ReviewSheet
from auditor.ui.pages.review_words import SKIP_REASONS, capital
from auditor.ui.pages.troubles import ago_words
from auditor.ui.shortcuts import Caps
from auditor.ui.theme import Theme, tokens
from auditor.ui.widgets.answer_bar import AnswerBar, Asked, Choice
from auditor.ui.widgets.banner import BlockingBanner
from auditor.ui.widgets.guideline import GuidelineDrawer, Picture
from auditor.ui.widgets.key_button import KeyButton
from auditor.ui.widgets.text_pane import TextPane
from pipeline.resources import resource
from tests.helpers.desk import Seat
from tests.helpers.review import key

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window
Open = Callable[[], ReviewPage]
ROOMS = [(Form.WIDE, 1204), (Form.NARROW, 948), (Form.SMALLEST, 588)]
ACTIONS = (("S", "Skip", "skip"), ("L", "Later", "later"), ("N", "Note", "note"), ("Backspace", "Undo", "undo"))
COMES_AND_GOES = (
    *("F1", "F1", "J", "Escape", "N", "Escape", "S", "Escape"),  # guideline, list, note, reasons of a skip
    *("2", "Equal", "4", "Backspace", "Escape", "C"),  # reasons of a No, more of them, back at it, the next mention
)
TROUBLE = Trouble("The disk is full, so this answer is not saved yet", "All 212 answers are safe.\nFree some space.")


def stands(page: ReviewPage) -> tuple[Any, ...]:
    """Where bar and figure are, and how large the figure is."""
    canvas = page.view.canvas
    under = page.view.bar if page.view.banner is None else page.view.banner
    corner = under.mapTo(page, under.rect().topLeft())
    return corner.toTuple(), under.height(), canvas.geometry().getRect(), canvas.sheet().getRect(), canvas.percent


@pytest.mark.parametrize(
    ("form", "size", "high"),
    [(Form.WIDE, (1204, 720), 104), (Form.NARROW, (948, 540), 102), (Form.SMALLEST, (588, 348), 102)],
)
def test_bar_and_figure_stand_still_whatever_comes_and_goes(
    seat: Seat, open_page: Open, qtbot: QtBot, form: Form, size: tuple[int, int], high: int
):
    page = open_page()
    page.set_form(form)
    page.resize(*size)
    first = stands(page)
    assert first[1] == high
    for name in COMES_AND_GOES:
        key(qtbot, page, name)
        assert stands(page) == first, name
    page.view.block(TROUBLE)
    qtbot.waitUntil(lambda: stands(page) == first)
    page.view.unblock()
    qtbot.waitUntil(lambda: stands(page) == first)
    assert seat.places()[0].own is not None


def test_the_answers_look_the_same_before_and_after_one_was_given(open_page: Open, qtbot: QtBot):
    page = open_page()
    before = [button.grab().toImage() for button in page.view.bar.choices]
    key(qtbot, page, "1")
    qtbot.waitUntil(lambda: [button.grab().toImage() for button in page.view.bar.choices] == before)
    assert page.figure.index == 1


@pytest.fixture(params=["light", "dark"])
def bar(request: pytest.FixtureRequest, qtbot: QtBot) -> AnswerBar:
    made = AnswerBar(Theme(request.param), Caps())
    qtbot.addWidget(made)
    made.resize(1204, 104)
    made.show()
    return made


def test_no_answer_differs_from_another_but_by_its_words(bar: AnswerBar):
    choices = tuple(Choice(digit, "Same", "hint") for digit in "123")
    bar.ask(Asked("Which?", choices, actions=ACTIONS))
    bar.side[0].setFocus()  # the focus ring is another thing
    grabbed = [button.grab().toImage() for button in bar.choices]
    cap = 44  # px at the left, where the digit stands
    parts = [image.copy(QRect(cap, 0, image.width() - cap, image.height())) for image in grabbed]
    assert parts[0] == parts[1] == parts[2]


def test_answers_have_no_colour(bar: AnswerBar):
    words = ("Yes", "No", "Unsure")
    bar.ask(Asked("Which?", tuple(Choice(digit, word, "a hint") for digit, word in zip("123", words, strict=True))))
    for button in bar.choices:
        image = button.grab().toImage()
        pixels = [QColor(image.pixel(x, y)) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)]
        assert len({pixel.rgb() for pixel in pixels}) > 3
        assert max(max(p.red(), p.green(), p.blue()) - min(p.red(), p.green(), p.blue()) for p in pixels) < 40


def every_question() -> list[tuple[str, tuple[Choice, ...]]]:
    """What the tasks of the program ask, with the reasons of a No and of a skip."""
    asked = []
    for name in ("is-diagram", "figure-type"):
        task = load_task(name)
        asked.append((name, tuple(Choice(each.key, capital(each.word), each.hint) for each in task.answers)))
        if task.error_modes:
            asked.append((f"{name} reasons", tuple(Choice(each.key, reason_words(each)) for each in task.error_modes)))
    skips = tuple(Choice(digit, capital(reason)) for digit, reason in zip("45678", SKIP_REASONS, strict=True))
    return [*asked, ("skip", skips)]


@pytest.mark.parametrize(("form", "width"), ROOMS)
@pytest.mark.parametrize("text_size", [100, 130, 200])
def test_no_word_on_a_choice_is_cut_and_all_have_one_size(bar: AnswerBar, form: Form, width: int, text_size: int):
    bar.theme.choose(text_size=text_size)
    bar.set_form(form)
    bar.resize(width * text_size // 100, bar.height())
    for name, choices in every_question():
        bar.ask(Asked("Is this a schematic diagram?", choices))
        for _page in range(2):
            seen = [button for button in (*bar.choices, bar.more_choices) if button.isVisible()]
            assert all(whole(button) for button in seen), name
            assert len({button._type for button in seen}) == 1
            bar.turn_page()


def whole(button: KeyButton) -> bool:
    return button.word_fits(button._type) or button.word_fits(button._type, lines=2)


# --- the paper's words -------------------------------------------------------------------------------------


@pytest.fixture
def pane(qtbot: QtBot) -> TextPane:
    made = TextPane(Theme("light"), Caps())
    qtbot.addWidget(made)
    made.resize(372, 500)
    made.show()
    made.say("Figure 3. " + "Many words. " * 120, [("As Figure 3 shows.", [(3, 11)]), ("Two.", [])], has_page=False)
    return made


def mention_is_seen(pane: TextPane) -> bool:
    shown = pane.scroller.viewport().rect().translated(0, pane.scroller.verticalScrollBar().value())
    return shown.contains(pane._mention.center())


def test_under_a_long_caption_the_mention_comes_into_sight_before_the_next_one(pane: TextPane, qtbot: QtBot):
    qtbot.waitUntil(lambda: pane.scroller.verticalScrollBar().maximum() > 0)
    assert not mention_is_seen(pane)
    pane.go_on()
    qtbot.waitUntil(lambda: mention_is_seen(pane))
    assert pane.count.text() == "1 of 2"
    pane.go_on()
    assert pane.count.text() == "2 of 2"
    qtbot.waitUntil(lambda: mention_is_seen(pane))


def test_in_a_narrow_window_the_tab_counts_the_mentions_and_shows_the_first(pane: TextPane, qtbot: QtBot):
    pane.resize(256, 300)
    pane.set_form(Form.NARROW)
    pane.say("Figure 3.", [("Many words. " * 200 + "Figure 3.", [(2400, 2408)])], has_page=False)
    assert pane.tabs.segment("context").accessibleName() == "In the text (1)"
    pane.switch_tab()
    qtbot.waitUntil(lambda: mention_is_seen(pane) and pane.scroller.verticalScrollBar().value() > 0)
    pane.switch_tab()
    assert pane.scroller.verticalScrollBar().value() == 0
    pane.say("Figure 4.", [], has_page=False)
    assert pane.tabs.segment("context").accessibleName() == "In the text"


def test_in_the_smallest_window_the_drawer_opens_on_the_tab_that_is_marked(open_page: Open, qtbot: QtBot):
    page = open_page()
    page.set_form(Form.NARROW)
    key(qtbot, page, "C")
    page.set_form(Form.SMALLEST)
    key(qtbot, page, "C")
    pane = page.view.pane
    assert (pane.tabs.value, pane.caption.isVisible(), pane.context.isVisible()) == ("caption", True, False)


def test_a_note_says_that_it_is_kept(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "N")
    page.view.note.box.setPlainText("cut at the left")
    key(qtbot, page, "Escape")
    assert seat.said[-1][0] == "Note kept. It is saved with your answer"


# --- page, toolbar, guideline, banner ----------------------------------------------------------------------


def test_the_button_of_the_page_says_what_it_does_next(seat: Seat, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch):
    over = QWidget()
    qtbot.addWidget(over)
    over.show()
    seat.desk.theme.choose(text_size=100)
    sheet = ReviewSheet(seat.desk, over)
    qtbot.addWidget(sheet)
    drawer = SimpleNamespace(small=lambda *_: None, large=lambda *_: None)
    monkeypatch.setattr(sheet, "_drawer", lambda: drawer)
    sheet.show_page(BlindPage("paper.pdf", 4, None))
    assert sheet.button.word == "Open the page"
    assert sheet.toggle()
    assert sheet.button.word == "Back to the figure"
    sheet.close_page()
    assert sheet.button.word == "Open the page"


def test_crop_marks_lie_on_the_page_in_the_same_colour_in_both_themes(qtbot: QtBot):
    page = QImage(300, 400, QImage.Format.Format_RGB32)
    page.fill(QColor("white"))
    grabbed = []
    for scheme in ("light", "dark"):
        preview = PagePreview(Theme(scheme), height=160)
        qtbot.addWidget(preview)
        preview.show_page(PageImage(page, (300.0, 400.0)), (75.0, 100.0, 225.0, 300.0))
        preview.resize(preview.sizeHint())
        image = preview.grab().toImage()
        grabbed.append(image.copy(image.rect().adjusted(1, 1, -1, -1)))
    assert grabbed[0] == grabbed[1]
    wanted = QColor(tokens()["light"]["accent"])
    assert any(
        grabbed[1].pixelColor(x, y) == wanted for x in range(grabbed[1].width()) for y in range(grabbed[1].height())
    )


def test_a_figure_that_fits_at_its_own_size_marks_fit_alone(qtbot: QtBot):
    holder = QWidget()
    qtbot.addWidget(holder)
    canvas = FigureCanvas(Theme("light"), holder)
    toolbar = CanvasToolbar(Theme("light"), canvas)
    qtbot.addWidget(toolbar)
    canvas.resize(800, 600)
    image = QImage(100, 80, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    canvas.show_figure(1, Figure(image, 100, 80), (100, 80))
    assert (canvas.percent, toolbar.fit.isChecked(), toolbar.natural.isChecked()) == (100, True, False)
    canvas.one_to_one()
    assert (toolbar.fit.isChecked(), toolbar.natural.isChecked()) == (False, True)


def test_an_example_without_an_answer_is_named_by_its_reason_alone(qtbot: QtBot):
    drawer = GuidelineDrawer(Theme("light"))
    qtbot.addWidget(drawer)
    [example, *_] = load_task("panel-boxes").examples
    file = resource(*example.picture.split("/"))
    drawer.say("Where?", "Draw.", [("", file, "one box each"), ("Yes", file, "parts")])
    names = [picture.accessibleName() for picture in drawer.findChildren(Picture)]
    assert names == ["Example: one box each", "Example for Yes: parts"]


def test_what_to_do_has_a_line_of_its_own_where_the_banner_is_wide(qtbot: QtBot):
    banner = BlockingBanner(Theme("light"), TROUBLE, height=104)
    qtbot.addWidget(banner)
    banner.show()
    banner.resize(1204, 104)
    assert banner._text.text() == TROUBLE.text
    banner.resize(588, 104)
    assert banner._text.text() == "All 212 answers are safe. Free some space."


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "just now"), (4, "4 s ago"), (200, "3 min ago"), (7300, "2 h ago")]
)
def test_how_long_ago_is_told_in_few_words(seconds: float, words: str):
    assert ago_words(seconds) == words
