"""Review in the real window: keys reach it from any focus but a text field, and Tab goes its way."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from auditor.audits.queue import desk_queue
from auditor.ui.desk import Form, PageName, Place
from auditor.ui.pages.review import ReviewPage
from auditor.ui.window import Window
from pipeline.workspace import create_workspace, open_workspace
from tests.helpers.desk import add_drawn, seal_drawn
from tests.helpers.dressing import swept
from tests.helpers.frame import framed
from tests.helpers.review import begin, put_in
from tests.helpers.review import page_of as review

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window


@pytest.fixture(scope="session")
def window_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("window") / "project"
    with create_workspace(folder) as workspace:
        add_drawn(workspace, 4)
        seal_drawn(workspace, 4)
    return folder


@pytest.fixture
def folder(window_project: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(window_project, tmp_path / "project"))


@pytest.fixture
def window(folder: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """The window at the first figure of the campaign; its other pages are made up."""
    with swept(), framed(tmp_path / "settings", monkeypatch) as made:
        put_in(monkeypatch)
        made.show()
        made.activateWindow()
        qtbot.waitUntil(made.isActiveWindow)
        begin(made, folder, qtbot)
        yield made
        made._counts._pause.stop()
        qtbot.waitUntil(lambda: made.desk.workers._open == 0)  # what comes later finds no canvas any more


def given(folder: Path) -> list[str]:
    with open_workspace(folder) as workspace:
        places = workspace.read(desk_queue, "spring", "first").places
    return [place.own.answer if place.own else "" for place in places]


FOCUSES: dict[str, Callable[[ReviewPage], QWidget]] = {
    "the page": lambda page: page,
    "the figure": lambda page: page.view.canvas,
    "the caption": lambda page: page.view.pane.caption,
    "the text": lambda page: page.view.pane.context,
    "another answer": lambda page: page.view.bar.choices[1],
    "skip": lambda page: page.view.bar.side[0],
    "a tool": lambda page: page.view.toolbar.magnifier,
    "the blind card's button": lambda page: page._header.blind,
}


@pytest.mark.parametrize("name", FOCUSES)
def test_an_answer_key_works_from_every_focus(window: Window, folder: Path, qtbot: QtBot, name: str):
    page = review(window)
    FOCUSES[name](page).setFocus(Qt.FocusReason.TabFocusReason)
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_3)
    qtbot.waitUntil(lambda: page.figure.index == 1 and page.figure.seen)
    assert given(folder) == ["unsure", "", "", ""]


@pytest.mark.parametrize("field", ["note", "number"])
def test_a_text_field_types_what_else_would_answer(window: Window, folder: Path, qtbot: QtBot, field: str):
    page = review(window)
    QTest.keyClick(page, Qt.Key.Key_N if field == "note" else Qt.Key.Key_J)
    typed = QApplication.focusWidget()
    assert typed is (page.view.note.box if field == "note" else page.view.jump.number)
    QTest.keyClicks(typed, "3")
    text = page.view.note.box.toPlainText() if field == "note" else page.view.jump.number.text()
    assert text == "3"
    assert page.session is not None
    assert page.session.pending is None
    QTest.keyClick(typed, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is page)
    assert given(folder) == [""] * 4


def test_space_presses_the_answer_that_has_the_focus(window: Window, folder: Path, qtbot: QtBot):
    page = review(window)
    page.view.bar.choices[2].setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(page.view.bar.choices[2], Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: page.figure.index == 1 and page.figure.seen)
    assert given(folder)[0] == "unsure"


def test_tab_goes_from_figure_to_words_to_answers_to_acts_to_tools(window: Window):
    page = review(window)
    page.setFocus()
    seen: list[str] = []
    while "Full screen" not in seen and len(seen) < 40:
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        assert focus is not None
        assert focus.isVisible()
        seen.append(focus.accessibleName())
    assert seen[0].startswith("Figure 1 of 4. Caption: ")
    order = ["Caption", "In the text", "Yes", "No", "Unsure", "Skip", "Note", "Later", "Undo", "Fit the figure"]
    places = [seen.index(name) for name in order]
    assert places == sorted(places)


def test_after_no_the_focus_of_a_pressed_answer_goes_to_a_reason(window: Window, qtbot: QtBot):
    page = review(window)
    page.view.bar.choices[1].setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(page.view.bar.choices[1], Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: page.view.bar.asked.question == "What is it instead?")
    assert QApplication.focusWidget() is page.view.bar.choices[0]


def test_every_focusable_part_of_the_page_has_a_name(window: Window):
    page = review(window)
    parts = [page.view, page.header_part(), page.status_part()]
    nameless = [
        type(widget).__name__
        for part in parts
        for widget in part.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible() and not widget.accessibleName()
    ]
    assert nameless == []


@pytest.mark.parametrize(
    ("size", "form"), [((1280, 800), Form.WIDE), ((960, 540), Form.NARROW), ((640, 400), Form.SMALLEST)]
)
@pytest.mark.parametrize("text_size", [100, 200])
def test_the_window_keeps_its_size_and_the_answers_are_inside(
    window: Window, qtbot: QtBot, size: tuple[int, int], form: Form, text_size: int
):
    factor = text_size / 100
    window.desk.theme.choose(text_size=text_size)
    asked = (round(size[0] * factor), round(size[1] * factor))
    window.resize(*asked)
    page = review(window)
    qtbot.waitUntil(lambda: page.view.form is form)
    assert window.size().toTuple() == asked
    for button in page.view.bar.choices:
        place = button.mapTo(window, button.rect().bottomRight())
        assert button.isVisible()
        assert window.rect().contains(place)


def test_a_later_visit_stands_where_the_last_one_ended(window: Window, folder: Path, qtbot: QtBot):
    page = review(window)
    QTest.keyClick(page, Qt.Key.Key_L)
    qtbot.waitUntil(lambda: page.figure.index == 1 and page.figure.seen)
    window.show_page(Place(PageName.HELP))
    window.show_page(Place(PageName.REVIEW))
    qtbot.waitUntil(lambda: page.figure.seen and page.isVisible())
    assert page.session is not None
    assert (page.session.at, page.session.later) == (1, [0])
    assert given(folder) == [""] * 4


def test_the_focus_rests_on_the_page_at_first_and_after_a_trouble(window: Window, folder: Path, qtbot: QtBot):
    page = review(window)
    assert QApplication.focusWidget() is page
    place = folder / "figaudit.sqlite"
    aside = place.rename(folder / "elsewhere.sqlite")
    QTest.keyClick(page, Qt.Key.Key_1)
    qtbot.waitUntil(lambda: page.view.banner is not None)
    assert page.view.banner is not None
    assert QApplication.focusWidget() is page.view.banner.button
    aside.rename(place)
    QTest.keyClick(page.view.banner.button, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.view.banner is None)
    assert QApplication.focusWidget() is page
