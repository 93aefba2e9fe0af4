"""Faults of our own: caught at the last moment, written to a small log, told to the person, and never the end of work.

The log says where in the program it happened and of which kind it was. What an exception says is left out: it may quote
a figure, an item, an answer or a path, and an auditor may read the log.
"""

from __future__ import annotations

import faulthandler
import re
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler, qVersion

MOST_BYTES = 256_000
MOST_FAULTS = 50  # written down in one run; a fault in something that repeats would fill the disk with itself
PLACES = re.compile(r"(?:[A-Za-z]:)?[/\\][^\s\"'<>|:]+|\b[0-9a-f]{12,}\b")
SEVERITIES = {
    QtMsgType.QtDebugMsg: "debug",
    QtMsgType.QtInfoMsg: "info",
    QtMsgType.QtWarningMsg: "warning",
    QtMsgType.QtCriticalMsg: "critical",
    QtMsgType.QtFatalMsg: "fatal",
}
QUIET = {"debug", "info"}
QtHandler = Callable[[QtMsgType, QMessageLogContext, str], object]


@dataclass(frozen=True)
class Fault:
    """A fault as it may be shown and copied."""

    details: str


class FaultLog:
    """A text file of bounded size: when it is full, it becomes `.old` and a new one begins."""

    def __init__(self, folder: Path, *, most_bytes: int = MOST_BYTES) -> None:
        self.file = folder / "figaudit.log"
        self._most = most_bytes
        self._lock = threading.Lock()

    def write(self, text: str) -> None:
        """Add an entry; a disk that takes nothing is no further fault."""
        with self._lock, suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            if self.file.exists() and self.file.stat().st_size > self._most:
                self.file.replace(self.file.with_suffix(".old"))
            with self.file.open("a", encoding="utf-8") as stream:
                stream.write(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} {text}\n")


class Faults(QObject):
    """Catches what nobody caught: exceptions of any thread, Qt's own messages, and crashes of the process."""

    met = Signal(object)  # a Fault of any thread, told on the main one

    def __init__(self, log: FaultLog) -> None:
        super().__init__()
        self.log = log
        self._written = 0
        self._crashes: IO[str] | None = None
        self._before: tuple[Any, Any, QtHandler | None] | None = None

    def install(self) -> None:
        """Take the place of the interpreter's and Qt's own handlers."""
        if self._before is not None:
            return
        self._before = (sys.excepthook, threading.excepthook, qInstallMessageHandler(self._on_qt))
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread
        with suppress(OSError):
            self.log.file.parent.mkdir(parents=True, exist_ok=True)
            self._crashes = _open_crashes(self.log.file.with_name("crash.log"))
            faulthandler.enable(self._crashes)

    def uninstall(self) -> None:
        """Give the handlers back."""
        if self._before is None:
            return
        sys.excepthook, threading.excepthook, qt = self._before
        qInstallMessageHandler(qt)
        self._before = None
        if self._crashes is not None:
            faulthandler.disable()
            self._crashes.close()
            self._crashes = None

    def note(self, error: BaseException) -> Fault:
        """Write a fault down and tell of it."""
        fault = Fault(describe(error))
        if self._written < MOST_FAULTS:
            self._written += 1
            self.log.write(fault.details)
        self.met.emit(fault)
        return fault

    def _on_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.note(error.with_traceback(trace))

    def _on_thread(self, arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            self.note(arguments.exc_value)

    def _on_qt(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        severity = SEVERITIES.get(kind, "message")
        if severity not in QUIET:
            self.log.write(f"Qt {severity}: {PLACES.sub('…', text)}")
        before = self._before[2] if self._before is not None else None
        if before is not None:
            before(kind, context, text)


def _open_crashes(file: Path) -> IO[str]:
    """The file for crashes of the process itself; what other windows wrote stays, as long as it is not large."""
    full = file.exists() and file.stat().st_size > MOST_BYTES
    return file.open("w" if full else "a", encoding="utf-8")


def describe(error: BaseException) -> str:
    """Kind and place of a fault with the versions, without a word of what the exception says."""
    lines = [f"Figaudit {version('figaudit')}, Qt {qVersion()}, Python {sys.version.split()[0]}, {sys.platform}"]
    chain: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and link not in chain:
        chain.append(link)
        link = link.__cause__ or link.__context__
    for number, one in enumerate(reversed(chain)):
        lines += ["then:"] if number else []
        lines += [_frame(frame) for frame in traceback.extract_tb(one.__traceback__)]
        lines.append(f"{type(one).__module__}.{type(one).__qualname__}")
    return "\n".join(lines)


def _frame(frame: traceback.FrameSummary) -> str:
    """One place of the program: the last folders of the file say enough, and nothing about this machine."""
    return f"  {'/'.join(Path(frame.filename).parts[-3:])}:{frame.lineno} {frame.name}"
