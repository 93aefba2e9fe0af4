"""Fields of values as colour: heat maps, confusion matrices, contour-like images with a colour bar."""

from __future__ import annotations

import io

import numpy as np

from pipeline.acquire.practice.axes import Axes, Scale, axis_titles, data_area, draw_axes, random_range
from pipeline.acquire.practice.canvas import BLACK, WHITE, Canvas, Ink, Rng, chance, mix, pick, uniform
from pipeline.acquire.practice.style import Style
from pipeline.acquire.practice.words import ABSCISSAE, noun, quantity
from pipeline.acquire.practice.writer import Colour
from pipeline.geometry import Box

MAPS: tuple[tuple[Colour, ...], ...] = (
    ((0.27, 0.0, 0.33), (0.13, 0.55, 0.55), (0.99, 0.9, 0.15)),
    ((0.05, 0.03, 0.2), (0.75, 0.2, 0.35), (1.0, 0.95, 0.7)),
    ((0.97, 0.98, 1.0), (0.42, 0.68, 0.84), (0.03, 0.19, 0.42)),
    ((0.15, 0.3, 0.7), (0.95, 0.95, 0.95), (0.7, 0.1, 0.15)),
    (WHITE, (0.6, 0.6, 0.6), BLACK),
    ((0.0, 0.0, 0.5), (0.3, 1.0, 0.6), (0.6, 0.0, 0.0)),
)
Field = np.ndarray[tuple[int, int], np.dtype[np.float64]]


def map_colour(colours: tuple[Colour, ...], value: float) -> Colour:
    """The colour of a value between 0 and 1."""
    low, middle, high = colours
    return mix(low, middle, value * 2) if value < 0.5 else mix(middle, high, value * 2 - 1)


def smooth_field(rng: Rng, rows: int, columns: int, *, bumps: int = 6) -> Field:
    """A sum of bumps, scaled to 0 to 1."""
    y, x = np.mgrid[0 : 1 : rows * 1j, 0 : 1 : columns * 1j]
    total = np.zeros((rows, columns))
    for _ in range(bumps):
        cx, cy, width = rng.random(), rng.random(), uniform(rng, 0.08, 0.35)
        total += uniform(rng, -1, 1) * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / width**2)
    scaled: Field = (total - total.min()) / (np.ptp(total) + 1e-12)
    return scaled


def png_of(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> bytes:
    """Pixels (rows x columns x 3) as PNG bytes."""
    from PIL import Image

    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "PNG", compress_level=1)  # an intermediate: the PDF packs it again
    return out.getvalue()


def coloured(field: Field, colours: tuple[Colour, ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A field of values 0 to 1 as colour pixels."""
    low, middle, high = (np.array(colour) for colour in colours)
    share = field[..., None] * 2
    blend = np.where(share < 1, low + (middle - low) * share, middle + (high - middle) * (share - 1))
    return np.asarray(np.clip(blend * 255, 0, 255).astype(np.uint8))


def draw_heat_map(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A grid of coloured cells with names or numbers at its sides, values inside at times, a colour bar."""
    area = data_area(box, style)
    bar = chance(rng, 0.7)
    area = Box(area.x0, area.y0, area.x1 - (4.5 * style.size if bar else 0), area.y1)
    rows, columns = int(rng.integers(3, 13)), int(rng.integers(3, 15))
    if chance(rng, 0.3):
        columns = rows
    colours = pick(rng, MAPS)
    values = rng.random((rows, columns)) if chance(rng, 0.5) else smooth_field(rng, rows, columns)
    if rows == columns:
        values = np.clip(values * 0.4 + np.eye(rows) * 0.6, 0, 1)
    dx, dy = area.width / columns, area.height / rows
    numbers = dx > 2.2 * style.size and dy > 1.1 * style.size and chance(rng, 0.6)
    edge = pick(rng, (None, WHITE, BLACK))
    for row in range(rows):
        for column in range(columns):
            left, top = area.x0 + column * dx, area.y0 + row * dy
            value = float(values[row, column])
            colour = map_colour(colours, value)
            canvas.rect(Box(left, top, left + dx, top + dy), Ink(edge, colour, 0.4))
            if numbers:
                face = style.text(0.8, colour=BLACK if sum(colour) > 1.4 else WHITE)
                canvas.words(f"{value:.2f}", (left + dx / 2, top + dy / 2 + 0.3 * face.size), face, align=0.5)
    left_room = _side_names(canvas, rng, area, style, (rows, columns))
    axis_titles(canvas, area, style, (quantity(rng, ABSCISSAE), quantity(rng)), left=left_room)
    if bar:
        draw_colour_bar(canvas, area, style, colours)


def _side_names(canvas: Canvas, rng: Rng, area: Box, style: Style, size: tuple[int, int]) -> float:
    """Numbers or letters beside rows and under columns; returns the room taken at the left."""
    rows, columns = size
    named = chance(rng, 0.5)
    for row in range(rows):
        label = noun(rng)[:3] if named else str(row + 1)
        y = area.y0 + (row + 0.5) * area.height / rows + 0.3 * style.size
        canvas.words(label, (area.x0 - 3, y), style.text(0.8), align=1)
    for column in range(columns):
        x = area.x0 + (column + 0.5) * area.width / columns
        canvas.words(str(column + 1), (x, area.y1 + 1.15 * style.size), style.text(0.8), align=0.5)
    return 1.6 * style.size if named else style.size


def draw_colour_bar(canvas: Canvas, area: Box, style: Style, colours: tuple[Colour, ...]) -> None:
    """The scale of a colour map at the right of an area."""
    left = area.x1 + 1.2 * style.size
    steps = 24
    for step in range(steps):
        top = area.y1 - (step + 1) * area.height / steps
        cell = Box(left, top, left + 1.1 * style.size, top + area.height / steps + 0.2)
        canvas.rect(cell, Ink(None, map_colour(colours, (step + 0.5) / steps)))
    canvas.rect(Box(left, area.y0, left + 1.1 * style.size, area.y1), Ink(BLACK, None, 0.5))
    for step in range(5):
        y = area.y1 - step * area.height / 4 + 0.3 * style.size
        canvas.words(f"{step / 4:g}", (left + 1.4 * style.size, y), style.text(0.8))


def draw_surface(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A smooth field as an image between numeric axes, level steps at times, with a colour bar."""
    area = data_area(box, style)
    area = Box(area.x0, area.y0, area.x1 - 4.5 * style.size, area.y1)
    field = smooth_field(rng, 60, 80)
    if chance(rng, 0.5):
        field = np.floor(field * 8) / 8
    colours = pick(rng, MAPS)
    x = Scale(*random_range(rng), area.x0, area.x1)
    y = Scale(*random_range(rng), area.y1, area.y0)
    draw_axes(canvas, Axes(area, x, y), style, (quantity(rng, ABSCISSAE), quantity(rng)))
    canvas.picture(png_of(coloured(field, colours)), area)
    canvas.rect(area, Ink(BLACK, None, style.axis))
    draw_colour_bar(canvas, area, style, colours)
