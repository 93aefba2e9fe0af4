from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.ui.workers import Call, Workers, _Line
from pipeline.errors import ExpectedError
from pipeline.store.papers import Paper
from pipeline.workspace import open_workspace
from tests.helpers.factories import make_paper

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def workers() -> Iterator[Workers]:
    made = Workers()
    yield made
    made.stop()


def never(*said: object) -> None:
    raise AssertionError(said)


def opened(workers: Workers, qtbot: QtBot, folder: Path) -> None:
    found: list[Path] = []
    workers.open_project(folder, done=found.append, failed=never)
    qtbot.waitUntil(lambda: bool(found))


def test_results_arrive_on_the_main_thread(workers: Workers, qtbot: QtBot):
    seen: list[tuple[str, str]] = []
    workers.pool(
        lambda: threading.current_thread().name,
        done=lambda name: seen.append((name, threading.current_thread().name)),
        failed=never,
    )
    qtbot.waitUntil(lambda: bool(seen))
    assert seen[0][0].startswith("pool")
    assert seen[0][1] == threading.main_thread().name


def test_a_write_is_committed_when_done_is_called(workers: Workers, qtbot: QtBot, project: Path):
    opened(workers, qtbot, project)
    counts: list[int] = []

    def count_with_eyes_of_another(_result: object) -> None:
        with open_workspace(project) as other:
            counts.append(other.read(count))

    workers.write(add_paper, 1, done=count_with_eyes_of_another, failed=never)
    workers.write(add_paper, 2, done=count_with_eyes_of_another, failed=never)
    qtbot.waitUntil(lambda: len(counts) == 2)
    assert counts[0] >= 1
    assert counts[1] == 2


def add_paper(session: Session, number: int) -> None:
    session.add(make_paper(number))


def count(session: Session) -> int:
    return len(session.scalars(select(Paper)).all())


def test_an_expected_error_goes_to_failed_and_work_goes_on(workers: Workers, qtbot: QtBot, tmp_path: Path):
    failed: list[str] = []
    workers.open_project(tmp_path, done=never, failed=lambda error: failed.append(str(error)))
    qtbot.waitUntil(lambda: bool(failed))
    assert "not a Figaudit project" in failed[0]
    workers.read(len, done=never, failed=lambda error: failed.append(str(error)))
    qtbot.waitUntil(lambda: len(failed) == 2)
    assert "no project is open" in failed[1]


def test_a_failed_opening_keeps_the_open_project(workers: Workers, qtbot: QtBot, project: Path, tmp_path: Path):
    opened(workers, qtbot, project)
    failed: list[ExpectedError] = []
    workers.open_project(tmp_path, done=never, failed=failed.append)
    qtbot.waitUntil(lambda: bool(failed))
    assert workers.folder == project


def test_a_bug_is_raised_on_the_main_thread(workers: Workers, qtbot: QtBot):
    with qtbot.capture_exceptions() as raised:
        workers.pool(lambda: 1 / 0, done=never, failed=never)
        qtbot.waitUntil(lambda: bool(raised))
    assert raised[0][0] is ZeroDivisionError


def test_nobody_hears_of_a_cancelled_call(workers: Workers, qtbot: QtBot):
    gate = threading.Event()
    counts: list[int] = []
    workers.busy_changed.connect(counts.append)
    calls = [workers.pool(gate.wait, done=never, failed=never) for _ in range(9)]
    for call in calls:
        call.cancel()
    gate.set()
    qtbot.waitUntil(lambda: bool(counts) and counts[-1] == 0)
    assert max(counts) == 9


def test_urgent_work_overtakes():
    gate, order = threading.Event(), []
    ended = threading.Semaphore(0)
    line = _Line("line", 1, lambda _call: ended.release())

    def call(run: Callable[[], object]) -> Call:
        return Call(run, done=never, failed=never)

    line.add(call(gate.wait), 0)
    for priority in (5, -5, 0):
        line.add(call(lambda priority=priority: order.append(priority)), priority)
    gate.set()
    for _ in range(4):
        assert ended.acquire(timeout=30)
    line.stop(last=9, seconds=30)
    assert order == [-5, 0, 5]


def test_stopping_finishes_the_writes_that_wait(qtbot: QtBot, project: Path):
    workers = Workers()
    opened(workers, qtbot, project)
    ran: list[int] = []
    for number in range(20):
        workers.on_database(lambda number=number: ran.append(number), done=lambda _: None, failed=never)
    workers.stop()
    assert ran == list(range(20))


def test_nobody_hears_of_work_that_ends_after_the_stop(workers: Workers, qtbot: QtBot, project: Path):
    opened(workers, qtbot, project)
    counts: list[int] = []
    workers.busy_changed.connect(counts.append)
    workers.write(add_paper, 1, done=never, failed=never)
    workers.stop()
    qtbot.waitUntil(lambda: bool(counts) and counts[-1] == 0)
    with open_workspace(project) as other:
        assert other.read(count) == 1


def test_the_last_write_is_told_of_once_its_asker_knows(workers: Workers, qtbot: QtBot, project: Path):
    opened(workers, qtbot, project)
    order: list[str] = []
    workers.written.connect(lambda: order.append("written"))
    workers.write(add_paper, 1, done=lambda _: order.append("first"), failed=never)
    workers.write(add_paper, 2, done=lambda _: order.append("second"), failed=never)
    assert workers.writes == 2
    qtbot.waitUntil(lambda: "written" in order)
    assert order == ["first", "second", "written"]
