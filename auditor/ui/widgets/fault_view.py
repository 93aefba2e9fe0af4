"""What stands in a page's place after a fault of our own: what happened, what is safe, what to do."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.cards import Card
from auditor.ui.widgets.scroll import ScrollPage
from auditor.ui.widgets.text import Label

TITLE = "Figaudit met a fault of its own and has to close this page."
SAFE = "Every answer you gave is saved."
UNSURE = "Every answer that was shown as saved is saved; the last one may not be."
TO_DO = "Go on opens the page anew. The details say where in the program it happened and nothing about your figures."


class FaultView(QWidget):
    """A calm page with three ways on: copy the details, go on, close the window."""

    go_on = Signal()
    close_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.details = ""
        self._title = Label(theme, TITLE, font="section", weight=600, wrap=True)
        self._text = Label(theme, SAFE, font="reading", wrap=True)
        self._details = Label(theme, "", font="secondary", role="muted", family="mono", wrap=True)
        self._details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._go_on = Button(theme, "Go on", kind="primary")
        self._go_on.clicked.connect(self.go_on)
        copy = Button(theme, "Copy details", icon="copy")
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.details))
        close = Button(theme, "Close Figaudit")
        close.clicked.connect(self.close_wanted)
        row = QHBoxLayout()
        row.setSpacing(theme.space(2))
        for button in (copy, self._go_on, close):
            row.addWidget(button)
        row.addStretch(1)
        card = Card(theme)
        for widget in (self._title, self._text, Label(theme, TO_DO, role="muted", wrap=True)):
            card.body.addWidget(widget)
        card.body.addSpacing(theme.space(2))
        card.body.addLayout(row)
        card.body.addSpacing(theme.space(2))
        card.body.addWidget(self._details)
        page = ScrollPage(theme)
        page.body.addWidget(card)
        page.body.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(page)

    def say(self, details: str, *, all_saved: bool) -> None:
        """Show a fault; `all_saved` False when the page could not say that its answers were written."""
        self.details = details
        self._details.setText(details)
        self._text.setText(SAFE if all_saved else UNSURE)

    def take_focus(self) -> None:
        """Put the focus on the way on."""
        self._go_on.setFocus(Qt.FocusReason.OtherFocusReason)
