"""A row of choices of which one holds."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QGroupBox, QRadioButton, QSizePolicy

from auditor.ui.theme import Theme


class _Segment(QRadioButton):
    """One choice of a row of segments."""

    def __init__(self, theme: Theme, text: str, padding: int) -> None:
        super().__init__()
        self._theme = theme
        self._padding = padding
        self.say(text)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.toggled.connect(self._take_tab)
        self._take_tab()
        self.dress()

    def say(self, text: str) -> None:
        """Show these words."""
        self.words = text
        self.setText(text.replace("&", "&&"))
        self.setAccessibleName(text)
        self.update()

    def dress(self) -> None:
        """Take the theme's font."""
        self.setFont(self._theme.font("body", 500))

    def _take_tab(self) -> None:
        """Tab reaches the choice that holds; arrows go on from there."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if self.isChecked() else Qt.FocusPolicy.ClickFocus)

    def sizeHint(self) -> QSize:  # noqa: N802
        words = QFontMetrics(self._theme.font("body", 600)).horizontalAdvance(self.words)
        return QSize(words + self._theme.scaled(2 * self._padding), self._theme.size("control"))

    def hitButton(self, point: QPoint) -> bool:  # noqa: N802
        return self.rect().contains(point)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        event.accept()  # the second click of a double click chooses nothing: another figure may stand there by then

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802
        super().enterEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        del event
        theme, chosen = self._theme, self.isChecked()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if chosen or (self.underMouse() and self.isEnabled()):
                painter.setPen(QPen(theme.colour("accent"), 1) if chosen else Qt.PenStyle.NoPen)
                painter.setBrush(theme.colour("accent_soft" if chosen else "background"))
                box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
                painter.drawRoundedRect(box, theme.radius("control"), theme.radius("control"))
            painter.setFont(theme.font("body", 600 if chosen else 500))
            painter.setPen(theme.colour("muted" if not self.isEnabled() else "accent_ink" if chosen else "text"))
            words = painter.fontMetrics().elidedText(self.words, Qt.TextElideMode.ElideRight, self.width() - 8)
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, words)


class Segments(QGroupBox):
    """A row of choices of which one holds; where the row is too narrow, they stand two by two or below each other."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, choices: list[tuple[str, str]], *, padding: int = 12) -> None:
        super().__init__()
        self._theme = theme
        self._group = QButtonGroup(self)
        self._segments: dict[str, _Segment] = {}
        for value, text in choices:
            segment = _Segment(theme, text, padding)
            segment.setParent(self)
            segment.setProperty("ringRadius", theme.radius("control"))
            self._group.addButton(segment)
            self._segments[value] = segment
        next(iter(self._segments.values())).setChecked(True)
        self._group.buttonClicked.connect(self._picked)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self._dress)

    def _picked(self) -> None:
        self.update()
        self.chosen.emit(self.value)

    @property
    def value(self) -> str:
        """The value of the choice that holds."""
        return next(value for value, segment in self._segments.items() if segment.isChecked())

    @value.setter
    def value(self, value: str) -> None:
        self._segments[value].setChecked(True)
        self.update()

    def say(self, value: str, text: str) -> None:
        """Show other words for a choice."""
        if self._segments[value].words != text:
            self._segments[value].say(text)
            self.updateGeometry()
            self._place()

    def segment(self, value: str) -> QRadioButton:
        """The button of a choice."""
        return self._segments[value]

    def sizeHint(self) -> QSize:  # noqa: N802, D102
        return QSize(sum(self._widths()), self._theme.size("control"))

    def minimumSizeHint(self) -> QSize:  # noqa: N802, D102
        return QSize(max(self._widths()), self._theme.size("control"))

    def hasHeightForWidth(self) -> bool:  # noqa: N802, D102
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802, D102
        return -(-len(self._segments) // self._columns(width)) * self._theme.size("control")

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802, D102
        super().resizeEvent(event)
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, D102
        del event
        radius = self._theme.radius("control")
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.colour("control"), 1))
            painter.setBrush(self._theme.colour("surface"))
            painter.drawRoundedRect(QRectF(self._box()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
            if self._columns(self.width()) == len(self._segments):
                self._paint_partings(painter)

    def _paint_partings(self, painter: QPainter) -> None:
        """Draw a short line between two segments of which none is chosen."""
        painter.setPen(QPen(self._theme.colour("border"), 1))
        inset = self._theme.scaled(6)
        for left, right in pairwise(self._segments.values()):
            if not (left.isChecked() or right.isChecked()):
                x = right.x() + 0.5
                painter.drawLine(QPointF(x, right.y() + inset), QPointF(x, right.geometry().bottom() - inset))

    def _box(self) -> QRect:
        """The part of the place that the segments take: a taller place leaves them as they are."""
        height = self.heightForWidth(self.width())
        return QRect(0, (self.height() - height) // 2, self.width(), height)

    def _place(self) -> None:
        box, height = self._box(), self._theme.size("control")
        columns = self._columns(self.width())
        if columns < len(self._segments):
            wide = self.width() // columns
            for at, segment in enumerate(self._segments.values()):
                row, column = divmod(at, columns)
                segment.setGeometry(column * wide, box.top() + row * height, wide, height)
            return
        spare, x = max(0, self.width() - sum(self._widths())), 0
        for at, (segment, width) in enumerate(zip(self._segments.values(), self._widths(), strict=True)):
            end = self.width() if at == len(self._segments) - 1 else x + width + spare // len(self._segments)
            segment.setGeometry(x, box.top(), end - x, height)
            x = end

    def _columns(self, width: int) -> int:
        """All in one row, else two by two where that fits, else one under the other."""
        widths = self._widths()
        if sum(widths) <= width:
            return len(widths)
        return 2 if len(widths) > 2 and 2 * max(widths) <= width else 1

    def _widths(self) -> list[int]:
        return [segment.sizeHint().width() for segment in self._segments.values()]

    def _dress(self) -> None:
        for segment in self._segments.values():
            segment.dress()
        self.updateGeometry()
        self._place()
        self.update()
