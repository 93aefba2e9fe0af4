"""An audit that takes nothing now, in words for the auditor who is at work on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pipeline.errors import ExpectedError

# By the state of the audit: what stands where the figure would be.
STANDING = {
    "paused": "This audit is paused. Every answer is saved; it opens again when its lead resumes it.",
    "closed": "This audit is closed. Every answer is saved, and it takes no more.",
    "draft": "This audit is still being planned. Figures wait here once it is sealed.",
}
_TOLD = {
    "paused": "The audit is paused. Its lead can resume it.",
    "closed": "The audit is closed and takes no more.",
    "draft": "The audit is still being planned.",
}


class ShutError(ExpectedError):
    """The audit was paused or closed while somebody was at work on it; `cause` is its state."""

    def __init__(self, state: str) -> None:
        super().__init__(_TOLD[state])
        self.cause = state


@contextmanager
def heeding_state(session: Any) -> Iterator[None]:
    """Raise ShutError where the audit itself is what refuses: its own sentence is for whoever leads it."""
    try:
        yield
    except ExpectedError as error:
        from auditor.audits.gate import campaign_gates, closed_reason

        for gate in campaign_gates(session):
            if closed_reason(gate) == str(error):
                raise ShutError(gate.state.value) from error
        raise


def error_can_pass(error: ExpectedError) -> bool:
    """Whether trying again can work: a closed audit stays closed."""
    return not (isinstance(error, ShutError) and error.cause == "closed")
