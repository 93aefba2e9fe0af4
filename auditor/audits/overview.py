"""What a lead sees of a project at one look: how far each audit is, what could not be read, what stands to be settled.

Counts only. The design of an audit is left out for whoever still has figures to judge in it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from auditor.audits.adjudication import open_items
from auditor.audits.campaign import campaigns, find_campaign, spec_of
from auditor.audits.design import make_plan
from auditor.audits.gate import find_gate
from auditor.audits.progress import Progress, progress_of
from auditor.audits.queue import blind_work_left
from auditor.audits.strata import stratum_name
from auditor.audits.tasks import load_task
from pipeline.errors import ExpectedError
from pipeline.store.designs import Campaign, Stratum
from pipeline.store.figures import Figure
from pipeline.store.papers import Paper, Source
from pipeline.store.runs import Run
from pipeline.vocabulary import CampaignState, RunStatus, StageName

SHOWN_REASONS = 4
BOXES = "boxes"


@dataclass(frozen=True)
class CampaignLine:
    """One campaign in a list; `left` names the auditors who still owe answers, `mine` counts those of who asks.

    `unsettled` counts figures that need a decision; None while answers are missing and for campaigns of boxes.
    """

    name: str
    question: str
    kind: str
    state: CampaignState
    total: int
    done: int
    left: tuple[tuple[str, int], ...]
    mine: int
    unsettled: int | None

    @property
    def complete(self) -> bool:
        """Whether all answers are in."""
        return self.total > 0 and not self.left


@dataclass(frozen=True)
class Unread:
    """The papers that could not be read, of how many, and why: (reason, papers), the most frequent first."""

    papers: int
    of: int
    reasons: tuple[tuple[str, int], ...]
    refused_rows: int = 0


@dataclass(frozen=True)
class Overview:
    """A project at one look."""

    figures: int
    papers: int
    campaigns: tuple[CampaignLine, ...]
    unread: Unread


@dataclass(frozen=True)
class StratumLine:
    """One stratum: its name, its figures and how many of them are drawn."""

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


def overview(session: Session, auditor: str) -> Overview:
    """The project as its lead wants it first; `auditor` is who asks, "" for somebody who did not say."""
    current = Figure.superseded_by.is_(None) & Figure.withdrawn.is_(False)
    return Overview(
        figures=session.scalar(select(func.count(Figure.id)).where(current)) or 0,
        papers=session.scalar(select(func.count(Paper.id))) or 0,
        campaigns=tuple(campaign_lines(session, auditor)),
        unread=unread_papers(session),
    )


def campaign_lines(session: Session, auditor: str) -> list[CampaignLine]:
    """Every campaign with its counts, newest first."""
    return [_line(session, campaign, auditor) for campaign in reversed(campaigns(session))]


def campaign_details(session: Session, name: str, auditor: str) -> CampaignDetails:
    """One campaign by name; its design stays out as long as who asks has figures to judge."""
    campaign = find_campaign(session, name)
    line = _line(session, campaign, auditor)
    draft = campaign.state == CampaignState.DRAFT
    shut = shut_reason(session, auditor, "" if draft else campaign.name)
    design = None if shut else _draft(session, campaign) if draft else _sealed(session, campaign)
    return CampaignDetails(line, tuple(progress_of(session, campaign)), design, shut)


def shut_reason(session: Session, auditor: str, campaign: str = "") -> str:
    """Why this person may not see the design of a campaign ("" = plan a new one), "" when nothing speaks against it."""
    if auditor:
        left = blind_work_left(session, auditor, campaign)
        return left_sentence(left, here=bool(campaign)) if left else ""
    owed = {name for name, number in _owed(session, campaign) if number}
    if not owed:
        return ""
    return "Say on the Start page who sits here. Whoever has figures left to judge does not see how they were drawn."


def left_sentence(left: int, *, here: bool = True) -> str:
    """Why results are shut for somebody with this many figures to judge, in this audit (`here`) or in any."""
    figures = "1 figure" if left == 1 else f"{left:,} figures"
    if here:
        return (
            f"You have {figures} left to judge in this audit. "
            "Scores and results open when you are done, so that your answers stay your own."
        )
    return (
        f"You have {figures} left to judge. "
        "Designs of new audits open when you are done, so that your answers stay your own."
    )


def unread_papers(session: Session) -> Unread:
    """The files that could not be taken or read, with reasons that differ only in names and numbers put together."""
    read = (StageName.ACQUIRE.value, StageName.EXTRACT.value)
    rows = session.execute(
        select(Run.item, Run.name, Run.reason).where(
            Run.stage.in_(read), Run.current.is_(True), Run.status == RunStatus.FAILED.value
        )
    ).all()
    refused = sum(row.item.startswith("row ") for row in rows)
    reasons = Counter(
        plain_reason(str(row.reason), row.name) for row in rows if not row.item.startswith("row ")
    ).most_common()
    return Unread(
        papers=sum(number for _, number in reasons),
        of=session.scalar(select(func.count(Source.id))) or 0,
        reasons=tuple(_shortened(reasons)),
        refused_rows=refused,
    )


def plain_reason(reason: str, name: str) -> str:
    """The cause in a reason, without the file's name, numbers of pages and the advice behind it.

    >>> plain_reason("a.pdf: encrypted with a password; save a copy without one and add that.", "a.pdf")
    'encrypted with a password'
    """
    cause = re.split(r"[;(]|\.(?:\s|$)", reason.removeprefix(f"{name}: "))[0]
    return re.sub(r"\bpage \d+", "a page", cause).strip(" ,")


def _shortened(reasons: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """The most frequent reasons; the others are put together, so that a list stays a sentence."""
    found = list(reasons)
    rest = sum(number for _, number in found[SHOWN_REASONS:])
    return found[:SHOWN_REASONS] + ([("other reasons", rest)] if rest else [])


def _line(session: Session, campaign: Campaign, auditor: str) -> CampaignLine:
    progress = progress_of(session, campaign)
    task = load_task(campaign.task)
    state = CampaignState(campaign.state)
    left = tuple((each.auditor, each.waiting) for each in progress if each.waiting)
    settled = state is not CampaignState.DRAFT and task.kind != BOXES and (not left or state is CampaignState.CLOSED)
    return CampaignLine(
        name=campaign.name,
        question=task.question,
        kind=task.kind,
        state=state,
        total=sum(each.total for each in progress),
        done=sum(each.done for each in progress),
        left=left,
        mine=blind_work_left(session, auditor, campaign.name) if auditor else 0,
        unsettled=_unsettled(session, campaign.name) if settled else None,
    )


def _unsettled(session: Session, campaign: str) -> int:
    return sum(item.decision is None for item in open_items(session, find_gate(session, campaign)))


def _owed(session: Session, campaign: str) -> list[tuple[str, int]]:
    """How many answers each auditor still owes, in one campaign or in all."""
    open_states = {CampaignState.SEALED, CampaignState.PAUSED}
    chosen = [find_campaign(session, campaign)] if campaign else campaigns(session)
    return [
        (each.auditor, each.waiting) for one in chosen if one.state in open_states for each in progress_of(session, one)
    ]


def _sealed(session: Session, campaign: Campaign) -> Design:
    strata = session.scalars(select(Stratum).where(Stratum.campaign_id == campaign.id).order_by(Stratum.position))
    lines = tuple(StratumLine(stratum_name(each.value), each.size, each.sampled) for each in strata)
    return _design(campaign, lines, campaign.population_size)


def _draft(session: Session, campaign: Campaign) -> Design:
    """The plan on the figures of today; nothing of a draft is frozen."""
    try:
        plan = make_plan(session, spec_of(campaign))
    except ExpectedError as error:
        return _design(campaign, (), campaign.population_size, problem=str(error))
    lines = tuple(StratumLine(each.name, each.size, each.sampled) for each in plan.strata)
    return _design(campaign, lines, plan.population_size, remarks=plan.remarks)


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
