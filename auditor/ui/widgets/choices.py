"""Boxes to tick with their words."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QSizePolicy

from auditor.ui import icons
from auditor.ui.theme import Theme

_WRAPPED = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft) | int(Qt.AlignmentFlag.AlignVCenter)


class CheckBox(QCheckBox):
    """A box to tick; long words wrap beside it."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self._theme, self._words = theme, text
        self.setText(text.replace("&", "&&"))  # a single one would underline the next letter
        self.setAccessibleName(text)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._dress()
        theme.changed.connect(self._dress)

    def sizeHint(self) -> QSize:  # noqa: N802
        """The size with all words in one line."""
        words = QFontMetrics(self.font()).horizontalAdvance(self._words)
        return QSize(self._before() + words + 4, self._theme.size("hit"))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """The smallest size at which words still wrap well."""
        narrow = QFontMetrics(self.font()).averageCharWidth() * 12
        return QSize(min(self.sizeHint().width(), self._before() + narrow), self._theme.size("hit"))

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """Whether the words wrap: always."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """The height that the wrapped words take."""
        room = QRect(0, 0, max(1, width - self._before()), 10_000)
        words = QFontMetrics(self.font()).boundingRect(room, _WRAPPED, self._words)
        return max(self._theme.size("hit"), words.height() + 8)

    def hitButton(self, point: QPoint) -> bool:  # noqa: N802
        """Whether a press here ticks: anywhere, on the words too."""
        return self.rect().contains(point)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the mark and the words behind it."""
        del event
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_mark(painter, self._mark())
            painter.setFont(self.font())
            painter.setPen(self._theme.colour("text" if self.isEnabled() else "muted"))
            painter.drawText(self.rect().adjusted(self._before(), 0, 0, 0), _WRAPPED, self._words)

    def _before(self) -> int:
        """The width of the mark and the gap behind it."""
        return self._theme.scaled(18) + self._theme.space(2)

    def _mark(self) -> QRectF:
        """Where the mark stands: beside the first line."""
        side, line = self._theme.scaled(18), self._theme.size("hit")
        height = line if self.height() > line + 4 else self.height()
        return QRectF(1, (height - side) / 2, side, side)

    def _outline(self) -> QPen:
        chosen = self.isChecked() or self.underMouse()
        role = "border" if not self.isEnabled() else "accent" if chosen else "control"
        return QPen(self._theme.colour(role), 1.5)

    def _paint_mark(self, painter: QPainter, place: QRectF) -> None:
        theme = self._theme
        painter.setPen(self._outline())
        painter.setBrush(theme.colour("accent" if self.isChecked() and self.isEnabled() else "surface"))
        painter.drawRoundedRect(place.adjusted(0.75, 0.75, -0.75, -0.75), theme.radius("cap"), theme.radius("cap"))
        if self.isChecked():
            side = round(place.width()) - 2
            role = "accent_text" if self.isEnabled() else "muted"
            picture = icons.pixmap(theme, "tick", role, side, ratio=self.devicePixelRatioF())
            painter.drawPixmap((place.topLeft() + QPoint(1, 1)), picture)

    def _dress(self) -> None:
        self.setFont(self._theme.font())
        self.updateGeometry()
        self.update()
