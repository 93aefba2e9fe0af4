"""Whether somebody may see a campaign's report in the window now: nobody does while answers are still given."""

from __future__ import annotations

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from auditor.audits.gate import CampaignGate, find_gate
from pipeline.store.verdicts import Assignment, Decision, Verdict
from pipeline.vocabulary import AssignmentState, CampaignState

_GIVEN = (AssignmentState.DONE, AssignmentState.SKIPPED)


def report_gate(session: Session, campaign: str, auditor: str) -> str:
    """Why the report of the campaign with this name or id stays shut for this person, in words; "" when it is open.

    It opens when every answer is in or the campaign is closed: a running estimate would steer those who still judge.
    Raises UsageError for an unknown campaign.
    """
    gate = find_gate(session, campaign)
    if gate.state is CampaignState.DRAFT:
        return f"The campaign {gate.name} is a draft: nothing is drawn yet, so there is nothing to report."
    if gate.state is CampaignState.CLOSED:
        return ""
    mine = _waiting(session, gate, auditor)
    if mine:
        figures = "1 figure" if mine == 1 else f"{mine:,} figures"
        return (
            f"You have {figures} left to judge in this audit. Scores and results open when you are done, so that "
            "your answers stay your own."
        )
    waiting = _waiting(session, gate)
    if not waiting:
        return ""
    total = _count(session, gate)
    answers = "the only answer is" if total == 1 else f"all {total:,} answers are"
    return f"The report opens when {answers} in. {total - waiting:,} are in so far."


def _waiting(session: Session, gate: CampaignGate, auditor: str | None = None) -> int:
    """The assignments without an answer, of one auditor or of all."""
    chosen: list[ColumnElement[bool]] = [Assignment.state.not_in(_GIVEN)]
    if auditor is not None:
        chosen.append(Assignment.auditor == auditor)
    return _count(session, gate, *chosen)


def _count(session: Session, gate: CampaignGate, *chosen: ColumnElement[bool]) -> int:
    statement = select(func.count()).select_from(Assignment).where(Assignment.campaign_id == gate.key, *chosen)
    return session.scalar(statement) or 0


def counted_rows(session: Session, campaign: str) -> int:
    """How many rows of answers and decisions the campaign has; more than before means a report is out of date."""
    gate = find_gate(session, campaign)
    answers = session.scalar(select(func.count()).select_from(Verdict).where(Verdict.campaign_id == gate.key))
    decisions = session.scalar(select(func.count()).select_from(Decision).where(Decision.campaign_id == gate.key))
    return (answers or 0) + (decisions or 0)
