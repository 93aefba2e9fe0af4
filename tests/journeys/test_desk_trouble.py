"""A disk that fills up, goes away or is locked: the desk stops with a banner and goes on afterwards."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from auditor.audits.queue import desk_queue
from pipeline.workspace import open_workspace
from tests.helpers.desk import add_drawn, seal_drawn
from tests.helpers.screen import Screen, screen
from tests.helpers.windows import SCAN_CODE, Desk, desk_on, position

MEGABYTE = 1 << 20
FIGURES = 12


@pytest.fixture(scope="module")
def own_screen() -> Iterator[Screen]:
    with screen() as place:
        yield place


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 24 MB of our own, where this machine lets us mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=24m", "figaudit-test", str(folder)]
    if os.name != "posix" or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("no disk of our own here: mounting one needs rights that this user lacks")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def drawn_project(project: Path) -> Path:
    with open_workspace(project) as workspace:
        add_drawn(workspace, FIGURES, size=(160, 100))
        seal_drawn(workspace, FIGURES)
    return project


def answers(project: Path) -> list[str]:
    with open_workspace(project) as workspace:
        places = workspace.read(desk_queue, "spring", "first").places
    return [place.own.answer for place in places if place.own is not None]


def stopped_and_mended(desk: Desk, mend: Callable[[], object]) -> None:
    """With the trouble there: an answer is not saved and no key moves on; mended, the kept answer is saved first."""
    desk.screen.keys(SCAN_CODE["3"])
    desk.until("blocked")
    desk.screen.keys(SCAN_CODE["1"], SCAN_CODE["S"], SCAN_CODE["L"])
    desk.screen.keys("Return")
    desk.until("blocked")
    mend()
    desk.screen.keys("Return")
    assert position(desk.until("painted")) == 2
    desk.screen.keys(SCAN_CODE["1"])
    assert position(desk.until("painted")) == 3


@contextmanager
def desk_at_work(place: Screen, project: Path, settings: Path) -> Iterator[Desk]:
    """A desk that has saved one answer already."""
    with desk_on(place, project, settings) as desk:
        desk.until("painted 0")
        place.keys(SCAN_CODE["1"])
        desk.until("painted 1")
        yield desk


def test_a_project_that_vanished_and_came_back(own_screen: Screen, project: Path, tmp_path: Path):
    drawn_project(project)
    away = tmp_path / "away"
    with desk_at_work(own_screen, project, tmp_path / "settings") as desk:
        project.rename(away)
        stopped_and_mended(desk, lambda: away.rename(project))
    assert answers(project) == ["yes", "unsure", "yes"]


def test_a_database_that_another_program_holds(own_screen: Screen, project: Path, tmp_path: Path):
    drawn_project(project)
    holder = sqlite3.connect(project / "figaudit.sqlite", isolation_level=None)
    with desk_at_work(own_screen, project, tmp_path / "settings") as desk:
        holder.execute("BEGIN IMMEDIATE")
        stopped_and_mended(desk, lambda: holder.execute("ROLLBACK"))
    holder.close()
    assert answers(project) == ["yes", "unsure", "yes"]


def test_a_full_disk(own_screen: Screen, project: Path, small_disk: Path, tmp_path: Path):
    home = Path(shutil.copytree(drawn_project(project), small_disk / "project"))
    ballast = small_disk / "ballast"

    def fill() -> None:
        with ballast.open("wb", buffering=0) as stream:
            try:
                while stream.write(b"x" * 4096):
                    pass
            except OSError:
                return

    with desk_at_work(own_screen, home, tmp_path / "settings") as desk:
        fill()
        stopped_and_mended(desk, ballast.unlink)
    assert answers(home) == ["yes", "unsure", "yes"]
