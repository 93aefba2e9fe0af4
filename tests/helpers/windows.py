"""A running desk in a window of its own, for tests that press real keys and read what was painted."""

from __future__ import annotations

import queue
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.helpers.screen import Screen

WAIT = 60.0
SCAN_CODE = {"1": "10", "2": "11", "3": "12", "4": "13", "5": "14", "Q": "24", "S": "39", "N": "57", "L": "46"}


@dataclass
class Desk:
    """A running desk and the lines it said."""

    process: subprocess.Popen[str]
    screen: Screen
    lines: queue.Queue[str] = field(default_factory=queue.Queue)
    seen: list[str] = field(default_factory=list)  # what `until` went over

    def __post_init__(self) -> None:
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put("")

    def until(self, wanted: str, seconds: float = WAIT) -> str:
        """The next line that begins so; fails when the desk ends or says nothing for too long."""
        while True:
            line = self.lines.get(timeout=seconds)
            self.seen.append(line)
            assert line, f"the desk ended while {wanted!r} was awaited"
            if line.startswith(wanted):
                return line

    def rest(self) -> list[str]:
        """All that was said until the desk's end."""
        found = []
        while line := self.lines.get(timeout=WAIT):
            found.append(line)
        return found

    def kill(self) -> list[str]:
        """SIGKILL, and what was said before it."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(WAIT)
        return self.rest()


@contextmanager
def desk_on(
    place: Screen,
    project: Path,
    settings: Path,
    *,
    auditor: str = "first",
    campaign: str = "spring",
    times: bool = False,
) -> Iterator[Desk]:
    """A desk with the keyboard's focus, its first figure painted."""
    program = ["-m", "tests.helpers.desk_program", str(project), auditor, campaign, *["times"] * times]
    process = place.start(program, more={"FIGAUDIT_DESK": str(settings)})
    desk = Desk(process, place)
    try:
        desk.until("ready")
        place.focus("Figaudit")
        yield desk
    finally:
        process.kill()
        process.wait(WAIT)
        for stream in (process.stdin, process.stdout):
            assert stream is not None
            stream.close()


def position(line: str) -> int:
    return int(line.removeprefix("painted "))
