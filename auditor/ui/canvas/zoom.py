"""A widget that looks at a figure through a view: zoom, pan, and the way between its points and the figure's pixels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from auditor.ui.canvas.cache import Viewport
from auditor.ui.canvas.view import View, ViewState

_WIDE, _MARGIN, _MARGIN_NARROW = 480, 32, 16  # logical px: room from which the sheet gets the wide margin


class ZoomWidget(QWidget):
    """Keeps a `View` in step with its own size and the screen's pixel ratio; `view_changed` says that it moved."""

    view_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = View()

    @property
    def scale(self) -> float:
        """Logical pixels per pixel of the figure."""
        return self.view.scale / self.devicePixelRatioF()

    @property
    def percent(self) -> float:
        """Pixels of the screen per 100 pixels of the figure."""
        return self.view.scale * 100

    def to_image(self, point: QPointF) -> QPointF:
        """The point of the figure, in its pixels, under a point of the widget."""
        ratio = self.devicePixelRatioF()
        return QPointF(*self.view.to_figure(point.x() * ratio, point.y() * ratio))

    def to_widget(self, point: QPointF) -> QPointF:
        """The point of the widget over a point of the figure."""
        ratio = self.devicePixelRatioF()
        x, y = self.view.to_device(point.x(), point.y())
        return QPointF(x / ratio, y / ratio)

    def sheet(self) -> QRectF:
        """Where the whole figure lies, in points of the widget; parts of it may be out of sight."""
        ratio = self.devicePixelRatioF()
        width, height = self.view.whole
        return QRectF(self.view.left / ratio, self.view.top / ratio, width / ratio, height / ratio)

    def fit(self) -> None:
        """The whole figure, as large as it goes."""
        self._moved(self.view.fit)

    def one_to_one(self) -> None:
        """One pixel of the figure per pixel of the screen."""
        self._moved(lambda: self.view.zoom_to(1.0))

    def zoom(self, *, larger: bool, at: QPointF | None = None) -> None:
        """One step larger or smaller; what lies under `at` stays there."""
        self._moved(lambda: self.view.step(larger=larger, anchor=self._device(at)))

    def zoom_by(self, factor: float, at: QPointF) -> None:
        """Larger or smaller by a factor; what lies under `at` stays there."""
        self._moved(lambda: self.view.turn(factor, self._device(at) or (0.0, 0.0)))

    def pan(self, across: float, down: float) -> bool:
        """Move the figure by logical pixels, in the directions in which it is larger than the canvas."""
        width, height = self.view.whole
        dx = across if width > self.view.viewport[0] else 0.0
        dy = down if height > self.view.viewport[1] else 0.0
        if not (dx or dy):
            return False
        ratio = self.devicePixelRatioF()
        self._moved(lambda: self.view.pan(dx * ratio, dy * ratio))
        return True

    def view_state(self) -> ViewState:
        """The view, to come back to."""
        return self.view.state()

    def restore_view(self, state: ViewState) -> None:
        """A view that was left."""
        self._moved(lambda: self.view.restore(state))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Keep the figure fitted, or its middle in the middle."""
        super().resizeEvent(event)
        self.measure()

    def event(self, event: QEvent) -> bool:
        """Follow the screen's pixel ratio."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.measure()
        return super().event(event)

    def viewport(self) -> Viewport:
        """What figures are fitted into; a cache that prefetches for this canvas wants to know."""
        ratio = self.devicePixelRatioF()
        narrow = min(self.width(), self.height()) < _WIDE
        margin = _MARGIN_NARROW if narrow else _MARGIN
        return Viewport(
            (round(self.width() * ratio), round(self.height() * ratio)),
            round(margin * ratio),
            float(max(1, int(ratio))),
        )

    def measure(self) -> None:
        """Take over the widget's size; a fitted figure stays fitted."""
        seen = self.viewport()
        self.view.resize(seen.size, margin=seen.margin, natural=seen.natural)
        self.view_changed.emit()

    def _device(self, point: QPointF | None) -> tuple[float, float] | None:
        ratio = self.devicePixelRatioF()
        return None if point is None else (point.x() * ratio, point.y() * ratio)

    def _moved(self, move: Callable[[], Any]) -> None:
        move()
        self.update()
        self.view_changed.emit()
