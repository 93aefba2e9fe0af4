"""What every page of the window is: a widget with a title, a header part, a status part and keys of its own."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from auditor.ui.desk import Desk, Form, PageName, Place
from auditor.ui.shortcuts import Stroke


class Page(QWidget):
    """One screen. The window calls `enter`, `leave`, `set_form` and `press`; the page emits `header_changed`."""

    header_changed = Signal()  # title, subtitle or header_part differ

    name: PageName
    title = ""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.subtitle = ""  # project or campaign, in the header behind the title

    def header_part(self) -> QWidget | None:
        """What stands at the right of the header: state in words, then at most two buttons. Made once, kept."""
        return None

    def status_part(self) -> QWidget | None:
        """What stands at the right of the status bar. Made once, kept."""
        return None

    def enter(self, place: Place) -> None:
        """The page is shown; read what it shows anew."""

    def leave(self) -> bool:
        """Whether the page may be left now; a page with something unsaved says why not and returns False."""
        return True

    @property
    def unsaved(self) -> str:
        """What was done here and is not on the disk yet, as a sentence; "" when everything is."""
        return ""

    def set_form(self, form: Form) -> None:
        """The window has this much room now."""

    def press(self, stroke: Stroke) -> bool:
        """Take a key that no text field wants; True when the page used it."""
        del stroke
        return False

    def keys_here(self) -> list[tuple[str, str]]:
        """The keys that work on this page, for "?": (shortcut as in `Stroke.means`, what it does)."""
        return []
