"""How the window looks, light or dark: colours, sizes and fonts from the tokens, as Qt wants them."""

from __future__ import annotations

import sys
import tomllib
from functools import cache
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication

from pipeline.resources import resource

SCHEMES = ("light", "dark")
TEXT_SIZES = (80, 200)  # percent, least and most
_PLAINER = {"border": "control", "muted": "text"}  # what a role becomes for people who ask for more contrast


@cache
def tokens() -> dict[str, Any]:
    """The tokens as read from resources/styles/tokens.toml."""
    return tomllib.loads(resource("styles", "tokens.toml").read_text(encoding="utf-8"))


class Theme(QObject):
    """Colours, fonts and sizes of the present scheme; `changed` says that all of them may differ."""

    changed = Signal()

    def __init__(self, choice: str = "system", *, text_size: int = 100) -> None:
        super().__init__()
        self._choice = choice
        self._text_size = _allowed(text_size)
        self._hints = QGuiApplication.styleHints()  # kept: Python loses what hangs on it as soon as it lets go of it
        self._hints.colorSchemeChanged.connect(self._system_changed)
        if hasattr(self._hints, "accessibility"):  # since Qt 6.10
            self._hints.accessibility().contrastPreferenceChanged.connect(self._system_changed)

    @property
    def scheme(self) -> str:
        """Either "light" or "dark"; an unknown scheme of the system counts as light."""
        if self._choice in SCHEMES:
            return self._choice
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return "dark" if dark else "light"

    @property
    def text_size(self) -> int:
        """Percent by which type and heights are multiplied, 80 to 200."""
        return self._text_size

    def choose(self, choice: str | None = None, *, text_size: int | None = None) -> None:
        """Take another scheme ("system", "light", "dark") or text size."""
        self._choice = choice or self._choice
        self._text_size = _allowed(text_size or self._text_size)
        self.changed.emit()

    @property
    def more_contrast(self) -> bool:
        """Whether the system asks for more contrast than usual."""
        if not hasattr(self._hints, "accessibility"):
            return False
        return self._hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast

    def colour(self, role: str) -> QColor:
        """The colour of a role such as "accent" in the present scheme."""
        if self.more_contrast:
            role = _PLAINER.get(role, role)
        return QColor(tokens()[self.scheme][role])

    def type(self, name: str) -> int:
        """A type size in px, multiplied by the text size: "body", "question", …"""
        return self.scaled(tokens()["type"][name])

    def size(self, name: str) -> int:
        """A height or width in px, multiplied by the text size: "header", "answer_bar", …"""
        return self.scaled(tokens()["size"][name])

    def radius(self, name: str) -> int:
        """A corner radius in px: "control", "card", …"""
        return int(tokens()["radius"][name])

    def space(self, step: int) -> int:
        """A distance in px, not multiplied: step 1 to 8 of the scale of spaces."""
        return int(tokens()["space"]["steps"][step - 1])

    def scaled(self, pixels: float) -> int:
        """Pixels at 100 % multiplied by the text size."""
        return round(pixels * self._text_size / 100)

    def font(self, name: str = "body", weight: int = 400, *, family: str = "ui", pixels: int | None = None) -> QFont:
        """A font of type size `name` (or of so many px), weight 400, 500 or 600, family "ui", "reading" or "mono".

        Figures are tabular, so that numbers under each other line up.
        """
        font = QFont()
        families = _families(family)
        if families:
            font.setFamilies(families)
        else:
            kind = QFontDatabase.SystemFont.FixedFont if family == "mono" else QFontDatabase.SystemFont.GeneralFont
            font = QFontDatabase.systemFont(kind)
        font.setPixelSize(max(1, pixels or self.type(name)))
        font.setWeight(QFont.Weight(weight))
        font.setFeature(QFont.Tag("tnum"), 1)
        return font

    def _system_changed(self) -> None:
        self.changed.emit()


def _allowed(text_size: int) -> int:
    """The text size within what the desk can lay out."""
    least, most = TEXT_SIZES
    return min(most, max(least, text_size))


@cache
def _families(family: str) -> list[str]:
    """The stack of this platform as far as it is installed."""
    platform = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
    stack: list[str] = tokens()["fonts"][platform][family]
    installed = set(QFontDatabase.families())
    return [name for name in stack if name in installed]
