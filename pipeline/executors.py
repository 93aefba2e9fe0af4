"""Where `process` runs: worker processes of this machine, each killed when its item takes too long.

A crash of a worker costs its one item. Nothing else of the pipeline knows how items are spread.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from pipeline.errors import ItemError, UnavailableError


@dataclass(frozen=True)
class Outcome:
    """What became of one item: a result, or the error that stands for it; seconds of wall time in the worker."""

    key: str
    result: Any
    error: ItemError | None
    detail: str | None
    seconds: float


@dataclass
class _Worker:
    process: Any
    pipe: Connection
    key: str | None = None
    since: float = 0.0


def _end_with_parent() -> None:
    """End this worker when its parent was killed, even in the middle of an item."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


def _serve(process: Callable[[Any], Any], pipe: Connection) -> None:
    """A worker's life: receive an item, send back what became of it; end when the parent is gone."""
    os.environ["OMP_NUM_THREADS"] = "1"
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            item = pipe.recv()
        except (EOFError, OSError):
            return
        start = time.perf_counter()
        try:
            answer: tuple[Any, ItemError | None, str | None] = (process(item), None, None)
        except ItemError as error:
            answer = (None, error, None)
        except UnavailableError as error:
            answer = (None, ItemError(str(error), transient=True), None)
        except MemoryError:
            answer = (None, ItemError("needs more memory than this machine has free", transient=True), None)
        except Exception as error:  # noqa: BLE001 - a fault in one paper must not end a run over thousands
            reason = f"internal fault: {type(error).__name__}: {error}; please report it with the log"
            answer = (None, ItemError(reason), traceback.format_exc())
        try:
            pipe.send((*answer, time.perf_counter() - start))
        except (BrokenPipeError, OSError):
            return


class Processes:
    """Runs one function over many items in worker processes and yields what became of each."""

    def __init__(self, process: Callable[[Any], Any], *, workers: int, item_seconds: float) -> None:
        self.process = process
        self.item_seconds = item_seconds
        self.context = multiprocessing.get_context("spawn")
        self.workers = [self._start() for _ in range(max(1, workers))]

    def _start(self) -> _Worker:
        ours, theirs = self.context.Pipe()
        child = self.context.Process(target=_serve, args=(self.process, theirs), daemon=True)
        # Held back here and so in the child for good: Ctrl-C is for the parent to answer, from the first moment.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            child.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        return _Worker(child, ours)

    def run(self, items: Iterator[tuple[str, Any]]) -> Iterator[Outcome]:
        """Outcomes in the order they are ready; items are taken only when a worker is free."""
        exhausted = False
        while True:
            for worker in self.workers:
                if worker.key is None and not exhausted:
                    taken = next(items, None)
                    exhausted = taken is None
                    if taken is not None:
                        self._give(worker, *taken)
            busy = [worker for worker in self.workers if worker.key is not None]
            if not busy:
                return
            yield from self._collect(busy)

    def _give(self, worker: _Worker, key: str, item: Any) -> None:
        worker.key, worker.since = key, time.monotonic()
        try:
            worker.pipe.send(item)
        except (BrokenPipeError, OSError):
            # It died between two items, through no fault of this one: replace it and give the item again.
            self._replace(worker)
            worker.key, worker.since = key, time.monotonic()
            worker.pipe.send(item)

    def _collect(self, busy: list[_Worker]) -> Iterator[Outcome]:
        deadline = min(worker.since for worker in busy) + self.item_seconds
        ready = wait([worker.pipe for worker in busy], timeout=max(0.0, deadline - time.monotonic()))
        for worker in busy:
            if worker.pipe in ready:
                yield self._receive(worker)
            elif time.monotonic() - worker.since > self.item_seconds:
                yield self._give_up(worker)

    def _receive(self, worker: _Worker) -> Outcome:
        key = str(worker.key)
        try:
            result, error, detail, seconds = worker.pipe.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            seconds = time.monotonic() - worker.since
            worker.process.join()
            code = worker.process.exitcode
            how = signal.Signals(-code).name if code is not None and code < 0 else f"exit code {code}"
            self._replace(worker)
            return Outcome(key, None, ItemError(f"the worker process died on it ({how})"), None, seconds)
        worker.key = None
        return Outcome(key, result, error, detail, seconds)

    def _give_up(self, worker: _Worker) -> Outcome:
        key, seconds = str(worker.key), time.monotonic() - worker.since
        worker.process.kill()
        worker.process.join()
        self._replace(worker)
        reason = f"took longer than {self.item_seconds:g} s (setting item_seconds)"
        return Outcome(key, None, ItemError(reason), None, seconds)

    def _replace(self, worker: _Worker) -> None:
        worker.pipe.close()
        fresh = self._start()
        worker.process, worker.pipe, worker.key = fresh.process, fresh.pipe, None

    def close(self) -> None:
        """End all workers now; what they had not sent is processed again by the next run."""
        for worker in self.workers:
            worker.process.kill()
        for worker in self.workers:
            worker.process.join()
            worker.pipe.close()
