"""The basic widgets: names for screen readers, keys, sizes at every text size; none of them widens its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QPalette
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from auditor.ui import theme as theme_module
from auditor.ui.desk import Tone
from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button, IconButton, Segments
from auditor.ui.widgets.caps import KeyCap, cap_size
from auditor.ui.widgets.cards import Card, SoftBanner, TitleLine, hairline
from auditor.ui.widgets.choices import CheckBox
from auditor.ui.widgets.fields import ComboBox, Field, LineEdit, NumberField, TextBox
from auditor.ui.widgets.flow import FlowRow
from auditor.ui.widgets.progress import ProgressLine
from auditor.ui.widgets.scroll import ScrollPage
from auditor.ui.widgets.text import Label, Link
from tests.auditor.ui.on_show import LONG, WINDOWS, accessible, picture, shown

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window

MAKERS: dict[str, Callable[[Theme], QWidget]] = {
    "label": lambda theme: Label(theme, LONG),
    "wrapped label": lambda theme: Label(theme, LONG, wrap=True),
    "link": lambda theme: Link(theme, LONG),
    "button": lambda theme: Button(theme, LONG, icon="folder", key="F1"),
    "icon button": lambda theme: IconButton(theme, "fit", "Fit", key="F"),
    "segments": lambda theme: Segments(theme, [("a", "Übereinstimmung"), ("b", "Ziehen"), ("c", "Versiegeln")]),
    "tick box": lambda theme: CheckBox(theme, LONG),
    "key cap": lambda theme: KeyCap(theme, "Ctrl Enter"),
    "card": lambda theme: Card(theme, LONG, LONG),
    "hairline": hairline,
    "banner": lambda theme: SoftBanner(theme, Tone.CAUTION, LONG, "Aktualisieren"),
    "progress": ProgressLine,
    "line edit": lambda theme: LineEdit(theme, LONG),
    "text box": lambda theme: TextBox(theme, LONG),
    "combo box": lambda theme: filled(ComboBox(theme)),
    "number": lambda theme: NumberField(theme, least=1, most=57_100, unit="Abbildungen"),
    "field": lambda theme: Field(theme, LONG, LineEdit(theme), LONG),
    "scrolled page": ScrollPage,
    "flowing row": lambda theme: FlowRow(theme, *[Button(theme, "Ziehen") for _ in range(12)]),
}


def filled(box: ComboBox) -> ComboBox:
    box.addItems([LONG, "kurz"])
    return box


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    assert qapp is not None
    yield Theme("light")
    WINDOWS.clear()


@pytest.fixture
def dejavu(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> Theme:
    """A theme with the widest font of the stacks, at twice the size."""
    monkeypatch.setattr(
        theme_module, "_families", lambda family: ["DejaVu Serif" if family == "reading" else "DejaVu Sans"]
    )
    theme.choose(text_size=200)
    return theme


@pytest.mark.parametrize("name", MAKERS)
def test_no_widget_asks_for_more_than_the_narrow_window_has(name: str, dejavu: Theme, qtbot: QtBot) -> None:
    widget = MAKERS[name](dejavu)
    qtbot.addWidget(widget)
    assert widget.minimumSizeHint().width() <= 520
    assert widget.minimumSizeHint().height() <= 320


@pytest.mark.parametrize("name", MAKERS)
def test_every_widget_draws_itself_anew_in_dark_and_at_twice_the_size(name: str, theme: Theme, qtbot: QtBot) -> None:
    widget = MAKERS[name](theme)
    shown(qtbot, widget)
    light, height = picture(widget), widget.sizeHint().height()
    theme.choose("dark", text_size=200)
    if name not in ("scrolled page", "hairline"):
        qtbot.waitUntil(lambda: widget.sizeHint().height() > height)
    if name not in ("scrolled page", "line edit", "text box", "combo box", "number"):  # the palette colours those
        assert picture(widget) != light


@pytest.mark.parametrize("name", MAKERS)
def test_a_widget_that_is_gone_is_not_told_of_the_theme(name: str, theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()  # not one of the test's own windows, which are closed at its end
    QVBoxLayout(window).addWidget(MAKERS[name](theme))
    with qtbot.waitSignal(window.destroyed):
        window.deleteLater()
    theme.choose("dark", text_size=150)


def test_a_button_is_named_by_its_words_and_described_by_its_key(theme: Theme, qtbot: QtBot) -> None:
    button = Button(theme, "Draw & seal…", key="S")
    qtbot.addWidget(button)
    assert button.text() == "Draw & seal…"
    assert accessible(button) == ("Draw & seal…", QAccessible.Role.Button)
    assert button.accessibleDescription() == "Key S"


def test_a_button_is_as_high_as_a_field_and_wide_enough_for_cap_and_words(theme: Theme, qtbot: QtBot) -> None:
    plain, capped = Button(theme, "Skip"), Button(theme, "Skip", key="S")
    qtbot.addWidget(plain)
    qtbot.addWidget(capped)
    assert plain.sizeHint().height() == LineEdit(theme).sizeHint().height() == theme.size("control")
    assert capped.sizeHint().width() >= plain.sizeHint().width() + cap_size(theme, "S").width()


def test_a_button_cut_by_a_narrow_place_tells_its_words_in_a_tool_tip(theme: Theme, qtbot: QtBot) -> None:
    button = Button(theme, "Stichprobe ziehen und versiegeln und veröffentlichen")
    window = shown(qtbot, button, width=600)
    assert button.toolTip() == ""
    window.resize(220, 200)
    qtbot.waitUntil(lambda: button.toolTip() == button.text())


@pytest.mark.parametrize("kind", ["plain", "primary", "quiet", "danger"])
def test_a_button_that_is_off_looks_off_and_does_nothing(kind: str, theme: Theme, qtbot: QtBot) -> None:
    button = Button(theme, "Remove", kind=kind)
    shown(qtbot, button)
    on = picture(button)
    button.setEnabled(False)
    assert picture(button) != on
    pressed: list[bool] = []
    button.clicked.connect(pressed.append)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not pressed


def test_an_icon_button_is_named_and_its_tool_tip_tells_the_key(theme: Theme, qtbot: QtBot) -> None:
    button = IconButton(theme, "magnifier", "Magnifier", key="M", checkable=True)
    shown(qtbot, button)
    assert accessible(button)[0] == "Magnifier"
    assert button.toolTip() == "Magnifier (M)"
    assert min(button.width(), button.height()) >= theme.size("hit")
    off = picture(button)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.isChecked()
    assert picture(button) != off
    button.set_icon("adjust", "Adjust")
    assert (button.accessibleName(), button.toolTip()) == ("Adjust", "Adjust (M)")


def test_a_key_cap_is_square_for_one_sign_and_wider_for_a_word(theme: Theme, qtbot: QtBot) -> None:
    one, word, drawn = KeyCap(theme, "1"), KeyCap(theme, "Enter"), KeyCap(theme, "⌫")
    for cap in (one, word, drawn):
        qtbot.addWidget(cap)
    assert one.sizeHint().width() == one.sizeHint().height() == theme.size("cap")
    assert word.sizeHint().width() > one.sizeHint().width()
    assert drawn.text() == "⌫"
    one.setText("Enter")
    assert one.sizeHint() == word.sizeHint()


def test_a_label_too_narrow_is_cut_and_says_all_in_its_tool_tip(theme: Theme, qtbot: QtBot) -> None:
    label = Label(theme, LONG)
    window = shown(qtbot, label, width=300)
    assert label.elided
    assert label.toolTip() == LONG
    assert window.width() == 300
    label.setText("short")
    assert not label.elided
    assert label.toolTip() == ""


def test_a_label_keeps_a_tool_tip_that_somebody_gave_it(theme: Theme, qtbot: QtBot) -> None:
    label = Label(theme, "short")
    shown(qtbot, label)
    label.setToolTip("mine")
    label.setText(LONG)
    assert label.toolTip() == "mine"


def test_a_wrapped_label_shows_all_its_words(theme: Theme, qtbot: QtBot) -> None:
    label = Label(theme, LONG, wrap=True)
    shown(qtbot, label, width=300)
    assert not label.elided
    assert label.height() >= label.heightForWidth(label.width())
    assert label.height() > 3 * label.fontMetrics().height()


def test_a_label_never_reads_its_words_as_markup(theme: Theme, qtbot: QtBot) -> None:
    label = Label(theme, "<b>p</b> < 0.05 & more")
    qtbot.addWidget(label)
    assert accessible(label)[0] == "<b>p</b> < 0.05 & more"


def test_a_label_keeps_the_colour_of_its_role_when_its_parent_gets_a_parent(
    theme: Theme, qtbot: QtBot, qapp: QApplication
) -> None:
    qapp.setStyleSheet("QLineEdit { padding: 1px; }")  # any style sheet makes Qt restore palettes
    try:
        inner = QWidget()
        column = QVBoxLayout(inner)
        label = Label(theme, "wrong", role="muted")
        column.addWidget(label)
        label.setVisible(True)
        label.set_role("negative")
        shown(qtbot, inner)
        assert label.palette().color(QPalette.ColorRole.WindowText) == theme.colour("negative")
    finally:
        qapp.setStyleSheet("")


def test_a_link_is_a_button_that_can_be_reached_and_pressed_by_key(theme: Theme, qtbot: QtBot) -> None:
    link = Link(theme, "How it works")
    shown(qtbot, link)
    assert accessible(link) == ("How it works", QAccessible.Role.Button)
    with qtbot.waitSignal(link.clicked):
        qtbot.keyClick(link, Qt.Key.Key_Space)


def test_a_card_shows_title_and_hint_only_when_it_has_them(theme: Theme, qtbot: QtBot) -> None:
    bare, titled = Card(theme), Card(theme, "Projects", "recent")
    for card in (bare, titled):
        card.body.addWidget(Label(theme, "inside"))
    shown(qtbot, bare, titled)
    assert bare.sizeHint().height() < titled.sizeHint().height()
    assert titled.title.isVisible()
    assert titled.hint.text() == "recent"
    assert picture(titled).pixelColor(30, 8) == theme.colour("surface")


def test_a_hairline_is_one_pixel_lying_or_standing(theme: Theme, qtbot: QtBot) -> None:
    lying, standing = hairline(theme), hairline(theme, vertical=True)
    qtbot.addWidget(lying)
    qtbot.addWidget(standing)
    assert (lying.maximumHeight(), standing.maximumWidth()) == (1, 1)


@pytest.mark.parametrize("tone", list(Tone))
def test_a_banner_is_on_the_soft_ground_of_its_tone_with_an_icon(tone: Tone, theme: Theme, qtbot: QtBot) -> None:
    banner = SoftBanner(theme, tone, "12 answers newer than this report.", "Update")
    shown(qtbot, banner)
    ground = "accent_soft" if tone is Tone.PLAIN else f"{tone.value}_soft"
    seen = picture(banner)
    assert seen.pixelColor(4, seen.height() // 2) == theme.colour(ground)
    icon = seen.copy(theme.space(4), (seen.height() - 20) // 2, 20, 20)
    assert len({icon.pixel(x, y) for x in range(20) for y in range(20)}) > 5, "no colour without a sign"
    assert banner.accessibleName() == "12 answers newer than this report."
    with qtbot.waitSignal(banner.acted):
        qtbot.mouseClick(banner.action, Qt.MouseButton.LeftButton)


def test_a_banner_without_an_action_has_no_button_and_can_say_something_else(theme: Theme, qtbot: QtBot) -> None:
    banner = SoftBanner(theme, Tone.PLAIN, "Nothing to do.")
    shown(qtbot, banner)
    assert not banner.action.isVisible()
    banner.say(Tone.NEGATIVE, "The disk is full.", "Try again")
    assert banner.action.isVisible()
    assert (banner.words.text(), banner.action.text()) == ("The disk is full.", "Try again")


@pytest.mark.parametrize(
    ("done", "total", "value", "most"), [(213, 350, 213, 350), (0, 0, 0, 1), (9, 4, 4, 4), (-1, 4, 0, 4)]
)
def test_a_progress_line_tells_its_value_to_screen_readers(
    done: int, total: int, value: int, most: int, theme: Theme, qtbot: QtBot
) -> None:
    line = ProgressLine(theme)
    qtbot.addWidget(line)
    line.set(done, total)
    interface = QAccessible.queryAccessibleInterface(line)
    assert interface.role() == QAccessible.Role.ProgressBar
    assert (interface.valueInterface().currentValue(), interface.valueInterface().maximumValue()) == (value, most)


def test_a_progress_line_is_filled_as_far_as_the_work_is_done(theme: Theme, qtbot: QtBot) -> None:
    line = ProgressLine(theme)
    line.set(1, 2)
    shown(qtbot, line)
    seen, middle = picture(line), line.height() // 2
    assert seen.pixelColor(seen.width() // 4, middle) == theme.colour("accent")
    assert seen.pixelColor(3 * seen.width() // 4, middle) == theme.colour("border")


def test_a_scrolled_page_never_scrolls_sideways(theme: Theme, qtbot: QtBot) -> None:
    page = ScrollPage(theme)
    qtbot.addWidget(page)
    for maker in MAKERS.values():
        page.body.addWidget(maker(theme))
    page.resize(360, 240)
    page.show()
    assert page.content.width() == page.viewport().width()
    assert page.content.height() > page.viewport().height()
    assert page.verticalScrollBar().maximum() > 0


def test_a_flowing_row_goes_on_in_the_next_line(theme: Theme, qtbot: QtBot) -> None:
    buttons = [Button(theme, "Ziehen") for _ in range(6)]
    row = FlowRow(theme, *buttons)
    window = shown(qtbot, row, width=900)
    assert len({button.y() for button in buttons}) == 1
    window.resize(3 * buttons[0].width(), 300)
    qtbot.waitUntil(lambda: len({button.y() for button in buttons}) > 1)
    assert all(button.geometry().right() <= row.rect().right() for button in buttons)
    assert all(button.geometry().bottom() <= row.rect().bottom() for button in buttons)


def test_a_hidden_widget_leaves_no_gap_in_a_flowing_row(theme: Theme, qtbot: QtBot) -> None:
    first, hidden, last = (Button(theme, text) for text in ("One", "Two", "Three"))
    row = FlowRow(theme, first, hidden, last)
    hidden.hide()
    holder = QWidget()
    QHBoxLayout(holder).addWidget(row)
    shown(qtbot, holder, width=900)
    assert last.x() == first.geometry().right() + 1 + theme.space(2)


def test_tab_into_a_scrolled_page_scrolls_to_what_it_reaches(theme: Theme, qtbot: QtBot) -> None:
    outside, page, far = Button(theme, "Outside"), ScrollPage(theme), Button(theme, "Far down")
    page.body.addSpacing(3000)
    page.body.addWidget(far)
    window = QWidget()
    qtbot.addWidget(window)
    WINDOWS.append(window)
    column = QVBoxLayout(window)
    column.addWidget(outside)
    column.addWidget(page)
    window.resize(400, 300)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    outside.setFocus()
    assert far.visibleRegion().isEmpty()
    qtbot.keyClick(outside, Qt.Key.Key_Tab)
    qtbot.waitUntil(far.hasFocus)
    assert not far.visibleRegion().isEmpty()


def test_a_scrolled_page_is_as_high_as_its_words_are_in_its_width(theme: Theme, qtbot: QtBot) -> None:
    page = ScrollPage(theme)
    for _ in range(3):
        page.body.addWidget(Label(theme, "words that wrap only in a narrow place " * 3, wrap=True))
    qtbot.addWidget(page)
    page.resize(1200, 200)
    page.show()
    assert page.verticalScrollBar().maximum() == 0


def test_words_after_a_title_go_under_it_where_both_do_not_fit(theme: Theme, qtbot: QtBot) -> None:
    title = Label(theme, "What the wrong ones are", font="card", weight=600)
    line = TitleLine(theme, title, "30 of 500 figures")
    qtbot.addWidget(line)
    line.resize(600, 40)
    line.show()
    assert line._words.x() > title.geometry().right()
    line.resize(230, 60)
    qtbot.waitUntil(lambda: line._words.y() > title.y())
    assert line._words.x() == title.x()


def test_a_button_of_an_icon_alone_keeps_its_words_for_tool_tip_and_screen_reader(theme: Theme, qtbot: QtBot) -> None:
    button = Button(theme, "Export report", icon="export")
    qtbot.addWidget(button)
    button.show()
    wide = button.sizeHint().width()
    button.show_words(False)
    assert button.sizeHint().width() < wide / 2
    assert (button.toolTip(), button.accessibleName()) == ("Export report", "Export report")
    button.show_words(True)
    button.resize(button.sizeHint())
    assert button.toolTip() == ""
