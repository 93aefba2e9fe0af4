"""A table of results: words at the left, numbers at the right, a hairline under each row, as high as its rows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
)

from auditor.ui.theme import Theme

Row = Sequence[str]
PAD = 10
LEAST_NAME = 96


def _breakable(text: str) -> str:
    """The text with a place to break after each joint of a long name."""
    return re.sub(r"(?<=[_/-])(?=\w)", "\N{ZERO WIDTH SPACE}", text)


class _Cells(QStyledItemDelegate):
    """Paints a cell without a grid: words, a hairline, and an outline around the cell that the keyboard is on."""

    def __init__(self, theme: Theme, table: QTableWidget) -> None:
        super().__init__(table)
        self._theme = theme
        self._table = table

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        place: QRect = option.rect
        here = self._table.hasFocus() and index == self._table.currentIndex()
        if here:
            painter.fillRect(place, self._theme.colour("accent_soft"))
        painter.setPen(self._theme.colour("border"))
        painter.drawLine(place.bottomLeft(), place.bottomRight())
        painter.setPen(self._theme.colour("text"))
        painter.setFont(self._theme.font("secondary", 600 if index.column() == 0 else 400))
        pad = _edges(self._table, index.column())
        kind = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter | self._side(index.column())
        painter.drawText(place.adjusted(*pad), kind, str(index.data()))

    def _side(self, column: int) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignLeft if column < 2 else Qt.AlignmentFlag.AlignRight


class _Head(QHeaderView):
    """Names of the columns, muted, wrapped where they are longer than their numbers."""

    def __init__(self, theme: Theme, table: QTableWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._theme = theme
        self._table = table
        self.setSectionsClickable(False)
        self.setMinimumSectionSize(1)
        self.setHighlightSections(False)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N802, N803
        painter.fillRect(rect, self._theme.colour("surface"))
        painter.setPen(self._theme.colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setPen(self._theme.colour("muted"))
        painter.setFont(self._theme.font("secondary"))
        side = Qt.AlignmentFlag.AlignLeft if logicalIndex < 2 else Qt.AlignmentFlag.AlignRight
        words = str(self.model().headerData(logicalIndex, Qt.Orientation.Horizontal))
        place = rect.adjusted(*_edges(self._table, logicalIndex))
        painter.drawText(place, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter | side, words)


def _edges(table: QTableWidget, column: int) -> tuple[int, int, int, int]:
    """Free space in a cell: none at the outer edges of the table."""
    return (0 if column == 0 else PAD // 2, 0, 0 if column == table.columnCount() - 1 else -PAD // 2, 0)


class ResultTable(QTableWidget):
    """A table to read: a letter column, a column of names that takes the room, and numbers."""

    def __init__(self, theme: Theme, header: Row, rows: Sequence[Row], *, name: str) -> None:
        super().__init__(len(rows), len(header))
        self._theme = theme
        self.setAccessibleName(name)
        self.setHorizontalHeader(_Head(theme, self))
        self.setHorizontalHeaderLabels(list(header))
        head = self.horizontalHeaderItem(0)
        if head is not None and not head.text():
            head.setData(Qt.ItemDataRole.AccessibleTextRole, "Letter")
        for at, row in enumerate(rows):
            for column, text in enumerate(row):
                self.setItem(at, column, QTableWidgetItem(_breakable(text)))
        self.setItemDelegate(_Cells(theme, self))
        self._behave()
        self._dress()
        theme.changed.connect(self._dress)

    def _behave(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("QTableWidget { border: 0; padding: 0; }")  # it lies in a card that has a border
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.verticalHeader().hide()
        self.viewport().setAutoFillBackground(False)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802, D102
        super().resizeEvent(event)
        self._share_width()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802, D102
        if not self.currentIndex().isValid():
            self.setCurrentCell(0, 0)
        super().focusInEvent(event)

    def minimumSizeHint(self) -> QSize:  # noqa: N802, D102
        return QSize(self._theme.scaled(120), self.height())

    def _text(self, row: int, column: int) -> str:
        return str(self.model().index(row, column).data())

    def _dress(self) -> None:
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, self._theme.colour("surface"))
        self.setPalette(palette)
        self.setFont(self._theme.font("secondary"))
        self._share_width()

    def _share_width(self) -> None:
        """Numbers get what they need, names the rest; where that is too little the table scrolls sideways."""
        head = self.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        metrics = self.fontMetrics()
        needed = []
        for column in range(self.columnCount()):
            texts = [self._text(row, column) for row in range(self.rowCount())]
            longest = max(str(self.model().headerData(column, Qt.Orientation.Horizontal)).split() or [""], key=len)
            needed.append(max(map(metrics.horizontalAdvance, [*texts, longest])) + PAD + 2)
        numbers = sum(needed) - needed[1]
        widths = [*needed]
        widths[1] = max(self._theme.scaled(LEAST_NAME), self.viewport().width() - numbers)
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)
        self._set_heights(widths)

    def _set_heights(self, widths: Sequence[int]) -> None:
        """Rows and header as high as their wrapped words; the table as high as all of them."""
        metrics, least = self.fontMetrics(), self._theme.scaled(24)
        bounds = QRect(0, 0, widths[1] - PAD, 10_000)
        total = 0
        for row in range(self.rowCount()):
            wrapped = metrics.boundingRect(bounds, Qt.TextFlag.TextWordWrap, self._text(row, 1)).height()
            height = max(least, wrapped + 8)
            self.setRowHeight(row, height)
            total += height
        heads = [
            metrics.boundingRect(
                QRect(0, 0, width - PAD, 10_000),
                Qt.TextFlag.TextWordWrap,
                str(self.model().headerData(column, Qt.Orientation.Horizontal)),
            ).height()
            for column, width in enumerate(widths)
        ]
        header = max(least, max(heads) + 6)
        self.horizontalHeader().setFixedHeight(header)
        bar = self.horizontalScrollBar().sizeHint().height() if sum(widths) > self.viewport().width() else 0
        self.setFixedHeight(total + header + bar)
        self.updateGeometries()
