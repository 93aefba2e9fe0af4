"""What lies over the window for a while: the keys that work here, and the messages so far."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from auditor.ui.desk import Desk
from auditor.ui.widgets.notices import Message
from auditor.ui.widgets.side_sheet import SideSheet, key_rows
from auditor.ui.widgets.text import Label

Keys = Sequence[tuple[str, str]]


class Overlays(QObject):
    """At most one drawer over the right of the window; the page goes on underneath and keeps the keys."""

    def __init__(self, window: QWidget, desk: Desk) -> None:
        super().__init__(window)
        self._window = window
        self._desk = desk
        self._top = self._bottom = 0
        self._before: QWidget | None = None
        self.drawer: SideSheet | None = None
        self.what = ""

    def show_keys(self, page: str, here: Keys, everywhere: Keys) -> None:
        """Show the keys of a page and those that work everywhere; the same again closes them."""
        if self.close() == "keys":
            return
        theme = self._desk.theme
        drawer = self._open("keys", "The keys that work here", key="?")
        for title, rows in ((page, here), ("Everywhere", everywhere)):
            if rows:
                drawer.page.body.addWidget(Label(theme, title, font="secondary", weight=600, role="muted"))
                caps = [(self._caps(keys), words) for keys, words in rows]
                drawer.page.body.addWidget(key_rows(theme, caps))
        drawer.page.body.addStretch(1)

    def show_messages(self, messages: Sequence[Message]) -> None:
        """Show what the toasts said, the newest first."""
        if self.close() == "messages":
            return
        theme = self._desk.theme
        drawer = self._open("messages", "Messages")
        for message in reversed(messages):
            one = QVBoxLayout()
            one.setSpacing(2)
            one.addWidget(Label(theme, f"{message.at:%H:%M}", font="secondary", weight=600, role="muted"))
            one.addWidget(Label(theme, message.text, wrap=True))
            drawer.page.body.addLayout(one)
        drawer.page.body.addStretch(1)
        drawer.close_button.setFocus()

    def close(self) -> str:
        """Take the drawer away and say which one it was, "" for none."""
        drawer, self.drawer = self.drawer, None
        if drawer is None:
            return ""
        had_focus = drawer.isAncestorOf(self._window.focusWidget() or self._window)
        drawer.hide()
        drawer.deleteLater()
        if had_focus and self._before is not None:
            self._before.setFocus()
        return self.what

    def keep_free(self, top: int, bottom: int) -> None:
        """Leave header and foot of the window uncovered."""
        self._top, self._bottom = top, bottom
        if self.drawer is not None:
            self.drawer.top, self.drawer.bottom = top, bottom
            self.drawer.place()

    def _open(self, what: str, title: str, *, key: str = "Esc") -> SideSheet:
        self.what = what
        self._before = self._window.focusWidget()
        self.drawer = SideSheet(self._desk.theme, title, self._window, key=key)
        self.drawer.closed.connect(self.close)
        self.keep_free(self._top, self._bottom)
        self.drawer.show()
        self.drawer.raise_()
        return self.drawer

    def _caps(self, keys: str) -> str:
        """What the keys of a shortcut print; "Ctrl+1 … 7" and the like stay as they are written."""
        return " ".join(self._desk.caps.cap(part) if part != "…" else part for part in keys.split(" "))
