"""The canvas: one figure on its sheet, zoomed and looked at closely, with room for what a page draws over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from shiboken6 import Shiboken

from auditor.ui.canvas import accessible
from auditor.ui.canvas.accessible import Part, no_parts
from auditor.ui.canvas.adjust import Adjustment
from auditor.ui.canvas.images import Figure
from auditor.ui.canvas.keys import press
from auditor.ui.canvas.magnifier import Magnifier
from auditor.ui.canvas.picture import Picture
from auditor.ui.canvas.pointer import Pointer, Tool
from auditor.ui.canvas.sheet import BACKGROUNDS, backdrop, paint_loading, paint_shadow, paint_trouble
from auditor.ui.canvas.zoom import ZoomWidget
from auditor.ui.shortcuts import Stroke
from auditor.ui.theme import Theme

LOADING_AFTER_MS = 150
SKIP_HINT = "Skip it with S."

Overlay = Callable[[QPainter], object]


class FigureCanvas(ZoomWidget):
    """Shows a figure crisply at every zoom; `painted` says when its own pixels were first drawn."""

    painted = Signal(object)  # the key of `show_figure`
    looks_changed = Signal()  # magnifier, adjustment or background
    adjust_wanted = Signal()  # the key for brightness and contrast; the toolbar shows them

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        accessible.install()
        super().__init__(parent)
        self._parts: Callable[[], Sequence[Part]] = no_parts
        self.theme = theme
        self.paints = 0
        self._key: object = None
        self._state = "empty"  # empty, loading, figure, trouble
        self._announced = False
        self._words = ("", "")
        self._loading_words = ""
        self._background = BACKGROUNDS[0]
        self._overlay: Overlay | None = None
        self._picture = Picture(self._better)
        self._pointer = Pointer(self)
        self.magnifier = Magnifier(self)
        self._timer = QTimer(self, singleShot=True, interval=LOADING_AFTER_MS)
        self._timer.timeout.connect(self.update)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setMouseTracking(True)
        self.setProperty("ring", "inside")  # the canvas goes to the edge; see auditor.ui.focus
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    # --- what is shown ----------------------------------------------------------------------------------------------

    def show_figure(self, key: object, figure: Figure | None, size: tuple[int, int] | None = None) -> None:
        """Show a figure, fitted; `key` comes back with `painted`. None is a sheet of `size` that still loads."""
        if figure is None:
            self.show_loading(size or (4, 3))
            self._key = key
            return
        self._timer.stop()
        self._key, self._state, self._announced = key, "figure", False
        self._picture.show(figure)
        self._fit_anew(figure.size)
        self._tell_home()

    def show_loading(self, size: tuple[int, int], file_bytes: int = 0) -> None:
        """An empty sheet in the aspect of a figure to come; says "Loading" when that takes longer than a glance."""
        self._key, self._state = None, "loading"
        megabytes = file_bytes / 1e6
        amount = f"{megabytes:,.0f} MB" if megabytes >= 1 else f"{max(1, round(file_bytes / 1e3))} kB"
        self._loading_words = f"Loading, {amount}" if file_bytes else "Loading"
        self._picture.show(None)
        self._timer.start()
        self._fit_anew(size)

    def show_trouble(self, text: str, hint: str = SKIP_HINT) -> None:
        """A sheet that says why the figure cannot be shown, and what to do."""
        self._clear("trouble")
        self._words = (text, hint)

    def show_nothing(self) -> None:
        """The bare canvas."""
        self._clear("empty")

    def _clear(self, state: str) -> None:
        self._timer.stop()
        self._key, self._state = None, state
        self._picture.show(None)
        self.update()
        self.view_changed.emit()

    @property
    def figure(self) -> Figure | None:
        """The figure on the canvas, None while it loads or cannot be shown."""
        return self._picture.figure

    @property
    def key(self) -> object:
        """The key of what is shown or loads."""
        return self._key

    @property
    def state(self) -> str:
        """What is on the canvas: "empty", "loading", "figure" or "trouble"."""
        return self._state

    @property
    def stretched(self) -> bool:
        """Whether the figure's deep values were spread to be seen."""
        return self.figure is not None and self.figure.stretched

    def set_sentence(self, sentence: str) -> None:
        """What a screen reader says of the figure."""
        self.setAccessibleName(sentence)

    def parts(self) -> Sequence[Part]:
        """What lies on the figure, for a screen reader."""
        return self._parts() if self._state == "figure" else ()

    def set_parts(self, parts: Callable[[], Sequence[Part]]) -> None:
        """Where a screen reader learns what lies on the figure."""
        self._parts = parts

    # --- looks ------------------------------------------------------------------------------------------------------

    @property
    def adjustment(self) -> Adjustment:
        """Brightness, contrast and inversion of what is shown."""
        return self._picture.adjustment

    def adjust(self, adjustment: Adjustment) -> None:
        """Show the figure brighter, stronger or inverted; nothing of it is stored."""
        self._picture.adjustment = adjustment
        self._looks_differ()

    def invert(self) -> None:
        """Swap dark and light, or back."""
        before = self.adjustment
        self.adjust(Adjustment(before.brightness, before.contrast, not before.inverted))

    @property
    def background(self) -> str:
        """What lies under transparent pixels: "white", "grey" or "checker"."""
        return self._background

    def set_background(self, name: str) -> None:
        """Choose what lies under transparent pixels."""
        self._background = name if name in BACKGROUNDS else BACKGROUNDS[0]
        self._looks_differ()

    def next_background(self) -> None:
        """The next of white, grey and checker."""
        self.set_background(BACKGROUNDS[(BACKGROUNDS.index(self._background) + 1) % len(BACKGROUNDS)])

    def toggle_magnifier(self) -> None:
        """Show or hide the magnifier."""
        self.magnifier.on = not self.magnifier.on
        self._looks_differ()

    # --- what a page adds -------------------------------------------------------------------------------------------

    def set_overlay(self, overlay: Overlay | None) -> None:
        """A function that paints over the figure, in points of the widget."""
        self._overlay = overlay
        self.update()

    def set_tool(self, tool: Tool | None) -> None:
        """What gets the mouse first; its press, move and release say whether they used the event."""
        self._pointer.tool = tool

    def press(self, stroke: Stroke) -> bool:
        """Take a key of the canvas (fit, zoom, pan, magnifier …); True when it was one."""
        return press(self, self._pointer, stroke)

    # --- Qt ---------------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Any size will do; a small one keeps the window free to shrink."""
        return QSize(320, 200)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As small as the window gets."""
        return QSize(120, 80)

    def measure(self) -> None:
        """Take over the widget's size, and tell the cache what to fit figures into."""
        super().measure()
        self._tell_home()

    def event(self, event: QEvent) -> bool:
        """Follow the pinch of a touch pad."""
        if event.type() == QEvent.Type.NativeGesture and self._pointer.gesture(event):
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The canvas, the sheet, the figure, what the page adds, the magnifier."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.theme.colour("canvas"))
        drawn = self._paint_content(painter)
        if self._overlay is not None and self._state == "figure":
            painter.save()
            self._overlay(painter)
            painter.restore()
        if drawn:
            self.magnifier.paint(painter, self._picture)
        painter.end()
        self.paints += 1
        if drawn and not self._announced:
            self._announced = True
            self.painted.emit(self._key)

    def _paint_content(self, painter: QPainter) -> bool:
        if self._state == "trouble":
            paint_trouble(painter, self.theme, QRectF(self.rect()), self._words)
        if self._state not in {"loading", "figure"}:
            return False
        sheet = self.sheet()
        if self.figure is None:
            paint_shadow(painter, sheet)
            paint_loading(painter, self.theme, sheet, "" if self._timer.isActive() else self._loading_words)
            return False
        paint_shadow(painter, sheet)
        ratio = self.devicePixelRatioF()
        self._picture.backdrop = backdrop(self._background, ratio)
        painter.save()
        painter.scale(1 / ratio, 1 / ratio)  # from here to `restore` one unit is one pixel of the screen
        self._picture.paint(painter, self.view)
        painter.restore()
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """To the tool, else begin to pan."""
        self._pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """To the tool, else pan."""
        self._pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """To the tool, else end to pan."""
        self._pointer.release(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Zoom at the pointer."""
        self._pointer.wheel(event)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """The magnifier goes back to the middle."""
        super().leaveEvent(event)
        self.magnifier.follow(None)

    # --- inside -----------------------------------------------------------------------------------------------------

    def _better(self) -> None:
        """A sharper version has come, perhaps after the window went."""
        if Shiboken.isValid(self):
            self.update()

    def _looks_differ(self) -> None:
        self.update()
        self.looks_changed.emit()

    def _fit_anew(self, size: tuple[int, int]) -> None:
        self.measure()
        self._moved(lambda: self.view.show(size))

    def _tell_home(self) -> None:
        if self.figure is not None and self.figure.home is not None:
            self.figure.home.set_viewport(self.viewport())
