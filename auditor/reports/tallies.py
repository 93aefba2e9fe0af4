"""A campaign counted: its design, what became of each item by stratum, who judged how much, and the ledger's heads."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from auditor.audits.campaign import find_campaign
from auditor.audits.gate import CampaignGate, find_gate
from auditor.audits.judges import label_judges
from auditor.audits.labels import Given, LabelStatus, Settled, settle
from auditor.audits.ledger import ChainHead, LedgerRow, chain_heads, ledger_rows, verify_chains
from auditor.audits.progress import asks_for_boxes, box_progress_of, boxes_sentence
from auditor.audits.seal import verify_seal
from auditor.audits.strata import stratum_name
from auditor.audits.tasks import WITHDRAWN, Task, load_task
from auditor.audits.verdicts import current_verdicts
from pipeline.errors import ExpectedError
from pipeline.store.designs import Campaign, Item, Stratum
from pipeline.store.figures import Figure
from pipeline.store.scores import Score
from pipeline.store.verdicts import Assignment, Decision
from pipeline.vocabulary import AssignmentState, CampaignState, SubjectKind

NO_MODE = "(none given)"


@dataclass(frozen=True, slots=True)
class Design:
    """How a campaign was drawn; `judge` is the machine judge whose label an answer of a kind is compared with.

    `labels_from` are the judges whose labels the audit is about, each with its versions among the items at the seal;
    `compares` is True for a task whose answers are kinds, right where they agree with the judge's label.
    """

    campaign_id: str
    name: str
    state: str
    task: str
    question: str
    task_hash: str
    task_changed: bool
    population: str
    population_size: int
    population_hash: str
    strata_spec: str
    allocation: Mapping[str, Any]
    judge: str
    labels_from: Mapping[str, Sequence[str]]
    compares: bool
    size: int
    seed: int
    overlap: float
    overlap_items: int
    auditors: tuple[str, ...]
    sealed_at: str | None
    closed_at: str | None
    seal_hash: str | None


@dataclass(frozen=True, slots=True)
class StratumTally:
    """One stratum: N records, of which `sampled` items were drawn, and what became of each of those.

    `correct` and `incorrect` items have a label; `unsure` and `disagreement` ones are unsettled; `skipped` ones were
    skipped by all who had them; `waiting` ones have no verdict yet. `modes` counts error modes of incorrect items.
    """

    name: str
    value: Mapping[str, Any]
    population: int
    sampled: int
    correct: int
    incorrect: int
    unsure: int
    disagreement: int
    skipped: int
    waiting: int
    modes: Mapping[str, int]

    @property
    def definite(self) -> int:
        """Items with a label."""
        return self.correct + self.incorrect

    @property
    def unsettled(self) -> int:
        """Items that were judged and have no label yet."""
        return self.unsure + self.disagreement


@dataclass(frozen=True, slots=True)
class AuditorTally:
    """One auditor's part: items given, judged, of these unsure; skipped, waiting; answers changed later.

    `seconds` is the median active time of a judged item, None where no time was recorded.
    """

    auditor: str
    assigned: int
    judged: int
    unsure: int
    skipped: int
    waiting: int
    changed: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Tallies:
    """All counts of one campaign. `ratings` holds, per item that several auditors judged, each one's current answer.

    `superseded` counts items whose figure row has a newer one or was withdrawn since the seal; `decided` those settled
    by a decision; `until` is the time of the last verdict or decision; `faults` is what the seal and the ledger show.
    """

    design: Design
    strata: tuple[StratumTally, ...]
    auditors: tuple[AuditorTally, ...]
    answers: tuple[str, ...]
    ratings: tuple[Mapping[str, str], ...]
    heads: tuple[ChainHead, ...]
    faults: tuple[str, ...]
    superseded: int
    decided: int
    until: str | None


@dataclass(frozen=True, slots=True)
class _Item:
    item_id: str
    stratum: int
    label: str | None  # what the machine says, for tasks whose answers are kinds


def read_tallies(session: Session, name: str) -> Tallies:
    """The tallies of the campaign with this name or id.

    Raises UsageError for an unknown name, ExpectedError for a draft, and for boxes with a sentence on how far they are.
    """
    campaign, gate = find_campaign(session, name), find_gate(session, name)
    if campaign.state == CampaignState.DRAFT:
        raise ExpectedError(
            f"campaign {campaign.name} is a draft without items, so there is nothing to report; "
            f"`figaudit campaign seal {campaign.name}` draws them"
        )
    if asks_for_boxes(campaign):
        raise ExpectedError(boxes_sentence(campaign.name, box_progress_of(session, campaign)))
    task = load_task(campaign.task)
    items = _items(session, campaign, task)
    verdicts = current_verdicts(session, gate)
    given: dict[str, list[Given]] = defaultdict(list)
    for verdict in verdicts:
        given[verdict.item].append(Given(verdict.auditor, verdict.answer, verdict.error_mode))
    decisions = _decisions(session, campaign)
    settled = {
        item.item_id: settle(given[item.item_id], _as_given(decisions.get(item.item_id)), unsure=task.unsure)
        for item in items
    }
    skipped = _all_skipped(session, campaign)
    times = [verdict.recorded_at for verdict in verdicts] + [decision.decided_at for decision in decisions.values()]
    return Tallies(
        design=_design(session, campaign, task),
        strata=_strata(session, campaign, items, _fates(items, settled, skipped, task)),
        auditors=_auditors(session, campaign, gate, task),
        answers=task.definite,
        ratings=tuple({one.by: one.answer for one in judged} for judged in given.values() if len(judged) > 1),
        heads=tuple(chain_heads(session, gate)),
        faults=tuple(verify_seal(session, campaign) + verify_chains(session, gate)),
        superseded=_superseded(session, campaign),
        decided=sum(1 for one in settled.values() if one.status is LabelStatus.DECISION),
        until=max(times, default=None),
    )


def _design(session: Session, campaign: Campaign, task: Task) -> Design:
    overlap_items = session.scalar(
        select(func.count()).select_from(Item).where(Item.campaign_id == campaign.id, Item.raters > 1)
    )
    return Design(
        campaign_id=campaign.campaign_id,
        name=campaign.name,
        state=campaign.state,
        task=campaign.task,
        question=task.question,
        task_hash=campaign.task_hash,
        task_changed=campaign.task_hash != task.task_hash,
        population=campaign.population,
        population_size=campaign.population_size,
        population_hash=campaign.population_hash,
        strata_spec=campaign.strata_spec,
        allocation=campaign.allocation,
        judge=_judge(campaign),
        labels_from=_labels_from(session, campaign),
        compares=not task.correct,
        size=campaign.size,
        seed=campaign.seed,
        overlap=campaign.overlap,
        overlap_items=overlap_items or 0,
        auditors=tuple(campaign.auditors),
        sealed_at=campaign.sealed_at,
        closed_at=campaign.closed_at,
        seal_hash=campaign.seal_hash,
    )


def _judge(campaign: Campaign) -> str:
    return str(campaign.allocation.get("accepted_from", "native"))


def _items(session: Session, campaign: Campaign, task: Task) -> list[_Item]:
    rows = session.execute(
        select(Item.item_id, Item.stratum_id, Item.subject_row)
        .where(Item.campaign_id == campaign.id)
        .order_by(Item.position)
    ).all()
    labels = {} if task.correct else _machine_labels(session, campaign)
    return [_Item(row.item_id, row.stratum_id, labels.get(row.subject_row)) for row in rows]


def _machine_labels(session: Session, campaign: Campaign) -> dict[int, str | None]:
    """The judge's label of each judged figure row as it stood when the campaign was sealed."""
    rows = session.execute(
        select(Score.figure_id, Score.label)
        .join(Item, Item.subject_row == Score.figure_id)
        .where(Item.campaign_id == campaign.id, Score.judge == _judge(campaign))
        .where(Score.created_at <= (campaign.sealed_at or ""))
        .order_by(Score.id)
    )
    return {figure: label for figure, label in rows}  # noqa: C416 - the last row of a figure wins


def _labels_from(session: Session, campaign: Campaign) -> dict[str, list[str]]:
    """The judges that the audit is about, with their versions that scored its items, as they stood at the seal."""
    found = {}
    for judge in label_judges(campaign.population, campaign.task, accepted_from=_judge(campaign)):
        rows = session.execute(
            select(Score.figure_id, Score.judge_version)
            .join(Item, Item.subject_row == Score.figure_id)
            .where(Item.campaign_id == campaign.id, Score.judge == judge)
            .where(Score.created_at <= (campaign.sealed_at or ""))
            .order_by(Score.id)
        )
        newest: dict[int, str] = {figure: version for figure, version in rows}  # noqa: C416 - the last row wins
        found[judge] = sorted(set(newest.values()))
    return found


def _decisions(session: Session, campaign: Campaign) -> dict[str, Decision]:
    rows = session.scalars(select(Decision).where(Decision.campaign_id == campaign.id).order_by(Decision.id))
    return {row.item_id: row for row in rows}


def _as_given(decision: Decision | None) -> Given | None:
    return None if decision is None else Given(decision.decided_by, decision.answer, decision.error_mode)


def _all_skipped(session: Session, campaign: Campaign) -> set[str]:
    """The items that everybody who had them skipped."""
    rows = session.execute(
        select(Assignment.item_id, Assignment.state).where(Assignment.campaign_id == campaign.id)
    ).all()
    active = {item for item, state in rows if state != AssignmentState.SKIPPED}
    return {item for item, _ in rows} - active


_Fate = tuple[str, tuple[str, ...]]


def _fates(items: Sequence[_Item], settled: Mapping[str, Settled], skipped: set[str], task: Task) -> dict[str, _Fate]:
    """What became of each item, by the name of its count in StratumTally, and the error modes of incorrect ones."""
    return {item.item_id: _fate(item, settled[item.item_id], skipped, task) for item in items}


def _fate(item: _Item, settled: Settled, skipped: set[str], task: Task) -> _Fate:
    if settled.label is not None:
        right = settled.label in task.correct if task.correct else settled.label == item.label
        if right:
            return "correct", ()
        # A task that compares kinds has no error modes: what the machine took for what is the mode.
        modes = settled.error_modes if task.correct else (f"{settled.label}, labelled {item.label}",)
        return "incorrect", modes or (NO_MODE,)
    if settled.status is LabelStatus.UNSETTLED:
        return settled.why, ()
    return ("skipped" if item.item_id in skipped else "waiting"), ()


def _strata(
    session: Session, campaign: Campaign, items: Sequence[_Item], fates: Mapping[str, _Fate]
) -> tuple[StratumTally, ...]:
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    modes: dict[int, Counter[str]] = defaultdict(Counter)
    for item in items:
        fate, given = fates[item.item_id]
        counts[item.stratum][fate] += 1
        if given:  # auditors who agree that it is wrong may differ in why
            modes[item.stratum][" or ".join(given)] += 1
    rows = session.scalars(select(Stratum).where(Stratum.campaign_id == campaign.id).order_by(Stratum.position))
    return tuple(
        StratumTally(
            name=stratum_name(row.value),
            value=row.value,
            population=row.size,
            sampled=row.sampled,
            modes=dict(sorted(modes[row.id].items())),
            **{fate: counts[row.id][fate] for fate in _FATES},
        )
        for row in rows
    )


_FATES = ("correct", "incorrect", "unsure", "disagreement", "skipped", "waiting")


def _auditors(session: Session, campaign: Campaign, gate: CampaignGate, task: Task) -> tuple[AuditorTally, ...]:
    states: dict[str, Counter[str]] = defaultdict(Counter)
    for auditor, state, number in session.execute(
        select(Assignment.auditor, Assignment.state, func.count())
        .where(Assignment.campaign_id == campaign.id)
        .group_by(Assignment.auditor, Assignment.state)
    ):
        states[auditor][state] = number
    ledgers: dict[str, list[LedgerRow]] = defaultdict(list)
    for row in ledger_rows(session, gate):
        ledgers[row.auditor].append(row)
    found = []
    for auditor in dict.fromkeys([*map(str, campaign.auditors), *sorted(states)]):
        rows = ledgers[auditor]
        mine = [row for row in {row.item: row for row in rows}.values() if row.answer != WITHDRAWN]
        seconds = _seconds(rows, {row.item for row in mine})
        count = states[auditor]
        found.append(
            AuditorTally(
                auditor=auditor,
                assigned=count.total(),
                judged=len(mine),
                unsure=sum(row.answer in task.unsure for row in mine),
                skipped=count[AssignmentState.SKIPPED],
                waiting=count[AssignmentState.WAITING] + count[AssignmentState.LEASED],
                changed=_changed(rows, task),
                seconds=median(seconds) if seconds else None,
            )
        )
    return tuple(found)


def _seconds(rows: Sequence[LedgerRow], judged: Collection[str]) -> list[float]:
    """The active time of each judged item: all its rows together, for a reason given after the answer is work too."""
    spent: dict[str, float] = defaultdict(float)
    for row in rows:
        if row.active_seconds is not None and row.item in judged:
            spent[row.item] += row.active_seconds
    return list(spent.values())


def _changed(rows: Sequence[LedgerRow], task: Task) -> int:
    """How often an auditor changed an answer or took one back; giving the reason that was asked next is neither."""
    before: dict[str, LedgerRow] = {}
    changed = 0
    for row in rows:
        last = before.get(row.item)
        before[row.item] = row
        if last is not None and last.answer != WITHDRAWN and not _reason_alone(last, row, task):
            changed += 1
    return changed


def _reason_alone(last: LedgerRow, row: LedgerRow, task: Task) -> bool:
    known = task.answer(last.answer)
    asked = known is not None and known.error_mode and last.error_mode is None
    return asked and (row.answer, row.note) == (last.answer, last.note)


def _superseded(session: Session, campaign: Campaign) -> int:
    found = session.scalar(
        select(func.count())
        .select_from(Item)
        .join(Figure, Figure.id == Item.subject_row)
        .where(Item.campaign_id == campaign.id, Item.subject_kind == SubjectKind.FIGURE)
        .where(or_(Figure.superseded_by.is_not(None), Figure.withdrawn))
    )
    return found or 0
