"""The seal: draws a campaign, freezes design, population, strata and items, and hashes them so that a change shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from auditor.audits.assignment import hand_out
from auditor.audits.campaign import find_campaign, spec_of
from auditor.audits.design import Plan, PlannedStratum, make_plan
from auditor.audits.hashing import canonical_json, digest
from auditor.audits.sampling import DRAW, Lottery, share_out
from auditor.audits.showing import shown_for
from auditor.audits.tasks import load_task
from pipeline.errors import ExpectedError
from pipeline.store.base import now
from pipeline.store.designs import Campaign, Item, Stratum
from pipeline.store.verdicts import Assignment, BoxRevision, Decision, Verdict
from pipeline.vocabulary import CampaignState, SubjectKind, short_digest

DESIGN = (
    *("campaign_id", "name", "task", "task_hash", "population", "strata_spec", "allocation"),
    *("size", "seed", "overlap", "repeats", "auditors"),
)

_MADE_BY_SEAL: tuple[tuple[Any, str], ...] = (
    *((Stratum, "strata"), (Item, "items"), (Assignment, "assignments")),
    *((Verdict, "verdicts"), (Decision, "decisions"), (BoxRevision, "box revisions")),
)


def seal_campaign(session: Session, name: str) -> tuple[Campaign, Plan]:
    """Draw a draft campaign from the figures of this moment, hand its items out and seal it.

    Raises ExpectedError when it is not a draft, and UsageError when the population no longer carries the design.
    """
    campaign = find_campaign(session, name)
    if campaign.state != CampaignState.DRAFT:
        raise ExpectedError(f"campaign {campaign.name} is {campaign.state} already; its draw is never repeated")
    task = load_task(campaign.task)
    plan = make_plan(session, spec_of(campaign))
    campaign.task_hash = task.task_hash
    campaign.population_size, campaign.population_hash = plan.population_size, plan.population_hash
    items = _draw(session, campaign, plan)
    lottery = Lottery(campaign.seed, campaign.campaign_id)
    subjects = [item["subject_id"] for item in items]
    judges_of = share_out(lottery, subjects, campaign.auditors, overlap=campaign.overlap)
    for position, item in enumerate(items, 1):
        item["position"], item["raters"] = position, len(judges_of[item["subject_id"]])
    session.execute(insert(Item), items)
    shown = shown_for(campaign.task, population=campaign.population, strata=campaign.strata_spec)
    hand_out(session, campaign, items, judges_of, shown=shown)
    campaign.state, campaign.sealed_at = CampaignState.SEALED, now()
    session.flush()
    campaign.seal_hash = seal_hash_of(seal_document(session, campaign))
    return campaign, plan


def _draw(session: Session, campaign: Campaign, plan: Plan) -> list[dict[str, Any]]:
    lottery = Lottery(campaign.seed, campaign.campaign_id)
    drawn: list[dict[str, Any]] = []
    for position, planned in enumerate(plan.strata, 1):
        stratum = Stratum(
            campaign_id=campaign.id,
            position=position,
            value=planned.rows.value,
            size=planned.size,
            sampled=planned.sampled,
        )
        session.add(stratum)
        session.flush()
        drawn += _items(campaign, stratum, planned, lottery)
    return drawn


def _items(campaign: Campaign, stratum: Stratum, planned: PlannedStratum, lottery: Lottery) -> list[dict[str, Any]]:
    rows = planned.rows.rows
    chosen = lottery.smallest(DRAW, [row.figure_id for row in rows], planned.sampled)
    return [
        {
            "campaign_id": campaign.id,
            "stratum_id": stratum.id,
            "item_id": item_id_of(campaign.campaign_id, rows[at].figure_id),
            "subject_kind": SubjectKind.FIGURE,
            "subject_id": rows[at].figure_id,
            "subject_row": rows[at].row,
            "content_hash": rows[at].content_hash,
            "inclusion_probability": planned.sampled / planned.size,
        }
        for at in chosen
    ]


def item_id_of(campaign_id: str, subject_id: str) -> str:
    """The public id of a sampled subject in a campaign."""
    return "i_" + short_digest(campaign_id, subject_id)


def seal_document(session: Session, campaign: Campaign) -> dict[str, Any]:
    """All that the seal covers, as JSON: design, population, strata and items, in one fixed order."""
    strata = session.scalars(select(Stratum).where(Stratum.campaign_id == campaign.id).order_by(Stratum.position)).all()
    position = {stratum.id: stratum.position for stratum in strata}
    items = session.scalars(select(Item).where(Item.campaign_id == campaign.id).order_by(Item.item_id))
    return {
        "design": {field: getattr(campaign, field) for field in DESIGN},
        "population": {"size": campaign.population_size, "hash": campaign.population_hash},
        "strata": [
            {"position": each.position, "value": each.value, "size": each.size, "sampled": each.sampled}
            for each in strata
        ],
        "items": [
            {
                "item": item.item_id,
                "kind": item.subject_kind,
                "subject": item.subject_id,
                "content_hash": item.content_hash,
                # A stratum that is gone leaves no position; the hash then differs, and that is the fault to show.
                "stratum": position.get(item.stratum_id),
                "inclusion_probability": item.inclusion_probability,
                "raters": item.raters,
            }
            for item in items
        ],
    }


def seal_hash_of(document: Mapping[str, Any]) -> str:
    """The seal hash of a seal document, read from the database or from a release's design.json."""
    return digest(canonical_json(document))


def verify_seal(session: Session, campaign: Campaign) -> list[str]:
    """The faults of a campaign's seal, each as a sentence: a changed design, assignments that left their items.

    A draft has no seal and nothing that only a seal makes; every other campaign has one.
    """
    if campaign.state == CampaignState.DRAFT:
        return _sealed_traces(session, campaign)
    faults = []
    if campaign.seal_hash is None:
        faults.append(f"the campaign is {campaign.state}, but its seal was removed")
    elif seal_hash_of(seal_document(session, campaign)) != campaign.seal_hash:
        faults.append("design, population, strata or items were changed after the seal")
    return faults + _strayed(session, campaign)


def _sealed_traces(session: Session, campaign: Campaign) -> list[str]:
    """What a draft cannot have: it was sealed and then set back."""
    faults = [
        f"the campaign is a draft, but it has {words}"
        for value, words in ((campaign.seal_hash, "a seal"), (campaign.sealed_at, "a time of its seal"))
        if value is not None
    ]
    for table, words in _MADE_BY_SEAL:
        count = session.scalar(select(func.count()).select_from(table).where(table.campaign_id == campaign.id))
        if count:
            faults.append(f"the campaign is a draft, but it has {count} {words}")
    return faults


def _strayed(session: Session, campaign: Campaign) -> list[str]:
    items = {item.item_id: item for item in session.scalars(select(Item).where(Item.campaign_id == campaign.id))}
    found: dict[str, int] = dict.fromkeys(items, 0)
    faults = []
    for given in session.scalars(
        select(Assignment).where(Assignment.campaign_id == campaign.id).order_by(Assignment.id)
    ):
        item = items.get(given.item_id)
        if item is None or (given.subject_row, given.content_hash) != (item.subject_row, item.content_hash):
            faults.append(f"the assignment of item {given.item_id} to {given.auditor} points at something else")
        found[given.item_id] = found.get(given.item_id, 0) + 1
    faults += [
        f"item {item_id} has {found[item_id]} assignments of {item.raters}"
        for item_id, item in items.items()
        if found[item_id] < item.raters
    ]
    return faults
