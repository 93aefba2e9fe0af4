"""Rarer plots: embeddings without axes, wire surfaces, stacked areas, stairs, intervals, offset spectra, hills."""

from __future__ import annotations

import math
from collections.abc import Callable

from pipeline.acquire.practice.axes import Axes, Scale, axis_titles, data_area, draw_legend, tick_text
from pipeline.acquire.practice.canvas import BLACK, WHITE, Canvas, Ink, Rng, chance, pick, uniform
from pipeline.acquire.practice.curves import curve, curve_points
from pipeline.acquire.practice.frames import draw_value_axis, numeric_axes, titled_area
from pipeline.acquire.practice.heat import MAPS, map_colour, smooth_field
from pipeline.acquire.practice.style import Style, tint
from pipeline.acquire.practice.words import ABSCISSAE, noun, quantity, series
from pipeline.geometry import Box

Painter = Callable[[Canvas, Rng, Box, Style], None]


def draw_embedding(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Coloured clouds of points in a bare frame or none, as two-dimensional embeddings are shown."""
    if chance(rng, 0.6):
        canvas.rect(box, Ink(BLACK, None, style.axis))
    groups, names = int(rng.integers(3, 9)), chance(rng, 0.4)
    for group in range(groups):
        cx, cy = uniform(rng, 0.15, 0.85), uniform(rng, 0.15, 0.85)
        colour = style.colour(group)
        for dx, dy in rng.normal(size=(int(rng.integers(15, 45)), 2)):
            u, v = cx + 0.06 * float(dx), cy + 0.06 * float(dy)
            if 0.03 < u < 0.97 and 0.03 < v < 0.97:
                canvas.dot((box.x0 + u * box.width, box.y0 + v * box.height), 1.2, Ink(None, colour))
        if names:
            at = (box.x0 + cx * box.width, box.y0 + cy * box.height)
            canvas.words(noun(rng), at, style.text(bold=True), align=0.5)
    if not names:
        draw_legend(canvas, rng, box, style, names=[series(rng) for _ in range(min(groups, 4))])


def draw_wire_surface(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A curved surface of coloured facets over a slanted floor with three axes."""
    count, colours = 14, pick(rng, MAPS)
    field = smooth_field(rng, count, count, bumps=4)
    wide, deep, tall = 0.6 * box.width, 0.3 * box.width, 0.55 * box.height
    floor = box.y1 - 2.5 * style.size

    def at(i: int, j: int, z: float) -> tuple[float, float]:
        x = box.x0 + 0.08 * box.width + wide * i / (count - 1) + deep * j / (count - 1)
        return x, floor - 0.25 * box.height * j / (count - 1) - tall * z

    for j in range(count - 2, -1, -1):
        for i in range(count - 1):
            corners = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
            mean = sum(float(field[c]) for c in corners) / 4
            points = [at(*c, float(field[c])) for c in corners]
            canvas.path(points, Ink(pick(rng, (BLACK,)), map_colour(colours, mean), 0.3), closed=True)
    ink = Ink(BLACK, None, style.axis)
    canvas.path((at(0, 0, 1.0), at(0, 0, 0), at(count - 1, 0, 0), at(count - 1, count - 1, 0)), ink)
    for step in range(5):
        x, y = at(step * (count - 1) // 4, 0, 0)
        canvas.words(f"{step * 5}", (x, y + 1.2 * style.size), style.text(0.85), align=0.5)
        x, y = at(0, 0, step / 4)
        canvas.words(f"{step / 4:g}", (x - 2, y), style.text(0.85), align=1)
    canvas.words(noun(rng), (at(count // 2, 0, 0)[0], floor + 2.4 * style.size), style.text(), align=0.5)
    x, y = at(count - 1, count // 2, 0)
    canvas.words(noun(rng), (x + 6, y + 4), style.text())


def draw_areas(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Stacked areas over a numeric axis."""
    axes = numeric_axes(canvas, rng, box, style)
    area, layers, count = axes.area, int(rng.integers(2, 5)), 30
    low = [area.y1] * count
    xs = [area.x0 + area.width * i / (count - 1) for i in range(count)]
    for layer in range(layers):
        heights = curve(rng, count) * 0.9 * area.height / layers
        top = [y - float(h) for y, h in zip(low, heights, strict=True)]
        outline = [*zip(xs, top, strict=True), *zip(reversed(xs), reversed(low), strict=True)]
        canvas.path(outline, Ink(None, style.colour(layer)), closed=True)
        low = top
    draw_legend(canvas, rng, area, style, names=[series(rng) for _ in range(layers)])


def draw_steps(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Falling or rising stairs, as survival curves and cumulative counts are drawn."""
    axes = numeric_axes(canvas, rng, box, style)
    area, groups = axes.area, int(rng.integers(1, 4))
    falling = chance(rng, 0.7)
    for group in range(groups):
        points, share, x = [(area.x0, area.y0 + 2)], 0.0, area.x0
        while x < area.x1 - 6 and share < 0.9:
            x = min(area.x1, x + uniform(rng, 0.02, 0.12) * area.width)
            points.append((x, points[-1][1]))
            share += uniform(rng, 0.01, 0.1)
            points.append((x, area.y0 + 2 + min(share, 0.95) * (area.height - 4)))
        shown = points if falling else [(px, area.y0 + area.y1 - py) for px, py in points]
        canvas.path(shown, Ink(style.colour(group), None, style.line))
        for px, py in shown[3::6]:
            canvas.line((px, py - 2), (px, py + 2), Ink(style.colour(group), None, 0.8))
    if groups > 1:
        draw_legend(canvas, rng, area, style, names=[series(rng) for _ in range(groups)])


def draw_forest(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Named intervals around a line of no effect."""
    area = data_area(box, style)
    area = Box(area.x0 + 0.15 * box.width, area.y0, area.x1, area.y1)
    x = Scale(pick(rng, (-2.0, -1.0, -0.5)), pick(rng, (1.0, 2.0)), area.x0, area.x1)
    canvas.line((area.x0, area.y1), (area.x1, area.y1), Ink(BLACK, None, style.axis))
    for value in x.ticks(4):
        canvas.line((x.at(value), area.y1), (x.at(value), area.y1 + 2), Ink(BLACK, None, style.axis))
        label = tick_text(value, log=False)
        canvas.words(label, (x.at(value), area.y1 + 1.25 * style.size), style.text(0.9), align=0.5)
    canvas.line((x.at(0), area.y0), (x.at(0), area.y1), Ink((0.4, 0.4, 0.4), None, 0.6, (3.0, 2.0)))
    rows = int(rng.integers(4, 11))
    for row in range(rows):
        y = area.y0 + area.height * (row + 0.5) / rows
        middle, reach = uniform(rng, x.low * 0.6, x.high * 0.6), uniform(rng, 0.1, 0.35)
        ends = max(area.x0, x.at(middle - reach)), min(area.x1, x.at(middle + reach))
        canvas.line((ends[0], y), (ends[1], y), Ink(BLACK, None, 0.8))
        canvas.polygon((x.at(middle), y), uniform(rng, 1.8, 3.2), Ink(None, style.colour(0)), corners=4, turn=45)
        canvas.words(noun(rng).capitalize(), (area.x0 - 4, y + 0.3 * style.size), style.text(0.9), align=1)
    axis_titles(canvas, area, style, (quantity(rng), ""), left=0)


def draw_offset_spectra(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Curves shifted upward one over the other, named at their ends, with arbitrary heights."""
    area = titled_area(canvas, rng, box, style)
    x = Scale(0, float(pick(rng, (90, 1000, 4000))), area.x0, area.x1)
    ink = Ink(BLACK, None, style.axis)
    canvas.rect(area, ink)
    for value in x.ticks(5):
        canvas.line((x.at(value), area.y1), (x.at(value), area.y1 - 2.5), ink)
        label = tick_text(value, log=False)
        canvas.words(label, (x.at(value), area.y1 + 1.25 * style.size), style.text(0.9), align=0.5)
    count = int(rng.integers(2, 6))
    for number in range(count):
        tall = area.height / count
        strip = Box(area.x0, area.y1 - tall * (number + 1), area.x1, area.y1 - tall * number)
        canvas.path(curve_points(rng, strip, 150), Ink(style.colour(number), None, 0.8))
        canvas.words(series(rng), (area.x1 - 3, strip.y0 + style.size), style.text(0.85), align=1)
    axis_titles(canvas, area, style, (quantity(rng, ABSCISSAE), "Intensity (a.u.)"), left=0)


def draw_ridges(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Named distributions, each a filled hill, one behind the other."""
    area = data_area(box, style)
    rows = int(rng.integers(3, 8))
    axes = Axes(area, Scale(0, rows, area.x0, area.x1), Scale(0, 1, area.y1, area.y0))
    canvas.line((area.x0, area.y1), (area.x1, area.y1), Ink(BLACK, None, style.axis))
    for row in range(rows):
        base = area.y0 + area.height * (row + 1) / rows
        middle, spread = uniform(rng, 0.25, 0.75), uniform(rng, 0.06, 0.16)
        tall = 1.4 * area.height / rows
        points = [
            (area.x0 + area.width * i / 50, base - tall * math.exp(-(((i / 50 - middle) / spread) ** 2)))
            for i in range(51)
        ]
        shown = [(px, max(area.y0, py)) for px, py in points]
        canvas.path(shown, Ink(WHITE, tint(style.colour(row), 0.2), 0.7), closed=True)
        canvas.words(noun(rng), (area.x0 - 3, base), style.text(0.9), align=1)
        canvas.words(str(row), (axes.x.at(row + 0.5), area.y1 + 1.25 * style.size), style.text(0.9), align=0.5)
    axis_titles(canvas, area, style, (quantity(rng), ""), left=0)


def draw_rain(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Single values as jittered points per group with a bar for the mean."""
    area = titled_area(canvas, rng, box, style)
    groups = int(rng.integers(2, 7))
    axes = Axes(area, Scale(0, groups, area.x0, area.x1), Scale(0, 100, area.y1, area.y0))
    draw_value_axis(canvas, axes, style, quantity(rng))
    for group in range(groups):
        x = axes.x.at(group + 0.5)
        middle = uniform(rng, 25, 75)
        for jitter, value in rng.normal(size=(int(rng.integers(8, 30)), 2)):
            shown = min(98.0, max(2.0, middle + 9 * float(value)))
            spread = max(-0.35, min(0.35, 0.15 * float(jitter))) * area.width / groups
            canvas.dot((x + spread, axes.y.at(shown)), 1.3, Ink(None, style.colour(group)))
        half = 0.28 * area.width / groups
        canvas.line((x - half, axes.y.at(middle)), (x + half, axes.y.at(middle)), Ink(BLACK, None, 1.2))
        canvas.words(chr(65 + group), (x, area.y1 + 1.25 * style.size), style.text(0.9), align=0.5)


CHARTS: tuple[Painter, ...] = (
    draw_embedding,
    draw_wire_surface,
    draw_areas,
    draw_steps,
    draw_forest,
    draw_offset_spectra,
    draw_ridges,
    draw_rain,
)
