"""Evenly spaced rows and columns: how the numbers at an axis stand, whether read from a PDF or seen as pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box

Boxes = NDArray[np.float64]  # one row each: x0, y0, x1, y1

MAX_GROUPS = 10


@dataclass(frozen=True, slots=True)
class Scale:
    """Boxes in a row or column: how many are evenly spaced, and the box around them all."""

    ticks: int
    around: Box


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


def tick_columns(boxes: Boxes, *, slack: float) -> list[Scale]:
    """The columns of boxes that share their right edge and are evenly spaced, fullest first."""
    return _scales(boxes, boxes[:, 2], (boxes[:, 1] + boxes[:, 3]) / 2, slack=slack)


def tick_rows(boxes: Boxes, *, slack: float) -> list[Scale]:
    """The rows of boxes that stand on one line and are evenly spaced, fullest first."""
    return _scales(boxes, boxes[:, 3], (boxes[:, 0] + boxes[:, 2]) / 2, slack=slack)


def _scales(boxes: Boxes, edges: NDArray[np.float64], centres: NDArray[np.float64], *, slack: float) -> list[Scale]:
    if len(boxes) < 3:
        return []
    size = float(np.median(boxes[:, 3] - boxes[:, 1]))
    found = [
        Scale(
            even_steps(centres[group], size=size),
            Box.of((*boxes[group, :2].min(axis=0), *boxes[group, 2:].max(axis=0))),
        )
        for group in groups(edges, slack=slack)
    ]
    return sorted((scale for scale in found if scale.ticks), key=lambda scale: -scale.ticks)


def fullest(scales: list[Scale]) -> float:
    """The logarithm of one more than the ticks of the fullest scale, 0 when there is none."""
    return float(np.log1p(scales[0].ticks)) if scales else 0.0
