"""What an auditor may see of an item, and nothing else."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.gate import CampaignGate
from pipeline.store.figures import Figure
from pipeline.store.verdicts import Assignment

COLUMNS = ("item", "image", "caption", "contexts")


@dataclass(frozen=True)
class BlindItem:
    """One item as its auditor sees it.

    `image` is a path inside the project named after the image's sha256; caption and contexts are empty when the
    task does not show them.
    """

    assignment_id: str
    item: str
    image: str
    caption: str
    contexts: tuple[str, ...]


def blind_items(session: Session, campaign: CampaignGate, auditor: str) -> list[BlindItem]:
    """The auditor's items in the auditor's order, from the figure rows that were drawn."""
    statement = (
        select(
            Assignment.assignment_id,
            Assignment.item_id,
            Assignment.shown,
            Figure.image_sha256,
            Figure.image_extension,
            Figure.caption,
            Figure.contexts,
        )
        .join(Figure, Figure.id == Assignment.subject_row)
        .where(Assignment.campaign_id == campaign.key, Assignment.auditor == auditor)
        .order_by(Assignment.position)
    )
    return [
        BlindItem(
            assignment_id=row.assignment_id,
            item=row.item_id,
            image=image_path(row.image_sha256, row.image_extension),
            caption=row.caption if "caption" in row.shown else "",
            contexts=_texts(row.contexts) if "contexts" in row.shown else (),
        )
        for row in session.execute(statement)
    ]


def image_path(sha256: str | None, extension: str | None) -> str:
    """Where an image is inside the project, "" for none; no part of the path tells anything but its bytes."""
    return f"blobs/{sha256[:2]}/{sha256}.{extension}" if sha256 else ""


def _texts(contexts: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The paragraphs alone, each once however often it mentions the figure: page, span, mention are the machine's."""
    texts = (" ".join(str(context["text"]).split()) for context in contexts if context.get("text"))
    return tuple(dict.fromkeys(texts))


def items_csv(items: Iterable[BlindItem]) -> str:
    """The items as CSV with the columns item, image, caption, contexts; contexts are parted by an empty line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows((item.item, item.image, item.caption, "\n\n".join(item.contexts)) for item in items)
    return out.getvalue()
