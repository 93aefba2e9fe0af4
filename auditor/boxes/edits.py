"""What an edit makes of a box: whole pixels where a hand put an edge, always inside the image, never without area."""

from __future__ import annotations

from enum import Flag

from pipeline.geometry import Box

LEAST = 1.0  # px, the smallest side of a box
Size = tuple[int, int]


class Edge(Flag):
    """The edges of a box; two that meet are a corner, none is the whole box."""

    NONE = 0
    LEFT = 1
    TOP = 2
    RIGHT = 4
    BOTTOM = 8


def drawn(start: tuple[float, float], end: tuple[float, float], size: Size) -> Box:
    """The box between two points in any order, cut to the image."""
    x0, x1 = _span(start[0], end[0], size[0])
    y0, y1 = _span(start[1], end[1], size[1])
    return Box(x0, y0, x1, y1)


def moved(box: Box, dx: float, dy: float, size: Size) -> Box:
    """The box moved by whole pixels, stopped at the border of the image with its size kept."""
    x = _within(round(dx), -box.x0, size[0] - box.x1)
    y = _within(round(dy), -box.y0, size[1] - box.y1)
    return Box(box.x0 + x, box.y0 + y, box.x1 + x, box.y1 + y)


def resized(box: Box, edges: Edge, by: tuple[float, float], size: Size) -> Box:
    """The box with these edges dragged; past the opposite edge it goes on there."""
    dx, dy = by
    x0, y0, x1, y1 = box.as_tuple()
    if Edge.LEFT in edges:
        x0, x1 = _span(x0 + dx, x1, size[0], fixed=x1)
    if Edge.RIGHT in edges:
        x0, x1 = _span(x1 + dx, x0, size[0], fixed=x0)
    if Edge.TOP in edges:
        y0, y1 = _span(y0 + dy, y1, size[1], fixed=y1)
    if Edge.BOTTOM in edges:
        y0, y1 = _span(y1 + dy, y0, size[1], fixed=y0)
    return Box(x0, y0, x1, y1)


def nudged(box: Box, edge: Edge, step: float, size: Size) -> Box:
    """The box with one edge moved by keys; the edge stops a pixel before the opposite one and at the image's border."""
    x0, y0, x1, y1 = box.as_tuple()
    if edge is Edge.LEFT:
        x0 = _within(x0 + step, min(0.0, x0), max(x0, x1 - LEAST))
    elif edge is Edge.RIGHT:
        x1 = _within(x1 + step, min(x1, x0 + LEAST), max(x1, float(size[0])))
    elif edge is Edge.TOP:
        y0 = _within(y0 + step, min(0.0, y0), max(y0, y1 - LEAST))
    elif edge is Edge.BOTTOM:
        y1 = _within(y1 + step, min(y1, y0 + LEAST), max(y1, float(size[1])))
    return Box(x0, y0, x1, y1)


def edge_value(box: Box, edge: Edge) -> float:
    """Where an edge lies, in pixels from the left or the top."""
    return {Edge.LEFT: box.x0, Edge.TOP: box.y0, Edge.RIGHT: box.x1, Edge.BOTTOM: box.y1}[edge]


def _span(hand: float, other: float, limit: int, *, fixed: float | None = None) -> tuple[float, float]:
    """A side from two ends in any order: rounded, inside the image, at least a pixel long; `fixed` is left as it is."""
    a = _within(float(round(hand)), 0.0, float(limit))
    b = _within(float(round(other)), 0.0, float(limit)) if fixed is None else fixed
    low, high = min(a, b), max(a, b)
    if high - low >= LEAST:
        return low, high
    if (a < b or b + LEAST > limit) and b >= LEAST:
        return b - LEAST, b
    return b, b + LEAST


def _within(value: float, low: float, high: float) -> float:
    return max(low, min(high, value))
