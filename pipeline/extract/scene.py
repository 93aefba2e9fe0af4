"""A page made ready for finding figures: furniture and running text blanked, the rest in connected pieces of ink."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.extract.captions import Caption
from pipeline.extract.ink import SCALE, Ink, page_ink, window_of
from pipeline.extract.layout import Role, Style
from pipeline.extract.rows import Row
from pipeline.geometry import Box, clip, intersection_area
from pipeline.pdf import Drawing, Page

REACH = 9.0  # gaps inside a figure up to this many points do not part its ink
THIN = 2.0
WALLS = frozenset({Role.BODY, Role.HEADING, Role.DISPLAY})


@dataclass(frozen=True, slots=True)
class PageView:
    """An upright page with its rows, their roles, and its grey values at 144 dpi."""

    page: Page
    rows: Sequence[Row]
    roles: Sequence[Role]
    grey: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Piece:
    """Connected ink: its box, and whether more than text is in it."""

    box: Box
    graphic: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """What figures of one page are found from."""

    number: int
    frame: Box
    style: Style
    captions: tuple[Caption, ...]
    walls: tuple[Box, ...]  # rows of running text and headings: nothing reaches over them
    pieces: tuple[Piece, ...]


def enclosed_rows(rows: Sequence[Row], page: Page) -> set[int]:
    """Indices of rows that stand inside a drawn or tinted box smaller than the page."""
    boxes = [
        drawing.box
        for drawing in page.drawings
        if drawing.box.width > 40
        and drawing.box.height > 12
        and drawing.box.area < 0.6 * page.box.area
        and (drawing.stroke is not None or (drawing.fill is not None and min(drawing.fill) < 0.985))
    ] + [image for image in page.images if image.area < 0.6 * page.box.area]
    return {i for i, row in enumerate(rows) if any(box.contains(row.box, slack=1.0) for box in boxes)}


def build_scene(view: PageView, captions: Sequence[Caption], *, style: Style, furniture: Collection[Box] = ()) -> Scene:
    """The scene of an upright page; `furniture` are boxes that repeat on many pages."""
    page = view.page
    printed = [row.box for row, role in zip(view.rows, view.roles, strict=True) if role is not Role.OTHER]
    loose = [row.box for row, role in zip(view.rows, view.roles, strict=True) if role is Role.OTHER]
    walls = [row.box for row, role in zip(view.rows, view.roles, strict=True) if role in WALLS]
    ink = page_ink(_untinted(view.grey, page, walls)).without([*printed, *furniture], margin=1.0)
    ink = ink.without(_frame_lines(page.drawings, captions), margin=1.2)
    ink = ink.without(_column_rules(page.drawings, style), margin=0.8)
    cuts = _cuts_between(ink, captions, walls)
    bare = ink.without(loose, margin=1.5)
    boxes = (box for box in ink.pieces(reach=REACH, barriers=cuts) if box.width > 2.5 or box.height > 2.5)
    pieces = [Piece(box, is_graphic(bare.shrink(box))) for box in boxes]
    return Scene(page.number, page.box, style, tuple(captions), tuple(walls), _outermost(pieces))


def _outermost(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces without those that lie inside a graphic one, as points inside the frame of a plot do."""
    frames = [piece.box for piece in pieces if piece.graphic]
    return tuple(p for p in pieces if not any(frame != p.box and frame.contains(p.box) for frame in frames))


def is_graphic(box: Box | None) -> bool:
    """Whether ink outside of text is large enough for a picture: no underline, fraction bar or speck."""
    return box is not None and min(box.width, box.height) >= 9 and max(box.width, box.height) >= 22


def _untinted(grey: NDArray[np.uint8], page: Page, walls: Sequence[Box]) -> NDArray[np.uint8]:
    """The page with the tint of boxes under running text made white; what is darker in them stays."""
    result = grey
    for drawing in page.drawings:
        fill, box = drawing.fill, drawing.box
        if fill is None or not 0.6 < min(fill) < 0.97 or sum(box.contains(wall, slack=2) for wall in walls) < 3:
            continue
        if result is grey:
            result = grey.copy()
        level = round(255 * (0.299 * fill[0] + 0.587 * fill[1] + 0.114 * fill[2]))
        window = window_of(box.grow(1.0), grey.shape)
        part = result[window]
        part[part >= level - 8] = 255
    return result


def _frame_lines(drawings: Iterable[Drawing], captions: Sequence[Caption]) -> list[Box]:
    """The sides of frames that hold a figure together with its caption, drawn as a rectangle or as four lines."""
    drawings = list(drawings)
    found: list[Box] = []
    for caption in captions:
        for drawing in drawings:
            box = drawing.box
            if box.height > 30 and box.width > 30 and box.contains(caption.box, slack=1.0):
                found += _sides(box)
        uprights = [
            d.box
            for d in drawings
            if d.box.width <= THIN
            and d.box.y0 <= caption.box.y0 + 2
            and d.box.y1 >= caption.box.y1 - 2
            and d.box.height > 30
        ]
        for upright in uprights:
            found.append(upright)
            found += [
                d.box for d in drawings if d.box.height <= THIN and d.box.width > 30 and _touches_end(d.box, upright)
            ]
    return found


def _sides(box: Box) -> list[Box]:
    return [
        Box(box.x0, box.y0, box.x1, box.y0),
        Box(box.x0, box.y1, box.x1, box.y1),
        Box(box.x0, box.y0, box.x0, box.y1),
        Box(box.x1, box.y0, box.x1, box.y1),
    ]


def _touches_end(rule: Box, upright: Box) -> bool:
    at_end = min(abs(rule.y0 - upright.y0), abs(rule.y1 - upright.y1)) <= 2.5
    return at_end and min(abs(rule.x0 - upright.x0), abs(rule.x1 - upright.x1)) <= 2.5


def _column_rules(drawings: Iterable[Drawing], style: Style) -> list[Box]:
    """Thin horizontal rules exactly as wide as a column or the text: separators, not parts of figures."""
    if not style.edges:
        return []
    left, right = min(style.edges), max(style.edges) + style.column
    spans = [(edge, edge + style.column) for edge in style.edges] + [(left, right)]
    drawings = list(drawings)
    uprights = [d.box for d in drawings if d.box.width <= THIN and d.box.height > 8]
    return [
        d.box
        for d in drawings
        if d.box.height <= THIN
        and any(abs(d.box.x0 - x0) <= 2.5 and abs(d.box.x1 - x1) <= 2.5 for x0, x1 in spans)
        and not any(_touches_end(d.box, upright) for upright in uprights)
    ]


def _cuts_between(ink: Ink, captions: Sequence[Caption], walls: Sequence[Box]) -> list[Box]:
    """Where figures side by side part: blank columns between the captions of neighbours."""
    around = [*walls, *(caption.box for caption in captions)]
    return [
        cut
        for first in captions
        for second in captions
        if first.box.x1 < second.box.x0
        for cut in _cut(ink, first.box, second.box, around)
    ]


def _cut(ink: Ink, left: Box, right: Box, walls: Sequence[Box]) -> list[Box]:
    """The whitest column between two captions, from them up and down to the next text."""
    level = min(left.y1, right.y1) > max(left.y0, right.y0) - 24
    x0, x1 = left.x1 - 0.25 * left.width, right.x0 + 0.25 * right.width
    found = []
    both = Box(left.x0, 0, right.x1, 10_000)
    above = max(
        (w.y1 for w in walls if w.y1 <= min(left.y0, right.y0) + 2 and intersection_area(w, both) > 0), default=0.0
    )
    below = min(
        (w.y0 for w in walls if w.y0 >= max(left.y1, right.y1) - 2 and intersection_area(w, both) > 0), default=10_000.0
    )
    for y0, y1 in ((above, min(left.y0, right.y0)), (max(left.y1, right.y1), below)):
        strip = clip(Box(x0, y0, x1, y1), Box(0, 0, ink.dark.shape[1] / SCALE, ink.dark.shape[0] / SCALE))
        if strip.area <= 0:
            continue
        amounts = ink.dark[
            int(strip.y0 * SCALE) : int(strip.y1 * SCALE), int(strip.x0 * SCALE) : int(strip.x1 * SCALE)
        ].sum(axis=0)
        if not amounts.size:
            continue
        best = _middle_of_whitest(amounts)
        if amounts[best] == 0 or level:
            x = strip.x0 + best / SCALE
            found.append(Box(x, strip.y0, x + 1, strip.y1))
    return found


def _middle_of_whitest(amounts: np.ndarray) -> int:
    """The middle of the widest run of least ink, runs near the centre first among equals."""
    least = amounts.min()
    runs, start = [], None
    for i, amount in enumerate([*amounts, least + 1]):
        if amount == least and start is None:
            start = i
        elif amount != least and start is not None:
            runs.append((start, i))
            start = None
    middle = len(amounts) / 2
    first, last = max(runs, key=lambda run: (run[1] - run[0], -abs((run[0] + run[1]) / 2 - middle)))
    return (first + last) // 2
