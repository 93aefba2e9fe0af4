"""The field for a note on a figure: it lies over the lower edge of the canvas, so that the figure never moves."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import IconButton
from auditor.ui.widgets.fields import TextBox
from auditor.ui.widgets.slots import Raised
from auditor.ui.widgets.text import Label

KEPT = "Ctrl+Enter or Esc: back to the figure, the text is kept"
REST_MS = 400


class NoteField(Raised):
    """Hidden until `open`. `closed` carries the text when the person returns to the figure, and whether it was sent."""

    closed = Signal(str, bool)
    rested = Signal(str)  # what stands there when the hand rests

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 12, 12)
        column.setSpacing(4)
        row = QHBoxLayout()
        self.title = Label(theme, "Note", font="secondary", weight=600, role="muted")
        self.hint = Label(theme, KEPT, font="secondary", role="muted")
        self.shut_button = IconButton(theme, "close", "Back to the figure", key="Esc")
        self.shut_button.clicked.connect(self._shut_clicked)
        row.addWidget(self.title)
        row.addWidget(self.hint, 1)
        row.addWidget(self.shut_button)
        self.box = TextBox(theme)
        self.box.setTabChangesFocus(True)
        self.box.setAccessibleName("Note on this figure")
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(lambda: self.rested.emit(self.text))
        self.box.textChanged.connect(self._rest.start)
        column.addLayout(row)
        column.addWidget(self.box, 1)
        theme.changed.connect(self.update)

    @property
    def text(self) -> str:
        """What stands there."""
        return self.box.toPlainText().strip()

    def open(self, text: str, title: str = "Note", hint: str = KEPT) -> None:
        """Show it with a text and put the focus there."""
        self.title.setText(title)
        self.hint.setText(hint)
        self.box.setAccessibleName(title if hint is not KEPT else "Note on this figure")
        self.box.setAccessibleDescription(hint)
        self.box.setPlainText(text)
        self._rest.stop()
        self.show()
        self.raise_()
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)
        self.box.moveCursor(self.box.textCursor().MoveOperation.End)

    def shut(self, *, sent: bool = False) -> None:
        """Back to the figure with what was written; `sent` when the person said that it is done."""
        self._rest.stop()
        if self.isVisible():
            self.hide()
            self.closed.emit(self.text, sent)

    def _shut_clicked(self) -> None:
        self.shut()
