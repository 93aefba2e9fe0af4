"""One campaign in full: what can be done with it, its auditors, and its design as far as who looks may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from auditor.ui.desk import Tone
from auditor.ui.pages.campaigns_strata import StrataTable
from auditor.ui.pages.campaigns_words import design_facts, next_step, progress_text, status_text
from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.cards import Card, SoftBanner, hairline
from auditor.ui.widgets.flow import FlowRow
from auditor.ui.widgets.text import Label

if TYPE_CHECKING:
    from auditor.audits.details import CampaignDetails

# What can be done in each state, the most likely first: (action, words, kind of button).
ACTIONS = {
    "draft": (("seal", "Draw and seal…", "primary"), ("change", "Change…", "plain")),
    "sealed": (("judge", "Judge", "primary"), ("report", "Report", "plain"), ("pause", "Pause", "plain")),
    "paused": (("resume", "Resume", "primary"), ("report", "Report", "plain")),
    "closed": (("report", "Report", "primary"),),
}
CLOSE = ("close", "Close…", "danger")


class DetailsCard(Card):
    """The card of the chosen campaign; `wanted` says what is to be done with it."""

    wanted = Signal(str)  # judge, report, seal, change, pause, resume, close

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._theme = theme
        self.details: CampaignDetails | None = None
        self._auditor = ""
        self.buttons: dict[str, Button] = {}
        self._inside: QWidget | None = None
        theme.changed.connect(self._build_again)

    def show_details(self, details: CampaignDetails, auditor: str) -> None:
        """Show a campaign as `auditor` may see it; the same facts again change nothing."""
        if (details, auditor) != (self.details, self._auditor):
            self.details, self._auditor = details, auditor
            self._build(details)

    def forget(self) -> None:
        """Show nothing: whoever sits here now is not to see what another person may."""
        self.details = None
        self.buttons = {}
        self._take_down()
        self.hide()

    def _take_down(self) -> None:
        if self._inside is not None:
            self.body.removeWidget(self._inside)
            self._inside.hide()
            self._inside.deleteLater()
            self._inside = None

    def _build_again(self) -> None:
        """Take the widths of another text size."""
        if self.details is not None:
            self._build(self.details)

    def _build(self, details: CampaignDetails) -> None:
        focused = next((name for name, button in self.buttons.items() if button.hasFocus()), "")
        self._take_down()
        self._inside = QWidget()
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(3))
        self._add_head(column, details)
        column.addWidget(self._actions(details, self._auditor))
        if details.progress and details.line.state != "draft":
            column.addWidget(hairline(self._theme))
            column.addWidget(self._people(details))
            self._add_next(column, details)
        column.addWidget(hairline(self._theme))
        self._add_design(column, details)
        self.body.addWidget(self._inside)
        self._inside.show()  # at once: what is not shown yet cannot take the focus
        if focused in self.buttons:
            self.buttons[focused].setFocus()

    def _add_head(self, column: QVBoxLayout, details: CampaignDetails) -> None:
        line, theme = details.line, self._theme
        column.addWidget(Label(theme, line.name, font="page", weight=600, wrap=True))
        column.addWidget(Label(theme, line.question, wrap=True))
        column.addWidget(Label(theme, status_text(line), role="muted", wrap=True))

    def _actions(self, details: CampaignDetails, auditor: str) -> QWidget:
        line = details.line
        names = {each.auditor for each in details.progress}
        offered = [
            action
            for action in ACTIONS[str(line.state)]
            if not (action[0] == "judge" and auditor not in names)
            and not (action[0] == "change" and not _changeable(details))
        ]
        if line.state in {"sealed", "paused"}:
            offered.append(CLOSE)
        self.buttons = {}
        for action, words, kind in offered:
            button = Button(self._theme, words, kind=kind)
            button.setAccessibleDescription(line.name)
            button.clicked.connect(lambda _checked=False, action=action: self.wanted.emit(action))
            self.buttons[action] = button
        return FlowRow(self._theme, *self.buttons.values())

    def _people(self, details: CampaignDetails) -> QWidget:
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(0, 1)
        grid.setVerticalSpacing(self._theme.space(1))
        grid.addWidget(Label(self._theme, "Auditors", weight=600), 0, 0)
        for row, each in enumerate(details.progress, 1):
            grid.addWidget(Label(self._theme, each.auditor, wrap=True), row, 0)
            grid.addWidget(Label(self._theme, progress_text(each), role="muted"), row, 1, Qt.AlignmentFlag.AlignRight)
        return holder

    def _add_next(self, column: QVBoxLayout, details: CampaignDetails) -> None:
        """What the auditors do now, for whoever is not one of them: they have the button Judge."""
        told = next_step(details.line)
        if told and "judge" not in self.buttons:
            label = Label(self._theme, told, font="secondary", role="muted", wrap=True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)

    def _add_design(self, column: QVBoxLayout, details: CampaignDetails) -> None:
        theme = self._theme
        column.addWidget(Label(theme, "Design", weight=600))
        if details.design is None:
            column.addWidget(SoftBanner(theme, Tone.PLAIN, details.shut))
            return
        if details.design.problem:
            problem = details.design.problem
            column.addWidget(SoftBanner(theme, Tone.CAUTION, problem[0].upper() + problem[1:] + "."))
        facts = design_facts(details.design)
        if details.line.state == "draft":  # of an open one the names stand above, with their counts
            facts.insert(3, ("Who", ", ".join(each.auditor for each in details.progress)))
        rows = QVBoxLayout()
        rows.setSpacing(theme.space(1))
        for word, value in facts:
            rows.addLayout(self._fact(word, value))
        column.addLayout(rows)
        table = StrataTable(theme)
        table.show_strata(details.design.strata, details.design.remarks)
        column.addSpacing(theme.space(1))
        column.addWidget(table)

    def _fact(self, word: str, value: str) -> QHBoxLayout:
        theme = self._theme
        row = QHBoxLayout()
        row.setSpacing(theme.space(3))
        head = Label(theme, word, font="secondary", role="muted", wrap=True)
        head.setFixedWidth(theme.scaled(128))
        mono = word == "Seal"
        shown = f"{value[:4]} {value[4:8]} … {value[-4:]}" if mono else value  # as on the report; the tip has all of it
        said = Label(theme, shown, font="secondary" if mono else "body", wrap=not mono, family="mono" if mono else "ui")
        said.setAccessibleName(f"{word}: {value}")
        if mono:
            said.setToolTip(value)
        drop = max(0, said.fontMetrics().ascent() - head.fontMetrics().ascent())  # both stand on one line
        head.setContentsMargins(0, drop, 0, 0)
        row.addWidget(head, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(said, 1, Qt.AlignmentFlag.AlignTop)
        return row


def _changeable(details: CampaignDetails) -> bool:
    """Whether the form can hold the design: numbers by hand are given by command alone."""
    return details.design is not None and details.design.rule != "by hand"
