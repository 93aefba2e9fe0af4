"""Boxes in one unit, origin top left, half open: the only geometry that crosses module borders."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True, order=True)
class Box:
    """An axis-parallel rectangle; x grows right, y grows down; the unit is the caller's (points or pixels)."""

    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Self:
        """The box of four numbers x0, y0, x1, y1."""
        x0, y0, x1, y1 = (float(value) for value in values)
        return cls(x0, y0, x1, y1)

    @classmethod
    def around(cls, boxes: Iterable[Box]) -> Self:
        """The smallest box that holds all given boxes; raises ValueError when there is none."""
        found = list(boxes)
        if not found:
            raise ValueError("no boxes to enclose")
        return cls(
            min(box.x0 for box in found),
            min(box.y0 for box in found),
            max(box.x1 for box in found),
            max(box.y1 for box in found),
        )

    @property
    def width(self) -> float:
        """Horizontal extent, 0 when inverted."""
        return max(0.0, self.x1 - self.x0)

    @property
    def height(self) -> float:
        """Vertical extent, 0 when inverted."""
        return max(0.0, self.y1 - self.y0)

    @property
    def area(self) -> float:
        """Width times height."""
        return self.width * self.height

    @property
    def centre(self) -> tuple[float, float]:
        """The middle point."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    def as_tuple(self) -> tuple[float, float, float, float]:
        """The four numbers."""
        return self.x0, self.y0, self.x1, self.y1

    def grow(self, dx: float, dy: float | None = None) -> Box:
        """The box with dx added on the left and right and dy (default dx) above and below."""
        by = dx if dy is None else dy
        return Box(self.x0 - dx, self.y0 - by, self.x1 + dx, self.y1 + by)

    def union(self, other: Box) -> Box:
        """The smallest box that holds both."""
        return Box(min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1))

    def scale(self, factor: float) -> Box:
        """The box in another unit."""
        return Box(self.x0 * factor, self.y0 * factor, self.x1 * factor, self.y1 * factor)

    def contains(self, other: Box, *, slack: float = 0.0) -> bool:
        """Whether other lies inside, up to slack."""
        return (
            other.x0 >= self.x0 - slack
            and other.y0 >= self.y0 - slack
            and other.x1 <= self.x1 + slack
            and other.y1 <= self.y1 + slack
        )

    def overlaps(self, other: Box) -> bool:
        """Whether the two share an area greater than 0."""
        return intersection_area(self, other) > 0


def clip(box: Box, frame: Box) -> Box:
    """The part of box inside frame; it may be empty."""
    return Box(max(box.x0, frame.x0), max(box.y0, frame.y0), min(box.x1, frame.x1), min(box.y1, frame.y1))


def intersection_area(a: Box, b: Box) -> float:
    """The area that both boxes cover."""
    return clip(a, b).area


def iou(a: Box, b: Box) -> float:
    """Intersection over union, 0 for boxes that do not meet or have no area."""
    shared = intersection_area(a, b)
    return shared / (a.area + b.area - shared) if shared > 0 else 0.0
