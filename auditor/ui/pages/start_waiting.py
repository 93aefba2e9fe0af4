"""What waits for the person who sits here: one row an audit, with what is left, how far it is and the way on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from auditor.ui.desk import Form
from auditor.ui.pages.start_marks import Plate
from auditor.ui.pages.start_words import left_text
from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.cards import Card
from auditor.ui.widgets.progress import ProgressLine
from auditor.ui.widgets.text import Label

if TYPE_CHECKING:
    from auditor.audits.queue import Waiting


class WaitingRow(Card):
    """One audit that waits: icon, name, what is left, a line of progress, Continue."""

    chosen = Signal(object)  # the Waiting

    def __init__(self, theme: Theme, waiting: Waiting, *, first: bool) -> None:
        super().__init__(theme)
        self.waiting = waiting
        self._theme = theme
        boxes = waiting.kind == "boxes"
        self.title = Label(theme, waiting.campaign, font="reading", weight=600, wrap=True)
        self.text = Label(theme, left_text(waiting), role="muted", wrap=True)
        self.progress = ProgressLine(theme)
        self.progress.set(waiting.done, waiting.total)
        self.progress.setAccessibleName(f"{waiting.campaign}, answered")
        begun = waiting.done or waiting.skipped
        self.button = Button(theme, "Continue" if begun else "Begin", kind="primary" if first else "plain")
        self.button.setAccessibleDescription(f"{waiting.campaign}: {waiting.question} {left_text(waiting)}")
        self.button.clicked.connect(lambda: self.chosen.emit(self.waiting))
        words = QVBoxLayout()
        words.setSpacing(theme.scaled(4))
        words.addWidget(self.title)
        words.addWidget(self.text)
        row = QHBoxLayout()
        row.setSpacing(theme.scaled(16))
        row.addWidget(Plate(theme, "panels" if boxes else "review"))
        row.addLayout(words, 1)
        row.addWidget(self.progress)
        row.addSpacing(theme.scaled(8))
        row.addWidget(self.button)
        self.body.addLayout(row)
        self.button.setVisible(waiting.state != "paused")  # after it has its place: alone it would be a window
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_form(self, form: Form) -> None:
        """Leave the line of progress out where there is no room: the words say the same."""
        self.progress.setVisible(form is Form.WIDE)

    def _restyle(self) -> None:
        self.progress.setFixedWidth(self._theme.scaled(150))
        self.button.setMinimumWidth(self._theme.scaled(112))


class WaitingList(QWidget):
    """The rows, oldest audit first, or the sentence that nothing waits."""

    chosen = Signal(object)  # the Waiting

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._form = Form.WIDE
        self._shown: tuple[Waiting, ...] | None = None
        self.rows: list[WaitingRow] = []
        self.nothing = Label(theme, "Nothing waits for you.", role="muted", wrap=True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.scaled(10))
        self._column.addWidget(self.nothing)
        self.nothing.hide()

    def say(self, sentence: str) -> None:
        """Show a sentence in place of rows."""
        self.show_waiting(())
        self._shown = None
        self.nothing.setText(sentence)

    def show_waiting(self, waiting: Sequence[Waiting]) -> None:
        """Show what waits; rows that stand already and did not change stay, so that a focus is not lost."""
        wanted = tuple(each for each in waiting if each.left)
        if wanted == self._shown:
            return
        focused = next((row.waiting.campaign for row in self.rows if row.button.hasFocus()), "")
        self._shown = wanted
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [WaitingRow(self._theme, each, first=at == 0) for at, each in enumerate(wanted)]
        for row in self.rows:
            row.chosen.connect(self.chosen)
            row.set_form(self._form)
            self._column.addWidget(row)
            row.show()  # at once: what is not shown yet cannot take the focus
            if row.waiting.campaign == focused:
                row.button.setFocus()
        self.nothing.setText("Nothing waits for you.")
        self.nothing.setVisible(not self.rows)

    def first_button(self) -> Button | None:
        """The way on with the audit that stands first, None when nothing can go on."""
        return next((row.button for row in self.rows if row.waiting.state != "paused"), None)

    def set_form(self, form: Form) -> None:
        """Tell the rows how much room there is."""
        self._form = form
        for row in self.rows:
            row.set_form(form)
