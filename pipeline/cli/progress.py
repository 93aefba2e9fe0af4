"""Shows a person how far a run is: a bar with rate, time left and failures on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys
from typing import Any

from pipeline.run import Progress


class Silent:
    """Shows nothing: for pipes, logs and `--json`."""

    def begin(self, stage: str, total: int) -> None:
        """Nothing."""

    def step(self, *, failed: bool) -> None:
        """Nothing."""

    def end(self) -> None:
        """Nothing."""


class Bar:
    """A bar on standard error: items, rate, time left, failed."""

    def __init__(self) -> None:
        self.shown: Any = None
        self.failed = 0

    def begin(self, stage: str, total: int) -> None:
        """Draw an empty bar."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.failed = 0
        self.shown = Progress(
            TextColumn("{task.description:<10}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(compact=True),
            TextColumn("{task.fields[failed]}"),
            console=Console(stderr=True),
        )
        self.task = self.shown.add_task(stage, total=total, rate="", failed="")
        self.shown.start()

    def step(self, *, failed: bool) -> None:
        """Move on by one item."""
        self.failed += failed
        speed = self.shown.tasks[0].speed
        rate = f"{speed:.1f} a second" if speed else ""
        words = f"{self.failed} failed" if self.failed else ""
        self.shown.update(self.task, advance=1, rate=rate, failed=words)

    def end(self) -> None:
        """Leave the finished bar on the screen."""
        self.shown.stop()


def progress_for(*, as_json: bool) -> Progress:
    """A bar when a person watches, silence otherwise."""
    return Bar() if sys.stderr.isatty() and not as_json else Silent()
