"""What an auditor may see of an item, and nothing else."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Select, select
from sqlalchemy.orm import Session

from auditor.audits.gate import CampaignGate
from pipeline.store.figures import Figure
from pipeline.store.papers import Paper
from pipeline.store.verdicts import Assignment

COLUMNS = ("item", "image", "caption", "contexts")
MOST_AT_ONCE = 500
_WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class BlindContext:
    """One paragraph that mentions the figure; `marks` are where it does, half-open character spans of the text."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class BlindPage:
    """The page that holds the figure.

    `pdf` is a path inside the project named after the PDF's sha256, `number` begins at 1, `frame` is the figure's box
    in points of the unrotated page, None where it is not known.
    """

    pdf: str
    number: int
    frame: tuple[float, float, float, float] | None


@dataclass(frozen=True)
class BlindItem:
    """One item as its auditor sees it.

    `image` is a path inside the project named after the image's sha256; caption, contexts and page are empty when the
    assignment does not show them.
    """

    assignment_id: str
    item: str
    image: str
    caption: str
    contexts: tuple[BlindContext, ...]
    page: BlindPage | None = None


def blind_items(session: Session, campaign: CampaignGate, auditor: str) -> list[BlindItem]:
    """The auditor's items in the auditor's order, from the figure rows that were drawn."""
    statement = (
        _seen()
        .where(Assignment.campaign_id == campaign.key, Assignment.auditor == auditor)
        .order_by(Assignment.position)
    )
    return [_blind(row) for row in session.execute(statement)]


def blind_items_by_id(session: Session, assignment_ids: Sequence[str]) -> list[BlindItem]:
    """The items of these assignments in the order asked for; ids that are not there are left out."""
    found: dict[str, BlindItem] = {}
    for first in range(0, len(assignment_ids), MOST_AT_ONCE):
        some = assignment_ids[first : first + MOST_AT_ONCE]
        for row in session.execute(_seen().where(Assignment.assignment_id.in_(some))):
            found[row.assignment_id] = _blind(row)
    return [found[name] for name in assignment_ids if name in found]


def _seen() -> Select[Any]:
    return (
        select(
            Assignment.assignment_id,
            Assignment.item_id,
            Assignment.shown,
            Figure.image_sha256,
            Figure.image_extension,
            Figure.caption,
            Figure.contexts,
            Figure.page,
            Figure.bbox,
            Paper.pdf_sha256,
        )
        .join(Figure, Figure.id == Assignment.subject_row)
        .join(Paper, Paper.id == Figure.paper_id)
    )


def _blind(row: Row[Any]) -> BlindItem:
    return BlindItem(
        assignment_id=row.assignment_id,
        item=row.item_id,
        image=image_path(row.image_sha256, row.image_extension),
        caption=row.caption if "caption" in row.shown else "",
        contexts=_contexts(row.contexts) if "contexts" in row.shown else (),
        page=_page(row) if "page" in row.shown else None,
    )


def image_path(sha256: str | None, extension: str | None) -> str:
    """Where an image is inside the project, "" for none; no part of the path tells anything but its bytes."""
    return f"blobs/{sha256[:2]}/{sha256}.{extension}" if sha256 else ""


def _page(row: Row[Any]) -> BlindPage | None:
    if row.pdf_sha256 is None or row.page is None:
        return None
    frame = None if row.bbox is None else (row.bbox[0], row.bbox[1], row.bbox[2], row.bbox[3])
    return BlindPage(image_path(row.pdf_sha256, "pdf"), row.page, frame)


def _contexts(contexts: Sequence[Mapping[str, Any]]) -> tuple[BlindContext, ...]:
    """The paragraphs, each once however often it mentions the figure, with all its mentions marked."""
    marks: dict[str, set[tuple[int, int]]] = {}
    for context in contexts:
        raw = str(context.get("text") or "")
        text = " ".join(raw.split())
        if text:
            marks.setdefault(text, set()).update(_mark(raw, context.get("span")))
    return tuple(BlindContext(text, _merged(found)) for text, found in marks.items())


def _mark(raw: str, span: Sequence[int] | None) -> list[tuple[int, int]]:
    """The span of a raw text in the same text with single blanks, none when it holds no character of a word."""
    if span is None or len(span) != 2:
        return []
    before, begin, end = 0, -1, -1
    for word in _WORD.finditer(raw):
        first, last = max(word.start(), span[0]), min(word.end(), span[1])
        if first < last:
            begin = before + first - word.start() if begin < 0 else begin
            end = before + last - word.start()
        before += word.end() - word.start() + 1
    return [(begin, end)] if begin >= 0 else []


def _merged(marks: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The spans in order; those that overlap are one."""
    found: list[tuple[int, int]] = []
    for begin, end in sorted(marks):
        if found and begin < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((begin, end))
    return tuple(found)


def items_csv(items: Iterable[BlindItem]) -> str:
    """The items as CSV with the columns item, image, caption, contexts; contexts are parted by an empty line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(
        (item.item, item.image, item.caption, "\n\n".join(context.text for context in item.contexts)) for item in items
    )
    return out.getvalue()
