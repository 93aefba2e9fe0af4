"""The table of strata: name, figures, how many are drawn; and remarks under it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from auditor.ui.pages.start_marks import IconLabel
from auditor.ui.theme import Theme
from auditor.ui.widgets.text import Label

if TYPE_CHECKING:
    from auditor.audits.details import StratumLine

SHOWN = 60  # a plan with more strata than this is a mistake or a list to read elsewhere
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class StrataTable(QWidget):
    """Strata under each other with their numbers at the right; the sum stands last."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[tuple[StratumLine, ...], tuple[str, ...]] = ((), ())
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.space(3))
        self._table: QWidget | None = None
        self.rows: list[tuple[str, str, str]] = []
        self.remarks: tuple[str, ...] = ()

    def show_strata(self, strata: Sequence[StratumLine], remarks: Sequence[str] = ()) -> None:
        """Show these strata and what is to be known of them."""
        wanted = (tuple(strata), tuple(remarks))
        if wanted == self._shown:
            return
        self._shown = wanted
        self.remarks = tuple(remarks)
        if self._table is not None:
            self._column.removeWidget(self._table)
            self._table.hide()
            self._table.deleteLater()
        self._table = QWidget()
        column = QVBoxLayout(self._table)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(3))
        column.addLayout(self._grid(strata))
        for remark in remarks:
            column.addWidget(_remark(self._theme, remark))
        self._column.addWidget(self._table)

    def _grid(self, strata: Sequence[StratumLine]) -> QGridLayout:
        self.rows = [(each.name, f"{each.size:,}", f"{each.sampled:,}") for each in strata[:SHOWN]]
        if len(strata) > SHOWN:
            rest = strata[SHOWN:]
            sizes, drawn = sum(each.size for each in rest), sum(each.sampled for each in rest)
            self.rows.append((f"{len(rest):,} more", f"{sizes:,}", f"{drawn:,}"))
        if len(strata) > 1:
            sizes, drawn = sum(each.size for each in strata), sum(each.sampled for each in strata)
            self.rows.append(("All", f"{sizes:,}", f"{drawn:,}"))
        grid = QGridLayout()
        grid.setColumnStretch(0, 1)
        grid.setHorizontalSpacing(self._theme.space(5))
        grid.setVerticalSpacing(self._theme.space(1))
        for at, word in enumerate(("Stratum", "Figures", "Drawn") if strata else ()):
            head = Label(self._theme, word, font="secondary", role="muted")
            grid.addWidget(head, 0, at, RIGHT if at else Qt.AlignmentFlag(0))
        for row, texts in enumerate(self.rows, 1):
            last = len(strata) > 1 and row == len(self.rows)
            for at, text in enumerate(texts):
                label = Label(self._theme, text, weight=600 if last else 400, wrap=at == 0)
                grid.addWidget(label, row, at, RIGHT if at else Qt.AlignmentFlag(0))
        return grid


def _remark(theme: Theme, text: str) -> QWidget:
    line = QWidget()
    grid = QGridLayout(line)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(theme.space(2))
    grid.setColumnStretch(1, 1)
    grid.addWidget(IconLabel(theme, "info"), 0, 0, Qt.AlignmentFlag.AlignTop)
    grid.addWidget(Label(theme, text[0].upper() + text[1:] + ".", font="secondary", role="muted", wrap=True), 0, 1)
    return line
