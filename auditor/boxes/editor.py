"""Editing one figure's panels: selection, the active edge and every command, each one step of the history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from auditor.boxes.edits import Edge, Size, moved, nudged
from auditor.boxes.history import History
from auditor.boxes.order import next_letter, reading_order
from auditor.boxes.panels import NO_LETTERS, Draft, Origin, Panel, plain_letter
from pipeline.geometry import Box

ACROSS = {Edge.LEFT: 0, Edge.RIGHT: 0, Edge.TOP: 1, Edge.BOTTOM: 1}  # the axis along which an edge moves


class Editor:
    """The panels of one figure and what is selected among them; commands say whether the panels changed.

    `changed` is called after every step, with whether the step may still grow (a run of the same arrow).
    """

    def __init__(self, size: Size, history: History | None = None) -> None:
        self.size = size
        self.history = history or History()
        self.selected: int | None = None
        self.edge = Edge.NONE
        self.changed: Callable[[bool], object] = lambda _running: None

    @property
    def draft(self) -> Draft:
        """The panels as they are now."""
        return self.history.present

    @property
    def panels(self) -> tuple[Panel, ...]:
        """The panels in the order in which they came about."""
        return self.draft.panels

    @property
    def boxes(self) -> list[Box]:
        """The boxes of the panels."""
        return [panel.box for panel in self.panels]

    @property
    def current(self) -> Panel | None:
        """The selected panel."""
        return None if self.selected is None else self.panels[self.selected]

    def order(self) -> list[int]:
        """The panels' indices in reading order."""
        return reading_order(self.boxes)

    # --- selection: never a step

    def select(self, at: int | None) -> None:
        """Select a panel, or none; the whole box is active then."""
        if at != self.selected:
            self.edge = Edge.NONE
        self.selected = at

    def select_next(self, step: int) -> bool:
        """Select the next panel in reading order, or the one before; False at the end, where nothing is selected."""
        order = self.order()
        if not order:
            return False
        if self.selected is None:
            self.select(order[0] if step > 0 else order[-1])
            return True
        place = order.index(self.selected) + step
        self.select(order[place] if 0 <= place < len(order) else None)
        return self.selected is not None

    def select_letter(self, letter: str) -> bool:
        """Select the panel with this letter, the next one when several have it; False when none has."""
        wanted = plain_letter(letter)
        found = [at for at in self.order() if self.panels[at].letter == wanted]
        if not wanted or not found:
            return False
        place = found.index(self.selected) + 1 if self.selected in found else 0
        self.select(found[place % len(found)])
        return True

    def pick_edge(self, edge: Edge) -> bool:
        """Make one edge of the selected box the active one."""
        if self.selected is None:
            return False
        self.edge = edge
        return True

    def step_out(self) -> bool:
        """From an edge to the whole box, from a box to none; False when nothing was selected."""
        if self.edge is not Edge.NONE:
            self.edge = Edge.NONE
        elif self.selected is not None:
            self.selected = None
        else:
            return False
        return True

    # --- commands: one step each

    def draw(self, box: Box) -> bool:
        """Add a panel with the letter that most likely is its own, and select it."""
        letter = next_letter(self.panels, box)
        added = self._push((*self.panels, Panel(box, letter, letter)), selected=len(self.panels))
        self._tell(done=added)
        return added

    def put(self, at: int, box: Box) -> bool:
        """Give a panel another box, as a drag does when it ends."""
        done = self._push(self._with(at, box=box), selected=at)
        self._tell(done=done)
        return done

    def arrow(self, dx: int, dy: int) -> bool:
        """Move the active edge when the step goes across it, the whole box when no edge is active."""
        panel = self.current
        if panel is None or self.selected is None:
            return False
        if self.edge is Edge.NONE:
            box = moved(panel.box, dx, dy, self.size)
        else:
            box = nudged(panel.box, self.edge, (dx, dy)[ACROSS[self.edge]], self.size)
        run = f"{self.selected} {self.edge} {_sign(dx)} {_sign(dy)}"
        done = self._push(self._with(self.selected, box=box), selected=self.selected, run=run)
        self._tell(done=done, running=True)
        return done

    def name(self, at: int, printed: str) -> bool:
        """Give a panel the letter that is printed on it; nothing takes the letter away."""
        said = printed.strip()
        done = self._push(self._with(at, letter=plain_letter(said), printed=said), selected=self.selected)
        self._tell(done=done)
        return done

    def set_kind(self, at: int, kind: str) -> bool:
        """Say what a panel is, "" for nothing said."""
        done = self._push(self._with(at, kind=kind), selected=self.selected)
        self._tell(done=done)
        return done

    def delete(self) -> bool:
        """Take the selected panel away and select the one that is read after it."""
        if self.selected is None:
            return False
        order = self.order()
        rest = order[order.index(self.selected) + 1 :] + order[: order.index(self.selected)][::-1]
        left = tuple(panel for at, panel in enumerate(self.panels) if at != self.selected)
        then = None if not rest else rest[0] - (rest[0] > self.selected)
        done = self._push(left, selected=then)
        self._tell(done=done)
        return done

    def finish(self) -> bool:
        """Say that the figure is done with the boxes it has; without one it has no panels."""
        return self._state(Draft(self.panels, finished=True))

    def reopen(self) -> bool:
        """Say that the figure is in work again."""
        return self._state(Draft(self.panels, finished=False))

    def no_panels(self) -> bool:
        """Say that the figure has no panels, and take its boxes away."""
        return self._state(Draft((), finished=True))

    def undo(self) -> bool:
        """Take the last step back and select what it had changed."""
        return self._travel(self.history.undo)

    def redo(self) -> bool:
        """Make the step that was taken back again."""
        return self._travel(self.history.redo)

    def doubled(self, letter: str, beside: int) -> bool:
        """Whether another panel has this letter already; words that stand for no letter may stand on many."""
        wanted = plain_letter(letter)
        if not wanted or wanted in NO_LETTERS:
            return False
        return any(panel.letter == wanted for at, panel in enumerate(self.panels) if at != beside)

    def _with(self, at: int, **values: Any) -> tuple[Panel, ...]:
        panel = replace(self.panels[at], **values)
        if panel != self.panels[at] and panel.origin is Origin.ACCEPTED:
            panel = replace(panel, origin=Origin.EDITED)
        return (*self.panels[:at], panel, *self.panels[at + 1 :])

    def _push(self, panels: tuple[Panel, ...], *, selected: int | None, run: str = "") -> bool:
        if panels == self.panels:
            return False
        self.history.push(Draft(panels), run=run)
        self.select(selected)
        return True

    def _state(self, draft: Draft) -> bool:
        done = self.history.push(draft)
        if done and not draft.panels:
            self.select(None)
        self._tell(done=done)
        return done

    def _travel(self, go: Callable[[], bool]) -> bool:
        before = self.panels
        done = go()
        if done:
            self.select(_first_difference(before, self.panels, self.selected))
        self._tell(done=done)
        return done

    def _tell(self, *, done: bool, running: bool = False) -> None:
        if done:
            self.changed(running)


def _first_difference(before: tuple[Panel, ...], after: tuple[Panel, ...], selected: int | None) -> int | None:
    """The panel that a step changed; a selection that is still there stays when no panel did."""
    if before == after:
        return selected
    for at, panel in enumerate(after):
        if at >= len(before) or before[at] != panel:
            return at
    return None


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
