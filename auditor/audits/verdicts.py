"""Recording what auditors answer: rows are added, a changed answer supersedes, the chain of hashes grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import metadata
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, bindparam, insert, select, true, update
from sqlalchemy.orm import Session

from auditor.audits.gate import CampaignGate, find_gate, require_open
from auditor.audits.ledger import LedgerRow, genesis, row_hash
from auditor.audits.tasks import SKIP, WITHDRAWN, Task, TaskKind, load_task
from pipeline.errors import ExpectedError, UsageError
from pipeline.store.base import now
from pipeline.store.verdicts import Assignment, Verdict
from pipeline.vocabulary import AssignmentState

# Core statements on the tables, not the mapped classes: a flush would ask for the campaigns table, which this side
# of the audit never loads.
_VERDICTS: Any = Verdict.__table__
_ASSIGNMENTS: Any = Assignment.__table__

FEW = 100  # up to here the database is asked for the items by name, beyond it for all of the auditor's
_Items = Sequence[str] | None


@dataclass(frozen=True)
class GivenAnswer:
    """One answer, already in the task's own spelling; `skip` is no verdict and its note is the reason.

    An `error_mode` of "" was asked for and not given, None was not asked yet. `seen` adds to what the task showed how
    it was shown.
    """

    item: str
    answer: str
    error_mode: str | None = None
    note: str | None = None
    active_seconds: float | None = None
    seen: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What became of answers: new ones, changed ones (superseding), repeated ones (nothing to do), skips."""

    recorded: int = 0
    changed: int = 0
    repeated: int = 0
    skipped: int = 0

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(
            self.recorded + other.recorded,
            self.changed + other.changed,
            self.repeated + other.repeated,
            self.skipped + other.skipped,
        )


@dataclass(frozen=True)
class CurrentVerdict:
    """The answer of one auditor to one item that counts now."""

    item: str
    auditor: str
    answer: str
    error_mode: str | None
    note: str | None
    sequence: int
    recorded_at: str


def record_verdict(
    session: Session, assignment_id: str, answer: str, *, error_mode: str | None = None, note: str | None = None
) -> Outcome:
    """Record one answer to one assignment.

    Raises UsageError for an unknown assignment, answer or error mode, ExpectedError when no verdicts are taken.
    """
    given = session.execute(
        select(Assignment.campaign, Assignment.item_id, Assignment.auditor).where(
            Assignment.assignment_id == assignment_id
        )
    ).one_or_none()
    if given is None:
        raise UsageError(f"there is no assignment {assignment_id!r}")
    gate = find_gate(session, given.campaign)
    task = answers_task(gate)
    if answer != SKIP:
        answer, error_mode = task.check(answer, error_mode)
    return record_answers(session, gate, given.auditor, [GivenAnswer(given.item_id, answer, error_mode, note)])


def answers_task(campaign: CampaignGate) -> Task:
    """The task of a campaign that asks for answers; raises ExpectedError for one that asks for boxes."""
    task = load_task(campaign.task)
    if task.kind is TaskKind.BOXES:
        raise ExpectedError(
            f"campaign {campaign.name} asks for boxes, not for answers; "
            "they are drawn on the page Panels (`figaudit open`)"
        )
    return task


def record_answers(session: Session, campaign: CampaignGate, auditor: str, answers: Sequence[GivenAnswer]) -> Outcome:
    """Record an auditor's answers in this order, each item at most once, in the transaction of the session."""
    require_open(campaign)
    items = [given.item for given in answers] if len(answers) <= FEW else None
    places = _places(session, campaign, auditor, items)
    current = {verdict.item_id: verdict for verdict in _latest(session, campaign, auditor, items)}
    chain = Chain(session, campaign, auditor)
    outcome = Outcome()
    for given in answers:
        place = places.get(given.item)
        if place is None:
            raise UsageError(f"item {given.item} is not assigned to {auditor}")
        before = current.get(given.item)
        judged = before is not None and before.answer != WITHDRAWN
        if given.answer == SKIP:
            outcome += _skip(session, place, given, judged=judged)
        elif before is not None and _same(before, given):
            outcome += Outcome(repeated=1)
        else:
            chain.add(place, given, before)
            outcome += Outcome(changed=1) if judged else Outcome(recorded=1)
    chain.write()
    return outcome


class Chain:
    """The open end of one auditor's chain: rows are linked in memory and written at once."""

    def __init__(self, session: Session, campaign: CampaignGate, auditor: str) -> None:
        self.session, self.campaign, self.auditor = session, campaign, auditor
        tip = session.execute(
            select(Verdict.sequence, Verdict.hash)
            .where(Verdict.campaign_id == campaign.key, Verdict.auditor == auditor)
            .order_by(Verdict.sequence.desc())
            .limit(1)
        ).one_or_none()
        self.sequence, self.head = tip or (0, genesis(campaign.campaign_id, auditor))
        self.rows: list[dict[str, Any]] = []

    def add(self, place: Any, given: GivenAnswer, before: Row[Any] | None) -> LedgerRow:
        """Link one answer, or one withdrawal, to the end.

        `place` is the assignment: a row or a DeskPlace. `before` is the newest row on the same item.
        """
        self.sequence += 1
        row = LedgerRow(
            campaign=self.campaign.campaign_id,
            auditor=self.auditor,
            sequence=self.sequence,
            item=given.item,
            answer=given.answer,
            error_mode=given.error_mode,
            note=given.note,
            active_seconds=given.active_seconds,
            seen=(*place.shown, *given.seen),
            content_hash=place.content_hash,
            app_version=app_version(),
            recorded_at=now(),
            supersedes=None if before is None else before.sequence,
            previous_hash=self.head,
        )
        row = replace(row, hash=row_hash(row))
        self.head = row.hash
        self.rows.append(
            {
                **{name: getattr(row, name) for name in _SAME_NAMES},
                "campaign_id": self.campaign.key,
                "assignment_id": place.id,
                "item_id": row.item,
                "seen": list(row.seen),
                "supersedes": None if before is None else before.id,
            }
        )
        return row

    def write(self) -> None:
        """Insert the rows and say so in the assignments: judged, or waiting again after a withdrawal."""
        if not self.rows:
            return
        self.session.execute(insert(_VERDICTS), self.rows)
        done = update(_ASSIGNMENTS).where(_ASSIGNMENTS.c.id == bindparam("place"))
        self.session.connection().execute(
            done.values(state=bindparam("becomes"), skip_reason=None, lease_until=None),
            [{"place": row["assignment_id"], "becomes": _state_after(row["answer"])} for row in self.rows],
        )


def _state_after(answer: str) -> str:
    return (AssignmentState.WAITING if answer == WITHDRAWN else AssignmentState.DONE).value


_SAME_NAMES = (
    *("auditor", "sequence", "answer", "error_mode", "note", "active_seconds", "content_hash", "app_version"),
    *("recorded_at", "previous_hash", "hash"),
)


def _skip(session: Session, place: Row[Any], given: GivenAnswer, *, judged: bool) -> Outcome:
    if judged:
        raise ExpectedError(
            f"item {given.item} is judged already; another answer supersedes a verdict, skip does not take it back"
        )
    if not given.note:
        raise UsageError(f"item {given.item}: a skip needs its reason as note")
    if place.state == AssignmentState.SKIPPED and place.skip_reason == given.note:
        return Outcome(repeated=1)
    session.execute(
        update(_ASSIGNMENTS)
        .where(_ASSIGNMENTS.c.id == place.id)
        .values(state=AssignmentState.SKIPPED.value, skip_reason=given.note, lease_until=None)
    )
    return Outcome(skipped=1)


def _same(before: Row[Any], given: GivenAnswer) -> bool:
    """Whether this is what the newest row says; files do not tell a reason not given from one not asked for."""
    said = (before.answer, before.error_mode or None, before.note)
    return said == (given.answer, given.error_mode or None, given.note)


def _places(session: Session, campaign: CampaignGate, auditor: str, items: _Items) -> Mapping[str, Row[Any]]:
    columns = _ASSIGNMENTS.c
    statement: Select[Any] = select(
        columns.id, columns.item_id, columns.state, columns.skip_reason, columns.content_hash, columns.shown
    ).where(columns.campaign_id == campaign.key, columns.auditor == auditor, _among(columns.item_id, items))
    return {row.item_id: row for row in session.execute(statement)}


def _latest(
    session: Session, campaign: CampaignGate, auditor: str | None = None, items: _Items = None
) -> Sequence[Row[Any]]:
    """The newest verdict of each auditor on each item, by item and auditor."""
    columns = _VERDICTS.c
    statement: Select[Any] = select(_VERDICTS).where(
        columns.campaign_id == campaign.key,
        true() if auditor is None else columns.auditor == auditor,
        _among(columns.item_id, items),
    )
    rows = session.execute(statement.order_by(columns.item_id, columns.auditor, columns.sequence))
    return list({(row.item_id, row.auditor): row for row in rows}.values())


def _among(column: ColumnElement[str], items: _Items) -> ColumnElement[bool]:
    return true() if items is None else column.in_(items)


def current_verdicts(session: Session, campaign: CampaignGate) -> list[CurrentVerdict]:
    """The verdicts of a campaign that count now, by item and auditor.

    Superseded ones, skips and answers that were taken back are left out.
    """
    return [
        CurrentVerdict(
            item=row.item_id,
            auditor=row.auditor,
            answer=row.answer,
            error_mode=row.error_mode,
            note=row.note,
            sequence=row.sequence,
            recorded_at=row.recorded_at,
        )
        for row in _latest(session, campaign)
        if row.answer != WITHDRAWN
    ]


@cache
def app_version() -> str:
    """The version of this program, as verdicts carry it; a source tree that was not installed says so."""
    try:
        return metadata.version("figaudit")
    except metadata.PackageNotFoundError:
        return "not installed"
