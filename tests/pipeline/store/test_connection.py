"""A database that is full, read-only, held or gone is told as such, swallows nothing, and works again afterwards."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, func, select
from sqlalchemy.orm import Session

from pipeline.errors import ExitCode, ExpectedError, TroubleCause, UnavailableError
from pipeline.store.papers import Paper
from pipeline.workspace import Workspace, create_workspace, open_workspace

FILE = "figaudit.sqlite"


@pytest.fixture
def opened(project: Path) -> Iterator[Workspace]:
    with open_workspace(project, busy_seconds=0.05) as workspace:
        workspace.write(add, "p_first")
        yield workspace


def add(session: Session, name: str) -> None:
    session.add(Paper(paper_id=name, document=name, platform="local", platform_id=name, extra={}, abstract="x" * 9000))


def papers(session: Session) -> list[str]:
    return list(session.scalars(select(Paper.paper_id).order_by(Paper.id)))


def in_file(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as other:
        return [name for (name,) in other.execute("SELECT paper_id FROM papers ORDER BY id")]


def refused(opened: Workspace, work: Callable[[], Any] | None = None) -> UnavailableError:
    with pytest.raises(UnavailableError) as caught:
        (work or (lambda: opened.write(add, "p_lost")))()
    assert caught.value.exit_code is ExitCode.UNAVAILABLE
    return caught.value


def pragma_first(opened: Workspace, pragma: dict[str, str]) -> None:
    """Every use of a connection begins with this PRAGMA; the dict may be changed later."""

    def set_pragma(connection: sqlite3.Connection, *_others: object) -> None:
        connection.execute(f"PRAGMA {pragma['now']}")

    event.listen(opened._engine, "checkout", set_pragma)


def test_a_full_disk_is_told_and_afterwards_all_goes_on(opened: Workspace):
    pragma = {"now": "max_page_count=1"}  # SQLite's own full disk: the file may not grow
    pragma_first(opened, pragma)
    for _ in range(3):
        trouble = refused(opened)
        assert trouble.cause is TroubleCause.FULL
        assert "free some space on the disk, then try again" in str(trouble)
    assert opened.read(papers) == ["p_first"]
    pragma["now"] = "max_page_count=1000000"
    opened.write(add, "p_second")
    assert opened.read(papers) == ["p_first", "p_second"]


def test_a_database_that_may_only_be_read_is_told(opened: Workspace):
    pragma = {"now": "query_only=1"}
    pragma_first(opened, pragma)
    trouble = refused(opened)
    assert trouble.cause is TroubleCause.READ_ONLY
    assert "make the folder and the file writable" in str(trouble)
    assert opened.read(papers) == ["p_first"]
    pragma["now"] = "query_only=0"
    opened.write(add, "p_second")


def test_a_lock_is_waited_for_as_long_as_was_asked(opened: Workspace, project: Path):
    with closing(sqlite3.connect(project / FILE)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert refused(opened).cause is TroubleCause.LOCKED
        assert opened.read(papers) == ["p_first"], "reading goes on"
        other.rollback()
    opened.write(add, "p_second")
    assert opened.read(lambda session: session.connection().exec_driver_sql("PRAGMA busy_timeout").scalar()) == 50


@pytest.mark.parametrize("what", ["renamed", "deleted", "emptied folder", "emptied"])
def test_nothing_is_written_into_a_file_that_is_not_the_projects_any_more(opened: Workspace, project: Path, what: str):
    file = project / FILE
    if what == "renamed":
        file.rename(project / "away")
    elif what == "deleted":
        file.unlink()
    elif what == "emptied folder":
        project.rename(project.with_name("elsewhere"))
    else:
        file.unlink()
        file.touch()
    for work in (None, lambda: opened.read(papers), None):
        trouble = refused(opened, work)
        assert trouble.cause is TroubleCause.GONE
        assert "the project's database is not where it was" in str(trouble)
        assert "put it back, then try again" in str(trouble)
    assert not file.exists() or not file.stat().st_size, "no new database is made in its place"


def test_a_file_that_was_moved_is_whole_and_goes_on_when_it_is_back(opened: Workspace, project: Path, tmp_path: Path):
    opened.write(add, "p_second")
    away = tmp_path / "moved.sqlite"
    (project / FILE).rename(away)
    assert refused(opened).cause is TroubleCause.GONE
    assert in_file(away) == ["p_first", "p_second"], "what was saved went along, not only into the log beside it"
    away.rename(project / FILE)
    opened.write(add, "p_third")
    assert opened.read(papers) == in_file(project / FILE) == ["p_first", "p_second", "p_third"]


def test_a_folder_that_comes_back_goes_on(opened: Workspace, project: Path):
    elsewhere = project.with_name("elsewhere")
    project.rename(elsewhere)
    assert refused(opened).cause is TroubleCause.GONE
    elsewhere.rename(project)
    opened.write(add, "p_second")
    assert opened.read(papers) == ["p_first", "p_second"]


def test_another_copy_in_its_place_is_opened_without_the_old_ones_log(opened: Workspace, project: Path, tmp_path: Path):
    copy = tmp_path / "copy.sqlite"
    with closing(sqlite3.connect(project / FILE)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    for number in range(20):
        opened.write(add, f"p_{number}")
    assert (project / f"{FILE}-wal").stat().st_size > 0
    copy.replace(project / FILE)
    assert opened.read(papers) == ["p_first"]
    opened.write(add, "p_after")
    with closing(sqlite3.connect(project / FILE)) as other:
        assert other.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert in_file(project / FILE) == ["p_first", "p_after"]


def test_a_file_that_is_no_project_of_this_version_is_not_taken(opened: Workspace, project: Path, tmp_path: Path):
    keep = tmp_path / "keep.sqlite"
    (project / FILE).rename(keep)
    with closing(sqlite3.connect(project / FILE)) as strange:
        strange.execute("CREATE TABLE papers (x)")
    assert "another file stands in its place" in str(refused(opened))
    (project / FILE).write_bytes(b"no database" * 1000)
    with pytest.raises(ExpectedError, match="damaged or no database"):
        opened.write(add, "p_lost")
    shutil.copy(keep, project / FILE)
    opened.write(add, "p_second")
    assert in_file(project / FILE) == ["p_first", "p_second"]


def test_a_file_that_goes_while_it_is_written_is_no_success(opened: Workspace, project: Path, tmp_path: Path):
    def write_and_lose(session: Session) -> None:
        add(session, "p_lost")
        session.flush()
        (project / FILE).rename(tmp_path / "away")

    assert refused(opened, lambda: opened.write(write_and_lose)).cause is TroubleCause.GONE
    assert in_file(tmp_path / "away") == ["p_first", "p_lost"]


def test_a_bug_stays_a_bug(opened: Workspace):
    with pytest.raises(ZeroDivisionError):
        opened.write(lambda _session: 1 / 0)
    assert opened.read(lambda session: session.scalar(select(func.count()).select_from(Paper))) == 1


def test_a_folder_with_any_name_opens(tmp_path: Path):
    folder = tmp_path / "o dd?x#y%20é"
    create_workspace(folder).close()
    with open_workspace(folder) as workspace:
        workspace.write(add, "p_first")
    assert in_file(folder / FILE) == ["p_first"]


def test_a_waiting_writer_gets_its_turn_beside_one_that_never_stops(opened: Workspace, project: Path):
    """The busy program holds the lock nearly always; SQLite's own way of waiting meets a gap only by luck."""
    stop, turns = threading.Event(), []

    def never_stop() -> None:
        with open_workspace(project) as busy:
            while not stop.is_set():
                busy.write(hold)
                turns.append(1)

    def hold(session: Session) -> None:
        session.execute(select(func.count()).select_from(Paper))
        stop.wait(0.02)

    other = threading.Thread(target=never_stop)
    other.start()
    try:
        with open_workspace(project, busy_seconds=30) as desk:
            for number in range(20):
                before = len(turns)
                desk.write(add, f"p_{number}")
                assert len(turns) - before <= 5
    finally:
        stop.set()
        other.join()
    assert len(opened.read(papers)) == 21
