"""The card behind the word "Blind": what the page shows of a figure, and what it keeps away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from auditor.ui.theme import Theme
from auditor.ui.widgets.slots import Raised
from auditor.ui.widgets.text import Label

WHY = "Nothing that could lead your answer is here, so that it stays your own."


class BlindCard(Raised):
    """A popup under its button; any key or click outside closes it."""

    def __init__(self, theme: Theme, seen: Sequence[str], unseen: Sequence[str]) -> None:
        super().__init__(theme, window=Qt.WindowType.Popup)
        self.setWindowTitle("Blind")
        self.setAccessibleName("What this page shows and what it keeps away")
        self.setFixedWidth(theme.scaled(340))
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(6)
        column.addWidget(Label(theme, WHY, wrap=True))
        for title, lines in (("You see", seen), ("Kept away", unseen)):
            column.addSpacing(6)
            column.addWidget(Label(theme, title, font="secondary", weight=600, role="muted"))
            column.addLayout(_list(theme, lines))

    def show_below(self, button: QWidget) -> None:
        """Open with its right edge under that of the button."""
        column = self.layout()
        if column is not None:
            self.setFixedHeight(column.heightForWidth(self.width()))
        corner = button.mapToGlobal(QPoint(button.width() - self.width(), button.height() + 4))
        screen = button.screen().availableGeometry()
        left = min(max(corner.x(), screen.left()), max(screen.left(), screen.right() - self.width()))
        self.move(left, corner.y())
        self.show()


def _list(theme: Theme, lines: Sequence[str]) -> QGridLayout:
    """One point under the other; what wraps goes on under its own words."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(theme.scaled(8))
    grid.setVerticalSpacing(2)
    grid.setColumnStretch(1, 1)
    for row, line in enumerate(lines):
        dot = Label(theme, "·", role="muted")
        dot.setAccessibleName("")
        grid.addWidget(dot, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(Label(theme, line, wrap=True), row, 1)
    return grid
