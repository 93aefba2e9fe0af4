"""Where on a figure there is room for one more box."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.boxes.edits import Size
from pipeline.geometry import Box

CONSIDERED = 30  # boxes, the largest first: room is sought between these
LEAST_ROOM = 8.0  # px; less is no room


def largest_free(boxes: Sequence[Box], size: Size) -> Box:
    """The largest rectangle that meets no box; the middle of the figure where the boxes leave no room."""
    width, height = float(size[0]), float(size[1])
    taken = sorted(boxes, key=lambda box: -box.area)[:CONSIDERED]
    lines = sorted({0.0, width, *(x for box in taken for x in (box.x0, box.x1))})
    best: Box | None = None
    for at, left in enumerate(lines):
        for right in lines[at + 1 :]:
            spans = sorted((box.y0, box.y1) for box in taken if box.x0 < right and box.x1 > left)
            top, bottom = _widest_gap(spans, height)
            found = Box(left, top, right, bottom)
            if min(found.width, found.height) >= LEAST_ROOM and (best is None or found.area > best.area):
                best = found
    return best or Box(round(width / 4), round(height / 4), max(1, round(width * 3 / 4)), max(1, round(height * 3 / 4)))


def _widest_gap(spans: Sequence[tuple[float, float]], end: float) -> tuple[float, float]:
    """The longest stretch from 0 to the end that no span covers."""
    best, reached = (0.0, 0.0), 0.0
    for low, high in [*spans, (end, end)]:
        if low - reached > best[1] - best[0]:
            best = (reached, low)
        reached = max(reached, high)
    return best
