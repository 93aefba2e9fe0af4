"""The parts of the Review page by themselves: the bar that asks, the text pane, guideline, note and list."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from auditor.audits.tasks import load_task
from auditor.ui.desk import Form
from auditor.ui.shortcuts import Caps, Stroke
from auditor.ui.theme import Theme
from auditor.ui.widgets.answer_bar import AnswerBar, Asked, Choice
from auditor.ui.widgets.guideline import GuidelineDrawer, paragraphs
from auditor.ui.widgets.jump import JumpDrawer
from auditor.ui.widgets.key_button import KeyButton
from auditor.ui.widgets.note import NoteField
from auditor.ui.widgets.text_pane import Passage, TextPane, label_span
from pipeline.resources import resource

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window

YES_NO = (Choice("1", "Yes", "parts and their links"), Choice("2", "No", "it is something else"))
ACTIONS = (("S", "Skip", "skip"), ("L", "Later", "later"), ("N", "Note", "note"), ("Backspace", "Undo", "undo"))
LINKS = (("F1", "Guideline with examples", "guideline"),)


@pytest.fixture
def theme() -> Theme:
    return Theme("light")


@pytest.fixture
def ground(qtbot: QtBot) -> QWidget:
    """What drawers lie on."""
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    return made


@pytest.fixture
def bar(theme: Theme, qtbot: QtBot) -> Iterator[AnswerBar]:
    made = AnswerBar(theme, Caps())
    qtbot.addWidget(made)
    made.resize(1204, 104)
    made.ask(Asked("Is this a schematic diagram?", YES_NO, LINKS, ACTIONS))
    made.show()
    yield made
    for menu in made.findChildren(QMenu):
        menu.close()


def test_a_choice_and_an_action_say_what_was_wanted(bar: AnswerBar, qtbot: QtBot):
    with qtbot.waitSignal(bar.picked) as picked:
        bar.choices[1].click()
    with qtbot.waitSignal(bar.acted) as acted:
        bar.side[3].click()
    assert (picked.args, acted.args) == ([1], ["undo"])


def test_every_button_has_a_name_and_tells_its_key(bar: AnswerBar):
    buttons = [*bar.choices, *bar.links, *bar.side]
    assert [button.accessibleName() for button in buttons[:3]] == ["Yes", "No", "Guideline with examples"]
    assert bar.choices[0].accessibleDescription() == "Key 1. parts and their links"
    assert all(button.accessibleDescription().startswith("Key ") for button in buttons)


def test_the_bar_keeps_its_height_whatever_it_asks(bar: AnswerBar):
    high = bar.height()
    bar.ask(Asked("What is it instead?", tuple(Choice(key, f"Reason {key}") for key in "4567890QWER")))
    assert bar.height() == high
    bar.ask(Asked("Ist das eine schematische Darstellung oder etwas anderes?", YES_NO, LINKS, ACTIONS))
    assert bar.height() == high
    lines = bar.question.height() / bar.question.fontMetrics().lineSpacing()
    assert round(lines) == 2


@pytest.mark.parametrize(("form", "width"), [(Form.WIDE, 1204), (Form.NARROW, 908), (Form.SMALLEST, 588)])
@pytest.mark.parametrize("text_size", [100, 200])
def test_a_longer_question_wraps_and_is_never_cut(bar: AnswerBar, form: Form, width: int, text_size: int):
    bar.theme.choose(text_size=text_size)
    bar.set_form(form)
    bar.resize(width * text_size // 100, bar.height())
    for question in ("Ist das eine schematische Darstellung?", "Um welche Art von Abbildung handelt es sich hier?"):
        bar.ask(Asked(question, YES_NO, (("F1", "Leitfaden mit Beispielen", "guideline"),), ACTIONS))
        assert bar.question.heightForWidth(bar.question.width()) <= bar.question.height()
        assert bar.rect().contains(bar.question.geometry())


def test_hints_are_shown_by_all_or_by_none(bar: AnswerBar):
    assert all(button._hinted for button in bar.choices)
    bar.ask(Asked("Which?", (YES_NO[0], Choice("2", "No", "a hint that is far too long to stand below a button" * 3))))
    assert not any(button._hinted for button in bar.choices)


def test_the_answer_given_before_is_outlined_and_named(bar: AnswerBar):
    bar.ask(bar.asked, was={1: "was: No"})
    assert [button.was for button in bar.choices] == ["", "was: No"]
    assert bar.choices[1].accessibleName() == "No, was: No"
    assert bar.choices[1].grab().toImage() != bar.choices[0].grab().toImage()
    bar.ask(bar.asked)
    assert [button.accessibleName() for button in bar.choices] == ["Yes", "No"]


def test_what_was_answered_behind_more_comes_into_sight(bar: AnswerBar):
    many = Asked("Which?", tuple(Choice(key, f"Kind {key}") for key in "123456789"))
    bar.ask(many, was={8: "was: Kind 9"})
    assert bar.choices[8].isVisible()
    bar.ask(many)
    assert bar.choices[0].isVisible()
    assert not bar.choices[8].isVisible()


def test_nothing_can_be_picked_while_the_figure_is_not_seen_but_a_skip_can_be_explained(bar: AnswerBar):
    bar.set_answerable(False)
    assert not any(button.isEnabled() for button in bar.choices)
    question = bar.asked
    bar.ask(Asked("Why?", (Choice("4", "Image broken"),), guarded=False))
    assert bar.choices[0].isEnabled()
    bar.ask(question)
    assert not any(button.isEnabled() for button in bar.choices)
    bar.set_answerable(True)
    assert all(button.isEnabled() for button in bar.choices)


def test_the_focus_never_stays_on_a_hidden_button(bar: AnswerBar):
    bar.activateWindow()
    bar.choices[1].setFocus()
    bar.ask(Asked("What is it instead?", (Choice("4", "Plot"), Choice("5", "Table"))))
    focus = bar.window().focusWidget()
    assert focus is bar.choices[0]
    assert focus.isVisible()


def test_a_taken_choice_lights_up_for_a_moment_only(bar: AnswerBar, qtbot: QtBot):
    before = bar.choices[0].grab().toImage()
    bar.flash(0)
    assert bar.choices[0].grab().toImage() != before
    qtbot.waitUntil(lambda: bar.choices[0].grab().toImage() == before)


@pytest.mark.qt_log_ignore("propagateSizeHints", "raise", "grabbing the keyboard")  # the same of a popup
def test_in_the_smallest_form_the_acts_are_behind_more(bar: AnswerBar, qtbot: QtBot):
    bar.set_form(Form.SMALLEST)
    bar.resize(588, bar.height())
    assert not any(button.isVisible() for button in bar.side)
    bar.more_actions.click()
    menu = bar.findChild(QMenu)
    assert menu is not None
    assert [entry.text() for entry in menu.actions()] == ["Skip\tS", "Later\tL", "Note\tN", "Undo\t⌫"]
    with qtbot.waitSignal(bar.acted) as acted:
        menu.actions()[2].trigger()
    assert acted.args == ["note"]


def test_a_cap_prints_what_the_layout_prints(theme: Theme, qtbot: QtBot):
    caps = Caps()
    button = KeyButton(theme, caps, "Skip", key="Q")
    qtbot.addWidget(button)
    button.resize(button.sizeHint())
    before = button.grab().toImage()
    caps.learn(Stroke("Q", text="a"))
    assert caps.cap("Q") == "A"
    assert button.grab().toImage() != before


# --- the paper's words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("caption", "label"),
    [
        ("Figure 3. Overview of the parser.", "Figure 3."),
        ("Figure 12: Results", "Figure 12:"),
        ("FIG. 4 The apparatus", "FIG. 4"),
        ("Fig. S2 | Controls", "Fig. S2 |"),
        ("Extended Data Figure 2. More", "Extended Data Figure 2."),
        ("Scheme 1. Synthesis", "Scheme 1."),
        ("Overview of Figure 3", ""),
        ("", ""),
    ],
)
def test_a_caption_begins_with_its_label_in_bold(caption: str, label: str):
    start, end = label_span(caption)
    assert caption[start:end].strip() == label


def formats(passage: Passage) -> list[tuple[str, int, str]]:
    """The pieces of a passage: text, weight, background."""
    found = []
    block = passage.document().begin()
    walk = block.begin()
    while not walk.atEnd():
        piece = walk.fragment()
        look = piece.charFormat()
        background = look.background().color().name() if look.background().style() != Qt.BrushStyle.NoBrush else ""
        found.append((piece.text(), look.fontWeight(), background))
        walk += 1
    return found


def test_the_mention_is_marked_where_it_stands_behind_wide_characters_too(theme: Theme, qtbot: QtBot):
    passage = Passage(theme, "In the text")
    qtbot.addWidget(passage)
    text = "𝛼 and 🙂: see Figure 3 there."
    start = text.index("Figure 3")
    passage.say(text, marks=[(start, start + 8), (90, 99)])
    marked = [piece for piece, _, background in formats(passage) if background]
    assert marked == ["Figure 3"]
    assert [background for _, _, background in formats(passage) if background] == [theme.colour("mark").name()]


def test_lines_are_24_px_apart_and_at_most_70_characters_wide(theme: Theme, qtbot: QtBot):
    passage = Passage(theme, "Caption")
    qtbot.addWidget(passage)
    passage.say("word " * 200)
    passage.resize(4000, 100)
    passage.show()
    layout = passage.document().begin().layout()
    tops = [layout.lineAt(line).y() for line in range(3)]
    assert [round(b - a) for a, b in pairwise(tops)] == [24, 24]
    longest = max(layout.lineAt(line).textLength() for line in range(layout.lineCount()))
    assert longest <= 84  # of narrow words: 70 of average width
    passage.set_size(24)
    layout = passage.document().begin().layout()
    assert round(layout.lineAt(1).y() - layout.lineAt(0).y()) == 38


def test_the_words_can_be_selected_and_not_changed(theme: Theme, qtbot: QtBot):
    passage = Passage(theme, "Caption")
    qtbot.addWidget(passage)
    passage.say("Figure 3. Overview.", bold=(0, 9))
    passage.show()
    QTest.keyClicks(passage, "1")
    assert passage.toPlainText() == "Figure 3. Overview."
    passage.moveCursor(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    passage.copy()
    assert "Overview" in QApplication.clipboard().text()


def test_mentions_are_turned_over_and_told_apart(theme: Theme, qtbot: QtBot):
    pane = TextPane(theme, Caps())
    qtbot.addWidget(pane)
    pane.show()
    pane.say("Figure 3. A.", [("One.", []), ("Two.", [])], has_page=False)
    assert (pane.context.toPlainText(), pane.count.text()) == ("One.", "1 of 2")
    pane.previous.click()
    assert (pane.context.toPlainText(), pane.count.text()) == ("Two.", "2 of 2")
    pane.next.click()
    assert pane.count.text() == "1 of 2"
    pane.say("", [], has_page=False)
    assert pane.caption.toPlainText() == "No caption is shown."
    assert not pane.next.isVisible()


def test_in_a_narrow_window_caption_and_text_share_a_place(theme: Theme, qtbot: QtBot):
    pane = TextPane(theme, Caps())
    qtbot.addWidget(pane)
    pane.resize(256, 400)
    pane.set_form(Form.NARROW)
    pane.say("Figure 3. A.", [("One.", [])], has_page=True)
    pane.show()
    assert (pane.caption.isVisible(), pane.context.isVisible(), pane.page_button.isVisible()) == (True, False, True)
    pane.switch_tab()
    assert (pane.caption.isVisible(), pane.context.isVisible(), pane.switch.word) == (False, True, "Caption")
    pane.say("Figure 4. B.", [("Two.", [])], has_page=False)
    assert pane.caption.isVisible()


# --- drawers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["is-diagram", "figure-type"])
def test_the_guideline_shows_the_rule_first_and_then_a_picture_for_each_example(
    theme: Theme, ground: QWidget, qtbot: QtBot, name: str
):
    task = load_task(name)
    drawer = GuidelineDrawer(theme)
    drawer.setParent(ground)
    examples = [(each.answer, resource(*each.picture.split("/")), each.why) for each in task.examples]
    assert examples
    drawer.say(task.question, task.guideline, examples)
    drawer.resize(372, 600)
    drawer.open()
    assert len(drawer._cells) == len(examples)
    assert drawer._cells[0].geometry().top() == drawer._cells[1].geometry().top()
    drawer.resize(256, 400)
    qtbot.waitUntil(lambda: drawer._cells[0].geometry().bottom() < drawer._cells[1].geometry().top())
    assert "`" not in " ".join(paragraphs(task.guideline))


def test_a_note_gives_its_text_back_once(theme: Theme, ground: QWidget, qtbot: QtBot):
    note = NoteField(theme)
    note.setParent(ground)
    note.open("half a plot")
    with qtbot.waitSignal(note.closed) as closed:
        note.shut()
    assert closed.args == ["half a plot", False]
    with qtbot.assertNotEmitted(note.closed, wait=10):
        note.shut()


def test_the_list_of_a_hundred_thousand_places_opens_at_once_and_goes_by_arrow(
    theme: Theme, ground: QWidget, qtbot: QtBot
):
    jump = JumpDrawer(theme)
    jump.setParent(ground)
    jump.resize(372, 500)
    asked: list[int] = []

    def mark(index: int) -> str:
        asked.append(index)
        return "Yes"

    jump.show_places(100_000, mark, 70_000)
    QApplication.processEvents()
    assert len(set(asked)) < 100
    QTest.keyClick(jump.number, Qt.Key.Key_Down)
    with qtbot.waitSignal(jump.wanted) as wanted:
        QTest.keyClick(jump.number, Qt.Key.Key_Return)
    assert wanted.args == [70_001]
    assert not jump.isVisible()


def test_a_number_outside_the_list_goes_nowhere(theme: Theme, ground: QWidget, qtbot: QtBot):
    jump = JumpDrawer(theme)
    jump.setParent(ground)
    jump.show_places(12, lambda _index: "", 3)
    with qtbot.assertNotEmitted(jump.wanted, wait=10):
        QTest.keyClicks(jump.number, "0")
        QTest.keyClick(jump.number, Qt.Key.Key_Return)
