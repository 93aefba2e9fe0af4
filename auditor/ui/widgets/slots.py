"""Plain parts of the frame: coloured and raised grounds, and places where a page puts widgets of its own."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from auditor.ui.theme import Theme


class Ground(QWidget):
    """An area in one colour of the theme with a hairline at one edge ("top", "bottom" or "")."""

    def __init__(self, theme: Theme, role: str, *, edge: str = "") -> None:
        super().__init__()
        self._ground_theme = theme
        self._role = role
        self._edge = edge
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Fill the area."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._ground_theme.colour(self._role))
        if self._edge:
            at = 0 if self._edge == "top" else self.height() - 1
            painter.fillRect(QRect(0, at, self.width(), 1), self._ground_theme.colour("border"))
        painter.end()


class Raised(QFrame):
    """An area in the raised colour with a border, for what lies over a page."""

    def __init__(self, theme: Theme, *, window: Qt.WindowType = Qt.WindowType.Widget) -> None:
        super().__init__(None, window)
        self.theme = theme

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Fill the area and draw the border."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.theme.colour("raised"))
        painter.setPen(self.theme.colour("control"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


def fill_with_one_of(page: QWidget, *parts: QWidget) -> QStackedWidget:
    """Fill a page with the first of these parts; which one is shown never changes the size that the page asks for."""
    stack = QStackedWidget()
    stack.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
    for part in parts:
        stack.addWidget(part)
    whole = QVBoxLayout(page)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.addWidget(stack)
    return stack


class Slot(QWidget):
    """Shows one of the widgets it was given; the others stay alive and hidden."""

    def __init__(self) -> None:
        super().__init__()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._shown: QWidget | None = None

    @property
    def shown(self) -> QWidget | None:
        """What is shown now."""
        return self._shown

    def show_only(self, widget: QWidget | None) -> None:
        """Show this widget, taken in when it is new; None shows nothing."""
        if widget is self._shown:
            return
        if self._shown is not None:
            self._shown.hide()
        self._shown = widget
        if widget is not None:
            if self._row.indexOf(widget) < 0:
                self._row.addWidget(widget)
            widget.show()

    def forget(self, widget: QWidget | None) -> None:
        """Let go of a widget whose page is gone."""
        if widget is None:
            return
        if widget is self._shown:
            self.show_only(None)
        self._row.removeWidget(widget)
        widget.deleteLater()
