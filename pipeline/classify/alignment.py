"""Evenly spaced rows and columns: how the numbers at an axis stand, whether read from a PDF or seen as pixels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Boxes = NDArray[np.float64]  # one row each: x0, y0, x1, y1

MAX_GROUPS = 10


def even_steps(centres: NDArray[np.float64], *, size: float) -> int:
    """How many places stand at the usual distance from their neighbour; steps shorter than `size` do not count."""
    steps = np.diff(np.sort(centres))
    steps = steps[steps > 0.3 * size]
    if len(steps) < 2:
        return 0
    usual = float(np.median(steps))
    if usual < 1.15 * size:
        return 0
    even = np.abs(steps - usual) <= 0.12 * usual + 0.12 * size
    return int(even.sum()) + 1 if even.sum() >= 2 else 0


def groups(values: NDArray[np.float64], *, slack: float, least: int = 3) -> list[NDArray[np.intp]]:
    """The largest groups of places whose values lie within `slack` of the next one, largest first, at most ten."""
    if len(values) < least:
        return []
    order = np.argsort(values, kind="stable")
    cuts = np.flatnonzero(np.diff(values[order]) > slack) + 1
    found = [group for group in np.split(order, cuts) if len(group) >= least]
    found.sort(key=len, reverse=True)
    return found[:MAX_GROUPS]


def tick_columns(boxes: Boxes, *, slack: float) -> list[int]:
    """For each column of boxes sharing their right edge (or left edge, or middle), how many are evenly spaced."""
    if len(boxes) < 3:
        return []
    size = float(np.median(boxes[:, 3] - boxes[:, 1]))
    centres = (boxes[:, 1] + boxes[:, 3]) / 2
    found = [even_steps(centres[group], size=size) for group in groups(boxes[:, 2], slack=slack)]
    return sorted((count for count in found if count), reverse=True)


def tick_rows(boxes: Boxes, *, slack: float) -> list[int]:
    """For each row of boxes on one line, how many are evenly spaced."""
    if len(boxes) < 3:
        return []
    size = float(np.median(boxes[:, 3] - boxes[:, 1]))
    middles = (boxes[:, 0] + boxes[:, 2]) / 2
    found = [even_steps(middles[group], size=size) for group in groups(boxes[:, 3], slack=slack)]
    return sorted((count for count in found if count), reverse=True)
