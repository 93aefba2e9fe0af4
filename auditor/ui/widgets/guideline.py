"""The guideline of a task beside the figure: the rule first, then pairs of pictures with one line why."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from auditor.ui.theme import Theme
from auditor.ui.widgets.drawer import Drawer
from auditor.ui.widgets.scroll import ScrollPage
from auditor.ui.widgets.text import Label

Shown = tuple[str, Path | None, str]  # answer in words, picture, why


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a guideline: parted by empty lines, inside them line ends are blanks, backticks are quotes."""
    parts = (" ".join(part.split()) for part in re.split(r"\n\s*\n", text))
    return [re.sub(r"`([^`]+)`", r"“\1”", part) for part in parts if part]


class Picture(QWidget):
    """An example, drawn in the right aspect on white as figures are."""

    def __init__(self, theme: Theme, file: Path, name: str) -> None:
        super().__init__()
        self.theme = theme
        self._drawing = QSvgRenderer(str(file))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.scaled(112))
        self.setAccessibleName(name)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Two of them side by side fill a drawer."""
        return QSize(self.theme.scaled(150), self.theme.scaled(112))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """A sheet with a hairline and the drawing on it."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sheet = self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(self.theme.colour("border"))
        painter.setBrush(Qt.GlobalColor.white)  # as figures are shown, in both themes
        painter.drawRect(sheet)
        size = self._drawing.defaultSize()
        if not size.isEmpty():
            room = sheet.adjusted(6, 6, -6, -6)
            drawn = size.toSizeF().scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
            at = QRectF(0, 0, drawn.width(), drawn.height())
            at.moveCenter(room.center())
            self._drawing.render(painter, at)
        painter.end()


class GuidelineDrawer(Drawer):
    """Opened and closed by F1; it keeps its place while it is closed."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Guideline", key="F1")
        self.scroller = ScrollPage(theme)
        self.scroller.body.setContentsMargins(0, 0, 8, 0)
        self.body.addWidget(self.scroller)
        self._content: QWidget | None = None
        self._cells: list[QWidget] = []
        self._grid: QGridLayout | None = None

    def say(self, question: str, text: str, examples: Sequence[Shown]) -> None:
        """Show the guideline of another task."""
        if self._content is not None:
            self.scroller.body.removeWidget(self._content)
            self._content.deleteLater()
        self._content = QWidget()
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(Label(self.theme, question, font="card", weight=600, wrap=True))
        for paragraph in paragraphs(text):
            column.addWidget(Label(self.theme, paragraph, wrap=True))
        if examples:
            column.addWidget(Label(self.theme, "Examples", font="secondary", weight=600, role="muted"))
            column.addLayout(self._pairs(examples))
        column.addStretch(1)
        self.scroller.body.addWidget(self._content)
        self.scroller.verticalScrollBar().setValue(0)

    def _pairs(self, examples: Sequence[Shown]) -> QGridLayout:
        self._grid = grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(16)
        self._cells = [self._cell(*example) for example in examples]
        self._spread()
        return grid

    def _cell(self, answer: str, file: Path | None, why: str) -> QWidget:
        cell = QWidget()
        column = QVBoxLayout(cell)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        if file is not None:
            column.addWidget(Picture(self.theme, file, f"Example for {answer}: {why}" if answer else f"Example: {why}"))
        if answer:
            column.addWidget(Label(self.theme, answer, weight=600))
        column.addWidget(Label(self.theme, why, font="secondary", role="muted", wrap=True))
        column.addStretch(1)
        return cell

    def _spread(self) -> None:
        """Two pictures side by side, below each other where the drawer is narrow."""
        if self._grid is None:
            return
        columns = 2 if self.width() >= self.theme.scaled(320) else 1
        for number, cell in enumerate(self._cells):
            self._grid.addWidget(cell, number // columns, number % columns)
        for column in (0, 1):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Side by side or below each other."""
        super().resizeEvent(event)
        self._spread()
