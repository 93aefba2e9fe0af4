"""Pages with one figure and its caption each, of every kind and in many looks, to train and test figure judges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pipeline.acquire.practice.canvas import Canvas, Rng, chance, pick, uniform
from pipeline.acquire.practice.figures import Panels, draw_figure, random_panels
from pipeline.acquire.practice.ink import ink_boxes
from pipeline.acquire.practice.manuscript import printed_letters
from pipeline.acquire.practice.placing import extent, moved
from pipeline.acquire.practice.plans import PLANS
from pipeline.acquire.practice.setting import ASCENT, Run, break_lines, line_box, set_line
from pipeline.acquire.practice.texts import Topic, caption, paragraph
from pipeline.acquire.practice.truth import FigureTruth
from pipeline.acquire.practice.writer import Command, PageDrawing, write_pdf
from pipeline.geometry import Box
from pipeline.vocabulary import FigureKind

PAGES_PER_FILE = 25
WEIGHTS: dict[FigureKind, float] = {
    FigureKind.DIAGRAM: 0.32,
    FigureKind.PLOT: 0.27,
    FigureKind.PHOTO: 0.12,
    FigureKind.SCREENSHOT: 0.09,
    FigureKind.TABLE: 0.07,
    FigureKind.OTHER: 0.07,
    FigureKind.MIXED: 0.06,
}
_RASTER = {FigureKind.SCREENSHOT: 0.85, FigureKind.TABLE: 0.3, FigureKind.OTHER: 0.3}
_TRAINING = 30_000  # keeps this stream of random numbers apart from other uses of the same seed
_WIDTH, _HEIGHT, _SIDE = 612.0, 792.0, 54.0


@dataclass(frozen=True, slots=True)
class TrainingFigure:
    """One drawn figure of a training file."""

    file: str
    figure: FigureTruth


@dataclass(frozen=True, slots=True)
class _Page:
    drawing: PageDrawing
    graphic: PageDrawing
    figure: FigureTruth


def draw_training_figures(folder: Path, *, count: int, seed: int) -> list[TrainingFigure]:
    """Draws `count` figures into PDFs of 25 pages, one figure a page, and returns the truth about each.

    Figure n of a file stands on page n and is printed as "Figure n". The same seed gives the same bytes, and a
    larger count only adds files or pages. Raises OSError when a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found: list[TrainingFigure] = []
    for start in range(0, count, PAGES_PER_FILE):
        name = f"figures_{start // PAGES_PER_FILE:04d}.pdf"
        numbers = range(start, min(start + PAGES_PER_FILE, count))
        pages = [_page(np.random.default_rng((_TRAINING, seed, n)), n - start + 1) for n in numbers]
        write_pdf([page.drawing for page in pages], folder / name)
        inks = ink_boxes([page.graphic for page in pages])
        found += [TrainingFigure(name, _with_ink(page.figure, ink)) for page, ink in zip(pages, inks, strict=True)]
    return found


def _with_ink(figure: FigureTruth, ink: Box | None) -> FigureTruth:
    from dataclasses import replace

    if ink is None:
        raise RuntimeError(f"{figure.label} was drawn without ink")
    return replace(figure, bbox=ink)


def _page(rng: Rng, number: int) -> _Page:
    kind = tuple(WEIGHTS)[int(rng.choice(len(WEIGHTS), p=list(WEIGHTS.values())))]
    topic = pick(rng, PLANS).topic
    compound = kind is FigureKind.MIXED or chance(rng, 0.22)
    panels = random_panels(rng) if compound else None
    raster = chance(rng, _RASTER.get(kind, 0.5))
    wide = chance(rng, 0.35) or compound
    width = _WIDTH - 2 * _SIDE if wide else 242.0
    box = Box(0, 0, width * uniform(rng, 0.6, 1.0), uniform(rng, 90, 330 if compound else 260))
    commands = draw_figure(kind, rng, box, panels=panels, raster=raster)
    left = _SIDE if wide or chance(rng, 0.5) else _WIDTH - _SIDE - width
    return _assembled(rng, commands, (kind, number, panels, raster), topic, Box(left, 72, left + width, _HEIGHT))


def _assembled(
    rng: Rng,
    commands: Sequence[Command],
    about: tuple[FigureKind, int, Panels | None, bool],
    topic: Topic,
    column: Box,
) -> _Page:
    kind, number, panels, raster = about
    font, size = pick(rng, ("serif", "serif", "sans")), uniform(rng, 8.0, 10.0)
    canvas = Canvas()
    y = _text(canvas, [Run(paragraph(topic, rng, sentences=3), font)], column, size)[1] + 12
    found = extent(commands)
    placed = moved(commands, column.centre[0] - found.centre[0], y - found.y0)
    canvas.items += placed
    letters = printed_letters(panels)
    text = f"Figure {number}{pick(rng, (': ', '. ', ' | '))}{caption(kind, topic, rng, panels=letters)}"
    under = Box(column.x0, y + found.height + uniform(rng, 6, 12), column.x1, column.y1)
    box, y = _text(canvas, [Run(text, font)], under, size - 0.5)
    _text(canvas, [Run(paragraph(topic, rng, sentences=4), font)], Box(column.x0, y + 14, column.x1, 0), size)
    truth = FigureTruth(
        label=f"Figure {number}",
        printed_label=f"Figure {number}",
        page=number,
        bbox=found,
        caption=text,
        caption_bbox=box,
        kind=kind,
        compound=panels is not None,
        panels=tuple(letter.strip("()") for letter in letters),
        raster=raster or kind is FigureKind.PHOTO,
    )
    graphic = PageDrawing(_WIDTH, _HEIGHT, tuple(placed))
    return _Page(PageDrawing(_WIDTH, _HEIGHT, tuple(canvas.items)), graphic, truth)


def _text(canvas: Canvas, runs: Sequence[Run], column: Box, size: float) -> tuple[Box, float]:
    """Sets justified text from the column's top; returns its box and the y below it."""
    boxes = []
    y = column.y0
    for line in break_lines(runs, column.width, size):
        baseline = y + ASCENT * size
        canvas.items += set_line(line, column.x0, baseline)
        boxes.append(line_box(line, column.x0, baseline))
        y += 1.2 * size
    return Box.around(boxes), y
