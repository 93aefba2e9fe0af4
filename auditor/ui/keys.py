"""The one road of a key press: text fields first, then the page, then the window, then Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import Shiboken

from auditor.ui.shortcuts import Caps, HeldKeys, Stroke, is_key_press, is_key_release, stroke_of
from auditor.ui.widgets.buttons import Button

Press = Callable[[Stroke], bool]
ENTER = ("Enter", "PadEnter")


class KeyRoad(QObject):
    """Application-wide filter: offers each press once, to the page and then to the window."""

    def __init__(self, window: QWidget, caps: Caps, *, page: Press, own: Press) -> None:
        super().__init__(window)
        self._window = window
        self._caps = caps
        self._page = page
        self._own = own
        self._held = HeldKeys()
        self._first: QWidget | None = None  # who got the press that goes up the parents now
        self._stamp = 0  # and when that press was made

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Take a press that the page or the window uses."""
        if is_key_release(event) and isinstance(event, QKeyEvent):
            self._held.release(event)
        if not is_key_press(event) or not isinstance(watched, QWidget) or not isinstance(event, QKeyEvent):
            return False
        if not self._is_ours(watched) or self._goes_up(watched, event.timestamp()):
            return False
        self._first, self._stamp = watched, event.timestamp()
        stroke = stroke_of(event)
        if stroke is None:
            return False
        if self._held.is_repeat(event):
            stroke = replace(stroke, repeat=True)
        self._caps.learn(stroke)
        if takes_text(watched) and not leads_out(stroke):
            return False
        return self._page(stroke) or self._own(stroke) or _works_a_button(stroke, watched)

    def _is_ours(self, watched: QWidget) -> bool:
        """Dialogs, menus and lists that drop down have keys of their own."""
        if QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None:
            return False
        return watched.window() is self._window

    def _goes_up(self, watched: QWidget, stamp: int) -> bool:
        """Whether this is the same press again: Qt offers what a widget leaves to its parents, one after the other."""
        first = self._first
        if first is None or not Shiboken.isValid(first) or watched is first or not watched.isAncestorOf(first):
            return False
        # Without a stamp the window's own focus tells; the application's is none while another window is in front.
        return stamp == self._stamp if stamp else watched is not (self._window.focusWidget() or self._window)


def _works_a_button(stroke: Stroke, widget: QWidget) -> bool:
    """Whether Enter worked a button of words: Space does by itself, Enter only on some desktops.

    A held key works a button once, also where the system sends repeats as presses.
    """
    if stroke.key in ENTER and isinstance(widget, Button) and not stroke.repeat:
        widget.click()
        return True
    return stroke.repeat and isinstance(widget, QAbstractButton)


def takes_text(widget: QWidget) -> bool:
    """Whether a press on this widget types."""
    if isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit | QAbstractSpinBox):
        return not widget.isReadOnly()
    return isinstance(widget, QComboBox) and widget.isEditable()


def leads_out(stroke: Stroke) -> bool:
    """The keys that page and window hear of even while somebody types: F-keys, Escape, Ctrl+Enter, Ctrl+1 … 9."""
    is_function = stroke.key[:1] == "F" and stroke.key[1:].isdigit()
    goes_to_a_page = stroke.ctrl and bool(stroke.digit)
    return is_function or goes_to_a_page or stroke.key == "Escape" or stroke.means("Ctrl+Enter")
