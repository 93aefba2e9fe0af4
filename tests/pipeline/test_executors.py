"""Worker processes: every item has one outcome, whatever happens to its worker."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator

import pytest

from pipeline.executors import Outcome, Processes
from tests.helpers.work import work


def _run(items: list[str], *, workers: int = 2, seconds: float = 60.0) -> dict[str, Outcome]:
    pool = Processes(work, workers=workers, item_seconds=seconds)
    try:
        outcomes = list(pool.run((item, item) for item in items))
    finally:
        pool.close()
    assert len(outcomes) == len(items)
    return {outcome.key: outcome for outcome in outcomes}


def test_results_refusals_faults_and_deaths_are_told_apart():
    found = _run(["a", "refuse", "fault", "die", "memory", "full disk", "b", "c"])
    results = {key: outcome.result for key, outcome in found.items() if outcome.error is None}
    assert results == {"a": "A", "b": "B", "c": "C"}
    reasons = {key: outcome.error.reason for key, outcome in found.items() if outcome.error}
    assert reasons["refuse"] == "not today"
    assert reasons["fault"].startswith("internal fault: ZeroDivisionError: a bug")
    assert "ZeroDivisionError" in str(found["fault"].detail)
    assert reasons["die"] == "the worker process died on it (SIGKILL)"
    assert "memory" in reasons["memory"]
    transient = {key for key, outcome in found.items() if outcome.error and outcome.error.transient}
    assert transient == {"refuse", "memory", "full disk"}


def test_an_item_that_never_ends_is_given_up_and_the_rest_goes_on():
    found = _run(["hang", "a", "b"], workers=1, seconds=3.0)
    assert "took longer than 3 s" in str(found["hang"].error)
    assert found["b"].result == "B"


def test_items_are_taken_only_when_a_worker_is_free():
    taken: list[str] = []

    def items() -> Iterator[tuple[str, str]]:
        for name in ("a", "b", "c", "d"):
            taken.append(name)
            yield name, name

    pool = Processes(work, workers=1, item_seconds=60)
    try:
        next(pool.run(items()))
        assert taken == ["a"]
    finally:
        pool.close()


def test_closing_leaves_no_process():
    pool = Processes(work, workers=2, item_seconds=60)
    running = pool.run((name, name) for name in ("a", "hang", "hang"))
    next(running)
    pool.close()
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("workers", [1, 3])
def test_many_items(workers: int):
    names = [f"item {number}" for number in range(50)]
    assert {outcome.result for outcome in _run(names, workers=workers).values()} == {name.upper() for name in names}
