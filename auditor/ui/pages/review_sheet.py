"""The page that a figure comes from, where its task shows it: small at the foot of the text, large on the key P."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from auditor.ui.canvas.page_view import PREVIEW, PREVIEW_SMALL, PagePreview, PageView
from auditor.ui.canvas.pages import PageImage, PageRenderer
from auditor.ui.desk import Desk
from auditor.ui.widgets.cards import hairline
from auditor.ui.widgets.key_button import KeyButton
from auditor.ui.widgets.text import Label
from pipeline.errors import ExpectedError

if TYPE_CHECKING:
    from auditor.audits.projection import BlindPage

OPEN, CLOSE = "Open the page", "Back to the figure"
TALL = 900  # px of the window from which the preview is the large one


class ReviewSheet(QWidget):
    """The foot of the text pane; it also owns the large page over the canvas and the process that draws."""

    toggled = Signal()
    turned = Signal(bool)  # the large page lies over the figure now, or no longer

    def __init__(self, desk: Desk, canvas: QWidget) -> None:
        super().__init__()
        self.desk = desk
        self.large = PageView(desk.theme, canvas)
        self.preview = PagePreview(desk.theme)
        self.preview.opened.connect(self.toggled)
        self.number = Label(desk.theme, "", weight=500)
        self.words = Label(desk.theme, "with the figure framed", font="secondary", role="muted")
        self.button = KeyButton(desk.theme, desk.caps, OPEN, key="P", look="flush")
        self.button.clicked.connect(self.toggled)
        self._page: BlindPage | None = None
        self._renderer: PageRenderer | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(hairline(desk.theme))
        row = QHBoxLayout()
        row.setSpacing(14)
        row.addWidget(self.preview)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        for widget in (self.number, self.words, self.button):
            words.addWidget(widget)
        words.addStretch(1)
        row.addLayout(words, 1)
        column.addLayout(row)

    @property
    def is_open(self) -> bool:
        """Whether the large page lies over the figure."""
        return self.large.isVisible()

    def show_page(self, page: BlindPage | None) -> None:
        """Another figure with its page, None where the task shows none."""
        self.close_page()
        self._page = page
        self.preview.set_height(self.desk.theme.scaled(PREVIEW if self.window().height() >= TALL else PREVIEW_SMALL))
        self.preview.show_page(None)
        if self._renderer is not None:
            self._renderer.forget_wishes()
        path = self._path()
        if page is None or path is None:
            return
        self.number.setText(f"Page {page.number:,}")
        self._drawer().small(path, page.number, lambda drawn: self._small(page, drawn), self._no_preview)

    def toggle(self) -> bool:
        """The large page over the figure, or the figure again; False where there is no page."""
        page, path = self._page, self._path()
        if page is None or path is None:
            return False
        if self.is_open:
            self.close_page()
            return True
        self.large.open()
        self._turn(is_open=True)
        self._drawer().large(path, page.number, lambda drawn: self._large(page, drawn), lambda e: self._failed(page, e))
        return True

    def close_page(self) -> None:
        """The figure again."""
        if self.is_open:
            self.large.close_page()
            self._turn(is_open=False)

    def _turn(self, *, is_open: bool) -> None:
        self.button.say(CLOSE if is_open else OPEN)
        self.turned.emit(is_open)

    def stop(self) -> None:
        """End the process that draws; the next page starts another."""
        self.close_page()
        if self._renderer is not None:
            self._renderer.stop()
            self._renderer.deleteLater()
            self._renderer = None

    def _path(self) -> Path | None:
        folder = self.desk.project
        return None if folder is None or self._page is None else folder / self._page.pdf

    def _drawer(self) -> PageRenderer:
        if self._renderer is None:
            self._renderer = PageRenderer(self.desk.workers)
            self._renderer.setParent(self)  # so that no thread of the pool is the one to take it down
        return self._renderer

    def _small(self, page: BlindPage, drawn: PageImage) -> None:
        if page is self._page:
            self.preview.show_page(drawn, page.frame)

    def _large(self, page: BlindPage, drawn: PageImage) -> None:
        if page is self._page and self.is_open:
            self.large.show_page(drawn, page.frame)

    def _failed(self, page: BlindPage, error: ExpectedError) -> None:
        if page is self._page and self.is_open:
            self.large.show_trouble(str(error), "P shows the figure again.")

    def _no_preview(self, error: ExpectedError) -> None:
        """An empty sheet stays; the reason is told when the page is opened."""
        del error
