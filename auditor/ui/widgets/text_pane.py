"""The paper's own words beside a figure: its caption, and where the text mentions it, in serif on a fixed line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from auditor.ui.desk import Form
from auditor.ui.shortcuts import Caps
from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import IconButton, Segments
from auditor.ui.widgets.cards import hairline
from auditor.ui.widgets.key_button import KeyButton
from auditor.ui.widgets.scroll import ScrollPage
from auditor.ui.widgets.slots import Ground
from auditor.ui.widgets.text import Label

MOST_CHARACTERS = 70
LABEL = re.compile(
    r"^\s*(?:extended\s+data\s+|supplementary\s+)?(?:fig(?:ure|\.)?|scheme|table|chart)\s*[A-Z]?\.?-?\d+[a-z]?\s*[.:|]?",
    re.IGNORECASE,
)
Marks = Sequence[tuple[int, int]]


def label_span(caption: str) -> tuple[int, int]:
    """Where a caption's own label stands ("Figure 3."), (0, 0) when it does not begin with one."""
    found = LABEL.match(caption)
    return found.span() if found else (0, 0)


class Passage(QTextEdit):
    """Words to read and to select, as high as they need, on lines of one height."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.theme = theme
        self._text, self._bold = "", (0, 0)
        self._marks: tuple[tuple[int, int], ...] = ()
        self._size = 15
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setStyleSheet("QTextEdit { border: none; padding: 0; background: transparent; }")  # it is no field
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.setAccessibleName(name)
        theme.changed.connect(self._render)

    def say(self, text: str, *, bold: tuple[int, int] = (0, 0), marks: Marks = ()) -> None:
        """Show a text with a bold beginning and marked spans."""
        self._text, self._bold, self._marks = text, bold, tuple(marks)
        self._render()

    @property
    def first_mark(self) -> QRect:
        """Where the first marked span begins, in the widget's coordinates; the first line without one."""
        start = self._marks[0][0] if self._marks else 0
        cursor = QTextCursor(self.document())
        cursor.setPosition(len(self._text[:start].encode("utf-16-le")) // 2)
        return self.cursorRect(cursor)

    def set_size(self, pixels: int) -> None:
        """The reader's own type size."""
        if pixels != self._size:
            self._size = pixels
            self._render()

    @property
    def line(self) -> int:
        """The height of one line in px."""
        return self.theme.scaled(round(self._size * 24 / 15))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As high as the words at the present width."""
        return QSize(200, max(self.line, round(self.document().size().height())))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Never what keeps the window wide."""
        return QSize(60, self.line)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Break the lines anew."""
        super().resizeEvent(event)
        self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """The wheel scrolls the pane around it."""
        event.ignore()

    def _render(self) -> None:
        font = self.theme.font("reading", family="reading", pixels=self.theme.scaled(self._size))
        self.document().setDefaultFont(font)
        self.setMaximumWidth(max(1, QFontMetrics(font).averageCharWidth()) * MOST_CHARACTERS)
        self.setPlainText(self._text)
        block = QTextBlockFormat()
        block.setLineHeight(float(self.line), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.setBlockFormat(block)
        plain = QTextCharFormat()
        plain.setForeground(self.theme.colour("text"))
        cursor.setCharFormat(plain)
        self._format(self._bold, self._strong())
        marked = self._strong()
        marked.setBackground(self.theme.colour("mark"))
        marked.setForeground(self.theme.colour("mark_text"))
        for span in self._marks:
            self._format(span, marked)
        self._fit()

    def _strong(self) -> QTextCharFormat:
        strong = QTextCharFormat()
        strong.setFontWeight(QFont.Weight.DemiBold)
        strong.setForeground(self.theme.colour("text"))
        return strong

    def _format(self, span: tuple[int, int], wanted: QTextCharFormat) -> None:
        start, end = span
        if not 0 <= start < end <= len(self._text):
            return
        # Qt counts in UTF-16 units, the span in characters.
        first, last = (len(self._text[:at].encode("utf-16-le")) // 2 for at in (start, end))
        cursor = QTextCursor(self.document())
        cursor.setPosition(first)
        cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(wanted)

    def _fit(self) -> None:
        self.document().setTextWidth(self.viewport().width())
        wanted = self.sizeHint().height()
        if self.height() != wanted or self.minimumHeight() != wanted:
            self.setFixedHeight(wanted)


class TextPane(Ground):
    """Caption above, one mention at a time below; in a narrow window one of the two behind tabs.

    `page_wanted` is the key P on its button; what shows the page is put in by `set_page_part`.
    """

    page_wanted = Signal()
    mention_wanted = Signal()

    def __init__(self, theme: Theme, caps: Caps) -> None:
        super().__init__(theme, "surface")
        self._theme = theme
        self.form = Form.WIDE
        self.contexts: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()
        self.at = 0
        self._has_page = False
        self._page_part: QWidget | None = None
        self.caption = Passage(theme, "Caption")
        self.context = Passage(theme, "In the text")
        self.tabs = Segments(theme, [("caption", "Caption"), ("context", "In the text")], padding=8)
        self.tabs.chosen.connect(lambda _value: self._show_tab())
        self.caption_title = Label(theme, "Caption", font="secondary", weight=600, role="muted")
        self.context_title = Label(theme, "In the text", font="secondary", weight=600, role="muted")
        self.count = Label(theme, "", font="secondary", role="muted")
        self.previous = IconButton(theme, "previous", "Previous mention")
        self.next = IconButton(theme, "next", "Next mention", key="C")
        self.previous.clicked.connect(lambda: self.turn(-1))
        self.next.clicked.connect(lambda: self.turn(1))
        self.switch = KeyButton(theme, caps, "In the text", key="C")
        self.switch.clicked.connect(self.mention_wanted)
        self.page_button = KeyButton(theme, caps, "Page", key="P")
        self.page_button.clicked.connect(self.page_wanted)
        self._build(theme)
        self._arrange()

    def say(self, caption: str, contexts: Sequence[tuple[str, Marks]], *, has_page: bool) -> None:
        """Show the words of another figure."""
        self.contexts = tuple((text, tuple(marks)) for text, marks in contexts)
        self.at, self._has_page = 0, has_page
        self.caption.say(caption or "No caption is shown.", bold=label_span(caption))
        self._show_context()
        if self.form is not Form.WIDE:
            self.tabs.value = "caption"
        self._arrange()
        self.scroller.verticalScrollBar().setValue(0)

    def turn(self, step: int) -> None:
        """The next or previous place where the text mentions the figure, around the end; it comes into sight."""
        if self.contexts:
            self.at = (self.at + step) % len(self.contexts)
            self._show_context()
            self._bring_mention()

    def go_on(self) -> None:
        """Bring the mention into sight, or show the next one when it is."""
        bar = self.scroller.verticalScrollBar()
        shown = self.scroller.viewport().rect().translated(0, bar.value())
        self.turn(1 if not self.contexts or shown.contains(self._mention.center()) else 0)

    def say_page(self, word: str) -> None:
        """Name the button of the page anew, "" for its own word."""
        self.page_button.say(word or "Page")

    def switch_tab(self) -> None:
        """Caption or text, where the two share a place."""
        self.show_tab("context" if self.tabs.value == "caption" else "caption")

    def show_tab(self, value: str) -> None:
        """Caption ("caption") or text ("context"), from where it matters."""
        self.tabs.value = value
        self._show_tab()

    def set_form(self, form: Form) -> None:
        """Lay out for the room that the window has."""
        self.form = form
        self._arrange()

    def set_reading_size(self, pixels: int) -> None:
        """The type size of the paper's words."""
        self.caption.set_size(pixels)
        self.context.set_size(pixels)

    def set_page_part(self, part: QWidget) -> None:
        """Put what shows the page at the foot of the wide pane."""
        self._page_part = part
        self._foot.addWidget(part)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The surface; where it lies over the figure, a hairline parts the two."""
        super().paintEvent(event)
        if self.form is not Form.SMALLEST:
            return
        painter = QPainter(self)
        painter.fillRect(QRect(0, 0, 1, self.height()), self._theme.colour("border"))
        painter.end()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Small enough for every window; the splitter keeps the real least."""
        return QSize(120, 60)

    # --- inside ----------------------------------------------------------------------------------------------------

    def _build(self, theme: Theme) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._top = QVBoxLayout()
        self._top.addWidget(self.tabs)
        column.addLayout(self._top)
        self.scroller = ScrollPage(theme)
        self.scroller.body.setContentsMargins(24, 16, 20, 16)
        self.scroller.body.setSpacing(8)
        column.addWidget(self.scroller, 1)
        self._mention_row = QWidget()
        row = QHBoxLayout(self._mention_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for widget, stretch in ((self.context_title, 1), (self.count, 0), (self.previous, 0), (self.next, 0)):
            row.addWidget(widget, stretch)
        self._line = QWidget()
        around = QVBoxLayout(self._line)
        around.setContentsMargins(0, 8, 0, 4)
        around.addWidget(hairline(theme))
        body = self.scroller.body
        for each in (self.caption_title, self.caption, self._line, self._mention_row, self.context):
            body.addWidget(each)
        body.addStretch(1)
        self._foot = QVBoxLayout()
        self._foot.setContentsMargins(24, 0, 20, 12)
        self._keys = QWidget()
        keys = QHBoxLayout(self._keys)
        keys.setContentsMargins(0, 0, 0, 0)
        keys.addWidget(self.switch)
        keys.addStretch(1)
        keys.addWidget(self.page_button)
        self._foot.addWidget(self._keys)
        column.addLayout(self._foot)

    def _show_context(self) -> None:
        total = len(self.contexts)
        self.count.setText(f"{self.at + 1} of {total}" if total else "")
        if total:
            text, marks = self.contexts[self.at]
            self.context.say(text, marks=marks)
        else:
            self.context.say("No mention in the text was found.")

    def _show_tab(self) -> None:
        self._arrange()
        self.scroller.verticalScrollBar().setValue(0)
        if self.tabs.value == "context" and self.contexts:
            self._bring_mention()

    @property
    def _mention(self) -> QRect:
        """Where the text names the figure, in what scrolls."""
        return self.context.first_mark.translated(self.context.mapTo(self.scroller.content, QPoint(0, 0)))

    def _bring_mention(self) -> None:
        """Scroll to where the text names the figure, once the words are laid out."""

        def scroll() -> None:
            middle = self._mention.center()
            self.scroller.ensureVisible(middle.x(), middle.y(), 0, 2 * self.context.line)

        QTimer.singleShot(0, self, scroll)

    def _arrange(self) -> None:
        wide = self.form is Form.WIDE
        caption = wide or self.tabs.value == "caption"
        several = len(self.contexts) > 1
        self.tabs.setVisible(not wide)
        self._top.setContentsMargins(24, 4 if wide else 12, 20, 0 if wide else 6)
        self.tabs.say("context", f"In the text ({len(self.contexts):,})" if self.contexts else "In the text")
        self.caption_title.setVisible(wide)
        self.caption.setVisible(caption)
        self._line.setVisible(wide)
        self.context.setVisible(wide or not caption)
        self._mention_row.setVisible(wide or (not caption and several))
        self.context_title.setVisible(wide)
        for each in (self.previous, self.next, self.count):
            each.setVisible(several)
        self._keys.setVisible(self.form is Form.NARROW)  # in the smallest form the bar below has them
        self.switch.say("In the text" if caption else "Caption")
        self.page_button.setVisible(self._has_page)
        if self._page_part is not None:
            self._page_part.setVisible(wide and self._has_page)
