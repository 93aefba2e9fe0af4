"""Settling what auditors left open: decisions on disagreements and unsure answers; the verdicts stay beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.disagreements import current_decisions, given, left_open, verdicts_by_item
from auditor.audits.gate import CampaignGate, find_gate
from auditor.audits.labels import Given, LabelStatus, Settled, settle
from auditor.audits.projection import image_path
from auditor.audits.tasks import load_task
from auditor.audits.verdicts import CurrentVerdict, answers_task, current_verdicts
from pipeline.errors import ExpectedError, UsageError
from pipeline.store.designs import Item
from pipeline.store.figures import Figure
from pipeline.store.verdicts import Decision, Verdict
from pipeline.vocabulary import CampaignState


@dataclass(frozen=True)
class OpenItem:
    """An item that needs a decision, or has one: what was drawn, what the auditors say, what was decided."""

    item: str
    figure_id: str
    image: str
    verdicts: tuple[CurrentVerdict, ...]
    why: str
    decision: Given | None


def open_items(session: Session, campaign: CampaignGate) -> list[OpenItem]:
    """The items on which verdicts disagree or an auditor is unsure, by item; decided ones carry their decision."""
    decisions = current_decisions(session, campaign)
    figures = _figures(session, campaign)
    verdicts = verdicts_by_item(session, campaign)
    return [
        OpenItem(item, *figures[item], tuple(verdicts[item]), state.why, decisions.get(item))
        for item, state in left_open(campaign, verdicts).items()
    ]


def settled_items(session: Session, campaign: CampaignGate) -> dict[str, Settled]:
    """The label of every item of a campaign, or why it has none, by item id."""
    unsure = load_task(campaign.task).unsure
    decisions = current_decisions(session, campaign)
    verdicts = verdicts_by_item(session, campaign)
    items = session.scalars(select(Item.item_id).where(Item.campaign_id == campaign.key).order_by(Item.item_id))
    return {
        item: settle([given(verdict) for verdict in verdicts.get(item, ())], decisions.get(item), unsure=unsure)
        for item in items
    }


@dataclass(frozen=True)
class Ruling:
    """What somebody decides on an open item, and why."""

    answer: str
    by: str
    reason: str
    error_mode: str | None = None


def record_decision(session: Session, campaign: str, item: str, ruling: Ruling) -> Decision:
    """Settle one item of a campaign (name or id) by a definite answer; an earlier decision stays and is superseded.

    Raises UsageError for words that are not the task's, ExpectedError for a draft and an item that needs no decision.
    """
    gate = find_gate(session, campaign)
    if gate.state is CampaignState.DRAFT:
        raise ExpectedError(f"campaign {gate.name} is a draft: nothing was judged in it yet")
    task = answers_task(gate)
    answer, error_mode = task.check(ruling.answer, ruling.error_mode)
    if answer in task.unsure:
        raise UsageError(f"{answer!r} settles nothing; decide for one of {', '.join(task.definite)}")
    if not ruling.reason.strip() or not ruling.by.strip():
        raise UsageError("a decision needs its reason and the name of who decides: --reason, --by")
    verdicts = _evidence(session, gate, item)
    before = session.scalars(
        select(Decision.id)
        .where(Decision.campaign_id == gate.key, Decision.item_id == item)
        .order_by(Decision.id.desc())
        .limit(1)
    ).one_or_none()
    decision = Decision(
        campaign_id=gate.key,
        item_id=item,
        answer=answer,
        error_mode=error_mode,
        reason=ruling.reason.strip(),
        decided_by=ruling.by.strip(),
        evidence={"verdicts": _records(session, gate, verdicts)},
        supersedes=before,
    )
    session.add(decision)
    session.flush()
    return decision


def _evidence(session: Session, campaign: CampaignGate, item: str) -> list[CurrentVerdict]:
    """The verdicts a decision rests on."""
    if item not in _figures(session, campaign):
        raise UsageError(
            f"item {item!r} is not in campaign {campaign.name}; `figaudit adjudicate {campaign.name} --list`"
        )
    verdicts = [verdict for verdict in current_verdicts(session, campaign) if verdict.item == item]
    state = settle([given(verdict) for verdict in verdicts], unsure=load_task(campaign.task).unsure)
    if state.status is LabelStatus.NOT_AUDITED:
        raise ExpectedError(f"item {item} has no verdict yet; a decision settles verdicts, it does not replace them")
    if state.status is not LabelStatus.UNSETTLED:
        raise ExpectedError(f"item {item} needs no decision: its verdict is {state.status} {state.label!r}")
    return verdicts


def _figures(session: Session, campaign: CampaignGate) -> dict[str, tuple[str, str]]:
    """Figure id and image path by item id."""
    rows = session.execute(
        select(Item.item_id, Item.subject_id, Figure.image_sha256, Figure.image_extension)
        .join(Figure, Figure.id == Item.subject_row)
        .where(Item.campaign_id == campaign.key)
    )
    return {item: (figure, image_path(sha256, ending)) for item, figure, sha256, ending in rows}


def _records(session: Session, campaign: CampaignGate, verdicts: Sequence[CurrentVerdict]) -> list[dict[str, object]]:
    """The verdicts of one item as a decision keeps them, each with the hash that the ledger holds."""
    item = {verdict.item for verdict in verdicts}
    rows = session.execute(
        select(Verdict.auditor, Verdict.sequence, Verdict.hash).where(
            Verdict.campaign_id == campaign.key, Verdict.item_id.in_(item)
        )
    )
    hashes = {(row.auditor, row.sequence): row.hash for row in rows}
    return [
        {
            "auditor": verdict.auditor,
            "answer": verdict.answer,
            "error_mode": verdict.error_mode,
            "sequence": verdict.sequence,
            "hash": hashes[verdict.auditor, verdict.sequence],
        }
        for verdict in verdicts
    ]
