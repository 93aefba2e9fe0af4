"""The status bar: what is saved at the left; the page's own part and the messages at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from auditor.ui import icons
from auditor.ui.desk import Form, Tone
from auditor.ui.theme import Theme
from auditor.ui.widgets.slots import Ground, Slot
from auditor.ui.widgets.text import Label, Link

ICONS = {Tone.POSITIVE: "tick", Tone.CAUTION: "warning", Tone.NEGATIVE: "warning"}
ROLES = {Tone.POSITIVE: "text", Tone.PLAIN: "text", Tone.CAUTION: "caution", Tone.NEGATIVE: "negative"}


class StatusLine(QWidget):
    """One sentence with the sign of its tone; the header borrows it in the smallest form."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._tone = Tone.PLAIN
        self._sign = QLabel()
        self._sign.setAccessibleName("")
        self.words = Label(theme, font="secondary", weight=500)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._sign)
        row.addWidget(self.words, 1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        theme.changed.connect(self._restyle)

    @property
    def tone(self) -> Tone:
        """The tone of the sentence that stands here."""
        return self._tone

    def say(self, text: str, tone: Tone) -> None:
        """Show a sentence."""
        self._tone = tone
        self.words.setText(text)
        self._restyle()

    def _restyle(self) -> None:
        sign = ICONS.get(self._tone)
        self._sign.setVisible(sign is not None and bool(self.words.text()))
        if sign is not None:
            size = self._theme.scaled(16)
            self._sign.setPixmap(
                icons.pixmap(self._theme, sign, self._tone.value, size, ratio=self.devicePixelRatioF())
            )
        self.words.set_role(ROLES[self._tone])


class StatusBar(Ground):
    """What is saved, in words; at the right the page's part and the messages."""

    messages_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "surface", edge="top")
        self._theme = theme
        self.line = StatusLine(theme)
        self._messages = Link(theme, "Messages")
        self._messages.clicked.connect(self.messages_wanted)
        self.part = Slot()
        self.row = QHBoxLayout(self)
        self.row.addWidget(self.line, 1)
        self.row.addWidget(self.part)
        self.row.addWidget(self._messages)
        self._messages.hide()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setProperty("ring", "inside")
        self.setAccessibleName("Status")
        theme.changed.connect(self._restyle)
        self._restyle()

    def say(self, text: str, tone: Tone) -> None:
        """Show a sentence at the left."""
        self.line.say(text, tone)
        self.setAccessibleDescription(text)

    def show_messages(self, count: int) -> None:
        """Offer the messages once there are some."""
        self._messages.setText(f"Messages ({count:,})")
        self._messages.setVisible(count > 0)

    def set_form(self, form: Form) -> None:
        """Leave the room to the page in the smallest form."""
        self.setVisible(form is not Form.SMALLEST)

    def take_line(self) -> None:
        """Take the sentence back from the header."""
        self.row.insertWidget(0, self.line, 1)

    def take_focus(self) -> None:
        """Put the focus on the bar, so that its sentence is read out; Tab goes on to what can be operated."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.size("status"))
        side = self._theme.scaled(24)
        self.row.setContentsMargins(side, 1, self._theme.scaled(20), 0)
        self.row.setSpacing(self._theme.scaled(12))
