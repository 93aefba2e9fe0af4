"""Fields, choices and segments: names for screen readers, keys, and what the wheel must not change."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QPalette, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.choices import CheckBox
from auditor.ui.widgets.fields import ComboBox, Field, LineEdit, NumberField, TextBox
from auditor.ui.widgets.segments import Segments
from tests.auditor.ui import on_show
from tests.auditor.ui.on_show import LONG, WINDOWS, accessible, picture

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    assert qapp is not None
    yield Theme("light")
    WINDOWS.clear()


def shown(qtbot: QtBot, *widgets: QWidget, width: int = 400) -> QWidget:
    """The widgets in a window that keys go to."""
    window = on_show.shown(qtbot, *widgets, width=width)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def segments(theme: Theme) -> Segments:
    return Segments(theme, [("work", "In work"), ("done", "Done"), ("none", "No panels")])


def test_segments_are_a_group_of_which_one_holds(theme: Theme, qtbot: QtBot) -> None:
    group = segments(theme)
    shown(qtbot, group)
    assert group.value == "work"
    assert accessible(group)[1] == QAccessible.Role.Grouping
    assert accessible(group.segment("done")) == ("Done", QAccessible.Role.RadioButton)
    with qtbot.waitSignal(group.chosen) as heard:
        qtbot.mouseClick(group.segment("done"), Qt.MouseButton.LeftButton)
    assert heard.args == ["done"]
    assert [group.segment(value).isChecked() for value in ("work", "done", "none")] == [False, True, False]


def test_setting_the_value_of_segments_says_nothing(theme: Theme, qtbot: QtBot) -> None:
    group = segments(theme)
    qtbot.addWidget(group)
    with qtbot.assertNotEmitted(group.chosen):
        group.value = "none"
    assert group.value == "none"


def test_arrows_move_inside_segments_and_say_so(theme: Theme, qtbot: QtBot) -> None:
    group = segments(theme)
    shown(qtbot, group)
    group.segment("work").setFocus()
    with qtbot.waitSignal(group.chosen) as heard:
        qtbot.keyClick(group.segment("work"), Qt.Key.Key_Right)
    assert heard.args == ["done"]


def test_tab_leaves_segments(theme: Theme, qtbot: QtBot) -> None:
    group, after = segments(theme), Button(theme, "After")
    shown(qtbot, group, after)
    group.segment("work").setFocus()
    qtbot.keyClick(group.segment("work"), Qt.Key.Key_Tab)
    assert after.hasFocus()


def test_segments_stand_below_each_other_where_the_row_is_too_narrow(theme: Theme, qtbot: QtBot) -> None:
    group = segments(theme)
    window = shown(qtbot, group, width=500)
    row = [group.segment(value).geometry() for value in ("work", "done", "none")]
    assert len({place.top() for place in row}) == 1
    assert row[-1].right() == group.rect().right()
    window.resize(group.minimumSizeHint().width() + 40, 300)
    qtbot.waitUntil(lambda: group.height() == 3 * theme.size("control"))
    column = [group.segment(value).geometry() for value in ("work", "done", "none")]
    assert [place.top() for place in column] == [at * theme.size("control") for at in range(3)]


def test_a_tick_box_wraps_and_can_be_ticked_anywhere(theme: Theme, qtbot: QtBot) -> None:
    box = CheckBox(theme, LONG)
    shown(qtbot, box, width=300)
    assert box.height() > 3 * box.fontMetrics().height()
    before = picture(box)
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(box.width() - 4, box.height() - 4))
    assert box.isChecked()
    assert picture(box) != before
    assert accessible(box)[0] == LONG


def test_a_field_names_its_widget_and_says_what_is_wrong_in_place_of_the_hint(theme: Theme, qtbot: QtBot) -> None:
    line = LineEdit(theme)
    field = Field(theme, "Which figures", line, "The list is frozen when you seal.")
    shown(qtbot, field)
    assert accessible(line)[0] == "Which figures"
    assert field.note.text() == line.accessibleDescription() == "The list is frozen when you seal."
    field.say("No column is called labl.")
    assert field.note.text() == line.accessibleDescription() == "No column is called labl."
    assert field.note.palette().color(QPalette.ColorRole.WindowText) == theme.colour("negative")
    field.say("")
    assert field.note.text() == "The list is frozen when you seal."


def test_a_field_without_a_hint_takes_no_room_for_one(theme: Theme, qtbot: QtBot) -> None:
    field = Field(theme, "Name", LineEdit(theme))
    shown(qtbot, field)
    assert not field.note.isVisible()


def wheel(widget: QWidget) -> None:
    middle = QPointF(widget.rect().center())
    turned = QWheelEvent(
        middle,
        widget.mapToGlobal(middle),
        QPoint(0, 0),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, turned)


def test_the_wheel_changes_a_field_only_while_it_has_the_focus(theme: Theme, qtbot: QtBot) -> None:
    box, number, elsewhere = ComboBox(theme), NumberField(theme), LineEdit(theme)
    box.addItems(["One", "Two"])
    number.setValue(5)
    shown(qtbot, box, number, elsewhere)
    elsewhere.setFocus()
    wheel(box)
    wheel(number)
    assert (box.currentIndex(), number.value()) == (0, 5)
    box.setFocus()
    wheel(box)
    number.setFocus()
    wheel(number)
    assert (box.currentIndex(), number.value()) == (1, 4)


def test_tab_goes_on_from_a_text_box(theme: Theme, qtbot: QtBot) -> None:
    box, after = TextBox(theme), Button(theme, "After")
    shown(qtbot, box, after)
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Tab)
    assert after.hasFocus()
    assert box.toPlainText() == ""


def test_tab_reaches_the_segment_that_holds(theme: Theme, qtbot: QtBot) -> None:
    before, row, after = LineEdit(theme), segments(theme), LineEdit(theme)
    row.value = "done"
    shown(qtbot, before, row, after)
    before.setFocus()
    qtbot.keyClick(before, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is row.segment("done")
    qtbot.keyClick(row.segment("done"), Qt.Key.Key_Right)
    assert row.value == "none"
    after.setFocus()
    qtbot.keyClick(after, Qt.Key.Key_Backtab)
    assert QApplication.focusWidget() is row.segment("none")


def test_the_inner_parts_of_fields_follow_the_text_size(theme: Theme, qtbot: QtBot, qapp: QApplication) -> None:
    before = qapp.styleSheet()
    qapp.setStyleSheet("QLineEdit { padding: 1px; }")  # only then a font of the parent stays with the parent
    number, combo = NumberField(theme, unit="%"), ComboBox(theme)
    combo.setEditable(True)
    shown(qtbot, number, combo)
    try:
        theme.choose(text_size=200)
        sizes = {one.font().pixelSize() for one in (number.lineEdit(), combo.lineEdit(), combo.view())}
        assert sizes == {theme.type("body")}
    finally:
        qapp.setStyleSheet(before)


def test_a_choice_too_long_for_its_place_is_told_in_the_tool_tip(theme: Theme, qtbot: QtBot) -> None:
    combo = ComboBox(theme)
    combo.addItems([LONG, "short"])
    shown(qtbot, combo, width=200)
    qtbot.waitUntil(lambda: combo.toolTip() == LONG)
    combo.setCurrentIndex(1)
    qtbot.waitUntil(lambda: combo.toolTip() == "")
