"""Recent projects, opening and making one, and the demo in another process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from auditor.ui import projects
from auditor.ui.desk import Trouble
from auditor.ui.preferences import Preferences
from pipeline.errors import ExpectedError
from tests.helpers.desk import Seat, seated

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    return Preferences(tmp_path / "settings" / "desk.json")


@pytest.fixture
def seat(qtbot: QtBot, project: Path, tmp_path: Path) -> Iterator[Seat]:
    with seated(project, tmp_path / "settings", qtbot) as made:
        yield made


def names(preferences: Preferences) -> list[str]:
    return [project.folder.name for project in projects.recent_projects(preferences)]


def never(*said: object) -> None:
    raise AssertionError(said)


def test_the_project_opened_last_stands_first_and_only_once(preferences: Preferences):
    for name in ("a", "b", "a"):
        projects.remember(preferences, Path("/p") / name)
    assert names(preferences) == ["a", "b"]


def test_the_list_is_bounded(preferences: Preferences):
    for number in range(projects.MOST_RECENT + 5):
        projects.remember(preferences, Path(f"/p/{number}"))
    assert len(names(preferences)) == projects.MOST_RECENT
    assert names(preferences)[0] == str(projects.MOST_RECENT + 4)


def test_a_count_of_figures_is_kept_when_a_project_is_opened_again(preferences: Preferences):
    projects.remember(preferences, Path("/p/a"))
    projects.count_figures(preferences, Path("/p/a"), 2_855)
    projects.remember(preferences, Path("/p/a"))
    assert [project.figures for project in projects.recent_projects(Preferences(preferences.file))] == [2_855]


def test_forgetting_a_project_forgets_who_sat_there(preferences: Preferences):
    projects.remember(preferences, Path("/p/a"))
    preferences.set("auditors", {"/p/a": "first", "/p/b": "second"})
    projects.forget(preferences, Path("/p/a"))
    assert names(preferences) == []
    assert preferences.get("auditors") == {"/p/b": "second"}


def test_a_list_that_somebody_broke_is_read_as_far_as_it_goes(preferences: Preferences):
    preferences.set("projects", [{"folder": 3}, "x", {"folder": "/p/a", "opened": 7, "figures": "many"}])
    found = projects.recent_projects(preferences)
    assert [(project.folder, project.figures) for project in found] == [(Path("/p/a"), None)]
    assert projects.opened_when(found[0].opened) == ""


def test_a_project_is_remembered_once_by_its_whole_path_whichever_way_it_is_named(
    seat: Seat, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(seat.folder.parent)
    (tmp_path / "link").symlink_to(seat.folder)
    ways = [Path(seat.folder.name), seat.folder / ".." / seat.folder.name, tmp_path / "link", seat.folder]
    for number, way in enumerate(ways, 1):
        opened: list[Path] = []
        projects.open_project(seat.desk, way, auditor=f"auditor-{number}", opened=opened.append, failed=never)
        qtbot.waitUntil(lambda opened=opened: bool(opened))
    preferences = seat.desk.preferences
    assert [project.folder for project in projects.recent_projects(preferences)] == [seat.folder]
    assert preferences.get("auditors")[str(seat.folder)] == "auditor-4"
    assert seat.desk.project == seat.folder


def test_an_entry_that_leads_nowhere_sure_is_left_out(preferences: Preferences):
    entries = ("figaudit-demo/project", "/p/a", "/p/a")
    preferences.set("projects", [{"folder": folder, "opened": ""} for folder in entries])
    assert names(preferences) == ["a"]
    assert projects.last_project(preferences) == Path("/p/a")


def test_days_are_said_in_words():
    now = datetime(2026, 3, 5, 12, tzinfo=UTC).astimezone()
    said = [projects.opened_when((now - timedelta(days=days)).isoformat(), now) for days in (0, 1, 3, 400)]
    assert said == ["today", "yesterday", "2 March", "29 January 2025"]


def test_a_project_folder_without_a_telling_name_is_named_with_its_parent():
    assert projects.RecentProject(Path("/x/figaudit-demo/project"), "").name == "figaudit-demo"
    assert projects.RecentProject(Path("/x/diagrams"), "").name == "diagrams"
    assert projects.RecentProject(Path("/x/figaudit"), "").name == "x/figaudit"


def test_opening_seats_who_sat_there_and_remembers_the_project(seat: Seat, qtbot: QtBot, tmp_path: Path):
    desk = seat.desk
    other = tmp_path / "other"
    made: list[Path] = []
    projects.make_project(desk, other, opened=made.append, failed=never)
    qtbot.waitUntil(lambda: bool(made))
    assert desk.project == other
    assert desk.auditor == ""
    desk.seat("first")
    projects.open_project(desk, seat.folder, opened=made.append, failed=never)
    qtbot.waitUntil(lambda: len(made) == 2)
    assert desk.auditor == "first"
    projects.open_project(desk, other, opened=made.append, failed=never)
    qtbot.waitUntil(lambda: len(made) == 3)
    assert desk.auditor == "first"
    assert names(desk.preferences) == ["other", seat.folder.name]


def test_a_refused_project_leaves_the_present_one_open(seat: Seat, qtbot: QtBot, tmp_path: Path):
    said: list[Trouble] = []
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "gone", tmp_path / "empty"):
        projects.open_project(seat.desk, folder, opened=never, failed=said.append)
    projects.make_project(seat.desk, seat.folder, opened=never, failed=said.append)
    qtbot.waitUntil(lambda: len(said) == 3)
    assert "moved or renamed" in said[0].text
    assert "holds no project" in said[1].text
    assert said[2].title == "No project was made."
    assert seat.desk.project == seat.folder
    assert names(seat.desk.preferences) == []


def test_a_message_becomes_a_sentence():
    assert projects.sentence(ExpectedError("the disk is full")) == "The disk is full."
    assert projects.sentence("/x/y is no project; name another") == "/x/y is no project; name another."
    assert projects.sentence("Is it there?") == "Is it there?"
    assert projects.sentence("") == ""


def pretend(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    monkeypatch.setattr(projects, "demo_command", lambda folder: [sys.executable, "-c", program, str(folder)])


def test_the_demo_tells_its_steps_and_where_its_project_lies(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    pretend(monkeypatch, r"print('Drew 6 papers\n\n$ figaudit init x\nMade\n\n$ figaudit run --project x')")
    demo = projects.Demo(tmp_path / "demo")
    steps: list[tuple[str, int, int]] = []
    demo.stepped.connect(lambda *step: steps.append(step))
    with qtbot.waitSignal(demo.finished) as ended:
        demo.start()
    assert ended.args == [tmp_path / "demo" / "project"]
    assert [words for words, _, _ in steps] == [
        "Drawing invented papers",
        "Making the project",
        "Reading papers, finding figures",
    ]
    assert [done for _, done, _ in steps] == [0, 1, 2]
    assert not demo.running


def test_a_demo_that_fails_says_the_last_thing_it_said(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # where it is set, the order of what is said is not in doubt
    pretend(monkeypatch, "import sys; print('$ figaudit init'); sys.exit('figaudit: the disk is full')")
    demo = projects.Demo(tmp_path / "demo")
    with qtbot.waitSignal(demo.failed) as ended:
        demo.start()
    trouble = ended.args[0]
    assert trouble.text == "The disk is full."
    assert "$ figaudit init" in trouble.details


def test_a_program_that_is_not_there_is_said(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(projects, "demo_command", lambda folder: [str(tmp_path / "no-such-program"), str(folder)])
    demo = projects.Demo(tmp_path / "demo")
    with qtbot.waitSignal(demo.failed) as ended:
        demo.start()
    assert "did not start" in ended.args[0].text


def test_a_stopped_demo_ends_and_says_nothing(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    pretend(monkeypatch, "print('$ figaudit init', flush=True); input()")
    demo = projects.Demo(tmp_path / "demo")
    said: list[object] = []
    demo.finished.connect(said.append)
    demo.failed.connect(said.append)
    demo.start()
    qtbot.waitUntil(lambda: demo.running)
    demo.stop()
    assert not demo.running
    assert said == []


def test_the_demo_command_is_the_one_a_person_would_give(tmp_path: Path):
    assert projects.demo_command(tmp_path)[1:] == ["-m", "auditor", "demo", str(tmp_path), "--headless"]
