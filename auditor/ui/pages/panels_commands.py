"""What keys, buttons and answers to short questions do to the panels; what leaves the figure is only asked for."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from auditor.boxes.editor import Editor
from auditor.boxes.free import largest_free
from auditor.ui.canvas.gestures import Mode
from auditor.ui.pages import panels_keys
from auditor.ui.pages import panels_questions as questions
from auditor.ui.pages.panels_desk import PanelsDesk
from auditor.ui.pages.panels_letters import PanelsLetters
from auditor.ui.pages.panels_session import Mark, mark_of
from auditor.ui.pages.panels_view import PanelsView
from auditor.ui.shortcuts import Stroke


class PanelsCommands(QObject):
    """Takes strokes, actions and choices; changes the editor, or emits what the page has to do."""

    step_wanted = Signal(int)  # to the figure so many places on
    finish_wanted = Signal()  # done, next
    save_wanted = Signal()  # the panels as they are: a skipped figure goes back into work
    skip_wanted = Signal(str)  # with this reason
    jump_wanted = Signal()  # the list of figures
    said = Signal(str)  # why a command did nothing

    def __init__(self, view: PanelsView, work: PanelsDesk) -> None:
        super().__init__(view)
        self._view, self._work = view, work
        self._question: questions.Question | None = None
        self._letters = PanelsLetters(view, work)
        self._letters.asked.connect(self._ask)
        self._mark = Mark.IN_WORK
        self._simple: dict[str, tuple[Callable[[Editor], bool], str]] = {
            "undo": (Editor.undo, "Nothing to undo on this figure"),
            "redo": (Editor.redo, "Nothing to redo on this figure"),
            "delete": (Editor.delete, "Select a box first, then delete it"),
        }
        self._others: dict[str, Callable[[], object]] = {
            "select": lambda: work.set_mode(Mode.SELECT),
            "new": lambda: work.set_mode(Mode.NEW),
            "place": self._place,
            "none": self._none,
            "none:sure": lambda: self._no_panels(go_on=False),
            "none:next": lambda: self._no_panels(go_on=True),
            "skip": lambda: self._ask(questions.skip_reasons()),
            "letter": self._letters.edit,
            "letter:again": self._letters.again,
            "letter:keep": lambda: self._letters.end(keep=True),
            "letter:new": self._letter_then_new,
            "letter:leave": lambda: self._letters.end(keep=False),
            "kind": self._ask_kind,
            "pane": view.toggle_pane,
            "guideline": view.toggle_guideline,
            "jump": self.jump_wanted.emit,
            "finish": self._finish,
            "next": lambda: self.step_wanted.emit(1),
            "previous": lambda: self.step_wanted.emit(-1),
            "out": self._out,
            "tab": lambda: self._select_next(1),
            "focus": view.canvas.setFocus,
            "zoom_in": lambda: view.canvas.zoom(larger=True),
            "zoom_out": lambda: view.canvas.zoom(larger=False),
        }
        work.tool.drawn = self._drawn
        view.keys.acted.connect(self.act)
        view.tools.acted.connect(self.act)
        view.pane.state.chosen.connect(self._choose_state)
        view.pane.panels.chosen.connect(self._choose)
        view.pane.panels.commanded.connect(self._command)

    @property
    def _editor(self) -> Editor | None:
        """The editor, while steps are taken."""
        return self._work.editor if self._work.tool.enabled else None

    @property
    def _shut(self) -> bool:
        """Whether nothing may be done now: another figure is on its way, or something is not saved."""
        return self._work.editor is not None and not self._work.tool.enabled

    def begin(self, mark: Mark) -> None:
        """Another figure is shown, and so far it is."""
        self._mark = mark
        self.cancel()

    def set_mark(self, mark: Mark) -> None:
        """The figure was saved so far."""
        self._mark = mark
        self._view.say_mark(mark)

    def cancel(self) -> None:
        """Ask nothing any more."""
        if self._question is not None:
            self._question = None
            self._view.keys.show_keys((), ())
            self._work.follow()
        self._view.say_mark(self._mark)

    def press(self, stroke: Stroke) -> bool:
        """Take a key; False lets it go on to the window."""
        if self._shut or self._view.jump.holds_focus():  # the list's keys are its own
            return stroke.means("Escape") and self._close_drawer()
        if self._view.pane.panels.editing:
            if not stroke.means("Ctrl+Enter"):
                return False  # Escape is the field's own
            self._view.canvas.setFocus()  # which takes over what was typed
        if self._question is not None:
            return self._answer(stroke)
        if self._work.tool.busy:
            return stroke.means("Escape") and self._work.tool.cancel()
        if stroke.key in {"Tab", "Space"}:
            return self._tab(stroke) if stroke.key == "Tab" else self._view.canvas.press(stroke)
        return self._press_box(stroke) or self.act(panels_keys.action_of(stroke))

    def act(self, action: str) -> bool:
        """Do what a key, a button or an answer stands for; False when nothing came of it."""
        if self._shut:
            return False
        if self._question is not None:
            self.cancel()
        editor = self._editor
        if action.startswith("skip:"):
            self.skip_wanted.emit(action.removeprefix("skip:"))
        elif action.startswith("kind:"):
            if editor is not None and editor.selected is not None:
                editor.set_kind(editor.selected, action.removeprefix("kind:"))
        elif action in self._simple:
            self._do(*self._simple[action])
        elif action in self._others:
            return self._others[action]() is not False
        else:
            return False
        self._work.follow()
        return True

    def _do(self, command: Callable[[Editor], bool], otherwise: str) -> None:
        editor = self._editor
        if editor is not None and not command(editor):
            self.said.emit(otherwise)

    # --- keys

    def _answer(self, stroke: Stroke) -> bool:
        """A key while something is asked: a choice, or nothing."""
        choices = () if self._question is None else self._question.choices
        for choice in choices:
            if stroke.means(choice.key) or (stroke.plain and stroke.digit and stroke.digit == choice.key):
                return stroke.repeat or self.act(choice.action) or True
        return stroke.plain and stroke.key not in {"Tab", "Space", "Enter", "PadEnter", "F1", "F6", "F11"}

    def _tab(self, stroke: Stroke) -> bool:
        """Tab goes through the boxes while the canvas has the focus, and out of it after the last one."""
        if not self._view.canvas.hasFocus() or stroke.ctrl or stroke.alt:
            return False
        return self._select_next(-1 if stroke.shift else 1)

    def _press_box(self, stroke: Stroke) -> bool:
        editor = self._editor
        if editor is None:
            return False
        edge, step, letter = panels_keys.edge_of(stroke), panels_keys.arrow_of(stroke), panels_keys.letter_of(stroke)
        if edge is not None:
            done = editor.pick_edge(edge)
        elif step is not None:
            if editor.selected is None:
                return self._view.canvas.press(stroke)
            self._work.moved(differs=editor.arrow(*step))
            done = True
        else:
            done = bool(letter)
            if letter:
                editor.select_letter(letter)
        self._work.follow()
        return done

    # --- commands

    def _select_next(self, step: int) -> bool:
        editor = self._editor
        if editor is None:
            return False
        found = editor.select_next(step)
        self._work.follow()
        return found

    def _close_drawer(self) -> bool:
        for drawer in (self._view.jump, self._view.guideline):
            if drawer.isVisible():
                drawer.shut()
                return True
        return False

    def _out(self) -> bool:
        """A drawer away; from the edge to the box, from the box to none, from drawing to selecting."""
        editor, tool = self._editor, self._work.tool
        if self._close_drawer():
            return True
        if editor is not None and editor.step_out():
            self._work.follow()
            return True
        if tool.mode is Mode.NEW:
            self._work.set_mode(Mode.SELECT)
            return True
        return False

    def _command(self, stroke: Stroke) -> None:
        """A digit was pressed in the letter field of a new box, which is closed now: digits are commands."""
        if not self.press(stroke):
            self.said.emit("Digits are commands here. F2 opens the letter for one with a digit")

    def _letter_then_new(self) -> None:
        self._letters.end(keep=True)
        if self._question is None:
            self._work.set_mode(Mode.NEW)

    def _place(self) -> bool:
        """A new box without the pointer: into the largest free room, edges are moved by arrows from there."""
        editor, tool = self._editor, self._work.tool
        if editor is None or tool.mode is not Mode.NEW or not self._view.canvas.hasFocus():
            return False
        if editor.draw(largest_free(editor.boxes, editor.size)):
            self._drawn()
        return True

    def _drawn(self) -> None:
        """A new box opens its letter field, with the letter that most likely is its own, where the list is in sight."""
        self._work.follow()
        if self._view.pane.isVisible():
            self._letters.edit(new=True)

    def _ask_kind(self) -> bool:
        editor = self._editor
        if editor is None or editor.selected is None:
            return False
        self._ask(questions.kinds())
        return True

    def _none(self) -> bool:
        editor = self._editor
        if editor is None:
            return False
        if editor.panels:
            self._ask(questions.take_away(len(editor.panels)))
        else:
            self._no_panels(go_on=False)
        return True

    def _no_panels(self, *, go_on: bool) -> None:
        editor = self._editor
        if editor is None:
            return
        if not editor.no_panels() and self._mark is not Mark.NO_PANELS:
            self.save_wanted.emit()
        self._work.follow()
        if go_on:
            self.finish_wanted.emit()

    def _finish(self) -> bool:
        editor = self._editor
        if editor is None:
            return False
        if not editor.panels and self._mark is not Mark.NO_PANELS:
            self._ask(questions.nothing_drawn())
            return True
        self._done(editor)
        self.finish_wanted.emit()
        return True

    def _done(self, editor: Editor) -> None:
        if not editor.finish() and self._mark is not mark_of(editor.draft.state):
            self.save_wanted.emit()
        self._work.follow()

    def _choose_state(self, value: str) -> None:
        """A mark was chosen at the foot of the pane."""
        editor, wanted = self._editor, Mark(value)
        if self._shut:
            pass
        elif wanted is Mark.SKIPPED:
            self._ask(questions.skip_reasons())
        elif editor is not None and wanted is Mark.NO_PANELS:
            self._none()
        elif editor is not None and wanted is Mark.DONE:
            self._done(editor) if editor.panels else self._ask(questions.nothing_drawn())
        elif editor is not None and not editor.reopen() and self._mark is not Mark.IN_WORK:
            self.save_wanted.emit()
        if self._question is None:
            self._work.follow()
        self._view.say_mark(self._mark)  # only what is saved is shown as so

    def _choose(self, at: int) -> None:
        if self._editor is not None:
            self._editor.select(at)
            self._work.follow()

    def _ask(self, question: questions.Question) -> None:
        self._question = question
        self._view.keys.ask(question.text, question.choices)
