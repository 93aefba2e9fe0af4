"""A page that scrolls down and never sideways."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from auditor.ui.theme import Theme


class _Content(QWidget):
    """As high as its layout is at the width it has."""

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Nothing where words wrap: what they need unwrapped says nothing, and the page would scroll for no reason."""
        least = super().minimumSizeHint()
        layout = self.layout()
        return QSize(least.width(), 0) if layout is not None and layout.hasHeightForWidth() else least


class ScrollPage(QScrollArea):
    """A scroll area as wide as its place; what lies in `body` wraps and shrinks instead of widening it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it takes the focus
        self.viewport().setAutoFillBackground(False)
        self.content = _Content()
        self.content.setAutoFillBackground(False)
        self.content.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.body = QVBoxLayout(self.content)
        self.body.setContentsMargins(theme.space(6), theme.space(6), theme.space(6), theme.space(6))
        self.body.setSpacing(theme.space(4))
        self.setWidget(self.content)
        self.content.setAutoFillBackground(False)  # setWidget turns it on
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow_focus)

    def _follow_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        """Scroll to what Tab reached from outside; Qt itself only follows a focus that was inside before."""
        inside = self.content.isAncestorOf
        if new is None or not inside(new) or (old is not None and inside(old)):
            return
        place = QRect(new.mapTo(self.content, QPoint(0, 0)), new.size())
        shown = self.viewport().rect().translated(0, self.verticalScrollBar().value())
        if not shown.intersects(place):
            self.ensureWidgetVisible(new, 0, self._theme.space(3))

    def minimumSizeHint(self) -> QSize:  # noqa: N802, D102
        return QSize(self._theme.scaled(80), self._theme.scaled(60))
