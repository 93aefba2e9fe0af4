"""Everything a person can read, hear or dig out of a window: what a blind page must not tell is looked for in here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QTextEdit,
    QWidget,
)

ROLES = (*range(15), *range(Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 8))
OF_QT = ("_q_", "_PySide")  # properties that Qt and its binding keep for themselves: fonts and addresses
ROWS = 200  # of a list that are read


def leaks(root: QWidget, forbidden: Iterable[str], *, files: Iterable[Path] = ()) -> list[str]:
    """Where a forbidden string stands: in the widget tree, on the clipboard or in a file (folders are searched)."""
    words = [word for word in forbidden if word]
    told = [*told_by(root), *clipboard_texts(), *file_texts(files)]
    return sorted(
        {f"{word} in {where}" for where, text in told for word in words if word.casefold() in text.casefold()}
    )


def told_by(root: QWidget) -> Iterator[tuple[str, str]]:
    """(where, text) of everything in a widget tree, hidden parts too."""
    for each in (root, *root.findChildren(QObject)):
        kind = type(each).__name__
        yield f"object name of {kind}", each.objectName()
        for name in each.dynamicPropertyNames():
            key = bytes(name.data()).decode()
            if key.startswith(OF_QT):
                continue
            yield f"property {key} of {kind}", f"{key}={_property(each, key)}"
        if isinstance(each, QAction):
            yield from _action(each)
        if isinstance(each, QWidget):
            yield from _widget(each)


def _property(holder: QObject, key: str) -> str:
    try:
        return str(holder.property(key))
    except RuntimeError as error:  # one of Qt's own, of a kind that Python cannot hold, for instance a timer's
        return str(error)


def _action(action: QAction) -> Iterator[tuple[str, str]]:
    for text in (action.text(), action.toolTip(), action.statusTip(), action.whatsThis(), str(action.data())):
        yield "action", text


def _widget(widget: QWidget) -> Iterator[tuple[str, str]]:
    kind = type(widget).__name__
    yield f"tool tip of {kind}", widget.toolTip()
    yield f"status tip of {kind}", widget.statusTip()
    yield f"what's this of {kind}", widget.whatsThis()
    yield f"accessible name of {kind}", widget.accessibleName()
    yield f"accessible description of {kind}", widget.accessibleDescription()
    yield f"accessible identifier of {kind}", str(getattr(widget, "accessibleIdentifier", str)())  # since Qt 6.9
    yield f"title of {kind}", f"{widget.windowTitle()} {widget.windowFilePath()} {widget.windowRole()}"
    yield f"style sheet of {kind}", widget.styleSheet()
    yield f"text of {kind}", _text(widget)
    if isinstance(widget, QAbstractItemView | QComboBox):
        yield from _rows(widget)


def _text(widget: QWidget) -> str:
    if isinstance(widget, QLabel | QAbstractButton | QAbstractSpinBox):
        return widget.text()
    if isinstance(widget, QProgressBar):
        return f"{widget.text()} {widget.format()}"
    if isinstance(widget, QLineEdit):
        return f"{widget.text()} {widget.placeholderText()}"
    if isinstance(widget, QTextEdit | QPlainTextEdit):
        return f"{widget.toPlainText()} {widget.placeholderText()} {getattr(widget, 'toHtml', str)()}"
    if isinstance(widget, QComboBox):
        return " ".join(widget.itemText(at) for at in range(widget.count()))
    return widget.title() if isinstance(widget, QGroupBox) else ""


def _rows(view: QAbstractItemView | QComboBox) -> Iterator[tuple[str, str]]:
    model = view.model()
    if model is None:
        return
    yield from _heads(type(view).__name__, model)
    for row in range(min(ROWS, model.rowCount(QModelIndex()))):
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
        for column in range(columns):
            index = model.index(row, column)
            for role in ROLES:
                yield f"row of {type(view).__name__}, role {role}", str(model.data(index, role))


def _heads(kind: str, model: QAbstractItemModel) -> Iterator[tuple[str, str]]:
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    for way, number in ((across, model.columnCount), (down, model.rowCount)):
        if way is across and isinstance(model, QAbstractListModel):
            continue  # it keeps its only column to itself
        for section in range(min(ROWS, number(QModelIndex()))):
            for role in ROLES:
                yield f"head of {kind}, role {role}", str(model.headerData(section, way, role))


def clipboard_texts() -> Iterator[tuple[str, str]]:
    """(where, text) of all that lies on the clipboard, in every form."""
    clipboard = QGuiApplication.clipboard()
    yield "clipboard", clipboard.text()
    data = clipboard.mimeData()
    if data is not None:
        for kind in data.formats():
            yield f"clipboard as {kind}", bytes(data.data(kind).data()).decode(errors="replace")


def file_texts(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """(where, text) of these files and their names; folders are searched."""
    for file in files:
        found = sorted(file.rglob("*")) if file.is_dir() else [file]
        for each in found:
            yield f"name of file {each.name}", each.name
            if each.is_file():
                yield f"file {each.name}", each.read_text(encoding="utf-8", errors="replace")
