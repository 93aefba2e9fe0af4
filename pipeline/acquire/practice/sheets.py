"""Figures made of words: tables set as figures, source code, prompts in frames, formulas."""

from __future__ import annotations

from collections.abc import Callable

from pipeline.acquire.practice.canvas import BLACK, WHITE, Canvas, Ink, Rng, Type, chance, pick, uniform
from pipeline.acquire.practice.metrics import text_width
from pipeline.acquire.practice.style import Style, tint
from pipeline.acquire.practice.words import METHODS, QUANTITIES, noun, phrase
from pipeline.geometry import Box

Painter = Callable[[Canvas, Rng, Box, Style], None]


def _cell(rng: Rng, row: int, column: int) -> str:
    if row == 0:
        return pick(rng, QUANTITIES) if column else ""
    if column == 0:
        return pick(rng, (pick(rng, METHODS), noun(rng).capitalize(), f"{noun(rng)} ({row})"))
    value = uniform(rng, 0, 100)
    return pick(rng, (f"{value:.1f}", f"{value:.2f}", f"{value:.1f} ± {value / 30:.1f}", "yes", "-"))


def draw_table(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A table: three rules, a full grid, or shaded rows."""
    size = min(style.size + 0.5, 8.5)
    rows = max(3, min(int(rng.integers(4, 14)), int(box.height / (1.5 * size))))
    columns = max(2, min(int(rng.integers(3, 8)), int(box.width / (6.5 * size))))
    tall = min(box.height / rows, 2.2 * size)
    foot = box.y0 + tall * rows
    first = 0.28 * box.width if columns > 2 else 0.4 * box.width
    lefts = [box.x0, *(box.x0 + first + (box.width - first) * i / (columns - 1) for i in range(columns))]
    manner = pick(rng, ("rules", "rules", "grid", "shaded"))
    _table_ground(canvas, box, style, (rows, tall, foot), manner)
    font = pick(rng, ("sans", "serif", style.font))
    for row in range(rows):
        face = Type("sans-bold" if row == 0 and font == "sans" else font, size)
        for column in range(columns):
            _fitted(
                canvas,
                _cell(rng, row, column),
                (lefts[column], lefts[column + 1]),
                face,
                y=box.y0 + tall * row + 0.68 * tall,
            )
    if manner == "grid":
        for x in lefts:
            canvas.line((x, box.y0), (x, foot), Ink(BLACK, None, 0.5))


def _table_ground(canvas: Canvas, box: Box, style: Style, grid: tuple[int, float, float], manner: str) -> None:
    rows, tall, foot = grid
    if manner == "shaded":
        canvas.rect(Box(box.x0, box.y0, box.x1, box.y0 + tall), Ink(None, tint(style.colour(0), 0.4)))
        for row in range(2, rows, 2):
            y = box.y0 + tall * row
            canvas.rect(Box(box.x0, y, box.x1, y + tall), Ink(None, (0.92, 0.92, 0.92)))
    ruled = range(rows + 1) if manner == "grid" else (0, 1, rows)
    for row in ruled:
        y = foot if row == rows else box.y0 + tall * row
        canvas.line((box.x0, y), (box.x1, y), Ink(BLACK, None, 0.5 if row == 1 or manner == "grid" else 1.0))


def _fitted(canvas: Canvas, text: str, edges: tuple[float, float], face: Type, *, y: float) -> None:
    width = text_width(text, face.font, face.size)
    room = edges[1] - edges[0] - 4
    size = face.size * min(1.0, room / width) if width else face.size
    canvas.words(text, (edges[0] + 2, y), Type(face.font, size, face.colour))


CODE = (
    "def {a}({b}, {c}):", "    for {a} in {b}:", "        {c} = {a}.{b}({n})", "    return {c}", "if {a} > {n}:",
    "    {b} += {a} * {n}", "# {a} the {b} before {c}", "import {a}", "while not {b}:", "    yield {a}[{n}]", "",
    "class {A}:", "    {a}: int = {n}", "print({a}, {b})", "{{", '  "{a}": {n},', '  "{b}": ["{c}"]', "}}",
)  # fmt: skip


def draw_code(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Source code, framed, shaded or bare, with line numbers at times."""
    if chance(rng, 0.6):
        ground = pick(rng, (WHITE, (0.95, 0.95, 0.95), (0.98, 0.97, 0.9)))
        canvas.rect(box, Ink(pick(rng, (BLACK, None, (0.6, 0.6, 0.6))), ground, 0.6), radius=style.rounded / 2)
    size = min(7.5, style.size)
    numbered = chance(rng, 0.4)
    left = box.x0 + 5 + (2 * size if numbered else 0)
    room = int((box.x1 - left - 4) / (0.6 * size))
    for number in range(int((box.height - 6) / (1.25 * size))):
        y = box.y0 + 3 + size * (1 + 1.25 * number)
        values = {"a": noun(rng), "b": noun(rng), "c": noun(rng), "A": noun(rng).capitalize(), "n": rng.integers(99)}
        text = pick(rng, CODE).format(**values)
        colour = pick(rng, (BLACK, BLACK, style.colour(0))) if len(text) > 1 else BLACK
        canvas.words(text[:room].rstrip(), (left, y), Type("mono", size, colour))
        if numbered:
            canvas.words(str(number + 1), (left - size, y), Type("mono", 0.8 * size, (0.5, 0.5, 0.5)), align=1)


def draw_prompt(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A frame with a heading bar and lines of instructions, as prompts and examples are shown."""
    size = min(8.0, style.size + 0.5)
    edge = style.colour(0)
    canvas.rect(box, Ink(edge, tint(edge, 0.93), 0.8), radius=style.rounded / 2)
    canvas.rect(Box(box.x0, box.y0, box.x1, box.y0 + 1.8 * size), Ink(edge, edge, 0.8))
    pen = WHITE if sum(edge) < 1.8 else BLACK
    canvas.words(
        f"{noun(rng).capitalize()} instructions", (box.x0 + 5, box.y0 + 1.3 * size), Type("sans-bold", size, pen)
    )
    font = pick(rng, ("sans", "serif", "mono"))
    y = box.y0 + 3.2 * size
    while y < box.y1 - 0.5 * size:
        lead = pick(rng, ("", "", "- ", "1. ", "Q: ", "A: "))
        text, more = lead + noun(rng), True
        while more:
            longer = f"{text} {noun(rng)}"
            more = text_width(longer, font, size) < box.width - 14 and chance(rng, 0.96)
            text = longer if more else text
        canvas.words(text, (box.x0 + 5, y), Type(font, size))
        y += 1.3 * size


def draw_formulas(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Lines of formulas and terms without a frame."""
    size = min(10.0, style.size + 2)
    y = box.y0 + 1.5 * size
    while y < box.y1:
        a, b, c = (pick(rng, "abcdfghkmnpqrstuvwxyz") for _ in range(3))
        text = pick(
            rng,
            (
                f"{a}({b}) = {c}² + {rng.integers(2, 9)}{b}",
                f"{a} · {b} - {c} = 0",
                f"max {a} / ({b} + {c}) × {phrase(rng, 1)}",
            ),
        )
        canvas.words(text, (box.centre[0], y), Type("serif-italic", size), align=0.5)
        y += 1.7 * size


OTHERS: tuple[Painter, ...] = (draw_code, draw_code, draw_prompt, draw_prompt, draw_formulas)


def draw_other(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Something that is none of the named kinds."""
    pick(rng, OTHERS)(canvas, rng, box, style)


def ruled_table(canvas: Canvas, rng: Rng, width: float, font: str) -> None:
    """A numbered table's body at the origin: three rules, a heading row, some rows of numbers."""
    rows, columns, size = int(rng.integers(4, 8)), int(rng.integers(3, 6)), 8.0
    tall = 1.5 * size
    for row in range(rows):
        for column in range(columns):
            left = width * column / columns
            text = noun(rng).capitalize() if row == 0 or column == 0 else f"{uniform(rng, 0, 100):.1f}"
            canvas.words(text, (left + 3, tall * row + 0.7 * tall), Type(font, size))
    for y, wide in ((0.0, 0.9), (tall, 0.5), (tall * rows, 0.9)):
        canvas.line((0.0, y), (width, y), Ink(BLACK, None, wide))
