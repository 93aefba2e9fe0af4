"""The focus ring: two pixels around whatever has the keyboard, two pixels away from it, for every kind of widget."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QToolBox,
    QWidget,
)
from shiboken6 import isValid

from auditor.ui.theme import Theme

_TAKERS = (QSplitter, QStackedWidget, QTabWidget, QToolBox)  # they lay out whatever child they get
_MOVES = {
    QEvent.Type.Move,
    QEvent.Type.Resize,
    QEvent.Type.Show,
    QEvent.Type.Hide,
    QEvent.Type.ParentChange,
    QEvent.Type.ZOrderChange,
    QEvent.Type.Destroy,
}


class FocusRing(QObject):
    """Keeps one ring around the widget that has the focus.

    A widget may say how by dynamic properties: "ring" is "outside" (the default), "inside" for what fills its area to
    the edge, or "none" for what shows its focus in another way; "ringRadius" is the radius of its own corners.
    """

    def __init__(self, app: QApplication, theme: Theme) -> None:
        super().__init__(app)
        self._app = app
        self._theme = theme
        self._ring: _Ring | None = None
        self._watched: list[QWidget] = []
        app.focusChanged.connect(self._focus_changed)
        theme.changed.connect(self.refresh)

    @property
    def around(self) -> QWidget | None:
        """The widget the ring is around, None when there is no ring to see."""
        return self._watched[0] if self._watched and self._shown() else None

    def refresh(self) -> None:
        """Place the ring anew."""
        self._focus_changed(None, QApplication.focusWidget())

    def retire(self) -> None:
        """Take the ring away for good."""
        self._app.focusChanged.disconnect(self._focus_changed)
        self._theme.changed.disconnect(self.refresh)
        self._focus_changed(None, None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802, D102
        del watched
        if event.type() in _MOVES:
            self._place()
        return False

    def _shown(self) -> bool:
        return self._ring is not None and isValid(self._ring) and not self._ring.isHidden()

    def _focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        del old
        for widget in self._watched:
            if isValid(widget):
                widget.removeEventFilter(self)
        self._watched = []
        target = _ringed(new)
        if target is None:
            self._hide()
            return
        step: QWidget | None = target
        while step is not None and not step.isWindow():
            self._watched.append(step)
            step.installEventFilter(self)
            step = step.parentWidget()
        self._place()

    def _hide(self) -> None:
        if self._ring is not None and isValid(self._ring):
            self._ring.hide()
            self._ring.deleteLater()
        self._ring = None

    def _place(self) -> None:
        target = self._watched[0] if self._watched else None
        if target is None or not isValid(target):
            return
        frame = _frame_of(target, _reach(target, self._theme))
        if self._ring is None or not isValid(self._ring) or self._ring.parentWidget() is not frame:
            self._hide()
            self._ring = _Ring(self._theme, frame)
        if target.isVisible():
            self._ring.surround(target)
        else:
            self._ring.hide()


class _Ring(QWidget):
    """The ring itself: lies over the window, takes no clicks, and covers nothing but its own line."""

    def __init__(self, theme: Theme, frame: QWidget) -> None:
        super().__init__(frame)
        self._theme = theme
        self._frame = frame
        self._radius = 0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def surround(self, target: QWidget) -> None:
        """Go around this widget."""
        line, reach = self._theme.size("focus_ring"), _reach(target, self._theme)
        corner = target.mapTo(self._frame, QPoint(0, 0))
        place = QRect(corner, target.size()).adjusted(-reach, -reach, reach, reach)
        self._radius = int(target.property("ringRadius") or self._theme.radius("control")) + reach if reach else 0
        self.setGeometry(place)
        depth = line + self._radius
        whole = QRegion(self.rect())
        self.setMask(whole.subtracted(QRegion(self.rect().adjusted(depth, depth, -depth, -depth))))
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        del event
        line = self._theme.size("focus_ring")
        half = line / 2
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.colour("focus"), line))
            box = QRectF(self.rect()).adjusted(half, half, -half, -half)
            painter.drawRoundedRect(box, max(0, self._radius - half), max(0, self._radius - half))


def _reach(target: QWidget, theme: Theme) -> int:
    """How far the ring goes beyond the widget."""
    return 0 if target.property("ring") == "inside" else theme.size("focus_ring") + theme.size("focus_gap")


def _ringed(widget: QWidget | None) -> QWidget | None:
    """The widget to put the ring around: the focused one, or what it is the inner part of."""
    if widget is None or widget.isWindow() or widget.property("ring") == "none":
        return None
    if isinstance(widget, QAbstractItemView) and widget.window().windowType() is Qt.WindowType.Popup:
        return None  # the list of a combo box shows the row it is at
    return widget


def _frame_of(widget: QWidget, reach: int) -> QWidget:
    """What holds the ring: the nearest parent with room for it, so that what lies over the widget hides it too."""
    step = widget.parentWidget()
    while step is not None and not step.isWindow():
        holder = step.parentWidget()
        if isinstance(holder, QScrollArea) and holder.viewport() is step:
            return step  # the ring is cut with the scrolled page
        place = QRect(widget.mapTo(step, QPoint(0, 0)), widget.size()).adjusted(-reach, -reach, reach, reach)
        if step.rect().contains(place) and not isinstance(step, _TAKERS):
            return step
        step = holder
    return widget.window()
