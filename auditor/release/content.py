"""Writes everything a release holds, from one consistent view of the database, and returns its manifest."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from auditor.audits.verdicts import app_version
from auditor.release import citation
from auditor.release.card import CardFacts, render_card
from auditor.release.changes import DATA, changes_between, count_changes, read_compared
from auditor.release.counts import Counts
from auditor.release.evidence import Evidence, write_evidence
from auditor.release.manifest import Manifest, manifest_hash, read_manifest
from auditor.release.published import Published, parent_of
from auditor.release.records import Progress, RecordRules, write_records
from auditor.release.request import ReleaseRequest, config_hash, config_of, folder_name
from auditor.release.selection import common_judge, release_campaigns, select_figures
from auditor.release.shelf import Shelf
from auditor.release.views import VIEWS
from auditor.release.writeback import audits_of
from pipeline.errors import ExpectedError
from pipeline.files import sha256_of
from pipeline.workspace import Workspace

Compared = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class _Facts:
    """What manifest and card are written from; `parent` None is a first version."""

    request: ReleaseRequest
    accepted_from: str
    date: str
    parent: Published | None
    counts: Counts
    evidence: Sequence[Evidence]


def write_content(
    session: Session,
    shelf: Shelf,
    workspace: Workspace,
    request: ReleaseRequest,
    *,
    progress: Progress | None = None,
) -> Manifest:
    """Write every file of a release but the manifest, and return the manifest that describes them."""
    accepted_from = workspace.settings.accepted_from
    campaigns = release_campaigns(session, request.campaigns)
    audits = audits_of(session, campaigns)
    selection = select_figures(session, request, campaigns, audits=audits, accepted_from=accepted_from)
    parent = parent_of(session, request.name, request.version)
    before = {} if parent is None else published_fields(workspace.releases, parent)
    judge = common_judge(campaigns, otherwise=accepted_from)
    rules = RecordRules(judge, request.image_licences, workspace.blobs, compare=parent is not None)
    seen = write_records(session, shelf, selection, rules=rules, progress=progress)
    evidence = [
        write_evidence(session, shelf, one, population_now=selection.populations_now[one.campaign_id])
        for one in campaigns
    ]
    changes = _write_changes(shelf, before, seen.compared)
    date = max([seen.newest, *(one.newest for one in evidence)])[:10]
    _write_citations(shelf, request, date, seen.papers)
    manifest = _manifest(_Facts(request, accepted_from, date, parent, seen.counts, evidence))
    card = CardFacts(request, manifest, seen.counts, evidence, changes, selection)
    shelf.write("README.md", render_card(card).encode())
    return manifest


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
    """CHANGELOG.jsonl, empty for a first version, whose records are not remembered for comparison."""
    changes = list(changes_between(old, new))
    with shelf.open("CHANGELOG.jsonl") as stream:
        for change in changes:
            stream.write(json.dumps(change.to_record(), ensure_ascii=False).encode() + b"\n")
    return count_changes(changes)


def _write_citations(shelf: Shelf, request: ReleaseRequest, date: str, papers: Mapping[str, str]) -> None:
    of_dataset = citation.Dataset(request.name, request.version, date, request.authors)
    shelf.write("CITATION.cff", citation.cff(of_dataset).encode())
    with shelf.open("CITATION.bib") as stream:
        stream.write(citation.dataset_entry(of_dataset).encode())
        for paper_id in sorted(papers):
            stream.write(b"\n" + papers[paper_id].encode())


def _manifest(facts: _Facts) -> Manifest:
    campaigns = tuple(one.campaign for one in facts.evidence)
    config = config_of(facts.request, campaigns, facts.accepted_from)
    parent = facts.parent
    records = facts.counts.views
    return Manifest(
        name=facts.request.name,
        version=facts.request.version,
        program=f"figaudit {app_version()}",
        date=facts.date,
        parent=None if parent is None else {"version": parent.version, "manifest_sha256": parent.manifest_sha256},
        config=config,
        config_hash=config_hash(config),
        views=[{"name": v.name, "query": v.query, "meaning": v.meaning, "records": records[v.name]} for v in VIEWS],
        counts=facts.counts.totals(),
        seals={one.campaign: one.seal for one in facts.evidence},
        chain_heads={one.campaign: one.heads for one in facts.evidence},
    )
