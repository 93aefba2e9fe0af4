"""The sentences of the Review page: what is saved, where the auditor stands, what went wrong and what to do."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from auditor.ui.desk import Trouble
from auditor.ui.pages.review_session import Act, ReviewSession, Write
from auditor.ui.pages.troubles import ago_words, blind_details, known_cause, sentence
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
LEFT = "It is kept here, and lost when the window closes or another audit is opened. Every answer before is safe."
SEEN = (
    "the figure",
    "its caption and the text that mentions it, where the task shows them",
    "its page, where the task shows it",
    "your place in the queue and your own answers",
)
UNSEEN = (
    "labels and scores of any machine",
    "why the figure was drawn, and its group",
    "the paper, its venue and its year, unless the page or the words show them",
    "file names and numbers that name the figure elsewhere",
    "answers of other people, and results so far",
    "whether a figure comes twice",
)


def capital(word: str) -> str:
    """A word as it stands on a button: first letter large."""
    return word[:1].upper() + word[1:]


def spelled(answer: str, error_mode: str | None) -> str:
    """An answer with its reason, if there is one: "No, plot"."""
    return capital(answer) + (f", {error_mode}" if error_mode else "")


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
    return f"Saved. Last answer: {spelled(write.answer, write.error_mode)}"


def back_at(session: ReviewSession) -> str:
    """Where undo or redo went: "Back at 212, answered No"."""
    if session.at is None:
        return "Nothing is left here"
    if not session.visiting:
        return f"At {session.at + 1:,}"
    mark = session.mark(session.at)
    return f"Back at {session.at + 1:,}, " + (mark if mark == "skipped" else f"answered {capital(mark)}")


def was(session: ReviewSession) -> str:
    """The old answer over a figure visited again: "was: No", "was: No, plot", "" when there is none."""
    own = None if session.at is None else session.own[session.at]
    return f"was: {spelled(own.answer, own.error_mode)}" if session.visiting and own is not None else ""


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
    if getattr(error, "cause", "") == "closed":
        safe = "Every answer given before is safe."
        return Trouble(f"{happened}, so {thing} is not taken", f"{remedy} {safe}", str(error))
    before = "Nothing was answered before it" if settled == 0 else f"All {settled:,} answers before it are safe"
    if settled == 1:
        before = "The answer before it is safe"
    kept = f"{what(write)} for this figure is kept here meanwhile"
    return Trouble(f"{happened}, so {thing} is not saved yet", f"{before}, and {kept}.\n{remedy}", blind_details(error))


def way_out(write: Write) -> str:
    """The button that lets go of a write which its audit does not take."""
    return "Leave it" if write.before is None else "Keep the earlier answer"


def queue_trouble(error: ExpectedError) -> Trouble:
    """The banner when a queue could not be read; a wrong name of an audit is told as it is."""
    if isinstance(error, UsageError):
        return Trouble("This audit cannot be opened", sentence(str(error)), str(error))
    return reading_trouble(error)


def reading_trouble(error: ExpectedError) -> Trouble:
    """The banner when an item could not be read."""
    happened, remedy = _cause_of(error)
    if not hasattr(error, "cause"):
        happened = "The figures cannot be read now"
    return Trouble(happened, f"Every answer you gave is saved. {remedy}", blind_details(error))


def conflict(current: OwnAnswer | None, seconds: float | None) -> str:
    """The question of two windows that answered the same figure."""
    ago = "" if seconds is None else f" {ago_words(seconds)}"
    if current is None:
        return f"Another window took the answer to this figure back{ago}. Keep which?"
    return f"Another window answered this figure{ago} with {spelled(current.answer, current.error_mode)}. Keep which?"


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


def _cause_of(error: ExpectedError) -> tuple[str, str]:
    """What happened and what to do; without a known cause the error's own sentence says both."""
    return known_cause(error) or ("The project did not take it", sentence(blind_details(error)))
