"""Which key does what on the Review page, by the stage of the bar; knows no widget."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.ui.pages.review_session import Stage
from auditor.ui.shortcuts import Stroke

SKIP_KEYS = tuple("45678")

# Shortcut, action, what it does (for "?").
EVERYWHERE = (
    ("P", "page", "The page with the figure framed"),
    ("C", "mention", "Next mention, or caption and text"),
    ("F1", "guideline", "Guideline with examples"),
    ("N", "note", "Note"),
)
ANSWERING = (
    ("Backspace", "undo", "Undo: back to the last figure"),
    ("Ctrl+Z", "undo", ""),
    ("PadPeriod", "undo", ""),
    ("Shift+Backspace", "redo", "Forward again"),
    ("Ctrl+Shift+Z", "redo", ""),
    ("S", "skip", "Skip, with a reason"),
    ("L", "later", "Later"),
    ("J", "jump", "Go to a figure"),
    ("Ctrl+G", "jump", ""),
    ("Escape", "escape", "Back to where you were"),
)
REASONING = (
    ("Enter", "no_reason", "No reason"),
    ("Escape", "take_back", "Take the answer back"),
    ("Backspace", "take_back", ""),
    ("Ctrl+Z", "take_back", ""),
    ("PadPeriod", "take_back", ""),
    ("Equal", "more", "More reasons"),
)
SKIPPING = (
    ("Escape", "escape", "Do not skip"),
    ("Backspace", "escape", ""),
    ("Ctrl+Z", "escape", ""),
    ("S", "escape", ""),
)
OF_STAGE = {Stage.ANSWER: ANSWERING, Stage.DONE: ANSWERING, Stage.REASON: REASONING, Stage.SKIP: SKIPPING}


def action_of(stroke: Stroke, stage: Stage) -> str:
    """The action a stroke asks for, "" for none; keys of the stage go before those that work everywhere."""
    for keys, action, _ in (*OF_STAGE[stage], *EVERYWHERE):
        if stroke.means(keys):
            return action
    return ""


def choice_of(stroke: Stroke, keys: Sequence[str]) -> int | None:
    """Which of the keys a stroke is, by place: digits of the row and of the pad count alike; None for none."""
    if not stroke.plain or stroke.shift:
        return None
    pressed = stroke.digit or stroke.key
    return keys.index(pressed) if pressed in keys else None


def keys_here(answers: Sequence[tuple[str, str]], canvas: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The keys for "?": the answers first, then what the page does, then those of the canvas."""
    named = [(keys, words) for keys, _, words in (*ANSWERING, *EVERYWHERE) if words]
    return [*answers, *named, *canvas]
