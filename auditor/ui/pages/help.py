"""The Help page: topics at the left, the chosen one at the right, search, and details of this system."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QTextBrowser, QVBoxLayout, QWidget

from auditor.ui.desk import Desk, Form, PageName, Place, Tone
from auditor.ui.pages.help_topics import Topic, keys_text, load_topics, matching, system_details
from auditor.ui.pages.page import Page
from auditor.ui.pages.settings_keys import key_groups
from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button, IconButton
from auditor.ui.widgets.fields import ComboBox, LineEdit
from auditor.ui.widgets.text import Label

READABLE = 640  # px at 100 %: about 80 letters
HEADS = {1: ("section", 600), 2: ("card", 600), 3: ("card", 600)}


class HelpText(QTextBrowser):
    """One topic, set in the theme's type."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._text = ""
        self.setOpenLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setStyleSheet("border: none; background: transparent;")
        self.setProperty("ring", "inside")
        self.setAccessibleName("Help text")
        theme.changed.connect(self._dress)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Text wraps, so a narrow page is narrow."""
        return QSize(self._theme.scaled(120), self._theme.scaled(80))

    def show_text(self, text: str) -> None:
        """Show a topic from its beginning."""
        self._text = text
        self._dress()
        self.verticalScrollBar().setValue(0)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Keep lines short enough to read."""
        spare = self.width() - self._theme.scaled(READABLE)
        self.setViewportMargins(0, 0, max(0, spare), 0)
        super().resizeEvent(event)

    def _dress(self) -> None:
        theme = self._theme
        self.document().setDefaultFont(theme.font("body"))
        self.document().setDocumentMargin(theme.space(6))
        self.setMarkdown(self._text)
        block = self.document().begin()
        while block.isValid():
            self._dress_block(QTextCursor(block), first=block.blockNumber() == 0)
            block = block.next()

    def _dress_block(self, cursor: QTextCursor, *, first: bool) -> None:
        theme, shape = self._theme, cursor.blockFormat()
        level = shape.headingLevel()
        shape.setTopMargin(0 if first else theme.space(5 if level else 2))
        shape.setBottomMargin(0)
        if not level:
            line = theme.type("reading_line") - theme.scaled(3)
            shape.setLineHeight(line, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        cursor.setBlockFormat(shape)
        if level:
            name, weight = HEADS.get(level, HEADS[3])
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            letters = QTextCharFormat()
            letters.setFont(theme.font(name, weight))
            cursor.setCharFormat(letters)  # in place of the size steps that Markdown gives its headings


class HelpPage(Page):
    """Topics with search; a page that asked for help finds its own topic open."""

    name = PageName.HELP
    title = "Help"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        theme = desk.theme
        self._topics: list[Topic] = []
        self._shown = "start"
        self.search = LineEdit(theme, "Search")
        self.search.setAccessibleName("Search in Help")
        self.search.setClearButtonEnabled(True)
        self.search.textEdited.connect(self._search)
        self.nothing = Label(theme, "No topic holds these words. Try fewer.", role="muted", wrap=True)
        self.nothing.hide()
        self.buttons: dict[str, Button] = {}
        self._group = QButtonGroup(self)
        self.short = ComboBox(theme)
        self.short.setAccessibleName("Topic")
        self.short.activated.connect(lambda at: self.show_topic(str(self.short.itemData(at))))
        self.text = HelpText(theme)
        self.copy = Button(theme, "Copy system details", icon="copy")
        self.copy_short = IconButton(theme, "copy", "Copy system details")
        for button in (self.copy, self.copy_short):
            button.clicked.connect(self._copy)
        self._read_topics()
        self._lay_out()
        desk.caps.changed.connect(self._read_topics)
        self.show_topic("start")

    def enter(self, place: Place) -> None:
        """Open the topic that the place names, else the one that was open."""
        topic = str(place.extra.get("topic", ""))
        self.show_topic(topic if topic in self.buttons else self._shown)
        # Not in the search field: while somebody types, the keys of the window are text.
        chosen = self.buttons[self._shown]
        (chosen if chosen.isVisibleTo(self) else self.short).setFocus()

    def set_form(self, form: Form) -> None:
        """A list of topics at the left where there is room, a choice over the text else."""
        wide = form is Form.WIDE
        self._left.setVisible(wide)
        self._top.setVisible(not wide)

    def show_topic(self, name: str) -> None:
        """Show a topic by name."""
        topic = next(topic for topic in self._topics if topic.name == name)
        self._shown = name
        self.buttons[name].setChecked(True)
        self.short.setCurrentIndex(self.short.findData(name))
        self.text.show_text(topic.text)

    def _lay_out(self) -> None:
        theme = self.desk.theme
        self._left = QWidget()
        theme.changed.connect(self._fit_topics)
        self._fit_topics()
        left = QVBoxLayout(self._left)
        left.setContentsMargins(theme.space(6), theme.space(6), theme.space(4), theme.space(6))
        left.setSpacing(theme.space(1))
        left.addWidget(self.search)
        left.addSpacing(theme.space(2))
        left.addWidget(self.nothing)
        for topic in self._topics:
            button = Button(theme, topic.title, kind="quiet")
            button.setCheckable(True)
            button.align_left()
            button.clicked.connect(lambda _checked=False, name=topic.name: self.show_topic(name))
            self._group.addButton(button)
            self.buttons[topic.name] = button
            self.short.addItem(topic.title, topic.name)
            left.addWidget(button)
        left.addStretch(1)
        left.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignLeft)
        self._top = QWidget()
        top = QHBoxLayout(self._top)
        top.setContentsMargins(theme.space(4), theme.space(3), theme.space(4), theme.space(3))
        top.addWidget(self.short)
        top.addWidget(self.copy_short)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self._top)
        right.addWidget(self.text, 1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._left)
        whole.addLayout(right, 1)
        self.set_form(Form.WIDE)

    def _fit_topics(self) -> None:
        self._left.setFixedWidth(self.desk.theme.size("text_pane_narrow"))

    def _read_topics(self) -> None:
        self._topics = load_topics(keys_text(key_groups(self.desk.caps)))
        if self._shown == "keys" and self.buttons:
            self.show_topic("keys")

    def _search(self, words: str) -> None:
        found = [topic.name for topic in matching(self._topics, words)]
        for name, button in self.buttons.items():
            button.setVisible(name in found)
        self.nothing.setVisible(not found)
        if found and self._shown not in found:
            self.show_topic(found[0])

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(system_details())
        self.desk.say("The system details are on the clipboard.", Tone.POSITIVE)
