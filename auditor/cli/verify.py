"""`figaudit verify`: recompute seals and chains, check all that stands beside them, compare with published releases."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.box_ledger import box_chain_heads, verify_box_chains
from auditor.audits.campaign import campaigns, find_campaign
from auditor.audits.gate import find_gate
from auditor.audits.ledger import chain_heads, verify_chains
from auditor.audits.progress import asks_for_boxes
from auditor.audits.proofs import (
    DECISION_FIELDS,
    Promise,
    assignment_faults,
    decision_faults,
    figure_faults,
    orphan_faults,
    promise_faults,
)
from auditor.audits.seal import verify_seal
from auditor.audits.tasks import load_task, task_names
from pipeline.cli.front import JsonOption, ProjectOption, emit, leave, new_app, open_project
from pipeline.errors import ExitCode, ExpectedError
from pipeline.files import Blobs
from pipeline.store.designs import Campaign
from pipeline.store.releases import Release
from pipeline.vocabulary import CampaignState
from pipeline.workspace import Workspace

if TYPE_CHECKING:
    from auditor.release.manifest import Manifest

app = new_app("Check seals and ledgers.")

MEANING = (
    "The ledger is tamper-evident, not tamper-proof: a changed, deleted or moved verdict shows here, but who can write "
    "the database can also write a new chain. Compare heads and lengths with those in reports and releases made before."
)


@app.command()
def verify(
    campaign: Annotated[str | None, typer.Argument(metavar="[CAMPAIGN]", help="Name or id. [default: all]")] = None,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Recompute seals and verdict chains, check decisions, assignments, sampled figures and their images, and compare
    with the releases of the project; exit 1 when anything was changed after the fact.

    Example: figaudit verify
    """
    with open_project(project) as workspace:
        found = workspace.read(_verify, workspace, campaign)
    faults = sum(len(each["faults"]) for part in found.values() for each in part)
    emit(_text(found), {**found, "faults": faults, "meaning": MEANING}, as_json=as_json)
    if faults:
        leave(ExitCode.FAILED)


def _verify(session: Session, workspace: Workspace, name: str | None) -> dict[str, list[dict[str, Any]]]:
    """What was checked: campaigns, releases, and the project as a whole; each with its faults."""
    chosen = list(campaigns(session)) if name is None else [find_campaign(session, name)]
    checked = [_campaign(session, campaign, workspace.blobs) for campaign in chosen]
    only = None if name is None else chosen[0].campaign_id
    orphans = orphan_faults(session) if name is None else []
    return {
        "campaigns": [each for each in checked if each["state"] != CampaignState.DRAFT or each["faults"]],
        "releases": list(_releases(session, workspace.releases, only)),
        "project": [{"faults": orphans}] if orphans else [],
    }


def _campaign(session: Session, campaign: Campaign, blobs: Blobs) -> dict[str, Any]:
    faults = verify_seal(session, campaign)
    record: dict[str, Any] = {
        "campaign_id": campaign.campaign_id,
        "name": campaign.name,
        "state": campaign.state,
        "seal_hash": campaign.seal_hash,
        "chains": [],
        "notes": [],
    }
    strange = _strange(campaign)
    if strange or campaign.state == CampaignState.DRAFT:
        return {**record, "faults": faults + strange}
    gate = find_gate(session, campaign.campaign_id)
    faults += verify_chains(session, gate) + verify_box_chains(session, gate) + assignment_faults(session, campaign)
    faults += decision_faults(session, gate) + figure_faults(session, gate, blobs)
    boxes = asks_for_boxes(campaign)
    heads = box_chain_heads(session, gate) if boxes else chain_heads(session, gate)
    chains = [{**asdict(head), "of": "box revisions" if boxes else "verdicts"} for head in heads]
    return {**record, "chains": chains, "notes": _notes(campaign), "faults": faults}


def _strange(campaign: Campaign) -> list[str]:
    """Words that this program never writes; nothing can be read behind them."""
    faults = []
    if campaign.state not in {state.value for state in CampaignState}:
        faults.append(f"its state {campaign.state!r} is none that a campaign has")
    if campaign.task not in task_names():
        faults.append(f"its task {campaign.task!r} is not known to this version of the program")
    return faults


def _notes(campaign: Campaign) -> list[str]:
    """What is no fault of the data: the words of the task may have changed with the program."""
    if load_task(campaign.task).task_hash == campaign.task_hash:
        return []
    return [f"the task {campaign.task} reads differently in this version of the program than when it was sealed"]


def _releases(session: Session, shelf: Path, only: str | None) -> Iterator[dict[str, Any]]:
    """Every release of the project, compared with the database; `only` is the campaign id that is asked about."""
    from auditor.release.manifest import FILE
    from auditor.release.request import folder_name

    rows = session.scalars(select(Release).order_by(Release.id)).all()
    for row in rows:
        yield from _release(session, shelf / folder_name(row.name, row.version), row, only)
    known = {folder_name(row.name, row.version) for row in rows}
    folders = sorted(path.parent for path in shelf.glob(f"*/{FILE}") if not path.parent.name.startswith("."))
    for folder in folders:
        if folder.name not in known:
            yield from _release(session, folder, None, only)


def _release(session: Session, folder: Path, row: Release | None, only: str | None) -> Iterator[dict[str, Any]]:
    title = folder.name if row is None else f"{row.name} {row.version}"
    manifest, faults, notes = _manifest(folder, row)
    promises = {} if row is None else {name: Promise(title, name) for name in row.config.get("campaigns", [])}
    if manifest is not None:
        for name, seal in manifest.seals.items():
            decisions, damaged = _released_decisions(folder, manifest, name)
            promises[name] = Promise(title, name, seal, manifest.chain_heads.get(name, {}), decisions)
            faults += damaged
    if only is not None and only not in promises:
        return
    for name, promise in sorted(promises.items()):
        faults += promise_faults(session, promise) if only in {None, name} else []
    yield {"release": title, "folder_present": folder.is_dir(), "faults": faults, "notes": notes}


def _manifest(folder: Path, row: Release | None) -> tuple[Manifest | None, list[str], list[str]]:
    """The manifest in a release's folder, its faults against the row that published it, and what is no fault."""
    from auditor.release.manifest import manifest_hash, read_manifest

    if row is not None and not folder.is_dir():
        return None, [], ["its folder is gone, and with it the seals and heads to compare; restore it from a copy"]
    try:
        found, manifest = manifest_hash(folder), read_manifest(folder)
    except ExpectedError as error:
        return None, [str(error)], []
    if row is None:
        return manifest, [], ["the database does not name it: its build was stopped, or its row was removed"]
    faults = []
    if found != row.manifest_sha256:
        faults.append(f"its manifest has sha256 {found}, the database says {row.manifest_sha256}")
    if dict(manifest.config) != row.config:
        faults.append("its configuration in the database is another than in its manifest")
    return manifest, faults, []


def _released_decisions(folder: Path, manifest: Manifest, campaign: str) -> tuple[list[tuple[str, ...]], list[str]]:
    """The decisions on a campaign that a release holds, oldest first, and what keeps them from being read."""
    from auditor.release.ledgers import DECISIONS

    path = f"audits/{campaign}/{DECISIONS}"
    try:
        data = (folder / path).read_bytes()
    except OSError as error:
        return [], [f"{path} cannot be read: {error.strerror}"]
    if hashlib.sha256(data).hexdigest() not in {one.sha256 for one in manifest.files if one.path == path}:
        return [], [f"{path} is not the file that its manifest names"]
    rows: Sequence[Mapping[str, str]] = list(
        csv.DictReader(io.StringIO(data.decode("utf-8", errors="replace"), newline=""))
    )
    return [tuple(row.get(name) or "" for name in DECISION_FIELDS) for row in rows], []


def _text(found: Mapping[str, list[dict[str, Any]]]) -> str:
    if not any(found.values()):
        return "no sealed campaign: nothing to verify"
    lines = []
    for each in found["campaigns"]:
        lines += [f"campaign {each['name']}: {_outcome(each, 'whole')}", f"  seal {each['seal_hash'] or 'none'}"]
        lines += [
            f"  {chain['auditor']}: {chain['length']} {chain['of']}, head {chain['head']}" for chain in each["chains"]
        ]
        lines += _remarks(each)
    for each in found["releases"]:
        lines += [f"release {each['release']}: {_outcome(each, 'the database agrees with it')}", *_remarks(each)]
    for each in found["project"]:
        lines += [f"project: {_outcome(each, 'whole')}", *_remarks(each)]
    return "\n".join([*lines, MEANING])


def _outcome(each: Mapping[str, Any], whole: str) -> str:
    from auditor.reports.numbers import counted

    return counted(len(each["faults"]), "fault") if each["faults"] else whole


def _remarks(each: Mapping[str, Any]) -> list[str]:
    faults = [f"  FAULT: {fault}" for fault in each["faults"]]
    return faults + [f"  note: {note}" for note in each.get("notes", [])]
