"""A chart on a page: paints the shapes of a picture in the theme's colours, as wide as its place."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from auditor.reports.shapes import Bar, Chart, Dot, Line, Picture, Shape, Word
from auditor.ui.theme import Theme, tokens

LEAST_WIDTH = 160


class ChartView(QLabel):
    """One chart; a screen reader gets its sentence, the numbers stand in a table or in words beside it.

    It is a label because Qt tells a label with a picture as a graphic; the picture itself is painted here.
    """

    def __init__(self, theme: Theme, chart: Chart) -> None:
        super().__init__()
        self._theme = theme
        self._chart = chart
        self.drawn = Picture(0, 0, (), "")
        clear = QPixmap(1, 1)
        clear.fill(Qt.GlobalColor.transparent)
        self.setPixmap(clear)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(LEAST_WIDTH)
        self._lay_out()
        theme.changed.connect(self._lay_out)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802, D102
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def sizeHint(self) -> QSize:  # noqa: N802, D102
        return QSize(self._theme.scaled(320), self.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, D102
        del event
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
            painter.scale(self._scale, self._scale)
            for shape in self.drawn.shapes:
                self._paint(painter, shape)

    @property
    def _scale(self) -> float:
        """Everything in a chart grows with the text."""
        return self._theme.text_size / 100

    def _lay_out(self) -> None:
        self.drawn = self._chart(max(self.width(), LEAST_WIDTH) / self._scale, self._measure)
        self.setAccessibleName(self.drawn.sentence)
        self.setFixedHeight(round(self.drawn.height * self._scale))
        self.update()

    def _measure(self, text: str, size: str, weight: int) -> float:
        font = self._theme.font(size, weight, pixels=tokens()["type"][size])
        return QFontMetricsF(font).horizontalAdvance(text)

    def _paint(self, painter: QPainter, shape: Shape) -> None:
        match shape:
            case Bar():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self._colour(shape.role, shape.opacity))
                place = QRectF(shape.x, shape.y, shape.width, shape.height)
                painter.drawRoundedRect(place, shape.radius, shape.radius)
            case Line():
                pen = QPen(self._colour(shape.role, shape.opacity), shape.width)
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                painter.setPen(pen)
                painter.drawLine(QPointF(shape.x1, shape.y1), QPointF(shape.x2, shape.y2))
            case Dot():
                painter.setPen(QPen(self._colour(shape.ring), 1.5) if shape.ring else Qt.PenStyle.NoPen)
                painter.setBrush(self._colour(shape.role))
                painter.drawEllipse(QPointF(shape.x, shape.y), shape.radius, shape.radius)
            case Word():
                self._write(painter, shape)

    def _write(self, painter: QPainter, word: Word) -> None:
        painter.setFont(self._theme.font(word.size, word.weight, pixels=tokens()["type"][word.size]))
        painter.setPen(self._colour(word.role))
        back = {"start": 0.0, "middle": 0.5, "end": 1.0}[word.anchor]
        x = word.x - back * self._measure(word.text, word.size, word.weight)
        painter.drawText(QPointF(x, word.y), word.text)

    def _colour(self, role: str, opacity: float = 1.0) -> QColor:
        colour = self._theme.colour(role)
        colour.setAlphaF(opacity)
        return colour
