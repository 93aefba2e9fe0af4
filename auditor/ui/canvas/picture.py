"""The figure's own pixels on the canvas: which version of them is drawn where, and which one is asked for meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from auditor.ui.canvas.adjust import NEUTRAL, adjusted
from auditor.ui.canvas.images import Figure
from auditor.ui.canvas.scaling import shrink
from auditor.ui.canvas.view import View
from auditor.ui.workers import Call

SHARP_FROM = 2.0  # pixels are shown as squares from here on
WHOLE = 4 << 20  # a scaled figure of up to so many pixels is made in one piece
SPARE = 256  # device pixels made beyond the edge of what is seen, for panning


@dataclass(frozen=True)
class Backdrop:
    """What lies under transparent pixels: one colour, or two in squares of so many device pixels."""

    colours: tuple[QColor, ...]
    square: int = 8

    def paint(self, painter: QPainter, area: QRect) -> None:
        """Fill an area, squares counted from its corner."""
        painter.fillRect(area, self.colours[0])
        if len(self.colours) == 1:
            return
        tile = QImage(2 * self.square, 2 * self.square, QImage.Format.Format_RGB32)
        tile.fill(self.colours[0])
        square = self.square
        brush = QPainter(tile)
        brush.fillRect(square, 0, square, square, self.colours[1])
        brush.fillRect(0, square, square, square, self.colours[1])
        brush.end()
        painter.save()
        painter.setBrushOrigin(area.topLeft())
        painter.fillRect(area, tile)
        painter.restore()


class Picture:
    """Draws one figure in device pixels; `ready` is called when a better version of it has come."""

    def __init__(self, ready: Callable[[], object]) -> None:
        self._ready = ready
        self._figure: Figure | None = None
        self._part: tuple[QImage, QRect, tuple[int, int]] | None = None
        self._asked: tuple[QRect, tuple[int, int]] | None = None
        self._call: Call | None = None
        self._frame: tuple[object, QImage] | None = None
        self.adjustment = NEUTRAL
        self.backdrop = Backdrop(())

    @property
    def figure(self) -> Figure | None:
        """What is drawn."""
        return self._figure

    def show(self, figure: Figure | None) -> None:
        """Draw another figure from now on."""
        self._figure, self._part, self._frame = figure, None, None
        self._forget_request()

    def paint(self, painter: QPainter, view: View) -> None:
        """The figure as the view has it; the painter counts device pixels."""
        left, top, width, height = view.visible()
        if self._figure is None or width <= 0 or height <= 0:
            return
        if self.adjustment == NEUTRAL:
            self._draw(painter, view)
            return
        painter.drawImage(view.left + left, view.top + top, self._adjusted_frame(view, QRect(left, top, width, height)))

    def lens(self, painter: QPainter, area: QRect, centre: tuple[float, float], scale: float) -> None:
        """The figure around a point, enlarged into an area of device pixels."""
        view = View()
        view.figure = self._figure.size if self._figure else (1, 1)
        view.viewport = (area.width(), area.height())
        view.scale, view.fitted = scale, False
        view.left = round(area.width() / 2 - centre[0] * scale)
        view.top = round(area.height() / 2 - centre[1] * scale)
        seen = QRect(*view.visible())
        if self._figure is not None and not seen.isEmpty():
            corner = area.topLeft() + QPoint(view.left + seen.left(), view.top + seen.top())
            painter.drawImage(corner, adjusted(self._drawn(view, seen), self.adjustment))

    def _adjusted_frame(self, view: View, area: QRect) -> QImage:
        whole = view.whole
        settled = self._has(view, whole, area)
        key = (view.scale, area.getRect(), self.adjustment, self.backdrop, settled)
        if self._frame is None or self._frame[0] != key:
            self._frame = key, adjusted(self._drawn(view, area), self.adjustment)
        return self._frame[1]

    def _drawn(self, view: View, part: QRect) -> QImage:
        """A part of the scaled figure as an image of its own, with what lies under it."""
        frame = QImage(part.size(), QImage.Format.Format_RGB32)
        brush = QPainter(frame)
        brush.translate(-view.left - part.left(), -view.top - part.top())
        self._draw(brush, view)
        brush.end()
        return frame

    def _draw(self, painter: QPainter, view: View) -> None:
        figure = self._figure
        assert figure is not None  # noqa: S101 - `paint` has looked
        if figure.transparent:
            left, top, width, height = view.visible()
            painter.save()
            painter.setClipRect(view.left + left, view.top + top, width, height)
            self.backdrop.paint(painter, QRect(view.left, view.top, *view.whole))
            painter.restore()
        if view.scale >= 1:
            self._draw_source(painter, view, smooth=1 < view.scale < SHARP_FROM)
        else:
            self._draw_scaled(painter, view, figure)

    def _draw_source(self, painter: QPainter, view: View, *, smooth: bool) -> None:
        """Straight from the figure's pixels, those that are seen and no others."""
        figure = self._figure
        assert figure is not None  # noqa: S101 - `paint` has looked
        left, top, width, height = view.visible()
        x, y = floor(left / view.scale), floor(top / view.scale)
        right = min(figure.width, ceil((left + width) / view.scale))
        bottom = min(figure.height, ceil((top + height) / view.scale))
        if right <= x or bottom <= y:
            return
        source = QRect(x, y, right - x, bottom - y)
        target = QRectF(
            view.left + x * view.scale,
            view.top + y * view.scale,
            source.width() * view.scale,
            source.height() * view.scale,
        )
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
        painter.drawImage(target, figure.image, QRectF(source))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)

    def _draw_scaled(self, painter: QPainter, view: View, figure: Figure) -> None:
        whole = view.whole
        made = figure.renderings.get(whole)
        if made is not None:
            painter.drawImage(view.left, view.top, made)
            return
        seen = QRect(*view.visible())
        if not self._has_part(whole, seen):
            self._ask(figure, view, whole)
        if self._has(view, whole, seen):  # it may have been made at once
            self._draw_ready(painter, view, whole)
            return
        self._draw_meanwhile(painter, view, figure)

    def _draw_ready(self, painter: QPainter, view: View, whole: tuple[int, int]) -> None:
        figure = self._figure
        made = figure.renderings.get(whole) if figure else None
        if made is not None:
            painter.drawImage(view.left, view.top, made)
        elif self._part is not None:
            image, part, _whole = self._part
            painter.drawImage(view.left + part.left(), view.top + part.top(), image)

    def _draw_meanwhile(self, painter: QPainter, view: View, figure: Figure) -> None:
        """A version of another size, or the figure itself, stretched for the moment until the right one has come."""
        others = [image for image in figure.renderings.values() if image.width() >= view.whole[0] / 2]
        if others:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
            painter.drawImage(QRectF(view.left, view.top, *view.whole), min(others, key=QImage.width))
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        else:
            self._draw_source(painter, view, smooth=True)

    def _has(self, view: View, whole: tuple[int, int], seen: QRect) -> bool:
        figure = self._figure
        return view.scale >= 1 or (figure is not None and whole in figure.renderings) or self._has_part(whole, seen)

    def _has_part(self, whole: tuple[int, int], seen: QRect) -> bool:
        return self._part is not None and self._part[2] == whole and self._part[1].contains(seen)

    def _ask(self, figure: Figure, view: View, whole: tuple[int, int]) -> None:
        in_one_piece = whole[0] * whole[1] <= max(WHOLE, 2 * view.viewport[0] * view.viewport[1])
        part = QRect(0, 0, *whole) if in_one_piece else QRect(*view.visible(SPARE))
        if self._asked == (part, whole):
            return
        if self._asked is not None and self._asked[1] == whole and self._asked[0].contains(QRect(*view.visible())):
            return
        self._forget_request()
        self._asked = part, whole
        if figure.home is None:
            self._arrived(figure, part, whole, shrink(figure.image, part, whole))
            return
        self._call = figure.home.scale(figure, part, whole, lambda image: self._come(figure, part, whole, image))

    def _come(self, figure: Figure, part: QRect, whole: tuple[int, int], image: QImage) -> None:
        if figure is self._figure:
            self._arrived(figure, part, whole, image)
            self._ready()

    def _arrived(self, figure: Figure, part: QRect, whole: tuple[int, int], image: QImage) -> None:
        self._asked = self._call = None
        if (part.width(), part.height()) == whole:
            figure.keep(whole, image)
        else:
            self._part = image, part, whole

    def _forget_request(self) -> None:
        if self._call is not None:
            self._call.cancel()
        self._asked = self._call = None
