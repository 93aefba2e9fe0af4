"""Areas of a page: cards, hairlines between areas, and banners at the top of what they are about."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from auditor.ui import icons
from auditor.ui.desk import Tone
from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.text import Label

_TONES = {  # icon, role of icon and words, role of the ground
    Tone.POSITIVE: ("tick", "positive", "positive_soft"),
    Tone.PLAIN: ("info", "text", "accent_soft"),
    Tone.CAUTION: ("warning", "caution", "caution_soft"),
    Tone.NEGATIVE: ("trouble", "negative", "negative_soft"),
}


class Card(QFrame):
    """A sheet with a hairline around it; a title row when it has a title, and a `body` to fill."""

    def __init__(self, theme: Theme, title: str = "", hint: str = "") -> None:
        super().__init__()
        self._theme = theme
        whole = QVBoxLayout(self)
        whole.setContentsMargins(theme.space(4), theme.space(4), theme.space(4), theme.space(4))
        whole.setSpacing(theme.space(3))
        self.title_row = QHBoxLayout()
        self.title_row.setSpacing(theme.space(3))
        self.body = QVBoxLayout()
        self.body.setSpacing(theme.space(2))
        self.title = Label(theme, title, font="card", weight=600)
        self.hint = Label(theme, hint, font="secondary", role="muted")
        if title:
            self.title_row.addWidget(self.title)
            self.title_row.addWidget(self.hint)
            self.title_row.addStretch(1)
            whole.addLayout(self.title_row)
        whole.addLayout(self.body)
        self.hint.setVisible(bool(title and hint))
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, D102
        del event
        radius = self._theme.radius("card")
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.colour("border"), 1))
            painter.setBrush(self._theme.colour("surface"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


class TitleLine(QWidget):
    """A title and muted words after it; under it where both do not fit beside each other."""

    def __init__(self, theme: Theme, title: Label, words: str) -> None:
        super().__init__()
        self._title = title
        self._gap = theme.space(3)
        self._words = Label(theme, words, font="secondary", role="muted", wrap=True)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(title)
        self._row.addWidget(self._words, 1)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802, D102
        super().resizeEvent(event)
        words = self._words.fontMetrics().horizontalAdvance(self._words.text())
        beside = self._title.sizeHint().width() + self._gap + words <= event.size().width()
        way = QBoxLayout.Direction
        self._row.setDirection(way.LeftToRight if beside else way.TopToBottom)
        self._row.setSpacing(self._gap if beside else 2)


class _Hairline(QWidget):
    """A line of one pixel in the colour of borders."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), self._theme.colour("border"))


def hairline(theme: Theme, *, vertical: bool = False) -> QWidget:
    """A line between two areas, lying or standing."""
    line = _Hairline(theme)
    if vertical:
        line.setFixedWidth(1)
        line.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
    else:
        line.setFixedHeight(1)
        line.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return line


class SoftBanner(QFrame):
    """A sentence on a soft ground with the icon of its tone, and one action when there is one."""

    acted = Signal()

    def __init__(self, theme: Theme, tone: Tone, text: str, action: str = "") -> None:
        super().__init__()
        self._theme = theme
        self._tone = tone
        self.words = Label(theme, text, wrap=True)
        self.action = Button(theme, action, kind="plain")
        self.action.clicked.connect(self.acted)
        self._row = row = QHBoxLayout(self)
        row.setSpacing(theme.space(3))
        row.addWidget(self.words, 1)
        row.addWidget(self.action, 0, Qt.AlignmentFlag.AlignVCenter)
        self.action.setVisible(bool(action))  # only now that it has a parent: else it would show as a window of its own
        self._dress()
        theme.changed.connect(self._dress)

    def say(self, tone: Tone, text: str, action: str = "") -> None:
        """Say something else."""
        self._tone = tone
        self.words.setText(text)
        self.action.setText(action)
        self.action.setVisible(bool(action))
        self._dress()

    def minimumSizeHint(self) -> QSize:  # noqa: N802, D102
        return QSize(self._theme.scaled(160), super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, D102
        del event
        name, role, ground = _TONES[self._tone]
        theme, side = self._theme, self._theme.size("icon")
        radius = theme.radius("row")
        picture = icons.pixmap(theme, name, role, ratio=self.devicePixelRatioF())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(ground))
            painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
            painter.drawPixmap(theme.space(4), (self.height() - side) // 2, picture)

    def _dress(self) -> None:
        theme = self._theme
        left = theme.space(4) + theme.size("icon") + theme.space(3)
        self._row.setContentsMargins(left, theme.space(2), theme.space(3), theme.space(2))
        self.setMinimumHeight(theme.size("row"))
        self.words.set_role(_TONES[self._tone][1])
        self.setAccessibleName(self.words.text())
        self.update()
