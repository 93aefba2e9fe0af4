"""Which keys the bar names, by what is selected: those that work now, the likeliest first."""

from __future__ import annotations

from auditor.boxes.editor import Editor
from auditor.boxes.edits import Edge
from auditor.ui.canvas.gestures import Mode
from auditor.ui.widgets.key_bar import KeyHint

NEW = KeyHint("2", "New box", "new")
NEXT_BOX = KeyHint("Tab", "Next box", "tab")
SKIP = KeyHint("8", "Skip", "skip")
NONE = KeyHint("0", "No panels", "none")
GUIDELINE = KeyHint("F1", "Guideline", "guideline")
UNDO = KeyHint("Ctrl+Z", "Undo", "undo")
DRAWING = (KeyHint("Enter", "Put one into free room", "place"), KeyHint("Escape", "Leave drawing", "out"), SKIP)
EDGE = (KeyHint("Arrow", "Move the edge", "focus"), KeyHint("Shift+Arrow", "by 10 px", "focus"))
BOX = (
    KeyHint("F2", "Letter", "letter"),
    KeyHint("F3", "Kind", "kind"),
    KeyHint("Arrow", "Move", "focus"),
    KeyHint("Ctrl+Arrow", "Pick an edge", "focus"),
    KeyHint("Delete", "Delete", "delete"),
)


# While the letter field is open; in that of a new box digits are commands, else they are typed.
NAMING = (KeyHint("Enter", "Keep the letter", "letter:keep"), KeyHint("Escape", "As it was", "letter:leave"))
NAMING_NEW = (
    KeyHint("Enter", "Keep the letter", "letter:keep"),
    KeyHint("2", "Keep it, new box", "letter:new"),
    KeyHint("Escape", "As proposed", "letter:leave"),
)


def hints_of(editor: Editor | None, mode: Mode) -> tuple[KeyHint, ...]:
    """The keys at the left of the bar."""
    if editor is None:
        return (SKIP,)
    undo = (UNDO,) if editor.history.undo_steps else ()
    if editor.edge is not Edge.NONE:
        return (*EDGE, KeyHint("Escape", "Whole box", "out"), *undo)
    if editor.selected is not None:
        return (*BOX, NEXT_BOX, NEW, *undo)
    if mode is Mode.NEW:
        return (*DRAWING, *undo)
    return (NEW, *((NEXT_BOX,) if editor.panels else ()), NONE, SKIP, *undo, GUIDELINE)


def ways_of(editor: Editor | None, *, first: bool, last: bool) -> tuple[KeyHint, ...]:
    """The ways on, at the right of the bar."""
    before = () if first else (KeyHint("PageUp", "Previous", "previous"),)
    after = () if last else (KeyHint("PageDown", "Next", "next"),)
    done = () if editor is None else (KeyHint("Ctrl+Enter", "Done, next", "finish"),)
    return (*before, *after, *done)
