"""Writes data.jsonl and the images beside it, figure by figure, and counts what passes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.orm import Session

from auditor.release.changes import DATA, compared_fields
from auditor.release.citation import citation_key, paper_entry
from auditor.release.counts import Counts
from auditor.release.exports import record_of
from auditor.release.facts import FigureFacts, figure_facts
from auditor.release.images import ShippedImage, ship_image
from auditor.release.selection import Selection
from auditor.release.shelf import Shelf
from auditor.release.writeback import audited_judge
from pipeline.files import Blobs

PROGRESS_EVERY = 250

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class RecordRules:
    """What decides how a record is written.

    `judge` gives the machine label of records that nobody judged; an audited record shows the judge that was audited.
    `image_licences` None ships every image; `compare` remembers what a changelog needs.
    """

    judge: str
    image_licences: tuple[str, ...] | None
    blobs: Blobs
    compare: bool

    def ships_image(self, facts: FigureFacts) -> bool:
        """Whether the image of a figure goes into the release."""
        if facts.figure["image_sha256"] is None:
            return False
        return self.image_licences is None or _folded(facts.paper["licence"]) in map(_folded, self.image_licences)


@dataclass
class Seen:
    """What is remembered of the records: counts, BibTeX entries by key, compared fields, the newest time."""

    counts: Counts = field(default_factory=Counts)
    papers: dict[str, str] = field(default_factory=dict)
    compared: dict[str, dict[str, Any]] = field(default_factory=dict)
    newest: str = ""


def write_records(
    session: Session, shelf: Shelf, selection: Selection, *, rules: RecordRules, progress: Progress | None = None
) -> Seen:
    """Write one line and one image a figure; progress(done, records) is called now and then."""
    seen, total = Seen(), len(selection.figures)
    with shelf.open(DATA) as stream:
        for number, facts in enumerate(figure_facts(session, selection.figures), start=1):
            record = _record(shelf, selection, rules, facts)
            stream.write(json.dumps(record, ensure_ascii=False, allow_nan=False).encode() + b"\n")
            _remember(seen, record, facts, compare=rules.compare)
            if progress is not None and (number % PROGRESS_EVERY == 0 or number == total):
                progress(number, total)
    return seen


def _record(shelf: Shelf, selection: Selection, rules: RecordRules, facts: FigureFacts) -> dict[str, Any]:
    audits = selection.audits.get(facts.selected.figure_id, ())
    judge = audited_judge(audits) or rules.judge
    return record_of(facts, audits, image=_ship(shelf, rules, facts), judge=judge)


def _remember(seen: Seen, record: dict[str, Any], facts: FigureFacts, *, compare: bool) -> None:
    seen.counts.add(record)
    seen.newest = max(seen.newest, facts.newest)
    entry = citation_key(record)
    if entry is not None and entry not in seen.papers:
        seen.papers[entry] = paper_entry(record)
    if compare:
        seen.compared[record["id"]] = compared_fields(record)


def _ship(shelf: Shelf, rules: RecordRules, facts: FigureFacts) -> ShippedImage | None:
    if not rules.ships_image(facts):
        return None
    figure = facts.figure
    return ship_image(
        shelf,
        rules.blobs,
        figure["figure_id"],
        sha256=figure["image_sha256"],
        extension=figure["image_extension"],
    )


def _folded(text: str | None) -> str:
    return (text or "").strip().casefold()
