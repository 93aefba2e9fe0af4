"""A round lens over the figure: where the mouse is, else in the middle of the canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPen

from auditor.ui.canvas.sheet import ink, paper

if TYPE_CHECKING:
    from auditor.ui.canvas.figure import FigureCanvas
    from auditor.ui.canvas.picture import Picture

DIAMETER = 240  # logical px
TIMES = 3.0  # larger than the figure is shown, and never below 2 screen pixels to one of the figure


class Magnifier:
    """Shows what lies under the pointer larger, while it is on."""

    def __init__(self, canvas: FigureCanvas) -> None:
        self._canvas = canvas
        self._at: QPointF | None = None
        self.on = False

    def follow(self, point: QPointF | None) -> None:
        """The pointer is here now; None for nowhere on the canvas."""
        self._at = point
        if self.on:
            self._canvas.update()

    def paint(self, painter: QPainter, picture: Picture) -> None:
        """The lens, when it is on."""
        if not self.on:
            return
        canvas = self._canvas
        at = self._at or QPointF(canvas.rect().center())
        side = min(DIAMETER, canvas.width() - 8, canvas.height() - 8)
        lens = QRectF(at.x() - side / 2, at.y() - side / 2, side, side)
        around = QPainterPath()
        around.addEllipse(lens)
        ratio = canvas.devicePixelRatioF()
        point = canvas.to_image(at)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(around)
        painter.fillRect(lens, canvas.theme.colour("canvas"))
        painter.scale(1 / ratio, 1 / ratio)
        area = QRect(round(lens.x() * ratio), round(lens.y() * ratio), round(side * ratio), round(side * ratio))
        picture.lens(painter, area, (point.x(), point.y()), max(2.0, canvas.view.scale * TIMES))
        painter.restore()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for colour, width in ((paper(), 5.0), (ink(), 1.5)):
            painter.setPen(QPen(colour, width))
            painter.drawEllipse(lens)
        painter.restore()
