"""What the pages share: workers, preferences, theme, the project, who sits here, and what is said to that person.

A page asks the desk and never another page; the window listens to the desk's signals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from auditor.ui.preferences import Preferences
from auditor.ui.shortcuts import Caps, PressClock
from auditor.ui.theme import Theme
from auditor.ui.workers import Workers


class PageName(StrEnum):
    """The pages, in the order of the rail; Ctrl+1 … 9 follow it."""

    START = "start"
    CAMPAIGNS = "campaigns"
    REVIEW = "review"
    PANELS = "panels"
    REPORT = "report"
    SETTINGS = "settings"
    HELP = "help"


class Form(Enum):
    """How much room the window has: wide; narrow below 1100 x 640; smallest below 800 x 480 (logical pixels)."""

    WIDE = "wide"
    NARROW = "narrow"
    SMALLEST = "smallest"

    @classmethod
    def of(cls, width: int, height: int) -> Form:
        """The form of a window of this size."""
        if width < 800 or height < 480:
            return cls.SMALLEST
        return cls.NARROW if width < 1100 or height < 640 else cls.WIDE


class Tone(StrEnum):
    """What a message is: saved or done, plain information, works but look, not saved or failed."""

    POSITIVE = "positive"
    PLAIN = "plain"
    CAUTION = "caution"
    NEGATIVE = "negative"


@dataclass(frozen=True)
class Trouble:
    """Something broke, for a banner: what happened, what is safe and what to do; `details` can be copied."""

    title: str
    text: str
    details: str = ""


@dataclass(frozen=True)
class Place:
    """Where to go: a page and, for pages that show one, a campaign by name."""

    page: PageName
    campaign: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


class Desk(QObject):
    """The one object that pages get."""

    project_changed = Signal()  # another project is open, or none
    auditor_changed = Signal()
    waiting_changed = Signal()  # answers were given or campaigns moved: counts may differ
    place_wanted = Signal(object)  # a Place
    status_said = Signal(str, object)  # text and Tone for the left of the status bar
    toast_said = Signal(str, object)  # finished background work
    help_wanted = Signal()

    def __init__(self, *, preferences: Preferences, theme: Theme, workers: Workers) -> None:
        super().__init__()
        self.preferences = preferences
        self.theme = theme
        self.workers = workers
        self.caps = Caps(self)
        self.clock = PressClock()
        self._auditor = ""

    @property
    def project(self) -> Path | None:
        """The folder of the open project."""
        return self.workers.folder

    @property
    def auditor(self) -> str:
        """Who sits here, "" while nobody said so."""
        return self._auditor

    def seat(self, auditor: str) -> None:
        """Say who sits here, and remember it for this project."""
        if self.project is not None and auditor:
            known = dict(self.preferences.get("auditors"))
            self.preferences.set("auditors", {**known, str(self.project): auditor})
        if auditor != self._auditor:
            self._auditor = auditor
            self.auditor_changed.emit()

    def go(self, page: PageName, campaign: str = "", **extra: Any) -> None:
        """Ask the window to show a page."""
        self.place_wanted.emit(Place(page, campaign, extra))

    def say(self, text: str, tone: Tone = Tone.PLAIN) -> None:
        """Put a sentence at the left of the status bar."""
        self.status_said.emit(text, tone)

    def toast(self, text: str, tone: Tone = Tone.POSITIVE) -> None:
        """Tell of finished background work."""
        self.toast_said.emit(text, tone)
