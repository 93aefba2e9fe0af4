"""The bar under figure and text that asks: the question with its answers, the reasons of an answer, those of a skip.

Whatever it asks, it is equally high, so that the figure never moves; all choices are equally wide and look the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QWidget

from auditor.ui.desk import Form
from auditor.ui.shortcuts import Caps
from auditor.ui.theme import Theme
from auditor.ui.widgets.bar_layout import Room, arranged, word_size
from auditor.ui.widgets.key_button import KeyButton, Press
from auditor.ui.widgets.slots import Ground

if TYPE_CHECKING:
    from collections.abc import Mapping

TAB_ORDER = ("S", "N", "L", "Backspace")
PER_PAGE = 8  # choices beyond wait behind "More reasons"; their keys work all the same


@dataclass(frozen=True)
class Choice:
    """One button of the bar: the physical key, the word, a short hint."""

    key: str
    word: str
    hint: str = ""


@dataclass(frozen=True)
class Asked:
    """What the bar asks: question, choices, links under the question and actions at the right (key, word, action)."""

    question: str
    choices: tuple[Choice, ...]
    links: tuple[tuple[str, str, str], ...] = ()
    actions: tuple[tuple[str, str, str], ...] = ()
    told: tuple[tuple[str, str], ...] = ()  # by the action, what its word leaves open
    guarded: bool = True  # to be answered only while the figure can be seen


class AnswerBar(Ground):
    """Shows one Asked at a time; says which choice or action was wanted and never decides anything."""

    picked = Signal(int)  # the number of a choice
    acted = Signal(str)  # the action of a link or of an action at the right
    remade = Signal()  # other buttons stand there, so that the way of the Tab key differs

    def __init__(self, theme: Theme, caps: Caps) -> None:
        super().__init__(theme, "surface", edge="top")
        self.theme, self.caps = theme, caps
        self.form = Form.WIDE
        self.asked = Asked("", ())
        self.question = QLabel(self)
        self.question.setWordWrap(True)
        self.question.setTextFormat(Qt.TextFormat.PlainText)
        self.press: Press | None = None  # what was pressed for the choice just picked, None for one made by a tool
        self.choices: list[KeyButton] = []
        self.links: list[KeyButton] = []
        self.side: list[KeyButton] = []
        self.more_choices = self._button(KeyButton(theme, caps, "More reasons", key="Equal", look="boxed"))
        self.more_choices.clicked.connect(self.turn_page)
        self.more_actions = self._button(KeyButton(theme, caps, "More"))
        self.more_actions.clicked.connect(self._open_menu)
        self._made: dict[Asked, tuple[list[KeyButton], list[KeyButton], list[KeyButton]]] = {}
        self._page = 0
        self._answerable = True
        self._separator = -1
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Answers")
        theme.changed.connect(self._restyle)
        self._restyle()

    # --- what the page says ----------------------------------------------------------------------------------------

    def ask(self, asked: Asked, *, was: Mapping[int, str] | None = None) -> None:
        """Ask this; `was` maps the number of a choice given before to the words that say so."""
        held = any(button.hasFocus() for button in (*self.choices, *self.links, *self.side))
        changed = asked != self.asked
        if changed:
            self._show(asked)
        for number, choice in enumerate(asked.choices):
            self.choices[number].say(choice.word, choice.hint, (was or {}).get(number, ""))
        self.set_answerable(self._answerable)
        self._page = max((was or {0: ""}).keys(), default=0) // (PER_PAGE - 1) if self._paged else 0
        self.question.setText(asked.question)
        self._arrange()
        if held and changed and self.choices:
            self.choices[0].setFocus(Qt.FocusReason.OtherFocusReason)  # what had the focus is hidden now

    def set_answerable(self, answerable: bool) -> None:  # noqa: FBT001 - one switch, named by the method
        """Whether a choice can be made now; while the figure is not painted none can, not even by a tool."""
        self._answerable = answerable
        for button in self.choices:
            button.setEnabled(answerable or not self.asked.guarded)

    def set_form(self, form: Form) -> None:
        """Lay out for the room that the window has."""
        self.form = form
        self._restyle()

    def turn_page(self) -> None:
        """Show the reasons that had no room."""
        if self._paged:
            self._page = (self._page + 1) % -(-len(self.choices) // (PER_PAGE - 1))
            self._arrange()

    def flash(self, number: int) -> None:
        """Show for a moment which choice was taken."""
        if 0 <= number < len(self.choices):
            self.choices[number].flash()

    def mark(self, action: str, marked: bool) -> None:  # noqa: FBT001 - one switch, named by the method
        """Show by a dot at an action that there is something behind it, as at "Note"."""
        for (_key, _word, each), button in zip(self.asked.actions, self.side, strict=True):
            if each == action:
                button.set_marked(marked)

    @property
    def in_tab_order(self) -> list[QWidget]:
        """What the Tab key visits: answers, then skip, note, later, undo, then the links under the question."""
        by_word = sorted(self.side, key=lambda button: TAB_ORDER.index(button.key) if button.key in TAB_ORDER else 9)
        return [*self.choices, self.more_choices, *by_word, self.more_actions, *self.links]

    @property
    def keys(self) -> list[str]:
        """The keys of the choices, seen or not."""
        return [choice.key for choice in self.asked.choices]

    # --- inside ----------------------------------------------------------------------------------------------------

    @property
    def _paged(self) -> bool:
        return len(self.choices) > PER_PAGE

    def _button(self, button: KeyButton) -> KeyButton:
        button.setParent(self)
        button.hide()
        return button

    def _show(self, asked: Asked) -> None:
        for choice, button in zip(self.asked.choices, self.choices, strict=True):
            button.say(choice.word, choice.hint)  # an answer that stood there is not to stay behind what is hidden
        for button in (*self.choices, *self.links, *self.side):
            button.set_marked(False)
            button.hide()
        self.asked = asked
        if asked not in self._made:
            self._made[asked] = self._make(asked)
        self.choices, self.links, self.side = self._made[asked]
        self.remade.emit()

    def _make(self, asked: Asked) -> tuple[list[KeyButton], list[KeyButton], list[KeyButton]]:
        choices = []
        for number, choice in enumerate(asked.choices):
            button = self._button(KeyButton(self.theme, self.caps, choice.word, key=choice.key, look="boxed"))
            button.clicked.connect(lambda _checked=False, number=number: self._pick(number))
            choices.append(button)
        told = dict(asked.told)
        return choices, self._acting(asked.links, told), self._acting(asked.actions, told)

    def _pick(self, number: int) -> None:
        self.press = self.choices[number].take_press()
        self.picked.emit(number)

    def _acting(self, wanted: Sequence[tuple[str, str, str]], told: Mapping[str, str]) -> list[KeyButton]:
        buttons = []
        for key, word, action in wanted:
            button = self._button(KeyButton(self.theme, self.caps, word, key=key))
            button.explain(told.get(action, ""))
            button.clicked.connect(lambda _checked=False, action=action: self.acted.emit(action))
            buttons.append(button)
        return buttons

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for key, word, action in self.asked.actions:
            entry = menu.addAction(f"{word}\t{self.caps.cap(key)}")
            entry.triggered.connect(lambda _checked=False, action=action: self.acted.emit(action))
        menu.popup(self.more_actions.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    def _restyle(self) -> None:
        palette = self.question.palette()
        palette.setColor(self.question.foregroundRole(), self.theme.colour("text"))
        self.question.setPalette(palette)
        self.setFixedHeight(self.theme.size("answer_bar" if self.form is Form.WIDE else "answer_bar_narrow"))
        self._arrange()

    def _arrange(self) -> None:
        self.question.setFont(self.theme.font("question", 600))
        seen = self._seen()
        actions = [self.more_actions] if self.form is Form.SMALLEST and self.side else self.side
        plan = arranged(
            Room(self.width(), self.height(), self.form, self.theme),
            question=self.question,
            links=self.links,
            choices=seen,
            actions=actions,
        )
        shown = {id(button) for button in plan.places}
        for button in (*self.choices, *self.links, *self.side, self.more_choices, self.more_actions):
            button.setVisible(id(button) in shown)
        for widget, place in plan.places.items():
            widget.setGeometry(place)
        if plan.tight:
            self.question.setFont(self.theme.font("body", 600))
        for button in seen:
            button.set_small(plan.small)
        size = word_size(seen, low=plan.small)
        for button in seen:
            button.set_type(size)
        hinted = all(button.hint_fits for button in seen)  # all or none: none is to stand out
        for button in seen:
            button.set_hinted(hinted)
        self._separator = plan.separator
        self.update()

    def _seen(self) -> list[KeyButton]:
        if not self._paged:
            return self.choices
        room = PER_PAGE - 1
        return [*self.choices[self._page * room : (self._page + 1) * room], self.more_choices]

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Lay out anew."""
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The ground, and the hairline before the actions."""
        super().paintEvent(event)
        if self._separator >= 0:
            painter = QPainter(self)
            painter.fillRect(QRect(self._separator, 24, 1, self.height() - 48), self.theme.colour("border"))
            painter.end()
