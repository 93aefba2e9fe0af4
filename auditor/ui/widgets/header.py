"""The header: page title, project or campaign; at its right what the page itself puts there."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from auditor.ui.desk import Form
from auditor.ui.theme import Theme
from auditor.ui.widgets.cards import hairline
from auditor.ui.widgets.slots import Ground, Slot
from auditor.ui.widgets.text import Label


class Header(Ground):
    """Title and subtitle of the page at the left, the page's own part at the right.

    In the smallest form the window puts the status sentence between the two, because there is no status bar.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "surface", edge="bottom")
        self._theme = theme
        self.title = Label(theme, font="page", weight=600)
        self.title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._line = hairline(theme, vertical=True)
        self.subtitle = Label(theme, weight=500, role="muted")
        self.part = Slot()
        self.row = QHBoxLayout(self)
        for widget in (self.title, self._line, self.subtitle):
            self.row.addWidget(widget)
        self.row.addStretch(1)
        self.row.addWidget(self.part)
        self._form = Form.WIDE
        theme.changed.connect(self._restyle)
        self._restyle()

    def say(self, title: str, subtitle: str) -> None:
        """Show the title of the page and what it is about."""
        self.title.setText(title)
        self.subtitle.setText(subtitle)
        self._restyle()

    def set_form(self, form: Form) -> None:
        """Drop the subtitle where there is no room for it."""
        self._form = form
        self._restyle()

    def show_message(self, widget: QWidget) -> None:
        """Take in the sentence of the status bar, which gets all the room there is."""
        self.row.insertWidget(self.row.count() - 2, widget, 1)
        self._restyle()

    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.size("header"))
        side = self._theme.scaled(24 if self._form is Form.WIDE else 12)
        self.row.setContentsMargins(side, 0, side if self._form is not Form.WIDE else self._theme.scaled(20), 0)
        self.row.setSpacing(self._theme.scaled(12))
        shown = bool(self.subtitle.text()) and self._form is Form.WIDE
        self._line.setVisible(shown)
        self._line.setFixedHeight(self._theme.scaled(20))
        self.subtitle.setVisible(shown)
        self.row.setStretch(self.row.count() - 2, int(self._form is not Form.SMALLEST))
