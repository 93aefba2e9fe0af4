"""What an auditor can do on the Review page, by name: answers and reasons, skip, later, note, undo, and the rest."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from auditor.ui.desk import Desk
from auditor.ui.pages import review_words
from auditor.ui.pages.review_figure import ReviewFigure
from auditor.ui.pages.review_pen import ReviewPen
from auditor.ui.pages.review_session import ReviewSession, Stage, Write
from auditor.ui.pages.review_view import ReviewView
from auditor.ui.widgets.notices import announce

SOMETHING_ELSE = len(review_words.SKIP_REASONS) - 1
SKIPS = "Ctrl+Enter skips the figure, Esc does not"
BESIDE_A_NOTE = frozenset({"guideline", "mention", "more", "page"})  # what goes on while a note is written


class ReviewActs(QObject):
    """Hands each act to the session and what it gives to the pen; `changed` asks the page to show the session anew."""

    changed = Signal()
    drafted = Signal()  # notes or figures put off may differ
    writing = Signal(str)  # what stands in the note field so far

    def __init__(self, desk: Desk, view: ReviewView, figure: ReviewFigure, pen: ReviewPen) -> None:
        super().__init__(view)
        self.desk, self.view, self.figure, self.pen = desk, view, figure, pen
        self.session: ReviewSession | None = None
        self._skip_note = False  # the note field asks for the reason of a skip
        self._skip_words = ("", "")  # what was written there and not sent, behind the figure's id

    # --- choices ---------------------------------------------------------------------------------------------------

    def pick(self, choice: int, reason: int | None = None) -> None:
        """Take a choice of the bar: an answer, a reason, or the reason of a skip."""
        session = self.session
        if session is None or self.view.banner is not None:
            return
        self.view.note.shut(sent=True)  # what stands there belongs to this figure, not to the next
        if session.stage is Stage.SKIP:
            self._skip(session, choice)
            return
        write = session.answer(choice, reason) if session.stage is Stage.ANSWER else session.give_reason(choice)
        if write is not None:
            self.view.bar.flash(choice)
            self._write(session, write)

    def click(self, choice: int) -> None:
        """The same by mouse or by a tool, under the same guard: the figure has to be seen."""
        skips = self.session is not None and self.session.stage is Stage.SKIP
        if skips or self.figure.is_seen_at(self.view.bar.press):
            self.pick(choice)

    def act(self, action: str) -> None:
        """Do an action by its name, as keys and buttons give it."""
        session = self.session
        if session is None or self.view.banner is not None or self.pen.under_way:
            return
        if action not in BESIDE_A_NOTE:
            self.view.note.shut()
        if not self.pen.under_way:  # the note may be a row of its own
            getattr(self, f"_do_{action}")(session)

    def escape(self) -> bool:
        """Come back from a figure visited again, or from the question for a skip; False when there is no way back."""
        if self.session is None or not self.session.escape():
            return False
        self._moved()
        return True

    def jump(self, index: int) -> None:
        """Go to a figure of the queue."""
        self.view.note.shut()
        if self.session is not None and self.session.jump(index):
            self._moved()

    def noted(self, text: str, *, sent: bool = True) -> None:
        """Keep the words of the note field, or take them as the reason of a skip when they were sent as one."""
        session, for_skip = self.session, self._skip_note
        self._skip_note = False
        if session is None:
            return
        if for_skip:
            self._skip_in_words(session, text, sent=sent)
            return
        before = session.note
        write = session.renote(text)
        self._write(session, write)
        if write is None and session.note != before:
            self.desk.say("Note kept. It is saved with your answer" if text else "Note taken away")
        self.drafted.emit()

    def resting(self, text: str) -> None:
        """Somebody writes a note and rests: what stands there is not to be lost with the window."""
        if self.session is not None and not self._skip_note and self.view.note.isVisible():
            self.writing.emit(text)

    def retry(self) -> None:
        """Write what was not saved, or read what could not be read, once more."""
        if self.session is None:
            return
        if self.pen.is_blocked:
            self.pen.again(self.session)
        else:
            self.view.unblock()
            self.figure.again()

    # --- acts by name ----------------------------------------------------------------------------------------------

    def _do_no_reason(self, session: ReviewSession) -> None:
        self._write(session, session.give_reason(None))

    def _do_take_back(self, session: ReviewSession) -> None:
        self._write(session, session.take_back())

    def _do_undo(self, session: ReviewSession) -> None:
        self._moved() if session.undo() else self.desk.say("There is nothing to go back to")

    def _do_redo(self, session: ReviewSession) -> None:
        self._moved() if session.redo() else self.desk.say("There is nothing ahead")

    def _do_escape(self, session: ReviewSession) -> None:
        del session
        self.escape()

    def _do_skip(self, session: ReviewSession) -> None:
        if session.ask_skip():
            self.changed.emit()
            announce(self.view, self.view.bar.asked.question)

    def _do_later(self, session: ReviewSession) -> None:
        if session.flag():
            self.changed.emit()
            self.drafted.emit()
            self.desk.say("It comes again at the end")

    def _do_jump(self, session: ReviewSession) -> None:
        self.view.jump.show_places(session.total, lambda index: review_words.capital(session.mark(index)), session.at)

    def _do_note(self, session: ReviewSession) -> None:
        if session.at is not None:
            self._skip_note = False
            self.view.note.open(session.note)

    def _do_guideline(self, session: ReviewSession) -> None:
        del session
        drawer = self.view.guideline
        drawer.shut() if drawer.isVisible() else drawer.open()

    def _do_more(self, session: ReviewSession) -> None:
        del session
        self.view.bar.turn_page()

    def _do_mention(self, session: ReviewSession) -> None:
        del session
        self.view.next_mention()

    def _do_page(self, session: ReviewSession) -> None:
        del session
        self.figure.toggle_page()

    # --- inside ----------------------------------------------------------------------------------------------------

    def _skip_in_words(self, session: ReviewSession, text: str, *, sent: bool) -> None:
        if session.at is not None:
            self._skip_words = (session.ids[session.at], text)
        if sent and text:
            self._write(session, session.skip(f"{review_words.SKIP_REASONS[SOMETHING_ELSE]}: {text}"))
        elif sent:
            self.desk.say("Not skipped: nothing was written. Write why, or choose a reason")
        elif session.stage is Stage.SKIP:
            self.desk.say("Not skipped. Choose a reason, or Esc for none")

    def _skip(self, session: ReviewSession, choice: int) -> None:
        if choice == SOMETHING_ELSE:
            self._skip_note = True
            here, words = self._skip_words
            began = words if session.at is not None and here == session.ids[session.at] else ""
            self.view.note.open(began or session.note, "Why can it not be judged?", SKIPS)
            return
        self._write(session, session.skip(review_words.SKIP_REASONS[choice]))

    def _moved(self) -> None:
        self.changed.emit()
        if self.session is not None and self.session.at is not None:
            self.desk.say(review_words.back_at(self.session))

    def _write(self, session: ReviewSession, write: Write | None) -> None:
        if write is not None:
            self.pen.write(session, write, seconds=self.figure.seconds(), seen=self.figure.shown_as)
