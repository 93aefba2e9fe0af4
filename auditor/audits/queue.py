"""An auditor's own queue: which items, in which order, what the auditor said of them, and what still waits."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from statistics import median
from typing import Any

from sqlalchemy import String, cast, func, select
from sqlalchemy.orm import Session

from auditor.audits.gate import CampaignGate, campaign_gates, find_gate, require_sealed
from auditor.audits.tasks import WITHDRAWN, TaskKind, load_task, task_names
from pipeline.errors import UsageError
from pipeline.store.verdicts import Assignment, BoxRevision, Verdict
from pipeline.vocabulary import AssignmentState, CampaignState

PACE_ROWS = 500  # the median of the last rows: the pace of now, and no matter how long the campaign is
IN_WORK, DONE, NO_PANELS = "in work", "done", "no panels"
_STATES = {state.value: state for state in AssignmentState}


@dataclass(frozen=True)
class OwnAnswer:
    """What an auditor said of an item last; `sequence` is its place in the auditor's chain.

    An `error_mode` of "" was asked for and not given, None was not asked yet. In a campaign of boxes the answer is
    `in work`, `done` or `no panels`.
    """

    answer: str
    error_mode: str | None
    note: str | None
    sequence: int
    recorded_at: str


@dataclass(frozen=True)
class QueuePlace:
    """One place of an auditor's queue; nothing in it tells why the item was drawn."""

    assignment_id: str
    item: str
    position: int
    state: AssignmentState
    skip_reason: str | None = None
    own: OwnAnswer | None = None


@dataclass(frozen=True)
class DeskQueue:
    """An auditor's queue in a campaign, in the auditor's order."""

    gate: CampaignGate
    places: tuple[QueuePlace, ...]


def auditors_of(session: Session, campaign: CampaignGate) -> list[str]:
    """The auditors who have items in a campaign, sorted."""
    statement = select(Assignment.auditor).where(Assignment.campaign_id == campaign.key).distinct()
    return sorted(session.scalars(statement))


def require_auditor(session: Session, campaign: CampaignGate, auditor: str) -> None:
    """Raise UsageError when the auditor has no item in the campaign."""
    known = auditors_of(session, campaign)
    if auditor not in known:
        raise UsageError(
            f"auditor {auditor!r} has no items in campaign {campaign.name}; "
            f"its auditors are {', '.join(known) or 'none yet'}"
        )


def desk_queue(session: Session, campaign: str, auditor: str) -> DeskQueue:
    """The queue of an auditor in a campaign (name or id), with the auditor's own answers.

    Raises ExpectedError for a draft, UsageError for an unknown campaign and for an auditor without items in it.
    """
    gate = find_gate(session, campaign)
    require_sealed(gate)
    require_auditor(session, gate, auditor)
    return DeskQueue(gate, tuple(queue_of(session, gate, auditor)))


def queue_of(session: Session, campaign: CampaignGate, auditor: str) -> list[QueuePlace]:
    """The auditor's places in the auditor's order, those already judged too."""
    own = own_answers(session, campaign, auditor)
    statement = (
        select(
            Assignment.id,
            Assignment.assignment_id,
            Assignment.item_id,
            Assignment.position,
            Assignment.state,
            Assignment.skip_reason,
        )
        .where(Assignment.campaign_id == campaign.key, Assignment.auditor == auditor)
        .order_by(Assignment.position)
    )
    # By position, not by name: a queue of 100,000 is read while somebody waits for the window.
    return [
        QueuePlace(assignment_id, item, position, _STATES[state], skip_reason, own.get(row))
        for row, assignment_id, item, position, state, skip_reason in session.execute(statement)
    ]


def own_answers(session: Session, campaign: CampaignGate, auditor: str) -> Mapping[int, OwnAnswer]:
    """What counts of the auditor's answers now, by the assignment's row; what was taken back is left out."""
    if load_task(campaign.task).kind is TaskKind.BOXES:
        return _own_boxes(session, campaign, auditor)
    rows = session.execute(
        select(
            Verdict.assignment_id,
            Verdict.answer,
            Verdict.error_mode,
            Verdict.note,
            Verdict.sequence,
            Verdict.recorded_at,
        )
        .where(Verdict.campaign_id == campaign.key, Verdict.auditor == auditor)
        .order_by(Verdict.sequence)
    )
    newest = {row[0]: row for row in rows}
    return {
        place: OwnAnswer(answer, error_mode, note, sequence, recorded_at)
        for place, answer, error_mode, note, sequence, recorded_at in newest.values()
        if answer != WITHDRAWN
    }


def _own_boxes(session: Session, campaign: CampaignGate, auditor: str) -> Mapping[int, OwnAnswer]:
    empty: Any = cast(BoxRevision.boxes, String) == "[]"
    rows = session.execute(
        select(BoxRevision.assignment_id, BoxRevision.finished, empty, BoxRevision.sequence, BoxRevision.recorded_at)
        .where(BoxRevision.campaign_id == campaign.key, BoxRevision.auditor == auditor)
        .order_by(BoxRevision.sequence)
    )
    return {
        place: OwnAnswer(box_answer(finished=finished, empty=bool(none)), None, None, sequence, recorded_at)
        for place, finished, none, sequence, recorded_at in rows
    }


def box_answer(*, finished: bool, empty: bool) -> str:
    """A saved state of boxes as one of the three words."""
    if not finished:
        return IN_WORK
    return NO_PANELS if empty else DONE


@dataclass(frozen=True)
class Waiting:
    """What a campaign asks of one auditor: `total` items, of which some are done and some skipped.

    `seconds` is the median active time of the auditor's last answers, None where no time was recorded.
    """

    campaign: str
    campaign_id: str
    task: str
    question: str
    kind: str
    state: CampaignState
    total: int
    done: int
    skipped: int
    seconds: float | None

    @property
    def left(self) -> int:
        """The items that still wait for this auditor."""
        return self.total - self.done - self.skipped


def waiting_for(session: Session, auditor: str) -> list[Waiting]:
    """The sealed and paused campaigns in which an auditor has items, oldest first, finished ones too."""
    found = []
    for gate in _open_gates(session):
        counts = _counts(session, gate, auditor)
        if not counts:
            continue
        task = load_task(gate.task)
        found.append(
            Waiting(
                campaign=gate.name,
                campaign_id=gate.campaign_id,
                task=gate.task,
                question=task.question,
                kind=task.kind.value,
                state=gate.state,
                total=counts.total(),
                done=counts[AssignmentState.DONE],
                skipped=counts[AssignmentState.SKIPPED],
                seconds=_pace(session, gate, auditor, task.kind),
            )
        )
    return found


def known_auditors(session: Session) -> list[str]:
    """Everybody who has items in any campaign, sorted."""
    return sorted({name for gate in campaign_gates(session) for name in auditors_of(session, gate)})


def judged_since(session: Session, auditor: str, since: str) -> int:
    """The items that an auditor answered or finished since a moment (UTC, ISO 8601) and did not take back."""
    return sum(_judged_in(session, gate, auditor, since) for gate in _known_gates(session))


def blind_work_left(session: Session, auditor: str, campaign: str = "") -> int:
    """The items that an auditor still has to judge, in the campaign of this name or id or in all that are open."""
    gates = [gate for gate in _open_gates(session) if campaign in {"", gate.name, gate.campaign_id}]
    counts = [_counts(session, gate, auditor) for gate in gates]
    return sum(each[AssignmentState.WAITING] + each[AssignmentState.LEASED] for each in counts)


def _open_gates(session: Session) -> list[CampaignGate]:
    return [gate for gate in _known_gates(session) if gate.state in {CampaignState.SEALED, CampaignState.PAUSED}]


def _known_gates(session: Session) -> list[CampaignGate]:
    """The campaigns whose task this version of the program knows; nobody can work on the others."""
    known = set(task_names())
    return [gate for gate in campaign_gates(session) if gate.task in known]


def _counts(session: Session, gate: CampaignGate, auditor: str) -> Counter[str]:
    rows = session.execute(
        select(Assignment.state, func.count())
        .where(Assignment.campaign_id == gate.key, Assignment.auditor == auditor)
        .group_by(Assignment.state)
    )
    return Counter({state: number for state, number in rows})  # noqa: C416 - a row is no pair to the type checker


def _pace(session: Session, gate: CampaignGate, auditor: str, kind: TaskKind) -> float | None:
    """The median time of the last items: an item's rows add up, its reason was a part of the work."""
    table: Any = BoxRevision if kind is TaskKind.BOXES else Verdict
    rows = session.execute(
        select(table.item_id, table.active_seconds)
        .where(table.campaign_id == gate.key, table.auditor == auditor)
        .order_by(table.sequence.desc())
        .limit(PACE_ROWS)
    )
    spent: dict[str, float] = defaultdict(float)
    for item, seconds in rows:
        if seconds is not None:
            spent[item] += seconds
    return median(spent.values()) if spent else None


def _judged_in(session: Session, gate: CampaignGate, auditor: str, since: str) -> int:
    boxes = load_task(gate.task).kind is TaskKind.BOXES
    table: Any = BoxRevision if boxes else Verdict
    counts = table.finished if boxes else table.answer != WITHDRAWN
    rows = session.execute(
        select(table.item_id, counts, table.recorded_at)
        .where(table.campaign_id == gate.key, table.auditor == auditor)
        .order_by(table.sequence.desc())
        .execution_options(yield_per=100)
    )
    newest: dict[str, bool] = {}
    for item, judged, recorded_at in takewhile(lambda row: row[2] >= since, rows):
        del recorded_at
        newest.setdefault(item, judged)
    rows.close()
    return sum(map(bool, newest.values()))
