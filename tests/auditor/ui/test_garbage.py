from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from auditor.ui.garbage import MainThreadCollector
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
