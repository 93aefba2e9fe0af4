"""The present figure of the Panels page: read with its saved boxes, decoded, shown with its words in one frame."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from auditor.ui.canvas.cache import FigureCache
from auditor.ui.canvas.images import Figure, figure_size
from auditor.ui.canvas.kept_views import KeptViews
from auditor.ui.desk import Desk
from auditor.ui.pages import panels_store
from auditor.ui.pages.panels_view import PanelsView
from pipeline.errors import ExpectedError

if TYPE_CHECKING:
    from auditor.audits.projection import BlindItem
    from auditor.ui.pages.panels_store import BoxItem


class PanelsFigure(QObject):
    """Brings one figure at a time onto the canvas; what arrives late for an earlier one is dropped."""

    ready = Signal(object, object)  # BoxItem and (width, height): the figure is on the canvas
    painted = Signal()
    unshown = Signal(object)  # BoxItem of a figure whose image cannot be shown
    failed = Signal(object)  # the ExpectedError of a figure that could not be read

    def __init__(self, desk: Desk, view: PanelsView) -> None:
        super().__init__(view)
        self._desk, self._view = desk, view
        self._cache = FigureCache(desk.workers)
        self._views = KeptViews()
        self._of = ""  # the assignment of the figure that is shown or comes
        self._showing = 0
        self._seen = False
        view.canvas.painted.connect(self._painted)

    @property
    def seen(self) -> bool:
        """Whether the figure's own pixels are on the screen."""
        return self._seen

    def forget(self) -> None:
        """Show no figure: nothing can be edited, what is under way is dropped; the view of the one on show is kept."""
        canvas = self._view.canvas
        if canvas.figure is not None and canvas.key == self._showing:
            self._views.keep(self._of, canvas.view_state())
        self._showing += 1
        self._seen = False

    def show(self, assignment_id: str) -> None:
        """Read a figure and put it on the canvas; the one on show stays as it is until then."""
        self.forget()
        self._of, showing = assignment_id, self._showing
        self._desk.workers.read(
            panels_store.read_item,
            assignment_id,
            done=lambda item: self._read(showing, item),
            failed=lambda error: self._unread(showing, error),
        )

    def prepare(self, assignment_ids: list[str]) -> None:
        """Decode these ahead of time."""
        showing = self._showing
        self._desk.workers.read(
            panels_store.read_items,
            assignment_ids,
            done=lambda items: self._prefetch(showing, items),
            failed=lambda _error: None,  # whoever goes there is told
        )

    # --- inside

    def _read(self, showing: int, item: BoxItem) -> None:
        if showing != self._showing:
            return
        path = self._path(item.item)
        if path is None:
            self._unloaded(showing, item, ExpectedError("This figure has no image in the project."))
            return
        if not self._cache.has(path):
            size, file_bytes = (4, 3), 0
            with suppress(ExpectedError):
                width, height, file_bytes = figure_size(path)
                size = (width, height)
            self._say_words(item)
            self._view.canvas.show_loading(size, file_bytes)
        self._cache.set_viewport(self._view.canvas.viewport())
        self._cache.get(path, partial(self._loaded, showing, item), partial(self._unloaded, showing, item))

    def _loaded(self, showing: int, item: BoxItem, figure: Figure) -> None:
        if showing != self._showing:
            return
        self._say_words(item)
        self._view.canvas.show_figure(showing, figure, figure.size)
        left = self._views.of(self._of)
        if left is not None:
            self._view.canvas.restore_view(left)
        self.ready.emit(item, figure.size)

    def _unloaded(self, showing: int, item: BoxItem, error: ExpectedError) -> None:
        if showing == self._showing:
            self._say_words(item)
            self._view.canvas.show_trouble(str(error), "Skip it with 8.")
            self.unshown.emit(item)

    def _unread(self, showing: int, error: ExpectedError) -> None:
        if showing == self._showing:
            self.failed.emit(error)

    def _painted(self, key: object) -> None:
        if key == self._showing and not self._seen:
            self._seen = True
            self.painted.emit()

    def _prefetch(self, showing: int, items: list[BlindItem]) -> None:
        if showing == self._showing:
            self._cache.prefetch([path for item in items if (path := self._path(item)) is not None])

    def _say_words(self, item: BoxItem) -> None:
        size = int(self._desk.preferences.get("reading_size"))
        self._view.pane.say_caption(item.item.caption, size)

    def _path(self, item: BlindItem) -> Path | None:
        folder = self._desk.project
        return folder / item.image if folder is not None and item.image else None
