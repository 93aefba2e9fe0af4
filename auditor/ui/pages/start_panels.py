"""Two small forms that open inside the Projects card: who sits here, and a new project."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.fields import ComboBox, Field, LineEdit
from auditor.ui.widgets.text import Label

NAME_LENGTH = 64


def choose_folder(parent: QWidget, title: str, start: Path | None = None) -> Path | None:
    """The folder that a person picks, None for none."""
    picked = QFileDialog.getExistingDirectory(parent, title, str(start or Path.home()))
    return Path(picked) if picked else None


class Panel(QWidget):
    """A small form with a title, fields, and two buttons; `closed` says that it is done with."""

    closed = Signal()

    def __init__(self, theme: Theme, title: str, verb: str) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.scaled(8))
        self.column.addWidget(Label(theme, title, weight=600, wrap=True))
        self.go = Button(theme, verb, kind="primary")
        self.cancel = Button(theme, "Cancel")
        self.cancel.clicked.connect(self.closed)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(theme.scaled(8))
        self.buttons.addWidget(self.go)
        self.buttons.addWidget(self.cancel)
        self.buttons.addStretch(1)


class JoinPanel(Panel):
    """Asks who sits here: a name that the project knows, or a new one."""

    joined = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Who sits here?", "Sit here")
        self.names = ComboBox(theme)
        self.names.setEditable(True)
        self.field = Field(theme, "Name", self.names, "It decides which figures you get. Always use the same one.")
        self.column.addWidget(self.field)
        self.column.addLayout(self.buttons)
        self.go.clicked.connect(self.submit)
        line = self.names.lineEdit()
        if line is not None:
            line.returnPressed.connect(self.submit)

    def ask(self, known: Sequence[str], auditor: str) -> None:
        """Offer the names of the project; the field holds who sits here now."""
        self.names.clear()
        self.names.addItems(list(known))
        self.names.setCurrentText(auditor)
        self.field.say("")
        self.names.setFocus()

    def submit(self) -> None:
        """Take the name, or say what is wrong with it."""
        name = unicodedata.normalize("NFC", self.names.currentText().strip())
        fault = name_fault(name)
        self.field.say(fault)
        if not fault:
            self.joined.emit(name)


def name_fault(name: str) -> str:
    """Why a name cannot stand for a person, "" when it can."""
    if not name:
        return "Choose or type a name."
    if len(name) > NAME_LENGTH or not name.isprintable() or set(name) & set("/\\|,"):
        return f"Use up to {NAME_LENGTH} letters, without | , / \\."
    return ""


class NewProjectPanel(Panel):
    """Asks for the name and place of a new project."""

    wanted = Signal(object)  # the folder to make

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "New project", "Make project")
        self.name = LineEdit(theme, "my-project")
        self.place = LineEdit(theme, "")
        self.browse = Button(theme, "Choose…")
        self.name_field = Field(theme, "Name", self.name, "A folder of this name is made.")
        self.place_field = Field(theme, "Inside the folder", self.place)
        self.column.addWidget(self.name_field)
        self.column.addWidget(self.place_field)
        self.column.addWidget(self.browse, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addLayout(self.buttons)
        self.go.clicked.connect(self.submit)
        self.name.returnPressed.connect(self.submit)
        self.place.returnPressed.connect(self.submit)
        self.browse.clicked.connect(self._browse)

    def ask(self, place: Path) -> None:
        """Begin with an empty name inside this folder."""
        self.name.clear()
        self.place.setText(str(place))
        self.name_field.say("")
        self.place_field.say("")
        self.name.setFocus()

    def submit(self) -> None:
        """Ask for the project, or say which field cannot be meant."""
        name, place = self.name.text().strip(), self.place.text().strip()
        named = bool(name) and name not in {".", ".."} and not set(name) & set("/\\")
        folder = Path(place).expanduser() if place else None
        there = folder is not None and folder.is_absolute() and folder.is_dir()
        self.name_field.say("" if named else "Type a name for the folder, without / and \\.")
        self.place_field.say("" if there else "Choose a folder that is there.")
        if named and there and folder is not None:
            self.wanted.emit(folder / name)

    def _browse(self) -> None:
        picked = choose_folder(self, "Where the new project goes", Path(self.place.text() or Path.home()))
        if picked is not None:
            self.place.setText(str(picked))
            self.place_field.say("")
