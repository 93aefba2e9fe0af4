"""Plots on axes: lines, points, bars, distributions, bands, and the charts without axes (pie, radar)."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from pipeline.acquire.practice.axes import (
    Axes,
    Scale,
    axis_titles,
    data_area,
    draw_legend,
    draw_marker,
    random_range,
)
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
from pipeline.acquire.practice.charts import CHARTS
from pipeline.acquire.practice.curves import curve_points
from pipeline.acquire.practice.frames import draw_value_axis, numeric_axes, titled_area
from pipeline.acquire.practice.heat import draw_heat_map, draw_surface
from pipeline.acquire.practice.style import Style, shade, tint
from pipeline.acquire.practice.words import noun, quantity, series
from pipeline.acquire.practice.writer import Point
from pipeline.geometry import Box

Painter = Callable[[Canvas, Rng, Box, Style], None]


def draw_lines(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """One to six curves, with markers, bands and a legend at times."""
    axes = numeric_axes(canvas, rng, box, style)
    names = [series(rng) for _ in range(int(rng.integers(1, 6)))]
    count = int(pick(rng, (8, 12, 40, 120)))
    dashes = pick(rng, ((), (), (4.0, 2.0), (1.0, 1.5)))
    for number in range(len(names)):
        points = curve_points(rng, axes.area, count)
        colour = style.colour(number)
        if chance(rng, 0.2):
            _band(canvas, points, axes.area, Ink(None, tint(colour, 0.7)), spread=uniform(rng, 3, 10))
        canvas.path(points, Ink(colour, None, style.line, dashes if number % 2 else ()))
        if count <= 12:
            for point in points:
                draw_marker(canvas, point, colour, number, size=uniform(rng, 1.4, 1.8))
    if len(names) > 1 and chance(rng, 0.8):
        draw_legend(canvas, rng, axes.area, style, names=names)


def _band(canvas: Canvas, points: list[Point], area: Box, ink: Ink, *, spread: float) -> None:
    upper = [(x, max(area.y0, y - spread)) for x, y in points]
    lower = [(x, min(area.y1, y + spread)) for x, y in reversed(points)]
    canvas.path(upper + lower, ink, closed=True)


def draw_scatter(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Clouds of points, with a straight fit or error bars at times."""
    axes = numeric_axes(canvas, rng, box, style)
    area, groups = axes.area, int(rng.integers(1, 5))
    size = uniform(rng, 0.9, 2.4)
    for group in range(groups):
        centre = (uniform(rng, 0.2, 0.8), uniform(rng, 0.2, 0.8))
        spread, slope = uniform(rng, 0.04, 0.18), uniform(rng, -0.8, 0.8)
        for step in rng.normal(size=(int(rng.integers(8, 90 // groups + 20)), 2)):
            u = centre[0] + float(step[0]) * spread * 1.3
            v = centre[1] + float(step[1]) * spread * 0.6 + slope * (u - centre[0])
            if 0.02 < u < 0.98 and 0.02 < v < 0.98:
                at = (area.x0 + u * area.width, area.y1 - v * area.height)
                draw_marker(canvas, at, style.colour(group), group if groups < 4 else 0, size=size)
    if chance(rng, 0.35):
        ends = ((area.x0, area.y1 - 0.2 * area.height), (area.x1, area.y0 + 0.2 * area.height))
        canvas.line(*ends, Ink(pick(rng, (BLACK, (0.8, 0.1, 0.1))), None, style.line, (4.0, 2.0)))
    if groups > 1 and chance(rng, 0.6):
        draw_legend(canvas, rng, area, style, names=[series(rng) for _ in range(groups)])


def draw_bars(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Grouped or stacked bars over named groups, error bars at times."""
    area = titled_area(canvas, rng, box, style)
    high = pick(rng, (1.0, 10.0, 80.0, 100.0, 5000.0))
    y = Scale(0.0, high, area.y1, area.y0)
    groups, parts = int(rng.integers(2, 9)), int(pick(rng, (1, 1, 2, 3, 4)))
    x = Scale(0.0, float(groups), area.x0, area.x1)
    draw_value_axis(canvas, Axes(area, x, y), style, quantity(rng))
    errors, edge = chance(rng, 0.35), BLACK if chance(rng, 0.4) else None
    step = area.width / groups
    for group in range(groups):
        for part in range(parts):
            width = 0.75 * step / parts
            left = area.x0 + step * (group + 0.125) + part * width
            top = area.y1 - uniform(rng, 0.15, 0.92) * area.height
            canvas.rect(Box(left, top, left + width, area.y1), Ink(edge, style.colour(part), 0.5))
            if errors:
                _error_bar(canvas, (left + width / 2, top), uniform(rng, 2, 5))
        name = pick(rng, (noun(rng)[:5].capitalize(), f"{chr(65 + group)}", f"G{group + 1}"))
        place = (area.x0 + step * (group + 0.5), area.y1 + 1.25 * style.size)
        canvas.words(name if step > 3.2 * style.size else chr(65 + group), place, style.text(0.9), align=0.5)
    if parts > 1:
        draw_legend(canvas, rng, area, style, names=[series(rng) for _ in range(parts)])


def _error_bar(canvas: Canvas, at: Point, reach: float) -> None:
    ink = Ink(BLACK, None, 0.6)
    canvas.line((at[0], at[1] - reach), (at[0], at[1] + reach), ink)
    for y in (at[1] - reach, at[1] + reach):
        canvas.line((at[0] - 1.5, y), (at[0] + 1.5, y), ink)


def draw_side_bars(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Horizontal bars with names at the left."""
    area = data_area(box, style)
    area = Box(area.x0 + 0.12 * box.width, area.y0, area.x1, area.y1)
    high = pick(rng, (1.0, 100.0, 40.0))
    x = Scale(0.0, high, area.x0, area.x1)
    canvas.rect(area, Ink(BLACK, None, style.axis))
    for value in x.ticks(4):
        canvas.line((x.at(value), area.y1), (x.at(value), area.y1 + 2), Ink(BLACK, None, style.axis))
        canvas.words(f"{value:g}", (x.at(value), area.y1 + 1.25 * style.size), style.text(0.9), align=0.5)
    count = int(rng.integers(3, 9))
    step = area.height / count
    for row in range(count):
        top = area.y0 + step * (row + 0.15)
        end = area.x0 + uniform(rng, 0.1, 0.95) * area.width
        canvas.rect(Box(area.x0, top, end, top + 0.7 * step), Ink(None, style.colour(0)))
        size = min(1.0, 0.8 * step / style.size)
        at = (area.x0 - 3, top + 0.35 * step + 0.3 * style.size * size)
        canvas.words(noun(rng).capitalize(), at, style.text(size), align=1)
    axis_titles(canvas, area, style, (quantity(rng), ""), left=0)


def draw_histogram(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """One or two histograms over a numeric axis."""
    axes = numeric_axes(canvas, rng, box, style)
    area, bins = axes.area, int(rng.integers(10, 36))
    for layer in range(int(pick(rng, (1, 1, 2)))):
        middle, spread = uniform(rng, 0.3, 0.7), uniform(rng, 0.08, 0.25)
        width = area.width / bins
        colour = style.colour(layer)
        for number in range(bins):
            share = math.exp(-((((number + 0.5) / bins - middle) / spread) ** 2)) * uniform(rng, 0.75, 0.95)
            left = area.x0 + number * width
            bar = Box(left, area.y1 - share * area.height, left + width, area.y1)
            canvas.rect(bar, Ink(shade(colour), tint(colour, 0.2 + 0.3 * layer), 0.4))


def draw_boxes(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Box plots or violins per group."""
    area = titled_area(canvas, rng, box, style)
    count, violin = int(rng.integers(2, 8)), chance(rng, 0.4)
    axes = Axes(area, Scale(0, count, area.x0, area.x1), Scale(*random_range(rng), area.y1, area.y0))
    draw_value_axis(canvas, axes, style, quantity(rng))
    step = area.width / count
    for group in range(count):
        x, reach = area.x0 + step * (group + 0.5), 0.3 * step
        middle = area.y0 + uniform(rng, 0.3, 0.7) * area.height
        half = uniform(rng, 0.06, 0.16) * area.height
        ink = Ink(pick(rng, (BLACK, style.colour(group))), tint(style.colour(group), 0.4), 0.7)
        if violin:
            _violin(canvas, (x, middle), (reach, 2.2 * half), ink)
        else:
            canvas.line((x, middle - 2.1 * half), (x, middle + 1.8 * half), Ink(BLACK, None, 0.6))
            canvas.rect(Box(x - reach, middle - half, x + reach, middle + half), ink)
        canvas.line((x - reach * 0.9, middle), (x + reach * 0.9, middle), Ink(BLACK, None, 1.0))
        at = (x, area.y1 + 1.25 * style.size)
        canvas.words(f"{pick(rng, ('G', 'S', 'T'))}{group + 1}", at, style.text(0.9), align=0.5)


def _violin(canvas: Canvas, at: Point, half: tuple[float, float], ink: Ink) -> None:
    (x, y), (wide, tall) = at, half
    right = [
        (x, y - tall), (x + 0.1 * wide, y - 0.6 * tall), (x + wide, y - 0.4 * tall), (x + wide, y),
        (x + wide, y + 0.4 * tall), (x + 0.1 * wide, y + 0.6 * tall), (x, y + tall),
    ]  # fmt: skip
    left = [(2 * x - px, py) for px, py in reversed(right)]
    canvas.path([*right, *left[1:]], ink, closed=True, curved=True)


def draw_pie(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A pie or ring chart with names and shares."""
    radius = 0.36 * min(box.width, box.height)
    (cx, cy), count = box.centre, int(rng.integers(3, 7))
    shares = rng.dirichlet(np.full(count, 3.0))
    angle = uniform(rng, 0, 6)
    for number, share in enumerate(shares):
        turn = float(share) * 2 * math.pi
        arc = [angle + turn * i / 24 for i in range(25)]
        rim = [(cx + radius * math.cos(a), cy + radius * math.sin(a)) for a in arc]
        canvas.path([(cx, cy), *rim], Ink(WHITE, style.colour(number), 0.8), closed=True)
        middle = angle + turn / 2
        at = (cx + 1.18 * radius * math.cos(middle), cy + 1.18 * radius * math.sin(middle))
        label = pick(rng, (f"{100 * share:.1f}%", f"{noun(rng)} {100 * share:.0f}%"))
        canvas.words(label, at, style.text(0.9), align=0.0 if math.cos(middle) > 0 else 1.0)
        angle += turn
    if chance(rng, 0.35):
        canvas.dot((cx, cy), radius * 0.5, Ink(None, WHITE))


def draw_radar(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A radar chart: named spokes, rings with numbers, closed curves."""
    radius, count = 0.38 * min(box.width, box.height), int(rng.integers(5, 9))
    (cx, cy), grey = box.centre, Ink((0.7, 0.7, 0.7), None, 0.5)
    spokes = [2 * math.pi * i / count - math.pi / 2 for i in range(count)]
    for ring in range(1, 5):
        share = radius * ring / 4
        rim = [(cx + share * math.cos(a), cy + share * math.sin(a)) for a in spokes]
        canvas.path(rim, grey, closed=True)
        canvas.words(f"{ring * 25}", (cx + 1, cy - share + 2), style.text(0.75))
    for a in spokes:
        canvas.line((cx, cy), (cx + radius * math.cos(a), cy + radius * math.sin(a)), grey)
        at = (cx + 1.12 * radius * math.cos(a), cy + 1.12 * radius * math.sin(a) + 2)
        canvas.words(noun(rng), at, style.text(0.85), align=0.5 - 0.5 * math.cos(a))
    for number in range(int(rng.integers(1, 4))):
        reaches = [radius * uniform(rng, 0.3, 0.95) for _ in spokes]
        points = [(cx + s * math.cos(a), cy + s * math.sin(a)) for s, a in zip(reaches, spokes, strict=True)]
        canvas.path(points, Ink(style.colour(number), None, 1.2), closed=True)


PLOTS: tuple[tuple[Painter, int], ...] = (
    (draw_lines, 8),
    (draw_scatter, 4),
    (draw_bars, 4),
    (draw_heat_map, 3),
    (draw_histogram, 2),
    (draw_boxes, 2),
    (draw_side_bars, 1),
    (draw_surface, 1),
    (draw_pie, 1),
    (draw_radar, 1),
    *((chart, 1) for chart in CHARTS),
)


def draw_plot(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A plot of a kind drawn at random, in the shares real papers show roughly."""
    painters = [painter for painter, weight in PLOTS for _ in range(weight)]
    pick(rng, painters)(canvas, rng, box, style)
