"""How far a campaign is: counts for its lead, without any answer in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pipeline.store.designs import Campaign
from pipeline.store.verdicts import Assignment
from pipeline.vocabulary import AssignmentState


@dataclass(frozen=True)
class Progress:
    """One auditor's assignments by state; `waiting` counts leased ones too."""

    auditor: str
    total: int
    done: int
    skipped: int

    @property
    def waiting(self) -> int:
        """The assignments that still need a verdict."""
        return self.total - self.done - self.skipped


def progress_of(session: Session, campaign: Campaign) -> list[Progress]:
    """The progress of each auditor, in the order in which the campaign names them."""
    statement = (
        select(Assignment.auditor, Assignment.state, func.count())
        .where(Assignment.campaign_id == campaign.id)
        .group_by(Assignment.auditor, Assignment.state)
    )
    counted: dict[str, Counter[str]] = {name: Counter() for name in campaign.auditors}
    for auditor, state, number in session.execute(statement):
        counted.setdefault(auditor, Counter())[state] = number
    return [
        Progress(auditor, states.total(), states[AssignmentState.DONE], states[AssignmentState.SKIPPED])
        for auditor, states in counted.items()
    ]
