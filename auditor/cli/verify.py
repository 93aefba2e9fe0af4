"""`figaudit verify`: recompute every seal and every chain of verdicts."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer
from sqlalchemy.orm import Session

from auditor.audits.campaign import campaigns, find_campaign
from auditor.audits.gate import find_gate
from auditor.audits.ledger import chain_heads, verify_chains
from auditor.audits.seal import verify_seal
from auditor.audits.tasks import load_task
from pipeline.cli.front import JsonOption, ProjectOption, emit, leave, new_app, open_project
from pipeline.errors import ExitCode
from pipeline.store.designs import Campaign
from pipeline.vocabulary import CampaignState

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
    """Recompute seals and verdict chains; exit 1 when anything was changed after the fact.

    Example: figaudit verify
    """
    with open_project(project) as workspace:
        checked = workspace.read(_verify, campaign)
    faults = [fault for each in checked for fault in each["faults"]]
    emit(_text(checked), {"campaigns": checked, "faults": len(faults), "meaning": MEANING}, as_json=as_json)
    if faults:
        leave(ExitCode.FAILED)


def _verify(session: Session, name: str | None) -> list[dict[str, Any]]:
    chosen = list(campaigns(session)) if name is None else [find_campaign(session, name)]
    checked = []
    for campaign in chosen:
        if campaign.state == CampaignState.DRAFT:
            continue
        gate = find_gate(session, campaign.campaign_id)
        checked.append(
            {
                "campaign_id": campaign.campaign_id,
                "name": campaign.name,
                "seal_hash": campaign.seal_hash,
                "chains": [asdict(head) for head in chain_heads(session, gate)],
                "faults": verify_seal(session, campaign) + verify_chains(session, gate),
                "notes": _notes(campaign),
            }
        )
    return checked


def _notes(campaign: Campaign) -> list[str]:
    """What is no fault of the data: the words of the task may have changed with the program."""
    if load_task(campaign.task).task_hash == campaign.task_hash:
        return []
    return [f"the task {campaign.task} reads differently in this version of the program than when it was sealed"]


def _text(checked: list[dict[str, Any]]) -> str:
    if not checked:
        return "no sealed campaign: nothing to verify"
    lines = []
    for each in checked:
        faults = each["faults"]
        lines.append(f"campaign {each['name']}: {'whole' if not faults else f'{len(faults)} faults'}")
        lines.append(f"  seal {each['seal_hash']}")
        lines += [f"  {chain['auditor']}: {chain['length']} verdicts, head {chain['head']}" for chain in each["chains"]]
        lines += [f"  FAULT: {fault}" for fault in faults]
        lines += [f"  note: {note}" for note in each["notes"]]
    return "\n".join([*lines, MEANING])
