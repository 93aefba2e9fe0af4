"""The list of panels beside the figure: colour and dash, letter, kind, size and origin, in reading order.

Painted by a delegate over a model, so that a thousand panels cost no more than those in sight.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from auditor.boxes.editor import Editor
from auditor.boxes.panels import Panel
from auditor.ui.canvas.box_parts import panel_name
from auditor.ui.canvas.boxes import colour_and_dash
from auditor.ui.shortcuts import stroke_of
from auditor.ui.theme import Theme, tokens

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
PADDING = 8
TINT = 28  # of 255: the swatch stands on the list, not on the figure


def size_words(panel: Panel) -> str:
    """Width and height: "708 × 667"."""
    return f"{panel.box.width:,.0f} × {panel.box.height:,.0f}"


def panel_words(editor: Editor, at: int) -> str:
    """A panel in full, for a screen reader: letter, kind, size, place, origin and its number in reading order."""
    panel = editor.panels[at]
    box = panel.box
    parts = [
        panel_name(panel),
        f"{box.width:,.0f} by {box.height:,.0f} pixels",
        f"left {box.x0:,.0f}",
        f"top {box.y0:,.0f}",
        panel.origin.value,
        f"{editor.order().index(at) + 1} of {len(editor.panels)}",
    ]
    return ", ".join(part for part in parts if part) + "."


class PanelModel(QAbstractListModel):
    """The panels of an editor in reading order."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._editor: Editor | None = None
        self._panels: tuple[Panel, ...] = ()
        self._order: list[int] = []
        self.longest: tuple[str, ...] = ("", "", "")  # kind, size and origin, for the width of the columns

    def take(self, editor: Editor | None) -> None:
        """Show the panels as this editor has them now."""
        panels = () if editor is None else editor.panels
        if editor is self._editor and panels is self._panels:
            return
        order = [] if editor is None else editor.order()
        same = editor is self._editor and order == self._order
        if not same:
            self.beginResetModel()
        self._editor, self._panels, self._order = editor, panels, order
        texts = [(panel.kind.capitalize(), size_words(panel), panel.origin.value) for panel in panels]
        self.longest = tuple(max(column, key=len) for column in zip(*texts, strict=True)) if texts else ("", "", "")
        if same:
            self.dataChanged.emit(self.index(0), self.index(len(order) - 1))
        else:
            self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802 - Qt's name
        """How many panels there are."""
        return 0 if parent.isValid() else len(self._order)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every row can be chosen, and its letter edited."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The letter as drawn, as edited, and the panel in full as read out."""
        if self._editor is None or not 0 <= index.row() < len(self._order):
            return None
        at = self._order[index.row()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return panel_words(self._editor, at)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self._panels[at].printed
        return None

    def panel_at(self, row: int) -> int | None:
        """The panel of a row, by its index in the editor."""
        return self._order[row] if 0 <= row < len(self._order) else None

    def row_of(self, panel: int | None) -> int | None:
        """The row of a panel."""
        return self._order.index(panel) if panel in self._order else None

    def panel(self, row: int) -> tuple[Panel, int]:
        """The panel of a row, and its index in the editor."""
        at = self._order[row]
        return self._panels[at], at


class PanelList(QListView):
    """Says which panel was chosen and which letter was typed; it never changes a panel itself."""

    chosen = Signal(int)
    letter_typed = Signal(int, str)
    left = Signal()  # the letter field was closed
    commanded = Signal(object)  # the Stroke of a digit that closed the letter field of a new panel

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.model_ = PanelModel(self)
        self.setModel(self.model_)
        self._rows = _Rows(theme, self)
        self.setItemDelegate(self._rows)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("QListView { border: none; }")  # it lies in its pane, not in a frame
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.setAccessibleName("Panels")
        self.setMouseTracking(True)
        self.clicked.connect(self._clicked)
        self._rows.typed.connect(self.letter_typed)
        self._rows.closeEditor.connect(self._closed)
        self._rows.commanded.connect(self.commanded)
        self.names_new = False  # the letter field is open, and it is that of a panel just drawn
        theme.changed.connect(self._restyle)

    def take(self, editor: Editor | None) -> None:
        """Show the panels and the selection as the editor has them now."""
        self.model_.take(editor)
        row = None if editor is None else self.model_.row_of(editor.selected)
        if row is None:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
            return
        if self.currentIndex().row() != row:
            self.setCurrentIndex(self.model_.index(row))
            self.scrollTo(self.model_.index(row))

    def edit_letter(self, *, new: bool = False) -> bool:
        """Open the letter field of the chosen row, all of it selected; False when no row is chosen.

        In the field of a `new` panel a digit is a command as everywhere: the letter is kept, the field closes.
        """
        index = self.currentIndex()
        if not index.isValid():
            return False
        self.scrollTo(index)
        self.names_new = new
        self.edit(index)
        return True

    def end_letter(self, *, keep: bool) -> None:
        """Close the letter field with what was typed, or with the letter that was there."""
        self._rows.end(keep=keep)

    @property
    def editing(self) -> bool:
        """Whether the letter field is open."""
        return self.state() is QAbstractItemView.State.EditingState

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """One row."""
        return QSize(self._theme.scaled(120), self._theme.size("row"))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As high as its rows, up to eight."""
        rows = max(1, min(8, self.model_.rowCount()))
        return QSize(self._theme.scaled(300), rows * self._theme.size("row"))

    def _clicked(self, index: QModelIndex) -> None:
        at = self.model_.panel_at(index.row())
        if at is not None:
            self.chosen.emit(at)

    def _closed(self) -> None:
        self.names_new = False
        self.left.emit()

    def _restyle(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()


class _Rows(QStyledItemDelegate):
    """Paints a row and makes the letter field."""

    typed = Signal(int, str)
    commanded = Signal(object)

    def __init__(self, theme: Theme, owner: PanelList) -> None:
        super().__init__(owner)
        self._theme, self._owner = theme, owner
        self._field: QLineEdit | None = None
        self.closeEditor.connect(self._forget_field)

    def end(self, *, keep: bool) -> None:
        """Close the field that is open."""
        field = self._field
        if field is None:
            return
        if keep:
            self.commitData.emit(field)
        hint = QAbstractItemDelegate.EndEditHint
        self.closeEditor.emit(field, hint.NoHint if keep else hint.RevertModelCache)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if self._owner.names_new and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            stroke = stroke_of(event)
            if stroke is not None and stroke.digit and stroke.plain and not stroke.shift:
                self.end(keep=True)
                self.commanded.emit(stroke)
                return True
        return super().eventFilter(watched, event)

    def _forget_field(self) -> None:
        self._field = None

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802 - Qt's name
        return QSize(0, self._theme.size("row"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect = self._theme, QRect(option.rect)
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        panel, at = self._owner.model_.panel(index.row())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, rect, chosen=chosen, state=state)
        self._swatch(painter, QRect(rect.left() + PADDING, rect.top(), theme.scaled(24), rect.height()), panel, at)
        letter, rest = self._places(rect)
        painter.setPen(theme.colour("text"))
        painter.setFont(theme.font("body", 600))
        words = panel.printed or "–"
        elided = QFontMetrics(painter.font()).elidedText(words, Qt.TextElideMode.ElideRight, letter.width())
        painter.drawText(letter, Qt.AlignmentFlag.AlignCenter, elided)
        self._columns(painter, rest, panel)
        painter.restore()

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:  # noqa: N802
        field = QLineEdit(parent)
        field.setFont(self._theme.font("body", 600))
        field.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        field.setMaxLength(64)
        field.setAccessibleName("Letter of the panel")
        self._field = field
        return field

    def setEditorData(self, editor: QWidget, index: Index) -> None:  # noqa: N802 - Qt's name
        if isinstance(editor, QLineEdit):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole) or ""))
            editor.selectAll()

    def setModelData(self, editor: QWidget, _model: object, index: Index) -> None:  # noqa: N802 - Qt's name
        at = self._owner.model_.panel_at(index.row())
        if isinstance(editor, QLineEdit) and at is not None:
            self.typed.emit(at, editor.text())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:  # noqa: N802
        letter, _rest = self._places(QRect(option.rect))
        height = self._theme.size("hit")
        editor.setGeometry(letter.left() - 2, letter.center().y() - height // 2, letter.width() + 4, height)

    def _places(self, rect: QRect) -> tuple[QRect, QRect]:
        """Where the letter stands, and what is left for the other columns."""
        left = rect.left() + PADDING + self._theme.scaled(24) + PADDING
        letter = QRect(left, rect.top(), self._theme.scaled(36), rect.height())
        return letter, rect.adjusted(letter.right() + 2 * PADDING - rect.left(), 0, -PADDING, 0)

    def _ground(self, painter: QPainter, rect: QRect, *, chosen: bool, state: QStyle.StateFlag) -> None:
        hover = bool(state & QStyle.StateFlag.State_MouseOver)
        if chosen or hover:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("accent_soft" if chosen else "background"))
            painter.drawRoundedRect(rect, self._theme.radius("row"), self._theme.radius("row"))
        if chosen and state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(self._theme.colour("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(
                QRectF(rect).adjusted(1, 1, -1, -1), self._theme.radius("row"), self._theme.radius("row")
            )

    def _swatch(self, painter: QPainter, place: QRect, panel: Panel, at: int) -> None:
        colour, dash = colour_and_dash(panel, at)
        box = QRectF(0, 0, self._theme.scaled(22), self._theme.scaled(18))
        box.moveCenter(QRectF(place).center())
        tint = QColor(colour)
        tint.setAlpha(TINT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens()["panels"]["plate"]))
        painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 5, 5)
        pen = QPen(colour, 2)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if dash:
            pen.setDashPattern([length / 2 for length in dash])
        painter.setPen(pen)
        painter.setBrush(tint)
        painter.drawRoundedRect(box, 3, 3)

    def _columns(self, painter: QPainter, room: QRect, panel: Panel) -> None:
        """Kind, size and origin; from the right, whatever has no room is left out, the size last."""
        body, small = self._theme.font("body"), self._theme.font("secondary")
        gap, longest = 2 * PADDING, self._owner.model_.longest
        columns = [
            (panel.kind.capitalize(), body, "text", longest[0]),
            (size_words(panel), small, "muted", longest[1]),
            (panel.origin.value, small, "muted", longest[2]),
        ]
        widths = [QFontMetrics(font).horizontalAdvance(most) for _, font, _, most in columns]
        for drop in (2, 0):  # the origin gives way, then the kind
            if sum(widths) + gap * (len(widths) - 1) > room.width():
                del columns[drop], widths[drop]
        left = room.left()
        for (text, font, role, _longest), width in zip(columns, widths, strict=True):
            painter.setFont(font)
            painter.setPen(self._theme.colour(role))
            painter.drawText(QRect(left, room.top(), width, room.height()), Qt.AlignmentFlag.AlignVCenter, text)
            left += width + gap if width else 0
