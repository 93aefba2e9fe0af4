"""What stands on the Report page where there is no report: one sentence and the one button that leads on."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from auditor.ui.desk import Desk, PageName
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.cards import Card
from auditor.ui.widgets.text import Label


def message(desk: Desk, text: str, kind: str, retry: Callable[[], object]) -> QWidget:
    """A sentence with the button of its kind: "start", "plan", "campaigns", "waiting", "retry", or "" for none."""
    actions = {
        "start": ("Go to Start", lambda: desk.go(PageName.START)),
        "plan": ("Plan one", lambda: desk.go(PageName.CAMPAIGNS)),
        "campaigns": ("Open Campaigns", lambda: desk.go(PageName.CAMPAIGNS)),
        "waiting": ("Go to Start", lambda: desk.go(PageName.START)),
        "retry": ("Try again", retry),
    }
    card = Card(desk.theme)
    card.body.addWidget(Label(desk.theme, text, font="reading", wrap=True))
    if kind in actions:
        name, act = actions[kind]
        button = Button(desk.theme, name, kind="plain")
        button.setObjectName("next")
        button.clicked.connect(act)
        row = QHBoxLayout()
        row.addWidget(button)
        row.addStretch(1)
        card.body.addSpacing(desk.theme.space(2))
        card.body.addLayout(row)
    whole = QWidget()
    column = QVBoxLayout(whole)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(card)
    column.addStretch(1)
    return whole
