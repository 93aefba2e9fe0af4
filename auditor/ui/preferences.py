"""What the desk remembers between two runs on this machine: a small JSON file in the user's own folder.

It never holds anything of a figure, an item or an answer: an auditor may read it.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import QStandardPaths

from pipeline.errors import ExpectedError
from pipeline.files import write_atomically

DEFAULTS: dict[str, Any] = {
    "theme": "system",  # system, light, dark
    "text_size": 100,  # percent, 80 to 200
    "reading_size": 15,  # px of caption and context, 13 to 24
    "motion": True,
    "keep_zoom": False,
    "show_pace": True,
    "pause_reminder": 0,  # minutes, 0 = none
    "one_key_reasons": False,
    "projects": [],  # [{"folder": str, "opened": ISO time}], newest first
    "auditors": {},  # project folder -> who sits here
    "window": {},  # geometry and pane widths
    "place": {},  # project folder -> last page and campaign
}
THEMES = ("system", "light", "dark")
LIMITS = {"text_size": (80, 200), "reading_size": (13, 24), "pause_reminder": (0, 600)}


class Preferences:
    """Settings of this person on this machine; every `set` is on disk when it returns.

    A file that cannot be read is put aside as `.broken` and the defaults apply; a disk that takes nothing is no
    reason to stop: `problem` then says why nothing is remembered. What another window wrote meanwhile stays, but for
    what was set here.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or settings_folder() / "desk.json"
        self.problem = ""
        self._values = dict(DEFAULTS)
        self._own: set[str] = set()  # what was set here
        self._dropped: dict[str, set[str]] = {}  # keys taken out here, which the file may still hold
        self._load()

    def get(self, name: str) -> Any:
        """The value of a setting of DEFAULTS."""
        return self._values[name]

    def set(self, name: str, value: Any) -> None:
        """Change a setting and save."""
        if name not in DEFAULTS:
            raise KeyError(name)
        before = self._values[name]
        if before != value:
            if isinstance(value, dict):
                self._dropped[name] = (self._dropped.get(name, set()) | before.keys()) - value.keys()
            self._values[name] = value
            self._own.add(name)
            self._save()

    def _load(self) -> None:
        try:
            self._values |= self._read()
        except FileNotFoundError:
            return
        except (OSError, ValueError, RecursionError) as error:
            self.problem = f"{self.file.name} cannot be read ({error}); the desk starts with its defaults"
            with suppress(OSError):
                self.file.replace(self.file.with_suffix(".broken"))

    def _read(self) -> dict[str, Any]:
        said = json.loads(self.file.read_text(encoding="utf-8"))
        if not isinstance(said, dict):
            raise ValueError("not an object")  # noqa: TRY004 - handled like any other broken file
        return {name: value for name, value in said.items() if _makes_sense(name, value)}

    def _save(self) -> None:
        with suppress(OSError, ValueError, RecursionError):
            for name, value in self._read().items():
                if name not in self._own:
                    self._values[name] = value
                elif isinstance(value, dict):  # of each project on its own
                    dropped = self._dropped.get(name, set())
                    there = {key: one for key, one in value.items() if key not in dropped}
                    self._values[name] = {**there, **self._values[name]}
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.file, json.dumps(self._values, indent=1, sort_keys=True).encode())
            self.problem = ""
        except (OSError, ExpectedError) as error:
            self.problem = f"{self.file.name} cannot be written ({error}); settings last until the window closes"


def _makes_sense(name: str, value: Any) -> bool:
    """Whether a value from the file can be the one of this setting: people edit files."""
    if name not in DEFAULTS or type(value) is not type(DEFAULTS[name]):
        return False
    if name in LIMITS:
        low, high = LIMITS[name]
        return low <= int(value) <= high
    return name != "theme" or value in THEMES


def settings_folder() -> Path:
    """Where settings lie: FIGAUDIT_DESK when set, else the platform's place for a program's settings."""
    asked = os.environ.get("FIGAUDIT_DESK")
    if asked:
        return Path(asked)
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)) / "figaudit"
