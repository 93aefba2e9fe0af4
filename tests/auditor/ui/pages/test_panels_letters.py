"""The letter field: digits go on being commands for a new box, and the bar says what works in the field."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from auditor.ui.canvas.gestures import Mode
from tests.helpers.panels import Sitting

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window

PLACES = [((20, 20), (150, 120)), ((200, 20), (330, 120)), ((380, 20), (510, 120))]


def drawn(sitting: Sitting, at: int) -> None:
    sitting.drag(*PLACES[at])
    sitting.qtbot.waitUntil(lambda: sitting.page.view.pane.panels.editing)


def closed(sitting: Sitting) -> None:
    sitting.qtbot.waitUntil(lambda: not sitting.page.view.pane.panels.editing)


def letters(sitting: Sitting) -> list[str]:
    return [panel.printed for panel in sitting.editor.panels]


def test_a_digit_after_the_letter_is_the_next_command_as_the_bar_says(sitting: Sitting):
    sitting.key("2")
    drawn(sitting, 0)
    QTest.keyClicks(sitting.field, "a2")
    closed(sitting)
    assert sitting.page.work.tool.mode is Mode.NEW
    drawn(sitting, 1)
    QTest.keyClicks(sitting.field, "b2")
    closed(sitting)
    drawn(sitting, 2)
    QTest.keyClicks(sitting.field, "x1")
    closed(sitting)
    assert letters(sitting) == ["a", "b", "x"]
    assert sitting.page.work.tool.mode is Mode.SELECT


def test_a_digit_at_once_keeps_the_letter_that_was_proposed(sitting: Sitting):
    sitting.key("2")
    drawn(sitting, 0)
    QTest.keyClick(sitting.field, Qt.Key.Key_8)
    closed(sitting)
    assert letters(sitting) == ["a"]
    assert sitting.page.view.keys.asking


def test_a_digit_that_is_no_command_says_how_to_type_one(sitting: Sitting):
    sitting.key("2")
    drawn(sitting, 0)
    QTest.keyClick(sitting.field, Qt.Key.Key_7)
    closed(sitting)
    assert letters(sitting) == ["a"]
    assert "F2" in sitting.said


def test_f2_takes_digits_as_part_of_the_letter(sitting: Sitting):
    sitting.draw(*PLACES[0])
    sitting.key("F2")
    QTest.keyClicks(sitting.field, "a1")
    assert sitting.page.view.pane.panels.editing
    sitting.close_field()
    assert letters(sitting) == ["a1"]


def test_a_letter_that_is_there_already_is_asked_about_before_the_command(sitting: Sitting):
    sitting.draw(*PLACES[0])
    sitting.key("2")
    drawn(sitting, 1)
    QTest.keyClicks(sitting.field, "a2")
    closed(sitting)
    assert sitting.page.view.keys.words[0] == "Letter a is already used. Use it again?"


def test_the_bar_names_what_works_while_the_field_is_open_and_its_buttons_do_it(sitting: Sitting):
    sitting.key("2")
    drawn(sitting, 0)
    assert sitting.page.view.keys.words == ["Keep the letter", "Keep it, new box", "As proposed", "Done, next"]
    sitting.field.setText("q")
    [keep] = [button for button in sitting.page.view.keys._left if button.word == "Keep the letter"]
    keep.click()
    closed(sitting)
    assert letters(sitting) == ["q"]
    assert "Keep the letter" not in sitting.page.view.keys.words
    sitting.key("F2")
    assert sitting.page.view.keys.words == ["Keep the letter", "As it was", "Done, next"]
    sitting.field.setText("z")
    [leave] = [button for button in sitting.page.view.keys._left if button.word == "As it was"]
    leave.click()
    closed(sitting)
    assert letters(sitting) == ["q"]


def test_the_button_for_another_box_keeps_the_letter_too(sitting: Sitting):
    sitting.key("2")
    drawn(sitting, 0)
    sitting.field.setText("q")
    sitting.key("1")
    [new] = [button for button in sitting.page.view.keys._left if button.word == "Keep it, new box"]
    new.click()
    closed(sitting)
    assert letters(sitting) == ["q"]
    assert sitting.page.work.tool.mode is Mode.NEW


def test_the_empty_list_says_whether_there_is_anything_left_to_draw(sitting: Sitting):
    assert sitting.page.view.pane.empty.text() == "No box yet. Press 2, then drag over a panel."
    sitting.key("0")
    sitting.wait_saved()
    assert sitting.page.view.pane.empty.text() == "No panels on this figure."
    sitting.key("Ctrl+Z")
    assert sitting.page.view.pane.empty.text() == "No box yet. Press 2, then drag over a panel."
