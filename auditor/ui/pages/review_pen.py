"""Writes one act at a time to the project and says what became of it: saved, in conflict, or not saved yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from auditor.ui.desk import Desk, Tone
from auditor.ui.pages import review_store
from auditor.ui.pages.review_session import Act, ReviewSession, Write
from auditor.ui.pages.review_words import conflict, seconds_since, spelled
from auditor.ui.widgets.notices import Question, ask
from pipeline.errors import ExpectedError

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from auditor.audits.queue import OwnAnswer

LOST = "One answer was not saved: its audit was left before it could be written. Answer the figure again."
WITHDRAWN = "withdrawn"  # the ledger's word for an answer taken back, as a conflict carries it


class ReviewPen(QObject):
    """Holds on to the pending act until it is on the disk; nothing moves before."""

    saved = Signal(object)  # the Write that was committed
    kept = Signal(object)  # the OwnAnswer of another window that stays, None when it took the answer back
    blocked = Signal(object, object)  # the ExpectedError and the Write that waits

    def __init__(self, desk: Desk, window: QWidget) -> None:
        super().__init__(window)
        self.desk, self.window = desk, window
        self.is_blocked = False
        self.under_way = False
        self._session: ReviewSession | None = None
        desk.workers.written.connect(self._ended)

    def forget(self) -> bool:
        """Serve no session any more; True when an act of it was not saved."""
        lost, self.is_blocked, self._session = self.is_blocked, False, None
        return lost

    def write(self, session: ReviewSession, write: Write, *, seconds: float | None, seen: tuple[str, ...]) -> None:
        """Commit an act of the session."""
        self._session = session
        session.begin(write, active_seconds=seconds, seen=seen)
        self._send(session)

    def again(self, session: ReviewSession) -> None:
        """Try the act that was not saved once more."""
        if self.is_blocked and not self.under_way:
            self._send(session)

    def give_up(self, session: ReviewSession) -> OwnAnswer | None:
        """Let the act that was not saved go; gives the row that holds, None for none."""
        write, session.pending = session.pending, None
        self.is_blocked = False
        return None if write is None else session.own[write.index]

    def _send(self, session: ReviewSession) -> None:
        write = session.pending
        if write is None:
            return
        self.under_way = True
        self.desk.workers.write(
            review_store.commit,
            session.ids[write.index],
            write,
            done=lambda own: self._done(session, write, own),
            failed=lambda error: self._failed(session, write, error),
        )

    def _done(self, session: ReviewSession, write: Write, own: OwnAnswer | None) -> None:
        self.under_way = self.is_blocked = False
        session.committed(own)
        if session is self._session:
            self.saved.emit(write)

    def _failed(self, session: ReviewSession, write: Write, error: ExpectedError) -> None:
        self.under_way = False
        if session is not self._session:
            self.desk.toast(LOST, Tone.NEGATIVE)
            return
        if review_store.is_conflict(error):
            self._settle(session, write, error)
            return
        self.is_blocked = True
        self.blocked.emit(error, write)

    def _ended(self) -> None:
        """A write that ended by a fault of the program itself told nobody: its act waits as after any failure."""
        session = self._session
        if self.under_way and session is not None and session.pending is not None:
            self._failed(session, session.pending, ExpectedError("The program met a fault of its own while it saved."))

    def _settle(self, session: ReviewSession, write: Write, error: ExpectedError) -> None:
        """Two windows answered one figure: the person says which answer counts; both stay in the ledger."""
        current: OwnAnswer | None = getattr(error, "current", None)
        ago = None if current is None else seconds_since(current.recorded_at)
        if current is not None and current.answer == WITHDRAWN:
            current = None
        given = spelled(write.answer, write.error_mode)
        mine = {Act.ANSWER: given, Act.SKIP: "a skip", Act.WITHDRAW: "no answer"}[write.act]
        keep = "Leave it open" if current is None else f"Keep {spelled(current.answer, current.error_mode)}"
        choices = [("keep", keep), ("replace", f"Replace with {mine}")]
        question = Question("Two windows, one figure", conflict(current, ago), choices, "keep")
        if ask(self.window, self.desk.theme, question) == "replace":
            session.replacing(current)
            self._send(session)
            return
        self.is_blocked = False
        session.keep(current)
        self.kept.emit(current)
