"""Colours, sizes and fonts by scheme and text size; the palette and style sheet; one place for hex values and fonts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QScrollArea, QSplitter, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from auditor.ui import style
from auditor.ui import theme as theme_module
from auditor.ui.focus import FocusRing
from auditor.ui.theme import SCHEMES, Theme, tokens
from auditor.ui.widgets.fields import ComboBox
from pipeline.resources import resources_folder
from tests.helpers import dressing

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_ignore("propagateSizeHints"),  # the offscreen platform says so of every window
]

AUDITOR = Path(theme_module.__file__).parents[1]
HEX = re.compile(r"#(?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3,4})\b")


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[Theme]:
    """The application in a light theme, undressed afterwards."""
    with dressing.dressed(qapp) as theme:
        yield theme


def test_colours_follow_the_chosen_scheme() -> None:
    theme = Theme("light")
    light = theme.colour("accent")
    theme.choose("dark")
    assert theme.scheme == "dark"
    assert (light, theme.colour("accent")) == tuple(QColor(tokens()[scheme]["accent"]) for scheme in SCHEMES)


def test_a_scheme_the_system_does_not_tell_counts_as_light(qapp: QApplication) -> None:
    assert qapp.styleHints().colorScheme() != Qt.ColorScheme.Dark
    assert Theme("system").scheme == "light"


def test_type_and_heights_grow_with_the_text_size_and_radii_do_not() -> None:
    theme = Theme("light", text_size=150)
    assert (theme.type("body"), theme.size("control")) == (20, 51)
    assert theme.radius("control") == tokens()["radius"]["control"]
    assert theme.font("question").pixelSize() == theme.type("question")


@pytest.mark.parametrize(("asked", "taken"), [(10, 80), (80, 80), (200, 200), (900, 200)])
def test_the_text_size_stays_within_what_can_be_laid_out(asked: int, taken: int) -> None:
    theme = Theme("light")
    theme.choose(text_size=asked)
    assert theme.text_size == taken == Theme("light", text_size=asked).text_size


def test_every_choice_says_that_all_may_differ(qtbot: QtBot) -> None:
    theme = Theme("light")
    with qtbot.waitSignal(theme.changed):
        theme.choose("dark")
    with qtbot.waitSignal(theme.changed):
        theme.choose(text_size=120)


def test_more_contrast_makes_borders_controls_and_muted_words_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    theme = Theme("light")
    assert theme.colour("border") != theme.colour("control")
    monkeypatch.setattr(Theme, "more_contrast", property(lambda _theme: True))
    assert theme.colour("border") == theme.colour("control") == QColor(tokens()["light"]["control"])
    assert theme.colour("muted") == theme.colour("text") == QColor(tokens()["light"]["text"])


def test_figures_are_tabular_in_every_font() -> None:
    theme = Theme("light")
    for family in ("ui", "reading", "mono"):
        assert theme.font("body", family=family).featureValue(QFont.Tag("tnum")) == 1


def test_where_no_font_of_the_stack_is_installed_the_system_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme_module, "_families", lambda _family: [])
    font = Theme("light").font("page", 600)
    assert font.family()
    assert (font.pixelSize(), font.weight()) == (tokens()["type"]["page"], QFont.Weight.DemiBold)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_window_without_the_focus_looks_like_one_that_has_it(scheme: str) -> None:
    made = style.palette(Theme(scheme))
    group = QPalette.ColorGroup
    for role in QPalette.ColorRole:
        if role not in (QPalette.ColorRole.NColorRoles, QPalette.ColorRole.NoRole):
            assert made.color(group.Inactive, role) == made.color(group.Active, role)
    assert (
        made.color(QPalette.ColorRole.Highlight)
        == made.color(QPalette.ColorRole.Accent)
        == Theme(scheme).colour("accent")
    )
    assert made.color(QPalette.ColorRole.Base) == Theme(scheme).colour("surface")


def test_the_style_sheet_sets_no_font_and_leaves_no_name_open() -> None:
    for scheme in SCHEMES:
        made = style.sheet(Theme(scheme))
        assert "$" not in made
        assert "font" not in made.split("*/", 1)[1]


def test_the_style_sheet_grows_with_the_text_size() -> None:
    assert style.sheet(Theme("dark", text_size=200)) != style.sheet(Theme("dark"))


def test_the_application_and_its_windows_follow_the_theme(qapp: QApplication, dressed: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    first = qapp.styleSheet()
    dressed.choose("dark", text_size=200)
    assert qapp.palette().color(QPalette.ColorRole.Window) == dressed.colour("background")
    assert window.styleSheet() == style.sheet(dressed)
    assert qapp.font().pixelSize() == dressed.type("body")
    assert qapp.styleSheet() == first  # changing that one makes Qt visit widgets that are gone
    dressed.choose("light", text_size=100)
    assert window.styleSheet() == ""


def test_a_later_theme_takes_the_place_of_an_earlier_one(qapp: QApplication, dressed: Theme) -> None:
    later = Theme("dark")
    style.apply(qapp, later)
    dressed.choose("light")
    assert qapp.styleSheet() == style.sheet(later)
    assert len([one for one in qapp.findChildren(style._Dresser) if one.parent() is qapp]) == 1


def ring(app: QApplication) -> FocusRing:
    return app.findChildren(FocusRing)[-1]


def two_fields(qtbot: QtBot) -> tuple[QWidget, QLineEdit, QPushButton]:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    line, button = QLineEdit(), QPushButton("Continue")
    column.addWidget(line)
    column.addWidget(button)
    window.resize(300, 200)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window, line, button


def test_the_ring_goes_around_what_has_the_focus_two_pixels_away(
    qtbot: QtBot, qapp: QApplication, dressed: Theme
) -> None:
    window, line, button = two_fields(qtbot)
    line.setFocus()
    assert ring(qapp).around is line
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert ring(qapp).around is button
    reach = dressed.size("focus_ring") + dressed.size("focus_gap")
    assert ring(qapp)._ring.geometry() == button.geometry().adjusted(-reach, -reach, reach, reach)
    picture = window.grab().toImage()
    middle = button.geometry().center()
    edge = button.geometry().top() - dressed.size("focus_gap") - 1
    assert picture.pixelColor(middle.x(), edge) == dressed.colour("focus")
    assert picture.pixelColor(middle.x(), edge + 2) == dressed.colour("background")


def test_the_ring_follows_a_widget_that_moves_and_leaves_one_that_hides(
    qtbot: QtBot, qapp: QApplication, dressed: Theme
) -> None:
    window, line, _button = two_fields(qtbot)
    line.setFocus()
    window.resize(500, 300)
    qtbot.waitUntil(lambda: line.width() > 400)
    reach = dressed.size("focus_ring") + dressed.size("focus_gap")
    assert ring(qapp)._ring.width() == line.width() + 2 * reach
    line.hide()
    assert ring(qapp).around is not line


@pytest.mark.usefixtures("dressed")
def test_a_widget_may_have_its_ring_inside_or_none(qtbot: QtBot, qapp: QApplication) -> None:
    _window, line, button = two_fields(qtbot)
    button.setProperty("ring", "inside")
    button.setFocus()
    assert ring(qapp)._ring.geometry() == button.geometry()
    line.setProperty("ring", "none")
    line.setFocus()
    assert ring(qapp).around is None


@pytest.mark.usefixtures("dressed")
def test_in_a_scrolled_page_the_ring_is_cut_with_the_page(qtbot: QtBot, qapp: QApplication) -> None:
    area = QScrollArea()
    qtbot.addWidget(area)
    content = QWidget()
    column = QVBoxLayout(content)
    buttons = [QPushButton(str(number)) for number in range(30)]
    for button in buttons:
        column.addWidget(button)
    area.setWidget(content)
    area.resize(200, 150)
    area.show()
    area.activateWindow()
    qtbot.waitUntil(area.isActiveWindow)
    buttons[0].setFocus()
    seen = area.viewport()
    before = ring(qapp)._ring.mapTo(seen, QPoint(0, 0))
    area.verticalScrollBar().setValue(40)
    assert ring(qapp)._ring.mapTo(seen, QPoint(0, 0)) == before - QPoint(0, 40)


@pytest.mark.usefixtures("dressed")
def test_what_lies_over_a_widget_hides_its_ring_and_a_splitter_gets_no_pane_by_it(
    qtbot: QtBot, qapp: QApplication
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    splitter = QSplitter()
    QVBoxLayout(window).addWidget(splitter)
    roomy, tight = QWidget(), QPushButton("edge to edge")
    button = QPushButton("Continue", roomy)
    button.setGeometry(20, 20, 80, 30)
    roomy.setMinimumSize(150, 100)
    splitter.addWidget(roomy)
    splitter.addWidget(tight)
    window.resize(400, 200)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    button.setFocus()
    assert ring(qapp)._ring.parentWidget() is roomy
    tight.setFocus()
    assert ring(qapp)._ring.parentWidget() is window
    assert splitter.count() == 2


@pytest.mark.qt_log_ignore("raise", "grabbing the keyboard", extend=True)  # the offscreen platform, of a popup
def test_the_list_of_a_combo_box_has_no_ring(qtbot: QtBot, qapp: QApplication, dressed: Theme) -> None:
    box = ComboBox(dressed)
    qtbot.addWidget(box)
    box.addItems(["One", "Two"])
    box.show()
    box.showPopup()
    qtbot.waitUntil(lambda: qapp.focusWidget() is box.view())
    assert ring(qapp).around is None
    box.hidePopup()


@pytest.mark.usefixtures("dressed")
def test_the_ring_outlives_the_widget_and_the_window_it_was_around(qtbot: QtBot, qapp: QApplication) -> None:
    window, line, _button = two_fields(qtbot)
    line.setFocus()
    line.setParent(None)
    line.deleteLater()
    window.close()
    _other, again, _ = two_fields(qtbot)
    again.setFocus()
    assert ring(qapp).around is again


def test_no_colour_value_stands_outside_the_tokens() -> None:
    drawn = [*(resources_folder() / "styles").glob("*.qss"), *(resources_folder() / "icons").glob("*.svg")]
    written = [*AUDITOR.rglob("*.py"), *drawn]
    assert len(drawn) > 40
    found = {f"{path.name}: {hit}" for path in written for hit in HEX.findall(path.read_text(encoding="utf-8"))}
    assert not found


def test_no_font_family_stands_outside_the_tokens() -> None:
    stacks = tokens()["fonts"].values()
    families = {name for stack in stacks for kind in stack.values() for name in kind}
    assert len(families) > 15
    found = {
        f"{path.relative_to(AUDITOR)}: {name}"
        for path in AUDITOR.rglob("*.py")
        for name in families
        if re.search(rf"[\"']{re.escape(name)}[\"',]", path.read_text(encoding="utf-8"))
    }
    assert not found
