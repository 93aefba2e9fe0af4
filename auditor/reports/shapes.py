"""A picture as a list of shapes in plain numbers, so that the window paints exactly what the exported page shows.

Lengths are px at 100 % text size, from the top left; colours are roles of the tokens.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

#: The width in px of a text in a type size ("secondary", "body", …) and weight.
Measure = Callable[[str, str, int], float]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Bar:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    role: str
    opacity: float = 1.0
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    role: str
    width: float = 1.0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Dot:
    """A filled circle, with a ring of 1.5 px in another role where it lies on a tint."""

    x: float
    y: float
    radius: float
    role: str
    ring: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A text on its baseline; `axis` marks what names a place on an axis and no result."""

    x: float
    y: float
    text: str
    role: str = "text"
    size: str = "secondary"
    weight: int = 400
    anchor: Anchor = "start"
    axis: bool = False


Shape = Bar | Line | Dot | Word


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart: its size, its shapes in the order of painting, and what it shows in one sentence."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    sentence: str


#: A chart that takes the width it is given.
Chart = Callable[[float, Measure], Picture]


def whisker(ends: tuple[float, float], at: float, *, role: str, cap: float, width: float = 2.0) -> list[Line]:
    """A lying line between two places at the height `at`, with a cap to both sides at each end."""
    low, high = ends
    return [
        Line(low, at, high, at, role, width),
        *(Line(end, at - cap, end, at + cap, role, width) for end in ends),
    ]


def upright(lines: list[Line]) -> list[Line]:
    """The same lines with lying and standing exchanged."""
    return [Line(one.y1, one.x1, one.y2, one.x2, one.role, one.width, one.opacity) for one in lines]
