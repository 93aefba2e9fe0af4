"""What happened to the project, and what to do, in the words that every page uses when it cannot be read or written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.errors import UsageError

if TYPE_CHECKING:
    from pipeline.errors import ExpectedError

# By the cause that the store gives: what happened, what to do.
_CAUSES = {
    "full": ("The disk is full", "Free some space on the disk that holds the project, then try again."),
    "read only": ("The project can only be read", "Allow writing to the project's folder, then try again."),
    "locked": ("Another program holds the project", "Wait until it is done or close it, then try again."),
    "gone": ("The project is not where it was", "Bring its folder or disk back, then try again."),
    "paused": ("The lead has paused this audit", "Try again once it goes on, or leave it."),
    "closed": ("This audit was closed meanwhile", "It takes no more."),
    "draft": ("This audit is planned anew", "It takes nothing before it is sealed."),
}


def known_cause(error: ExpectedError) -> tuple[str, str] | None:
    """What happened and what to do; None when the store gives no cause that is known here."""
    return _CAUSES.get(str(getattr(error, "cause", "")))


def blind_details(error: ExpectedError) -> str:
    """What the error says; a wrong call may name an item, which has no place on a blind page."""
    if isinstance(error, UsageError):
        return "The program and the project do not agree about this figure."
    return str(error)


def sentence(text: str) -> str:
    """A text as a sentence: its first letter large, with a stop at its end."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")


def ago_words(seconds: float) -> str:
    """How long ago something happened: "just now", "4 s ago", "3 min ago", "2 h ago"."""
    if seconds < 1:
        return "just now"
    if seconds < 90:
        return f"{seconds:.0f} s ago"
    return f"{seconds / 60:.0f} min ago" if seconds < 5400 else f"{seconds / 3600:.0f} h ago"
