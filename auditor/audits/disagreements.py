"""Which items the answers leave open: what each auditor says of them now, and what was decided; no design is read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.gate import CampaignGate
from auditor.audits.labels import Given, LabelStatus, Settled, settle
from auditor.audits.tasks import load_task
from auditor.audits.verdicts import CurrentVerdict, current_verdicts
from pipeline.store.verdicts import Decision


def verdicts_by_item(session: Session, campaign: CampaignGate) -> Mapping[str, list[CurrentVerdict]]:
    """The verdicts that count now, by item."""
    found: dict[str, list[CurrentVerdict]] = defaultdict(list)
    for verdict in current_verdicts(session, campaign):
        found[verdict.item].append(verdict)
    return found


def current_decisions(session: Session, campaign: CampaignGate) -> dict[str, Given]:
    """The newest decision of each decided item, by item id."""
    rows = session.scalars(select(Decision).where(Decision.campaign_id == campaign.key).order_by(Decision.id))
    return {row.item_id: Given(row.decided_by, row.answer, row.error_mode) for row in rows}


def given(verdict: CurrentVerdict) -> Given:
    """A verdict as the rule of labels takes it."""
    return Given(verdict.auditor, verdict.answer, verdict.error_mode)


def left_open(campaign: CampaignGate, verdicts: Mapping[str, list[CurrentVerdict]]) -> dict[str, Settled]:
    """The items on which verdicts disagree or an auditor is unsure, by item; decisions do not count."""
    unsure = load_task(campaign.task).unsure
    settled = {item: settle([given(one) for one in some], unsure=unsure) for item, some in sorted(verdicts.items())}
    return {item: state for item, state in settled.items() if state.status is LabelStatus.UNSETTLED}


def undecided(session: Session, campaign: CampaignGate) -> int:
    """How many items wait for a decision."""
    return len(left_open(campaign, verdicts_by_item(session, campaign)).keys() - current_decisions(session, campaign))
