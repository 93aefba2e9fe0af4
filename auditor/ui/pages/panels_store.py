"""What the Panels page asks of the project: its queue, one figure with its saved boxes, and the commit of one step.

Each function takes the session first and runs on the database's thread; the audit side is loaded there, while the
window is up already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from auditor.boxes.panels import Draft, Origin, Panel
from auditor.ui.pages.panels_session import Mark, Step, mark_of
from auditor.ui.pages.shut import STANDING, heeding_state
from pipeline.errors import ExpectedError

if TYPE_CHECKING:
    from auditor.audits.desk_boxes import BoxState
    from auditor.audits.projection import BlindItem
    from auditor.audits.queue import QueuePlace
    from auditor.audits.tasks import Task


@dataclass(frozen=True)
class BoxQueue:
    """One auditor's queue as the page starts with it; `closed` says why no boxes are taken, "" when they are."""

    campaign: str
    task: Task
    ids: tuple[str, ...]
    marks: tuple[Mark, ...]
    closed: str


@dataclass(frozen=True)
class BoxItem:
    """One figure as its auditor sees it, its saved states oldest first, and the number of the newest."""

    item: BlindItem
    drafts: tuple[Draft, ...]
    before: int | None


def read_queue(session: Any, campaign: str, auditor: str) -> BoxQueue | None:
    """The queue of a campaign by name, or of the oldest that waits for the auditor; None when nothing waits."""
    from auditor.audits.queue import desk_queue
    from auditor.audits.tasks import load_task

    name = campaign or _oldest_waiting(session, auditor)
    if not name:
        return None
    queue = desk_queue(session, name, auditor)
    task = load_task(queue.gate.task)
    if task.kind.value != "boxes":
        raise ExpectedError("this audit asks for answers, not for boxes; open it on the page Review")
    return BoxQueue(
        campaign=queue.gate.name,
        task=task,
        ids=tuple(place.assignment_id for place in queue.places),
        marks=tuple(_mark(place) for place in queue.places),
        closed=STANDING.get(queue.gate.state.value, "").replace("answer", "box"),
    )


def read_items(session: Any, assignment_ids: Sequence[str]) -> list[BlindItem]:
    """The items in the asked order, for whoever brings their images ahead of time."""
    from auditor.audits.projection import blind_items_by_id

    return blind_items_by_id(session, assignment_ids)


def read_item(session: Any, assignment_id: str) -> BoxItem:
    """One figure with every saved state of its boxes."""
    from auditor.audits.desk_boxes import box_history

    items = read_items(session, [assignment_id])
    if not items:
        raise ExpectedError("this figure is no longer in the project; go on to the next one")
    states = box_history(session, assignment_id)
    return BoxItem(items[0], tuple(draft_of(state) for state in states), states[-1].sequence if states else None)


def save(session: Any, item: BlindItem, step: Step, before: int | None) -> int | None:
    """Save one state of the boxes in this transaction; gives its number."""
    from auditor.audits.desk_boxes import BoxesToSave, DeskBox, save_boxes

    boxes = tuple(
        DeskBox(panel.letter, panel.printed, panel.kind, panel.box, panel.origin.value) for panel in step.draft.panels
    )
    wanted = BoxesToSave(
        boxes=boxes,
        finished=step.draft.finished,
        image_sha256=PurePosixPath(item.image).stem,
        active_seconds=step.seconds,
        before=before,
    )
    with heeding_state(session):
        return save_boxes(session, item.assignment_id, wanted).sequence


def skip(session: Any, assignment_id: str, reason: str, before: int | None) -> None:
    """Skip one figure in this transaction; its boxes stay saved, in work."""
    from auditor.audits.desk_verdicts import skip_item

    with heeding_state(session):
        skip_item(session, assignment_id, reason, before=before)


def newer_state(error: ExpectedError) -> BoxState | None:
    """What another window saved, when that is why a save failed."""
    from auditor.audits.desk_places import ConflictError

    return error.current if isinstance(error, ConflictError) else None


def draft_of(state: BoxState) -> Draft:
    """A saved state as the editor takes it."""
    panels = tuple(Panel(box.box, box.letter, box.printed, box.kind, Origin(box.origin)) for box in state.boxes)
    return Draft(panels, state.finished)


def _mark(place: QueuePlace) -> Mark:
    if place.state.value == "skipped":
        return Mark.SKIPPED
    return Mark.IN_WORK if place.own is None else mark_of(place.own.answer)


def _oldest_waiting(session: Any, auditor: str) -> str:
    from auditor.audits.queue import waiting_for

    rows = [row for row in waiting_for(session, auditor) if row.kind == "boxes"]
    return next((row.campaign for row in rows if row.left), rows[0].campaign if rows else "")
