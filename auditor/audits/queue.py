"""An auditor's own queue: which items, in which order, and which of them still wait."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.gate import CampaignGate
from pipeline.errors import UsageError
from pipeline.store.verdicts import Assignment
from pipeline.vocabulary import AssignmentState


@dataclass(frozen=True)
class QueuePlace:
    """One place of an auditor's queue; nothing in it tells why the item was drawn."""

    assignment_id: str
    item: str
    position: int
    state: AssignmentState


def auditors_of(session: Session, campaign: CampaignGate) -> list[str]:
    """The auditors who have items in a campaign, sorted."""
    statement = select(Assignment.auditor).where(Assignment.campaign_id == campaign.key).distinct()
    return sorted(session.scalars(statement))


def require_auditor(session: Session, campaign: CampaignGate, auditor: str) -> None:
    """Raise UsageError when the auditor has no item in the campaign."""
    known = auditors_of(session, campaign)
    if auditor not in known:
        raise UsageError(
            f"auditor {auditor!r} has no items in campaign {campaign.name}; "
            f"its auditors are {', '.join(known) or 'none yet'}"
        )


def queue_of(session: Session, campaign: CampaignGate, auditor: str) -> list[QueuePlace]:
    """The auditor's places in the auditor's order, those already judged too."""
    statement = (
        select(Assignment.assignment_id, Assignment.item_id, Assignment.position, Assignment.state)
        .where(Assignment.campaign_id == campaign.key, Assignment.auditor == auditor)
        .order_by(Assignment.position)
    )
    return [
        QueuePlace(row.assignment_id, row.item_id, row.position, AssignmentState(row.state))
        for row in session.execute(statement)
    ]
