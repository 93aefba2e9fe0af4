"""The lines of "Next for the lead": a sentence, why, and a link."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from auditor.ui.desk import Tone
from auditor.ui.pages.start_marks import IconLabel
from auditor.ui.pages.start_words import LeadLine
from auditor.ui.theme import Theme
from auditor.ui.widgets.cards import hairline
from auditor.ui.widgets.text import Label, Link


class LeadRow(QWidget):
    """One line with its icon and link."""

    def __init__(self, theme: Theme, line: LeadLine) -> None:
        super().__init__()
        self.line = line
        self.title = Label(theme, line.title, weight=600, wrap=True)
        self.text = Label(theme, line.text, font="secondary", role="muted", wrap=True)
        self.link: Link | None = None
        words = QVBoxLayout()
        words.setSpacing(theme.scaled(2))
        words.addWidget(self.title)
        words.addWidget(self.text)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, theme.scaled(12), 0, theme.scaled(12))
        row.setSpacing(theme.scaled(14))
        role = "caution" if line.tone is Tone.CAUTION else "muted"
        row.addWidget(IconLabel(theme, line.icon, role), 0, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(words, 1)
        if line.place is not None:
            self.link = Link(theme, line.action)
            self.link.setAccessibleDescription(line.title)
            row.addWidget(self.link, 0, Qt.AlignmentFlag.AlignVCenter)


class LeadList(QWidget):
    """The lines under each other, parted by hairlines."""

    followed = Signal(object)  # a Place

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[LeadLine, ...] = ()
        self._made: list[QWidget] = []
        self.rows: list[LeadRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def show_lines(self, lines: Sequence[LeadLine]) -> None:
        """Show these lines in place of those before; the same lines again change nothing."""
        if tuple(lines) == self._shown:
            return
        self._shown = tuple(lines)
        for widget in self._made:
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._made, self.rows = [], []
        for line in lines:
            if self.rows:
                self._add(hairline(self._theme))
            row = LeadRow(self._theme, line)
            if row.link is not None:
                row.link.clicked.connect(lambda _checked=False, place=line.place: self.followed.emit(place))
            self.rows.append(row)
            self._add(row)

    def _add(self, widget: QWidget) -> None:
        self._made.append(widget)
        self._column.addWidget(widget)
        widget.show()  # at once: Tab passes over what is not shown yet
