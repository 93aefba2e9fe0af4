"""Where an auditor stands in the queue of a campaign and what each act leads to; knows neither Qt nor the database.

The page hands acts in (`answer`, `give_reason`, `take_back`, `skip`) and gets a Write to commit; only `committed` moves
on, so nothing is ever shown as saved that is not. Going back and forth (`undo`, `redo`, `jump`) writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.audits.queue import OwnAnswer, QueuePlace
    from auditor.audits.tasks import Answer, Task
    from auditor.ui.pages.review_drafts import Drafts


class Stage(Enum):
    """What the bar asks: the question, the reason of the answer just given, the reason of a skip, nothing."""

    ANSWER = "answer"
    REASON = "reason"
    SKIP = "skip"
    DONE = "done"


class Act(Enum):
    """What a Write does to the ledger."""

    ANSWER = "answer"
    WITHDRAW = "withdraw"
    SKIP = "skip"


@dataclass(frozen=True)
class Write:
    """One act to commit; `before` is the row that the auditor saw as the newest of this figure."""

    index: int
    act: Act
    answer: str = ""
    error_mode: str | None = None
    note: str | None = None
    skip_reason: str = ""
    active_seconds: float | None = None
    seen: tuple[str, ...] = ()
    before: int | None = None
    stays: bool = False  # a changed note: the auditor keeps standing where the pen was put down


class ReviewSession:
    """The queue of one auditor in one campaign, from 0; `at` is None when nothing is left."""

    def __init__(self, task: Task, places: Sequence[QueuePlace], drafts: Drafts | None = None) -> None:
        self.task = task
        self.ids = [place.assignment_id for place in places]
        self.own: list[OwnAnswer | None] = [place.own for place in places]
        self.skipped = [(place.skip_reason or "") if place.own is None else "" for place in places]
        self.notes: dict[int, str] = {} if drafts is None else drafts.notes_at(places)
        self.later: list[int] = [] if drafts is None else drafts.later_at(places)
        self.pending: Write | None = None
        self.stage = Stage.ANSWER
        self._history = settled_order(self.own, self.skipped)
        self._known = set(self._history)
        self._cursor: int | None = None  # where undo stands in the history
        self._origin: int | None = None  # where the auditor stood before going back
        self._visiting = False
        self._least = 0  # no figure before this one is open: the last ones of 100,000 are found at once
        self.at = next(self._coming(None), None)
        self._settle_stage()
        self._ask_again()

    # --- what is so ------------------------------------------------------------------------------------------------

    @property
    def total(self) -> int:
        """How many figures the queue has."""
        return len(self.ids)

    @property
    def settled(self) -> int:
        """How many are answered or skipped."""
        return len(self._history)

    @property
    def visiting(self) -> bool:
        """Whether the auditor looks back at a figure that is answered or skipped already."""
        return self._visiting

    @property
    def was(self) -> str:
        """The present figure's own answer, "" for none."""
        own = None if self.at is None else self.own[self.at]
        return "" if own is None else own.answer

    @property
    def note(self) -> str:
        """The note of the present figure: the one being written, else the recorded one."""
        if self.at is None:
            return ""
        own = self.own[self.at]
        return self.notes.get(self.at, (own.note or "") if own is not None else "")

    def is_settled(self, index: int) -> bool:
        """Whether a figure is answered or skipped."""
        return self.own[index] is not None or bool(self.skipped[index])

    def mark(self, index: int) -> str:
        """What the auditor did with a figure, in one word for the jump list: the answer, "skipped", "later" or ""."""
        own = self.own[index]
        if own is not None:
            return own.answer
        if self.skipped[index]:
            return "skipped"
        return "later" if index in self.later else ""

    def asks_reason(self, answer: str) -> bool:
        """Whether an answer is followed by the question for its reason."""
        known = self.task.answer(answer)
        return known is not None and known.error_mode and bool(self.task.error_modes)

    @property
    def reasoned_answer(self) -> Answer | None:
        """The one answer that asks for a reason, None when there is none or more than one."""
        asking = [answer for answer in self.task.answers if answer.error_mode]
        return asking[0] if len(asking) == 1 and self.task.error_modes else None

    def ahead(self, count: int) -> list[int]:
        """The figures that come next, as far as can be told now."""
        found: list[int] = []
        for index in self._coming(self.at):
            if index != self.at and index not in found:
                found.append(index)
            if len(found) == count:
                break
        return found

    def behind(self) -> int | None:
        """The figure that undo would show."""
        at = (len(self._history) if self._cursor is None else self._cursor) - 1
        return self._history[at] if at >= 0 else None

    # --- acts that are written -------------------------------------------------------------------------------------

    def answer(self, choice: int, reason: int | None = None) -> Write | None:
        """Answer the present figure; with `reason` its reason goes along in the same row."""
        if not self._free(Stage.ANSWER) or not 0 <= choice < len(self.task.answers):
            return None
        mode = None if reason is None else self.task.error_modes[reason].word
        return self._write(Act.ANSWER, answer=self.task.answers[choice].word, error_mode=mode)

    def give_reason(self, reason: int | None) -> Write | None:
        """Say why the answer just given was given; None for no reason."""
        own = None if self.at is None else self.own[self.at]
        if not self._free(Stage.REASON) or own is None:
            return None
        mode = "" if reason is None else self.task.error_modes[reason].word
        return self._write(Act.ANSWER, answer=own.answer, error_mode=mode)

    def take_back(self) -> Write | None:
        """Withdraw the answer whose reason is being asked."""
        return self._write(Act.WITHDRAW) if self._free(Stage.REASON) else None

    def skip(self, reason: str) -> Write | None:
        """Skip the present figure for a reason in words."""
        return self._write(Act.SKIP, skip_reason=reason) if self._free(Stage.SKIP) and reason else None

    def renote(self, text: str) -> Write | None:
        """Keep a note; on a figure that is judged it is a new row at once, else it goes along with the answer."""
        if self.at is None or self.pending is not None or text.strip() == self.note:
            return None
        self.notes[self.at] = text.strip()
        own = self.own[self.at]
        if own is None:
            return None
        return self._write(Act.ANSWER, answer=own.answer, error_mode=own.error_mode, stays=True)

    def begin(self, write: Write, *, active_seconds: float | None = None, seen: tuple[str, ...] = ()) -> Write:
        """The write as it goes to the ledger; until `committed` or `dropped` nothing else can be done."""
        self.pending = replace(write, active_seconds=active_seconds, seen=seen)
        return self.pending

    def committed(self, own: OwnAnswer | None) -> None:
        """The pending write is on the disk: `own` is the figure's newest row, None after a skip or a withdrawal."""
        write, self.pending = self.pending, None
        if write is None:
            raise ValueError("nothing was being written")
        self.own[write.index] = own
        self.skipped[write.index] = write.skip_reason if write.act is Act.SKIP else ""
        self._least = min(self._least, write.index)
        self._remember(write)
        if write.act is Act.WITHDRAW or write.stays:
            self.stage = Stage.ANSWER if write.act is Act.WITHDRAW else self.stage
            return
        if own is not None and own.error_mode is None and self.asks_reason(own.answer):
            self.stage = Stage.REASON
            return
        if write.act is Act.ANSWER:
            self.notes.pop(write.index, None)  # the row holds it
        self._go_on(write.index)

    def keep(self, current: OwnAnswer | None) -> None:
        """Let what another window did stand instead of the pending write, and go on; None when it took back."""
        if self.pending is not None:
            act = Act.WITHDRAW if current is None else Act.ANSWER
            self.pending = replace(self.pending, act=act, stays=False)
        self.committed(current)

    def refresh(self, places: Sequence[QueuePlace]) -> None:
        """Take in what another window did meanwhile to the same queue; where the auditor stands stays."""
        if self.pending is not None or [place.assignment_id for place in places] != self.ids:
            return
        self.own = [place.own for place in places]
        self.skipped = [(place.skip_reason or "") if place.own is None else "" for place in places]
        self._history, self._cursor = settled_order(self.own, self.skipped), None
        self._known = set(self._history)
        self._least = 0
        at = self.at
        gone = at is None or (self.is_settled(at) and not self._visiting and self.stage is not Stage.REASON)
        if gone or (self.stage is Stage.REASON and at is not None and self.own[at] is None):
            self.at = next(self._coming(None), None)
            self._settle_stage()

    def replacing(self, current: OwnAnswer | None) -> Write:
        """The pending write once more, this time knowing the row of the other window."""
        if self.pending is None:
            raise ValueError("nothing was being written")
        self.own[self.pending.index] = current
        self.pending = replace(self.pending, before=None if current is None else current.sequence)
        return self.pending

    # --- acts that write nothing -----------------------------------------------------------------------------------

    def ask_skip(self) -> bool:
        """Ask why the present figure is skipped."""
        if not self._free(Stage.ANSWER):
            return False
        self.stage = Stage.SKIP
        return True

    def flag(self) -> bool:
        """Put the present figure off until the others are done."""
        if not self._free(Stage.ANSWER) or self.at is None or self._visiting:
            return False
        self.later = [*(index for index in self.later if index != self.at), self.at]
        self._go_on(self.at)
        return True

    def undo(self) -> bool:
        """Go back to the figure settled before; its answer stands until another supersedes it."""
        found = self.behind()
        if self.pending is not None or self.stage in (Stage.REASON, Stage.SKIP) or found is None:
            return False
        self._leave_for(found)
        self._cursor = (len(self._history) if self._cursor is None else self._cursor) - 1
        return True

    def redo(self) -> bool:
        """Go forward again, at last to where the auditor stood."""
        if self.pending is not None or self._cursor is None or self.stage is not Stage.ANSWER:
            return False
        self._cursor += 1
        if self._cursor >= len(self._history):
            return self.escape()
        self.at = self._history[self._cursor]
        return True

    def escape(self) -> bool:
        """Leave the question for a skip's reason, or come back from a figure visited again."""
        if self.pending is not None:
            return False
        if self.stage is Stage.SKIP:
            self.stage = Stage.ANSWER
            return True
        if not self._visiting:
            return False
        self._return()
        return True

    def jump(self, index: int) -> bool:
        """Go to any figure of the queue."""
        if self.pending is not None or self.stage is Stage.REASON or not 0 <= index < self.total:
            return False
        if self.is_settled(index):
            self._leave_for(index)
            self._cursor = self._history.index(index) if index in self._history else None
        else:
            self._cursor, self._origin, self._visiting, self.at = None, None, False, index
        self.stage = Stage.ANSWER
        return True

    # --- inside ----------------------------------------------------------------------------------------------------

    def _free(self, stage: Stage) -> bool:
        return self.pending is None and self.at is not None and self.stage is stage

    def _write(self, act: Act, **more: str | bool | None) -> Write | None:
        if self.at is None:
            return None
        own = self.own[self.at]
        write = Write(self.at, act, note=self.note or None, before=None if own is None else own.sequence)
        return replace(write, **more)  # type: ignore[arg-type]

    def _ask_again(self) -> None:
        """A crash between an answer and its reason: the question comes up again."""
        index = newest(self.own)
        own = None if index is None else self.own[index]
        if own is not None and own.error_mode is None and self.asks_reason(own.answer):
            self.at, self.stage = index, Stage.REASON

    def _coming(self, after: int | None) -> Iterator[int]:
        while self._least < self.total and self.is_settled(self._least):
            self._least += 1
        start = self._least if after is None else after + 1
        for index in chain(range(start, self.total), range(self._least, start)):
            if not self.is_settled(index) and index not in self.later:
                yield index
        yield from (index for index in self.later if not self.is_settled(index))

    def _remember(self, write: Write) -> None:
        if write.index in self._known:
            self._history.remove(write.index)
            self._known.remove(write.index)
        if write.act is not Act.WITHDRAW:
            self._history.append(write.index)
            self._known.add(write.index)
            if write.index in self.later:
                self.later.remove(write.index)

    def _go_on(self, index: int) -> None:
        if self._visiting:
            self._return()
            return
        self.at = next(self._coming(index), None)
        self._settle_stage()

    def _leave_for(self, index: int) -> None:
        if not self._visiting:
            self._origin, self._visiting = self.at, True
        self.at, self.stage = index, Stage.ANSWER

    def _return(self) -> None:
        origin, self._origin, self._visiting, self._cursor = self._origin, None, False, None
        if origin is None or self.is_settled(origin):
            origin = next(self._coming(origin), None)
        self.at = origin
        self._settle_stage()

    def _settle_stage(self) -> None:
        self.stage = Stage.DONE if self.at is None else Stage.ANSWER


def judged(write: Write) -> int:
    """By how much a write changes the number of judged figures: 1, -1 or 0."""
    if write.act is Act.ANSWER:
        return 1 if write.before is None else 0
    return 0 if write.before is None else -1


def newest(own: Sequence[OwnAnswer | None]) -> int | None:
    """The figure that was judged last, None when none was."""
    given = [(said.sequence, index) for index, said in enumerate(own) if said is not None]
    return max(given)[1] if given else None


def settled_order(own: Sequence[OwnAnswer | None], skipped: Sequence[str]) -> list[int]:
    """The settled figures in the order in which they were; a skip has no row, so it follows its neighbour."""
    sequences: list[tuple[int, int]] = []
    latest = 0
    for index, (said, reason) in enumerate(zip(own, skipped, strict=True)):
        if said is not None:
            latest = said.sequence
            sequences.append((said.sequence, index))
        elif reason:
            sequences.append((latest, index))
    return [index for _, index in sorted(sequences)]
