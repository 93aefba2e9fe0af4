"""A button that shows its key: a key cap, a word and, where there is room, a hint; answers, reasons and actions."""

from __future__ import annotations

import time
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QSize, Qt, QTimer
from PySide6.QtGui import (
    QEnterEvent,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QInputEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QPushButton, QSizePolicy

from auditor.ui.shortcuts import Caps
from auditor.ui.theme import Theme
from auditor.ui.widgets.caps import cap_size, paint_cap

FLASH_MS = 90
GAP = 10
BURST = "lastOfManyClicks"  # on the window: the time of the last click that followed another at once
WRAPPED = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap


@dataclass(frozen=True)
class Press:
    """When a button went down: the event's own time, and when it came here, both in milliseconds."""

    stamp: int
    received_ms: float


class KeyButton(QPushButton):
    """Pressed by mouse, by Space on the focus, or by the page on behalf of its key.

    The look "boxed" has the outline of an answer: all boxed buttons look the same, whatever they stand for. "flush" is
    a bare one without a margin at its left. `flash` shows for a moment which one was taken. The second click of a
    double click is none: what stands under the pointer by then is another question.
    """

    def __init__(self, theme: Theme, caps: Caps, word: str, *, key: str = "", look: str = "bare") -> None:
        super().__init__()
        self.theme, self.caps, self.key, self.look = theme, caps, key, look
        self._word, self._hint, self._was = "", "", ""
        self._lit, self._small, self._hinted, self._marked = False, False, True, False
        self._press: Press | None = None
        self._type = "answer" if look == "boxed" else "body"
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAutoDefault(False)
        self.setProperty("ring", "none")  # it draws its own inside its edge, where neighbours leave it room
        self.say(word)
        theme.changed.connect(self._restyle)
        caps.changed.connect(self._restyle)

    def say(self, word: str, hint: str = "", was: str = "") -> None:
        """Show these words; `was` outlines the button as the answer that stands."""
        self._word, self._hint, self._was = word, hint, was
        self._name()
        self._restyle()

    def explain(self, told: str) -> None:
        """Say in a tool tip what the word leaves open."""
        self.setToolTip(told)
        self._name()

    def set_marked(self, marked: bool) -> None:  # noqa: FBT001 - one switch, named by the method
        """Show by a dot that there is something behind it already."""
        if marked is not self._marked:
            self._marked = marked
            self._name()
            self.update()

    @property
    def marked(self) -> bool:
        """Whether the dot is shown."""
        return self._marked

    def take_press(self) -> Press | None:
        """The press behind the click that was just made, None when a tool or the page made it."""
        press, self._press = self._press, None
        return press

    @property
    def word(self) -> str:
        """The word on it."""
        return self._word

    @property
    def was(self) -> str:
        """What stands behind the word when this answer was given before, else ""."""
        return self._was

    def set_small(self, small: bool) -> None:  # noqa: FBT001 - one switch, named by the method
        """Leave no gap around the outline, where the rows are low."""
        self._small = small
        self.update()

    def set_type(self, name: str) -> None:
        """Set the word in this size; neighbours take the same, so that none stands out."""
        self._type = name
        self.update()

    def word_fits(self, name: str, *, lines: int = 1) -> bool:
        """Whether the word has room in this size, on so many lines, without being cut."""
        room, metrics = self._room(), QFontMetrics(self._typed(name))
        if lines == 1:
            return metrics.horizontalAdvance(self._word) <= room.width()
        bounds = metrics.boundingRect(room, int(WRAPPED), self._word)
        return bounds.width() <= room.width() and bounds.height() <= room.height()

    def set_hinted(self, hinted: bool) -> None:  # noqa: FBT001 - one switch, named by the method
        """Show the hint, or drop it; neighbours do the same, so that all look alike."""
        self._hinted = hinted
        self.update()

    @property
    def hint_fits(self) -> bool:
        """Whether the hint has room under the word without being cut."""
        return bool(self._hint) and self._fits(self._room(), self._hint)

    def flash(self) -> None:
        """Show for 90 ms that this one was taken."""
        self._lit = True
        self.update()
        QTimer.singleShot(FLASH_MS, self, self._unlight)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As wide as cap and words, as high as a control."""
        inside = QFontMetrics(self._font()).horizontalAdvance(self._word) + (self._cap_width() + 8 if self.key else 0)
        return QSize(inside + 2 * self._margin() + 4, self.theme.size("control"))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Never what keeps a window wide."""
        return QSize(self.theme.size("hit"), self.theme.size("hit"))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Remember when it went down; a third click at once belongs to the double click before it."""
        if self._goes_on(event.timestamp()):
            event.accept()
            return
        self._remember(event)
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Click, where it is one; after that the press is over."""
        super().mouseReleaseEvent(event)
        self._press = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """No press of its own."""
        self.window().setProperty(BURST, event.timestamp())  # the next click may fall on another button
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Remember when it went down."""
        self._remember(event)
        super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Click, where it is one; after that the press is over."""
        super().keyReleaseEvent(event)
        self._press = None

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Show the pointer's place."""
        super().enterEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw outline, cap, word and hint."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.look == "boxed":
            self._paint_box(painter)
        elif self.underMouse() and self.isEnabled():
            self._paint_hover(painter)
        if self.key:
            self._paint_cap(painter, self._margin())
        self._paint_words(painter, self._room())
        if self._marked:
            self._paint_mark(painter)
        if self.hasFocus():
            self._paint_focus(painter)
        painter.end()

    # --- painting --------------------------------------------------------------------------------------------------

    def _paint_box(self, painter: QPainter) -> None:
        lit = self._lit or self.isDown()
        role = "accent" if lit or self._was else "control"
        width = 2.0 if lit or self._was else 1.0
        painter.setPen(QPen(self.theme.colour(role), width))
        fill = "accent_soft" if lit else "background" if self.underMouse() and self.isEnabled() else "surface"
        painter.setBrush(self.theme.colour(fill))
        inset = width / 2 + self._ring()
        rect = self.rect().toRectF().adjusted(inset, inset, -inset, -inset)
        radius = self.theme.radius("answer")
        painter.drawRoundedRect(rect, radius, radius)

    def _paint_hover(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("background"))
        radius = self.theme.radius("control")
        painter.drawRoundedRect(self.rect(), radius, radius)

    def _paint_cap(self, painter: QPainter, left: int) -> None:
        printed = self.caps.cap(self.key)
        size = cap_size(self.theme, printed)
        paint_cap(painter, self.theme, (left, (self.height() - size.height()) / 2), printed)

    def _paint_words(self, painter: QPainter, room: QRect) -> None:
        font, hint_font = self._font(), self.theme.font("secondary")
        metrics, hints = QFontMetrics(font), QFontMetrics(hint_font)
        under = self._was or (self._hint if self._hinted else "")
        fits = self._fits(room, under)
        word = self._word
        if self._was and not fits:  # the old answer is never dropped, only the hint
            word, under, fits = f"{word} ({self._was})", "", False
        painter.setFont(font)
        painter.setPen(self.theme.colour("text" if self.isEnabled() else "muted"))
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        if not (under and fits):
            self._paint_wrapped(painter, room, word)
            return
        both = metrics.height() + hints.height()
        top = room.top() + (room.height() - both) // 2
        painter.drawText(QRect(room.left(), top, room.width(), metrics.height()), middle, word)
        painter.setFont(hint_font)
        painter.setPen(self.theme.colour("accent_ink" if self._was else "muted"))
        painter.drawText(QRect(room.left(), top + metrics.height(), room.width(), hints.height()), middle, under)

    def _paint_wrapped(self, painter: QPainter, room: QRect, word: str) -> None:
        """The word alone, in smaller type and on two lines before it would be cut."""
        for name in ("answer", "body", "secondary", "axis"):
            font = painter.font()
            font.setPixelSize(min(font.pixelSize(), self.theme.type(name)))
            painter.setFont(font)
            bounds = QFontMetrics(font).boundingRect(room, int(WRAPPED), word)
            if bounds.width() <= room.width() and bounds.height() <= room.height():
                break
        painter.drawText(room, int(WRAPPED), word)

    def _paint_mark(self, painter: QPainter) -> None:
        """A dot at the upper right of the word."""
        room, metrics = self._room(), QFontMetrics(self._font())
        across = min(metrics.horizontalAdvance(self._word) + 6, room.width())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("accent"))
        middle = room.center().y() - metrics.xHeight() * 0.75
        painter.drawEllipse(QPointF(room.left() + across, middle), 3, 3)

    def _paint_focus(self, painter: QPainter) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.theme.colour("focus"), 2.0))
        radius = self.theme.radius("answer") + 2
        painter.drawRoundedRect(self.rect().toRectF().adjusted(1, 1, -1, -1), radius, radius)

    # --- measures --------------------------------------------------------------------------------------------------

    def _font(self) -> QFont:
        return self._typed(self._type)

    def _typed(self, name: str) -> QFont:
        return self.theme.font(name, 600 if name == "answer" else 500)

    def _room(self) -> QRect:
        """Where the words stand: right of the cap, inside the outline."""
        left, edge = self._margin(), self._ring() + 1 if self.look == "boxed" else 0
        if self.key:
            left += self._cap_width() + (GAP if self.look == "boxed" else 8)
        return QRect(left, edge, self.width() - left - 6 - edge, self.height() - 2 * edge)

    def _fits(self, room: QRect, under: str) -> bool:
        metrics, hints = QFontMetrics(self._font()), QFontMetrics(self.theme.font("secondary"))
        high = metrics.height() + hints.height()
        return hints.horizontalAdvance(under) <= room.width() and high <= room.height()

    def _cap_width(self) -> int:
        return cap_size(self.theme, self.caps.cap(self.key)).width()

    def _ring(self) -> int:
        if self.look != "boxed":
            return 0
        return self.theme.size("focus_ring") + (0 if self._small else self.theme.size("focus_gap"))

    def _margin(self) -> int:
        return {"boxed": 12 + self._ring(), "flush": 0}.get(self.look, 6)

    def _goes_on(self, stamp: int) -> bool:
        """Whether a press comes so soon after a double click that nobody has read anything in between."""
        last = self.window().property(BURST)
        if last is None or not 0 <= stamp - int(last) < QGuiApplication.styleHints().mouseDoubleClickInterval():
            return False
        self.window().setProperty(BURST, stamp)
        return True

    def _remember(self, event: QInputEvent) -> None:
        self._press = Press(event.timestamp(), time.monotonic() * 1000)

    def _name(self) -> None:
        self.setAccessibleName(", ".join(filter(None, (self._word, self._was, "written" if self._marked else ""))))
        key = f"Key {self.caps.cap(self.key)}" if self.key else ""
        self.setAccessibleDescription(". ".join(filter(None, (key, self._hint, self.toolTip()))))

    def _unlight(self) -> None:
        self._lit = False
        self.update()

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()
