"""The list of an auditor's own places: numbers and own marks, and a field to go to a number; no pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QIntValidator, QKeyEvent, QPainter
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from auditor.ui.theme import Theme
from auditor.ui.widgets.drawer import Drawer
from auditor.ui.widgets.fields import LineEdit

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class Places(QAbstractListModel):
    """Every place of the queue with the word that the auditor left on it."""

    def __init__(self) -> None:
        super().__init__()
        self._total = 0
        self._mark: Callable[[int], str] = lambda _index: ""

    def say(self, total: int, mark: Callable[[int], str]) -> None:
        """So many places, and what stands on each."""
        self.beginResetModel()
        self._total, self._mark = total, mark
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802 - Qt's name
        """How many places there are."""
        return 0 if parent.isValid() else self._total

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The number and the mark, as drawn and as read out."""
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        mark = self._mark(index.row())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"Figure {index.row() + 1}, {mark or 'not answered'}"
        return f"{index.row() + 1:,}\t{mark}"


class _Row(QStyledItemDelegate):
    """A number at the left, tabular, and the mark after it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802 - Qt's name
        return QSize(120, self.theme.size("hit"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if chosen:
            painter.fillRect(rect, self.theme.colour("accent_soft"))
        number, _, mark = str(index.data()).partition("\t")
        painter.setFont(self.theme.font("body", 600 if chosen else 400))
        painter.setPen(self.theme.colour("text"))
        wide = self.theme.scaled(52)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(
            QRect(rect.left(), rect.top(), wide, rect.height()), middle | Qt.AlignmentFlag.AlignRight, number
        )
        painter.setPen(self.theme.colour("text" if chosen else "muted"))
        rest = QRect(rect.left() + wide + 16, rect.top(), rect.width() - wide - 16, rect.height())
        painter.drawText(rest, middle | Qt.AlignmentFlag.AlignLeft, mark)
        painter.restore()


class JumpDrawer(Drawer):
    """Opened by J or Ctrl+G; Enter goes to the number typed or to the row chosen."""

    wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Go to a figure", key="J")
        self.number = LineEdit(theme, "Number")
        self.number.setAccessibleName("Number of the figure")
        self.list = QListView()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName("Figures and your own answers")
        self.list.setItemDelegate(_Row(theme))
        self.places = Places()
        self.list.setModel(self.places)
        self.list.activated.connect(lambda index: self._go(index.row()))
        self.list.clicked.connect(lambda index: self._go(index.row()))
        self.body.addWidget(self.number)
        self.body.addWidget(self.list, 1)

    def show_places(self, total: int, mark: Callable[[int], str], at: int | None) -> None:
        """Open with the present place chosen and the focus in the field."""
        self.places.say(total, mark)
        self.number.setValidator(QIntValidator(1, max(1, total), self.number))
        self.number.clear()
        row = self.places.index(at or 0, 0)
        self.list.setCurrentIndex(row)
        self.list.scrollTo(row, QListView.ScrollHint.PositionAtCenter)
        self.open()
        self.number.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Arrows in the field walk the list, Enter goes to the number, or to the row when there is none."""
        typing = self.window().focusWidget() is self.number
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and typing:
            self._typed()
            return
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up) and typing:
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            row = min(max(self.list.currentIndex().row() + step, 0), self.places.rowCount() - 1)
            self.list.setCurrentIndex(self.places.index(row, 0))
            return
        super().keyPressEvent(event)

    def _typed(self) -> None:
        text = self.number.text().strip()
        self._go(int(text) - 1 if text.isdigit() else self.list.currentIndex().row())

    def _go(self, index: int) -> None:
        if 0 <= index < self.places.rowCount():
            self.shut()
            self.wanted.emit(index)
