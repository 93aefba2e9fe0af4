"""One PDF in, all its figures out: the pure function behind the extract stage."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pipeline.extract.captions import Caption
from pipeline.extract.context import Target, contexts_of, paragraphs_of
from pipeline.extract.document import Document, read_document
from pipeline.extract.figures import Found, find_figures
from pipeline.extract.model import Context, ExtractedFigure, ExtractedPaper, Part
from pipeline.extract.rows import turn_box
from pipeline.extract.structure import structure_of
from pipeline.geometry import Box
from pipeline.pdf import Page, PdfFile, open_pdf
from pipeline.vocabulary import CaptionStatus, MentionStatus, NumberStatus


def extract_paper(path: Path, *, dpi: int = 200) -> ExtractedPaper:
    """The figures of a PDF in reading order; raises ItemError for a file that cannot be used."""
    with open_pdf(path) as pdf:
        document = read_document(pdf)
        found = find_figures(pdf, document)
        contexts = _contexts(document, found)
        pages = _Pages(pdf)
        figures = [_figure(pages, document, one, cited, dpi=dpi) for one, cited in zip(found, contexts, strict=True)]
        return ExtractedPaper(pdf.pages, tuple(figures))


class _Pages:
    """The PDF with the page in work kept, since figures come page by page."""

    def __init__(self, pdf: PdfFile) -> None:
        self.pdf = pdf
        self.page = lru_cache(maxsize=1)(self._read)

    def _read(self, number: int) -> Page:
        return self.pdf.page(number)


@dataclass(frozen=True, slots=True)
class _Image:
    png: bytes | None = None
    width: int = 0
    height: int = 0
    dpi: int = 0
    perceptual_hash: str | None = None


def _contexts(document: Document, found: Sequence[Found]) -> list[tuple[Context, ...]]:
    """The mentions of every figure; figures without a number have none."""
    boxes = []
    for one in found:
        for place in one.places:
            text = document.pages[place.page - 1]
            flat = (text.height, text.width) if text.turn % 180 else (text.width, text.height)
            boxes.append((place.page, turn_box(place.box, text.turn, width=flat[0], height=flat[1])))
    numbered = [(i, one.caption) for i, one in enumerate(found) if one.caption is not None]
    first_pages: dict[int, int] = {}
    for _, caption in numbered:
        first_pages[caption.run] = min(caption.page, first_pages.get(caption.run, caption.page))
    targets = [
        Target(caption.label.number, caption.run, first_pages[caption.run] if caption.run else 0)
        for _, caption in numbered
    ]
    result: list[tuple[Context, ...]] = [()] * len(found)
    for (i, _), contexts in zip(numbered, contexts_of(paragraphs_of(document, boxes), targets), strict=True):
        result[i] = contexts
    return result


def _figure(
    pages: _Pages, document: Document, found: Found, contexts: tuple[Context, ...], *, dpi: int
) -> ExtractedFigure:
    caption = found.caption
    place = found.places[0] if found.places else None
    caption_box = None if caption is None else _page_box(caption, document)
    page = place.page if place is not None else (caption.page if caption is not None else 1)
    image = _image(pages.pdf, page, place.box, dpi) if place is not None else _Image()
    beside = caption_box if caption is not None and caption.page == page else None
    return ExtractedFigure(
        label=None if caption is None else caption.label.normal,
        number=None if caption is None else caption.label.number,
        printed_label="" if caption is None else caption.label.printed,
        page=page,
        caption_page=None if caption is None else caption.page,
        bbox=None if place is None else place.box,
        caption="" if caption is None else caption.text,
        caption_raw="" if caption is None else caption.raw,
        caption_bbox=caption_box,
        caption_status=_caption_status(document, found),
        number_status=_number_status(document, caption),
        mention_status=_mention_status(document, caption, contexts),
        contexts=contexts,
        parts=tuple(Part(part.page, part.box) for part in found.places[1:]),
        png=image.png,
        width=image.width,
        height=image.height,
        dpi=image.dpi,
        perceptual_hash=image.perceptual_hash,
        structure=None if place is None else structure_of(pages.page(page), place.box, beside),
    )


def _page_box(caption: Caption, document: Document) -> Box:
    """The caption's box on the page as the file has it."""
    text = document.pages[caption.page - 1]
    return turn_box(caption.box, (360 - text.turn) % 360, width=text.width, height=text.height)


def _image(pdf: PdfFile, page: int, box: Box, dpi: int) -> _Image:
    import imagehash
    from PIL import Image

    rendered = pdf.render(page, box, dpi=dpi)
    with Image.open(io.BytesIO(rendered.png)) as image:
        digest = str(imagehash.phash(image))
    return _Image(rendered.png, rendered.width, rendered.height, rendered.dpi, digest)


def _caption_status(document: Document, found: Found) -> CaptionStatus:
    if found.caption is None:
        return CaptionStatus.MISSING if document.has_text else CaptionStatus.NO_TEXT
    if not found.places:
        return CaptionStatus.NO_FIGURE
    return CaptionStatus.CONTINUED if found.caption.continued else CaptionStatus.FOUND


def _number_status(document: Document, caption: Caption | None) -> NumberStatus:
    if caption is None:
        return NumberStatus.MISSING
    earlier = (
        other
        for other in document.captions
        if other.is_figure and not other.foot and other.label.number == caption.label.number
    )
    return NumberStatus.REPEATED if any(other.run < caption.run for other in earlier) else NumberStatus.FOUND


def _mention_status(document: Document, caption: Caption | None, contexts: Sequence[Context]) -> MentionStatus:
    if not document.has_text:
        return MentionStatus.NO_TEXT
    if caption is None:
        return MentionStatus.NO_NUMBER
    return MentionStatus.FOUND if contexts else MentionStatus.NOT_MENTIONED
