"""What Qt's own widgets look like: Fusion, a palette and a style sheet made from the tokens, and the focus ring."""

from __future__ import annotations

from string import Template

from PySide6.QtCore import QObject
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from auditor.ui.focus import FocusRing
from auditor.ui.theme import Theme, tokens
from pipeline.resources import resource

_ROLES = {
    QPalette.ColorRole.Window: "background",
    QPalette.ColorRole.Base: "surface",
    QPalette.ColorRole.AlternateBase: "background",
    QPalette.ColorRole.Button: "surface",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.PlaceholderText: "muted",
    QPalette.ColorRole.Highlight: "accent",
    QPalette.ColorRole.Accent: "accent",
    QPalette.ColorRole.HighlightedText: "accent_text",
    QPalette.ColorRole.Link: "accent_ink",
    QPalette.ColorRole.LinkVisited: "accent_ink",
    QPalette.ColorRole.Light: "surface",
    QPalette.ColorRole.Midlight: "border",
    QPalette.ColorRole.Mid: "border",
    QPalette.ColorRole.Dark: "control",
    QPalette.ColorRole.Shadow: "control",
    QPalette.ColorRole.ToolTipBase: "raised",
    QPalette.ColorRole.BrightText: "negative",
}
_WORDS = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)


def apply(app: QApplication, theme: Theme) -> None:
    """Dress the application in the theme, now and whenever the theme changes; a later theme takes its place."""
    for old in app.findChildren(_Dresser):
        old.retire()
    _Dresser(app, theme)


def palette(theme: Theme) -> QPalette:
    """The palette of the present scheme; a window without the focus looks like one that has it."""
    made = QPalette()
    for role, name in _ROLES.items():
        made.setColor(QPalette.ColorGroup.All, role, theme.colour(name))
    for role in _WORDS:
        made.setColor(QPalette.ColorGroup.Disabled, role, theme.colour("muted"))
    return made


def sheet(theme: Theme) -> str:
    """The style sheet of the present scheme and text size."""
    colours = {role: theme.colour(role).name() for role in tokens()[theme.scheme]}
    sizes = {
        "radius_control": theme.radius("control"),
        "row_compact": theme.size("row_compact"),
        "icon": theme.size("icon"),
        "pad": theme.scaled(11),
        "pad_line": theme.scaled(11) - 2,  # a line edit keeps 2 px of its own
        "pad_small": theme.scaled(6),
        "arrow": theme.scaled(30),
        "half": theme.size("control") // 2,
        "scroll": theme.scaled(12),
        "scroll_radius": theme.scaled(12) // 2 - 3,
    }
    source = resource("styles", "desk.qss").read_text(encoding="utf-8")
    return Template(source).substitute(colours | {name: str(value) for name, value in sizes.items()})


class _Dresser(QObject):
    """Keeps the application in step with one theme."""

    def __init__(self, app: QApplication, theme: Theme) -> None:
        super().__init__(app)
        self._app = app
        self._theme = theme
        self._first: str | None = None
        app.setStyle("Fusion")
        self._ring = FocusRing(app, theme)
        self.dress()
        theme.changed.connect(self.dress)

    def dress(self) -> None:
        """Take colours, sizes and fonts anew.

        Only the first style sheet is the application's: to change that one, Qt goes through all it ever dressed and may
        come upon a widget that is gone. Later ones are given to the windows, whose living parts Qt visits instead; what
        belongs to a window, a dialog or a menu, follows it.
        """
        self._app.setFont(self._theme.font())
        self._app.setPalette(palette(self._theme))
        text = sheet(self._theme)
        if self._first is None:
            self._first = text
            if self._app.styleSheet() != text:
                self._app.setStyleSheet(text)
        for window in self._app.topLevelWidgets():
            wanted = "" if text == self._first else text
            if window.parent() is None and window.styleSheet() != wanted:
                window.setStyleSheet(wanted)

    def retire(self) -> None:
        """Stop following the theme."""
        self._theme.changed.disconnect(self.dress)
        self._ring.retire()
        self._ring.deleteLater()
        self.setParent(None)
        self.deleteLater()
