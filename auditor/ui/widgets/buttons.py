"""Buttons: with words or with an icon only; a row of segments comes along for whoever lays out a form."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from auditor.ui import icons
from auditor.ui.theme import Theme
from auditor.ui.widgets.caps import cap_size, paint_cap
from auditor.ui.widgets.segments import Segments
from auditor.ui.widgets.text import CutWords, WordButton

__all__ = ["Button", "IconButton", "Segments"]


@dataclass(frozen=True)
class _Kind:
    """Colour roles of a kind of button: ground, outline, words, and ground while the pointer is on it."""

    ground: str
    outline: str
    words: str
    hover: str
    pressed: str


_KINDS = {
    "plain": _Kind("surface", "control", "text", "background", "accent_soft"),
    "primary": _Kind("accent", "accent", "accent_text", "accent_hover", "accent_hover"),
    "quiet": _Kind("", "", "accent_ink", "accent_soft", "accent_soft"),
    "danger": _Kind("surface", "negative", "negative", "negative_soft", "negative_soft"),
}


class _Painted(WordButton):
    """A button that the theme paints."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._kind = _KINDS["plain"]
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setProperty("ringRadius", theme.radius("control"))
        theme.changed.connect(self._dress)

    def _dress(self) -> None:
        self.setFont(self._theme.font("body", 500))
        self.updateGeometry()
        self.update()

    def _ground_role(self) -> str:
        kind = self._kind
        if not self.isEnabled():
            return "" if not kind.ground else "background"
        if self.isDown():
            return kind.pressed
        if self.isChecked():
            return "accent_soft"
        return kind.hover if self.underMouse() else kind.ground

    def _words_role(self) -> str:
        if not self.isEnabled():
            return "muted"
        return "accent_ink" if self.isChecked() else self._kind.words

    def _paint_ground(self, painter: QPainter) -> None:
        ground, outline = self._ground_role(), self._kind.outline if self.isEnabled() else "border"
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour(outline), 1) if self._kind.outline else Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(ground) if ground else Qt.BrushStyle.NoBrush)
        radius = self._theme.radius("control")
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)

    def _picture(self, painter: QPainter, name: str, corner: QPoint, role: str) -> None:
        painter.drawPixmap(corner, icons.pixmap(self._theme, name, role, ratio=self.devicePixelRatioF()))


class Button(CutWords, _Painted):
    """A button of words, 34 px high: plain, primary, quiet or danger, with an icon or a key cap before the words."""

    def __init__(self, theme: Theme, text: str, *, kind: str = "plain", icon: str = "", key: str = "") -> None:
        super().__init__(theme)
        self._kind = _KINDS[kind]
        self._icon = icon
        self._key = ""
        self._left = bool(key)
        self._words = True
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setText(text)
        self.set_key(key)
        self._dress()

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Say something else on the button."""
        super().setText(text)
        self._tell_cut()

    def set_key(self, key: str) -> None:
        """Draw another key cap, or none."""
        self._key = key
        self.setAccessibleDescription(f"Key {key}" if key else "")
        self.updateGeometry()
        self.update()

    def set_icon(self, name: str) -> None:
        """Draw another icon, or none."""
        self._icon = name
        self.updateGeometry()
        self.update()

    def show_words(self, shown: bool) -> None:  # noqa: FBT001 - reads like Qt's own setters
        """Show icon and words, or the icon alone with the words as its tool tip."""
        self._words = shown or not self._icon
        self.updateGeometry()
        self._tell_cut()
        self.update()

    def align_left(self) -> None:
        """Let icon and words begin at the left edge, as in a column of buttons."""
        self._left = True
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802, D102
        if not self._words:
            side = self._theme.size("control")
            return QSize(side + self._theme.space(2), side)
        words = QFontMetrics(self.font()).horizontalAdvance(self.text())
        return QSize(self._before() + words + 2 * self._padding() + 2, self._theme.size("control"))

    def minimumSizeHint(self) -> QSize:  # noqa: N802, D102
        hint = self.sizeHint()
        if not self._words:
            return hint
        least = self._before() + 2 * self._padding() + QFontMetrics(self.font()).averageCharWidth() * 16
        return QSize(min(hint.width(), least), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, D102
        del event
        metrics = QFontMetrics(self.font())
        room = self.width() - 2 * self._padding() - self._before()
        words = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room + 2)
        start = self._padding()
        if not self._left:
            start = max(start, (self.width() - self._before() - metrics.horizontalAdvance(words)) // 2)
        role = "text" if self._key and self._kind is _KINDS["quiet"] and self.isEnabled() else self._words_role()
        with QPainter(self) as painter:
            self._paint_ground(painter)
            if not self._words:
                side = self._theme.size("icon")
                corner = QPoint((self.width() - side) // 2, (self.height() - side) // 2)
                self._picture(painter, self._icon, corner, role)
                return
            x = self._paint_before(painter, start, role)
            painter.setPen(self._theme.colour(role))
            painter.setFont(self.font())
            place = self.rect().adjusted(x, 0, 0, 0)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)

    def _cut(self) -> str:
        return self.text() if not self._words or self.width() < self.sizeHint().width() else ""

    def _paint_before(self, painter: QPainter, x: int, role: str) -> int:
        if self._key:
            size = cap_size(self._theme, self._key)
            paint_cap(painter, self._theme, (x, (self.height() - size.height()) // 2), self._key)
            x += size.width() + self._theme.space(2)
        if self._icon:
            side = self._theme.size("icon")
            self._picture(painter, self._icon, QPoint(x, (self.height() - side) // 2), role)
            x += side + self._theme.space(2)
        return x

    def _before(self) -> int:
        """The width of what stands before the words."""
        gap = self._theme.space(2)
        cap = cap_size(self._theme, self._key).width() + gap if self._key else 0
        return cap + (self._theme.size("icon") + gap if self._icon else 0)

    def _padding(self) -> int:
        return self._theme.scaled(8 if self._kind is _KINDS["quiet"] else 14)


class IconButton(_Painted):
    """A square button with an icon; its name and key are its tool tip."""

    def __init__(self, theme: Theme, icon: str, name: str, *, key: str = "", checkable: bool = False) -> None:
        super().__init__(theme)
        self._kind = _Kind("", "", "text", "background", "accent_soft")
        self._icon = icon
        self._name = name
        self.setCheckable(checkable)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_key(key)
        self._dress()

    def set_key(self, key: str) -> None:
        """Name another key in the tool tip, or none."""
        self._key = key
        self.setAccessibleName(self._name)
        self.setAccessibleDescription(f"Key {key}" if key else "")
        self.setToolTip(f"{self._name} ({key})" if key else self._name)

    def set_icon(self, icon: str, name: str = "") -> None:
        """Show another icon and, with it, another name."""
        self._icon = icon
        self._name = name or self._name
        self.set_key(self._key)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802, D102
        return QSize(self._theme.size("hit"), self._theme.size("hit"))

    def minimumSizeHint(self) -> QSize:  # noqa: N802, D102
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, D102
        del event
        side = self._theme.size("icon")
        with QPainter(self) as painter:
            self._paint_ground(painter)
            corner = QPoint((self.width() - side) // 2, (self.height() - side) // 2)
            self._picture(painter, self._icon, corner, self._words_role())
