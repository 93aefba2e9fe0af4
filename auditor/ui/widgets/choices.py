"""Boxes to tick and buttons of which one holds, with their words."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QRadioButton, QSizePolicy

from auditor.ui import icons
from auditor.ui.theme import Theme

_WRAPPED = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft) | int(Qt.AlignmentFlag.AlignVCenter)


class _Look:
    """What a tick box and a round choice share: where the mark and the words stand, and how words wrap."""

    def __init__(self, button: QAbstractButton, theme: Theme, words: str) -> None:
        self.button, self.theme, self.words = button, theme, words
        button.setText(words.replace("&", "&&"))  # a single one would underline the next letter
        button.setAccessibleName(words)
        button.setAttribute(Qt.WidgetAttribute.WA_Hover)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        button.setSizePolicy(policy)

    def before(self) -> int:
        """The width of the mark and the gap behind it."""
        return self.theme.scaled(18) + self.theme.space(2)

    def hint(self) -> QSize:
        """The size with all words in one line."""
        words = QFontMetrics(self.button.font()).horizontalAdvance(self.words)
        return QSize(self.before() + words + 4, self.theme.size("hit"))

    def least(self) -> QSize:
        """The smallest size at which words still wrap well."""
        narrow = QFontMetrics(self.button.font()).averageCharWidth() * 12
        return QSize(min(self.hint().width(), self.before() + narrow), self.theme.size("hit"))

    def height_for(self, width: int) -> int:
        """The height that the wrapped words take."""
        metrics = QFontMetrics(self.button.font())
        room = QRect(0, 0, max(1, width - self.before()), 10_000)
        return max(self.theme.size("hit"), metrics.boundingRect(room, _WRAPPED, self.words).height() + 8)

    def mark(self) -> QRectF:
        """Where the mark stands: beside the first line."""
        side = self.theme.scaled(18)
        top = (self.theme.size("hit") - side) / 2 if self.button.height() > self.theme.size("hit") + 4 else None
        return QRectF(1, (self.button.height() - side) / 2 if top is None else top, side, side)

    def paint_words(self, painter: QPainter) -> None:
        """Draw the words behind the mark."""
        painter.setFont(self.button.font())
        painter.setPen(self.theme.colour("text" if self.button.isEnabled() else "muted"))
        painter.drawText(self.button.rect().adjusted(self.before(), 0, 0, 0), _WRAPPED, self.words)

    def outline(self) -> QPen:
        """The line around the mark."""
        chosen = self.button.isChecked() or self.button.underMouse()
        role = "border" if not self.button.isEnabled() else "accent" if chosen else "control"
        return QPen(self.theme.colour(role), 1.5)

    def dress(self) -> None:
        """Take the theme's font."""
        self.button.setFont(self.theme.font())
        self.button.updateGeometry()
        self.button.update()


class _Choice:
    """What Qt asks of a tick box and of a round choice, answered by their look; stands before the Qt class."""

    _look: _Look

    def _take(self, look: _Look) -> None:
        self._look = look
        self._dress()
        look.theme.changed.connect(self._dress)

    def sizeHint(self) -> QSize:  # noqa: N802
        return self._look.hint()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return self._look.least()

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        return self._look.height_for(width)

    def hitButton(self, point: QPoint) -> bool:  # noqa: N802
        return self._look.button.rect().contains(point)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        del event
        look = self._look
        with QPainter(look.button) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(look.outline())
            self._paint_mark(painter, look.theme, look.mark())
            look.paint_words(painter)

    def _paint_mark(self, painter: QPainter, theme: Theme, place: QRectF) -> None:
        raise NotImplementedError

    def _dress(self) -> None:
        self._look.dress()


class CheckBox(_Choice, QCheckBox):
    """A box to tick; long words wrap beside it."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self._take(_Look(self, theme, text))

    def _paint_mark(self, painter: QPainter, theme: Theme, place: QRectF) -> None:
        painter.setBrush(theme.colour("accent" if self.isChecked() and self.isEnabled() else "surface"))
        painter.drawRoundedRect(place.adjusted(0.75, 0.75, -0.75, -0.75), theme.radius("cap"), theme.radius("cap"))
        if self.isChecked():
            side = round(place.width()) - 2
            role = "accent_text" if self.isEnabled() else "muted"
            picture = icons.pixmap(theme, "tick", role, side, ratio=self.devicePixelRatioF())
            painter.drawPixmap((place.topLeft() + QPoint(1, 1)), picture)


class RadioButton(_Choice, QRadioButton):
    """One of several, of which one holds; long words wrap beside it."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self._take(_Look(self, theme, text))

    def _paint_mark(self, painter: QPainter, theme: Theme, place: QRectF) -> None:
        ring = place.adjusted(1, 1, -1, -1)
        painter.setBrush(theme.colour("surface"))
        painter.drawEllipse(ring)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent" if self.isEnabled() else "muted"))
            inset = ring.width() * 0.27
            painter.drawEllipse(ring.adjusted(inset, inset, -inset, -inset))
