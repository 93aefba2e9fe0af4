"""The paragraphs of a document in reading order, and which of them cite which figure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.extract.document import Document, PageText
from pipeline.extract.layout import Role, blocks_of
from pipeline.extract.mentions import find_mentions
from pipeline.extract.model import Context
from pipeline.extract.rows import Row
from pipeline.extract.text import join_lines
from pipeline.geometry import Box

_END = re.compile(r"[.!?:;)\]”\"]\s*$")
_RUNNING = (Role.BODY, Role.HEADING)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph and the page on which it begins."""

    page: int
    text: str


def paragraphs_of(document: Document, figures: Sequence[tuple[int, Box]]) -> list[Paragraph]:
    """Running text joined over lines, columns and pages; then loose blocks (notes, lists) outside of figures.

    `figures` are (page, box of the upright page): text inside them is not running text.
    """
    running: list[list[Row]] = []
    loose: list[list[Row]] = []
    for text in document.pages:
        roles = document.roles(text)
        inside = [box for page, box in figures if page == text.number]
        body = _in_reading_order(document, text, (i for i, role in enumerate(roles) if role in _RUNNING))
        kept = [i for i in body if not _within(text.rows[i].box, inside)]
        _chain(document, [(text.rows[i], roles[i]) for i in kept], running)
        others = (i for i, role in enumerate(roles) if role is Role.OTHER and not _within(text.rows[i].box, inside))
        loose += [[text.rows[i] for i in block] for block in blocks_of(text.rows, others)]
    return [Paragraph(rows[0].page, join_lines([row.raw for row in rows])) for rows in running + loose if rows]


def _within(box: Box, frames: Iterable[Box]) -> bool:
    return any(frame.contains(box, slack=2.0) for frame in frames)


def _in_reading_order(document: Document, text: PageText, indices: Iterable[int]) -> list[int]:
    """Rows column by column; a row over all columns parts the page into bands."""
    rows, style = text.rows, document.style
    chosen = sorted(indices, key=lambda i: rows[i].box.y0)
    order, band = [], 0
    for i in chosen:
        column = style.column_of(rows[i].box)
        if column is None:
            band += 1
            order.append(((band, 0.0, rows[i].box.y0), i))
            band += 1
        else:
            order.append(((band, column[0], rows[i].box.y0), i))
    return [i for _, i in sorted(order)]


def _chain(document: Document, rows: Sequence[tuple[Row, Role]], paragraphs: list[list[Row]]) -> None:
    """Append rows to the paragraphs so far, opening a new one at a heading or where the setting says so."""
    for row, role in rows:
        if role is Role.HEADING:
            paragraphs.append([])
        elif paragraphs and paragraphs[-1] and _goes_on(document, paragraphs[-1], row):
            paragraphs[-1].append(row)
        else:
            paragraphs.append([row])


def _goes_on(document: Document, paragraph: Sequence[Row], row: Row) -> bool:
    last, style = paragraph[-1], document.style
    if abs(last.size - row.size) > 0.7:
        return False
    step = row.box.y1 - last.box.y1
    same_column = row.page == last.page and step > 0 and abs(row.box.x0 - last.box.x0) < 0.5 * style.column
    if not same_column:
        return not _END.search(last.text) or row.text[:1].islower()
    if step > 1.6 * style.leading * row.size:
        return row.text[:1].islower() and not _END.search(last.text)
    near = (r.box.x0 for r in paragraph[-6:] if r.page == row.page and abs(r.box.x0 - row.box.x0) < 60)
    left = min(near, default=last.box.x0)
    indented = 4 < row.box.x0 - left < 40 and len(paragraph) > 1
    ended = last.box.x1 < row.box.x1 - 0.06 * style.column and _END.search(last.text) is not None
    return not (indented and _END.search(last.text)) and not (ended and row.text[:1].isupper() and indented)


@dataclass(frozen=True, slots=True)
class Target:
    """A figure that text may cite: its number and numbering run, and the first page of that run."""

    number: str
    run: int
    run_page: int


def contexts_of(paragraphs: Sequence[Paragraph], targets: Sequence[Target]) -> list[tuple[Context, ...]]:
    """For every target the mentions of it, in paragraph order."""
    found: list[list[Context]] = [[] for _ in targets]
    for paragraph in paragraphs:
        for start, end, ids in find_mentions(paragraph.text):
            for mention in ids:
                index = _target(mention, paragraph.page, targets)
                if index is not None:
                    found[index].append(Context(paragraph.page, paragraph.text, mention, (start, end)))
    return [tuple(contexts) for contexts in found]


def _target(mention: str, page: int, targets: Sequence[Target]) -> int | None:
    """The figure of a mention: its exact number, else without the panel; of several the run that page is in."""
    for number in (mention, re.sub(r"(?<=\d)[A-Za-z]+$", "", mention)):
        fitting = [i for i, target in enumerate(targets) if target.number == number]
        begun = [i for i in fitting if targets[i].run_page <= page]
        if begun:
            return max(begun, key=lambda i: targets[i].run)
        if fitting:
            return min(fitting, key=lambda i: targets[i].run)
    return None
