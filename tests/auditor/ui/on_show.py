"""Widgets in a window of their own, how they look there and what a screen reader is told."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

LONG = "Datenträger voll: Diese Antwort ist noch nicht gespeichert, alle früheren Antworten sind sicher. " * 3

WINDOWS: list[QWidget] = []  # the windows of the running test, which Python would drop while it looks at what is inside


def shown(qtbot: QtBot, *widgets: QWidget, width: int = 400, height: int = 300) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    WINDOWS.append(window)
    column = QVBoxLayout(window)
    for widget in widgets:
        column.addWidget(widget)
    column.addStretch(1)
    window.resize(width, height)
    window.show()
    return window


def accessible(widget: QWidget) -> tuple[str, QAccessible.Role]:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name), interface.role()


def picture(widget: QWidget) -> QImage:
    return widget.grab().toImage()
