"""The sentences of the Panels page: what is saved, where a box lies, what went wrong and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.boxes.edits import Edge, edge_value
from auditor.boxes.panels import Draft, Panel
from auditor.ui.desk import Trouble
from auditor.ui.pages.panels_session import Mark, PanelSession

if TYPE_CHECKING:
    from auditor.audits.desk_boxes import BoxState
    from pipeline.errors import ExpectedError

SKIP_REASONS = ("image broken", "not a figure", "cannot be read", "something else")
MARKS = {Mark.IN_WORK: "In work", Mark.DONE: "Done", Mark.NO_PANELS: "No panels", Mark.SKIPPED: "Skipped"}
EDGES = {Edge.LEFT: "Left", Edge.TOP: "Top", Edge.RIGHT: "Right", Edge.BOTTOM: "Bottom"}
KINDS = ("plot", "diagram", "photo", "table", "other")

# What happened, and what to do, by the cause that the store gives.
_CAUSES = {
    "full": ("The disk is full", "Free some space on the disk that holds the project, then try again."),
    "read only": ("The project can only be read", "Allow writing to the project's folder, then try again."),
    "locked": ("Another program holds the project", "Wait until it is done or close it, then try again."),
    "gone": ("The project is not where it was", "Bring its folder or disk back, then try again."),
}


def edge_told(panel: Panel, edge: Edge, *, picked: bool) -> str:
    """An edge for a screen reader: "Right edge active, 719 pixels." or, after a move, "Right edge 720."."""
    value = f"{edge_value(panel.box, edge):,.0f}"
    return f"{EDGES[edge]} edge active, {value} pixels." if picked else f"{EDGES[edge]} edge {value}."


def place_of(panel: Panel) -> str:
    """Where a box lies, for the status bar."""
    box = panel.box
    name = f"Box {panel.letter}" if panel.letter else "Box"
    return f"{name}: left {box.x0:,.0f}, top {box.y0:,.0f}, right {box.x1:,.0f}, bottom {box.y1:,.0f} px"


def count(number: int) -> str:
    """How many panels there are."""
    return f"{number:,} panel" + ("" if number == 1 else "s")


def finished_as(draft: Draft) -> str:
    """How a figure was finished: "Done, 6 panels", "No panels"."""
    return f"Done, {count(len(draft.panels))}" if draft.panels else "No panels"


def steps(number: int) -> str:
    """How far undo goes, for the status bar."""
    return f"{number:,} step" + ("" if number == 1 else "s") + " can be undone" if number else "Nothing to undo"


def position(session: PanelSession) -> str:
    """Where the auditor stands: "8 of 40"."""
    number = session.settled if session.at is None else session.at + 1
    return f"{number:,} of {session.total:,}"


def finished(session: PanelSession) -> str:
    """What stands where the figure was when nothing is left."""
    skips = sum(mark is Mark.SKIPPED for mark in session.marks)
    words = f" {skips:,} of them you skipped." if skips else ""
    return f"All {session.total:,} figures of this audit are done.{words} Every box is saved."


def save_trouble(error: ExpectedError, unsaved: int) -> Trouble:
    """The banner for a step that is not saved: what happened, what is safe, what to do."""
    happened, remedy = _CAUSES.get(
        str(getattr(error, "cause", "")),
        ("The project did not take it", "Read the details, mend the cause, then try again."),
    )
    thing = "this step is" if unsaved == 1 else f"these {unsaved:,} steps are"
    safe = "Every step before is safe, and your boxes are kept here meanwhile."
    return Trouble(f"{happened}, so {thing} not saved yet", f"{safe} {remedy}", str(error))


def read_trouble(error: ExpectedError) -> Trouble:
    """The banner when the queue or a figure could not be read."""
    happened, remedy = _CAUSES.get(str(getattr(error, "cause", "")), ("The figures cannot be read now", ""))
    text = str(error).strip()
    cause = text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")
    return Trouble(happened, f"Every box you drew is saved. {remedy or cause}", str(error))


def conflict(current: BoxState, seconds: float | None) -> str:
    """The question of two windows that saved the same figure."""
    ago = "" if seconds is None else f" {seconds:.0f} s ago" if seconds < 90 else f" {seconds / 60:.0f} min ago"
    boxes = f"{len(current.boxes):,} box" + ("" if len(current.boxes) == 1 else "es")
    return f"Another window saved this figure{ago} with {boxes}. Keep which? If you keep yours, undo brings those back."
