"""The evidence of each campaign in a release: sealed design, verdicts with their chain, decisions, report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from auditor.audits.design import population_hash
from auditor.audits.gate import find_gate
from auditor.audits.ledger import LedgerRow, ledger_rows
from auditor.audits.seal import seal_document, seal_hash_of
from auditor.release.ledgers import (
    DECISIONS,
    VERDICTS,
    chain_faults,
    decisions_csv,
    heads_record,
    read_verdicts,
    verdicts_csv,
)
from auditor.release.manifest import Manifest
from auditor.release.shelf import Shelf
from auditor.release.summary import summarise
from auditor.reports.render import render_json, render_markdown
from auditor.reports.report import campaign_report
from pipeline.errors import ExpectedError
from pipeline.store.designs import Campaign
from pipeline.store.verdicts import Decision

DESIGN = "design.json"


@dataclass(frozen=True)
class Evidence:
    """One campaign in a release.

    `heads` is {auditor: {length, head}}, `newest` the time of its newest fact, `design` its design in sentences and
    `summary` its result in Markdown, both for the card.
    """

    campaign: str
    name: str
    seal: str
    heads: Mapping[str, Mapping[str, Any]]
    newest: str
    design: Sequence[str]
    summary: str


def write_evidence(session: Session, shelf: Shelf, campaign: Campaign, *, population_now: Sequence[str]) -> Evidence:
    """Write `audits/<campaign id>/` and return what manifest and card say of it.

    Raises ExpectedError when the campaign no longer matches its seal or its chains: evidence that does not hold is not
    published.
    """
    report = campaign_report(session, campaign.campaign_id)
    _require_whole(campaign, report.tallies.faults)
    rows = ledger_rows(session, find_gate(session, campaign.campaign_id))
    folder = f"audits/{campaign.campaign_id}"
    shelf.write(f"{folder}/{DESIGN}", _design(campaign, seal_document(session, campaign)))
    shelf.write(f"{folder}/{VERDICTS}", verdicts_csv(rows))
    shelf.write(f"{folder}/{DECISIONS}", decisions_csv(session, campaign))
    shelf.write(f"{folder}/report.json", render_json(report).encode())
    shelf.write(f"{folder}/report.md", render_markdown(report).encode())
    return Evidence(
        campaign=campaign.campaign_id,
        name=campaign.name,
        seal=str(campaign.seal_hash),
        heads=heads_record(report.tallies.heads),
        newest=_newest(session, campaign, rows),
        design=_design_lines(campaign, rows, population_now),
        summary=summarise(report),
    )


def _require_whole(campaign: Campaign, faults: Sequence[str]) -> None:
    if faults:
        raise ExpectedError(
            f"campaign {campaign.name} cannot be released: {'; '.join(faults)}; "
            "`figaudit verify` shows all faults, restore the database from a copy"
        )


def _design(campaign: Campaign, document: Mapping[str, Any]) -> bytes:
    record = {
        "campaign": campaign.campaign_id,
        "name": campaign.name,
        "state": campaign.state,
        "sealed_at": campaign.sealed_at,
        "closed_at": campaign.closed_at,
        "seal_hash": campaign.seal_hash,
        "sealed": document,
    }
    return (json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode()


def _newest(session: Session, campaign: Campaign, rows: Sequence[LedgerRow]) -> str:
    decided = session.scalar(select(func.max(Decision.decided_at)).where(Decision.campaign_id == campaign.id))
    times = [campaign.created_at, campaign.sealed_at, campaign.closed_at, decided, *(row.recorded_at for row in rows)]
    return max(time for time in times if time)


def _design_lines(campaign: Campaign, rows: Sequence[LedgerRow], population_now: Sequence[str]) -> list[str]:
    sample = f"{campaign.size:,} of {campaign.population_size:,} figures"
    query = campaign.population.replace("`", "'") or "(every current figure with an image)"
    lines = [
        f"Task `{campaign.task}`, {campaign.state}; population `{query}`.",
        (
            f"Stratified sample of {sample}, seed {campaign.seed}, {len(campaign.auditors)} auditors, "
            f"{100 * campaign.overlap:g} % of the items judged by all of them; {len(rows):,} verdicts recorded."
        ),
    ]
    if population_hash(sorted(population_now)) != campaign.population_hash:
        lines.append(
            f"The query finds {len(population_now):,} figures today, other ones than at the seal: "
            "the audit's precision holds for the sealed population."
        )
    return lines


def evidence_faults(folder: Path, manifest: Manifest) -> Iterator[tuple[str, str]]:
    """File and fault of every campaign whose seal or chains, recomputed from the folder, are not the manifest's."""
    audited = {one.path.split("/")[1] for one in manifest.files if one.path.startswith("audits/")}
    for campaign in sorted(audited - set(manifest.seals)):
        yield f"audits/{campaign}", "the manifest names no seal for it"
    for campaign, seal in sorted(manifest.seals.items()):
        inside = f"audits/{campaign}"
        for what in _seal_faults(folder / inside / DESIGN, campaign, seal):
            yield f"{inside}/{DESIGN}", what
        try:
            rows = read_verdicts(folder / inside / VERDICTS)
        except ExpectedError as error:
            yield f"{inside}/{VERDICTS}", str(error)
            continue
        for what in chain_faults(campaign, rows, manifest.chain_heads.get(campaign, {})):
            yield f"{inside}/{VERDICTS}", what


def _seal_faults(path: Path, campaign: str, seal: str) -> Iterator[str]:
    try:
        design = json.loads(path.read_bytes())
        found = seal_hash_of(design["sealed"])
        named = (design["campaign"], design["sealed"]["design"]["campaign_id"])
    except OSError as error:
        yield f"cannot be read: {error.strerror}"
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        yield f"is no sealed design ({type(error).__name__}: {error})"
    else:
        if found != seal or design.get("seal_hash") != seal:
            yield f"the seal recomputed from it is {found}, the manifest says {seal}"
        if named != (campaign, campaign):
            yield "it belongs to another campaign"
