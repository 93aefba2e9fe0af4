"""The short questions of the Panels page, asked in the key bar, never in a dialog between two figures."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.ui.pages.panels_words import KINDS, SKIP_REASONS, count
from auditor.ui.widgets.key_bar import KeyHint

CANCEL = "cancel"


@dataclass(frozen=True)
class Question:
    """What is asked and what can be said; each choice names the action that it leads to."""

    text: str
    choices: tuple[KeyHint, ...]


def skip_reasons() -> Question:
    """Why a figure is skipped."""
    reasons = [
        KeyHint(str(key), reason.capitalize(), f"skip:{reason}") for key, reason in enumerate(SKIP_REASONS, start=4)
    ]
    return Question("Why skip it?", (*reasons, KeyHint("Escape", "Do not skip", CANCEL)))


def kinds() -> Question:
    """What a panel shows."""
    choices = [KeyHint(str(key), kind.capitalize(), f"kind:{kind}") for key, kind in enumerate(KINDS, start=1)]
    nothing = KeyHint("0", "Not said", "kind:")
    return Question("What is it?", (*choices, nothing, KeyHint("Escape", "Leave it", CANCEL)))


def take_away(number: int) -> Question:
    """Whether a figure with boxes is to have none."""
    return Question(
        f"Take {count(number)} away? Undo brings them back.",
        (KeyHint("0", "No panels", "none:sure"), KeyHint("Escape", "Keep them", CANCEL)),
    )


def nothing_drawn() -> Question:
    """Whether a figure without a box is one without panels."""
    return Question(
        "No box is drawn. Has this figure no panels?",
        (KeyHint("0", "No panels, next", "none:next"), KeyHint("Escape", "Go on drawing", CANCEL)),
    )


def doubled(letter: str) -> Question:
    """Whether a letter is to stand on a second panel."""
    return Question(
        f"Letter {letter} is already used. Use it again?",
        (KeyHint("Enter", "Use it again", "letter:again"), KeyHint("Escape", "Leave it as it was", CANCEL)),
    )
