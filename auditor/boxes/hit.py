"""What a pointer hits: edges and corners in screen pixels at any zoom, the smallest box first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.boxes.edits import Edge
from pipeline.geometry import Box

EDGE_REACH = 6.0  # screen px to either side of an edge
CORNER_REACH = 12.0  # screen px from a corner along its edges
INSIDE_LEAST = 16.0  # screen px in the middle that always mean "move"


@dataclass(frozen=True, slots=True)
class Hit:
    """A box under the pointer, by its index, and the edges that a drag would take; none means the whole box."""

    at: int
    edges: Edge


def hits(boxes: Sequence[Box], point: tuple[float, float], scale: float) -> list[Hit]:
    """All boxes under a point of the image, the smallest first; `scale` is screen pixels per image pixel."""
    found = [(box.area, at, part) for at, box in enumerate(boxes) if (part := part_at(box, point, scale)) is not None]
    found.sort(key=lambda each: each[:2])
    return [Hit(at, part) for _area, at, part in found]


def part_at(box: Box, point: tuple[float, float], scale: float) -> Edge | None:
    """The edges of a box that a press at this point takes, none for its inside; None where it misses the box."""
    x, y = point
    reach = EDGE_REACH / scale
    if not (box.x0 - reach <= x <= box.x1 + reach and box.y0 - reach <= y <= box.y1 + reach):
        return None
    across = _near(x, box.x0, box.x1, EDGE_REACH / scale, INSIDE_LEAST / scale)
    down = _near(y, box.y0, box.y1, EDGE_REACH / scale, INSIDE_LEAST / scale)
    if across and not down:
        down = _near(y, box.y0, box.y1, CORNER_REACH / scale, INSIDE_LEAST / scale)
    elif down and not across:
        across = _near(x, box.x0, box.x1, CORNER_REACH / scale, INSIDE_LEAST / scale)
    horizontal = {-1: Edge.LEFT, 0: Edge.NONE, 1: Edge.RIGHT}[across]
    vertical = {-1: Edge.TOP, 0: Edge.NONE, 1: Edge.BOTTOM}[down]
    return horizontal | vertical


def next_hit(found: Sequence[Hit], selected: int | None) -> int | None:
    """Which box a click selects: the smallest, or the next larger one when a box here is selected already."""
    if not found:
        return None
    order = [hit.at for hit in found]
    return order[(order.index(selected) + 1) % len(order)] if selected in order else order[0]


def _near(value: float, low: float, high: float, reach: float, inside: float) -> int:
    """-1 near the low end, 1 near the high end, 0 in between; the middle keeps `inside` for itself."""
    depth = min(reach, max(0.0, (high - low - inside) / 2))
    at_low, at_high = value < low + depth or value < low, value > high - depth or value > high
    if at_low and at_high:
        return -1 if value - low < high - value else 1
    return -1 if at_low else int(at_high)
