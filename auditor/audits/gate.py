"""What an auditor may know of a campaign: its id, name, task and state. Design, strata and items stay out of reach."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from sqlalchemy import column, or_, select, table
from sqlalchemy.orm import Session

from pipeline.errors import ExpectedError, UsageError
from pipeline.vocabulary import CampaignState

# Named column by column, not by the mapped class: importing pipeline.store.designs would open the road to strata.
CAMPAIGNS = table("campaigns", column("id"), column("campaign_id"), column("name"), column("task"), column("state"))

WAY_OUT = {
    CampaignState.DRAFT: "seal it first: `figaudit campaign seal {name}`",
    CampaignState.PAUSED: "`figaudit campaign resume {name}` opens it again",
    CampaignState.CLOSED: "it takes no more verdicts; `figaudit adjudicate {name}` settles disagreements",
}


@dataclass(frozen=True)
class CampaignGate:
    """A campaign as its auditors may see it; `key` is the database's own and never printed."""

    key: int
    campaign_id: str
    name: str
    task: str
    state: CampaignState


def campaign_gates(session: Session) -> list[CampaignGate]:
    """Every campaign, oldest first."""
    rows = session.execute(select(CAMPAIGNS).order_by(CAMPAIGNS.c.id))
    return [CampaignGate(row.id, row.campaign_id, row.name, row.task, CampaignState(row.state)) for row in rows]


def find_gate(session: Session, name: str) -> CampaignGate:
    """The campaign with this name or id; raises UsageError listing what there is."""
    chosen = or_(CAMPAIGNS.c.name == name, CAMPAIGNS.c.campaign_id == name)
    row = session.execute(select(CAMPAIGNS).where(chosen)).one_or_none()
    if row is None:
        known = ", ".join(gate.name for gate in campaign_gates(session))
        raise UsageError(
            f"there is no campaign {name!r}; " + (f"known are {known}" if known else "none was created yet")
        )
    return CampaignGate(row.id, row.campaign_id, row.name, row.task, CampaignState(row.state))


def closed_reason(gate: CampaignGate) -> str | None:
    """Why the campaign takes no verdicts now, with the way out; None when it does."""
    if gate.state is CampaignState.SEALED:
        return None
    return f"campaign {gate.name} is {_word(gate.state)}: {WAY_OUT[gate.state].format(name=shlex.quote(gate.name))}"


def require_open(gate: CampaignGate) -> None:
    """Raise ExpectedError unless the campaign is sealed and takes verdicts."""
    reason = closed_reason(gate)
    if reason is not None:
        raise ExpectedError(reason)


def require_sealed(gate: CampaignGate) -> None:
    """Raise ExpectedError for a draft: it has no items to read yet."""
    if gate.state is CampaignState.DRAFT:
        require_open(gate)


def _word(state: CampaignState) -> str:
    return "a draft" if state is CampaignState.DRAFT else state.value
