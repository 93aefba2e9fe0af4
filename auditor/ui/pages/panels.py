"""The blind page on which an auditor draws and corrects the boxes and letters of panels, figure by figure."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from auditor.boxes.editor import Editor
from auditor.boxes.history import History
from auditor.ui.desk import Desk, Form, PageName, Place, Tone
from auditor.ui.pages import panels_keys, panels_store
from auditor.ui.pages import panels_words as words
from auditor.ui.pages.page import Page
from auditor.ui.pages.panels_commands import PanelsCommands
from auditor.ui.pages.panels_desk import PanelsDesk
from auditor.ui.pages.panels_figure import PanelsFigure
from auditor.ui.pages.panels_saver import PanelSaver
from auditor.ui.pages.panels_session import Mark, PanelSession, mark_of
from auditor.ui.pages.panels_view import PanelsView
from auditor.ui.pages.review_parts import HeaderPart, StepsPart
from auditor.ui.pages.shut import ShutError, error_can_pass
from auditor.ui.shortcuts import Stroke
from auditor.ui.widgets.notices import announce, ask
from pipeline.errors import ExpectedError

if TYPE_CHECKING:
    from auditor.audits.desk_boxes import BoxState
    from auditor.ui.pages.panels_store import BoxItem, BoxQueue


class PanelsPage(Page):
    """Digits are commands, letters are panels; a step is saved before it is said to be, moving on writes nothing."""

    name = PageName.PANELS
    title = "Panels"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.view = PanelsView(desk)
        self.work = PanelsDesk(desk, self.view)
        self.commands = PanelsCommands(self.view, self.work)
        self.figure = PanelsFigure(desk, self.view)
        self.saver = PanelSaver(desk, self)
        self.session: PanelSession | None = None
        self.campaign = ""
        self._read_as: tuple[Path | None, str] = (None, "")
        self._item: BoxItem | None = None
        self._retry: Callable[[], object] = self.saver.retry
        self._header = HeaderPart(desk)
        self._status = StepsPart(desk)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.view)
        self._connect()

    # --- what the window asks

    def header_part(self) -> QWidget | None:
        """The word "Blind", the position, and a line that fills."""
        return self._header

    def status_part(self) -> QWidget | None:
        """How far undo goes, and who sits here."""
        return self._status

    def keys_here(self) -> list[tuple[str, str]]:
        """The keys for "?"."""
        return panels_keys.keys_here()

    def set_form(self, form: Form) -> None:
        """Lay out for the room that the window has."""
        self.view.set_form(form)
        self._header.set_form(form)

    def enter(self, place: Place) -> None:
        """Read the queue anew; the auditor stands where they stood in the same campaign."""
        seat = (self.desk.project, self.desk.auditor)
        same = seat == self._read_as and place.campaign in {"", self.campaign}
        if same and self.session is not None and self.unsaved:
            return  # nothing here is to change
        self._read_as = seat
        if not same:
            self._forget()
        if seat[0] is None or not seat[1]:
            text = "No project is open." if seat[0] is None else "Nobody has said yet who sits here."
            self.view.show_message(text, "Go to Start")
            return
        if self.session is None:
            self.view.show_message("Reading your figures…")
        self.desk.workers.read(
            panels_store.read_queue,
            place.campaign or self.campaign,
            seat[1],
            done=partial(self._queue_read, seat),
            failed=self._queue_unread,
        )

    def leave(self) -> bool:
        """What is not saved yet goes on its way to the disk; what could not be saved asks first."""
        self.saver.settle()
        return not self.saver.blocked or ask(self, self.desk.theme, words.LEAVING) == "leave"

    @property
    def unsaved(self) -> str:
        """That a step is not on the disk yet."""
        return "This figure's boxes are not saved yet" if self.saver.blocked or not self.saver.idle else ""

    def press(self, stroke: Stroke) -> bool:
        """A command, a letter, an arrow; everything else is the window's."""
        self.saver.time.touch(monotonic())
        if self.view.banner is not None and stroke.means("Enter") and not stroke.repeat:
            self.view.banner.way_on.click()
            return True
        if not self.view.shows_figure or self.view.banner is not None or self.saver.moving_on:
            return False
        return self.commands.press(stroke)

    def _queue_read(self, seat: tuple[Path | None, str], queue: BoxQueue | None) -> None:
        if seat != self._read_as:
            return
        if queue is None:
            self._forget()
            self.view.show_message("Nothing waits for you.", "Go to Start")
            return
        here = None if self.session is None or self.session.at is None else self.session.ids[self.session.at]
        if queue.campaign != self.campaign:
            here = None
        self.campaign = self.subtitle = queue.campaign
        self.header_changed.emit()
        if queue.closed:
            self.view.show_message(queue.closed, "Go to Start")
            return
        self.view.show_guideline(queue.task)
        self.session = PanelSession(queue.ids, queue.marks)
        if here in queue.ids:
            self.session.go(queue.ids.index(here))
        self.saver.after(self._show)

    def _another_seat(self) -> None:
        """Another project or another person: nothing of the one before stays."""
        self._read_as = (None, "")
        self._forget()
        self.view.show_message("")

    def _queue_unread(self, error: ExpectedError) -> None:
        self._forget()
        trouble = words.queue_trouble(error)
        self.view.show_message(f"{trouble.title}. {trouble.text}", "Go to Start")

    def _forget(self) -> None:
        if self.saver.blocked:
            self.desk.toast(words.LOST, Tone.NEGATIVE)
        self.session, self.campaign, self._item = None, "", None
        self.figure.forget()
        self.saver.start(None, None)
        self.work.forget()
        self.view.unblock()

    def _show(self) -> None:
        """Bring the figure where the session stands, or the words for the end of the queue."""
        session = self.session
        if session is None:
            return
        self.commands.cancel()
        self._header.say(words.position(session), session.settled, session.total)
        self.work.tool.enabled = False
        if session.at is None:
            self.figure.forget()
            self.view.show_message(words.finished(session), "Look at the last one" if session.total else "")
            return
        self.view.show_figure()
        self.figure.show(session.ids[session.at])

    def _ready(self, item: BoxItem, size: tuple[int, int]) -> None:
        """The figure is on the canvas: its boxes with it."""
        self._begin(item, Editor(size, History.replayed(item.drafts)))
        self.work.tool.enabled = True
        self.view.canvas.setFocus()

    def _begin(self, item: BoxItem, editor: Editor | None) -> None:
        session = self.session
        if session is None:
            return
        self._item = item
        self.saver.start(item, editor)
        ends = (session.beside(-1) is None, session.beside(1) is None)
        self.work.take(item.item.assignment_id, editor, ends=ends)
        self.commands.begin(session.mark)
        self._say_steps()

    def _painted(self) -> None:
        session = self.session
        if session is None or self._item is None:
            return
        self.saver.time.start(monotonic())
        sentence = words.figure_sentence(session, self._item.item.caption)
        self.view.canvas.set_sentence(sentence)
        announce(self.view.canvas, sentence)
        self.figure.prepare([session.ids[at] for at in session.coming()])

    def _figure_unread(self, error: ExpectedError) -> None:
        self._retry = self._show
        self.view.block(words.read_trouble(error))

    def _go(self, at: int | None) -> None:
        """Stand at another figure once everything is saved; this writes nothing itself."""
        if at is not None and self.session is not None:
            self.saver.after(partial(self._arrive, at))

    def _show_jump(self) -> None:
        session = self.session
        if session is not None:
            self.view.jump.show_places(session.total, partial(words.settled_as, session), session.at)

    def _go_on(self) -> None:
        session = self.session
        if session is None:
            return
        waiting = session.next_waiting()
        if waiting is None:
            session.at = None
            self.desk.waiting_changed.emit()
            self._show()
        else:
            self._arrive(waiting)

    def _arrive(self, at: int) -> None:
        if self.session is not None and self.session.go(at):
            self._show()

    # --- saving

    def _saved(self) -> None:
        session, editor = self.session, self.work.editor
        self.view.unblock()
        self.work.tool.enabled = not self.saver.moving_on
        if session is None or editor is None:
            return
        before = session.mark
        session.set_mark(mark_of(editor.draft.state))
        self.commands.set_mark(session.mark)
        self._header.say(words.position(session), session.settled, session.total)
        self.work.say_saved()
        self._say_steps()
        if before is not session.mark:
            self.desk.waiting_changed.emit()

    def _troubled(self, error: ExpectedError) -> None:
        self._retry = self.saver.retry
        self.work.tool.cancel()
        self.work.tool.enabled = False
        way_out = "Leave it unsaved" if isinstance(error, ShutError) else ""
        trouble = words.save_trouble(error, max(1, self.saver.unsaved))
        self.view.block(trouble, way_out, retry=error_can_pass(error))
        self.desk.say("Not saved: this figure", Tone.NEGATIVE)

    def _conflicted(self, theirs: BoxState) -> None:
        if ask(self, self.desk.theme, words.conflicted(theirs)) == "mine":
            self.saver.after(self._show)
            self.saver.keep_mine(theirs.sequence)
        else:
            self.saver.drop()
            self._show()

    def _retried(self) -> None:
        retry = self._retry
        self.view.unblock()
        self.work.tool.enabled = True
        retry()
        self.work.hold(self.saver.moving_on)

    def _give_up(self) -> None:
        """The audit takes nothing now: what is not saved is let go, what was saved before holds."""
        self.saver.drop()
        self.view.unblock()
        self.enter(Place(self.name, self.campaign))

    def _skipped(self, reason: str) -> None:
        if self.session is None:
            return
        self.session.set_mark(Mark.SKIPPED)
        self.desk.say(f"Saved. Skipped: {reason}", Tone.POSITIVE)
        self.desk.waiting_changed.emit()
        self._go_on()

    def _overtaken(self) -> None:
        self._show()
        self.desk.say("Another window saved this figure meanwhile. Its boxes are shown now.", Tone.CAUTION)

    def _say_place(self) -> None:
        """Where the selected box lies; that it is saved only when it is."""
        if self.saver.idle and self._item is not None and self.saver.before is not None:
            self.work.say_saved()

    def _say_steps(self) -> None:
        editor = self.work.editor
        self._status.say("" if editor is None else words.steps(editor.history.undo_steps))

    def _follow_message(self) -> None:
        """The button of the message: back to the last figure, or to Start."""
        if self.session is not None and self.session.at is None and self.session.total:
            self._arrive(self.session.total - 1)
        else:
            self.desk.go(PageName.START)

    def _connect(self) -> None:
        self.figure.ready.connect(self._ready)
        self.figure.painted.connect(self._painted)
        self.figure.unshown.connect(lambda item: self._begin(item, None))  # it can be skipped
        self.figure.failed.connect(self._figure_unread)
        self.saver.saved.connect(self._saved)
        self.saver.slow.connect(lambda: self.desk.say("Saving…"))
        self.saver.troubled.connect(self._troubled)
        self.saver.skipped.connect(self._skipped)
        self.saver.overtaken.connect(self._overtaken)
        self.saver.conflicted.connect(self._conflicted)
        self.commands.step_wanted.connect(lambda step: self._go(self.session.beside(step) if self.session else None))
        self.commands.jump_wanted.connect(self._show_jump)
        self.view.jump.wanted.connect(self._go)
        self.commands.finish_wanted.connect(lambda: self.saver.after(self._go_on))
        self.commands.save_wanted.connect(self.saver.again)
        self.commands.skip_wanted.connect(self.saver.skip)
        self.commands.skip_wanted.connect(lambda: self.work.hold(self.saver.moving_on))
        self.work.selected.connect(self._say_place)
        self.commands.said.connect(self.desk.say)
        self.view.retried.connect(self._retried)
        self.view.given_up.connect(self._give_up)
        self.view.message.acted.connect(self._follow_message)
        self.desk.project_changed.connect(self._another_seat)
        self.desk.auditor_changed.connect(self._another_seat)
