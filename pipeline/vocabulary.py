"""The project's closed lists of words and its public ids, as CONTRACTS fix them."""

from __future__ import annotations

import hashlib
from enum import StrEnum


class FigureKind(StrEnum):
    """What a figure is; `mixed` is a compound of several kinds and a word for people only."""

    DIAGRAM = "diagram"
    PLOT = "plot"
    PHOTO = "photo"
    SCREENSHOT = "screenshot"
    TABLE = "table"
    OTHER = "other"
    MIXED = "mixed"


class StageName(StrEnum):
    """The stages of the pipeline, in the order of `figaudit run`."""

    ACQUIRE = "acquire"
    EXTRACT = "extract"
    CLASSIFY = "classify"


class RunStatus(StrEnum):
    """How one item left one stage."""

    OK = "ok"
    FAILED = "failed"
    SKIPPED = "skipped"


class CaptionStatus(StrEnum):
    """What is known of a figure's caption."""

    FOUND = "found"
    CONTINUED = "continued"
    MISSING = "missing"
    NO_FIGURE = "no figure"
    NO_TEXT = "no text"


class NumberStatus(StrEnum):
    """What is known of a figure's number."""

    FOUND = "found"
    REPEATED = "repeated"
    MISSING = "missing"


class MentionStatus(StrEnum):
    """Whether the text cites the figure."""

    FOUND = "found"
    NOT_MENTIONED = "not mentioned"
    NO_NUMBER = "no number"
    NO_TEXT = "no text"


class CampaignState(StrEnum):
    """The life of a campaign: draft, sealed, paused and sealed again, closed."""

    DRAFT = "draft"
    SEALED = "sealed"
    PAUSED = "paused"
    CLOSED = "closed"


class AssignmentState(StrEnum):
    """The life of an assignment."""

    WAITING = "waiting"
    LEASED = "leased"
    DONE = "done"
    SKIPPED = "skipped"


class SubjectKind(StrEnum):
    """What a campaign asks about."""

    FIGURE = "figure"
    PANEL = "panel"
    ANNOTATION = "annotation"


def short_digest(*parts: object) -> str:
    """The first 16 hex digits of the sha256 over the parts joined by `|`."""
    return hashlib.sha256("|".join(str(part) for part in parts).encode("utf-8")).hexdigest()[:16]


def paper_id_of(platform: str, platform_id: str) -> str:
    """The public id of a paper known to a platform."""
    return "p_" + short_digest(platform, platform_id)


def paper_id_of_pdf(pdf_sha256: str) -> str:
    """The public id of a paper known only by its PDF."""
    return "p_" + short_digest(pdf_sha256)


def figure_id_of(
    pdf_sha256: str,
    page: int,
    printed_label: str,
    bbox: tuple[float, float, float, float] | None,
    *,
    duplicate: int,
) -> str:
    """The public id of a figure of a PDF: page is 1-based, bbox in points (rounded here), duplicate counts from 0."""
    rounded = "none" if bbox is None else ",".join(str(round(value)) for value in bbox)
    return "f_" + short_digest(pdf_sha256, page, printed_label, rounded, duplicate)


def imported_figure_id(image_sha256: str, source_id: str) -> str:
    """The public id of an imported image that has no PDF."""
    return "f_" + short_digest(image_sha256, source_id)
