"""Writes everything a release holds, from one consistent view of the database, and returns its manifest."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from auditor.release import citation
from auditor.release.card import CardFacts, render_card
from auditor.release.changes import DATA, changes_between, compared_fields, count_changes, read_compared
from auditor.release.counts import Counts
from auditor.release.evidence import Evidence, write_evidence
from auditor.release.exports import record_of
from auditor.release.facts import FigureFacts, figure_facts
from auditor.release.images import ShippedImage, ship_image
from auditor.release.manifest import Manifest, manifest_hash, read_manifest
from auditor.release.published import Published, parent_of
from auditor.release.request import ReleaseRequest, config_hash, config_of, folder_name
from auditor.release.selection import Selection, release_campaigns, select_figures
from auditor.release.shelf import Shelf
from auditor.release.views import VIEWS
from auditor.release.writeback import Audit, audits_of
from pipeline.errors import ExpectedError
from pipeline.files import Blobs, sha256_of
from pipeline.workspace import Workspace

PROGRESS_EVERY = 250

Compared = dict[str, dict[str, Any]]


@dataclass
class _Seen:
    """What is remembered of the records that went by."""

    counts: Counts = field(default_factory=Counts)
    papers: dict[str, str] = field(default_factory=dict)
    compared: Compared = field(default_factory=dict)
    newest: str = ""


@dataclass(frozen=True)
class _Rules:
    """What decides how one record is written."""

    accepted_from: str
    image_licences: frozenset[str] | None
    blobs: Blobs
    compare: bool

    def ships_image(self, facts: FigureFacts) -> bool:
        """Whether the image of a figure goes into the release."""
        if facts.figure["image_sha256"] is None:
            return False
        return self.image_licences is None or _folded(facts.paper["licence"]) in self.image_licences


def write_content(
    session: Session,
    shelf: Shelf,
    workspace: Workspace,
    request: ReleaseRequest,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Manifest:
    """Every file of a release but the manifest, and the manifest that describes them."""
    accepted_from = workspace.settings.accepted_from
    campaigns = release_campaigns(session, request.campaigns)
    audits = audits_of(session, campaigns, accepted_from=accepted_from)
    selection = select_figures(session, request, campaigns, audits=audits, accepted_from=accepted_from)
    parent, before = _parent(session, workspace.releases, request)
    licences = request.image_licences
    rules = _Rules(
        accepted_from,
        None if licences is None else frozenset(map(_folded, licences)),
        workspace.blobs,
        compare=parent is not None,
    )
    seen = _write_records(session, shelf, rules, selection=selection, audits=audits, progress=progress)
    evidence = [write_evidence(session, shelf, campaign, selection) for campaign in campaigns]
    changes = _write_changes(shelf, before, seen.compared) if parent is not None else _no_changes(shelf)
    date = max([seen.newest, *(one.newest for one in evidence)])[:10]
    _write_citations(shelf, request, date, seen.papers)
    config = config_of(request, tuple(one.campaign for one in evidence), accepted_from)
    manifest = _manifest(request, date, parent, config=config, counts=seen.counts, evidence=evidence)
    card = CardFacts(request, manifest, seen.counts, evidence, changes, selection.audited_outside)
    shelf.write("README.md", render_card(card).encode())
    return _with_files(manifest, shelf)


def _write_records(
    session: Session,
    shelf: Shelf,
    rules: _Rules,
    *,
    selection: Selection,
    audits: Mapping[str, Sequence[Audit]],
    progress: Callable[[int, int], None] | None,
) -> _Seen:
    seen, total = _Seen(), len(selection.figures)
    with shelf.open(DATA) as stream:
        for number, facts in enumerate(figure_facts(session, selection.figures), start=1):
            figure_id = facts.selected.figure_id
            image = _ship(shelf, rules, facts)
            record = record_of(facts, audits.get(figure_id, ()), image=image, accepted_from=rules.accepted_from)
            stream.write(json.dumps(record, ensure_ascii=False, allow_nan=False).encode() + b"\n")
            seen.counts.add(record)
            seen.newest = max(seen.newest, facts.newest)
            if record["paper_id"] not in seen.papers:
                seen.papers[record["paper_id"]] = citation.paper_entry(record)
            if rules.compare:
                seen.compared[figure_id] = compared_fields(record)
            if progress is not None and (number % PROGRESS_EVERY == 0 or number == total):
                progress(number, total)
    return seen


def _ship(shelf: Shelf, rules: _Rules, facts: FigureFacts) -> ShippedImage | None:
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


def _parent(session: Session, releases: Path, request: ReleaseRequest) -> tuple[Published | None, Compared]:
    """The version this one follows and its compared fields; raises ExpectedError when its folder was changed or is gone."""
    parent = parent_of(session, request.name, request.version)
    if parent is None:
        return None, {}
    return parent, published_fields(releases, parent)


def published_fields(releases: Path, published: Published) -> Compared:
    """The compared fields of a published version; raises ExpectedError when its folder was changed or is gone."""
    folder = releases / folder_name(published.name, published.version)
    manifest = read_manifest(folder)
    expected = {one.path: one.sha256 for one in manifest.files}.get(DATA)
    data = folder / DATA
    found = sha256_of(data) if data.is_file() else None
    if manifest_hash(folder) != published.manifest_sha256 or found is None or found != expected:
        raise ExpectedError(
            f"{folder} was changed after it was published; `figaudit release verify {published.name} "
            f"{published.version}` says what, restore it from a copy"
        )
    return read_compared(folder)


def _write_changes(shelf: Shelf, old: Compared, new: Compared) -> dict[str, int]:
    changes = list(changes_between(old, new))
    with shelf.open("CHANGELOG.jsonl") as stream:
        for change in changes:
            stream.write(json.dumps(change.to_record(), ensure_ascii=False).encode() + b"\n")
    return count_changes(changes)


def _no_changes(shelf: Shelf) -> None:
    shelf.write("CHANGELOG.jsonl", b"")


def _write_citations(shelf: Shelf, request: ReleaseRequest, date: str, papers: Mapping[str, str]) -> None:
    of_dataset = {"name": request.name, "version": request.version, "date": date}
    shelf.write("CITATION.cff", citation.cff(**of_dataset, authors=request.authors).encode())
    with shelf.open("CITATION.bib") as stream:
        stream.write(citation.dataset_entry(**of_dataset, authors=request.authors).encode())
        for paper_id in sorted(papers):
            stream.write(b"\n" + papers[paper_id].encode())


def _manifest(
    request: ReleaseRequest,
    date: str,
    parent: Published | None,
    *,
    config: Mapping[str, Any],
    counts: Counts,
    evidence: Sequence[Evidence],
) -> Manifest:
    return Manifest(
        name=request.name,
        version=request.version,
        date=date,
        parent=None if parent is None else {"version": parent.version, "manifest_sha256": parent.manifest_sha256},
        config=config,
        config_hash=config_hash(config),
        views=[{"name": v.name, "query": v.query, "meaning": v.meaning, "records": counts.views[v.name]} for v in VIEWS],
        counts=counts.totals(),
        seals={one.campaign: one.seal for one in evidence},
        chain_heads={one.campaign: one.heads for one in evidence},
    )


def _with_files(manifest: Manifest, shelf: Shelf) -> Manifest:
    return replace(manifest, files=tuple(sorted(shelf.files)))


def _folded(text: str | None) -> str:
    return (text or "").strip().casefold()
