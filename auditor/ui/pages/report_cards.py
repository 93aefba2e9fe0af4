"""The cards of the Report page, each from its part of the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from auditor.ui import icons
from auditor.ui.desk import Tone
from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.cards import Card, SoftBanner, TitleLine, hairline
from auditor.ui.widgets.charts.chart import ChartView
from auditor.ui.widgets.charts.table import ResultTable
from auditor.ui.widgets.text import Label

if TYPE_CHECKING:
    from auditor.reports.agreement_lines import AgreementPart
    from auditor.reports.summary import DesignPart, ErrorsPart, Headline, StrataPart
    from auditor.ui.pages.report_reading import Charts


def headline_card(theme: Theme, part: Headline, charts: Charts) -> Card:
    """The number, what it is of, its interval and method, and the interval drawn."""
    card = Card(theme)
    row = QHBoxLayout()
    row.setSpacing(theme.space(5))
    words = QVBoxLayout()
    words.setSpacing(theme.space(1))
    if part.number:
        number = Label(theme, part.number, font="headline_large", weight=600)
        number.setMinimumWidth(number.sizeHint().width())
        row.addWidget(number)
    words.addStretch(1)
    words.addWidget(Label(theme, part.claim, font="reading", weight=500, wrap=True))
    for line in part.lines:
        words.addWidget(_hint(theme, line))
    words.addStretch(1)
    row.addLayout(words, 1)
    card.body.addLayout(row)
    if charts.interval is not None:
        card.body.addSpacing(theme.space(1))
        card.body.addStretch(1)
        card.body.addWidget(ChartView(theme, charts.interval))
    card.body.addStretch(1)
    return card


def strata_card(theme: Theme, part: StrataPart, charts: Charts) -> Card | None:
    """The strata drawn and as a table, with advice; None where the whole is one stratum."""
    if charts.strata is None:
        return None
    card = _card(theme, "Precision by stratum", part.legend)
    card.body.addWidget(ChartView(theme, charts.strata))
    card.body.addWidget(ResultTable(theme, part.header, part.rows, name="Precision by stratum"))
    for note in part.notes:
        card.body.addWidget(_hint(theme, note))
    if part.advice:
        card.body.addSpacing(theme.space(1))
        card.body.addWidget(SoftBanner(theme, Tone.CAUTION, spoken(part.advice)))
    card.body.addStretch(1)
    return card


def agreement_card(theme: Theme, part: AgreementPart, charts: Charts) -> Card:
    """Agreement line by line with small whiskers, and under it what to read first."""
    card = _card(theme, "Agreement", part.about)
    if charts.agreement is not None:
        card.body.addWidget(ChartView(theme, charts.agreement))
        if part.notes:
            card.body.addWidget(hairline(theme))
    if part.notes:
        card.body.addWidget(_hint(theme, " ".join(part.notes)))
    card.body.addStretch(1)
    return card


def errors_card(theme: Theme, part: ErrorsPart, charts: Charts) -> Card:
    """What the wrong ones are, in what share of all figures."""
    card = _card(theme, "What the wrong ones are", part.about)
    if charts.errors is not None:
        card.body.addSpacing(theme.space(1))
        card.body.addWidget(ChartView(theme, charts.errors))
    card.body.addWidget(_hint(theme, part.note))
    card.body.addStretch(1)
    return card


def design_card(theme: Theme, part: DesignPart) -> Card:
    """How the sample was drawn, and whether the seal and the chains of answers are whole."""
    card = Card(theme, "Design and seal")
    grid = QGridLayout()
    grid.setHorizontalSpacing(theme.space(4))
    grid.setVerticalSpacing(theme.space(1))
    grid.setColumnStretch(1, 1)
    for at, (name, value) in enumerate(part.facts):
        grid.addWidget(_hint(theme, name, wrap=False), at, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(Label(theme, value, font="secondary", wrap=True), at, 1)
    last = len(part.facts)
    grid.addWidget(_hint(theme, "Seal", wrap=False), last, 0, Qt.AlignmentFlag.AlignTop)
    grid.addWidget(_seal(theme, part), last, 1)
    card.body.addLayout(grid)
    card.body.addStretch(1)
    return card


def methods_card(theme: Theme, text: str) -> tuple[Card, Button]:
    """The method in sentences that can go into a paper, and the button that copies them."""
    card = Card(theme, "How it was counted")
    copy = Button(theme, "Copy methods text", icon="copy")
    card.body.addWidget(Label(theme, text, font="secondary", wrap=True))
    card.body.addWidget(copy, 0, Qt.AlignmentFlag.AlignLeft)
    card.body.addStretch(1)
    return card, copy


def _seal(theme: Theme, part: DesignPart) -> QWidget:
    """The seal with a sign and a word: whole or broken, checked just now."""
    role, sign = ("positive", "tick") if part.whole else ("negative", "warning")
    verdict = "Whole, checked just now" if part.whole else "Broken, checked just now"
    whole = QWidget()
    row = QHBoxLayout(whole)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.space(1))
    icon = QLabel()
    side = theme.scaled(16)
    icon.setPixmap(icons.pixmap(theme, sign, role, side, ratio=whole.devicePixelRatioF()))
    words = QVBoxLayout()
    words.setSpacing(0)
    words.addWidget(Label(theme, verdict, font="secondary", weight=600, role=role, wrap=True))
    words.addWidget(Label(theme, part.seal, font="secondary", family="mono", wrap=True))
    row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
    row.addLayout(words, 1)
    return whole


def _card(theme: Theme, title: str, about: str) -> Card:
    """A card whose title is followed by words that wrap beside it."""
    card = Card(theme, title)
    if about:
        line = TitleLine(theme, card.title, spoken(about))
        policy = line.sizePolicy()
        policy.setVerticalPolicy(QSizePolicy.Policy.Fixed)  # what room is left belongs under the last line
        line.setSizePolicy(policy)
        card.title_row.insertWidget(0, line, 1)
        card.title_row.setStretch(card.title_row.count() - 1, 0)
    return card


def _hint(theme: Theme, text: str, *, wrap: bool = True) -> Label:
    return Label(theme, spoken(text), font="secondary", role="muted", wrap=wrap)


def spoken(text: str) -> str:
    """The text with its commands between quotation marks instead of the marks of code, and unbroken percentages."""
    from auditor.reports.numbers import unbroken

    parts = text.split("`")
    return unbroken("".join(part if at % 2 == 0 else f"“{part}”" for at, part in enumerate(parts)))
