"""A figure of a wanted kind as drawing commands: single or in panels, vector or raster."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from pipeline.acquire.practice.canvas import Canvas, Rng, chance, pick, uniform
from pipeline.acquire.practice.diagrams import draw_diagram
from pipeline.acquire.practice.heat import png_of
from pipeline.acquire.practice.ink import rendered
from pipeline.acquire.practice.photos import draw_any_photo, softened
from pipeline.acquire.practice.placing import extent, fitted, moved
from pipeline.acquire.practice.plots import draw_bars, draw_lines, draw_plot, draw_scatter
from pipeline.acquire.practice.screens import draw_screen
from pipeline.acquire.practice.sheets import draw_other, draw_table
from pipeline.acquire.practice.style import Style, random_style
from pipeline.acquire.practice.words import phrase
from pipeline.acquire.practice.writer import Command, PageDrawing, Picture
from pipeline.geometry import Box
from pipeline.vocabulary import FigureKind

Painter = Callable[[Canvas, Rng, Box, Style], None]
PAINTERS: dict[FigureKind, Painter] = {
    FigureKind.DIAGRAM: draw_diagram,
    FigureKind.PLOT: draw_plot,
    FigureKind.PHOTO: draw_any_photo,
    FigureKind.SCREENSHOT: draw_screen,
    FigureKind.TABLE: draw_table,
    FigureKind.OTHER: draw_other,
}
PLAIN_KINDS = tuple(PAINTERS)
REPEATED = (draw_lines, draw_lines, draw_scatter, draw_bars)
_GAP = 8.0


@dataclass(frozen=True, slots=True)
class Panels:
    """The panels of a compound figure: how many, in how many columns, and how they are lettered."""

    count: int
    columns: int
    letters: str = "(a)"  # (a) below with a sub-caption, a or A bold at the corner
    sub_captions: bool = True


def draw_figure(
    kind: FigureKind, rng: Rng, box: Box, *, panels: Panels | None = None, raster: bool = False
) -> list[Command]:
    """A figure of the kind inside the box (points); `mixed` draws panels of several kinds.

    With raster the whole drawing becomes one image, as most figures in real papers are.
    """
    if kind is FigureKind.MIXED and panels is None:
        panels = random_panels(rng)
    local = Box(0, 0, box.width, box.height)
    style = random_style(rng)
    commands = (
        _single(PAINTERS[kind], rng, local, style) if panels is None else _compound(kind, rng, local, style, panels)
    )
    if raster:
        commands = fitted(_as_image(commands, rng), local)
    return moved(commands, box.x0, box.y0)


def random_panels(rng: Rng) -> Panels:
    """Two to six panels in a usual arrangement."""
    count = int(pick(rng, (2, 2, 3, 4, 4, 6)))
    columns = {2: 2, 3: 3, 4: pick(rng, (2, 4)), 6: 3}[count]
    return Panels(count, columns, pick(rng, ("(a)", "(a)", "a", "A", "(A)")), chance(rng, 0.6))


def _single(painter: Painter, rng: Rng, box: Box, style: Style) -> list[Command]:
    canvas = Canvas()
    painter(canvas, rng, box, style)
    return fitted(canvas.items, box)


def panel_kinds(kind: FigureKind, rng: Rng, count: int) -> list[FigureKind]:
    """The kinds of the panels of a compound figure; `mixed` has at least two different ones."""
    if kind is not FigureKind.MIXED:
        return [kind] * count
    usual = (FigureKind.DIAGRAM, FigureKind.PLOT, FigureKind.PLOT, FigureKind.PHOTO)
    kinds = [pick(rng, usual) for _ in range(count)]
    if len(set(kinds)) == 1:
        kinds[0] = FigureKind.DIAGRAM if kinds[0] is not FigureKind.DIAGRAM else FigureKind.PLOT
    return kinds


def _compound(kind: FigureKind, rng: Rng, box: Box, style: Style, panels: Panels) -> list[Command]:
    columns = panels.columns
    wide, tall = _cell_size(box, panels.count, columns)
    while columns > 1 and wide < 0.7 * tall:
        columns -= 1
        wide, tall = _cell_size(box, panels.count, columns)
    tall = min(tall, 1.2 * wide)
    shared = replace(style, size=min(style.size, max(4.5, wide / 17)))
    alike = (
        pick(rng, REPEATED) if kind is FigureKind.PLOT and chance(rng, 0.5) else None
    )  # half repeat one kind of plot
    canvas = Canvas()
    for number, each in enumerate(panel_kinds(kind, rng, panels.count)):
        row, column = divmod(number, columns)
        left, top = column * (wide + _GAP), row * (tall + _GAP)
        cell = Box(left, top, left + wide, top + tall)
        inner = _letter(canvas, rng, cell, shared, (chr(97 + number), panels))
        local = Box(0, 0, inner.width, inner.height)
        drawn = _single(alike or PAINTERS[each], rng, local, shared)
        canvas.items += moved(drawn, inner.x0, inner.y0)
    return fitted(canvas.items, box)


def _cell_size(box: Box, count: int, columns: int) -> tuple[float, float]:
    rows = -(-count // columns)
    return (box.width - _GAP * (columns - 1)) / columns, (box.height - _GAP * (rows - 1)) / rows


def _letter(canvas: Canvas, rng: Rng, cell: Box, style: Style, which: tuple[str, Panels]) -> Box:
    """Writes the panel's letter, with a sub-caption if wanted; returns the room left for the panel."""
    letter, panels = which
    size = style.size
    if panels.letters.startswith("("):
        mark = f"({letter})" if panels.letters == "(a)" else f"({letter.upper()})"
        text = f"{mark} {phrase(rng, 2)}" if panels.sub_captions else mark
        canvas.words(text, (cell.centre[0], cell.y1 - 0.3 * size), style.text(1.05), align=0.5)
        return Box(cell.x0, cell.y0, cell.x1, cell.y1 - 1.8 * size)
    mark = letter if panels.letters == "a" else letter.upper()
    canvas.words(mark, (cell.x0, cell.y0 + 1.1 * size), style.text(1.35, bold=True))
    return Box(cell.x0 + size, cell.y0 + 1.3 * size, cell.x1, cell.y1)


def _as_image(commands: list[Command], rng: Rng) -> list[Command]:
    """The commands as one image, at a usual resolution, sometimes with the marks of JPEG."""
    from PIL import Image

    found = extent(commands).grow(uniform(rng, 0.5, 4.0))
    page = PageDrawing(found.width, found.height, tuple(moved(commands, -found.x0, -found.y0)))
    png = rendered(page, dpi=int(pick(rng, (90, 120, 150, 200, 220))))
    grey, lossy = chance(rng, 0.1), chance(rng, 0.4)
    if grey or lossy:
        with Image.open(io.BytesIO(png)) as image:
            pixels = np.asarray(image.convert("L").convert("RGB") if grey else image.convert("RGB"))
        png = png_of(softened(pixels, rng) if lossy else pixels)
    return [Picture(png, found)]
