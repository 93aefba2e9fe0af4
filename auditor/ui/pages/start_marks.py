"""Icons that stand beside words on the lead's pages: plain, or on a soft square."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from auditor.ui import icons
from auditor.ui.theme import Theme

PLATE = 44
ICON = 22


class Plate(QWidget):
    """An icon on a soft square; decoration, the words stand beside it."""

    def __init__(self, theme: Theme, icon: str) -> None:
        super().__init__()
        self._theme = theme
        self._icon = icon
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """The square at the present text size."""
        side = self._theme.scaled(PLATE)
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint the square and the icon in its middle."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("accent_soft"))
        radius = self._theme.radius("row")
        painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
        side = self._theme.scaled(ICON)
        picture = icons.pixmap(self._theme, self._icon, "accent_ink", side, ratio=self.devicePixelRatioF())
        painter.drawPixmap((self.width() - side) // 2, (self.height() - side) // 2, picture)
        painter.end()


class IconLabel(QLabel):
    """One icon that follows the theme; decoration beside words."""

    def __init__(self, theme: Theme, name: str, role: str = "muted") -> None:
        super().__init__()
        self._theme = theme
        self._name = name
        self._role = role
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        side = self._theme.size("icon")
        self.setPixmap(icons.pixmap(self._theme, self._name, self._role, side, ratio=self.devicePixelRatioF()))
        self.setFixedSize(side, side)
