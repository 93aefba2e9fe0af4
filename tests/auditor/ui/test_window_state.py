"""Place, size, page and panes come back; a window whose screen is missing comes to the primary one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from auditor.ui.desk import Desk, PageName, Place
from auditor.ui.preferences import Preferences
from auditor.ui.theme import Theme
from auditor.ui.window_state import (
    keep_pane_width,
    keep_place,
    keep_window,
    last_place,
    pane_width,
    restore_window,
)
from auditor.ui.workers import Workers

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    return Preferences(tmp_path / "settings" / "desk.json")


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def desk(project: Path, tmp_path: Path, qtbot: QtBot) -> Iterator[Desk]:
    workers = Workers()
    made = Desk(preferences=Preferences(tmp_path / "settings" / "desk.json"), theme=Theme("light"), workers=workers)
    opened: list[object] = []
    workers.open_project(project, done=opened.append, failed=opened.append)
    qtbot.waitUntil(lambda: bool(opened))
    assert opened == [project]
    yield made
    workers.stop()


def screen() -> QRect:
    return QGuiApplication.primaryScreen().availableGeometry()


def test_size_and_place_come_back(window: QWidget, preferences: Preferences):
    window.setGeometry(20, 30, 700, 500)
    keep_window(window, preferences)
    again = QWidget()
    restore_window(again, Preferences(preferences.file))
    assert again.geometry() == QRect(20, 30, 700, 500)


def test_the_first_window_fits_the_screen(window: QWidget, preferences: Preferences):
    restore_window(window, preferences)
    assert screen().contains(window.geometry())
    assert window.width() == min(1280, screen().width())


@pytest.mark.parametrize("place", [[9000, 9000], [-3000, 40], [40, -700]])
def test_a_window_nobody_could_reach_comes_to_the_primary_screen(
    window: QWidget, preferences: Preferences, place: list[int]
):
    preferences.set("window", {"geometry": [*place, 600, 400]})
    restore_window(window, preferences)
    assert screen().contains(window.geometry())
    assert window.width() == 600


@pytest.mark.parametrize("said", [None, "wide", [1, 2, 3], [1, 2, 3, "4"], [0.5, 0, 600, 400]])
def test_a_geometry_that_makes_no_sense_counts_as_none(window: QWidget, preferences: Preferences, said: object):
    preferences.set("window", {"geometry": said})
    restore_window(window, preferences)
    assert screen().contains(window.geometry())


def test_a_maximized_window_comes_back_maximized_with_its_size_beside_it(
    window: QWidget, preferences: Preferences, qtbot: QtBot
):
    window.setGeometry(20, 30, 500, 400)
    window.showMaximized()
    qtbot.waitUntil(window.isMaximized)
    keep_window(window, preferences)
    assert preferences.get("window")["geometry"][2:] == [500, 400]
    again = QWidget()
    qtbot.addWidget(again)
    restore_window(again, preferences)
    assert again.isMaximized()


def test_panes_keep_their_width_beside_the_window(window: QWidget, preferences: Preferences):
    assert pane_width(preferences, "text", 372) == 372
    keep_pane_width(preferences, "text", 410)
    keep_pane_width(preferences, "panels", 340)
    keep_window(window, preferences)
    again = Preferences(preferences.file)
    assert (pane_width(again, "text", 372), pane_width(again, "panels", 300)) == (410, 340)


def test_the_page_and_its_campaign_come_back_for_each_project(desk: Desk):
    assert last_place(desk) == Place(PageName.START)
    keep_place(desk, Place(PageName.REVIEW, "spring"))
    assert last_place(desk) == Place(PageName.REVIEW, "spring")
    keep_place(desk, Place(PageName.SETTINGS, "spring", {"topic": "keys"}))
    assert last_place(desk) == Place(PageName.SETTINGS)


@pytest.mark.parametrize("said", [None, "review", {}, {"page": "gone"}, {"page": ["review"]}])
def test_a_remembered_page_that_is_not_there_counts_as_none(desk: Desk, said: object):
    desk.preferences.set("place", {str(desk.project): said})
    assert last_place(desk) == Place(PageName.START)


def test_a_window_from_a_larger_screen_shows_its_foot(window: QWidget, preferences: Preferences):
    room = QGuiApplication.primaryScreen().availableGeometry()
    preferences.set("window", {"geometry": [0, 0, room.width(), 3 * room.height()]})
    restore_window(window, preferences)
    assert room.contains(window.geometry())


def test_numbers_beyond_any_screen_count_as_none(window: QWidget, preferences: Preferences):
    preferences.set("window", {"geometry": [10**12, 0, 900, 700]})
    restore_window(window, preferences)
    assert QGuiApplication.primaryScreen().availableGeometry().contains(window.geometry())


@pytest.mark.parametrize(("beside", "below"), [(300, 0), (0, 200), (300, 200), (-60, 0)])
def test_a_window_that_hangs_over_an_edge_is_moved_onto_the_screen(
    window: QWidget, preferences: Preferences, beside: int, below: int
):
    room = screen()
    corner = [room.right() - 600 + beside if beside > 0 else beside, room.bottom() - 400 + below]
    preferences.set("window", {"geometry": [*corner, 600, 400]})
    restore_window(window, preferences)
    assert room.contains(window.geometry())
    assert (window.width(), window.height()) == (600, 400)
