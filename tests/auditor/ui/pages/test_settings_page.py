"""The Settings page: every change holds at once and is remembered; nothing of a project stands in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from auditor.ui.desk import Form, PageName, Place
from auditor.ui.pages import settings_parts
from auditor.ui.pages.settings import SettingsPage
from auditor.ui.pages.settings_keys import key_groups
from auditor.ui.preferences import DEFAULTS, Preferences
from auditor.ui.shortcuts import Stroke
from auditor.ui.widgets.buttons import Segments
from auditor.ui.widgets.fields import NumberField
from tests.helpers.desk import Seat, seated
from tests.helpers.stand import stand, windows_shown, words

OTHER: dict[str, Any] = {
    "theme": "dark",
    "text_size": 150,
    "reading_size": 20,
    "motion": False,
    "keep_zoom": True,
    "show_pace": False,
    "pause_reminder": 45,
    "one_key_reasons": True,
}


@pytest.fixture
def seat(qtbot: QtBot, project: Path, tmp_path: Path) -> Iterator[Seat]:
    with seated(project, tmp_path / "settings", qtbot) as made:
        yield made


def shown(seat: Seat, qtbot: QtBot) -> SettingsPage:
    page = SettingsPage(seat.desk)
    stand(page, qtbot)
    page.enter(Place(PageName.SETTINGS))
    return page


def change(page: SettingsPage, name: str, value: Any) -> None:
    """Operate the control of a setting as a person would."""
    control: object = {
        "theme": page.theme_choice,
        "text_size": page.text_size.widget,
        "reading_size": page.reading_size.widget,
        "motion": page.motion,
        "keep_zoom": page.zoom,
        "show_pace": page.pace,
        "pause_reminder": page.pause.widget,
        "one_key_reasons": page.one_key,
    }[name]
    if isinstance(control, Segments):
        control.segment(str(value)).click()
    elif isinstance(control, NumberField):
        control.setValue(value)
    elif isinstance(control, QAbstractButton):
        control.click()


@pytest.mark.parametrize("name", OTHER)
def test_a_change_is_on_the_disk_at_once(seat: Seat, qtbot: QtBot, name: str):
    page = shown(seat, qtbot)
    assert seat.desk.preferences.get(name) == DEFAULTS[name] != OTHER[name]
    change(page, name, OTHER[name])
    assert json.loads(seat.desk.preferences.file.read_text(encoding="utf-8"))[name] == OTHER[name]
    assert seat.said[-1] == ("The settings are saved.", "positive")


def test_the_page_shows_what_was_remembered(seat: Seat, qtbot: QtBot):
    for name, value in OTHER.items():
        seat.desk.preferences.set(name, value)
    page = shown(seat, qtbot)
    assert page.theme_choice.value == "dark"
    assert page.zoom.value == "True"
    numbers = [field.widget for field in (page.text_size, page.reading_size, page.pause)]
    assert [number.value() for number in numbers if isinstance(number, NumberField)] == [150, 20, 45]
    assert [box.isChecked() for box in (page.motion, page.pace, page.one_key)] == [False, False, True]


def test_theme_and_text_size_hold_at_once(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot)
    small = page.seat.font().pixelSize()
    change(page, "theme", "dark")
    assert seat.desk.theme.scheme == "dark"
    change(page, "text_size", 200)
    assert seat.desk.theme.text_size == 200
    assert page.seat.font().pixelSize() == 2 * small


def test_text_and_reading_size_stay_where_the_desk_can_lay_them_out(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot)
    for name, least, most in (("text_size", 80, 200), ("reading_size", *settings_parts.READING_SIZES)):
        change(page, name, 1)
        assert seat.desk.preferences.get(name) == least
        change(page, name, 1_000)
        assert seat.desk.preferences.get(name) == most


def test_settings_that_cannot_be_kept_are_said(seat: Seat, qtbot: QtBot, tmp_path: Path):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    seat.desk.preferences = Preferences(tmp_path / "file" / "desk.json")
    page = shown(seat, qtbot)
    change(page, "theme", "dark")
    assert page.problem.isVisible()
    assert "cannot be kept" in page.problem.words.text()
    assert seat.desk.theme.scheme == "dark"
    assert seat.said == []


def test_who_sits_here_is_said_and_can_be_changed(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot)
    assert page.seat.text().startswith("first sits here")
    with qtbot.waitSignal(seat.desk.place_wanted) as gone:
        qtbot.mouseClick(page.change_seat, Qt.MouseButton.LeftButton)
    assert gone.args == [Place(PageName.START, extra={"join": True})]
    seat.desk.seat("second")
    assert page.seat.text().startswith("second sits here")
    seat.desk.seat("")
    assert page.seat.text() == "Nobody has said yet who sits here."


def test_the_page_says_what_is_recorded_with_an_answer(seat: Seat, qtbot: QtBot):
    said = " ".join(words(shown(seat, qtbot)))
    for part in ("your name", "your note", "how long you were active", "nothing leaves this machine"):
        assert part in said


def test_keys_are_listed_with_the_caps_of_this_keyboard(seat: Seat, qtbot: QtBot):
    groups = dict(key_groups(seat.desk.caps))
    assert list(groups) == ["Everywhere", "Review", "Panels"]
    assert ("S", "Skip, with a reason") in groups["Review"]
    assert all(caps and said for rows in groups.values() for caps, said in rows)
    page = shown(seat, qtbot)
    seat.desk.caps.learn(Stroke("S", text="ы"))
    assert ("Ы", "Skip, with a reason") in dict(key_groups(seat.desk.caps))["Review"]
    assert "Skip, with a reason" in words(page)


@pytest.mark.parametrize("form", list(Form))
def test_the_page_never_widens_the_window(seat: Seat, qtbot: QtBot, form: Form):
    page = shown(seat, qtbot)
    page.set_form(form)
    least = page.minimumSizeHint()
    assert least.width() <= 588
    assert least.height() <= 348
    room = {Form.WIDE: 1024, Form.NARROW: 748, Form.SMALLEST: 588}[form]
    scroll = page.findChild(type(page._columns.parentWidget().parentWidget().parentWidget()))
    assert scroll is not None
    assert page._columns.minimumSize().width() <= room


def test_no_part_of_the_page_flashes_as_a_window(seat: Seat, qtbot: QtBot):
    with windows_shown() as windows:
        shown(seat, qtbot)
    assert windows == ["QWidget"]
