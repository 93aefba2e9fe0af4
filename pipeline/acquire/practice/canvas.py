"""A sheet that collects drawing commands: lines, boxes, arrows, curves, words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from pipeline.acquire.practice.metrics import text_width
from pipeline.acquire.practice.writer import Colour, Command, PageDrawing, Picture, Point, Shape, TextAt
from pipeline.geometry import Box

Rng = np.random.Generator
T = TypeVar("T")

BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
_CIRCLE = 0.5523  # control distance of a quarter circle drawn as a cubic curve


@dataclass(frozen=True, slots=True)
class Ink:
    """How a shape is painted; None leaves the outline or the inside unpainted, width in points."""

    stroke: Colour | None = BLACK
    fill: Colour | None = None
    width: float = 0.8
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Type:
    """How words are set: a base font, its size in points, its colour."""

    font: str = "sans"
    size: float = 8.0
    colour: Colour = BLACK


def pick(rng: Rng, options: Sequence[T]) -> T:
    """One of the options, each as likely as the other."""
    return options[int(rng.integers(len(options)))]


def chance(rng: Rng, probability: float) -> bool:
    """True with the given probability."""
    return bool(rng.random() < probability)


def uniform(rng: Rng, low: float, high: float) -> float:
    """A number between low and high."""
    return float(rng.uniform(low, high))


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """The colour on the way from a (share 0) to b (share 1)."""
    red, green, blue = (p + (q - p) * share for p, q in zip(a, b, strict=True))
    return red, green, blue


@dataclass
class Canvas:
    """Collects commands; all coordinates in points, origin top left."""

    items: list[Command] = field(default_factory=list)

    def page(self, width: float, height: float) -> PageDrawing:
        """What was collected, as a page of the given size."""
        return PageDrawing(width, height, tuple(self.items))

    def words(self, text: str, at: Point, style: Type, *, align: float = 0.0, angle: float = 0.0) -> None:
        """One line of text; `at` lies on the baseline at its start (align 0), middle (0.5) or end (1)."""
        back = align * text_width(text, style.font, style.size)
        turn = math.radians(angle)
        x, y = at[0] - back * math.cos(turn), at[1] + back * math.sin(turn)
        self.items.append(TextAt(text, x, y, style.font, style.size, style.colour, angle))

    def centred(self, lines: Sequence[str], at: Point, style: Type) -> None:
        """Lines of text centred on a point both ways."""
        top = at[1] - 0.5 * len(lines) * style.size * 1.15 + 0.83 * style.size
        for number, line in enumerate(lines):
            self.words(line, (at[0], top + number * style.size * 1.15), style, align=0.5)

    def path(self, points: Sequence[Point], ink: Ink, *, closed: bool = False, curved: bool = False) -> None:
        """A polyline, or cubic curves through 1 + 3n points."""
        self.items.append(Shape(tuple(points), ink.stroke, ink.fill, ink.width, ink.dash, closed, curved))

    def line(self, a: Point, b: Point, ink: Ink) -> None:
        """One straight segment."""
        self.path((a, b), ink)

    def rect(self, box: Box, ink: Ink, *, radius: float = 0.0) -> None:
        """A rectangle, its corners rounded when radius is above 0."""
        x0, y0, x1, y1 = box.as_tuple()
        r = min(radius, box.width / 2, box.height / 2)
        if r <= 0:
            self.path(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), ink, closed=True)
            return
        corners = ((x1, y0, 0, 1), (x1, y1, -1, 0), (x0, y1, 0, -1), (x0, y0, 1, 0))
        points: list[Point] = [(x0 + r, y0)]
        for cx, cy, dx, dy in corners:
            points += _corner((cx, cy), points[-1], (dx * r, dy * r), r)
        self.path(points, ink, closed=True, curved=True)

    def ellipse(self, box: Box, ink: Ink) -> None:
        """The ellipse that fills a box."""
        (cx, cy), a, b = box.centre, box.width / 2, box.height / 2
        k = _CIRCLE
        unit = (
            (1, 0),
            (1, k),
            (k, 1),
            (0, 1),
            (-k, 1),
            (-1, k),
            (-1, 0),
            (-1, -k),
            (-k, -1),
            (0, -1),
            (k, -1),
        )
        points = [(cx + a * x, cy + b * y) for x, y in (*unit, (1, -k), (1, 0))]
        self.path(points, ink, closed=True, curved=True)

    def dot(self, at: Point, radius: float, ink: Ink) -> None:
        """A disc around a point."""
        self.ellipse(Box(at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius), ink)

    def polygon(self, at: Point, radius: float, ink: Ink, *, corners: int, turn: float = 0.0) -> None:
        """A regular polygon around a point; turn in degrees, 0 has a corner on top."""
        angles = [math.radians(turn - 90 + 360 * i / corners) for i in range(corners)]
        points = [(at[0] + radius * math.cos(a), at[1] + radius * math.sin(a)) for a in angles]
        self.path(points, ink, closed=True)

    def head(self, tip: Point, source: Point, ink: Ink, *, size: float = 4.0, style: str = "solid") -> None:
        """An arrow head at tip, seen from source; style solid, open or barbed."""
        angle = math.atan2(tip[1] - source[1], tip[0] - source[0])
        wings = [
            (tip[0] - size * math.cos(angle + side), tip[1] - size * math.sin(angle + side)) for side in (0.42, -0.42)
        ]
        notch = (tip[0] - 0.6 * size * math.cos(angle), tip[1] - 0.6 * size * math.sin(angle))
        if style == "open":
            self.path((wings[0], tip, wings[1]), Ink(ink.stroke, None, ink.width))
            return
        body = (tip, wings[0], notch, wings[1]) if style == "barbed" else (tip, wings[0], wings[1])
        self.path(body, Ink(None, ink.stroke), closed=True)

    def arrow(self, route: Sequence[Point], ink: Ink, *, size: float = 4.0, style: str = "solid") -> None:
        """A polyline with a head at its end."""
        (ax, ay), (bx, by) = route[-2:]
        length = math.hypot(bx - ax, by - ay) or 1.0
        stop = 0.0 if style == "open" else 0.7 * size / length
        end = (bx - (bx - ax) * stop, by - (by - ay) * stop)
        self.path((*route[:-1], end), Ink(ink.stroke, None, ink.width, ink.dash))
        self.head(route[-1], route[-2], ink, size=size, style=style)

    def picture(self, png: bytes, box: Box) -> None:
        """An image stretched over a box."""
        self.items.append(Picture(png, box))


def _corner(corner: Point, start: Point, step: Point, radius: float) -> list[Point]:
    """The straight run to a rounded corner and its quarter circle, as two cubic curves."""
    (cx, cy), (sx, sy), (dx, dy) = corner, start, step
    into = (cx + (sx > cx) * radius - (sx < cx) * radius, cy + (sy > cy) * radius - (sy < cy) * radius)
    out = (cx + dx, cy + dy)
    k = _CIRCLE
    first = (into[0] + (cx - into[0]) * k, into[1] + (cy - into[1]) * k)
    second = (out[0] + (cx - out[0]) * k, out[1] + (cy - out[1]) * k)
    return [start, into, into, first, second, out]
