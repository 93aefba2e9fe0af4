"""`figaudit open` says in plain words why no window can open, and loads nothing that the window does not need."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import typer

from auditor.cli import app, window
from auditor.ui import app as desk_app
from auditor.ui.desk import PageName, Place
from pipeline.errors import ExpectedError
from tests.helpers.command import run

REPOSITORY = Path(__file__).resolve().parents[3]
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def started(*words: str, folder: Path = REPOSITORY, **more: str) -> subprocess.CompletedProcess[str]:
    """`figaudit` in a process of its own without a display, as a person on a server has it."""
    environment = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
    return subprocess.run(
        [sys.executable, "-m", "auditor", *words],
        cwd=folder, env={**environment, "PYTHONPATH": str(REPOSITORY), **more},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_without_a_display_it_says_so_and_what_to_do_instead(project: Path):
    done = started("open", "--project", str(project))
    assert done.returncode == 4
    assert done.stderr.startswith("figaudit: there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set)")
    assert "figaudit verdicts import" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_display_that_does_not_answer_is_named():
    done = started("open", DISPLAY=":4711")
    assert done.returncode == 4
    assert "nothing answers at DISPLAY=:4711" in done.stderr


def test_a_display_that_answers_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    with closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind("X5")
        assert not window._connects("X5")
        server.listen()
        assert window._connects("X5")


def test_a_folder_without_a_project_is_refused_before_any_window(tmp_path: Path):
    done = started("open", "--project", str(tmp_path / "gone"), QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 1
    assert "is not a Figaudit project" in done.stderr


def test_a_campaign_needs_a_project(tmp_path: Path):
    done = started("open", "--campaign", "spring", folder=tmp_path, QT_QPA_PLATFORM="offscreen")
    assert (done.returncode, "name its folder with --project DIR" in done.stderr) == (1, True)


def test_a_wrong_option_is_wrong_use_and_help_shows_every_option():
    wrong = started("open", "--projekt", "x")
    assert wrong.returncode == 2
    helped = started("open", "--help")
    assert helped.returncode == 0
    for option in ("--project", "--auditor", "--campaign"):
        assert option in helped.stdout
    assert helped.stdout.startswith("Usage: figaudit open ")


def test_the_folder_is_the_named_one_or_the_current_one_when_it_holds_a_project(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    assert window.chosen_folder(None) is None
    assert window.chosen_folder(project) == project
    monkeypatch.chdir(project)
    assert window.chosen_folder(None) == project
    with pytest.raises(ExpectedError, match="not a Figaudit project"):
        window.chosen_folder(empty)


def test_missing_system_libraries_are_named_as_debian_packages(monkeypatch: pytest.MonkeyPatch):
    said = "libEGL.so.1: cannot open shared object file: No such file or directory"
    assert window.missing_library(said).endswith("--no-install-recommends libegl1")
    assert "install Figaudit anew" in window.missing_library("No module named 'PySide6'")
    monkeypatch.setattr(window, "_answers", lambda _display: True)
    monkeypatch.setattr(window, "_loads", lambda name: "xcb" not in name)
    with pytest.raises(ExpectedError, match=r"libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0$"):
        window.require_display({"DISPLAY": ":1"})
    window.require_display({"DISPLAY": ":1", "QT_QPA_PLATFORM": "offscreen"})


def test_the_same_packages_are_named_as_by_the_set_up_script():
    script = (REPOSITORY / "dev").read_text(encoding="utf-8")
    for name, package in (window.LIBRARIES | window.X11_LIBRARIES).items():
        assert f'"{name}": "{package}"' in script


def test_the_window_gets_project_auditor_and_campaign_and_its_code_is_the_commands(
    project: Path, monkeypatch: pytest.MonkeyPatch
):
    seen: list[object] = []

    def opened(folder: Path | None, *, auditor: str, place: Place | None) -> int:
        seen.extend((folder, auditor, place))
        return 3

    monkeypatch.setattr(desk_app, "run", opened)
    done = run(app, "open", "--project", project, "--auditor", " first ", "--campaign", "spring")
    assert done.code == 3
    assert seen == [project, "first", Place(PageName.REVIEW, "spring")]


def test_the_whole_command_line_is_still_an_attribute_of_the_package():
    assert isinstance(app, typer.Typer)
    from auditor import cli

    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = cli.nothing_of_the_kind


def test_bare_and_with_help_it_lists_every_command():
    listed = started("--help").stdout
    for command in ("init", "run", "campaign", "verdicts", "report", "release", "stats", "open", "demo"):
        assert f"\n  {command} " in listed


BROKEN = """
import sys
from auditor.cli import main
from auditor.ui import app

def broken(*_said):
    raise AttributeError("nobody is to read this")

app.Window = broken
sys.argv = ["figaudit", "open"]
main()
"""


@pytest.mark.parametrize("disk", ["takes the log", "takes nothing"])
def test_a_window_that_cannot_be_made_says_so_and_where_the_details_are(tmp_path: Path, disk: str):
    settings = tmp_path / "settings"
    if disk == "takes nothing":
        settings.write_text("a file where the folder would be")
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "FIGAUDIT_DESK": str(settings)}
    done = subprocess.run(
        [sys.executable, "-c", BROKEN],
        cwd=tmp_path, env={**environment, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("figaudit: the window could not open because of a fault in Figaudit; every answer")
    log = settings / "logs" / "figaudit.log"
    if disk == "takes nothing":
        details = done.stderr
    else:
        assert done.stderr.endswith(f"stands at the end of {log}\n")
        assert len(done.stderr.splitlines()) == 1
        details = log.read_text(encoding="utf-8")
    assert "builtins.AttributeError" in details
    assert "nobody is to read this" not in done.stderr + details
