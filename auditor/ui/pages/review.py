"""The blind page on which an auditor answers the question of a task, figure by figure."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from auditor.ui.canvas.cache import FigureCache
from auditor.ui.canvas.keys import KEYS
from auditor.ui.desk import Desk, Form, PageName, Place, Tone, Trouble
from auditor.ui.pages import review_words
from auditor.ui.pages.page import Page
from auditor.ui.pages.review_acts import ReviewActs
from auditor.ui.pages.review_asked import answers, asked, given
from auditor.ui.pages.review_drafts import ReviewDrafts
from auditor.ui.pages.review_figure import ReviewFigure
from auditor.ui.pages.review_keys import keys_here
from auditor.ui.pages.review_parts import HeaderPart, StatusPart
from auditor.ui.pages.review_pen import LOST, ReviewPen
from auditor.ui.pages.review_press import ReviewPress
from auditor.ui.pages.review_session import ReviewSession, Stage, Write, judged
from auditor.ui.pages.review_sheet import CLOSE
from auditor.ui.pages.review_start import ReviewStart
from auditor.ui.pages.review_time import Pace, PauseReminder
from auditor.ui.pages.review_view import LARGE, ReviewView
from auditor.ui.pages.shut import ShutError, error_can_pass
from auditor.ui.preferences import DEFAULTS
from auditor.ui.shortcuts import Stroke
from auditor.ui.widgets.notices import Question, announce, ask
from auditor.ui.window_state import keep_pane_width, pane_width
from pipeline.errors import ExpectedError

if TYPE_CHECKING:
    from auditor.audits.queue import OwnAnswer
    from auditor.ui.pages.review_store import Queue

REST_MS = 300


class ReviewPage(Page):
    """Shows what the session says and hands it what the auditor does; only a commit moves on."""

    name = PageName.REVIEW
    title = "Review"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.pace, self.reminder = Pace(), PauseReminder()
        self.view = ReviewView(desk)
        self.cache = FigureCache(desk.workers)
        self.figure = ReviewFigure(desk, self.view, self.cache)
        self.pen = ReviewPen(desk, self)
        self.acts = ReviewActs(desk, self.view, self.figure, self.pen)
        self.keys = ReviewPress(self.acts)
        self.start = ReviewStart(desk)
        self.drafts = ReviewDrafts(desk, self)
        self._header, self._status = HeaderPart(desk), StatusPart(desk)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # keys are answers wherever the focus is: it rests here
        self.setProperty("ring", "none")
        self.setAccessibleName("Review")
        self._resting = QTimer(self, singleShot=True, interval=REST_MS)
        self._resting.timeout.connect(self._keep_width)
        self._listen()
        self.view.set_pane_width(pane_width(desk.preferences, self.name, 0))

    @property
    def session(self) -> ReviewSession | None:
        """Where the auditor stands, None while there is nothing to judge."""
        return self.acts.session

    # --- what the window asks --------------------------------------------------------------------------------------

    def header_part(self) -> QWidget:
        """The word "Blind" and the position."""
        return self._header

    def status_part(self) -> QWidget:
        """Today's count, the pace, who sits here."""
        return self._status

    def enter(self, place: Place) -> None:
        """Show the queue of the place's campaign, or of the oldest that waits."""
        self._size_words()
        self._status.say(self.pace)
        waits = self.pen.is_blocked or self.pen.under_way
        if waits and place.campaign in {"", self.subtitle}:
            return
        if waits:
            self._forget()
        self.start.read(place.campaign or self.subtitle, has_session=self.session is not None)

    def leave(self) -> bool:
        """Keep what was written as a note; an answer that is not saved asks first."""
        self.view.note.shut()
        self.figure.sheet.stop()
        self.drafts.settle()
        if not self.unsaved or self.pen.under_way:
            return True
        ways = [("stay", "Stay here"), ("leave", "Leave it unsaved")]
        question = Question(self.unsaved, review_words.LEFT, ways, "stay")
        return ask(self, self.desk.theme, question) == "leave"

    @property
    def unsaved(self) -> str:
        """That an answer is not on the disk yet."""
        if self.pen.is_blocked or self.pen.under_way:
            return "One answer is not saved yet"
        return "A note is not saved yet" if self.drafts.lost else ""

    def set_form(self, form: Form) -> None:
        """Lay out for the room that the window has."""
        changed = form is not self.view.form
        self.view.set_form(form)
        self._header.set_form(form)
        if changed:
            self._refresh()

    def keys_here(self) -> list[tuple[str, str]]:
        """The answers, then what else the keys do."""
        own = [] if self.session is None else [(each.key, each.word) for each in answers(self.session.task)]
        return keys_here(own, KEYS)

    def press(self, stroke: Stroke) -> bool:
        """Answers, acts and views by their keys; what types goes to the fields before it comes here."""
        return self.keys.press(stroke)

    # --- what became of a row --------------------------------------------------------------------------------------

    def _saved(self, write: Write) -> None:
        session = self.session
        if session is None:
            return
        self.view.unblock()
        self._keep_drafts()
        self.figure.restart_clock()
        self.pace.saved(write.index, write.active_seconds, judged=judged(write))
        self._status.say(self.pace)
        reason = session.stage is Stage.REASON
        self._refresh()
        stretch = self.reminder.due(time.monotonic(), int(self.desk.preferences.get("pause_reminder")))
        self.desk.say(review_words.saved(write, asks_reason=reason, stretch=stretch), Tone.POSITIVE)
        if reason:
            announce(self, f"Saved: {review_words.capital(write.answer)}. {self.view.bar.asked.question}")
        self.desk.waiting_changed.emit()

    def _kept(self, current: OwnAnswer | None) -> None:
        self.view.unblock()
        self._refresh()
        word = "open" if current is None else review_words.capital(current.answer)
        self.desk.say(f"Kept as it was: {word}", Tone.POSITIVE)

    def _blocked(self, error: ExpectedError, write: Write) -> None:
        if self.session is None:
            return
        trouble = review_words.trouble_of(error, write, self.session.settled)
        shut = isinstance(error, ShutError)
        self.view.block(trouble, review_words.way_out(write) if shut else "", retry=error_can_pass(error))
        self.desk.say(f"Not saved: answer {write.index + 1:,}", Tone.NEGATIVE)

    # --- showing ---------------------------------------------------------------------------------------------------

    def _begin(self, queue: Queue) -> None:
        """A queue was read: start with it, or take in what another window did to the one on show."""
        same = self.session is not None and self.session.ids == [place.assignment_id for place in queue.places]
        if same and self.session is not None and self.subtitle == queue.campaign:
            self.session.refresh(queue.places)
        else:
            self.acts.session = ReviewSession(queue.task, queue.places, queue.drafts)
            self.drafts.begin(queue.campaign, queue.drafts)
            self.figure.begin(self.acts.session)
            self.view.show_guideline(queue.task)
            self.pace = Pace(queue.today)
        self.subtitle = queue.campaign
        self.header_changed.emit()
        self._status.say(self.pace)
        self._refresh()

    def _give_up(self) -> None:
        """The act that the audit does not take is let go: what was recorded before holds."""
        session = self.session
        if session is None or not self.pen.is_blocked:
            return
        self._kept(self.pen.give_up(session))
        self.start.read(self.subtitle, has_session=True)

    def _idle(self, text: str, action: str) -> None:
        """Nothing to judge here: say why and what to do."""
        self.acts.session, self.subtitle = None, ""
        self._header.hide()
        self.view.show_message(text, action)
        self.header_changed.emit()

    def _unread(self, trouble: Trouble) -> None:
        """The queue cannot be read now; what is on show stays, but nothing is answered before it can."""
        if self.session is None:
            self._idle(f"{trouble.title}. {trouble.text}", "Back to Start")
        elif self.view.shows_figure:
            self.view.block(trouble)
        else:
            self.desk.say(trouble.title, Tone.NEGATIVE)

    def _refresh(self) -> None:
        """Show what the session says."""
        session = self.session
        if session is None:
            return
        self._header.show()
        self._header.say(review_words.position(session), session.settled, session.total)
        if session.at is None:
            self.figure.forget()
            self.view.show_message(review_words.done(session), "Back to Start", undo=session.settled > 0)
            return
        if not self.view.shows_figure:
            self._take_focus()
            self.view.show_figure()
        self._ask(session)
        self.figure.show(session.at)

    def _ask(self, session: ReviewSession) -> None:
        self.view.bar.ask(asked(session, self.view.form, on_page=self.figure.sheet.is_open), was=given(session))
        self._mark_note()

    def _page_turned(self, is_open: bool) -> None:  # noqa: FBT001 - a slot
        """The page lies over the figure, or no longer: what is shown and the way back are said everywhere."""
        self.view.toolbar.look_at(self.figure.sheet.large if is_open else None, f"P: {CLOSE}" if is_open else "")
        self.view.pane.say_page(CLOSE if is_open else "")
        if self.session is not None and self.session.at is not None:
            self._ask(self.session)

    def _take_focus(self) -> None:
        """The figure was hidden when the window gave the page the focus; what had it goes, and Qt is not to choose."""
        if self.isVisible():
            self._rest_focus()

    def _rest_focus(self) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _drawer_shut(self) -> None:
        """The focus does not stay in what is hidden."""
        drawer = self.sender()
        focus = self.window().focusWidget()
        if isinstance(drawer, QWidget) and (focus is None or drawer.isAncestorOf(focus)):
            self._rest_focus()

    def _full_screen(self) -> None:
        window = self.window()
        window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Tell the toolbar whether there is a way out of full screen."""
        super().resizeEvent(event)
        self._size_words()
        self.view.toolbar.set_full_screen(on=self.window().isFullScreen())

    def _size_words(self) -> None:
        """The reader's own size; what nobody chose is one pixel larger beside a large figure."""
        size = int(self.desk.preferences.get("reading_size"))
        if size == DEFAULTS["reading_size"] and self.view.form is Form.WIDE and self.width() >= LARGE:
            size += 1
        self.view.pane.set_reading_size(size)

    def _keep_width(self) -> None:
        """Remember how wide the reader made the text, once the hand rests."""
        keep_pane_width(self.desk.preferences, self.name, self.view.pane.width())

    def _noted(self, text: str, sent: bool) -> None:  # noqa: FBT001 - a slot
        self._rest_focus()
        self.acts.noted(text, sent=sent)
        self._mark_note()

    def _mark_note(self) -> None:
        """A dot says that this figure has a note."""
        self.view.bar.mark("note", self.session is not None and bool(self.session.note))

    def _keep_drafts(self, writing: str | None = None) -> None:
        if self.session is not None:
            self.drafts.keep(self.session, writing=writing)

    def _painted(self, caption: str) -> None:
        if self.session is None:
            return
        sentence = review_words.figure_sentence(self.session, caption)
        self.view.canvas.set_sentence(sentence)
        announce(self, sentence)

    def _troubled(self, reason: str) -> None:
        if self.session is not None:
            sentence = f"{review_words.figure_sentence(self.session, '')} {reason} Skip it with S."
            self.view.canvas.set_sentence(sentence)
            announce(self, sentence, assertive=True)

    def _listen(self) -> None:
        view = self.view
        acts = self.acts
        view.bar.picked.connect(acts.click)
        view.bar.acted.connect(acts.act)
        view.guideline.closed.connect(self._drawer_shut)
        view.jump.closed.connect(self._drawer_shut)
        view.jump.wanted.connect(acts.jump)
        view.note.closed.connect(self._noted)
        view.note.rested.connect(acts.resting)
        acts.drafted.connect(self._keep_drafts)
        acts.writing.connect(self._keep_drafts)
        view.pane_moved.connect(self._resting.start)
        view.pane.mention_wanted.connect(view.next_mention)
        view.pane.page_wanted.connect(self.figure.toggle_page)
        self.figure.sheet.turned.connect(self._page_turned)
        view.retried.connect(acts.retry)
        view.given_up.connect(self._give_up)
        view.released.connect(self._rest_focus)
        view.message.acted.connect(self.start.follow)
        view.message.undo.clicked.connect(lambda: acts.act("undo"))
        view.toolbar.full_screen_wanted.connect(self._full_screen)
        acts.changed.connect(self._refresh)
        self.figure.painted.connect(self._painted)
        self.figure.troubled.connect(self._troubled)
        self.pen.saved.connect(self._saved)
        self.pen.kept.connect(self._kept)
        self.pen.blocked.connect(self._blocked)
        self.start.ready.connect(self._begin)
        self.start.idle.connect(self._idle)
        self.start.failed.connect(self._unread)
        self.desk.project_changed.connect(self._forget)
        self.desk.auditor_changed.connect(self._forget)

    def _forget(self) -> None:
        """Another project or another person: nothing of the one before stays."""
        if self.pen.forget():
            self.desk.toast(LOST, Tone.NEGATIVE)
        self.drafts.forget()
        self.view.unblock()
        self.view.forget()
        self._idle("", "")
        self.cache.clear()
