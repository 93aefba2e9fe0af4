"""Key caps: a small plate with what is printed on a key."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy

from auditor.ui import icons
from auditor.ui.theme import Theme

_DRAWN = {"⌫": "backspace", "Backspace": "backspace"}  # keys whose sign many fonts lack


def cap_size(theme: Theme, text: str) -> QSize:
    """How much room the cap of a key takes: square for one sign, wider for a word."""
    side = theme.size("cap")
    if text in _DRAWN:
        return QSize(side + theme.scaled(2), side)
    width = QFontMetricsF(_font(theme)).horizontalAdvance(text) + theme.scaled(12)
    return QSize(max(side, round(width)), side)


def paint_cap(painter: QPainter, theme: Theme, corner: tuple[float, float], text: str) -> None:
    """Draw the cap of a key with its upper left corner there."""
    size = cap_size(theme, text)
    box = QRectF(*corner, size.width(), size.height())
    plate = box.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colour("control"), 1))
    painter.setBrush(theme.colour("background"))
    painter.drawRoundedRect(plate, theme.radius("cap"), theme.radius("cap"))
    if text in _DRAWN:
        side = theme.scaled(16)
        picture = icons.pixmap(theme, _DRAWN[text], "text", side, ratio=painter.device().devicePixelRatioF())
        painter.drawPixmap(round(box.center().x() - side / 2), round(box.center().y() - side / 2), picture)
    else:
        painter.setFont(_font(theme))
        painter.setPen(theme.colour("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()


def _font(theme: Theme) -> QFont:
    return theme.font("axis", 600)


class KeyCap(QLabel):
    """The cap of one key, as a label beside what the key does."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self._theme = theme
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setText(text)
        theme.changed.connect(self._dress)

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Print something else on the key."""
        super().setText(text)
        self._dress()

    def sizeHint(self) -> QSize:  # noqa: N802, D102
        return cap_size(self._theme, self.text())

    def minimumSizeHint(self) -> QSize:  # noqa: N802, D102
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, D102
        del event
        with QPainter(self) as painter:
            paint_cap(painter, self._theme, (0, (self.height() - self.sizeHint().height()) / 2), self.text())

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()
