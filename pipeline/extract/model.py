"""What extraction gives for one paper: figures with caption, mentions, image and structure."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.geometry import Box
from pipeline.vocabulary import CaptionStatus, MentionStatus, NumberStatus


@dataclass(frozen=True, slots=True)
class Context:
    """A paragraph that cites a figure; `span` = [start, end) of the mention in `text`, `mention` its id (`3a`)."""

    page: int
    text: str
    mention: str
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Part:
    """A further piece of a figure on a continuation page."""

    page: int
    bbox: Box


@dataclass(frozen=True, slots=True)
class ExtractedFigure:
    """One figure; boxes in points of page space, `bbox` None for a caption without a graphic."""

    label: str | None
    number: str | None
    printed_label: str
    page: int
    caption_page: int | None
    bbox: Box | None
    caption: str
    caption_raw: str
    caption_bbox: Box | None
    caption_status: CaptionStatus
    number_status: NumberStatus
    mention_status: MentionStatus
    contexts: tuple[Context, ...]
    parts: tuple[Part, ...]
    png: bytes | None
    width: int
    height: int
    dpi: int
    perceptual_hash: str | None
    structure: bytes | None


@dataclass(frozen=True, slots=True)
class ExtractedPaper:
    """All figures of a PDF in reading order, with its number of pages."""

    pages: int
    figures: tuple[ExtractedFigure, ...]
