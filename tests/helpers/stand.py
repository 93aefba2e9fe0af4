"""A page in a window of its own, without the frame around it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot


def stand(page: QWidget, qtbot: QtBot, size: tuple[int, int] = (1204, 720)) -> None:
    """Show the page inside a window that leaves its size alone and has the focus."""
    window = QWidget()  # without a layout: the offscreen platform complains of windows with a smallest size
    window.resize(*size)
    page.setParent(window)
    page.resize(*size)
    page.show()
    qtbot.addWidget(window)
    page.stand = window  # type: ignore[attr-defined] - as long as the page, its window lives
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def words(widget: QWidget) -> list[str]:
    """Every text, tool tip, name and description below a widget, whether it can be seen or only be read out."""
    found = [one.text() for kind in (QLabel, QAbstractButton) for one in widget.findChildren(kind) if one.isVisible()]
    for one in widget.findChildren(QWidget):
        found += [one.toolTip(), one.accessibleName(), one.accessibleDescription(), one.objectName()]
    return [text for text in found if text]


class _Shown(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.windows: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.windows.append(type(watched).__name__)
        return False


@contextmanager
def windows_shown() -> Iterator[list[str]]:
    """The kinds of widgets that showed themselves as windows in the block; a part without its place flashes as one."""
    application = QApplication.instance()
    assert application is not None
    watch = _Shown()
    application.installEventFilter(watch)
    try:
        yield watch.windows
    finally:
        application.removeEventFilter(watch)
