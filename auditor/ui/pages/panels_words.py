"""The sentences of the Panels page: what is saved, where a box lies, what went wrong and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.boxes.edits import Edge, edge_value
from auditor.boxes.panels import Draft, Panel
from auditor.ui.desk import Trouble
from auditor.ui.pages.panels_session import SETTLED, Mark, PanelSession
from auditor.ui.pages.troubles import ago_words, blind_details, known_cause, sentence
from auditor.ui.widgets.notices import Question
from pipeline.errors import ExpectedError, UsageError

if TYPE_CHECKING:
    from auditor.audits.desk_boxes import BoxState

SKIP_REASONS = ("image broken", "not a figure", "cannot be read", "something else")
MARKS = {Mark.IN_WORK: "In work", Mark.DONE: "Done", Mark.NO_PANELS: "No panels", Mark.SKIPPED: "Skipped"}
EDGES = {Edge.LEFT: "Left", Edge.TOP: "Top", Edge.RIGHT: "Right", Edge.BOTTOM: "Bottom"}
KINDS = ("plot", "diagram", "photo", "table", "other")

LOST = "Boxes were not saved: their audit was left before they could be written. Look at the figure again."
LEAVING = Question(
    "This figure is not saved yet",
    "Its boxes are kept here, and lost when the window closes or another audit is opened. Every step before is safe.",
    [("stay", "Stay here"), ("leave", "Leave it unsaved")],
    "stay",
)


def edge_told(panel: Panel, edge: Edge, *, picked: bool) -> str:
    """An edge for a screen reader: "Right edge active, 719 pixels." or, after a move, "Right edge 720."."""
    value = f"{edge_value(panel.box, edge):,.0f}"
    return f"{EDGES[edge]} edge active, {value} pixels." if picked else f"{EDGES[edge]} edge {value}."


def settled_as(session: PanelSession, at: int) -> str:
    """What was made of a figure, for the jump list; "" while it is open."""
    mark = session.marks[at]
    return MARKS[mark] if mark in SETTLED else ""


def place_of(panel: Panel, *, short: bool = False) -> str:
    """Where a box lies, for the status bar, or for the header that takes its words in the smallest window."""
    box = panel.box
    name = f"Box {panel.letter}" if panel.letter else "Box"
    if short:
        return f"{name}: {box.x0:,.0f}, {box.y0:,.0f} to {box.x1:,.0f}, {box.y1:,.0f} px"
    return f"{name}: left {box.x0:,.0f}, top {box.y0:,.0f}, right {box.x1:,.0f}, bottom {box.y1:,.0f} px"


def count(number: int) -> str:
    """How many panels there are."""
    return f"{number:,} panel" + ("" if number == 1 else "s")


def empty(*, finished: bool) -> str:
    """What stands in place of the list while a figure has no box."""
    return "No panels on this figure." if finished else "No box yet. Press 2, then drag over a panel."


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


def figure_sentence(session: PanelSession, caption: str) -> str:
    """What a screen reader says when a figure is painted."""
    told = f" Caption: {caption}" if caption else ""
    return f"Figure {position(session)}.{told}"


def finished(session: PanelSession) -> str:
    """What stands where the figure was when nothing is left."""
    skips = sum(mark is Mark.SKIPPED for mark in session.marks)
    words = f" {skips:,} of them you skipped." if skips else ""
    return f"All {session.total:,} figures of this audit are done.{words} Every box is saved."


def save_trouble(error: ExpectedError, unsaved: int) -> Trouble:
    """The banner for a step that is not saved: what happened, what is safe, what to do."""
    happened, remedy = known_cause(error) or ("The project did not take it", sentence(blind_details(error)))
    thing = "this step is" if unsaved == 1 else f"these {unsaved:,} steps are"
    if getattr(error, "cause", "") == "closed":
        return Trouble(f"{happened}, so {thing} not taken", f"{remedy} Every step before is safe.", str(error))
    safe = "Every step before is safe, and your boxes are kept here meanwhile."
    return Trouble(f"{happened}, so {thing} not saved yet", f"{safe}\n{remedy}", blind_details(error))


def queue_trouble(error: ExpectedError) -> Trouble:
    """The words when a queue could not be read; a wrong name of an audit is told as it is."""
    if isinstance(error, UsageError):
        return Trouble("This audit cannot be opened", sentence(str(error)), str(error))
    return read_trouble(error)


def read_trouble(error: ExpectedError) -> Trouble:
    """The banner when a figure could not be read."""
    happened, remedy = known_cause(error) or ("The figures cannot be read now", sentence(blind_details(error)))
    return Trouble(happened, f"Every box you drew is saved. {remedy}", blind_details(error))


def conflict(current: BoxState, seconds: float | None) -> str:
    """The question of two windows that saved the same figure."""
    ago = "" if seconds is None else f" {ago_words(seconds)}"
    boxes = f"{len(current.boxes):,} box" + ("" if len(current.boxes) == 1 else "es")
    return f"Another window saved this figure{ago} with {boxes}. Keep which? If you keep yours, undo brings those back."


def conflicted(current: BoxState) -> Question:
    """The same question with its two ways on; keeping one's own loses nothing."""
    choices = [("theirs", "Take the other"), ("mine", "Keep mine")]
    return Question("Two windows, one figure", conflict(current, None), choices, "mine")
