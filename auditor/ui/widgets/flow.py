"""A row that goes on in the next line where it is too narrow."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget

from auditor.ui.theme import Theme


class FlowLayout(QLayout):
    """Lays widgets out from left to right at their own size, and in further lines where the width ends."""

    def __init__(self, gap: int) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802, D102
        self._items.append(item)

    def count(self) -> int:  # noqa: D102
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802, D102
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802, D102
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:  # noqa: N802, D102
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802, D102
        return self._lines(QRect(0, 0, width, 0), place=False)

    def sizeHint(self) -> QSize:  # noqa: N802, D102
        hints = [item.sizeHint() for item in self._seen()]
        width = sum(hint.width() for hint in hints) + self._gap * max(0, len(hints) - 1)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:  # noqa: N802, D102
        least = [item.minimumSize() for item in self._seen()]
        return QSize(
            max((size.width() for size in least), default=0), max((size.height() for size in least), default=0)
        )

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802, D102
        super().setGeometry(rect)
        self._lines(rect, place=True)

    def _seen(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, rect: QRect, *, place: bool) -> int:
        """The height of all lines in this width; put the widgets there when asked."""
        x, y, height = rect.x(), rect.y(), 0
        for item in self._seen():
            hint = item.sizeHint()
            size = QSize(min(hint.width(), rect.width()), hint.height())
            if x > rect.x() and x + size.width() > rect.x() + rect.width():
                x, y, height = rect.x(), y + height + self._gap, 0
            if place:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self._gap
            height = max(height, size.height())
        return y + height - rect.y()


class FlowRow(QWidget):
    """A widget whose `row` wraps: buttons, key caps or chips beside each other as far as there is room."""

    def __init__(self, theme: Theme, *widgets: QWidget) -> None:
        super().__init__()
        self.row = FlowLayout(theme.space(2))
        self.setLayout(self.row)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        for widget in widgets:
            self.row.addWidget(widget)
