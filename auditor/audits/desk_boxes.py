"""Panel boxes as the desk saves them: every saved state is a row in the auditor's own chain of box revisions."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, insert, select
from sqlalchemy.orm import Session

from auditor.audits.box_ledger import BoxRow, box_genesis
from auditor.audits.desk_places import ConflictError, DeskPlace, move_place, open_place
from auditor.audits.queue import box_answer
from auditor.audits.tasks import TaskKind, load_task
from auditor.audits.verdicts import app_version
from pipeline.errors import ExpectedError, UsageError
from pipeline.geometry import Box
from pipeline.store.base import now
from pipeline.store.figures import Figure
from pipeline.store.verdicts import Assignment, BoxRevision
from pipeline.vocabulary import AssignmentState

__all__ = ["BoxState", "BoxesToSave", "ConflictError", "DeskBox", "box_history", "reopen_boxes", "save_boxes"]

ORIGINS = ("drawn", "accepted", "edited")
LONGEST_WORD = 64
_REVISIONS: Any = BoxRevision.__table__


@dataclass(frozen=True)
class DeskBox:
    """One panel: its letter in lower case, the letter as printed, its kind, its box in pixels of the image.

    `origin` says how it came about: drawn, accepted (a proposal as it was) or edited (a proposal that was changed).
    """

    letter: str
    printed: str
    kind: str
    box: Box
    origin: str = "drawn"


@dataclass(frozen=True)
class BoxState:
    """One saved state of an item's boxes; `finished` without a box means that the figure has no panels.

    `sequence` is None while nothing was saved.
    """

    boxes: tuple[DeskBox, ...]
    finished: bool
    sequence: int | None
    recorded_at: str | None


@dataclass(frozen=True)
class BoxesToSave:
    """A state to save; `before` is the sequence of the state that the desk began with, None when there was none."""

    boxes: tuple[DeskBox, ...]
    finished: bool
    image_sha256: str
    active_seconds: float | None = None
    before: int | None = None


def save_boxes(session: Session, assignment_id: str, state: BoxesToSave) -> BoxState:
    """Save the boxes of an item; a state that is saved already is not saved again.

    Raises ConflictError when another state counts than the desk began with, UsageError for boxes that cannot be meant,
    ExpectedError when the campaign takes nothing now.
    """
    place = open_place(session, assignment_id)
    _require_boxes(place)
    _check(session, place, state)
    newest = _newest(session, place)
    saved = (newest.sequence, newest.recorded_at) if newest is not None and _same(newest, state) else None
    if saved is None:
        _check_before(newest, state.before)
        row = _add(session, place, state, newest)
        saved = (row.sequence, row.recorded_at)
    done = AssignmentState.DONE if state.finished else AssignmentState.WAITING
    if place.state is not done:
        move_place(session, place, done)
    return BoxState(state.boxes, state.finished, *saved)


def _same(newest: Row[Any], state: BoxesToSave) -> bool:
    said = [_record(box) for box in state.boxes]
    return (newest.boxes, newest.finished, newest.image_sha256) == (said, state.finished, state.image_sha256)


def box_history(session: Session, assignment_id: str) -> tuple[BoxState, ...]:
    """Every saved state of an item's boxes, oldest first; empty while nothing was saved."""
    rows = session.execute(
        select(BoxRevision.boxes, BoxRevision.finished, BoxRevision.sequence, BoxRevision.recorded_at)
        .join(Assignment, Assignment.id == BoxRevision.assignment_id)
        .where(Assignment.assignment_id == assignment_id)
        .order_by(BoxRevision.sequence)
    )
    return tuple(BoxState(_boxes(boxes), finished, *when) for boxes, finished, *when in rows)


def reopen_boxes(session: Session, place: DeskPlace, *, before: int | None) -> None:
    """Put the boxes of an item back into work: a finished state gets one after it that is not."""
    newest = _newest(session, place)
    _check_before(newest, before)
    if newest is not None and newest.finished:
        _add(session, place, BoxesToSave(_boxes(newest.boxes), False, newest.image_sha256), newest)


def _require_boxes(place: DeskPlace) -> None:
    if load_task(place.gate.task).kind is not TaskKind.BOXES:
        raise ExpectedError(f"campaign {place.gate.name} asks for answers, not for boxes; open it on the page Review")


def _check(session: Session, place: DeskPlace, state: BoxesToSave) -> None:
    image = session.execute(
        select(Figure.image_sha256, Figure.width, Figure.height).where(Figure.id == place.subject_row)
    ).one_or_none()
    if image is None or image.image_sha256 != state.image_sha256:
        raise UsageError("the boxes belong to another image than the one that was drawn; open the figure again")
    # A picture that says it lies on its side is shown upright: width and height may change places.
    sizes = {(image.width, image.height), (image.height, image.width)} if image.width and image.height else set()
    for number, each in enumerate(state.boxes, 1):
        fault = _fault(each) or _outside(each, sizes)
        if fault:
            raise UsageError(f"box {number}: {fault}")


def _outside(each: DeskBox, sizes: Collection[tuple[int, int]]) -> str:
    within = not sizes or any(each.box.x1 <= width and each.box.y1 <= height for width, height in sizes)
    return "" if within and min(each.box.x0, each.box.y0) >= 0 else "it reaches beyond the image"


def _fault(each: DeskBox) -> str:
    sides = (each.box.x0, each.box.y0, each.box.x1, each.box.y1)
    if not all(math.isfinite(side) for side in sides):
        return "a side is not a number"
    if each.box.x0 >= each.box.x1 or each.box.y0 >= each.box.y1:
        return "it has no area"
    if each.origin not in ORIGINS:
        return f"origin {each.origin!r} is none of {', '.join(ORIGINS)}"
    if max(len(word) for word in (each.letter, each.printed, each.kind)) > LONGEST_WORD:
        return f"a letter or kind is longer than {LONGEST_WORD} characters"
    return ""


def _newest(session: Session, place: DeskPlace) -> Row[Any] | None:
    mine = _REVISIONS.c.assignment_id == place.id
    statement = select(_REVISIONS).where(mine).order_by(_REVISIONS.c.sequence.desc()).limit(1)
    return session.execute(statement).one_or_none()


def _check_before(newest: Row[Any] | None, before: int | None) -> None:
    if (None if newest is None else newest.sequence) == before:
        return
    if newest is None:
        raise UsageError(f"the boxes of this figure have no saved state {before} any more")
    current = BoxState(_boxes(newest.boxes), newest.finished, newest.sequence, newest.recorded_at)
    word = box_answer(finished=newest.finished, empty=not newest.boxes)
    raise ConflictError(
        f"Another window saved the boxes of this figure ({word}). Those count, yours are not saved yet.", current
    )


def _add(session: Session, place: DeskPlace, state: BoxesToSave, newest: Row[Any] | None) -> BoxRow:
    columns = _REVISIONS.c
    tip = session.execute(
        select(columns.sequence, columns.hash)
        .where(columns.campaign_id == place.gate.key, columns.auditor == place.auditor)
        .order_by(columns.sequence.desc())
        .limit(1)
    ).one_or_none()
    sequence, head = tip or (0, box_genesis(place.gate.campaign_id, place.auditor))
    row = BoxRow(
        campaign=place.gate.campaign_id,
        auditor=place.auditor,
        sequence=sequence + 1,
        item=place.item,
        image_sha256=state.image_sha256,
        boxes=tuple(_record(box) for box in state.boxes),
        finished=state.finished,
        active_seconds=state.active_seconds,
        app_version=app_version(),
        recorded_at=now(),
        supersedes=None if newest is None else newest.sequence,
        previous_hash=head,
    )
    row = row.sealed()
    stored = {
        **{name: getattr(row, name) for name in _SAME_NAMES},
        "campaign_id": place.gate.key,
        "assignment_id": place.id,
        "item_id": row.item,
        "boxes": list(row.boxes),
        "supersedes": None if newest is None else newest.id,
    }
    session.execute(insert(_REVISIONS), [stored])
    return row


_SAME_NAMES = (
    *("auditor", "sequence", "image_sha256", "finished", "active_seconds", "app_version"),
    *("recorded_at", "previous_hash", "hash"),
)


def _record(each: DeskBox) -> dict[str, Any]:
    sides = [float(side) for side in (each.box.x0, each.box.y0, each.box.x1, each.box.y1)]
    return {
        "letter": each.letter,
        "printed": each.printed,
        "kind": each.kind,
        "box": sides,
        "origin": each.origin,
    }


def _boxes(records: Sequence[dict[str, Any]]) -> tuple[DeskBox, ...]:
    return tuple(
        DeskBox(each["letter"], each["printed"], each["kind"], Box.of(each["box"]), each.get("origin", "drawn"))
        for each in records
    )
