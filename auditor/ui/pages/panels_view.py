"""What the Panels page is made of and where it stands: tools, figure, list, caption, state, keys, and the banner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from auditor.ui.canvas.figure import FigureCanvas
from auditor.ui.canvas.toolbar import CanvasToolbar
from auditor.ui.desk import Desk, Form, Trouble
from auditor.ui.pages.panels_session import Mark
from auditor.ui.pages.panels_words import MARKS
from auditor.ui.pages.review_view import Message
from auditor.ui.widgets.banner import BlockingBanner
from auditor.ui.widgets.buttons import IconButton, Segments
from auditor.ui.widgets.cards import hairline
from auditor.ui.widgets.guideline import GuidelineDrawer
from auditor.ui.widgets.jump import JumpDrawer
from auditor.ui.widgets.key_bar import KeyBar
from auditor.ui.widgets.panel_list import PanelList
from auditor.ui.widgets.scroll import ScrollPage
from auditor.ui.widgets.slots import Ground, fill_with_one_of
from auditor.ui.widgets.text import Label
from auditor.ui.widgets.text_pane import Passage, label_span
from pipeline.resources import resource

if TYPE_CHECKING:
    from auditor.audits.tasks import Task

PANE_MARGIN = 20


class ToolColumn(Ground):
    """The tools, icon over icon, each a button with its key."""

    acted = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.theme, "surface")
        self._theme = desk.theme
        self.select = self._tool("select", "Select, move and resize", "1", "select")
        self.new = self._tool("new-box", "New box", "2", "new")
        self.undo = self._tool("undo", "Undo", "Ctrl Z", "undo", checkable=False)
        self.redo = self._tool("redo", "Redo", "Ctrl Shift Z", "redo", checkable=False)
        self.delete = self._tool("delete", "Delete the selected box", "Delete", "delete", checkable=False)
        self.pane = self._tool("panels", "List of panels", "F4", "pane")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(8)
        for part in (self.select, self.new, hairline(desk.theme), self.delete, self.undo, self.redo):
            column.addWidget(part)
        column.addStretch(1)
        column.addWidget(self.pane)
        for button in (self.select, self.new, self.delete, self.undo, self.redo, self.pane):
            column.setAlignment(button, Qt.AlignmentFlag.AlignHCenter)
        self._restyle()
        desk.theme.changed.connect(self._restyle)

    def _tool(self, icon: str, name: str, key: str, action: str, *, checkable: bool = True) -> IconButton:
        button = IconButton(self._theme, icon, name, key=key, checkable=checkable)
        button.clicked.connect(lambda: self.acted.emit(action))
        return button

    def _restyle(self) -> None:
        self.setFixedWidth(self._theme.size("tool_column"))


class SidePane(Ground):
    """The list of panels, the caption, and how far the figure is."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.theme, "surface")
        theme = desk.theme
        self.title = Label(theme, "Panels", font="card", weight=600)
        self.count = Label(theme, "", font="secondary", role="muted")
        self.panels = PanelList(theme)
        self.empty = Label(theme, "", role="muted", wrap=True)
        self.caption = Passage(theme, "Caption")
        self.caption_title = Label(theme, "Caption", font="secondary", weight=600, role="muted")
        self.state_title = Label(theme, "This figure is", weight=500)
        self.state = Segments(theme, [(mark.value, word) for mark, word in MARKS.items()], padding=8)
        self._scroll = ScrollPage(theme)
        self._scroll.body.setContentsMargins(0, 8, 0, 8)
        self._scroll.body.setSpacing(4)
        for part in (self.caption_title, self.caption):
            self._scroll.body.addWidget(part)
        self._scroll.body.addStretch(1)
        self._lay_out(desk)

    def say_caption(self, caption: str, size: int) -> None:
        """The words of another figure."""
        self.caption.set_size(size)
        self.caption.say(caption or "No caption is shown.", bold=label_span(caption))
        self._scroll.verticalScrollBar().setValue(0)

    def _lay_out(self, desk: Desk) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(PANE_MARGIN, 16, PANE_MARGIN, 16)
        column.setSpacing(8)
        top = QHBoxLayout()
        top.addWidget(self.title)
        top.addStretch(1)
        top.addWidget(self.count)
        column.addLayout(top)
        column.addWidget(self.empty)
        column.addWidget(self.panels, 3)
        column.addWidget(hairline(desk.theme))
        column.addWidget(self._scroll, 2)
        column.addWidget(hairline(desk.theme))
        column.addWidget(self.state_title)
        column.addWidget(self.state)


class PanelsView(QWidget):
    """Lays out; every decision is the page's."""

    retried = Signal()
    given_up = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk, self.form, self.pane_open = desk, Form.WIDE, False
        theme = desk.theme
        self.tools = ToolColumn(desk)
        self.canvas = FigureCanvas(theme)
        self.toolbar = CanvasToolbar(theme, self.canvas)
        self.pane = SidePane(desk)
        self.keys = KeyBar(theme, desk.caps)
        self.message = Message(desk)
        self.banner: BlockingBanner | None = None
        self.guideline, self.jump = GuidelineDrawer(theme), JumpDrawer(theme)
        self._lent = False  # the list was opened for its letter field only
        self._quiet_toolbar()
        self._build()
        self.keys.setParent(self.desk_part)
        for drawer in (self.guideline, self.jump):
            drawer.setParent(self.desk_part)
            drawer.hide()
            drawer.closed.connect(self.canvas.setFocus)
        self.keys.height_changed.connect(self._place)
        theme.changed.connect(self._place)

    def show_figure(self) -> None:
        """Figure, list and keys, in place of a message."""
        self.stack.setCurrentWidget(self.desk_part)
        self._place()

    def show_message(self, text: str, action: str = "") -> None:
        """A sentence in place of everything."""
        self.message.say(text, action)
        self.stack.setCurrentWidget(self.message)

    @property
    def shows_figure(self) -> bool:
        """Whether figure and list are shown."""
        return self.stack.currentWidget() is self.desk_part

    def block(self, trouble: Trouble, way_out: str = "", *, retry: bool = True) -> None:
        """Put the banner over the key bar: the figure does not move and nothing can be changed.

        `way_out` is the word of a second button; without `retry` it is the only one.
        """
        if self.banner is None:
            self.banner = BlockingBanner(self.desk.theme, trouble, height=self.desk.theme.size("answer_bar"))
            self.banner.retry.connect(self.retried)
            self.banner.given_up.connect(self.given_up)
            self.banner.offer(way_out, retry=retry)
            self.banner.setParent(self)
            self.banner.show()
            self.banner.tell()
        else:
            self.banner.offer(way_out, retry=retry)
            self.banner.say(trouble)
        self._place()
        self.banner.raise_()
        self.banner.take_focus()

    def unblock(self) -> None:
        """The key bar again."""
        if self.banner is not None:
            self.banner.hide()
            self.banner.deleteLater()
            self.banner = None
            self.canvas.setFocus()

    def set_form(self, form: Form) -> None:
        """Lay out for the room that the window has."""
        self.form = form
        self._place()

    def toggle_pane(self) -> None:
        """Show or hide the list where it has no place of its own."""
        self.pane_open = not self.pane_open
        self._place()

    def edit_letter(self, *, new: bool = False) -> bool:
        """Open the letter field of the selected panel, which may be `new`; False where there is none."""
        if self.form is Form.SMALLEST and not self.pane_open:
            self.toggle_pane()
            self._lent = True
        return self.pane.panels.edit_letter(new=new)

    def end_letter(self) -> None:
        """The letter field was closed: back to the canvas, or to the way on when something is not saved."""
        if self._lent and self.pane_open:
            self.toggle_pane()
        self._lent = False
        if self.banner is None:
            self.canvas.setFocus()
        else:
            self.banner.take_focus()

    def show_guideline(self, task: Task) -> None:
        """Fill the drawer with a task's guideline and its examples."""
        examples = [(each.answer.capitalize(), resource(*each.picture.split("/")), each.why) for each in task.examples]
        self.guideline.say(task.question, task.guideline, examples)

    def toggle_guideline(self) -> None:
        """The guideline over the list, or the list again."""
        if self.guideline.isVisible():
            self.guideline.shut()
        else:
            self.guideline.open()

    def say_mark(self, mark: Mark) -> None:
        """How far the figure is."""
        self.pane.state.value = mark.value

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Lay out anew."""
        super().resizeEvent(event)
        self.toolbar.set_full_screen(on=self.window().isFullScreen())
        self._place()

    def _full_screen(self) -> None:
        window = self.window()
        window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _quiet_toolbar(self) -> None:
        """Letters name panels here: the buttons of the bar name no key that is a letter."""
        bar = self.toolbar
        for button in (bar.fit, bar.magnifier, bar.adjust, bar.background):
            button.set_key("")
        bar.natural.setAccessibleDescription("")
        bar.natural.setToolTip("One pixel of the figure per pixel of the screen")
        bar.full_screen_wanted.connect(self._full_screen)
        bar.set_hint("Hold Space and drag to pan, wheel to zoom")

    def _build(self) -> None:
        middle = QVBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.toolbar)
        middle.addWidget(self.canvas, 1)
        self.across = QHBoxLayout()
        self.across.setSpacing(0)
        self.across.addWidget(self.tools)
        self._line, self._pane_line = (hairline(self.desk.theme, vertical=True) for _ in range(2))
        self.across.addWidget(self._line)
        self.across.addLayout(middle, 1)
        self.across.addWidget(self._pane_line)
        self.across.addWidget(self.pane)
        self.desk_part = QWidget()
        rows = QVBoxLayout(self.desk_part)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addLayout(self.across, 1)
        self._foot = QWidget()  # the key bar lies over it, and may be higher
        rows.addWidget(self._foot)
        self.stack = fill_with_one_of(self, self.message, self.desk_part)

    def _place(self) -> None:
        theme, smallest = self.desk.theme, self.form is Form.SMALLEST
        self._foot.setFixedHeight(self.keys.row_height())
        self.tools.pane.setVisible(smallest)
        self.tools.pane.setChecked(self.pane_open)
        self._pane_line.setVisible(not smallest)
        wide = theme.size("text_pane_narrow")
        if self.form is not Form.NARROW:  # the states stand side by side, also where a font is wide
            wide = max(theme.size("panel_pane"), self.pane.state.sizeHint().width() + 2 * PANE_MARGIN)
        if smallest:
            self._float_pane(min(wide, round(self.width() * 0.7)))
        elif self.across.indexOf(self.pane) < 0:
            self.across.addWidget(self.pane)
        if not smallest:
            self.pane.setFixedWidth(wide)
            self.pane.show()
        for drawer in (self.guideline, self.jump):
            drawer.setGeometry(QRect(self.width() - wide, 0, wide, self.height() - self.keys.row_height()))
            drawer.raise_()
        high = self.keys.wanted_height(self.width())
        self.keys.setGeometry(QRect(0, self.height() - high, self.width(), high))
        self.keys.raise_()
        if self.banner is not None:
            height = self.banner.height()
            self.banner.setGeometry(QRect(0, self.height() - height, self.width(), height))

    def _float_pane(self, width: int) -> None:
        """Over the canvas, at its right."""
        if self.across.indexOf(self.pane) >= 0:
            self.across.removeWidget(self.pane)
            self.pane.setParent(self.desk_part)
        self.pane.setVisible(self.pane_open)
        self.pane.setFixedWidth(width)
        self.pane.setGeometry(QRect(self.width() - width, 0, width, self.height() - self.keys.row_height()))
        self.pane.raise_()
