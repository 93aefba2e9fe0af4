"""The present figure: brings it onto the canvas together with its words, and knows since when it can be seen."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from auditor.ui.canvas.cache import FigureCache
from auditor.ui.canvas.figure import LOADING_AFTER_MS, FigureCanvas
from auditor.ui.canvas.images import Figure, figure_size
from auditor.ui.canvas.kept_views import KeptViews
from auditor.ui.desk import Desk
from auditor.ui.pages.review_items import ReviewItems
from auditor.ui.pages.review_session import ReviewSession
from auditor.ui.pages.review_sheet import ReviewSheet
from auditor.ui.pages.review_time import ActiveTime
from auditor.ui.pages.review_view import ReviewView
from auditor.ui.pages.review_words import reading_trouble
from auditor.ui.shortcuts import Stroke
from auditor.ui.widgets.key_button import Press
from pipeline.errors import ExpectedError

if TYPE_CHECKING:
    from auditor.audits.projection import BlindItem


class ReviewFigure(QObject):
    """Shows one figure at a time. `painted` carries the caption once the figure's own pixels were drawn."""

    painted = Signal(str)
    troubled = Signal(str)  # why it cannot be shown

    def __init__(self, desk: Desk, view: ReviewView, cache: FigureCache) -> None:
        super().__init__(view)
        self.desk, self.view, self.cache = desk, view, cache
        self.items = ReviewItems(desk, cache)
        self.sheet = ReviewSheet(desk, view.canvas)
        self.sheet.toggled.connect(self.toggle_page)
        view.pane.set_page_part(self.sheet)
        self.seen = False
        self.index: int | None = None
        self._item: BlindItem | None = None
        self._showing = 0  # counts up, so that what arrives late for an earlier figure is dropped
        self._painted_ms = 0.0
        self._active = ActiveTime()
        self._views = KeptViews()
        self._slow = QTimer(self, singleShot=True, interval=LOADING_AFTER_MS)
        self._slow.timeout.connect(self._not_yet)
        view.canvas.painted.connect(self._drawn)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._application_changed)

    # --- showing ---------------------------------------------------------------------------------------------------

    def begin(self, session: ReviewSession) -> None:
        """Serve another queue."""
        self.forget()
        self._views.clear()
        self.items.start(session)

    def forget(self) -> None:
        """Show no figure: nothing can be answered."""
        self._keep_view()
        self.sheet.close_page()
        self.index, self._item, self.seen = None, None, False
        self._showing += 1

    def show(self, index: int) -> None:
        """Bring a figure onto the canvas; the one on show stays as it is."""
        if index == self.index:
            return
        self._keep_view()
        self.sheet.close_page()
        self.index, self._item, self.seen = index, None, False
        self._showing += 1
        self._slow.start()
        showing = self._showing
        self.items.get(index, lambda item: self._arrived(showing, item), lambda error: self._unread(showing, error))

    def again(self) -> None:
        """Read the present figure once more."""
        index, self.index = self.index, None
        if index is not None:
            self.show(index)

    def toggle_page(self) -> None:
        """The whole page with the figure framed, or the figure again."""
        if not self.sheet.toggle():
            self.desk.say("The page of this figure is not shown in this audit")
        elif self.sheet.is_open:
            self.view.shut_pane()

    @property
    def on_top(self) -> FigureCanvas:
        """What keys of the canvas are meant for: the large page while it lies over the figure."""
        return self.sheet.large if self.sheet.is_open else self.view.canvas

    # --- time and guard --------------------------------------------------------------------------------------------

    def is_seen(self, stroke: Stroke) -> bool:
        """Whether the figure was on the screen when a key went down."""
        return self.is_seen_at(Press(stroke.stamp, _now_ms()))

    def is_seen_at(self, press: Press | None) -> bool:
        """The same for a button that was pressed; None when no hand did it."""
        if press is None or not self.seen:
            return self.seen
        return not self.desk.clock.is_before(press.stamp, press.received_ms, self._painted_ms)

    def touch(self) -> None:
        """The auditor did something: the time since the last sign of life counts."""
        self._active.touch(time.monotonic())

    def seconds(self) -> float:
        """The active time since the figure was painted or last saved."""
        return self._active.seconds(time.monotonic())

    def restart_clock(self) -> None:
        """A row was saved: count from here for the next one."""
        self._active.start(time.monotonic())

    @property
    def shown_as(self) -> tuple[str, ...]:
        """How the figure was shown beyond what the task shows, for the record."""
        return ("stretched",) if self.view.canvas.stretched else ()

    # --- inside ----------------------------------------------------------------------------------------------------

    def _arrived(self, showing: int, item: BlindItem) -> None:
        if showing != self._showing:
            return
        self._item = item
        self._say_words()
        path = self.items.path(item)
        if path is None:
            self._trouble(showing, ExpectedError("This figure has no image in the project."))
            return
        if not self.cache.has(path):
            size, file_bytes = (4, 3), 0
            with suppress(ExpectedError):
                width, height, file_bytes = figure_size(path)
                size = (width, height)
            self.view.canvas.show_loading(size, file_bytes)
        self.cache.set_viewport(self.view.canvas.viewport())
        self.cache.get(path, partial(self._decoded, showing), partial(self._trouble, showing))

    def _decoded(self, showing: int, figure: Figure) -> None:
        if showing != self._showing:
            return
        keep = self.view.canvas.view_state() if self.desk.preferences.get("keep_zoom") else None
        state = self._views.of(self.index) or keep
        self.view.canvas.show_figure(showing, figure, figure.size)
        if state is not None:
            self.view.canvas.restore_view(state)

    def _say_words(self) -> None:
        item = self._item
        if item is not None:
            contexts = [(context.text, context.marks) for context in item.contexts]
            self.view.pane.say(item.caption, contexts, has_page=item.page is not None)
            self.sheet.show_page(item.page)

    def _drawn(self, key: object) -> None:
        if key != self._showing:
            return
        self._slow.stop()
        self.seen, self._painted_ms = True, _now_ms()
        self._active.start(time.monotonic())
        self.view.bar.set_answerable(True)
        self.items.prepare()
        self.painted.emit("" if self._item is None else self._item.caption)

    def _trouble(self, showing: int, error: ExpectedError) -> None:
        """The image cannot be shown: a sheet with the reason; a skip is the way on."""
        if showing == self._showing:
            self._slow.stop()
            self.view.bar.set_answerable(False)
            self.view.canvas.show_trouble(str(error))
            self.troubled.emit(str(error))
            self._active.start(time.monotonic())
            self.items.prepare()

    def _unread(self, showing: int, error: ExpectedError) -> None:
        if showing == self._showing:
            self.view.block(reading_trouble(error))

    def _not_yet(self) -> None:
        """The figure takes longer than a glance: answers are switched off for tools as well."""
        if not self.seen:
            self.view.bar.set_answerable(False)

    def _keep_view(self) -> None:
        """Remember zoom and place of the figure that is left."""
        canvas = self.view.canvas
        if self.index is not None and canvas.figure is not None and canvas.key == self._showing:
            self._views.keep(self.index, canvas.view_state())

    def _application_changed(self, state: Qt.ApplicationState) -> None:
        if state is Qt.ApplicationState.ApplicationActive:
            self._active.resume(time.monotonic())
        else:
            self._active.pause(time.monotonic())


def _now_ms() -> float:
    return time.monotonic() * 1000
