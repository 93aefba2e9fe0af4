"""The sentences of the Review page: what is saved, where the auditor stands, what went wrong and what to do."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from auditor.ui.desk import Trouble
from auditor.ui.pages.review_session import Act, ReviewSession, Write
from pipeline.errors import ExpectedError, UsageError

if TYPE_CHECKING:
    from auditor.audits.queue import OwnAnswer

SKIP_REASONS = (
    "image broken",
    "not a figure",
    "caption missing",
    "cannot read the language",
    "something else",
)
SEEN = (
    "the figure",
    "its caption and the text that mentions it, where the task shows them",
    "its page, where the task shows it",
    "your place in the queue and your own answers",
)
UNSEEN = (
    "labels and scores of any machine",
    "why the figure was drawn, and its group",
    "the paper, its venue and its year",
    "file names and numbers that name the figure",
    "answers of other people, and results so far",
    "whether a figure comes twice",
)

# What happened, and what to do, by the cause that the store gives.
_CAUSES = {
    "full": ("The disk is full", "Free some space on the disk that holds the project, then try again."),
    "read only": ("The project can only be read", "Allow writing to the project's folder, then try again."),
    "locked": ("Another program holds the project", "Wait until it is done or close it, then try again."),
    "gone": ("The project is not where it was", "Bring its folder or disk back, then try again."),
}


def capital(word: str) -> str:
    """A word as it stands on a button: first letter large."""
    return word[:1].upper() + word[1:]


def position(session: ReviewSession) -> str:
    """Where the auditor stands: "213 of 350"; what is done once nothing is left."""
    number = session.settled if session.at is None else session.at + 1
    return f"{number:,} of {session.total:,}"


def saved(write: Write, *, asks_reason: bool, stretch: int = 0) -> str:
    """What the status bar says after a commit; `stretch` are the minutes after which a pause is due, 0 for none."""
    told = _saved(write, asks_reason=asks_reason)
    return f"{told}. {stretch} minutes without a pause" if stretch else told


def _saved(write: Write, *, asks_reason: bool) -> str:
    if write.act is Act.WITHDRAW:
        return "Taken back. The figure waits for an answer again"
    if write.act is Act.SKIP:
        return f"Skipped: {write.skip_reason}"
    if write.stays:
        return "Note saved"
    if asks_reason:
        return f"Saved: {capital(write.answer)}. A reason is welcome, not required"
    reason = f", {write.error_mode}" if write.error_mode else ""
    return f"Saved. Last answer: {capital(write.answer)}{reason}"


def back_at(session: ReviewSession) -> str:
    """Where undo or redo went: "Back at 212, answered No"."""
    if session.at is None:
        return "Nothing is left here"
    if not session.visiting:
        return f"At {session.at + 1:,}"
    mark = session.mark(session.at)
    return f"Back at {session.at + 1:,}, " + (mark if mark == "skipped" else f"answered {capital(mark)}")


def was(session: ReviewSession) -> str:
    """The old answer over a figure visited again: "was: No", "" when there is none."""
    return f"was: {capital(session.was)}" if session.visiting and session.was else ""


def figure_sentence(session: ReviewSession, caption: str) -> str:
    """What a screen reader says when a figure is painted."""
    told = f" Caption: {caption}" if caption else ""
    return f"Figure {position(session)}.{told}"


def what(write: Write) -> str:
    """What is being written, for a sentence: "“No”", "The skip"."""
    if write.act is Act.SKIP:
        return "the skip"
    return "taking the answer back" if write.act is Act.WITHDRAW else f"“{capital(write.answer)}”"


def trouble_of(error: ExpectedError, write: Write, settled: int) -> Trouble:
    """The banner for a write that failed: what happened, what is safe, what to do."""
    happened, remedy = _cause_of(error)
    thing = "this answer" if write.act is Act.ANSWER else "this step"
    before = "Nothing was answered before it" if settled == 0 else f"All {settled:,} answers before it are safe"
    if settled == 1:
        before = "The answer before it is safe"
    kept = f"{what(write)} for this figure is kept here meanwhile"
    return Trouble(f"{happened}, so {thing} is not saved yet", f"{before}, and {kept}. {remedy}", _details(error))


def queue_trouble(error: ExpectedError) -> Trouble:
    """The banner when a queue could not be read; a wrong name of an audit is told as it is."""
    if isinstance(error, UsageError):
        return Trouble("This audit cannot be opened", _sentence(str(error)), str(error))
    return reading_trouble(error)


def reading_trouble(error: ExpectedError) -> Trouble:
    """The banner when an item could not be read."""
    happened, remedy = _cause_of(error)
    if not hasattr(error, "cause"):
        happened = "The figures cannot be read now"
    return Trouble(happened, f"Every answer you gave is saved. {remedy}", _details(error))


def conflict(current: OwnAnswer | None, seconds: float | None) -> str:
    """The question of two windows that answered the same figure."""
    ago = "" if seconds is None else f" {_span(seconds)} ago"
    if current is None:
        return f"Another window took the answer to this figure back{ago}. Keep which?"
    return f"Another window answered this figure{ago} with {capital(current.answer)}. Keep which?"


def seconds_since(recorded_at: str, now: datetime | None = None) -> float | None:
    """How long ago a row was recorded, None when its time cannot be read."""
    try:
        then = datetime.fromisoformat(recorded_at)
    except ValueError:
        return None
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, ((now or datetime.now(UTC)) - then).total_seconds())


def done(session: ReviewSession) -> str:
    """What stands where the figure was when nothing is left."""
    skips = sum(1 for reason in session.skipped if reason)
    told = "" if not skips else f" {skips:,} of them you skipped."
    return f"All {session.total:,} figures of this audit are done.{told} Every answer is saved."


def _span(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.0f} h"


def _sentence(text: str) -> str:
    text = capital(text.strip())
    return text if text.endswith((".", "?")) else f"{text}."


def _cause_of(error: ExpectedError) -> tuple[str, str]:
    """What happened and what to do; without a known cause the error's own sentence says both."""
    known = _CAUSES.get(str(getattr(error, "cause", "")))
    return known or ("The project did not take it", _sentence(_details(error)))


def _details(error: ExpectedError) -> str:
    """What the error says; a wrong call may name an item, which has no place on a blind page."""
    return (
        "The program and the project do not agree about this figure." if isinstance(error, UsageError) else str(error)
    )
