"""A sheet over the right of the window: the keys that work here, or the messages so far."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import IconButton
from auditor.ui.widgets.caps import KeyCap
from auditor.ui.widgets.cards import hairline
from auditor.ui.widgets.scroll import ScrollPage
from auditor.ui.widgets.text import Label


class SideSheet(QFrame):
    """Lies over the window from the right, between header and foot; closed by its button, Escape or its own key."""

    closed = Signal()

    def __init__(self, theme: Theme, title: str, window: QWidget, *, key: str = "Esc") -> None:
        super().__init__(window)
        self._theme = theme
        self._window = window
        self.top = 0  # px of the window that stay free above and below
        self.bottom = 0
        self.setAccessibleName(title)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 0, 0)
        self._column.setSpacing(0)
        row = QHBoxLayout()
        row.setContentsMargins(theme.space(6), theme.space(3), theme.space(3), theme.space(3))
        row.addWidget(Label(theme, title, font="card", weight=600), 1)
        self.close_button = IconButton(theme, "close", "Close", key=key)
        self.close_button.clicked.connect(self.closed)
        row.addWidget(self.close_button)
        self._column.addLayout(row)
        self._column.addWidget(hairline(theme))
        self.page = ScrollPage(theme)
        self._column.addWidget(self.page, 1)
        theme.changed.connect(self.place)
        window.installEventFilter(self)

    def place(self) -> None:
        """Take the right part of the window, all of it when it is small."""
        width = min(self._theme.size("text_pane"), self._window.width())  # what a figure leaves free
        height = self._window.height() - self.top - self.bottom
        self.setGeometry(self._window.width() - width, self.top, width, max(1, height))
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Follow the window's size."""
        if event.type() == QEvent.Type.Resize:
            self.place()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint the raised ground with a line at its left and top."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.colour("raised"))
            painter.fillRect(0, 0, 1, self.height(), self._theme.colour("border"))
            painter.fillRect(0, 0, self.width(), 1, self._theme.colour("border"))


def key_rows(theme: Theme, rows: Sequence[tuple[str, str]]) -> QWidget:
    """A list of keys: the cap or caps at the left, what they do at the right."""
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(theme.space(2))
    for caps, words in rows:
        row = QHBoxLayout()
        row.setSpacing(theme.space(3))
        row.addWidget(_caps(theme, caps), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(Label(theme, words, wrap=True), 1)
        column.addLayout(row)
    return widget


def _caps(theme: Theme, caps: str) -> QWidget:
    """The caps of one shortcut in a place as wide as those of the rows above and below."""
    place = QWidget()
    place.setFixedWidth(theme.scaled(96))
    row = QHBoxLayout(place)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.space(1))
    for cap in caps.split(" "):
        row.addWidget(KeyCap(theme, cap))
    row.addStretch(1)
    return place
