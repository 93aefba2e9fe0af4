"""The list of campaigns: name and question, state in words, a bar of answers, one row each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QVBoxLayout, QWidget

from auditor.ui.pages.campaigns_words import answered_text, state_word
from auditor.ui.theme import Theme

if TYPE_CHECKING:
    from auditor.audits.overview import CampaignLine

PAD = 12
BAR = 4
LEAST_BAR = 132  # a name is worth more than a long bar
COLUMNS = (70, 150)  # state; bar and count
ROOM_FOR_BAR = 420


class CampaignRow(QAbstractButton):
    """One campaign; checked while its details are shown."""

    def __init__(self, theme: Theme, line: CampaignLine) -> None:
        super().__init__()
        self._theme = theme
        self.line = line
        self.setCheckable(True)
        self.setText(line.name)
        self.setAccessibleName(f"{line.name}, {state_word(line.state)}, {answered_text(line)}")
        self.setAccessibleDescription(line.question)
        self.toggled.connect(self._take_tab)
        self._take_tab()
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setProperty("ringRadius", theme.radius("row"))
        theme.changed.connect(self.updateGeometry)
        theme.changed.connect(self.update)

    def _take_tab(self) -> None:
        """Tab reaches the row that is chosen; arrows go on from there."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if self.isChecked() else Qt.FocusPolicy.ClickFocus)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Two lines of text with room around them."""
        lines = sum(QFontMetrics(font).height() for font in self._fonts())
        return QSize(self._theme.scaled(ROOM_FOR_BAR), lines + self._theme.scaled(2 + 2 * PAD))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Words are cut before they widen the page."""
        return QSize(self._theme.scaled(160), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint ground, name over question, state, bar over count."""
        theme, pad = self._theme, self._theme.scaled(PAD)
        state, work = (theme.scaled(width) for width in COLUMNS)
        work = min(work, max(theme.scaled(LEAST_BAR), self.width() // 5))
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_ground(painter)
            place = self.rect().adjusted(pad, pad, -pad, -pad)
            work_place = QRect(place.right() - work, place.top(), work, place.height())
            state_place = QRect(work_place.left() - pad - state, place.top(), state, place.height())
            place.setRight(state_place.left() - pad)
            self._paint_lines(painter, place)
            name = QFontMetrics(self._fonts()[0]).horizontalAdvance(self.line.name)
            self.setToolTip(self.line.name if name > place.width() else "")
            painter.setFont(theme.font("body"))
            painter.setPen(theme.colour("text"))
            middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
            painter.drawText(state_place, middle, _cut(painter, state_word(self.line.state), state))
            self._paint_work(painter, work_place)

    def _paint_ground(self, painter: QPainter) -> None:
        role = "accent_soft" if self.isChecked() else "background" if self.underMouse() or self.isDown() else ""
        if role:
            radius = self._theme.radius("row")
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour(role))
            painter.drawRoundedRect(QRectF(self.rect()), radius, radius)

    def _paint_lines(self, painter: QPainter, place: QRect) -> None:
        texts = ((self.line.name, "text"), (self.line.question, "muted"))
        for font, (text, ink) in zip(self._fonts(), texts, strict=True):
            painter.setFont(font)
            painter.setPen(self._theme.colour(ink))
            painter.drawText(place, 0, _cut(painter, text, place.width()))
            place.setTop(place.top() + QFontMetrics(font).height() + self._theme.scaled(2))

    def _paint_work(self, painter: QPainter, place: QRect) -> None:
        theme, thick = self._theme, self._theme.scaled(BAR)
        font = theme.font("secondary")
        height = QFontMetrics(font).height()
        painter.setFont(font)
        painter.setPen(theme.colour("muted"))
        words = answered_text(self.line)
        if QFontMetrics(font).horizontalAdvance(words) > place.width():
            words = words.removesuffix(" answered")  # the bar under it says so too
        words = _cut(painter, words, place.width())
        if self.line.state == "draft":
            painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), words)
            return
        top = place.top() + (place.height() - height - 2 * thick) // 2
        painter.drawText(QRect(place.left(), top, place.width(), height), 0, words)
        bar = QRectF(place.left(), top + height + thick, place.width(), thick)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("border"))
        painter.drawRoundedRect(bar, thick / 2, thick / 2)
        if self.line.done and self.line.total:
            bar.setWidth(max(thick, bar.width() * self.line.done / self.line.total))
            painter.setBrush(theme.colour("accent"))
            painter.drawRoundedRect(bar, thick / 2, thick / 2)

    def _fonts(self) -> tuple[QFont, QFont]:
        return self._theme.font("body", 600), self._theme.font("secondary")


def _cut(painter: QPainter, text: str, width: int) -> str:
    return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)


class CampaignList(QWidget):
    """The rows, newest first; one is chosen."""

    chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[CampaignLine, ...] = ()
        self.rows: list[CampaignRow] = []
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.scaled(2))

    @property
    def value(self) -> str:
        """The name of the chosen campaign, "" for none."""
        return next((row.line.name for row in self.rows if row.isChecked()), "")

    def show_lines(self, lines: Sequence[CampaignLine]) -> None:
        """Show these campaigns; the chosen one and the focus stay where they are."""
        if tuple(lines) == self._shown:
            return
        chosen = self.value
        focused = next((row.line.name for row in self.rows if row.hasFocus()), "")
        self._shown = tuple(lines)
        for row in self.rows:
            self._group.removeButton(row)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [CampaignRow(self._theme, line) for line in lines]
        for row in self.rows:
            self._group.addButton(row)
            self._column.addWidget(row)
            row.show()  # at once: what is not shown yet cannot take the focus
            row.clicked.connect(lambda _checked=False, name=row.line.name: self.chosen.emit(name))
            row.setChecked(row.line.name == chosen)
            if row.line.name == focused:
                row.setFocus()

    def choose(self, name: str) -> str:
        """Choose a campaign by name, else the newest; returns the name that is chosen now."""
        row = next((row for row in self.rows if row.line.name == name), self.rows[0] if self.rows else None)
        if row is None:
            return ""
        row.setChecked(True)
        return row.line.name
