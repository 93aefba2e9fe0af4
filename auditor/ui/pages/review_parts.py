"""What the Review page puts into the header and the status bar."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from auditor.ui.desk import Desk, Form
from auditor.ui.pages.review_time import Pace
from auditor.ui.pages.review_words import SEEN, UNSEEN
from auditor.ui.widgets.blind_card import BlindCard
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.cards import hairline
from auditor.ui.widgets.progress import ProgressLine
from auditor.ui.widgets.text import Label


class HeaderPart(QWidget):
    """The word "Blind", the position, and a line that fills."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.blind = Button(desk.theme, "Blind", kind="quiet", icon="blind")
        self.blind.setAccessibleDescription("What this page shows and what it keeps away")
        self.blind.clicked.connect(self._open_card)
        self.position = Label(desk.theme, "", font="body", weight=600)
        self.position.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        self.line = ProgressLine(desk.theme)
        self.line.setAccessibleName("Figures done")
        self.line.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._card: BlindCard | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addWidget(self.blind)
        row.addWidget(_short_line(desk))
        row.addWidget(self.position)
        row.addWidget(self.line)

    def say(self, position: str, settled: int, total: int) -> None:
        """Show where the auditor stands."""
        self.position.setText(position)
        self.line.set(settled, total)

    def set_form(self, form: Form) -> None:
        """The line gives way first."""
        self.line.setVisible(form is not Form.SMALLEST)

    def _open_card(self) -> None:
        if self._card is not None:
            self._card.deleteLater()
        self._card = BlindCard(self.desk.theme, SEEN, UNSEEN)
        self._card.show_below(self.blind)


class StatusPart(QWidget):
    """Today's count and the pace, which can be switched off, and who sits here."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.today = Label(desk.theme, "", font="secondary", role="muted")
        self.each = Label(desk.theme, "", font="secondary", role="muted")
        self.auditor = Label(desk.theme, "", font="secondary", role="muted")
        self._lines = [_short_line(desk) for _ in range(2)]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        for widget in (self.today, self._lines[0], self.each, self._lines[1], self.auditor):
            row.addWidget(widget)

    def say(self, pace: Pace) -> None:
        """Show the pace as it is now."""
        shown = bool(self.desk.preferences.get("show_pace"))
        each = pace.each
        self.today.setText(f"{pace.today:,} today")
        self.each.setText("" if each is None else f"{each:.1f} s each")
        self.auditor.setText(self.desk.auditor)
        self.today.setVisible(shown)
        self._lines[0].setVisible(shown and each is not None)
        self.each.setVisible(shown and each is not None)
        self._lines[1].setVisible(shown)


class StepsPart(QWidget):
    """How far undo goes on a figure with panels, and who sits here."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.steps = Label(desk.theme, "", font="secondary", role="muted")
        self.auditor = Label(desk.theme, "", font="secondary", role="muted")
        self._line = _short_line(desk)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        for widget in (self.steps, self._line, self.auditor):
            row.addWidget(widget)

    def say(self, steps: str) -> None:
        """Show how far undo goes now."""
        self.steps.setText(steps)
        self.auditor.setText(self.desk.auditor)
        self._line.setVisible(bool(steps and self.desk.auditor))


def _short_line(desk: Desk) -> QWidget:
    line = hairline(desk.theme, vertical=True)
    line.setFixedHeight(desk.theme.type("section"))
    return line
