"""Fields: a label over something to fill in, and the things to fill in."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStyleOptionSpinBox,
    QVBoxLayout,
    QWidget,
)

from auditor.ui import icons
from auditor.ui.theme import Theme
from auditor.ui.widgets.text import Label, Mixed


class _OneRow(Mixed):
    """A field as high as every control: how wide it is by itself, and how narrow it becomes."""

    _theme: Theme
    _wide, _narrow = 160, 60

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(self._theme.scaled(self._wide), self._theme.size("control"))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(self._theme.scaled(self._narrow), self._theme.size("control"))


class _Turned(_OneRow):
    """A field whose wheel only turns it while it has the focus, so that scrolling past changes nothing."""

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class Field(QWidget):
    """A label, the field under it, and under that a hint or what is wrong."""

    def __init__(self, theme: Theme, label: str, widget: QWidget, hint: str = "") -> None:
        super().__init__()
        self.widget = widget
        self._hint = hint
        self.label = Label(theme, label, weight=600, wrap=True)
        self.label.setBuddy(widget)
        self.note = _Note(theme)
        widget.setAccessibleName(label)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.scaled(4))
        column.addWidget(self.label)
        column.addWidget(widget)
        column.addWidget(self.note)
        self.say("")

    def say(self, error: str) -> None:
        """Show what is wrong with the field in place of the hint; "" when nothing is."""
        self.note.say(error or self._hint, wrong=bool(error))
        self.note.setVisible(bool(error or self._hint))
        self.widget.setAccessibleDescription(error or self._hint)

    def set_hint(self, hint: str) -> None:
        """Put another hint under the field."""
        self._hint = hint
        self.say("")


class _Note(Label):
    """The line under a field: a hint, or what is wrong with a sign before it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "", font="secondary", role="muted", wrap=True)
        self._wrong = False

    def say(self, text: str, *, wrong: bool) -> None:
        """Show a hint or an error."""
        self._wrong = wrong
        self.setText(text)
        self.setIndent(self._theme.scaled(22) if wrong else 0)
        self.set_role("negative" if wrong else "muted")

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        super().paintEvent(event)
        if self._wrong:
            side = self._theme.scaled(16)
            with QPainter(self) as painter:
                painter.drawPixmap(
                    0, 0, icons.pixmap(self._theme, "trouble", "negative", side, ratio=self.devicePixelRatioF())
                )


class LineEdit(_OneRow, QLineEdit):
    """One line of text."""

    def __init__(self, theme: Theme, placeholder: str = "") -> None:
        super().__init__()
        self._theme = theme
        self.setPlaceholderText(placeholder)
        self._dress()
        theme.changed.connect(self._dress)

    def _dress(self) -> None:
        self.setFont(self._theme.font())
        self.updateGeometry()


class TextBox(QPlainTextEdit):
    """Several lines of plain text; Tab goes on to the next field."""

    def __init__(self, theme: Theme, placeholder: str = "") -> None:
        super().__init__()
        self._theme = theme
        self.setTabChangesFocus(True)
        self.setPlaceholderText(placeholder)
        self._dress()
        theme.changed.connect(self._dress)

    def sizeHint(self) -> QSize:  # noqa: N802, D102
        return QSize(self._theme.scaled(240), self._theme.scaled(80))

    def minimumSizeHint(self) -> QSize:  # noqa: N802, D102
        return QSize(self._theme.scaled(80), self._theme.scaled(48))

    def _dress(self) -> None:
        self.setFont(self._theme.font())
        self.updateGeometry()


class ComboBox(_Turned, QComboBox):
    """One of a list."""

    _narrow = 72

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)
        self.setItemDelegate(QStyledItemDelegate(self))  # the one of combo boxes ignores row height and padding
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._dress()
        theme.changed.connect(self._dress)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, D102
        del event
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        combo, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl
        room = self.style().subControlRect(combo, option, part.SC_ComboBoxEditField, self)
        words = QFontMetrics(self.font()).elidedText(option.currentText, Qt.TextElideMode.ElideRight, room.width())
        self.setToolTip("" if words == option.currentText else option.currentText)
        option.currentText = words
        with QPainter(self) as painter:
            self.style().drawComplexControl(combo, option, painter, self)
            if not self.isEditable():
                self.style().drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option, painter, self)
            place = self.style().subControlRect(combo, option, part.SC_ComboBoxArrow, self)
            _paint_arrow(painter, self._theme, "chevron-down", place)

    def _dress(self) -> None:
        self.setFont(self._theme.font())
        for inner in (self.lineEdit(), self.view()):  # a style sheet keeps them from following
            if inner is not None:
                inner.setFont(self._theme.font())
        self.updateGeometry()


class NumberField(_Turned, QSpinBox):
    """A whole number from `least` to `most`, with its unit behind it."""

    _wide, _narrow = 120, 80

    def __init__(self, theme: Theme, *, least: int = 0, most: int = 1_000_000_000, unit: str = "") -> None:
        super().__init__()
        self._theme = theme
        self.setRange(least, most)
        self.setSuffix(f" {unit}" if unit else "")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setGroupSeparatorShown(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._dress()
        theme.changed.connect(self._dress)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, D102
        super().paintEvent(event)
        option = QStyleOptionSpinBox()
        self.initStyleOption(option)
        spin = QStyle.ComplexControl.CC_SpinBox
        with QPainter(self) as painter:
            for part, name in (
                (QStyle.SubControl.SC_SpinBoxUp, "chevron-up"),
                (QStyle.SubControl.SC_SpinBoxDown, "chevron-down"),
            ):
                _paint_arrow(painter, self._theme, name, self.style().subControlRect(spin, option, part, self))

    def _dress(self) -> None:
        self.setFont(self._theme.font())
        self.lineEdit().setFont(self._theme.font())  # a style sheet keeps it from following
        self.lineEdit().setTextMargins(self._theme.scaled(11) - 1, 0, 0, 0)  # a padding in QSS has no effect
        self.updateGeometry()


def _paint_arrow(painter: QPainter, theme: Theme, name: str, place: QRect) -> None:
    side = theme.scaled(16)
    corner = place.center() - QPoint(side // 2 - 1, side // 2 - 1)
    picture = icons.pixmap(theme, name, "muted", side, ratio=painter.device().devicePixelRatioF())
    painter.drawPixmap(corner, picture)
