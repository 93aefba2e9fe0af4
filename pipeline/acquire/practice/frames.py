"""Axes ready to draw on: random ranges and titles, linear or logarithmic, or with named groups instead of numbers."""

from __future__ import annotations

from pipeline.acquire.practice.axes import Axes, Scale, data_area, draw_axes, random_range
from pipeline.acquire.practice.canvas import Canvas, Rng, chance
from pipeline.acquire.practice.style import Style
from pipeline.acquire.practice.words import ABSCISSAE, noun, quantity
from pipeline.geometry import Box


def titled_area(canvas: Canvas, rng: Rng, box: Box, style: Style) -> Box:
    """The data area, after drawing a title over it now and then."""
    title = chance(rng, 0.25)
    area = data_area(box, style, title=title)
    if title:
        name = f"{noun(rng).capitalize()} {noun(rng)}"
        canvas.words(name, (area.centre[0], area.y0 - 0.6 * style.size), style.text(1.1), align=0.5)
    return area


def numeric_axes(canvas: Canvas, rng: Rng, box: Box, style: Style) -> Axes:
    """Numeric axes with everything around them, linear or logarithmic."""
    area = titled_area(canvas, rng, box, style)
    x_low, x_high = random_range(rng)
    y_low, y_high = random_range(rng)
    x = Scale(x_low, x_high, area.x0, area.x1)
    y = Scale(y_low, y_high, area.y1, area.y0)
    if chance(rng, 0.15):
        x = Scale(1.0, 10.0 ** int(rng.integers(2, 6)), area.x0, area.x1, log=True)
    if chance(rng, 0.15):
        y = Scale(10.0 ** -int(rng.integers(1, 5)), 10.0, area.y1, area.y0, log=True)
    axes = Axes(area, x, y)
    draw_axes(canvas, axes, style, (quantity(rng, ABSCISSAE), quantity(rng)))
    return axes


def draw_value_axis(canvas: Canvas, axes: Axes, style: Style, title: str) -> None:
    """Axes whose x side has no numbers: the y axis is drawn, the names come from the caller."""
    bare = Canvas()
    draw_axes(bare, axes, style, ("", title))
    foot = axes.area.y1 + 1.0
    for item in bare.items:
        below = getattr(item, "y", 0.0) > foot and getattr(item, "angle", 90.0) == 0.0
        if not (below and getattr(item, "x", 0.0) >= axes.area.x0 - 0.5 * style.size):
            canvas.items.append(item)
