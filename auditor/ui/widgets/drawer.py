"""A raised panel that lies over the text pane and never over the figure: title, way to close, and a body."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import IconButton
from auditor.ui.widgets.text import Label


class Drawer(QFrame):
    """Hidden until `open`; `closed` tells that it went away."""

    closed = Signal()

    def __init__(self, theme: Theme, title: str, *, key: str = "") -> None:
        super().__init__()
        self.theme = theme
        self.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 12, 12, 12)
        column.setSpacing(8)
        row = QHBoxLayout()
        self.title = Label(theme, title, font="card", weight=600)
        self.close_button = IconButton(theme, "close", "Close", key=key)
        self.close_button.clicked.connect(self.shut)
        row.addWidget(self.title, 1)
        row.addWidget(self.close_button)
        column.addLayout(row)
        self.body = QVBoxLayout()
        self.body.setSpacing(8)
        column.addLayout(self.body, 1)
        self.setAccessibleName(title)
        theme.changed.connect(self.update)

    def open(self) -> None:
        """Show it on top of what lies there."""
        self.show()
        self.raise_()

    def shut(self) -> None:
        """Put it away; the focus goes back to where keys are answers."""
        self.hide()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """Tell that it went away."""
        super().hideEvent(event)
        self.closed.emit()

    def holds_focus(self) -> bool:
        """Whether the focus is somewhere in it."""
        focus = self.window().focusWidget()
        return isinstance(focus, QWidget) and (focus is self or self.isAncestorOf(focus))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Raised colour, and a border on the side of the figure."""
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.theme.colour("raised"))
        painter.setPen(self.theme.colour("control"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()
