"""How long an auditor waits: from the key press to the painted next figure, commit included, in a real window.

10,000 figures of 2,000 x 1,500 pixels on a screen of 1,280 x 800; the desk is a program of its own, keys come from the X
server. FIGAUDIT_BENCH_PROJECT names a folder to keep the project in between two runs.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from timing import calibration, milliseconds

from tests.benchmarks.desk_project import NAME, make_project
from tests.helpers.screen import Screen, screen
from tests.helpers.windows import SCAN_CODE, Desk, desk_on

PRESSES = 120
HUMAN_MS = 400  # between a painted figure and the next press


def pause(screen_: Screen, ms: int) -> None:
    """Let time pass as a person does who looks."""
    screen_.xdotool("sleep", str(ms / 1000))


def presses(place: Screen, desk: Desk, count: int, wait: Callable[[], object]) -> list[float]:
    """The times of so many answers in milliseconds."""
    found = []
    for _ in range(count):
        wait()
        place.keys(SCAN_CODE["1"])
        found.append(float(desk.until("took").removeprefix("took ")))
    return found


def show(name: str, times: list[float], loop: float) -> None:
    """One line with the usual quantiles."""
    cuts = statistics.quantiles(times, n=100)
    print(
        f"{name:<52} p50 {cuts[49]:6.1f}  p95 {cuts[94]:6.1f}  p99 {cuts[98]:6.1f}  max {max(times):6.1f} ms   "
        f"calibration loop {loop:5.1f} ms"
    )


def run(folder: Path, settings: Path) -> None:
    """Time a fresh start and two rows of answers."""
    loop = milliseconds(calibration)
    with screen() as place:
        began = time.perf_counter()
        with desk_on(place, folder, settings, campaign=NAME, times=True) as desk:
            desk.until("painted")
            print(f"first figure painted after the start of the process {1000 * (time.perf_counter() - began):10.0f} ms")
            show(
                f"key to painted figure, {HUMAN_MS} ms apart",
                presses(place, desk, PRESSES, lambda: pause(place, HUMAN_MS)),
                loop,
            )
            show("key to painted figure, without a pause", presses(place, desk, PRESSES, lambda: None), loop)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        kept = os.environ.get("FIGAUDIT_BENCH_PROJECT")
        project = Path(kept) if kept else Path(scratch) / "project"
        if not (project / "figaudit.toml").exists():
            make_project(project)
        run(project, Path(scratch) / "settings")
