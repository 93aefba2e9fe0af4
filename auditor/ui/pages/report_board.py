"""The report laid out: remarks at the top, then the cards, in two columns where there is room."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from auditor.ui.desk import Tone
from auditor.ui.pages.report_cards import (
    agreement_card,
    design_card,
    errors_card,
    headline_card,
    methods_card,
    spoken,
    strata_card,
)
from auditor.ui.pages.report_reading import Shown
from auditor.ui.theme import Theme
from auditor.ui.widgets.cards import Card, SoftBanner

#: From this width on (at 100 % text size) the cards stand in two columns.
TWO_COLUMNS = 900
SHARES = (67, 33)


class Board(QWidget):
    """One report; it asks the page for the methods text to be copied."""

    copy_wanted = Signal()

    def __init__(self, theme: Theme, shown: Shown) -> None:
        super().__init__()
        self._theme = theme
        self._columns = 0
        summary, charts = shown.summary, shown.charts
        methods, copy = methods_card(theme, summary.methods)
        copy.clicked.connect(self.copy_wanted)
        self._left = [
            headline_card(theme, summary.headline, charts),
            strata_card(theme, summary.strata, charts),
            methods,
        ]
        self._right = [
            agreement_card(theme, summary.agreement, charts),
            errors_card(theme, summary.errors, charts),
            design_card(theme, summary.design),
        ]
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(theme.space(3))
        for remark in summary.remarks:
            whole.addWidget(SoftBanner(theme, self._tone(shown), spoken(remark)))
        self._grid = QGridLayout()
        self._grid.setSpacing(theme.space(3))
        whole.addLayout(self._grid)
        whole.addStretch(1)
        self._place(2)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802, D102
        super().resizeEvent(event)
        self._place(2 if event.size().width() >= self._theme.scaled(TWO_COLUMNS) else 1)

    def minimumSizeHint(self) -> QSize:  # noqa: N802, D102
        return QSize(self._theme.scaled(200), super().minimumSizeHint().height())

    def cards(self) -> list[Card]:
        """All cards in the order of reading: how good, can I trust the judging, where is the doubt, what is wrong."""
        pairs = zip(self._left, self._right, strict=True)
        return [card for pair in pairs for card in pair if card is not None]

    @staticmethod
    def _tone(shown: Shown) -> Tone:
        return Tone.CAUTION if shown.summary.design.whole else Tone.NEGATIVE

    def _place(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for card in self.cards():
            self._grid.removeWidget(card)
        if columns == 1:
            for row, card in enumerate(self.cards()):
                self._grid.addWidget(card, row, 0)
        else:
            self._place_two()
        self._grid.setColumnStretch(0, SHARES[0])
        self._grid.setColumnStretch(1, SHARES[1] if columns == 2 else 0)

    def _place_two(self) -> None:
        """Row by row; where the left one is missing, the one under it moves up."""
        left = [card for card in self._left if card is not None]
        for row, card in enumerate(self._right):
            self._grid.addWidget(card, row, 1)
        for row, card in enumerate(left):
            spare = len(self._right) - len(left) + 1 if row == len(left) - 1 else 1
            self._grid.addWidget(card, row, 0, spare, 1)
