"""A page that scrolls down and never sideways."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from auditor.ui.theme import Theme


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
        self.content = QWidget()
        self.content.setAutoFillBackground(False)
        self.content.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.body = QVBoxLayout(self.content)
        self.body.setContentsMargins(theme.space(6), theme.space(6), theme.space(6), theme.space(6))
        self.body.setSpacing(theme.space(4))
        self.setWidget(self.content)
        self.content.setAutoFillBackground(False)  # setWidget turns it on

    def minimumSizeHint(self) -> QSize:  # noqa: N802, D102
        return QSize(self._theme.scaled(80), self._theme.scaled(60))
