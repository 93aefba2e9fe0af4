"""From a painted window to an open project: the asked campaign, or the place where work went on last."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from auditor.ui import app, projects
from auditor.ui.desk import PageName, Place, Tone
from auditor.ui.window import Window
from auditor.ui.window_state import keep_place
from pipeline.workspace import open_workspace
from tests.helpers.desk import add_drawn, seal_drawn
from tests.helpers.frame import framed


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    with framed(tmp_path / "settings", monkeypatch) as made:
        yield made
        qtbot.waitUntil(lambda: not made.desk.workers._open)


@pytest.fixture
def audited(project: Path) -> Path:
    with open_workspace(project) as workspace:
        add_drawn(workspace, 3)
        seal_drawn(workspace, size=3)
        seal_drawn(workspace, size=2, task="panel-boxes", name="boxes")
    return project


def begin(window: Window, project: Path | None, *, auditor: str = "first", place: Place | None = None) -> None:
    app.Opening(window, project, auditor=auditor, place=place).begin()
    window.show()


def at(window: Window, place: Place) -> bool:
    return window.place == place


def test_the_project_opens_once_the_window_is_painted_and_its_auditor_sits_there(
    window: Window, qtbot: QtBot, audited: Path
):
    begin(window, audited)
    assert window.desk.project is None
    qtbot.waitUntil(lambda: window.desk.auditor == "first")
    assert window.desk.project == audited
    assert window.place.page is PageName.START


@pytest.mark.parametrize(("campaign", "page"), [("spring", PageName.REVIEW), ("boxes", PageName.PANELS)])
def test_a_campaign_opens_on_the_page_of_its_kind(
    window: Window, qtbot: QtBot, audited: Path, campaign: str, page: PageName
):
    begin(window, audited, place=Place(PageName.REVIEW, campaign))
    qtbot.waitUntil(lambda: at(window, Place(page, campaign)))


def test_an_unknown_campaign_leaves_the_start_page_and_says_which_there_are(
    window: Window, qtbot: QtBot, audited: Path
):
    begin(window, audited, place=Place(PageName.REVIEW, "autumn"))
    qtbot.waitUntil(lambda: bool(window.toasts.messages))
    (message,) = window.toasts.messages
    assert "spring" in message.text
    assert message.tone is Tone.CAUTION
    assert window.place.page is PageName.START


def test_work_goes_on_where_it_was_left_for_the_person_who_sat_there(window: Window, qtbot: QtBot, audited: Path):
    begin(window, audited)
    qtbot.waitUntil(lambda: window.desk.auditor == "first")
    keep_place(window.desk, Place(PageName.REVIEW, "spring"))
    app.Opening(window, audited)._open()
    qtbot.waitUntil(lambda: at(window, Place(PageName.REVIEW, "spring")))
    assert window.desk.auditor == "first"


def test_a_project_that_cannot_be_opened_is_told_on_the_start_page(window: Window, qtbot: QtBot, project: Path):
    (project / "figaudit.sqlite").unlink()
    begin(window, project)
    qtbot.waitUntil(lambda: bool(window.toasts.messages))
    assert "cannot be opened" in window.toasts.messages[0].text
    assert window.toasts.messages[0].tone is Tone.NEGATIVE
    assert window.desk.project is None
    assert "trouble" in window.place.extra


def test_the_times_of_a_start_are_told_only_when_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    app._tell_time("window painted")
    assert not capsys.readouterr().err
    monkeypatch.setenv(app.TIMES, "1")
    app._tell_time("window painted")
    assert capsys.readouterr().err.startswith("window painted ")
    assert app._seconds_alive() > 0


def test_without_a_named_project_the_last_one_opens_where_it_was_left(window: Window, qtbot: QtBot, audited: Path):
    preferences = window.desk.preferences
    projects.remember(preferences, audited.parent / "older")
    projects.remember(preferences, audited)
    preferences.set("auditors", {str(audited): "first"})
    preferences.set("place", {str(audited): {"page": "review", "campaign": "spring"}})
    begin(window, None, auditor="")
    qtbot.waitUntil(lambda: at(window, Place(PageName.REVIEW, "spring")))
    assert (window.desk.project, window.desk.auditor) == (audited, "first")


def test_a_last_project_that_is_gone_is_told_in_a_sentence(window: Window, qtbot: QtBot, tmp_path: Path):
    projects.remember(window.desk.preferences, tmp_path / "diagrams")
    begin(window, None, auditor="")
    qtbot.waitUntil(lambda: bool(window.toasts.messages))
    said = window.toasts.messages[0].text
    assert said.startswith("The project diagrams cannot be opened. Its folder is not there:")
    assert window.place.page is PageName.START


def test_the_very_first_window_opens_no_project(window: Window, qtbot: QtBot):
    with qtbot.waitSignal(window.painted):
        begin(window, None, auditor="")
    assert window.desk.project is None
    assert not window.toasts.messages
