"""One assignment as the desk writes to it: where it stands, whether it may be written, and what another window did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select, update
from sqlalchemy.orm import Session

from auditor.audits.gate import CAMPAIGNS, CampaignGate, require_open
from pipeline.errors import ExpectedError, UsageError
from pipeline.store.verdicts import Assignment
from pipeline.vocabulary import AssignmentState, CampaignState

# Core statements, as in `verdicts`: the unit of work would ask for the table of campaigns.
_ASSIGNMENTS: Any = Assignment.__table__


class ConflictError(ExpectedError):
    """Somebody else wrote to this item since the desk read it, so nothing was written now.

    `current` is what counts: an OwnAnswer (its answer is `withdrawn` when it was taken back), or a BoxState.
    """

    def __init__(self, message: str, current: Any) -> None:
        super().__init__(message)
        self.current = current


@dataclass(frozen=True)
class DeskPlace:
    """One assignment of an open campaign; `id` and `subject_row` are the database's own."""

    id: int
    item: str
    auditor: str
    state: AssignmentState
    skip_reason: str | None
    content_hash: str
    shown: Sequence[str]
    subject_row: int
    gate: CampaignGate


def open_place(session: Session, assignment_id: str) -> DeskPlace:
    """The assignment with this public id.

    Raises UsageError when there is none, ExpectedError with the way out when its campaign takes nothing now.
    """
    row = session.execute(_place().where(_ASSIGNMENTS.c.assignment_id == assignment_id)).one_or_none()
    if row is None:
        raise UsageError("this figure is not in the audit any more")
    gate = CampaignGate(row.key, row.campaign_id, row.name, row.task, CampaignState(row.campaign_state))
    require_open(gate)
    return DeskPlace(
        id=row.id,
        item=row.item_id,
        auditor=row.auditor,
        state=AssignmentState(row.state),
        skip_reason=row.skip_reason,
        content_hash=row.content_hash,
        shown=row.shown,
        subject_row=row.subject_row,
        gate=gate,
    )


def _place() -> Select[Any]:
    own = _ASSIGNMENTS.c
    names = (own.id, own.item_id, own.auditor, own.state, own.skip_reason, own.content_hash, own.shown, own.subject_row)
    campaign = CAMPAIGNS.c
    return select(
        *names,
        campaign.id.label("key"),
        campaign.campaign_id,
        campaign.name,
        campaign.task,
        campaign.state.label("campaign_state"),
    ).join(CAMPAIGNS, campaign.id == own.campaign_id)


def move_place(session: Session, place: DeskPlace, state: AssignmentState, *, skip_reason: str | None = None) -> None:
    """Put an assignment into a state; a lease on it ends."""
    session.execute(
        update(_ASSIGNMENTS)
        .where(_ASSIGNMENTS.c.id == place.id)
        .values(state=state.value, skip_reason=skip_reason, lease_until=None)
    )
