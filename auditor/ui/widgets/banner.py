"""The banner in place of an answer bar: nothing goes on until the trouble is mended, or let go."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from auditor.ui import icons
from auditor.ui.desk import Trouble
from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.notices import announce
from auditor.ui.widgets.text import Label


def trouble_text(trouble: Trouble) -> str:
    """What "Copy details" puts on the clipboard."""
    return "\n".join(part for part in (trouble.title, trouble.text, trouble.details) if part)


class BlockingBanner(QFrame):
    """Takes the place of an answer bar, as high as it: nothing can be answered until the trouble is mended."""

    retry = Signal()
    given_up = Signal()  # the way out that `offer` names

    def __init__(self, theme: Theme, trouble: Trouble, *, height: int, retry_text: str = "Try again") -> None:
        super().__init__()
        self._theme = theme
        self._trouble = trouble
        self.setFixedHeight(height)
        self._sign = QLabel()
        self._title = Label(theme, trouble.title, font="answer", weight=600, wrap=True)
        self._text = Label(theme, trouble.text, wrap=True)
        self._copy = Button(theme, "Copy details")
        self._copy.clicked.connect(self._copy_details)
        self.button = Button(theme, retry_text, kind="primary")
        self.button.clicked.connect(self.retry)
        self.way_out = Button(theme, "")
        self.way_out.clicked.connect(self.given_up)
        self.way_out.hide()
        self._words = QScrollArea()
        self._buttons = QHBoxLayout()
        self._row = QHBoxLayout(self)
        self._lay_out()
        self.setAccessibleName(trouble.title)
        self.setAccessibleDescription(trouble.text)
        theme.changed.connect(self._restyle)
        self._restyle()

    def say(self, trouble: Trouble) -> None:
        """Show another trouble in the same place, as when trying again failed."""
        self._trouble = trouble
        self._title.setText(trouble.title)
        self._break_words()
        self.setAccessibleName(trouble.title)
        self.setAccessibleDescription(trouble.text)
        self.tell()

    def offer(self, way_out: str, *, retry: bool = True) -> None:
        """Offer a way out beside trying again, or in its place; "" for none."""
        self.way_out.setText(way_out)
        self.way_out.setAccessibleName(way_out)
        self.way_out.setVisible(bool(way_out))
        self.button.setVisible(retry or not way_out)
        self._make_room()

    @property
    def way_on(self) -> Button:
        """The button that Enter takes."""
        return self.way_out if self.button.isHidden() else self.button

    def tell(self) -> None:
        """Have it read out, with the ways on."""
        ways = [button.text() for button in (self.button, self.way_out) if not button.isHidden()]
        told = " or ".join(ways)
        announce(self, f"{self._trouble.title}. {self._trouble.text} {told} button.", assertive=True)

    def take_focus(self) -> None:
        """Put the focus on the way on, so that Enter takes it."""
        self.way_on.setFocus(Qt.FocusReason.OtherFocusReason)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint the soft ground under a line in the colour of what is not saved."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("negative_soft"))
        painter.fillRect(0, 0, self.width(), 2, self._theme.colour("negative"))
        painter.end()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Never wider than a small window: its words wrap and scroll."""
        return QSize(0, self.height())

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setMinimumSize(1, 1)  # else the height that its words need in the narrowest place counts
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addStretch(1)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addStretch(1)
        self._words.setWidget(inside)
        self._words.setWidgetResizable(True)
        self._words.setFrameShape(QFrame.Shape.NoFrame)
        self._words.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._words.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        self._buttons.setSpacing(8)
        self._buttons.addWidget(self._copy)
        self._buttons.addWidget(self.way_out)
        self._buttons.addWidget(self.button)
        self._row.addWidget(self._sign)
        self._row.addWidget(self._words, 1)
        self._row.addLayout(self._buttons)

    def resizeEvent(self, event: object) -> None:  # noqa: N802 - Qt's name
        """Put the buttons under each other and drop the sign where the window is small."""
        del event
        self._make_room()
        self._break_words()

    def _make_room(self) -> None:
        small = self.width() < self._theme.scaled(760)
        self._buttons.setDirection(QHBoxLayout.Direction.BottomToTop if small else QHBoxLayout.Direction.LeftToRight)
        self._sign.setVisible(not small)
        ways = sum(not button.isHidden() for button in (self.button, self.way_out))
        self._copy.setVisible(not small or ways == 1)  # there is room for two under each other

    def _break_words(self) -> None:
        """What to do begins a line of its own, where there is the width for it."""
        text = self._trouble.text
        self._text.setText(text if self.width() >= self._theme.scaled(1000) else " ".join(text.split()))

    def _restyle(self) -> None:
        side = self._theme.scaled(24)
        self._row.setContentsMargins(side, self._theme.scaled(8), side, self._theme.scaled(6))
        self._row.setSpacing(self._theme.scaled(20))
        self._sign.setPixmap(
            icons.pixmap(self._theme, "warning", "negative", self._theme.scaled(24), ratio=self.devicePixelRatioF())
        )
        self.update()

    def _copy_details(self) -> None:
        QGuiApplication.clipboard().setText(trouble_text(self._trouble))
