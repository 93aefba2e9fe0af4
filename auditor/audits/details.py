"""One campaign in full, for its lead: its auditors, and its design for whoever has nothing left to judge in it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.campaign import find_campaign, spec_of
from auditor.audits.design import Plan, make_plan
from auditor.audits.gate import find_gate
from auditor.audits.overview import CampaignLine, campaign_line, shut_reason
from auditor.audits.progress import Progress, progress_of
from auditor.audits.stratum_words import remarks_in_words, stratum_words
from pipeline.errors import ExpectedError
from pipeline.store.designs import Campaign, Stratum
from pipeline.vocabulary import CampaignState


@dataclass(frozen=True)
class StratumLine:
    """One stratum: its name in words, its figures and how many of them are drawn."""

    name: str
    size: int
    sampled: int


@dataclass(frozen=True)
class Design:
    """How a campaign is drawn; `problem` says why a draft cannot be planned on the figures of today."""

    population: str
    population_size: int
    strata_spec: str
    strata: tuple[StratumLine, ...]
    size: int
    rule: str
    overlap: float
    seed: int
    judge: str
    seal_hash: str | None
    sealed_at: str | None
    remarks: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True)
class CampaignDetails:
    """One campaign and its auditors; `design` is None as long as `shut` says why."""

    line: CampaignLine
    progress: tuple[Progress, ...]
    design: Design | None
    shut: str


def campaign_details(session: Session, name: str, auditor: str) -> CampaignDetails:
    """One campaign by name; its design stays out as long as who asks has figures to judge."""
    campaign = find_campaign(session, name)
    line = campaign_line(session, find_gate(session, campaign.campaign_id), auditor)
    draft = campaign.state == CampaignState.DRAFT
    shut = shut_reason(session, auditor, "" if draft else campaign.name)
    design = None if shut else _draft(session, campaign) if draft else _sealed(session, campaign)
    return CampaignDetails(line, tuple(progress_of(session, campaign)), design, shut)


def _sealed(session: Session, campaign: Campaign) -> Design:
    strata = session.scalars(select(Stratum).where(Stratum.campaign_id == campaign.id).order_by(Stratum.position))
    lines = tuple(StratumLine(stratum_words(each.value), each.size, each.sampled) for each in strata)
    return _design(campaign, lines, campaign.population_size)


def _draft(session: Session, campaign: Campaign) -> Design:
    """The plan on the figures of today; nothing of a draft is frozen."""
    try:
        plan = make_plan(session, spec_of(campaign))
    except ExpectedError as error:
        return _design(campaign, (), campaign.population_size, problem=str(error))
    values = [each.rows.value for each in plan.strata]
    lines = planned_lines(plan)
    return _design(campaign, lines, plan.population_size, remarks=remarks_in_words(plan.remarks, values))


def planned_lines(plan: Plan) -> tuple[StratumLine, ...]:
    """The strata of a plan."""
    return tuple(StratumLine(stratum_words(each.rows.value), each.size, each.sampled) for each in plan.strata)


def _design(
    campaign: Campaign,
    strata: tuple[StratumLine, ...],
    population_size: int,
    *,
    remarks: tuple[str, ...] = (),
    problem: str = "",
) -> Design:
    return Design(
        population=campaign.population,
        population_size=population_size,
        strata_spec=campaign.strata_spec,
        strata=strata,
        size=campaign.size,
        rule=campaign.allocation["rule"],
        overlap=campaign.overlap,
        seed=campaign.seed,
        judge=campaign.allocation["accepted_from"],
        seal_hash=campaign.seal_hash,
        sealed_at=campaign.sealed_at,
        remarks=remarks,
        problem=problem,
    )
