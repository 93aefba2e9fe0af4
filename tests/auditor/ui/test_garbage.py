from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from auditor.ui.garbage import IDLE_ROUNDS, QUIET_ROUNDS, MainThreadCollector
from auditor.ui.garbage import MANY as MANY_AT_ONCE
from auditor.ui.workers import Workers

MANY = 5_000
pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def collector() -> Iterator[MainThreadCollector]:
    made = MainThreadCollector()
    yield made
    made.stop()


class Circle(QObject):
    """Refers to itself, so that only the collector can end it; it tells on which thread that was."""

    def __init__(self, ended: list[str]) -> None:
        super().__init__()
        self.me = self
        self.ended = ended

    def __del__(self) -> None:
        self.ended.append(threading.current_thread().name)


def circles(ended: list[str]) -> None:
    for _ in range(10):
        Circle(ended)


def litter() -> int:
    """Many objects on a worker's thread, more than enough to make Python collect there."""
    return len([[[]] for _ in range(MANY)])


@pytest.mark.usefixtures("collector")
def test_objects_of_qt_end_on_the_main_thread(qtbot: QtBot):
    ended: list[str] = []
    workers = Workers()
    circles(ended)
    done: list[int] = []
    workers.pool(litter, done=done.append, failed=lambda error: done.append(len(str(error))))
    qtbot.waitUntil(lambda: bool(done))
    assert done == [MANY]
    qtbot.waitUntil(lambda: len(ended) == 10, timeout=20_000)
    workers.stop()
    assert set(ended) == {threading.main_thread().name}


def test_python_collects_again_afterwards():
    made = MainThreadCollector()
    assert not gc.isenabled()
    made.stop()
    assert gc.isenabled()


def test_what_was_set_aside_is_looked_at_again_when_nothing_moves_for_long(collector: MainThreadCollector):
    collector._timer.stop()
    ended: list[str] = []
    circle: Circle | None = Circle(ended)
    for _ in range(QUIET_ROUNDS):
        collector.collect()
    assert gc.get_freeze_count() > 0
    assert circle is not None
    circle = None
    gc.collect()
    assert not ended
    for _ in range(IDLE_ROUNDS):
        collector.collect()
    assert ended


def test_many_new_objects_are_set_aside_without_a_look_at_them(
    collector: MainThreadCollector, monkeypatch: pytest.MonkeyPatch
):
    collector._timer.stop()
    looks: list[int] = []
    monkeypatch.setattr(gc, "collect", looks.append)
    kept = [[number] for number in range(2 * MANY_AT_ONCE)]
    collector.collect()
    assert not looks
    assert gc.get_count()[0] < len(kept) // 10
