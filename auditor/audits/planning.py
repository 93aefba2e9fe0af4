"""The form for a new campaign, answered by field: the plan it would give, or which field cannot be meant and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from auditor.audits.campaign import campaigns, create_campaign
from auditor.audits.design import CampaignSpec, Plan, make_plan
from auditor.audits.details import StratumLine, planned_lines
from auditor.audits.seal import seal_campaign
from auditor.audits.strata import parse_strata
from auditor.audits.stratum_words import remarks_in_words
from pipeline.errors import ExpectedError, UsageError
from pipeline.store.queries import check_field, population_rows
from pipeline.vocabulary import CampaignState

POPULATION, STRATA, SIZE, SHARE = "population", "strata", "size", "share"
OVERLAP, AUDITORS, SEED, NAME = "overlap", "auditors", "seed", "name"

# How the messages of the design begin, and whose field they are about; anything else is about the population.
_BEGINNINGS = {
    "strata": STRATA,
    "size": SIZE,
    "allocation": SHARE,
    "an overlap": OVERLAP,
    "overlap": OVERLAP,
    "auditor": AUDITORS,
    "seed": SEED,
    "name": NAME,
    "campaign": NAME,
}


@dataclass(frozen=True)
class DraftPlan:
    """What a form would give: sizes, strata and remarks; `faults` says by field what cannot be meant.

    `answers` counts the verdicts that all auditors together will give.
    """

    population_size: int = 0
    size: int = 0
    overlap_items: int = 0
    answers: int = 0
    strata: tuple[StratumLine, ...] = ()
    remarks: tuple[str, ...] = ()
    faults: Mapping[str, str] = field(default_factory=dict)


def plan_draft(session: Session, spec: CampaignSpec, *, replaces: str = "") -> DraftPlan:
    """The plan of a form on the figures of today; nothing is written. `replaces` names the draft that is changed."""
    faults = _people_faults(spec) | _name_faults(session, spec, replaces)
    fault = _strata_fault(spec)
    if fault:
        return _without_plan(session, spec, faults | {STRATA: fault})
    try:
        plan = make_plan(session, spec)
    except UsageError as error:
        return _without_plan(session, spec, faults | {field_of(error): str(error)})
    return _summary(plan, len(spec.auditors), faults)


def save_draft(session: Session, spec: CampaignSpec, *, replaces: str = "") -> str:
    """The name of the draft made from a form; with `replaces` the draft of that name gets the new design."""
    if replaces and spec.name != replaces:
        _drop_draft(session, replaces)
    campaign, _ = create_campaign(session, spec, replace=bool(replaces) and spec.name == replaces)
    return campaign.name


def draw_and_seal(session: Session, spec: CampaignSpec, *, replaces: str = "") -> tuple[str, int]:
    """The name of the campaign made from a form, drawn and sealed at once, and the number of its items."""
    name = save_draft(session, spec, replaces=replaces)
    campaign, plan = seal_campaign(session, name)
    return campaign.name, plan.size


def field_of(error: ExpectedError) -> str:
    """The field of the form that an error is about, "" when it is about none of them."""
    text = str(error)
    other = POPULATION if isinstance(error, UsageError) else ""
    return next((name for beginning, name in _BEGINNINGS.items() if text.startswith(beginning)), other)


def _summary(plan: Plan, auditors: int, faults: Mapping[str, str]) -> DraftPlan:
    return DraftPlan(
        population_size=plan.population_size,
        size=plan.size,
        overlap_items=plan.overlap_items,
        answers=plan.size + plan.overlap_items * max(0, auditors - 1),
        strata=planned_lines(plan),
        remarks=remarks_in_words(plan.remarks, [each.rows.value for each in plan.strata]),
        faults=dict(faults),
    )


def _without_plan(session: Session, spec: CampaignSpec, faults: Mapping[str, str]) -> DraftPlan:
    """What can be said of a form that gives no plan: how many figures there are, unless the query is wrong too."""
    if POPULATION in faults:
        return DraftPlan(faults=faults)
    try:
        rows = population_rows(session, spec.population, [], accepted_from=spec.accepted_from)
    except UsageError as error:
        return DraftPlan(faults={**faults, POPULATION: str(error)})
    return DraftPlan(len(rows), faults=faults)


def _strata_fault(spec: CampaignSpec) -> str:
    try:
        for column in parse_strata(spec.strata):
            check_field(column.field)
    except UsageError as error:
        return str(error).replace(" (column 1)", "")
    return ""


def _people_faults(spec: CampaignSpec) -> dict[str, str]:
    if not spec.auditors:
        return {AUDITORS: "name at least one auditor"}
    if spec.overlap and len(spec.auditors) < 2:
        return {OVERLAP: "needs two auditors or more; name them, or take 0 %"}
    return {}


def _name_faults(session: Session, spec: CampaignSpec, replaces: str) -> dict[str, str]:
    taken = {campaign.name: campaign.state for campaign in campaigns(session) if campaign.name != replaces}
    state = taken.get(spec.name or "")
    if state is None:
        return {}
    kind = "a draft" if state == CampaignState.DRAFT else "a campaign"
    return {NAME: f"{kind} of this name is there already; choose another name"}


def _drop_draft(session: Session, name: str) -> None:
    """Take away a draft that gets another name; a campaign that is not a draft any more stays."""
    for campaign in campaigns(session):
        if campaign.name == name and campaign.state == CampaignState.DRAFT:
            session.delete(campaign)
            session.flush()
