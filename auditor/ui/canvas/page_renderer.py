"""Pages that figures come from, drawn by a process of its own, started when the first page is asked for."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QImage

from auditor.ui.workers import Call, Workers
from pipeline.errors import ExpectedError

SMALL, LARGE = 480, 2400  # pixels of the longer side
KEPT_BYTES = 96 << 20
PATIENCE_MS = 20_000
STOP_SECONDS = 2.0
MISSING = "The paper of this figure is missing from the project, so its page cannot be shown."
FAILED = "The page of this figure cannot be drawn: its paper is damaged. The figure itself is not affected."
CRASHED = "The page of this figure cannot be drawn: the drawing stopped. The figure itself is not affected."
SLOW = "The page of this figure takes too long to draw. The figure itself is not affected."

Frame = tuple[float, float, float, float]


class PageTrouble(ExpectedError):  # noqa: N818 - it is what people are told of, not only what is raised
    """A page cannot be shown; the message is for the page itself, `details` for whoever looks after the project."""

    def __init__(self, reason: str, details: str = "") -> None:
        super().__init__(reason)
        self.details = details


@dataclass(frozen=True)
class PageImage:
    """A drawn page and its size in points."""

    image: QImage
    points: tuple[float, float]

    def to_pixels(self, frame: Frame) -> Frame:
        """A box in points as one in pixels of the image."""
        across, down = self.image.width() / self.points[0], self.image.height() / self.points[1]
        return frame[0] * across, frame[1] * down, frame[2] * across, frame[3] * down


@dataclass
class _Request:
    key: tuple[Path, int, int]
    done: Callable[[PageImage], object]
    failed: Callable[[ExpectedError], object]


class _Process:
    """The drawing process; `draw` is called in the pool, the others on the main thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # held by whoever reads and writes its pipes
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self.starts = 0
        self.gave_up = False  # it was killed because it took too long

    def draw(self, path: Path, number: int, pixels: int) -> PageImage:
        """Ask for a page and wait for it; runs in the pool."""
        if not path.is_file():
            raise PageTrouble(MISSING)
        self.gave_up = False
        request = json.dumps({"pdf": str(path), "number": number, "pixels": pixels}).encode() + b"\n"
        try:
            with self._lock:
                head, body = self._ask_or_end(request)
        except (OSError, ValueError) as error:
            raise PageTrouble(SLOW if self.gave_up else CRASHED, type(error).__name__) from error
        if "failed" in head:
            raise PageTrouble(FAILED, str(head["failed"]))
        image = QImage.fromData(body).convertToFormat(QImage.Format.Format_RGB32)
        return PageImage(image, (head["points"][0], head["points"][1]))

    def give_up(self) -> None:
        """End the drawing of a page that takes too long; its `draw` fails with a reason."""
        self.gave_up = True
        if self._process is not None:
            self._process.kill()

    def stop(self) -> None:
        """End it for good; whoever waits for a page gets a reason instead."""
        self._stopped = True
        if self._process is not None:
            self._process.kill()
        if self._lock.acquire(timeout=STOP_SECONDS):
            self._end()
            self._lock.release()

    @property
    def pid(self) -> int | None:
        """The number of the running process."""
        return None if self._process is None else self._process.pid

    def _ask_or_end(self, request: bytes) -> tuple[dict[str, Any], bytes]:
        try:
            return self._ask(request)
        except (OSError, ValueError):
            self._end()
            raise

    def _end(self) -> None:
        """End it; the next page starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what was still to be written has no reader any more
                        pipe.close()

    def _ask(self, request: bytes) -> tuple[dict[str, Any], bytes]:
        if self._stopped:
            raise ValueError("the window is closing")
        if self._process is None or self._process.poll() is not None:
            self._end()
            self._process = self._start()
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise ValueError("no pipes")
        stdin.write(request)
        stdin.flush()
        head = json.loads(stdout.readline())
        body = stdout.read(head.get("bytes", 0))
        if len(body) < head.get("bytes", 0):
            raise ValueError("it ended in the middle of a page")
        return head, body

    def _start(self) -> subprocess.Popen[bytes]:
        self.starts += 1
        return subprocess.Popen(
            [sys.executable, "-m", "auditor.ui.canvas.render_page"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )


class PageRenderer(QObject):
    """Draws pages one after the other, the latest wish first; the last ones are kept."""

    def __init__(self, workers: Workers, *, patience_ms: int = PATIENCE_MS) -> None:
        super().__init__()
        self._workers = workers
        self._process = _Process()
        self._kept: OrderedDict[tuple[Path, int, int], PageImage] = OrderedDict()
        self._wishes: list[_Request] = []
        self._busy: list[_Request] = []
        self._call: Call | None = None
        self._timer = QTimer(self, singleShot=True, interval=patience_ms)
        self._timer.timeout.connect(self._process.give_up)
        self.drawn = 0

    @property
    def pid(self) -> int | None:
        """The number of the drawing process, None when there is none."""
        return self._process.pid

    @property
    def starts(self) -> int:
        """How often a drawing process was started."""
        return self._process.starts

    def small(
        self, path: Path, number: int, done: Callable[[PageImage], object], failed: Callable[[ExpectedError], object]
    ) -> None:
        """A page for a preview."""
        self._wish(_Request((path, number, SMALL), done, failed))

    def large(
        self, path: Path, number: int, done: Callable[[PageImage], object], failed: Callable[[ExpectedError], object]
    ) -> None:
        """A page for reading."""
        self._wish(_Request((path, number, LARGE), done, failed))

    def forget_wishes(self) -> None:
        """Drop what has not begun; another figure is shown."""
        self._wishes.clear()

    def stop(self) -> None:
        """End the process and answer nobody any more; called when its page is left or the window closes."""
        self._wishes.clear()
        self._busy.clear()
        self._timer.stop()
        if self._call is not None:
            self._call.cancel()
        self._process.stop()

    def _wish(self, request: _Request) -> None:
        kept = self._kept.get(request.key)
        if kept is not None:
            self._kept.move_to_end(request.key)
            request.done(kept)
            return
        if self._busy and self._busy[0].key == request.key:
            self._busy.append(request)
            return
        self._wishes.append(request)
        self._next()

    def _next(self) -> None:
        if self._busy or not self._wishes:
            return
        request = self._wishes.pop()
        same = [other for other in self._wishes if other.key == request.key]
        self._wishes = [other for other in self._wishes if other.key != request.key]
        self._busy = [request, *same]
        self._timer.start()
        path, number, pixels = request.key
        self._call = self._workers.pool(
            lambda: self._process.draw(path, number, pixels), done=self._arrived, failed=self._failed, priority=LAST
        )

    def _arrived(self, page: PageImage) -> None:
        self._timer.stop()
        self.drawn += 1
        answered, self._busy = self._busy, []
        self._keep(answered[0].key, page)
        for request in answered:
            request.done(page)
        self._next()

    def _failed(self, error: ExpectedError) -> None:
        self._timer.stop()
        answered, self._busy = self._busy, []
        for request in answered:
            request.failed(error)
        self._next()

    def _keep(self, key: tuple[Path, int, int], page: PageImage) -> None:
        self._kept[key] = page
        while len(self._kept) > 1 and sum(kept.image.sizeInBytes() for kept in self._kept.values()) > KEPT_BYTES:
            self._kept.popitem(last=False)


LAST = 20  # in the pool, behind every figure
