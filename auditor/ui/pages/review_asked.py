"""What the answer bar asks at each stage of the Review page; knows no widget but the bar's own data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.ui.desk import Form
from auditor.ui.pages.review_keys import SKIP_KEYS
from auditor.ui.pages.review_session import ReviewSession, Stage
from auditor.ui.pages.review_words import SKIP_REASONS, capital, was
from auditor.ui.widgets.answer_bar import Asked, Choice

if TYPE_CHECKING:
    from auditor.audits.tasks import ErrorMode, Task

GUIDELINE = ("F1", "Guideline with examples", "guideline")
SHORT = ("F1", "Guideline", "guideline")
TEXT = ("C", "Text", "mention")
PAGE, FIGURE = ("P", "Page", "page"), ("P", "Back to the figure", "page")
ACTIONS = (
    ("S", "Skip", "skip"),
    ("L", "Later", "later"),
    ("N", "Note", "note"),
    ("Backspace", "Undo", "undo"),
)
TOLD = (("undo", "Back to the last figure; its answer stands until you give another"),)


def asked(session: ReviewSession, form: Form, *, on_page: bool = False) -> Asked:
    """The question of the present stage with its choices and actions; `on_page` while the page lies over the figure."""
    task = session.task
    if session.stage is Stage.REASON:
        links = (("Enter", "No reason", "no_reason"), ("Escape", f"Take “{capital(session.was)}” back", "take_back"))
        reasons = tuple(Choice(mode.key, reason_words(mode)) for mode in task.error_modes)
        return Asked(task.error_question or "What is wrong?", reasons, links)
    if session.stage is Stage.SKIP:
        choices = tuple(Choice(key, capital(reason)) for key, reason in zip(SKIP_KEYS, SKIP_REASONS, strict=True))
        return Asked("Why can it not be judged?", choices, (("Escape", "Do not skip", "escape"),), guarded=False)
    if form is Form.SMALLEST:  # where the text is a drawer that needs a way in
        return Asked(task.question, answers(task), (SHORT, TEXT), (*ACTIONS, FIGURE if on_page else PAGE), TOLD)
    return Asked(task.question, answers(task), (GUIDELINE if form is Form.WIDE else SHORT,), ACTIONS, TOLD)


def answers(task: Task) -> tuple[Choice, ...]:
    """The answers of a task in its own order."""
    return tuple(Choice(answer.key, capital(answer.word), answer.hint) for answer in task.answers)


def reason_words(mode: ErrorMode) -> str:
    """A reason as it stands on its button."""
    return mode.label or capital(mode.word)


def given(session: ReviewSession) -> dict[int, str]:
    """The choice given before, by its number, with the words that say so; empty unless the figure is visited again."""
    if not session.visiting or session.at is None or session.stage is not Stage.ANSWER:
        return {}
    words = [answer.word for answer in session.task.answers]
    return {words.index(session.was): was(session)} if session.was in words else {}
