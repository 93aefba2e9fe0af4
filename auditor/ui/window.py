"""The window: rail, header, page and status bar. It puts pages on show and decides nothing for them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from auditor.ui.crash import Fault, Faults
from auditor.ui.desk import Desk, Form, PageName, Place, Tone
from auditor.ui.keys import KeyRoad
from auditor.ui.overlays import Overlays
from auditor.ui.pages.page import Page
from auditor.ui.projects import RecentProject
from auditor.ui.shortcuts import Stroke
from auditor.ui.waiting import RailCounts, WaitingCounts
from auditor.ui.widgets.fault_view import FaultView
from auditor.ui.widgets.header import Header
from auditor.ui.widgets.notices import Toasts
from auditor.ui.widgets.rail import WORDS, Rail
from auditor.ui.widgets.statusbar import StatusBar
from auditor.ui.window_state import LEAST_SIZE, keep_place, keep_window, restore_window

# Loaded when they are first shown: a page may need libraries that are slow to load.
PAGES: Mapping[PageName, tuple[str, str]] = {
    name: (f"auditor.ui.pages.{name.value}", f"{name.value.capitalize()}Page") for name in PageName
}
BLIND = frozenset({PageName.REVIEW, PageName.PANELS})
SAVED = "Everything is saved"
OWN_KEYS = (
    *((f"Ctrl+{number}", WORDS[name]) for number, name in enumerate(PageName, start=1)),
    ("F6", "Go to the next area: rail, page, status"),
    ("F11", "Full screen, and back"),
    ("F1", "Help"),
    ("?", "Show or hide these keys"),
)


class PageStack(QStackedWidget):
    """The pages, of which one is on show; only that one says how much room is needed."""

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """What the page on show would like."""
        page = self.currentWidget()
        return super().sizeHint() if page is None else page.sizeHint()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """What the page on show needs; the others are laid out for this window when they come."""
        page = self.currentWidget()
        return super().minimumSizeHint() if page is None else page.minimumSizeHint()


class Window(QWidget):
    """The frame around the pages; `painted` says once that a person sees it."""

    painted = Signal()

    def __init__(self, desk: Desk, faults: Faults | None = None) -> None:
        super().__init__()
        self.desk = desk
        self._faults = faults
        self._pages: dict[PageName, Page] = {}
        self._page: Page | None = None
        self.place = Place(PageName.START)
        self.form = Form.WIDE
        self._painted = self._stopped = self._close_wanted = False
        self.rail = Rail(desk.theme)
        self.header = Header(desk.theme)
        self.status = StatusBar(desk.theme)
        self.toasts = Toasts(self, desk.theme)
        self.overlays = Overlays(self, desk)
        self._stack = PageStack()
        self._fault_view = FaultView(desk.theme)
        self._counts = WaitingCounts(desk)
        self._keys = KeyRoad(self, desk.caps, page=self._press_page, own=self._press_own)
        self._lay_out()
        self._listen()
        restore_window(self, desk.preferences)
        self._fit()

    def page(self, name: PageName) -> Page:
        """The page of that name, made at its first visit."""
        if name not in self._pages:
            module, kind = PAGES[name]
            made: Page = getattr(import_module(module), kind)(self.desk)
            made.header_changed.connect(self._say_header)
            made.setProperty("ring", "none")  # a ring around the whole page would say nothing
            self._pages[name] = made
            self._stack.addWidget(made)
        return self._pages[name]

    def show_page(self, place: Place) -> None:
        """Go to a place, unless the page on show cannot be left now; a page that fails gives way to an explanation."""
        if not self._may_leave():
            self.rail.show_chosen(self.place.page)
            return
        self.overlays.close()
        self.place = place
        self._say_saved()
        try:
            self._put_on_show(place)
        except Exception as error:  # a fault in one page is not to take the others away
            if self._faults is None:
                raise
            self._faults.note(error)

    def toggle_full_screen(self) -> None:
        """Full screen, and back."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def show_fault(self, fault: Fault) -> None:
        """Put an explanation in the place of the page, which is closed; the rail and the other pages go on."""
        if self._stack.currentWidget() is self._fault_view:
            return
        page, self._page = self._pages.pop(self.place.page, None), None
        others_saved = not any(other.unsaved for other in self._pages.values())
        self._fault_view.say(fault.details, all_saved=_is_saved(page) and others_saved)
        self._stack.setCurrentWidget(self._fault_view)
        if page is not None:
            self._forget(page)
        self._say_header()
        self.status.say("", Tone.PLAIN)
        self._fault_view.take_focus()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Close when the page can be left; what is waiting to be written is written first."""
        if self._stopped:
            return
        may_close = not self.desk.workers.writes and self._may_close()
        if not may_close or self.desk.workers.writes:  # whether an answer on its way arrives has to be known first
            self._close_wanted = bool(self.desk.workers.writes)
            self._say_saved()
            event.ignore()
            return
        keep_place(self.desk, self.place)
        keep_window(self, self.desk.preferences)
        self._stopped = True
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self._keys)
        self._counts.stop()
        self.desk.workers.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Take the form for this size."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint the ground behind the pages."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self.desk.theme.colour("background"))
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self.painted.emit)

    def _lay_out(self) -> None:
        self.setMinimumSize(LEAST_SIZE)
        self._stack.addWidget(self._fault_view)
        row = QHBoxLayout(self)
        column = QVBoxLayout()
        for layout in (row, column):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        row.addWidget(self.rail)
        row.addLayout(column, 1)
        column.addWidget(self.header)
        column.addWidget(self._stack, 1)
        column.addWidget(self.status)

    def _listen(self) -> None:
        desk = self.desk
        self.rail.chosen.connect(lambda name: self.show_page(Place(name)))
        desk.place_wanted.connect(self.show_page)
        desk.status_said.connect(self.status.say)
        desk.toast_said.connect(self.toasts.say)
        desk.help_wanted.connect(self._help)
        desk.project_changed.connect(self._say_project)
        desk.theme.changed.connect(self._fit)
        desk.workers.written.connect(self._close_after_all)
        self._counts.counted.connect(self._count)
        self.toasts.changed.connect(self.status.show_messages)
        self.toasts.moves = self._may_move
        self.status.messages_wanted.connect(self._show_messages)
        self._fault_view.go_on.connect(lambda: self.show_page(self.place))
        self._fault_view.close_wanted.connect(self.close)
        if self._faults is not None:
            self._faults.met.connect(self.show_fault)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self._keys)

    def _show_messages(self) -> None:
        self.toasts.clear()  # the list says the same
        self.overlays.show_messages(self.toasts.messages)

    def _put_on_show(self, place: Place) -> None:
        page = self.page(place.page)
        self._page = page
        page.set_form(self.form)
        if page.focusWidget() is None:
            page.setFocus()  # else Qt would choose the first control, wherever on the page it is
        self._stack.setCurrentWidget(page)
        self.rail.show_chosen(place.page)
        page.enter(place)
        self._say_header()
        self._keep_free()
        self._focus_page()

    def _say_project(self) -> None:
        self._say_header()
        self._say_saved()

    def _say_saved(self) -> None:
        """That everything is on the disk, or what is not, on whichever page it waits."""
        unsaved = next((page.unsaved for page in self._pages.values() if page.unsaved), "")
        saved = SAVED if self.desk.project else ""
        self.status.say(unsaved or saved, Tone.NEGATIVE if unsaved else Tone.POSITIVE)

    def _may_leave(self) -> bool:
        return self._page is None or self._page.leave()

    def _may_close(self) -> bool:
        """Ask the page on show, then those that hold on to something unsaved; the one that stays is shown."""
        if not self._may_leave():
            return False
        holding = [name for name, page in self._pages.items() if page is not self._page and page.unsaved]
        kept = next((name for name in holding if not self._pages[name].leave()), None)
        if kept is not None:
            self.show_page(Place(kept))
        return kept is None

    def _close_after_all(self) -> None:
        if self._close_wanted:
            QTimer.singleShot(0, self, self.close)

    def _forget(self, page: Page) -> None:
        """Take a page off; what is under way comes back to it first."""
        self._stack.removeWidget(page)
        page.hide()
        self.desk.workers.when_idle(lambda: self._let_go(page))

    def _let_go(self, page: Page) -> None:
        self.header.part.forget(page.header_part())
        self.status.part.forget(page.status_part())
        page.deleteLater()

    def _say_header(self) -> None:
        name, page = self.place.page, self._page
        title = page.title if page is not None and page.title else WORDS[name]
        self.header.say(title, "" if page is None else page.subtitle)
        self.header.part.show_only(None if page is None else page.header_part())
        self.status.part.show_only(None if page is None else page.status_part())
        # On a blind page the title names nothing but the page: window titles end up in task lists and screen shots.
        folder = None if name in BLIND else self.desk.project
        project = "" if folder is None else f" – {RecentProject(folder, '').name}"
        self.setWindowTitle(f"{WORDS[name]}{project} – Figaudit")

    def _fit(self) -> None:
        """Take the form that the window's size allows at this text size."""
        size = self.desk.theme.text_size
        form = Form.of(self.width() * 100 // size, self.height() * 100 // size)
        if form is not self.form:
            self._reform(form)
        self._keep_free()

    def _keep_free(self) -> None:
        """Toasts and sheets leave header and status bar free, and the answers too."""
        foot = 0 if self.form is Form.SMALLEST else self.status.height()
        self.toasts.bottom = foot
        bar = {PageName.REVIEW: "answer_bar", PageName.PANELS: "key_bar"}.get(self.place.page)
        self.overlays.keep_free(self.header.height(), foot + (self.desk.theme.size(bar) if bar else 0))

    def _may_move(self) -> bool:
        """Whether anything may fade: never beside a figure that is judged, nor where a person asked for stillness."""
        return self.place.page not in BLIND and bool(self.desk.preferences.get("motion")) and _system_moves()

    def _reform(self, form: Form) -> None:
        self.form = form
        for part in (self.rail, self.header, self.status):
            part.set_form(form)
        if form is Form.SMALLEST:
            self.header.show_message(self.status.line)
        else:
            self.status.take_line()
        self.status.line.show()
        if self._page is not None:
            self._page.set_form(form)

    def _count(self, counts: RailCounts) -> None:
        for name, count in counts.by_page.items():
            self.rail.set_count(name, count)
        self.rail.set_lock(PageName.REPORT, counts.lock)

    def _press_page(self, stroke: Stroke) -> bool:
        if stroke.key == "Escape" and self.overlays.drawer is not None:
            self.overlays.close()
            return True
        return self._page is not None and self._page.press(stroke)

    def _press_own(self, stroke: Stroke) -> bool:
        if stroke.repeat:
            return False
        if stroke.means("F6"):
            self._next_area()
        elif stroke.means("F11"):
            self.toggle_full_screen()
        elif stroke.means("F1"):
            self._help()
        elif stroke.plain and (stroke.text == "?" or stroke.means("Shift+Slash")):
            here = [] if self._page is None else self._page.keys_here()
            self.overlays.show_keys(WORDS[self.place.page], here, OWN_KEYS)
        else:
            return self._press_page_number(stroke)
        return True

    def _press_page_number(self, stroke: Stroke) -> bool:
        for number, name in enumerate(PageName, start=1):
            if stroke.means(f"Ctrl+{number}"):
                self.show_page(Place(name))
                return True
        return False

    def _help(self) -> None:
        if self.place.page is not PageName.HELP:
            self.show_page(Place(PageName.HELP, extra={"topic": self.place.page.value}))

    def _next_area(self) -> None:
        """Move the focus from rail to page to status bar and round again."""
        focus = self.focusWidget()
        if focus is not None and self.rail.isAncestorOf(focus):
            self._focus_page()
        elif focus is not None and (focus is self.status or self.status.isAncestorOf(focus)):
            self.rail.take_focus()
        elif self.status.isVisible():
            self.status.take_focus()
        else:
            self.rail.take_focus()

    def _focus_page(self) -> None:
        shown = self._stack.currentWidget()
        if shown is not None:
            (shown.focusWidget() or shown).setFocus(Qt.FocusReason.OtherFocusReason)


def _system_moves() -> bool:
    """Whether the system's own settings allow motion, where Qt can tell."""
    accessibility = getattr(QGuiApplication.styleHints(), "accessibility", None)
    preference = getattr(accessibility() if accessibility is not None else None, "motionPreference", None)
    return preference is None or "Reduc" not in str(preference())


def _is_saved(page: Page | None) -> bool:
    """Whether a page that failed can still say that nothing waits to be written."""
    try:
        return page is None or (not page.unsaved and page.leave())
    except Exception:  # noqa: BLE001 - it has failed already
        return False
