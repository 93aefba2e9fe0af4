"""Times of a function in milliseconds, beside a calibration loop of the same run that tells how fast the machine is."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

LOOPS = 200_000


def milliseconds(function: Callable[[], object], *, repeats: int = 5) -> float:
    """The median time of one call."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


def calibration() -> int:
    """Plain arithmetic that always takes the same number of steps."""
    total = 0
    for number in range(LOOPS):
        total += number * number % 7
    return total


def show(name: str, function: Callable[[], object], *, repeats: int = 5) -> None:
    """Print one line: the name, its time, and how many calibration loops fit into it."""
    loop, taken = milliseconds(calibration), milliseconds(function, repeats=repeats)
    print(f"{name:<44} {taken:10.1f} ms   calibration loop {loop:6.1f} ms   ratio {taken / loop:8.2f}")
