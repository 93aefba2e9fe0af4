"""A pair of axes: ticks, tick labels, titles, grid and legend around a data area."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.acquire.practice.canvas import (
    BLACK,
    WHITE,
    Canvas,
    Ink,
    Rng,
    chance,
    pick,
    uniform,
)
from pipeline.acquire.practice.metrics import text_width
from pipeline.acquire.practice.style import Style
from pipeline.acquire.practice.writer import Colour, Point
from pipeline.geometry import Box


@dataclass(frozen=True, slots=True)
class Scale:
    """Data values to points along one axis; logarithmic when log."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def at(self, value: float) -> float:
        """Where a value lies, in points."""
        if self.log:
            share = math.log10(value / self.low) / math.log10(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self, count: int = 5) -> list[float]:
        """Round values along the axis."""
        if self.log:
            return [10.0**e for e in range(math.ceil(math.log10(self.low)), math.floor(math.log10(self.high)) + 1)]
        raw = (self.high - self.low) / count
        power = 10 ** math.floor(math.log10(raw))
        step = next(power * m for m in (1, 2, 5, 10) if power * m >= raw)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [n * step for n in range(first, last + 1)] if last > first else self.ticks(2 * count)


@dataclass(frozen=True, slots=True)
class Axes:
    """The data area and its two scales."""

    area: Box
    x: Scale
    y: Scale

    def at(self, x: float, y: float) -> Point:
        """A data point in points on the page."""
        return self.x.at(x), self.y.at(y)


def tick_text(value: float, *, log: bool) -> str:
    """A tick label as plotting programs print it."""
    if log:
        power = round(math.log10(value))
        return f"{value:g}" if -3 < power < 4 else f"1e{power}"
    return "0" if abs(value) < 1e-12 else f"{value:.6g}"


def data_area(box: Box, style: Style, *, title: bool = False) -> Box:
    """The part of a box that is left for data when labels have their room."""
    room = style.size
    left = 0.0 if box.width < 60 else 3.6 * room
    return Box(box.x0 + left, box.y0 + (1.7 if title else 0.5) * room, box.x1 - 0.8 * room, box.y1 - 2.9 * room)


def draw_axes(canvas: Canvas, axes: Axes, style: Style, titles: tuple[str, str]) -> None:
    """Background, grid, ticks with labels, frame and axis titles."""
    area = axes.area
    if style.ground != WHITE:
        canvas.rect(area, Ink(None, style.ground))
    x_ticks = axes.x.ticks(max(2, int(area.width / (4.5 * style.size))))
    y_ticks = axes.y.ticks(max(2, int(area.height / (3.0 * style.size))))
    _grid(canvas, axes, style, (x_ticks, y_ticks))
    _frame(canvas, area, style)
    for value in x_ticks:
        _x_tick(canvas, axes, style, axes.x.at(value))
        label = tick_text(value, log=axes.x.log)
        canvas.words(label, (axes.x.at(value), area.y1 + 1.25 * style.size), style.text(0.9), align=0.5)
    widest = 0.0
    for value in y_ticks:
        _y_tick(canvas, axes, style, axes.y.at(value))
        label = tick_text(value, log=axes.y.log)
        widest = max(widest, text_width(label, style.font, style.size * 0.9))
        canvas.words(label, (area.x0 - 3.5, axes.y.at(value) + 0.3 * style.size), style.text(0.9), align=1)
    axis_titles(canvas, area, style, titles, left=widest)


def axis_titles(canvas: Canvas, area: Box, style: Style, titles: tuple[str, str], *, left: float) -> None:
    """The title under the x axis and the turned one at the y axis; left is the width of its tick labels."""
    face = style.text(bold=style.bold_titles)
    canvas.words(titles[0], (area.centre[0], area.y1 + 2.5 * style.size), face, align=0.5)
    canvas.words(titles[1], (area.x0 - left - 0.8 * style.size, area.centre[1]), face, align=0.5, angle=90)


def _grid(canvas: Canvas, axes: Axes, style: Style, ticks: tuple[list[float], list[float]]) -> None:
    if style.grid == "none":
        return
    colour: Colour = WHITE if style.ground != WHITE else (0.82, 0.82, 0.82)
    ink = Ink(colour, None, 0.5)
    for value in ticks[1]:
        canvas.line((axes.area.x0, axes.y.at(value)), (axes.area.x1, axes.y.at(value)), ink)
    if style.grid == "both":
        for value in ticks[0]:
            canvas.line((axes.x.at(value), axes.area.y0), (axes.x.at(value), axes.area.y1), ink)


def _frame(canvas: Canvas, area: Box, style: Style) -> None:
    ink = Ink(BLACK, None, style.axis)
    if style.frame == "box":
        canvas.rect(area, ink)
    elif style.frame == "open":
        canvas.line((area.x0, area.y0), (area.x0, area.y1), ink)
        canvas.line((area.x0, area.y1), (area.x1, area.y1), ink)


def _x_tick(canvas: Canvas, axes: Axes, style: Style, x: float) -> None:
    if style.ticks != "none":
        way = 2.5 if style.ticks == "out" else -2.5
        canvas.line((x, axes.area.y1), (x, axes.area.y1 + way), Ink(BLACK, None, style.axis))


def _y_tick(canvas: Canvas, axes: Axes, style: Style, y: float) -> None:
    if style.ticks != "none":
        way = 2.5 if style.ticks == "in" else -2.5
        canvas.line((axes.area.x0, y), (axes.area.x0 + way, y), Ink(BLACK, None, style.axis))


def draw_marker(canvas: Canvas, at: Point, colour: Colour, kind: int, *, size: float = 2.0) -> None:
    """A data marker: disc, square, triangle, ring, diamond or cross."""
    solid, hollow = Ink(None, colour), Ink(colour, WHITE, 0.7)
    if kind % 6 == 0:
        canvas.dot(at, size, solid)
    elif kind % 6 == 3:
        canvas.dot(at, size, hollow)
    elif kind % 6 == 5:
        ink = Ink(colour, None, 0.8)
        canvas.line((at[0] - size, at[1] - size), (at[0] + size, at[1] + size), ink)
        canvas.line((at[0] - size, at[1] + size), (at[0] + size, at[1] - size), ink)
    else:
        corners, turn = {1: (4, 45.0), 2: (3, 0.0), 4: (4, 0.0)}[kind % 6]
        canvas.polygon(at, size * 1.25, solid, corners=corners, turn=turn)


def draw_legend(canvas: Canvas, rng: Rng, area: Box, style: Style, *, names: Sequence[str]) -> None:
    """A legend in a corner, above, or to the right inside the area, framed or not."""
    face = style.text(0.85)
    step = face.size * 1.3
    width = 16 + max(text_width(name, face.font, face.size) for name in names)
    if width > 0.7 * area.width:
        return
    height = step * len(names) + 3
    left = area.x0 + 4 if chance(rng, 0.4) else area.x1 - width - 5
    top = area.y0 + 4 if chance(rng, 0.7) else area.y1 - height - 5
    if chance(rng, 0.5):
        frame = Ink(pick(rng, (BLACK, (0.75, 0.75, 0.75))), WHITE, 0.5)
        canvas.rect(Box(left, top, left + width + 2, top + height), frame, radius=pick(rng, (0.0, 2.0)))
    for number, name in enumerate(names):
        y = top + step * (number + 0.65)
        sample = Ink(style.colour(number), None, max(1.0, style.line))
        canvas.line((left + 3, y), (left + 12, y), sample)
        canvas.words(name, (left + 15, y + 0.3 * face.size), face)


def random_range(rng: Rng) -> tuple[float, float]:
    """A plausible range of values."""
    high = pick(rng, (1.0, 5.0, 10.0, 50.0, 100.0, 300.0, 2000.0)) * uniform(rng, 0.6, 1.0)
    low = pick(rng, (0.0, 0.0, 0.0, -high, high * 0.3))
    return low, high
