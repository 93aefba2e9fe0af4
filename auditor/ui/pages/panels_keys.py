"""Which key does what on the Panels page; knows no widget. Digits are commands, letters are panels."""

from __future__ import annotations

from auditor.boxes.edits import Edge
from auditor.ui.shortcuts import Stroke

# Shortcut, action, what it does (for "?").
KEYS = (
    ("1", "select", "Select, move and resize"),
    ("2", "new", "New box: drag over the panel"),
    ("Enter", "place", "New box without the mouse, after 2: into the largest free room"),
    ("0", "none", "No panels"),
    ("8", "skip", "Skip, with a reason"),
    ("F1", "guideline", "Guideline with examples"),
    ("F2", "letter", "Letter of the selected box"),
    ("F3", "kind", "Kind of the selected box"),
    ("F4", "pane", "Show or hide the list where room is short"),
    ("Delete", "delete", "Delete the selected box"),
    ("Ctrl+Z", "undo", "Undo"),
    ("Ctrl+Shift+Z", "redo", "Redo"),
    ("Ctrl+Enter", "finish", "Done, next figure"),
    ("PageDown", "next", "Next figure, nothing is written"),
    ("PageUp", "previous", "Previous figure"),
    ("Ctrl+G", "jump", "Go to a figure"),
    ("Escape", "out", "From the edge to the box, from the box to none"),
    ("Minus", "zoom_out", "Zoom out"),
    ("Equal", "zoom_in", "Zoom in"),
)
TOLD = (
    ("A", "Select the panel with this letter"),
    ("Tab", "Next box in reading order"),
    ("Shift+Tab", "Box before"),
    ("Right", "Move the box, or the active edge, by 1 px"),
    ("Shift+Right", "By 10 px"),
    ("Ctrl+Right", "Pick the edge on this side"),
)
STEPS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
EDGES = {"Left": Edge.LEFT, "Right": Edge.RIGHT, "Up": Edge.TOP, "Down": Edge.BOTTOM}
LARGE = 10
REPEATING = frozenset({"zoom_in", "zoom_out", "undo", "redo"})  # a held key may go on doing these


def action_of(stroke: Stroke) -> str:
    """The action a stroke asks for, "" for none."""
    found = next((action for keys, action, _ in KEYS if stroke.means(keys)), "")
    if not found and stroke.plain and not stroke.shift and stroke.digit:
        found = next((action for keys, action, _ in KEYS if keys == stroke.digit), "")
    return found if not stroke.repeat or found in REPEATING else ""


def arrow_of(stroke: Stroke) -> tuple[int, int] | None:
    """The step in pixels that an arrow asks for, None for other keys and for arrows that pick an edge."""
    if stroke.key not in STEPS or not stroke.plain:
        return None
    by = LARGE if stroke.shift else 1
    return STEPS[stroke.key][0] * by, STEPS[stroke.key][1] * by


def edge_of(stroke: Stroke) -> Edge | None:
    """The edge that Ctrl with an arrow picks, None for other keys."""
    picks = stroke.ctrl and not stroke.alt and not stroke.shift
    return EDGES.get(stroke.key) if picks else None


def letter_of(stroke: Stroke) -> str:
    """The letter that a bare letter key means: what it prints, or its place where the layout prints no Latin one."""
    if not stroke.plain or len(stroke.key) != 1 or not stroke.key.isalpha() or stroke.repeat:
        return ""
    typed = stroke.text.lower()
    return typed if len(typed) == 1 and "a" <= typed <= "z" else stroke.key.lower()


def keys_here() -> list[tuple[str, str]]:
    """The keys for "?"."""
    return [*((keys, words) for keys, _, words in KEYS), *TOLD]
