"""How far something is, as a thin line."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QProgressBar, QSizePolicy

from auditor.ui.theme import Theme


class ProgressLine(QProgressBar):
    """A line of 4 px, filled as far as the work is done."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setTextVisible(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set(0, 0)
        theme.changed.connect(self._dress)

    def set(self, done: int, total: int) -> None:
        """Show so much done of so much in all; nothing in all is an empty line."""
        self.setRange(0, max(1, total))  # Qt takes 0 to 0 for "unknown" and animates it
        self.setValue(min(max(0, done), max(1, total)) if total > 0 else 0)

    def sizeHint(self) -> QSize:  # noqa: N802, D102
        return QSize(self._theme.scaled(140), self._thickness())

    def minimumSizeHint(self) -> QSize:  # noqa: N802, D102
        return QSize(self._theme.scaled(24), self._thickness())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, D102
        del event
        thick = self._thickness()
        line = QRectF(0, (self.height() - thick) / 2, self.width(), thick)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("border"))
            painter.drawRoundedRect(line, thick / 2, thick / 2)
            if self.value() > 0:
                line.setWidth(max(thick, self.width() * self.value() / self.maximum()))
                painter.setBrush(self._theme.colour("accent"))
                painter.drawRoundedRect(line, thick / 2, thick / 2)

    def _thickness(self) -> int:
        return self._theme.scaled(4)

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()
