from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pipeline import run
from pipeline.run import _Saver, next_size


class SlowDatabase:
    """Takes 5 ms for each outcome of a transaction, by a clock of its own."""

    def __init__(self) -> None:
        self.now = 100.0
        self.saved: list[list[int]] = []

    def write(self, _save: object, part: list[Any]) -> None:
        self.now += 0.005 * len(part)
        self.saved.append([outcome.key for outcome in part])


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> SlowDatabase:
    made = SlowDatabase()
    monkeypatch.setattr(run, "time", SimpleNamespace(monotonic=lambda: made.now))
    return made


def saver_on(database: SlowDatabase, batch: int) -> _Saver:
    progress = SimpleNamespace(step=lambda **_: None)
    return _Saver(database, SimpleNamespace(batch=batch), {}, progress)  # type: ignore[arg-type]


def test_a_slow_batch_is_cut_until_its_transactions_are_short(database: SlowDatabase):
    saver = saver_on(database, batch=64)
    for key in range(640):
        saver.take(SimpleNamespace(key=key, detail="", error=None))  # type: ignore[arg-type]
    saver.flush()
    assert [key for part in database.saved for key in part] == list(range(640))
    sizes = [len(part) for part in database.saved]
    assert sizes[:3] == [64, 32, 16]
    assert max(sizes[4:]) <= 6  # 30 ms


@pytest.mark.parametrize(
    ("size", "seconds", "expected"), [(64, 0.26, 32), (8, 0.02, 10), (8, 0.001, 16), (60, 0.0, 64), (1, 0.2, 1)]
)
def test_the_next_transaction_follows_the_time_of_the_last(size: int, seconds: float, expected: int):
    assert next_size(size, seconds, most=64) == expected
