"""The field for a note on a figure: it lies over the lower edge of the canvas, so that the figure never moves."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import IconButton
from auditor.ui.widgets.fields import TextBox
from auditor.ui.widgets.text import Label


class NoteField(QFrame):
    """Hidden until `open`; `closed` carries the text when the person returns to the figure."""

    closed = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 12, 12)
        column.setSpacing(4)
        row = QHBoxLayout()
        self.title = Label(theme, "Note", font="secondary", weight=600, role="muted")
        self.hint = Label(
            theme, "Ctrl+Enter or Esc: back to the figure, the text is kept", font="secondary", role="muted"
        )
        self.shut_button = IconButton(theme, "close", "Back to the figure", key="Esc")
        self.shut_button.clicked.connect(self.shut)
        row.addWidget(self.title)
        row.addWidget(self.hint, 1)
        row.addWidget(self.shut_button)
        self.box = TextBox(theme)
        self.box.setTabChangesFocus(True)
        self.box.setAccessibleName("Note on this figure")
        column.addLayout(row)
        column.addWidget(self.box, 1)
        theme.changed.connect(self.update)

    def open(self, text: str, title: str = "Note") -> None:
        """Show it with a text and put the focus there."""
        self.title.setText(title)
        self.box.setPlainText(text)
        self.show()
        self.raise_()
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)
        self.box.moveCursor(self.box.textCursor().MoveOperation.End)

    def shut(self) -> None:
        """Back to the figure with what was written."""
        if self.isVisible():
            self.hide()
            self.closed.emit(self.box.toPlainText().strip())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Raised colour with a border."""
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.theme.colour("raised"))
        painter.setPen(self.theme.colour("control"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()
