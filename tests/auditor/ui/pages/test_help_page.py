"""The Help page: a topic for every page, search, the glossary, and system details without anything private."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from auditor.ui.desk import Form, PageName, Place
from auditor.ui.pages.help import HelpPage
from auditor.ui.pages.help_topics import TOPICS, load_topics, matching, system_details, version_of
from auditor.ui.shortcuts import Stroke
from tests.helpers.desk import Seat, seated
from tests.helpers.stand import stand, windows_shown

GLOSSARY = (
    *("Paper", "Figure", "Panel", "Caption", "Mention", "Context", "Judge", "Route", "View", "Campaign", "Task"),
    *("Stratum", "Item", "Assignment", "Verdict", "Error mode", "Adjudication", "Decision", "Release"),
)


@pytest.fixture
def seat(qtbot: QtBot, project: Path, tmp_path: Path) -> Iterator[Seat]:
    with seated(project, tmp_path / "settings", qtbot) as made:
        yield made


def shown(seat: Seat, qtbot: QtBot, topic: str = "") -> HelpPage:
    page = HelpPage(seat.desk)
    stand(page, qtbot)
    page.enter(Place(PageName.HELP, extra={"topic": topic} if topic else {}))
    return page


@pytest.mark.parametrize("name", [name.value for name in PageName if name is not PageName.HELP])
def test_every_page_has_a_topic_of_its_own(seat: Seat, qtbot: QtBot, name: str):
    page = shown(seat, qtbot, name)
    assert page.buttons[name].isChecked()
    assert page.text.toPlainText().startswith(name.capitalize())


def test_the_chosen_topic_has_the_focus_and_not_the_search_field(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot, "report")
    qtbot.waitUntil(page.buttons["report"].hasFocus)
    page.set_form(Form.NARROW)
    page.enter(Place(PageName.HELP))
    qtbot.waitUntil(page.short.hasFocus)


def test_an_unknown_topic_opens_the_one_that_was_open(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot, "words")
    page.enter(Place(PageName.HELP, extra={"topic": "help"}))
    assert page.buttons["words"].isChecked()


def test_topics_are_chosen_at_the_left_or_in_the_narrow_form_above(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot)
    qtbot.mouseClick(page.buttons["report"], Qt.MouseButton.LeftButton)
    assert page.text.toPlainText().startswith("Report")
    page.set_form(Form.NARROW)
    assert page.short.isVisible()
    assert not page.search.isVisible()
    assert page.short.currentText() == "Report"
    page.short.setCurrentIndex(page.short.findData("words"))
    page.short.activated.emit(page.short.currentIndex())
    assert page.text.toPlainText().startswith("Words")


def test_the_glossary_holds_every_word_of_the_domain(seat: Seat, qtbot: QtBot):
    said = shown(seat, qtbot, "words").text.toPlainText()
    assert [word for word in GLOSSARY if f"{word} —" not in said] == []


def test_search_leaves_the_topics_that_hold_all_words(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot, "start")
    qtbot.keyClicks(page.search, "interval ESTIMATE")
    assert [name for name, button in page.buttons.items() if button.isVisible()] == ["report"]
    assert page.text.toPlainText().startswith("Report")
    qtbot.keyClicks(page.search, " xyzzy")
    assert page.nothing.isVisible()
    page.search.clear()
    page.search.textEdited.emit("")
    assert all(button.isVisible() for button in page.buttons.values())


def test_matching_without_words_keeps_everything():
    topics = load_topics("# Keys")
    assert matching(topics, "  ") == topics
    assert [topic.name for topic in topics] == [name for name, _ in TOPICS]


def test_keys_are_told_with_the_caps_of_this_keyboard(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot, "keys")
    assert "S — Skip, with a reason." in page.text.toPlainText()
    seat.desk.caps.learn(Stroke("S", text="ы"))
    assert "Ы — Skip, with a reason." in page.text.toPlainText()


def test_headings_and_words_follow_the_text_size(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot, "campaigns")

    def sizes() -> tuple[int, int]:
        document = page.text.document()
        heading = document.begin().begin().fragment().charFormat().font().pixelSize()
        return heading, document.defaultFont().pixelSize()

    assert sizes() == (seat.desk.theme.type("section"), seat.desk.theme.type("body"))
    seat.desk.theme.choose(text_size=200)
    assert sizes() == (2 * 20, 2 * 13)


def test_system_details_hold_versions_and_nothing_of_a_person(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot, "about")
    qtbot.mouseClick(page.copy, Qt.MouseButton.LeftButton)
    said = QGuiApplication.clipboard().text()
    assert said == system_details()
    assert f"Figaudit {version_of('figaudit')}" in said
    assert "unknown" not in said
    for private in (str(seat.folder), str(Path.home()), getpass.getuser(), "first"):
        assert private not in said.splitlines()
        assert f"/{private}" not in said
    assert seat.said[-1] == ("The system details are on the clipboard.", "positive")


def test_a_package_that_is_not_installed_has_no_version():
    assert version_of("no-such-package-of-figaudit") == "unknown"


@pytest.mark.parametrize("form", list(Form))
@pytest.mark.parametrize("text_size", [100, 200])
def test_the_page_never_widens_the_window(seat: Seat, qtbot: QtBot, form: Form, text_size: int):
    seat.desk.theme.choose(text_size=text_size)
    page = shown(seat, qtbot)
    page.set_form(form)
    least = page.minimumSizeHint()
    room = {Form.WIDE: (1024, 560), Form.NARROW: (748, 400), Form.SMALLEST: (588, 348)}[form]
    scale = text_size / 100 if form is Form.WIDE else 1  # at 200 % only a window twice as large is wide
    assert least.width() <= room[0] * scale
    assert least.height() <= room[1] * scale


def test_no_part_of_the_page_flashes_as_a_window(seat: Seat, qtbot: QtBot):
    with windows_shown() as windows:
        shown(seat, qtbot)
    assert windows == ["QWidget"]
