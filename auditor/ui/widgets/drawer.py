"""A raised panel that lies over the text pane and never over the figure: title, way to close, and a body."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import IconButton
from auditor.ui.widgets.slots import Raised
from auditor.ui.widgets.text import Label


class Drawer(Raised):
    """Hidden until `open`; `closed` tells that it went away."""

    closed = Signal()

    def __init__(self, theme: Theme, title: str, *, key: str = "") -> None:
        super().__init__(theme)
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
