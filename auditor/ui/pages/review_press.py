"""Where a key of the Review page goes: what closes, what is typed, choices under their guard, acts, the canvas."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from auditor.ui.pages.review_acts import ReviewActs
from auditor.ui.pages.review_keys import action_of, choice_of
from auditor.ui.pages.review_session import ReviewSession, Stage
from auditor.ui.shortcuts import Stroke


class ReviewPress:
    """Takes strokes that no text field wants; True when one was used."""

    def __init__(self, acts: ReviewActs) -> None:
        self.acts, self.view, self.figure = acts, acts.view, acts.figure

    def press(self, stroke: Stroke) -> bool:
        """Do what a stroke means now."""
        self.figure.touch()
        session = self.acts.session
        if self._closes_something(stroke, session):
            return True
        if session is None:
            return False
        only = self._only()
        if only:
            return self._acts(stroke, session, only)
        if self.view.banner is not None:
            return self._press_blocked(stroke)
        return self._picks(stroke, session) or self._acts(stroke, session) or self.figure.on_top.press(stroke)

    def _only(self) -> tuple[str, ...]:
        """The few acts that work while no figure is shown or somebody types; empty for all."""
        if not self.view.shows_figure:
            return ("undo", "jump")
        return ("guideline",) if self._takes_text() else ()

    def _picks(self, stroke: Stroke, session: ReviewSession) -> bool:
        choice = self._choice(stroke, session)
        if choice is None:
            return False
        if not stroke.repeat and (session.stage is Stage.SKIP or self.figure.is_seen(stroke)):
            self.acts.pick(*choice)
        return True

    def _closes_something(self, stroke: Stroke, session: ReviewSession | None) -> bool:
        """Escape closes what lies over the figure or the text, the topmost first; Ctrl+Enter the note."""
        view = self.view
        if view.note.isVisible() and (stroke.means("Escape") or stroke.means("Ctrl+Enter")):
            view.note.shut(sent=stroke.means("Ctrl+Enter"))
        elif not stroke.means("Escape"):
            return False
        elif view.jump.isVisible():
            view.jump.shut()
        elif self.figure.sheet.is_open:
            self.figure.sheet.close_page()
        elif view.guideline.isVisible() and _rests(session):
            view.guideline.shut()
        else:
            return False
        return True

    def _takes_text(self) -> bool:
        """Whether somebody types; the window hands over what leads out of a field all the same."""
        focus = self.view.window().focusWidget()
        return _is_shown(focus, self.view.note.box) or _is_shown(focus, self.view.jump.number)

    def _press_blocked(self, stroke: Stroke) -> bool:
        banner = self.view.banner
        if banner is None or not stroke.means("Enter"):
            return self.figure.on_top.press(stroke)
        if not stroke.repeat:
            banner.way_on.click()
        return True

    def _choice(self, stroke: Stroke, session: ReviewSession) -> tuple[int, int | None] | None:
        """The number of the choice pressed; with one-key reasons the number of a reason beside its answer."""
        number = choice_of(stroke, self.view.bar.keys)
        if number is not None:
            return number, None
        answer = session.reasoned_answer
        one_key = self.acts.desk.preferences.get("one_key_reasons")
        if session.stage is not Stage.ANSWER or answer is None or not one_key:
            return None
        reason = choice_of(stroke, [mode.key for mode in session.task.error_modes])
        return None if reason is None else (session.task.answers.index(answer), reason)

    def _acts(self, stroke: Stroke, session: ReviewSession, only: tuple[str, ...] = ()) -> bool:
        action = action_of(stroke, session.stage)
        if not action or (only and action not in only):
            return False
        if action == "escape" and session.stage is Stage.ANSWER:
            return not stroke.repeat and self.acts.escape()
        if not stroke.repeat:
            self.acts.act(action)
        return True


def _rests(session: ReviewSession | None) -> bool:
    """Whether Escape means nothing else."""
    return session is None or (session.stage in (Stage.ANSWER, Stage.DONE) and not session.visiting)


def _is_shown(focus: QWidget | None, field: QWidget) -> bool:
    return focus is field and field.isVisible()
