"""What the Review page is made of and where it stands: figure, text, bar, and what lies over them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from auditor.ui.canvas.figure import FigureCanvas
from auditor.ui.canvas.toolbar import CanvasToolbar
from auditor.ui.desk import Desk, Form, Trouble
from auditor.ui.pages.review_words import capital
from auditor.ui.widgets.answer_bar import AnswerBar, Asked
from auditor.ui.widgets.banner import BlockingBanner
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.guideline import GuidelineDrawer
from auditor.ui.widgets.jump import JumpDrawer
from auditor.ui.widgets.key_button import KeyButton
from auditor.ui.widgets.note import NoteField
from auditor.ui.widgets.slots import Ground, fill_with_one_of
from auditor.ui.widgets.text import Label
from auditor.ui.widgets.text_pane import TextPane
from pipeline.resources import resource

if TYPE_CHECKING:
    from auditor.audits.tasks import Task

LARGE = 1600  # from this width on the pane is the large one


class Message(Ground):
    """A sentence and one button where figure and text would be, and the way back to the last figure."""

    acted = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.theme, "background")
        self.words = Label(desk.theme, "", font="card", wrap=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = Button(desk.theme, "")
        self.button.clicked.connect(self.acted)
        self.undo = KeyButton(desk.theme, desk.caps, "Undo", key="Backspace")
        self.undo.explain("Back to the last figure")
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.addStretch(1)
        column.addWidget(self.words)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.button)
        row.addWidget(self.undo)
        row.addStretch(1)
        column.addSpacing(12)
        column.addLayout(row)
        column.addStretch(1)

    def say(self, text: str, action: str = "", *, undo: bool = False) -> None:
        """Show a sentence, with a button when an action is named, and Undo where there is an answer to go back to."""
        self.undo.setVisible(undo)
        self.words.setText(text)
        self.button.setText(action)
        self.button.setVisible(bool(action))


class ReviewView(QWidget):
    """Lays out; every decision is the page's."""

    released = Signal()  # the banner goes, and the focus with it
    retried = Signal()
    given_up = Signal()
    pane_moved = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk, self.form = desk, Form.WIDE
        theme = desk.theme
        self.canvas = FigureCanvas(theme)
        self.toolbar = CanvasToolbar(theme, self.canvas)
        self.pane = TextPane(theme, desk.caps)
        self.bar = AnswerBar(theme, desk.caps)
        self.message = Message(desk)
        self.banner: BlockingBanner | None = None
        self.pane_open = False  # in the smallest form, where the pane is a drawer
        self._pane_width = 0
        self._build()
        self.guideline, self.jump, self.note = GuidelineDrawer(theme), JumpDrawer(theme), NoteField(theme)
        for part in (self.guideline, self.jump, self.note):
            part.setParent(self)
            part.hide()
        self.bar.remade.connect(self._order)
        theme.changed.connect(self._place)

    # --- what is shown ---------------------------------------------------------------------------------------------

    def show_figure(self) -> None:
        """Figure, text and bar, in place of a message."""
        self.stack.setCurrentWidget(self.desk_part)
        self._place()

    def show_message(self, text: str, action: str = "", *, undo: bool = False) -> None:
        """A sentence in place of everything."""
        self.message.say(text, action, undo=undo)
        for part in (self.guideline, self.jump):
            part.shut()
        self.stack.setCurrentWidget(self.message)
        self._place()

    @property
    def shows_figure(self) -> bool:
        """Whether figure and bar are shown."""
        return self.stack.currentWidget() is self.desk_part

    def block(self, trouble: Trouble, way_out: str = "", *, retry: bool = True) -> None:
        """Put the banner in the bar's place: the figure does not move and nothing can be answered.

        `way_out` is the word of a second button; without `retry` it is the only one.
        """
        if self.banner is not None:
            self.banner.offer(way_out, retry=retry)
            self.banner.say(trouble)
        else:
            self.banner = BlockingBanner(self.desk.theme, trouble, height=self.bar.height())
            self.banner.retry.connect(self.retried)
            self.banner.given_up.connect(self.given_up)
            self.banner.offer(way_out, retry=retry)
            self.bar_row.addWidget(self.banner)
            self.bar.hide()
            self.banner.tell()
        self.banner.take_focus()

    def unblock(self) -> None:
        """The bar again."""
        if self.banner is not None:
            self.bar_row.removeWidget(self.banner)
            self.released.emit()  # else Qt would hand the focus of its button on to whatever comes next
            self.banner.hide()
            self.banner.deleteLater()
            self.banner = None
            self.bar.show()

    def toggle_pane(self) -> None:
        """In the smallest form: no text, the caption, the text around mentions, no text again."""
        if not self.pane_open:
            self.pane.show_tab("caption")
            self.pane_open = True
        elif self.pane.tabs.value == "caption":
            self.pane.switch_tab()
        else:
            self.pane_open = False
        self._place()

    def shut_pane(self) -> None:
        """In the smallest form: the text away, so that it does not lie over the page."""
        if self.pane_open:
            self.pane_open = False
            self._place()

    def next_mention(self) -> None:
        """The key C: the next mention beside the caption, the other tab, or the drawer, whatever the form has."""
        if self.form is Form.WIDE:
            self.pane.go_on()
        elif self.form is Form.NARROW:
            self.pane.switch_tab()
        else:
            self.toggle_pane()

    def forget(self) -> None:
        """Keep nothing that a person wrote or answered, not even where it cannot be seen."""
        self.note.box.clear()
        self.jump.places.say(0, lambda _index: "")
        self.bar.ask(Asked("", ()))

    def show_guideline(self, task: Task) -> None:
        """Fill the drawer with a task's guideline and its examples."""
        examples = [(capital(each.answer), resource(*each.picture.split("/")), each.why) for each in task.examples]
        self.guideline.say(task.question, task.guideline, examples)

    # --- layout ----------------------------------------------------------------------------------------------------

    def set_form(self, form: Form) -> None:
        """Lay out for the room that the window has."""
        if form is not self.form:
            self.form = form
            self._move_pane()
            self.pane.set_form(form)
            self.bar.set_form(form)
            if self.banner is not None:
                self.banner.setFixedHeight(self.bar.height())
        self._place()

    def set_pane_width(self, width: int) -> None:
        """The width that the reader gave the pane, 0 for the one of the design."""
        self._pane_width = width
        self._place()

    def _build(self) -> None:
        self.left = QWidget()
        column = QVBoxLayout(self.left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.toolbar)
        column.addWidget(self.canvas, 1)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.addWidget(self.left)
        self.splitter.addWidget(self.pane)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 0)
        self.splitter.splitterMoved.connect(self._pane_dragged)
        self.desk_part = QWidget()
        rows = QVBoxLayout(self.desk_part)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.splitter, 1)
        self.bar_row = QVBoxLayout()
        self.bar_row.addWidget(self.bar)
        rows.addLayout(self.bar_row)
        self.stack = fill_with_one_of(self, self.message, self.desk_part)

    def _order(self) -> None:
        """The way of the Tab key: figure, mentions, answers, acts, toolbar."""
        pane = self.pane
        words = [pane.tabs, pane.caption, pane.previous, pane.next, pane.context, pane.switch, pane.page_button]
        way = [self.canvas, *words, *self.bar.in_tab_order, *self.toolbar.findChildren(QAbstractButton)]
        for before, after in pairwise(way):
            QWidget.setTabOrder(before, after)

    def _move_pane(self) -> None:
        if self.form is Form.SMALLEST:
            self.pane_open = False
            self.pane.setParent(self)
        elif self.splitter.indexOf(self.pane) < 0:
            self.splitter.addWidget(self.pane)
            self.splitter.setStretchFactor(1, 0)

    def _place(self) -> None:
        theme = self.desk.theme
        if self.form is Form.SMALLEST:
            self.pane.setMinimumWidth(0)
            self.pane.setMaximumWidth(16_777_215)
            self.pane.setVisible(self.pane_open and self.shows_figure)
            self._over(self.pane, self._wanted_width(), below=self.toolbar)
            self.pane.raise_()
        else:
            self.pane.show()
            self.pane.setMinimumWidth(theme.size("text_pane_narrow" if self.form is Form.NARROW else "text_pane_least"))
            self.pane.setMaximumWidth(max(self.pane.minimumWidth(), theme.size("text_pane_most")))
            wanted = self._wanted_width()
            self.splitter.setSizes([max(100, self.width() - wanted - 1), wanted])
        for drawer in (self.guideline, self.jump):
            self._over(drawer, self._wanted_width())  # over the text, never over the figure
            drawer.raise_()
        self._place_note()

    def _over(self, part: QWidget, width: int, *, below: QWidget | None = None) -> None:
        """Along the right edge, above the bar."""
        top = 0 if below is None else below.mapTo(self, QPoint(0, below.height())).y()
        part.setGeometry(QRect(self.width() - width, top, width, self.height() - self.bar.height() - top))

    def _place_note(self) -> None:
        high = self.desk.theme.scaled(128)
        wide = self.width() - (0 if self.form is Form.SMALLEST else self._wanted_width() + 1)
        bottom = self.height() - self.bar.height()
        self.note.setGeometry(QRect(0, max(0, bottom - high), wide, min(high, bottom)))

    def _wanted_width(self) -> int:
        theme = self.desk.theme
        if self.form is Form.SMALLEST:
            return min(theme.size("text_pane_narrow"), round(self.width() * 0.6))
        if self.form is Form.NARROW:
            return theme.size("text_pane_narrow")
        if self._pane_width:
            return min(max(self._pane_width, theme.size("text_pane_least")), theme.size("text_pane_most"))
        return theme.size("text_pane_large" if self.width() >= LARGE else "text_pane")

    def _pane_dragged(self) -> None:
        if self.form is Form.WIDE:
            self._pane_width = self.pane.width()
            self.pane_moved.emit()
        self._place_note()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Lay out anew."""
        super().resizeEvent(event)
        self._place()
