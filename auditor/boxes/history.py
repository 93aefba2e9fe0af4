"""Undo and redo of one figure: earlier drafts, one per gesture, which the saved revisions give back after a restart."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.boxes.panels import Draft


class History:
    """Drafts in the order in which they came about, and where the present one stands among them."""

    def __init__(self, first: Draft | None = None) -> None:
        self._drafts = [first or Draft()]
        self._at = 0
        self._run = ""

    @classmethod
    def replayed(cls, saved: Iterable[Draft]) -> History:
        """The history behind saved revisions, oldest first; one that brings back a neighbour was an undo or a redo."""
        history = cls()
        for draft in saved:
            if history.undo_steps and draft == history._drafts[history._at - 1]:
                history._at -= 1
            elif history.redo_steps and draft == history._drafts[history._at + 1]:
                history._at += 1
            else:
                history.push(draft)
        return history

    @property
    def present(self) -> Draft:
        """The draft as it is now."""
        return self._drafts[self._at]

    @property
    def undo_steps(self) -> int:
        """How many steps can be taken back."""
        return self._at

    @property
    def redo_steps(self) -> int:
        """How many steps that were taken back can be made again."""
        return len(self._drafts) - self._at - 1

    def push(self, draft: Draft, *, run: str = "") -> bool:
        """Make a draft the present one; steps of the same `run` in a row count as one. False when nothing differs."""
        if draft == self.present:
            return False
        if run and run == self._run:
            self._drafts[self._at] = draft
        else:
            self._drafts[self._at + 1 :] = [draft]
            self._at += 1
        self._run = run
        return True

    def end_run(self) -> None:
        """The next step counts on its own, even of the same run."""
        self._run = ""

    def undo(self) -> bool:
        """Go back one step; False at the beginning."""
        return self._go(-1, possible=self.undo_steps)

    def redo(self) -> bool:
        """Go forward one step; False at the end."""
        return self._go(1, possible=self.redo_steps)

    def _go(self, step: int, *, possible: int) -> bool:
        self._run = ""
        if possible:
            self._at += step
        return bool(possible)
