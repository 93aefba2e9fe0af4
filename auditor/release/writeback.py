"""What people said of each figure, settled item by item and put beside the machine's label."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.gate import find_gate
from auditor.audits.labels import Given, LabelStatus, settle
from auditor.audits.tasks import Task, load_task
from auditor.audits.verdicts import CurrentVerdict, current_verdicts
from pipeline.store.designs import Campaign, Item
from pipeline.store.scores import Score
from pipeline.store.verdicts import Decision
from pipeline.vocabulary import SubjectKind

NOT_AUDITED = LabelStatus.NOT_AUDITED.value
NOT = "not "


@dataclass(frozen=True)
class Audit:
    """One item of one campaign, settled.

    `answer` is the task's word, `label` what it says of the figure, both None unless settled; `machine_label` is the
    `judge`'s at the seal, `accepted` whether that label was right, None = unknown; `counts` current verdicts by answer;
    `error_modes` their reasons by count; `date` the day of the deciding verdict or decision.
    """

    campaign: str
    campaign_name: str
    sealed_at: str
    judge: str
    task: str
    item: str
    row: int
    answer: str | None
    label: str | None
    status: str
    machine_label: str | None
    accepted: bool | None
    counts: Mapping[str, int]
    error_modes: Mapping[str, int]
    date: str | None


def headline(audits: Sequence[Audit]) -> Audit | None:
    """The audit that a record's own fields show: the last settled one, else the last one with verdicts, else any."""
    if not audits:
        return None
    return max(
        audits,
        key=lambda one: (one.label is not None, bool(one.counts), one.date or "", one.sealed_at, one.campaign),
    )


def audited_judge(audits: Sequence[Audit]) -> str | None:
    """The judge whose label people judged in the audit that a record shows, None for a record that nobody judged."""
    shown = headline(audits)
    return None if shown is None or shown.status == NOT_AUDITED else shown.judge


def disagree(audits: Sequence[Audit]) -> bool:
    """Whether what people said of the figure in one audit contradicts what they said in another.

    The labels decide, not `accepted`: audits of two judges whose labels differ may find one right and the other wrong
    without any disagreement among people.
    """
    labels = sorted({one.label for one in audits if one.label is not None})
    return any(_contradict(one, other) for one, other in combinations(labels, 2))


def _contradict(one: str, other: str) -> bool:
    denied = {label.removeprefix(NOT) for label in (one, other) if label.startswith(NOT)}
    claimed = {label for label in (one, other) if not label.startswith(NOT)}
    return len(claimed) > 1 or bool(denied & claimed)


def audit_fields(audits: Sequence[Audit]) -> dict[str, Any]:
    """The audit fields of one record; `audits` keeps every campaign's result, the others show the headline."""
    shown = headline(audits)
    if shown is None:
        return {
            "audited_label": None,
            "audited_answer": None,
            "audit_status": NOT_AUDITED,
            "accepted": None,
            "verdict_counts": {},
            "error_modes": {},
            "campaign": None,
            "campaign_name": None,
            "audit_date": None,
            "audits_disagree": False,
            "audits": [],
        }
    return {
        "audited_label": shown.label,
        "audited_answer": shown.answer,
        "audit_status": shown.status,
        "accepted": shown.accepted,
        "verdict_counts": dict(shown.counts),
        "error_modes": dict(shown.error_modes),
        "campaign": shown.campaign,
        "campaign_name": shown.campaign_name,
        "audit_date": shown.date,
        "audits_disagree": disagree(audits),
        "audits": [_public(one) for one in sorted(audits, key=lambda one: one.campaign)],
    }


def _public(audit: Audit) -> dict[str, Any]:
    return {
        "campaign": audit.campaign,
        "campaign_name": audit.campaign_name,
        "task": audit.task,
        "item": audit.item,
        "answer": audit.answer,
        "label": audit.label,
        "status": audit.status,
        "machine_judge": audit.judge,
        "machine_label": audit.machine_label,
        "accepted": audit.accepted,
        "verdict_counts": dict(audit.counts),
        "error_modes": dict(audit.error_modes),
        "date": audit.date,
    }


def audits_of(session: Session, campaigns: Sequence[Campaign]) -> dict[str, list[Audit]]:
    """Every figure item of the campaigns, settled, by public figure id."""
    found: dict[str, list[Audit]] = defaultdict(list)
    for campaign in campaigns:
        task = load_task(campaign.task)
        verdicts = _current_verdicts(session, campaign)
        decisions = _newest_decisions(session, campaign)
        labels = _machine_labels(session, campaign)
        for item in _items(session, campaign):
            said = _Said(verdicts[item.item_id], decisions.get(item.item_id), labels.get(item.subject_row))
            found[item.subject_id].append(_audit(campaign, task, item, said))
    return dict(found)


@dataclass(frozen=True)
class _Said:
    """What is known of one item: current verdicts, newest decision, the machine's label at the seal."""

    verdicts: Sequence[CurrentVerdict]
    decision: Decision | None
    machine_label: str | None


def _audit(campaign: Campaign, task: Task, item: Item, said: _Said) -> Audit:
    decision = said.decision
    given = [Given(one.auditor, one.answer, one.error_mode) for one in said.verdicts]
    decided = None if decision is None else Given(decision.decided_by, decision.answer, decision.error_mode)
    settled = settle(given, decided, unsure=task.unsure)
    by_decision = decision is not None and settled.status is LabelStatus.DECISION
    modes = [decision.error_mode] if by_decision and decision is not None else [one.error_mode for one in said.verdicts]
    return Audit(
        campaign=campaign.campaign_id,
        campaign_name=campaign.name,
        sealed_at=campaign.sealed_at or "",
        judge=judge_of(campaign),
        task=campaign.task,
        item=item.item_id,
        row=item.subject_row,
        answer=settled.label,
        label=None if settled.label is None else label_of(task, settled.label),
        status=settled.status.value,
        machine_label=said.machine_label,
        accepted=accepted_of(task, settled.label, said.machine_label),
        counts=_counted(one.answer for one in said.verdicts),
        error_modes=_counted(mode for mode in modes if mode),
        date=None if settled.label is None else _date(said, by_decision=by_decision),
    )


def label_of(task: Task, answer: str) -> str:
    """What an answer says of the figure: the answers of a task `is-NAME` read as `NAME` and `not NAME`."""
    known = task.answer(answer)
    if known is None or known.correct is None or not task.name.startswith("is-"):
        return answer
    kind = task.name.removeprefix("is-")
    return kind if known.correct else NOT + kind


def accepted_of(task: Task, answer: str | None, machine_label: str | None) -> bool | None:
    """Whether a settled answer finds the machine's label at the seal right; None where it does not tell.

    "Not a diagram" refutes the label `diagram`, but neither proves nor refutes the label `plot`.
    """
    if answer is None or machine_label is None:
        return None
    label = label_of(task, answer)
    if label.startswith(NOT) and machine_label not in {label, label.removeprefix(NOT)}:
        return None
    return label == machine_label


def judge_of(campaign: Campaign) -> str:
    """The judge sealed with a campaign: what a bare `label` in its population means for good."""
    return str(campaign.allocation["accepted_from"])


def _date(said: _Said, *, by_decision: bool) -> str:
    if by_decision and said.decision is not None:
        return said.decision.decided_at[:10]
    return max(one.recorded_at for one in said.verdicts)[:10]


def _counted(words: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(words).items()))


def _items(session: Session, campaign: Campaign) -> Sequence[Item]:
    return session.scalars(
        select(Item)
        .where(Item.campaign_id == campaign.id, Item.subject_kind == SubjectKind.FIGURE)
        .order_by(Item.position, Item.item_id)
    ).all()


def _current_verdicts(session: Session, campaign: Campaign) -> dict[str, list[CurrentVerdict]]:
    current: dict[str, list[CurrentVerdict]] = defaultdict(list)
    for verdict in current_verdicts(session, find_gate(session, campaign.campaign_id)):
        current[verdict.item].append(verdict)
    return current


def _newest_decisions(session: Session, campaign: Campaign) -> dict[str, Decision]:
    rows = session.scalars(select(Decision).where(Decision.campaign_id == campaign.id).order_by(Decision.id)).all()
    return {row.item_id: row for row in rows}


def _machine_labels(session: Session, campaign: Campaign) -> dict[int, str | None]:
    """The label of each judged row as the campaign's judge gave it before the seal: what the report counts too."""
    found = session.execute(
        select(Score.figure_id, Score.label)
        .join(Item, Item.subject_row == Score.figure_id)
        .where(Item.campaign_id == campaign.id, Score.judge == judge_of(campaign))
        .where(Score.created_at <= (campaign.sealed_at or ""))
        .order_by(Score.id)
    )
    return {row.figure_id: row.label for row in found}
