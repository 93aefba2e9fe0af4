"""How long an auditor waits: from the key press to the painted next figure, commit included, in a real window.

On a screen of 1,280 x 800; the desk is a program of its own, keys come from the X server. Two projects: 10,000 figures
of 2,000 x 1,500 pixels, and a campaign of 100,000 items, half of them answered, with smaller figures. The folders that
FIGAUDIT_BENCH_PROJECT and FIGAUDIT_BENCH_LARGE name keep them in between two runs.
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

from tests.benchmarks.desk_project import AUDITOR, LARGE, NAME, USUAL, Shape, forget_answers, make_project
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


def run(folder: Path, settings: Path, shape: Shape) -> None:
    """Time a fresh start and two rows of answers."""
    print(f"{shape.figures:,} figures of {shape.width:,} x {shape.height:,}, {shape.items:,} items in the campaign")
    loop = milliseconds(calibration)
    with screen() as place:
        began = time.perf_counter()
        with desk_on(place, folder, settings, auditor=AUDITOR, campaign=NAME, times=True) as desk:
            desk.until("painted")
            started = 1000 * (time.perf_counter() - began)
            print(f"{'first open figure painted, process start included':<52} {started:10.0f} ms")
            unhurried = presses(place, desk, PRESSES, lambda: pause(place, HUMAN_MS))
            show(f"key to painted figure, {HUMAN_MS} ms apart", unhurried, loop)
            show("key to painted figure, without a pause", presses(place, desk, PRESSES, lambda: None), loop)


def kept(variable: str, otherwise: Path, shape: Shape) -> Path:
    """The folder of a project as it was made, made now when it is not there."""
    project = Path(os.environ.get(variable) or otherwise)
    if (project / "figaudit.toml").exists():
        forget_answers(project, shape)
    else:
        make_project(project, shape)
        os.sync()  # the disk is not to be busy with the project itself while answers are timed
    return project


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        run(kept("FIGAUDIT_BENCH_PROJECT", scratch / "usual", USUAL), scratch / "settings", USUAL)
        run(kept("FIGAUDIT_BENCH_LARGE", scratch / "large", LARGE), scratch / "settings", LARGE)
