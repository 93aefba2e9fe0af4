"""Where an auditor stands among the figures of a campaign of boxes, and what of the present one is not saved yet.

Knows neither Qt nor the database. A step counts as saved only after `committed`; moving on never makes a step.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from auditor.boxes.panels import Draft, FigureState


class Mark(StrEnum):
    """How far a figure is, as the foot of the pane says it."""

    IN_WORK = "in work"
    DONE = "done"
    NO_PANELS = "no panels"
    SKIPPED = "skipped"


SETTLED = (Mark.DONE, Mark.NO_PANELS, Mark.SKIPPED)


@dataclass(frozen=True)
class Step:
    """One state of the boxes to save, with the time spent on it."""

    draft: Draft
    seconds: float | None = None


class PanelSession:
    """The queue of one auditor; `at` is None when every figure is settled and none is looked at."""

    def __init__(self, ids: Sequence[str], marks: Sequence[Mark]) -> None:
        self.ids = list(ids)
        self.marks = list(marks)
        self.at: int | None = self._waiting_from(0)

    @property
    def total(self) -> int:
        """How many figures the queue has."""
        return len(self.ids)

    @property
    def settled(self) -> int:
        """How many are done, without panels or skipped."""
        return sum(mark in SETTLED for mark in self.marks)

    @property
    def mark(self) -> Mark:
        """How far the present figure is."""
        return Mark.IN_WORK if self.at is None else self.marks[self.at]

    def set_mark(self, mark: Mark) -> None:
        """The present figure was saved so far."""
        if self.at is not None:
            self.marks[self.at] = mark

    def go(self, at: int) -> bool:
        """Stand at another figure; False when there is no such one."""
        if 0 <= at < self.total:
            self.at = at
            return True
        return False

    def beside(self, step: int) -> int | None:
        """The figure before or after the present one, None at the ends."""
        if self.at is None:
            return self.total - 1 if step < 0 and self.total else None
        return self.at + step if 0 <= self.at + step < self.total else None

    def next_waiting(self) -> int | None:
        """The next figure that is not settled, from the present one on and then from the first."""
        return self._waiting_from(0 if self.at is None else self.at + 1)

    def coming(self, count: int = 3) -> list[int]:
        """The figures to have at hand: those that follow, then the one before."""
        if self.at is None:
            return []
        found = [at for at in range(self.at + 1, self.total) if self.marks[at] is Mark.IN_WORK][:count]
        waiting = self.next_waiting()
        if waiting is not None and waiting not in found and waiting != self.at:
            found.append(waiting)
        return found + [at for at in (self.at - 1,) if at >= 0]

    def _waiting_from(self, start: int) -> int | None:
        order = [*range(start, self.total), *range(min(start, self.total))]
        return next((at for at in order if self.marks[at] not in SETTLED), None)


class SaveLine:
    """The steps of one figure that wait to be saved, in order, and the state that the next one follows.

    A run of the same arrow waits until `settle` or until another step follows: it is saved as one. `seconds` gives the
    time spent since it was asked last.
    """

    def __init__(self, before: int | None, seconds: Callable[[], float | None]) -> None:
        self.before = before
        self.writing: Step | None = None
        self.blocked = False
        self._seconds = seconds
        self._waiting: deque[Step] = deque()
        self._run: tuple[Draft, int] | None = None

    @property
    def idle(self) -> bool:
        """Whether everything is saved."""
        return not self.unsaved

    @property
    def unsaved(self) -> int:
        """How many steps are not saved yet."""
        return len(self._waiting) + (self.writing is not None) + (self._run is not None)

    def step(self, draft: Draft, *, depth: int, running: bool = False) -> None:
        """One more step, `depth` steps deep in the history; a running one may still grow."""
        if self._run is not None and (not running or self._run[1] != depth):
            self.settle()
        if running:
            self._run = draft, depth
        else:
            self._waiting.append(Step(draft, self._seconds()))

    def settle(self) -> None:
        """The run has ended: it is to be saved now."""
        if self._run is not None:
            self._waiting.append(Step(self._run[0], self._seconds()))
            self._run = None

    def take(self) -> Step | None:
        """The step to write now; None while another is written or something is blocked."""
        if self.writing is not None or self.blocked or not self._waiting:
            return None
        self.writing = self._waiting.popleft()
        return self.writing

    def committed(self, sequence: int | None) -> None:
        """The step is in the database, under this number."""
        self.before, self.writing = sequence, None

    def failed(self) -> None:
        """The step is not saved: it stays the first to be, once `resume` is called."""
        if self.writing is not None:
            self._waiting.appendleft(self.writing)
        self.writing, self.blocked = None, True

    def resume(self, *, before: int | None = None) -> None:
        """Try again; after another window's save, on top of it."""
        self.blocked = False
        if before is not None:
            self.before = before

    def drop(self) -> None:
        """Forget what is not saved: the other window's state holds."""
        self._waiting.clear()
        self._run, self.writing, self.blocked = None, None, False


def mark_of(state: FigureState | str) -> Mark:
    """The mark of a figure by its boxes."""
    return Mark(str(state))
