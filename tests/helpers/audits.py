"""Sealed campaigns and verdict files for tests."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from auditor.audits.campaign import create_campaign
from auditor.audits.design import CampaignSpec
from auditor.audits.gate import CampaignGate, find_gate
from auditor.audits.intake import Intake, import_verdicts
from auditor.audits.projection import BlindItem, blind_items
from auditor.audits.seal import seal_campaign
from auditor.audits.verdict_files import COLUMNS, read_verdict_file
from pipeline.workspace import Workspace

SPEC = CampaignSpec(
    auditors=("first", "second"),
    population="native.label = diagram",
    strata="venue,native.confidence@0.5,0.7,0.85",
    size=60,
    overlap=0.5,
    seed=7,
)


def seal_one(workspace: Workspace, **changes: Any) -> CampaignGate:
    """A sealed campaign of SPEC with changes."""

    def create_and_seal(session: Session) -> CampaignGate:
        campaign, _ = create_campaign(session, replace(SPEC, **changes))
        seal_campaign(session, campaign.name)
        return find_gate(session, campaign.name)

    return workspace.write(create_and_seal)


def items_of(workspace: Workspace, campaign: CampaignGate, auditor: str) -> list[BlindItem]:
    """What the auditor is handed."""
    return workspace.read(blind_items, campaign, auditor)


def shared_items(workspace: Workspace, campaign: CampaignGate) -> list[str]:
    """The items that first and second both judge, in the order of first."""
    second = {item.item for item in items_of(workspace, campaign, "second")}
    return [item.item for item in items_of(workspace, campaign, "first") if item.item in second]


def write_verdicts(path: Path, rows: Iterable[Mapping[str, str]]) -> Path:
    """A verdict file with all columns; absent cells are empty."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, restval="")
        writer.writeheader()
        writer.writerows(rows)
    return path


def row(campaign: CampaignGate, item: str, auditor: str, answer: str = "yes", **more: str) -> dict[str, str]:
    """One row of a verdict file."""
    return {"campaign": campaign.name, "item": item, "auditor": auditor, "answer": answer, **more}


def take_in(workspace: Workspace, path: Path, **options: str) -> Intake:
    """Import a file as the command does."""
    return workspace.write(import_verdicts, read_verdict_file(path), **options)


def answer_all(
    workspace: Workspace, folder: Path, campaign: CampaignGate, auditor: str, answer_of: Callable[[int], str]
) -> Path:
    """Answer every item of an auditor; answer_of maps its place (from 0) to "yes", "unsure" or "no:mode"."""
    rows = []
    for place, item in enumerate(items_of(workspace, campaign, auditor)):
        answer, _, mode = answer_of(place).partition(":")
        rows.append(row(campaign, item.item, auditor, answer, error_mode=mode))
    path = write_verdicts(folder / f"{auditor}.csv", rows)
    take_in(workspace, path)
    return path
