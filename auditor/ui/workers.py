"""Work off the main thread: one thread for the database, a small pool for everything else; results come back to Qt.

Whatever is handed in runs elsewhere; `done` and `failed` are called on the main thread, in the order in which the work
ended. An ExpectedError goes to `failed`; any other exception is a bug and is raised on the main thread.
"""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from queue import PriorityQueue
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal

from pipeline.errors import ExpectedError

if TYPE_CHECKING:
    from pipeline.workspace import Workspace

Done = Callable[[Any], object]
Failed = Callable[[ExpectedError], object]

POOL_THREADS = max(2, min(4, (os.cpu_count() or 2)))
POOL_STOP_SECONDS = 5.0
BUSY_SECONDS = 5.0  # a person who answers is told sooner than a pipeline that another program holds the project
DATABASE_STOP_SECONDS = 60.0  # a verdict that waits for a lock is worth waiting for


@dataclass
class Call:
    """One piece of work under way; a cancelled one may still run, but nobody hears of it."""

    run: Callable[[], Any]
    done: Done
    failed: Failed
    writes: bool = False
    cancelled: bool = False
    result: Any = None
    error: BaseException | None = None

    def cancel(self) -> None:
        """Forget it: neither `done` nor `failed` will be called; work that did not begin never does."""
        self.cancelled = True


@dataclass(order=True)
class _Queued:
    priority: int
    number: int
    call: Call | None = field(compare=False)


class _Line:
    """A queue and the threads that work it off, smallest priority number first, then oldest first."""

    def __init__(self, name: str, threads: int, finished: Callable[[Call], object]) -> None:
        self._queue: PriorityQueue[_Queued] = PriorityQueue()
        self._numbers = itertools.count()
        self._finished = finished
        self._threads = [
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True) for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def add(self, call: Call | None, priority: int) -> None:
        self._queue.put(_Queued(priority, next(self._numbers), call))

    def stop(self, *, last: int, seconds: float) -> None:
        """End the threads after the work that waits with a smaller priority number than `last`."""
        for _ in self._threads:
            self.add(None, last)
        for thread in self._threads:
            thread.join(seconds)

    def _work(self) -> None:
        while (call := self._queue.get().call) is not None:
            try:
                if not call.cancelled:
                    call.result = call.run()
            except BaseException as error:  # noqa: BLE001 - carried to the main thread, where bugs are raised
                call.error = error
            self._finished(call)
            del call  # a result is not to live until the next one


class Workers(QObject):
    """The desk's background: `read` and `write` on the project's database, `pool` for pure work."""

    _finished = Signal(object)
    busy_changed = Signal(int)  # calls under way or waiting
    written = Signal()  # no write is under way any more, and whoever asked for the last one has heard of it

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open = 0
        self.writes = 0  # under way or waiting
        self._stopped = False
        self._leftovers: list[Callable[[], object]] = []
        self._workspace: Workspace | None = None
        self._finished.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._database = _Line("database", 1, self._finished.emit)
        self._pool = _Line("pool", POOL_THREADS, self._finished.emit)

    @property
    def folder(self) -> Path | None:
        """The folder of the open project, None for none."""
        return None if self._workspace is None else self._workspace.folder

    @property
    def accepted_from(self) -> str:
        """The judge whose labels the project accepts, as its settings say."""
        return "native" if self._workspace is None else self._workspace.settings.accepted_from

    def open_project(self, folder: Path, *, done: Done, failed: Failed) -> Call:
        """Open a project in place of the present one; `done` gets its folder. A failure leaves the present one open."""

        def run() -> Path:
            from pipeline.workspace import open_workspace  # SQLAlchemy loads here, while the window is up already

            opened = open_workspace(folder, busy_seconds=BUSY_SECONDS)
            before, self._workspace = self._workspace, opened
            if before is not None:
                before.close()
            return opened.folder

        return self._start(self._database, run, done, failed)

    def read(self, fn: Callable[..., Any], *args: Any, done: Done, failed: Failed, **kwargs: Any) -> Call:
        """`workspace.read(fn, *args, **kwargs)` on the database thread."""
        return self._start(self._database, lambda: self._opened().read(fn, *args, **kwargs), done, failed)

    def write(self, fn: Callable[..., Any], *args: Any, done: Done, failed: Failed, **kwargs: Any) -> Call:
        """`workspace.write(fn, *args, **kwargs)` on the database thread; `done` comes after the commit."""
        call = Call(lambda: self._opened().write(fn, *args, **kwargs), done, failed, writes=True)
        self.writes += 1
        return self._begin(self._database, call)

    def on_database(self, fn: Callable[[], Any], *, done: Done, failed: Failed) -> Call:
        """fn() on the database thread, for what needs no session (loading modules, making a project)."""
        return self._start(self._database, fn, done, failed)

    def pool(self, fn: Callable[[], Any], *, done: Done, failed: Failed, priority: int = 0) -> Call:
        """fn() on a thread of the pool; a smaller `priority` number goes first."""
        return self._start(self._pool, fn, done, failed, priority)

    def when_idle(self, then: Callable[[], object]) -> None:
        """Call this once nothing is under way any more: for the end of what results still come to."""
        if self._open:
            self._leftovers.append(then)
        else:
            then()

    def stop(self) -> None:
        """Finish the database's work that waits (a verdict is never dropped), drop the pool's, close the project."""
        self._stopped = True
        self._pool.stop(last=-(10**9), seconds=POOL_STOP_SECONDS)
        self._database.stop(last=10**9, seconds=DATABASE_STOP_SECONDS)
        if self._workspace is not None:
            self._workspace.close()
            self._workspace = None

    def _opened(self) -> Workspace:
        if self._workspace is None:
            raise ExpectedError("no project is open; open one on the Start page")
        return self._workspace

    def _start(self, line: _Line, run: Callable[[], Any], done: Done, failed: Failed, priority: int = 0) -> Call:
        return self._begin(line, Call(run, done, failed), priority)

    def _begin(self, line: _Line, call: Call, priority: int = 0) -> Call:
        self._count(1)
        line.add(call, priority)
        return call

    def _deliver(self, call: Call) -> None:
        self._count(-1)
        try:
            self._tell(call)
        finally:
            self.writes -= call.writes
            if call.writes and not self.writes:
                self.written.emit()
            while self._leftovers and not (self._open or self._stopped):
                self._leftovers.pop()()

    def _tell(self, call: Call) -> None:
        if call.cancelled or self._stopped:  # whoever asked may be gone with the window
            return
        if isinstance(call.error, ExpectedError):
            call.failed(call.error)
        elif call.error is not None:
            raise call.error
        else:
            call.done(call.result)

    def _count(self, step: int) -> None:
        self._open += step
        self.busy_changed.emit(self._open)
