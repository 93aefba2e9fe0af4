"""The navigation rail: an icon over a word for each page, what waits there, and why a page shows less for now."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from auditor.ui import icons
from auditor.ui.desk import Form, PageName
from auditor.ui.theme import Theme

WORDS = {
    PageName.START: "Start",
    PageName.CAMPAIGNS: "Campaigns",
    PageName.REVIEW: "Review",
    PageName.PANELS: "Panels",
    PageName.REPORT: "Report",
    PageName.SETTINGS: "Settings",
    PageName.HELP: "Help",
}
GROUPS = ((PageName.START,), (PageName.CAMPAIGNS,), (PageName.REVIEW, PageName.PANELS), (PageName.REPORT,))
FOOT = (PageName.SETTINGS, PageName.HELP)
MOST = 999  # a larger count would not fit beside the icon


class RailButton(QAbstractButton):
    """One page on the rail, painted: selected, hovered, focused, with a count or a lock."""

    def __init__(self, theme: Theme, name: PageName, number: int) -> None:
        super().__init__()
        self.name = name
        self._theme = theme
        self._number = number
        self._count = 0
        self._reason = ""
        self._narrow = False
        self.setCheckable(True)
        self.setText(WORDS[name])
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("ring", "none")  # it paints one inside its plate, where the narrow rail has room for it
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyle)
        self._tell()

    @property
    def count(self) -> int:
        """What waits here for the person who sits here."""
        return self._count

    @property
    def reason(self) -> str:
        """Why the page shows less for now, "" when it does not."""
        return self._reason

    def set_count(self, count: int) -> None:
        """Show what waits here; 0 shows nothing."""
        self._count = count
        self._tell()

    def set_reason(self, reason: str) -> None:
        """Show a lock and say why; "" takes it away."""
        self._reason = reason
        self._tell()

    def set_narrow(self, narrow: bool) -> None:  # noqa: FBT001 - reads like Qt's own setters
        """Show the icon alone, its word in the tool tip."""
        self._narrow = narrow
        self._restyle()
        self._tell()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """The width of the rail and the height of one item."""
        if self._narrow:
            return QSize(self._theme.size("rail_narrow"), self._theme.scaled(38))
        return QSize(self._theme.size("rail"), self._theme.scaled(50))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint plate, icon, word, badge and focus ring."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_plate(painter)
        icon = self._icon_box()
        pixmap = icons.pixmap(
            self._theme, self.name.value, self._ink(icon=True), icon.width(), ratio=self.devicePixelRatioF()
        )
        painter.drawPixmap(icon.topLeft(), pixmap)
        if not self._narrow:
            painter.setFont(self._word_font())
            painter.setPen(self._theme.colour(self._ink()))
            below = QRect(0, icon.bottom() + 1, self.width(), self.height() - icon.bottom() - self._theme.scaled(5))
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, self.text())
        if self._count:
            self._paint_count(painter, icon)
        elif self._reason:
            self._paint_lock(painter, icon)
        if self.hasFocus():
            self._paint_focus(painter)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Space opens the page; all else is left to the rail, which knows the order of its items."""
        if event.key() == Qt.Key.Key_Space:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    def _tell(self) -> None:
        waiting = f", {self._count:,} waiting for you" if self._count else ""
        self.setAccessibleName(f"{self.text()}{waiting}")
        key = f"Ctrl+{self._number}"
        self.setAccessibleDescription(f"{key}. {self._reason}" if self._reason else key)
        first = f"{self.text()} ({key.replace('+', ' ')}){waiting}"
        self.setToolTip(f"{first}\n{self._reason}" if self._reason else first if self._narrow or waiting else "")
        self.update()

    def _ink(self, *, icon: bool = False) -> str:
        if self.isChecked():
            return "accent" if icon else "text"
        return "text" if self.underMouse() else "muted"

    def _word_font(self) -> QFont:
        """Heavier for the page on show, as long as the word still fits on its plate."""
        heavy = self._theme.font("axis", 600)
        fits = QFontMetrics(heavy).horizontalAdvance(self.text()) <= self._plate().width()
        return heavy if self.isChecked() and fits else self._theme.font("axis", 500)

    def _icon_box(self) -> QRect:
        side = self._theme.size("icon")
        top = (self.height() - side) // 2 if self._narrow else self._theme.scaled(8)
        return QRect((self.width() - side) // 2, top, side, side)

    def _plate(self) -> QRect:
        margin = self._theme.scaled(5 if self._narrow else 6)
        return self.rect().adjusted(margin, 0, -margin, 0)

    def _paint_plate(self, painter: QPainter) -> None:
        if not (self.isChecked() or self.underMouse()):
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("surface" if self.isChecked() else "background"))
        painter.drawRoundedRect(self._plate(), self._theme.radius("row"), self._theme.radius("row"))
        if self.isChecked():
            painter.setBrush(self._theme.colour("accent"))
            height = self._theme.scaled(20)
            painter.drawRoundedRect(QRectF(0, (self.height() - height) / 2, self._theme.scaled(3), height), 1.5, 1.5)

    def _paint_count(self, painter: QPainter, icon: QRect) -> None:
        text = str(self._count) if self._count <= MOST else f"{MOST}+"
        font = self._theme.font("axis", 600)
        painter.setFont(font)
        metrics = painter.fontMetrics()
        height = self._theme.scaled(16)
        width = max(height, metrics.horizontalAdvance(text) + self._theme.scaled(8))
        left = min(icon.center().x() + self._theme.scaled(6), self.width() - width - 1)
        box = QRect(QPoint(left, max(0, icon.top() - self._theme.scaled(8))), QSize(width, height))
        painter.setPen(QPen(self._theme.colour("surface" if self.isChecked() else "sunken"), 2))
        painter.setBrush(self._theme.colour("accent"))
        painter.drawRoundedRect(box, height / 2, height / 2)
        painter.setPen(self._theme.colour("accent_text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_lock(self, painter: QPainter, icon: QRect) -> None:
        side = self._theme.scaled(12)
        pixmap = icons.pixmap(self._theme, "lock", "muted", side, ratio=self.devicePixelRatioF())
        painter.drawPixmap(icon.bottomRight() - QPoint(self._theme.scaled(2), self._theme.scaled(9)), pixmap)

    def _paint_focus(self, painter: QPainter) -> None:
        ring = self._theme.size("focus_ring")
        painter.setPen(QPen(self._theme.colour("focus"), ring))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        box = QRectF(self._plate()).adjusted(ring / 2, ring / 2, -ring / 2, -ring / 2)
        painter.drawRoundedRect(box, self._theme.radius("row"), self._theme.radius("row"))


class Rail(QScrollArea):
    """The pages in groups; `chosen` says which one was asked for, the window says which one is shown."""

    chosen = Signal(object)  # a PageName

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._narrow = False
        self._lines: list[QWidget] = []
        self._buttons: dict[PageName, RailButton] = {}
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setAccessibleName("Pages")
        self._content = _Ground(theme)
        self._logo = _Logo(theme)
        self._lay_out()
        self.setWidget(self._content)
        theme.changed.connect(self._restyle)
        self._restyle()

    def button(self, name: PageName) -> RailButton:
        """The item of a page."""
        return self._buttons[name]

    def show_chosen(self, name: PageName) -> None:
        """Mark the page that is shown."""
        for page, button in self._buttons.items():
            button.setChecked(page is name)
            # Tab reaches one item and leaves the rail from there; arrows go on to the others.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus if page is name else Qt.FocusPolicy.NoFocus)
        self.ensureWidgetVisible(self._buttons[name], 0, 0)

    def set_count(self, name: PageName, count: int) -> None:
        """Show on a page's item what waits there for the person who sits here."""
        self._buttons[name].set_count(count)

    def set_lock(self, name: PageName, reason: str) -> None:
        """Show on a page's item that it shows less for now, and why; "" takes the lock away."""
        self._buttons[name].set_reason(reason)

    def set_form(self, form: Form) -> None:
        """Icons with words in the wide form, icons alone in the others."""
        self._narrow = form is not Form.WIDE
        for button in self._buttons.values():
            button.set_narrow(self._narrow)
        self._restyle()

    def take_focus(self) -> None:
        """Put the focus on the item of the page that is shown."""
        shown = next((button for button in self._buttons.values() if button.isChecked()), None)
        (shown or self._buttons[PageName.START]).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Arrows move inside the rail, Enter opens; Tab leaves it."""
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        order = list(self._buttons.values())
        at = next((number for number, button in enumerate(order) if button.hasFocus()), None)
        if at is None:
            event.ignore()
        elif event.key() in steps:
            button = order[(at + steps[Qt.Key(event.key())]) % len(order)]
            button.setFocus(Qt.FocusReason.TabFocusReason)
            self.ensureWidgetVisible(button, 0, 0)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            order[at].click()
        else:
            event.ignore()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(4)
        column.addWidget(self._logo)
        numbers = {name: number for number, name in enumerate(PageName, start=1)}
        for group in GROUPS:
            if group is not GROUPS[0]:
                self._add_line(column)
            self._add(column, group, numbers)
        column.addStretch(1)
        self._add(column, FOOT, numbers)

    def _add(self, column: QVBoxLayout, names: Iterable[PageName], numbers: dict[PageName, int]) -> None:
        for name in names:
            button = RailButton(self._theme, name, numbers[name])
            button.clicked.connect(lambda _checked=False, name=name: self._choose(name))
            self._buttons[name] = button
            column.addWidget(button)

    def _add_line(self, column: QVBoxLayout) -> None:
        line = _Line(self._theme)
        self._lines.append(line)
        column.addWidget(line)

    def _choose(self, name: PageName) -> None:
        # Qt has toggled the item; which one is marked is the window's to say, once the page is really shown.
        self._buttons[name].setChecked(not self._buttons[name].isChecked())
        self.chosen.emit(name)

    def _restyle(self) -> None:
        self.setFixedWidth(self._theme.size("rail_narrow" if self._narrow else "rail"))
        self._logo.setFixedHeight(self._theme.size("header"))
        self._content.update()


class _Ground(QWidget):
    """The rail's sunken ground with a hairline at its right."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("sunken"))
        painter.fillRect(self.width() - 1, 0, 1, self.height(), self._theme.colour("border"))
        painter.end()


class _Logo(QWidget):
    """The crop marks around an interval, at the top of the rail."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName("Figaudit")

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        side = self._theme.scaled(28)
        pixmap = icons.pixmap(self._theme, "logo", "accent", side, ratio=self.devicePixelRatioF())
        painter = QPainter(self)
        painter.drawPixmap((self.width() - side) // 2, (self.height() - side) // 2, pixmap)
        painter.end()


class _Line(QWidget):
    """A short hairline between two groups."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedHeight(9)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        inset = self.width() // 4
        painter.fillRect(inset, 4, self.width() - 2 * inset, 1, self._theme.colour("border"))
        painter.end()
