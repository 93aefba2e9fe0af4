"""What the window tells: toasts for finished background work, the banner that blocks, and the one kind of dialog."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QEvent, QObject, QPropertyAnimation, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGraphicsDropShadowEffect,
    QGraphicsOpacityEffect,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from auditor.ui import icons
from auditor.ui.desk import Tone
from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button, IconButton
from auditor.ui.widgets.text import Label

TOAST_MS = 6000
FADE_MS = 120
TOAST_WIDTH = 360
DIALOG_WIDTH = 460
SIGNS = {Tone.POSITIVE: "tick", Tone.PLAIN: "info", Tone.CAUTION: "warning", Tone.NEGATIVE: "warning"}
MOST_MESSAGES = 200


def announce(widget: QWidget, text: str, *, assertive: bool = False) -> None:
    """Have a screen reader say a sentence."""
    event = QAccessibleAnnouncementEvent(widget, text)
    if assertive:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


@dataclass(frozen=True)
class Message:
    """A toast as it stays in the list of messages."""

    text: str
    tone: Tone
    at: datetime


class Toast(QFrame):
    """One finished piece of work; goes after six seconds in which nobody hovers over it or stands on it."""

    gone = Signal()

    def __init__(self, theme: Theme, text: str, tone: Tone) -> None:
        super().__init__()
        self._theme = theme
        self._tone = tone
        self._sign = QLabel()
        self._words = Label(theme, text, wrap=True)
        self.close_button = IconButton(theme, "close", "Close this message")
        self.close_button.clicked.connect(self.gone)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 8, 8)
        row.setSpacing(12)
        row.addWidget(self._sign)
        row.addWidget(self._words, 1)
        row.addWidget(self.close_button)
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(TOAST_MS)
        self._clock.timeout.connect(self.gone)
        self.close_button.installEventFilter(self)
        self.setAccessibleName(text)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._clock.start()

    @property
    def waiting(self) -> bool:
        """Whether it waits because somebody hovers over it or stands on it."""
        return not self._clock.isActive()

    def fade_in(self) -> None:
        """Come in slowly; the shadow takes the place of the fading once it is there."""
        effect = QGraphicsOpacityEffect(self)
        self.setGraphicsEffect(effect)
        fading = QPropertyAnimation(effect, b"opacity", self)
        fading.setDuration(FADE_MS)
        fading.setStartValue(0.0)
        fading.setEndValue(1.0)
        fading.finished.connect(self._restyle)
        fading.start()

    def enterEvent(self, event: object) -> None:  # noqa: N802 - Qt's name
        """Wait while the pointer is here."""
        del event
        self._clock.stop()

    def leaveEvent(self, event: object) -> None:  # noqa: N802 - Qt's name
        """Count again from the start."""
        del event
        if not self.close_button.hasFocus():
            self._clock.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Wait while the close button has the focus."""
        if event.type() == QEvent.Type.FocusIn:
            self._clock.stop()
        elif event.type() == QEvent.Type.FocusOut and not self.underMouse():
            self._clock.start()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint the raised plate."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.colour("border"))
        painter.setBrush(self._theme.colour("raised"))
        painter.drawRoundedRect(
            self.rect().adjusted(0, 0, -1, -1), self._theme.radius("card"), self._theme.radius("card")
        )
        painter.end()

    def _restyle(self) -> None:
        role = "muted" if self._tone is Tone.PLAIN else self._tone.value
        self._sign.setPixmap(
            icons.pixmap(self._theme, SIGNS[self._tone], role, self._theme.size("icon"), ratio=self.devicePixelRatioF())
        )
        if self._theme.scheme == "light":
            shadow = QGraphicsDropShadowEffect(self)
            shadow.setBlurRadius(24)
            shadow.setOffset(0, 8)
            shade = self._theme.colour("text")
            shade.setAlphaF(0.18)
            shadow.setColor(shade)
            self.setGraphicsEffect(shadow)
        else:
            self.setGraphicsEffect(None)  # type: ignore[arg-type] # Qt takes null for "none"


class Toasts(QObject):
    """The toasts of a window at its bottom right, and the list of all that were shown."""

    changed = Signal(int)  # how many messages there are

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._shown: list[Toast] = []
        self.messages: list[Message] = []
        self.bottom = 0  # px at the foot of the window that belong to the status bar
        self.moves: Callable[[], bool] = lambda: False  # whether a toast may fade in
        window.installEventFilter(self)

    @property
    def shown(self) -> tuple[Toast, ...]:
        """The toasts on the window, oldest first."""
        return tuple(self._shown)

    def say(self, text: str, tone: Tone = Tone.POSITIVE) -> Toast:
        """Show a toast and keep its words in the messages."""
        self.messages = [*self.messages, Message(text, tone, datetime.now().astimezone())][-MOST_MESSAGES:]
        toast = Toast(self._theme, text, tone)
        toast.setParent(self._window)
        toast.gone.connect(lambda: self._drop(toast))
        self._shown.append(toast)
        self.place()
        toast.show()
        toast.raise_()
        if self.moves():
            toast.fade_in()
        announce(self._window, text, assertive=tone is Tone.NEGATIVE)
        self.changed.emit(len(self.messages))
        return toast

    def clear(self) -> None:
        """Take the toasts off the window; the messages keep their words."""
        for toast in self.shown:
            self._drop(toast)

    def place(self) -> None:
        """Put the toasts above each other at the bottom right."""
        margin = self._theme.scaled(16)
        width = min(self._theme.scaled(TOAST_WIDTH), self._window.width() - 2 * margin)
        bottom = self._window.height() - self.bottom - margin
        for toast in reversed(self._shown):
            toast.setFixedWidth(max(1, width))
            height = max(toast.heightForWidth(width), toast.sizeHint().height())
            toast.setGeometry(self._window.width() - width - margin, bottom - height, width, height)
            bottom -= height + margin // 2

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Follow the window's size."""
        if event.type() == QEvent.Type.Resize:
            self.place()
        return super().eventFilter(watched, event)

    def _drop(self, toast: Toast) -> None:
        if toast in self._shown:
            self._shown.remove(toast)
            toast.hide()
            toast.deleteLater()
            self.place()


@dataclass(frozen=True)
class Question:
    """A choice that cannot be taken back: (value, verb) for each button; `safe` is what Escape means."""

    title: str
    text: str
    choices: Sequence[tuple[str, str]]
    safe: str


class QuestionDialog(QDialog):
    """Asks a question: buttons named by their verbs; Escape and the window's close mean the safe choice."""

    def __init__(self, theme: Theme, question: Question, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Figaudit")
        self.setModal(True)
        self._theme = theme
        self.value = question.safe
        self.buttons: dict[str, Button] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.addWidget(Label(theme, question.title, font="page", weight=600, wrap=True))
        column.addWidget(Label(theme, question.text, wrap=True))
        column.addSpacing(8)
        self._row = QHBoxLayout()
        self._row.setSpacing(8)
        self._row.addStretch(1)
        column.addLayout(self._row)
        self.setFixedWidth(theme.scaled(DIALOG_WIDTH))
        self.setAccessibleName(question.title)
        self.setAccessibleDescription(question.text)
        self._offer(question)
        self.setFixedHeight(column.totalHeightForWidth(self.width()))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint the raised ground."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("raised"))
        painter.end()

    def _offer(self, question: Question) -> None:
        for value, verb in question.choices:
            button = Button(self._theme, verb)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _checked=False, value=value: self._choose(value))
            self._row.addWidget(button)
            self.buttons[value] = button
        self.buttons[question.safe].setDefault(True)
        self.buttons[question.safe].setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, value: str) -> None:
        self.value = value
        self.accept()


def ask(parent: QWidget, theme: Theme, question: Question) -> str:
    """The value of the choice a person makes; closing the dialog in any other way gives the safe one."""
    dialog = QuestionDialog(theme, question, parent.window())
    dialog.exec()
    value = dialog.value
    dialog.deleteLater()
    return value
