"""The window around made-up pages, for tests of the frame."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QTextBrowser, QVBoxLayout, QWidget

from auditor.ui import app
from auditor.ui import window as window_module
from auditor.ui.crash import Faults
from auditor.ui.desk import Desk, Form, PageName, Place
from auditor.ui.pages.page import Page
from auditor.ui.preferences import Preferences
from auditor.ui.shortcuts import Stroke
from auditor.ui.window import Window
from tests.helpers.dressing import undressed


class MadeUpPage(Page):
    """Notes what the window does with it; its fields say how it answers."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.strokes: list[Stroke] = []
        self.entered: list[Place] = []
        self.forms: list[Form] = []
        self.taken: set[str] = set()
        self.may_leave = True
        self.part = QLabel("213 of 350")
        self.field = QLineEdit()
        self.reader = QTextBrowser()
        column = QVBoxLayout(self)
        for widget in (self.field, self.reader):
            column.addWidget(widget)

    def header_part(self) -> QWidget | None:
        return self.part

    def enter(self, place: Place) -> None:
        self.entered.append(place)

    def leave(self) -> bool:
        return self.may_leave

    def set_form(self, form: Form) -> None:
        self.forms.append(form)

    def press(self, stroke: Stroke) -> bool:
        self.strokes.append(stroke)
        return stroke.key in self.taken

    def keys_here(self) -> list[tuple[str, str]]:
        return [("Ctrl+Z", "Undo")]


class BrokenPage(Page):
    """Cannot be made."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        raise RuntimeError("figure 4 of paper 7 says no")


@contextmanager
def framed(folder: Path, patch: pytest.MonkeyPatch, *, faults: Faults | None = None) -> Iterator[Window]:
    """A window of 1280 x 800 with made-up pages (Settings is broken) and settings in the folder; closed at the end."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    pages = ModuleType("made_up_pages")
    pages.MadeUpPage, pages.BrokenPage = MadeUpPage, BrokenPage  # type: ignore[attr-defined]
    patch.setitem(sys.modules, "made_up_pages", pages)
    table = dict.fromkeys(PageName, ("made_up_pages", "MadeUpPage"))
    patch.setattr(window_module, "PAGES", table | {PageName.SETTINGS: ("made_up_pages", "BrokenPage")})
    with undressed(application):
        window = app.build(Preferences(folder / "desk.json"), faults=faults)
        try:
            yield window
        finally:
            for page in window._pages.values():
                if isinstance(page, MadeUpPage):
                    page.may_leave = True
            window.close()
            window.deleteLater()


def made_up(window: Window, name: PageName) -> MadeUpPage:
    """A page of the window, made if it is not there yet."""
    page = window.page(name)
    assert isinstance(page, MadeUpPage)
    return page
