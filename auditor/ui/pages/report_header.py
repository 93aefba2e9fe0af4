"""The right of the header on the Report page: which campaign, its state, and what can be done with its report."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from auditor.ui.desk import Desk, Form
from auditor.ui.pages.report_reading import Reading
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.fields import ComboBox
from auditor.ui.widgets.text import Label

STATES = {"draft": "Draft", "sealed": "Open", "paused": "Paused", "closed": "Closed"}


def state_text(reading: Reading) -> str:
    """The state of a campaign in words; the report of a closed one is final when nothing is left to settle."""
    state = STATES.get(reading.state, "")
    if reading.shown is None:
        return state
    unsettled = reading.shown.summary.unsettled
    left = f"{unsettled:,} not settled" if unsettled else ""
    more = {"sealed": left or "all answers in", "paused": left, "closed": left or "final"}.get(reading.state, "")
    return f"{state}, {more}" if more else state


class _Chooser(ComboBox):
    """As wide as its longest name where there is room, within reason."""

    wide = True

    def sizeHint(self) -> QSize:  # noqa: N802
        hint, metrics = super().sizeHint(), self.fontMetrics()
        names = [metrics.horizontalAdvance(self.itemText(at)) for at in range(self.count())]
        room = max(names, default=0) + 2 * hint.height()  # the arrow and the edges
        return QSize(max(hint.width(), min(room, 10 * hint.height())) if self.wide else hint.width(), hint.height())


class HeaderPart(QWidget):
    """The chooser of campaigns, the state in words, and two buttons."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        theme = desk.theme
        self._form = Form.WIDE
        self.chooser = _Chooser(theme)
        self.chooser.setAccessibleName("Campaign")
        self.chooser.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.state = Label(theme, role="muted")
        self.copy = Button(theme, "Copy methods text")
        self.export = Button(theme, "Export report", kind="primary", icon="export")
        self.export.setAccessibleDescription("Key Ctrl S")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(3))
        for widget in (self.chooser, self.state, self.copy, self.export):
            row.addWidget(widget)
        self.show_reading(None)

    def show_reading(self, reading: Reading | None) -> None:
        """Offer what can be done with it: nothing with a report that is shut."""
        campaigns = reading.campaigns if reading is not None else ()
        self.chooser.clear()
        for name, _state in campaigns:
            self.chooser.addItem(name, name)
        if reading is not None and campaigns:
            self.chooser.setCurrentIndex(self.chooser.findData(reading.campaign))
        self._several = len(campaigns) > 1
        self._open = reading is not None and reading.shown is not None
        self.state.setText(state_text(reading) if reading is not None else "")
        self._arrange()

    def set_form(self, form: Form) -> None:
        """Drop what is on the page too where there is no room."""
        self._form = form
        self._arrange()

    def _arrange(self) -> None:
        wide, smallest = self._form is Form.WIDE, self._form is Form.SMALLEST
        self.chooser.wide = not smallest
        self.chooser.updateGeometry()
        self.chooser.setVisible(self._several)
        self.state.setVisible(bool(self.state.text()) and not smallest)
        self.copy.setVisible(self._open and wide)
        self.export.show_words(not smallest)
        self.export.setVisible(self._open)
        self.export.setEnabled(self._open)
