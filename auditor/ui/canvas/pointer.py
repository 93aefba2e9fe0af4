"""The mouse on the canvas: to the page's tool first, else it pans; the wheel and the pinch zoom where they happen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent

if TYPE_CHECKING:
    from auditor.ui.canvas.figure import FigureCanvas

NOTCH = 120  # of a wheel, in Qt's units
PER_NOTCH = 1.25


class Tool(Protocol):
    """What a page does with the mouse on the figure; each tells whether it used the event."""

    def press(self, event: QMouseEvent, point: QPointF) -> bool:
        """A button went down over a point of the figure."""

    def move(self, event: QMouseEvent, point: QPointF) -> bool:
        """The mouse moved, with or without a button."""

    def release(self, event: QMouseEvent, point: QPointF) -> bool:
        """A button went up."""


class Pointer(QObject):
    """Decides what a press, a move or a turn of the wheel means."""

    def __init__(self, canvas: FigureCanvas) -> None:
        super().__init__()
        self._canvas = canvas
        self._from: QPointF | None = None
        self._with_tool = False
        self._space = False
        self.tool: Tool | None = None

    def hold_space(self) -> None:
        """Space is down: a drag pans even where a tool would have it, until Space goes up."""
        if not self._space:
            self._space = True
            self._canvas.setCursor(Qt.CursorShape.OpenHandCursor)
            _application().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Wait for Space to go up, wherever the focus is by then."""
        del watched
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyRelease:
            if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
                self._end_space()
        elif event.type() == QEvent.Type.ApplicationDeactivate:
            self._end_space()
        return False

    def press(self, event: QMouseEvent) -> None:
        """Give it to the tool, or begin to pan."""
        middle = event.button() == Qt.MouseButton.MiddleButton
        if not (self._space or middle) and self._offer("press", event):
            self._with_tool = True
            return
        if middle or event.button() == Qt.MouseButton.LeftButton:
            self._from = event.position()
            self._canvas.setCursor(Qt.CursorShape.ClosedHandCursor)

    def move(self, event: QMouseEvent) -> None:
        """Pan while dragging; else the tool and the magnifier follow."""
        self._canvas.magnifier.follow(event.position())
        if self._from is None:
            self._offer("move", event)
            return
        step = event.position() - self._from
        self._from = event.position()
        self._canvas.pan(step.x(), step.y())

    def release(self, event: QMouseEvent) -> None:
        """End what the press began."""
        if self._from is not None:
            self._from = None
            self._rest()
        elif self._with_tool:
            self._with_tool = False
            self._offer("release", event)

    def wheel(self, event: QWheelEvent) -> None:
        """Zoom at the pointer; a touch pad's small steps add up."""
        turned = event.angleDelta().y()
        if turned:
            self._canvas.zoom_by(PER_NOTCH ** (turned / NOTCH), event.position())
        event.accept()

    def gesture(self, event: QEvent) -> bool:
        """Zoom by a pinch; True when it was one."""
        if not isinstance(event, QNativeGestureEvent):
            return False
        if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
            return False
        self._canvas.zoom_by(1 + event.value(), event.position())
        return True

    def _offer(self, what: str, event: QMouseEvent) -> bool:
        if self.tool is None or self._canvas.figure is None:
            return False
        return bool(getattr(self.tool, what)(event, self._canvas.to_image(event.position())))

    def _end_space(self) -> None:
        self._space = False
        _application().removeEventFilter(self)
        if self._from is None:
            self._rest()

    def _rest(self) -> None:
        if self._space:
            self._canvas.setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self._canvas.unsetCursor()


def _application() -> QCoreApplication:
    application = QGuiApplication.instance()
    assert application is not None  # noqa: S101 - there is no canvas without one
    return application
