"""A figure's panels as a person leaves them, and what they say about the figure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pipeline.geometry import Box

BRACKETS = "()[]{}.:, \t"
NO_LETTERS = ("single", "common", "unreadable")  # what the letter field takes where no letter is printed


class FigureState(StrEnum):
    """How far a figure is: with boxes or none, finished or not."""

    IN_WORK = "in work"
    DONE = "done"
    NO_PANELS = "no panels"


class Origin(StrEnum):
    """Where a box comes from: drawn by hand, a proposal as it was, a proposal changed by hand."""

    DRAWN = "drawn"
    ACCEPTED = "accepted"
    EDITED = "edited"


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel: its box in half-open pixels of the oriented image, its letter in lower case and as printed."""

    box: Box
    letter: str = ""
    printed: str = ""
    kind: str = ""
    origin: Origin = Origin.DRAWN


@dataclass(frozen=True, slots=True)
class Draft:
    """All panels of a figure at one moment; the unit of saving and of undo."""

    panels: tuple[Panel, ...] = ()
    finished: bool = False

    @property
    def state(self) -> FigureState:
        """How far the figure is; finished without a box means that it has no panels."""
        if not self.finished:
            return FigureState.IN_WORK
        return FigureState.DONE if self.panels else FigureState.NO_PANELS


def plain_letter(printed: str) -> str:
    """The letter of what is printed, without brackets and in lower case: "(A)" gives "a"."""
    return printed.strip(BRACKETS).lower()
