"""One answer at a time, as the desk gives it: recorded, taken back or skipped in one short transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from auditor.audits.desk_boxes import reopen_boxes
from auditor.audits.desk_places import ConflictError, DeskPlace, move_place, open_place
from auditor.audits.queue import OwnAnswer
from auditor.audits.tasks import WITHDRAWN, TaskKind, load_task
from auditor.audits.verdicts import Chain, GivenAnswer, answers_task
from pipeline.errors import UsageError
from pipeline.store.verdicts import Verdict
from pipeline.vocabulary import AssignmentState

__all__ = ["ConflictError", "DeskAnswer", "OwnAnswer", "answer_item", "skip_item", "withdraw_answer"]

_VERDICTS: Any = Verdict.__table__


@dataclass(frozen=True)
class DeskAnswer:
    """An answer given at the desk.

    `error_mode` None is not asked for yet, "" was asked for and not given. `active_seconds` is the time spent on the
    item since its last saved row. `seen` says how the item was shown beyond what the task shows (`stretched`). `before`
    is the sequence of the own answer that the desk showed, None when none stood there.
    """

    answer: str
    error_mode: str | None = None
    note: str | None = None
    active_seconds: float | None = None
    seen: tuple[str, ...] = ()
    before: int | None = None


def answer_item(session: Session, assignment_id: str, given: DeskAnswer) -> OwnAnswer:
    """Record an answer to an item, a skipped one too; an answer that stands there already is not recorded again.

    Raises ConflictError when another answer counts than the desk knew of, UsageError for words that are not the
    task's, ExpectedError when the campaign takes no verdicts now.
    """
    place = open_place(session, assignment_id)
    answer, error_mode = answers_task(place.gate).spelled(given.answer, given.error_mode)
    newest = _newest(session, place)
    note = given.note or None
    if newest is not None and (newest.answer, newest.error_mode, newest.note) == (answer, error_mode, note):
        return _own(newest)
    _check_before(place, newest, given.before)
    chain = Chain(session, place.gate, place.auditor)
    recorded = GivenAnswer(place.item, answer, error_mode, note, given.active_seconds, given.seen)
    row = chain.add(place, recorded, newest)
    chain.write()
    return OwnAnswer(row.answer, row.error_mode, row.note, row.sequence, row.recorded_at)


def withdraw_answer(session: Session, assignment_id: str, *, before: int) -> None:
    """Take the own answer `before` back: a row says so in the ledger and the item waits again.

    Raises ConflictError when another answer counts by now; what was taken back already stays so.
    """
    place = open_place(session, assignment_id)
    answers_task(place.gate)
    newest = _newest(session, place)
    if _stands(newest):
        _withdraw(session, place, newest, before)


def skip_item(session: Session, assignment_id: str, reason: str, *, before: int | None) -> None:
    """Skip an item for a reason; an answer of one's own that stands there is taken back first, boxes are kept in work.

    `before` is the sequence of the own answer or saved state that the desk showed. Raises ConflictError when another
    one counts by now, UsageError without a reason.
    """
    if not reason.strip():
        raise UsageError("a skip needs its reason")
    place = open_place(session, assignment_id)
    if place.state is AssignmentState.SKIPPED and place.skip_reason == reason.strip():
        return
    if load_task(place.gate.task).kind is TaskKind.BOXES:
        reopen_boxes(session, place, before=before)
    else:
        newest = _newest(session, place)
        if _stands(newest):
            _withdraw(session, place, newest, before)
        else:
            _check_before(place, newest, before)
    move_place(session, place, AssignmentState.SKIPPED, skip_reason=reason.strip())


def _newest(session: Session, place: DeskPlace) -> Row[Any] | None:
    """The newest row on the item, a withdrawal too."""
    mine = _VERDICTS.c.assignment_id == place.id
    statement = select(_VERDICTS).where(mine).order_by(_VERDICTS.c.sequence.desc()).limit(1)
    return session.execute(statement).one_or_none()


def _stands(newest: Row[Any] | None) -> bool:
    return newest is not None and newest.answer != WITHDRAWN


def _check_before(place: DeskPlace, newest: Row[Any] | None, before: int | None) -> None:
    """Raise ConflictError unless what counts is what the desk showed: the row `before`, or no answer for None."""
    stands = newest.sequence if newest is not None and _stands(newest) else None
    if stands == before:
        return
    if newest is None:
        raise UsageError(f"this figure has no answer {before} any more")
    own = _own(newest)
    if own.answer == WITHDRAWN:
        raise ConflictError("Another window took the answer to this figure back. Nothing was changed now.", own)
    raise ConflictError(
        f"Another window answered this figure with {_word(place, own)}. That answer counts, yours is not saved yet.",
        own,
    )


def _word(place: DeskPlace, own: OwnAnswer) -> str:
    known = load_task(place.gate.task).answer(own.answer)
    return own.answer if known is None else known.label


def _withdraw(session: Session, place: DeskPlace, newest: Row[Any] | None, before: int | None) -> None:
    _check_before(place, newest, before)
    chain = Chain(session, place.gate, place.auditor)
    chain.add(place, GivenAnswer(place.item, WITHDRAWN), newest)
    chain.write()


def _own(row: Row[Any]) -> OwnAnswer:
    return OwnAnswer(row.answer, row.error_mode, row.note, row.sequence, row.recorded_at)
