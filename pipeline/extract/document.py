"""A whole PDF as rows of text with what is known of them: style, running heads, captions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.extract.captions import Caption, find_captions
from pipeline.extract.layout import Role, Style, document_style, margin_rows, roles_of, running_heads
from pipeline.extract.rows import Row, page_rows, reading_turn, upright
from pipeline.extract.scene import enclosed_rows
from pipeline.geometry import Box
from pipeline.pdf import Page, PdfFile


@dataclass(frozen=True, slots=True)
class PageText:
    """One page's upright rows, its size after turning, and the boxes of its pictures."""

    number: int
    turn: int
    width: float
    height: float
    rows: tuple[Row, ...]
    heads: frozenset[int]
    images: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """The text of a PDF, how it is set, and its captions."""

    pages: tuple[PageText, ...]
    style: Style
    captions: tuple[Caption, ...]

    @property
    def has_text(self) -> bool:
        """Whether there is a text layer at all."""
        return any(page.rows for page in self.pages)

    def captions_on(self, number: int) -> list[Caption]:
        """The captions of a page, tables' and bare labels included."""
        return [caption for caption in self.captions if caption.page == number]

    def roles(self, text: PageText, page: Page | None = None) -> list[Role]:
        """The role of every row of a page; with its drawings, text in drawn boxes is told from running text."""
        known = dict.fromkeys(text.heads, Role.HEAD)
        known.update({i: Role.CAPTION for caption in self.captions_on(text.number) for i in caption.rows})
        enclosed = enclosed_rows(text.rows, page) if page is not None else frozenset[int]()
        return roles_of(text.rows, known, self.style, enclosed)


def read_document(pdf: PdfFile) -> Document:
    """Read the text of all pages once."""
    pages = []
    for number in range(1, pdf.pages + 1):
        page = pdf.page(number, drawings=False, words=False)
        turn = reading_turn(page)
        pages.append((upright(page, turn), turn))
    style = document_style([page_rows(page.number, page.lines) for page, _ in pages])
    rows = [page_rows(page.number, page.lines, style.edges) for page, _ in pages]
    running = running_heads(rows, [page.height for page, _ in pages])
    margins = margin_rows(rows, style)
    texts = tuple(
        PageText(page.number, turn, page.width, page.height, tuple(own), frozenset(heads | margin), page.images)
        for (page, turn), own, heads, margin in zip(pages, rows, running, margins, strict=True)
    )
    captions = find_captions(rows, [text.heads for text in texts], style)
    return Document(texts, style, tuple(captions))


def repeated_boxes(pages: Sequence[Page], images: Mapping[int, Sequence[Box]]) -> frozenset[tuple[int, ...]]:
    """Boxes (rounded to points) of pictures and drawings that stand at one place in the margin of many pages."""
    counts: Counter[tuple[int, ...]] = Counter()
    for found in images.values():
        counts.update({rounded(box) for box in found})
    for page in pages:
        counts.update({rounded(drawing.box) for drawing in page.drawings})
    need = 2 if len(images) <= 3 else max(3, round(0.25 * max(len(pages), 4)))
    height = max((page.height for page in pages), default=0.0)
    often = max(5, round(0.5 * len(images)))
    return frozenset(
        box
        for box, count in counts.items()
        if count >= often or (count >= need and (box[3] < 0.14 * height or box[1] > 0.86 * height))
    )


def rounded(box: Box) -> tuple[int, ...]:
    """The box in whole points."""
    return tuple(round(value) for value in box.as_tuple())
