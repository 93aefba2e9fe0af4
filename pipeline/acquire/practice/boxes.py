"""Boxes with words, arrows between them and small pictures inside: what schematics are made of."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.acquire.practice.canvas import BLACK, WHITE, Canvas, Ink, Rng, Type, chance, pick, uniform
from pipeline.acquire.practice.heat import MAPS, coloured, png_of, smooth_field
from pipeline.acquire.practice.metrics import text_width
from pipeline.acquire.practice.photos import PHOTOS
from pipeline.acquire.practice.style import Style, shade, tint
from pipeline.acquire.practice.writer import Point
from pipeline.geometry import Box


def fit_words(canvas: Canvas, text: str, box: Box, face: Type) -> None:
    """Words centred in a box, on two lines or smaller when they do not fit."""
    lines = [text]
    if text_width(text, face.font, face.size) > box.width - 3 and " " in text:
        words = text.split()
        half = (len(words) + 1) // 2
        lines = [" ".join(words[:half]), " ".join(words[half:])]
    widest = max(text_width(line, face.font, face.size) for line in lines)
    shrink = min(1.0, (box.width - 2) / max(widest, 1e-6), box.height / (1.2 * face.size * len(lines)))
    canvas.centred(lines, box.centre, Type(face.font, max(2.5, face.size * shrink), face.colour))


def box_ink(rng: Rng, style: Style, index: int) -> Ink:
    """The paint of a box: tinted, white or strong, with a dark or coloured edge."""
    colour = style.colour(index)
    fill = pick(rng, (tint(colour, 0.7), tint(colour, 0.85), WHITE, colour, None))
    edge = pick(rng, (BLACK, shade(colour, 0.3), shade(colour, 0.3), None if fill not in {WHITE, None} else BLACK))
    return Ink(edge, fill, style.line, (3.0, 2.0) if chance(rng, 0.08) else ())


def block(canvas: Canvas, text: str, box: Box, style: Style, *, ink: Ink) -> None:
    """A box with a word or two in it."""
    canvas.rect(box, ink, radius=style.rounded)
    dark = ink.fill is not None and sum(ink.fill) < 1.2
    fit_words(canvas, text, box, style.text(bold=style.bold_titles, colour=WHITE if dark else BLACK))


def diamond(canvas: Canvas, text: str, box: Box, style: Style, *, ink: Ink) -> None:
    """A decision: a diamond with a question in it."""
    (cx, cy), (x0, y0, x1, y1) = box.centre, box.as_tuple()
    canvas.path(((cx, y0), (x1, cy), (cx, y1), (x0, cy)), ink, closed=True)
    inner = box.grow(-0.22 * box.width, -0.2 * box.height)
    dark = ink.fill is not None and sum(ink.fill) < 1.2
    fit_words(canvas, text, inner, style.text(0.9, colour=WHITE if dark else BLACK))


def cylinder(canvas: Canvas, text: str, box: Box, style: Style, *, ink: Ink) -> None:
    """A store: a cylinder with a name on it."""
    lid = 0.14 * box.height
    canvas.rect(Box(box.x0, box.y0 + lid, box.x1, box.y1 - lid), Ink(None, ink.fill or WHITE))
    edge = Ink(ink.stroke or BLACK, ink.fill or WHITE, ink.width)
    canvas.ellipse(Box(box.x0, box.y1 - 2 * lid, box.x1, box.y1), edge)
    canvas.rect(Box(box.x0, box.y0 + lid, box.x1, box.y1 - lid), Ink(None, ink.fill or WHITE))
    for x in (box.x0, box.x1):
        canvas.line((x, box.y0 + lid), (x, box.y1 - lid), Ink(edge.stroke, None, ink.width))
    canvas.ellipse(Box(box.x0, box.y0, box.x1, box.y0 + 2 * lid), edge)
    fit_words(canvas, text, Box(box.x0, box.y0 + 2 * lid, box.x1, box.y1), style.text())


def slab(canvas: Canvas, box: Box, depth: float, ink: Ink) -> None:
    """A flat block seen from the side, as feature maps are drawn."""
    x0, y0, x1, y1 = box.as_tuple()
    d = depth * 0.6
    fill = ink.fill or WHITE
    canvas.path(((x0, y0), (x0 + depth, y0 - d), (x1 + depth, y0 - d), (x1, y0)), ink, closed=True)
    side = Ink(ink.stroke, shade(fill, 0.2), ink.width)
    canvas.path(((x1, y0), (x1 + depth, y0 - d), (x1 + depth, y1 - d), (x1, y1)), side, closed=True)
    canvas.rect(box, ink)


def thumbnail(canvas: Canvas, rng: Rng, box: Box) -> None:
    """A small picture, as schematics use for inputs and outputs."""
    if chance(rng, 0.6):
        pixels = pick(rng, PHOTOS)(rng, 40, 40)
    else:
        pixels = coloured(smooth_field(rng, 24, 24), pick(rng, MAPS))
    canvas.picture(png_of(pixels), box)
    canvas.rect(box, Ink(BLACK, None, 0.5))


def small_curve(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A tiny curve over a base line, without numbers."""
    canvas.line((box.x0, box.y1), (box.x1, box.y1), Ink(BLACK, None, 0.6))
    points = [(box.x0 + box.width * i / 9, box.y1 - box.height * (0.1 + 0.8 * uniform(rng, 0, 1))) for i in range(10)]
    canvas.path(points, Ink(style.colour(1), None, 0.9), curved=True)


def link(canvas: Canvas, route: Sequence[Point], style: Style, *, dashed: bool = False) -> None:
    """An arrow in the figure's manner."""
    ink = Ink(BLACK, None, style.line, (3.0, 2.0) if dashed else ())
    canvas.arrow(route, ink, size=3.0 + 1.6 * style.line, style=style.head)


def bow(canvas: Canvas, a: Point, b: Point, style: Style, *, lift: float) -> None:
    """A curved arrow from a to b; lift is the height of the bow in points, negative bows the other way."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = max((dx * dx + dy * dy) ** 0.5, 1e-6)
    nx, ny = dy / length * lift * 1.33, -dx / length * lift * 1.33
    c1, c2 = (a[0] + dx * 0.3 + nx, a[1] + dy * 0.3 + ny), (a[0] + dx * 0.7 + nx, a[1] + dy * 0.7 + ny)
    canvas.path((a, c1, c2, b), style.outline(), curved=True)
    canvas.head(b, c2, style.outline(), size=3.0 + 1.6 * style.line, style=style.head)
