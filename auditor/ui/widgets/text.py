"""Words on the desk: labels that never widen the window, and links."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget

from auditor.ui.theme import Theme

if TYPE_CHECKING:
    Mixed = QWidget  # what stands before a class of Qt and calls it by `super`
else:
    Mixed = object  # two classes of Qt have no room in one object


class Look(TypedDict, total=False):
    """How a label looks: type size, weight, colour role, whether it wraps, and family."""

    font: str
    weight: int
    role: str
    wrap: bool
    family: str


class CutWords(Mixed):
    """Says words that do not fit in a tool tip, unless somebody gave the widget another one."""

    _own_tip = ""

    def _cut(self) -> str:
        """All the words when some have no room, else nothing."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802, D102
        super().resizeEvent(event)
        self._tell_cut()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802, D102
        super().showEvent(event)
        self._tell_cut()

    def _tell_cut(self) -> None:
        tip = self._cut() if self.isVisible() else ""
        if self.toolTip() == self._own_tip and tip != self._own_tip:
            self.setToolTip(tip)
            self._own_tip = tip


class Label(CutWords, QLabel):
    """Plain words in the theme's type; too narrow a place elides them (or wraps, when asked) with a tool tip."""

    def __init__(self, theme: Theme, text: str = "", **look: Unpack[Look]) -> None:
        super().__init__()
        self._theme = theme
        self._look = look
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        if look.get("wrap", False):
            self.setWordWrap(True)
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)
        self.setText(text)
        self._dress()
        theme.changed.connect(self._dress)

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Say something else."""
        super().setText(text)
        self._tell_cut()

    def set_role(self, role: str) -> None:
        """Take the colour of another role."""
        self._look["role"] = role
        self._dress()

    @property
    def elided(self) -> bool:
        """Whether the words do not fit and are cut with an ellipsis."""
        if self.wordWrap():
            return False
        return QFontMetrics(self.font()).horizontalAdvance(self.text()) > self.contentsRect().width()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802, D102
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_look"):
            self._dress()  # with a style sheet, Qt puts an earlier palette back when a parent changes

    def minimumSizeHint(self) -> QSize:  # noqa: N802, D102
        least = super().minimumSizeHint()
        narrow = QFontMetrics(self.font()).averageCharWidth() * 3
        return QSize(min(least.width(), narrow), least.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, D102
        if not self.elided:
            super().paintEvent(event)
            return
        place = self.contentsRect()
        words = QFontMetrics(self.font()).elidedText(self.text(), Qt.TextElideMode.ElideRight, place.width())
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            painter.drawText(place, int(self.alignment()), words)

    def _cut(self) -> str:
        return self.text() if self.elided else ""

    def _dress(self) -> None:
        look = self._look
        self.setFont(
            self._theme.font(look.get("font", "body"), look.get("weight", 400), family=look.get("family", "ui"))
        )
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, self._theme.colour(look.get("role", "text")))
        self.setPalette(palette)
        self._tell_cut()


class WordButton(QPushButton):
    """A button whose words are plain: an ampersand is an ampersand, and they are its accessible name."""

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Say something else on the button."""
        super().setText(text.replace("&", "&&"))  # a single one would underline the next letter
        self.setAccessibleName(text)
        self.updateGeometry()

    def text(self) -> str:
        """The words."""
        return super().text().replace("&&", "&")


class Link(WordButton):
    """A quiet button of words only, in the colour of links."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self._theme = theme
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setText(text)
        self._dress()
        theme.changed.connect(self._dress)

    def sizeHint(self) -> QSize:  # noqa: N802, D102
        width = QFontMetrics(self.font()).horizontalAdvance(self.text()) + 2
        return QSize(max(width, self._theme.size("hit")), self._theme.size("hit"))

    def minimumSizeHint(self) -> QSize:  # noqa: N802, D102
        hint = self.sizeHint()
        return QSize(min(hint.width(), QFontMetrics(self.font()).averageCharWidth() * 8), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, D102
        del event
        font = self.font()
        font.setUnderline(self.underMouse() and self.isEnabled())
        words = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        with QPainter(self) as painter:
            painter.setFont(font)
            painter.setPen(self._theme.colour("accent_ink" if self.isEnabled() else "muted"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)

    def _dress(self) -> None:
        self.setFont(self._theme.font("body", 500))
        self.updateGeometry()
        self.update()
