"""The Settings page: how the desk looks and behaves for this person; every change holds at once."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from auditor.ui.desk import Desk, Form, PageName, Place, Tone
from auditor.ui.pages.page import Page
from auditor.ui.pages.settings_keys import key_groups
from auditor.ui.pages.settings_parts import (
    RECORDED,
    choice,
    pause_field,
    reading_size_field,
    switch,
    text_size_field,
)
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.cards import Card, SoftBanner
from auditor.ui.widgets.fields import Field
from auditor.ui.widgets.scroll import ScrollPage
from auditor.ui.widgets.side_sheet import key_rows
from auditor.ui.widgets.text import Label


class SettingsPage(Page):
    """Look, Review, who sits here, privacy, keys."""

    name = PageName.SETTINGS
    title = "Settings"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        theme, preferences = desk.theme, desk.preferences
        self.problem = SoftBanner(theme, Tone.CAUTION, "")
        self.problem.hide()
        schemes: list[tuple[object, str]] = [("system", "As the system"), ("light", "Light"), ("dark", "Dark")]
        self.theme_choice = choice(theme, preferences, "theme", schemes, then=self._look_changed)
        self.text_size = text_size_field(theme, preferences, then=self._look_changed)
        self.reading_size = reading_size_field(theme, preferences, then=self._changed)
        self.motion = switch(theme, preferences, "motion", "Let drawers and messages fade", then=self._changed)
        zooms: list[tuple[object, str]] = [(False, "Fit each figure"), (True, "Keep the zoom")]
        self.zoom = choice(theme, preferences, "keep_zoom", zooms, then=self._changed)
        self.pace = switch(
            theme, preferences, "show_pace", "Show pace and today’s count in the status bar", then=self._changed
        )
        self.pause = pause_field(theme, preferences, then=self._changed)
        self.one_key = switch(
            theme, preferences, "one_key_reasons", "A reason’s key also gives its answer", then=self._changed
        )
        self.seat = Label(theme, wrap=True)
        self.change_seat = Button(theme, "Change…", icon="people")
        self.change_seat.clicked.connect(lambda: desk.go(PageName.START, join=True))
        self._keys_card = Card(theme, "Keys")
        self._keys: QWidget | None = None
        self._lay_out()
        desk.caps.changed.connect(self._show_keys)
        theme.changed.connect(self._show_keys)
        desk.auditor_changed.connect(self._show_seat)
        desk.project_changed.connect(self._show_seat)
        self._show_keys()
        self._show_seat()

    def enter(self, place: Place) -> None:
        """Say who sits here now and whether settings can be kept."""
        del place
        self._show_seat()
        self._show_problem()

    def set_form(self, form: Form) -> None:
        """Two columns where there is room."""
        wide = form is Form.WIDE
        self._columns.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        side = self.desk.theme.space(6 if wide else 4)
        self._scroll.body.setContentsMargins(side, side, side, side)

    def _lay_out(self) -> None:
        theme = self.desk.theme
        look = Card(theme, "Look")
        for widget in (Field(theme, "Theme", self.theme_choice), self.text_size, self.reading_size, self.motion):
            look.body.addWidget(widget)
        review = Card(theme, "Review")
        zoom = Field(theme, "When the next figure comes", self.zoom)
        for part in (zoom, self.pause, self.pace, self.one_key):
            review.body.addWidget(part)
        seat = Card(theme, "Who sits here")
        seat.body.addWidget(self.seat)
        seat.body.addWidget(self.change_seat, 0, Qt.AlignmentFlag.AlignLeft)
        privacy = Card(theme, "What is recorded with an answer")
        privacy.body.addWidget(Label(theme, RECORDED, wrap=True))
        self._columns = QHBoxLayout()
        self._columns.setSpacing(theme.space(4))
        for cards in ((look, review, seat, privacy), (self._keys_card,)):
            column = QVBoxLayout()
            column.setSpacing(theme.space(4))
            for card in cards:
                card.body.setSpacing(theme.space(4))
                column.addWidget(card)
            column.addStretch(1)
            self._columns.addLayout(column, 1)
        self._scroll = scroll = ScrollPage(theme)
        scroll.body.addWidget(self.problem)
        scroll.body.addLayout(self._columns)
        scroll.body.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)

    def _look_changed(self) -> None:
        preferences = self.desk.preferences
        self.desk.theme.choose(preferences.get("theme"), text_size=preferences.get("text_size"))
        self._changed()

    def _changed(self) -> None:
        self._show_problem()
        if not self.desk.preferences.problem:
            self.desk.say("The settings are saved.", Tone.POSITIVE)

    def _show_problem(self) -> None:
        problem = self.desk.preferences.problem
        self.problem.setVisible(bool(problem))
        if problem:
            self.problem.say(Tone.CAUTION, f"Settings cannot be kept on this machine now: {problem}.")

    def _show_seat(self) -> None:
        if self.desk.project is None:
            said = "No project is open, so nobody has to say who sits here."
        elif self.desk.auditor:
            said = f"{self.desk.auditor} sits here in this project. The name decides which figures come up."
        else:
            said = "Nobody has said yet who sits here."
        self.seat.setText(said)
        self.change_seat.setVisible(self.desk.project is not None)

    def _show_keys(self) -> None:
        """List the keys with the caps of this keyboard."""
        if self._keys is not None:
            self._keys_card.body.removeWidget(self._keys)
            self._keys.hide()
            self._keys.deleteLater()
        theme = self.desk.theme
        self._keys = QWidget()
        column = QVBoxLayout(self._keys)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(2))
        for title, rows in key_groups(self.desk.caps):
            if column.count():
                column.addSpacing(theme.space(3))
            column.addWidget(Label(theme, title, font="secondary", weight=600, role="muted"))
            column.addWidget(key_rows(theme, rows))
        self._keys_card.body.addWidget(self._keys)
        self._keys.show()  # at once, so that the card does not blink
