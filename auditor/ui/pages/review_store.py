"""What the Review page asks of the project: its queue, its items, and the commit of one act.

Each function takes the session first and runs on the database's thread; the audit side is loaded there, while the
window is up already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from auditor.ui.pages.review_drafts import Drafts, drafts_path, read_drafts
from auditor.ui.pages.review_session import Act, Write
from auditor.ui.pages.shut import heeding_state
from pipeline.errors import ExpectedError

if TYPE_CHECKING:
    from auditor.audits.projection import BlindItem
    from auditor.audits.queue import OwnAnswer, QueuePlace
    from auditor.audits.tasks import Task


@dataclass(frozen=True)
class Queue:
    """One auditor's queue as the page starts with it; `state` is the campaign's, `today` a count of judged figures."""

    campaign: str
    task: Task
    places: tuple[QueuePlace, ...]
    state: str
    today: int
    drafts: Drafts


def read_queue(session: Any, campaign: str, auditor: str, folder: Path | None = None) -> Queue | None:
    """The queue of a campaign by name, or of the oldest that waits for the auditor; None when nothing waits.

    With the folder of the project the drafts that are kept there come along.
    """
    from auditor.audits.queue import desk_queue, judged_since
    from auditor.audits.tasks import load_task

    name = campaign or _oldest_waiting(session, auditor)
    if not name:
        return None
    queue = desk_queue(session, name, auditor)
    return Queue(
        campaign=queue.gate.name,
        task=load_task(queue.gate.task),
        places=queue.places,
        state=queue.gate.state.value,
        today=judged_since(session, auditor, _midnight()),
        drafts=Drafts() if folder is None else read_drafts(drafts_path(folder, queue.gate.name, auditor)),
    )


def read_items(session: Any, assignment_ids: Sequence[str]) -> list[BlindItem]:
    """The items in the asked order."""
    from auditor.audits.projection import blind_items_by_id

    return blind_items_by_id(session, assignment_ids)


def commit(session: Any, assignment_id: str, write: Write) -> OwnAnswer | None:
    """Do one act in this transaction; gives the item's newest row, None when it has no answer any more.

    Raises ShutError when the audit takes nothing now.
    """
    with heeding_state(session):
        return _commit(session, assignment_id, write)


def _commit(session: Any, assignment_id: str, write: Write) -> OwnAnswer | None:
    from auditor.audits.desk_verdicts import DeskAnswer, answer_item, skip_item, withdraw_answer

    if write.act is Act.SKIP:
        skip_item(session, assignment_id, write.skip_reason, before=write.before)
        return None
    if write.act is Act.WITHDRAW:
        if write.before is None:
            raise ExpectedError("there is no answer to take back")
        withdraw_answer(session, assignment_id, before=write.before)
        return None
    given = DeskAnswer(
        answer=write.answer,
        error_mode=write.error_mode,
        note=write.note,
        active_seconds=write.active_seconds,
        seen=write.seen,
        before=write.before,
    )
    return answer_item(session, assignment_id, given)


def is_conflict(error: ExpectedError) -> bool:
    """Whether a write failed because another window was there first."""
    from auditor.audits.desk_verdicts import ConflictError

    return isinstance(error, ConflictError)


def _oldest_waiting(session: Any, auditor: str) -> str:
    from auditor.audits.queue import waiting_for

    rows = [row for row in waiting_for(session, auditor) if row.kind == "answers"]
    return next((row.campaign for row in rows if row.left), rows[0].campaign if rows else "")


def _midnight() -> str:
    """The beginning of this day here, as the ledger writes times."""
    today = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    return today.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
