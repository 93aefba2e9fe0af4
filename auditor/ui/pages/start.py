"""The Start page: what waits for who sits here, what the lead can do next, and the projects of this machine."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from auditor.ui import projects
from auditor.ui.desk import Desk, Form, PageName, Place, Tone, Trouble
from auditor.ui.pages.page import Page
from auditor.ui.pages.start_facts import StartFacts, start_facts
from auditor.ui.pages.start_lead import LeadList
from auditor.ui.pages.start_moves import ProjectMoves
from auditor.ui.pages.start_projects import ProjectsCard
from auditor.ui.pages.start_waiting import WaitingList
from auditor.ui.pages.start_words import lead_lines
from auditor.ui.shortcuts import Stroke
from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.caps import KeyCap
from auditor.ui.widgets.cards import Card, SoftBanner
from auditor.ui.widgets.scroll import ScrollPage
from auditor.ui.widgets.text import Label
from auditor.ui.workers import Call
from pipeline.errors import ExpectedError

RIGHT, ALONE, MOST = 316, 400, 16_777_215  # px of the right column, of it alone, and what Qt takes for no limit
STEPS = (
    ("Plan", "how many figures, from where"),
    ("Judge blind", "one key for each figure"),
    ("Read the report", "precision, with interval"),
    ("Release", "labels written back, with proof"),
)


class StartPage(Page):
    """The first page; it also opens projects and makes the demo."""

    name = PageName.START
    title = "Start"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        theme = desk.theme
        self._known: tuple[str, ...] = ()
        self._call: Call | None = None
        self._focus_wanted = True
        self._ask_wanted = False
        self._first_run = False
        self._wide = True
        self.seat = Label(theme, role="muted", weight=500)
        self.trouble = SoftBanner(theme, Tone.NEGATIVE, "")
        self.trouble.acted.connect(self.refresh)
        self.trouble.hide()
        self.waiting = WaitingList(theme)
        self.waiting.chosen.connect(self._go_on)
        self.join_hint = Button(theme, "Join as auditor…", icon="people")
        self.join_hint.clicked.connect(self._ask_who)
        self.join_hint.hide()
        self.lead_title = Label(theme, "Next for the lead", font="section", weight=600)
        self.lead = LeadList(theme)
        self.lead.followed.connect(desk.place_wanted)
        self.card = ProjectsCard(theme)
        self.moves = ProjectMoves(desk, self.card, self)
        self._lay_out(theme)
        self._connect()
        self.refresh_projects()

    def header_part(self) -> QWidget | None:
        """Who sits here."""
        return self.seat

    def enter(self, place: Place) -> None:
        """Read what waits anew; what stood here before stays until the new numbers come."""
        self._focus_wanted = True
        trouble = place.extra.get("trouble")
        if isinstance(trouble, Trouble):
            self.card.say_trouble(trouble)
        self._ask_wanted = bool(place.extra.get("join"))
        self.refresh()
        self.moves.look()

    def set_form(self, form: Form) -> None:
        """Two columns where there is room, one below."""
        wide = form is Form.WIDE
        self._columns.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self._wide = wide
        self._fit_right()
        margin = self.desk.theme.space(8 if wide else 4)
        self._scroll.body.setContentsMargins(margin, self.desk.theme.space(7 if wide else 4), margin, margin)
        self.waiting.set_form(form)

    def press(self, stroke: Stroke) -> bool:
        """Enter goes on with the focused button, else with the first audit; Escape closes a form."""
        if stroke.means("Escape"):
            return self.card.close_panels()
        if not stroke.means("Enter") or stroke.repeat:
            return False
        focused = self.focusWidget()
        if isinstance(focused, QAbstractButton) and focused.hasFocus():
            focused.click()
            return True
        first = self.waiting.first_button()
        if first is not None:
            first.click()
        return first is not None

    def keys_here(self) -> list[tuple[str, str]]:
        """The keys of this page."""
        return [("Enter", "Go on with the first audit")]

    def refresh(self) -> None:
        """Read the facts of the open project; without one say so."""
        self.subtitle = "" if self.desk.project is None else projects.RecentProject(self.desk.project, "").name
        self.seat.setText(self.desk.auditor or ("" if self.desk.project is None else "Nobody sits here yet"))
        self.header_changed.emit()
        if self._call is not None:
            self._call.cancel()
        if self.desk.project is None:
            self._without_project()
            return
        self._call = self.desk.workers.read(start_facts, self.desk.auditor, done=self._show, failed=self._failed)

    def refresh_projects(self) -> None:
        """Show the list of projects as it is remembered."""
        listed = projects.recent_projects(self.desk.preferences)
        self.card.show_projects(listed, self.desk.project, self.moves.gone)
        first_run = self.desk.project is None and not listed
        self._left.setVisible(not first_run)
        self._order_tabs()
        self._first_run = first_run
        self._fit_right()

    def _order_tabs(self) -> None:
        """Tab goes through the page as it is read; rows are made anew, and Qt puts what is new at the end."""
        waiting = [row.button for row in self.waiting.rows]
        links = [row.link for row in self.lead.rows if row.link is not None]
        projects_ = [part for row in self.card.rows for part in (row.button, row.locate, row.remove)]
        steps = [self.trouble.action, *waiting, self.join_hint, *links, self.card.banner.action, *projects_]
        for before, after in pairwise([*steps, *self.card.stops()]):
            QWidget.setTabOrder(before, after)

    def _fit_right(self) -> None:
        """A column at the right, the whole width under the rest, or alone in the middle at the first run."""
        scaled, alone = self.desk.theme.scaled, self._first_run
        column = self._wide and not alone
        self._right.setMinimumWidth(scaled(RIGHT) if column else 0)
        self._right.setMaximumWidth(scaled(RIGHT if column else ALONE) if column or alone else MOST)
        for side in (0, 2):  # an alignment instead would lay out the height for another width
            self._middle.setStretch(side, int(alone))
        self._columns.setStretch(1, int(alone))

    def _lay_out(self, theme: Theme) -> None:
        self._left, self._right = QWidget(), QWidget()
        left, right = QVBoxLayout(self._left), QVBoxLayout(self._right)
        for column in (left, right):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(theme.space(4))
        left.addWidget(self.trouble)
        left.addWidget(Label(theme, "Waiting for you", font="section", weight=600))
        left.addWidget(self.waiting)
        left.addWidget(self.join_hint, 0, Qt.AlignmentFlag.AlignLeft)
        left.addSpacing(theme.space(4))
        left.addWidget(self.lead_title)
        left.addWidget(self.lead)
        left.addStretch(1)
        right.addWidget(self.card)
        right.addWidget(_how_it_works(theme))
        right.addStretch(1)
        self._scroll = ScrollPage(theme)
        self._columns = QHBoxLayout()
        self._columns.setSpacing(theme.space(8))
        self._columns.addWidget(self._left, 1)
        self._middle = QHBoxLayout()
        self._middle.addStretch(0)
        self._middle.addWidget(self._right, 100)
        self._middle.addStretch(0)
        self._columns.addLayout(self._middle)
        self._scroll.body.addLayout(self._columns)
        self._scroll.body.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._scroll)
        self.set_form(Form.WIDE)

    def _connect(self) -> None:
        card, desk = self.card, self.desk
        card.join_wanted.connect(self._ask_who)
        card.join_panel.joined.connect(self._join)
        self.moves.changed.connect(self.refresh_projects)
        desk.project_changed.connect(self._project_changed)
        desk.auditor_changed.connect(self.refresh)
        desk.waiting_changed.connect(self._waiting_changed)
        desk.theme.changed.connect(self.refresh_projects)

    # --- what is shown ---

    def _show(self, facts: StartFacts) -> None:
        self._call = None
        self._known = facts.known
        self.trouble.hide()
        asks = bool(facts.known) and not self.desk.auditor
        self.join_hint.setVisible(asks)
        if asks:
            self.waiting.say("Say who sits here, and what waits for you appears.")
        else:
            self.waiting.show_waiting(facts.waiting)
        lines = lead_lines(facts.overview, self.desk.auditor)
        self.lead_title.setVisible(bool(lines))
        self.lead.show_lines(lines)
        if self.desk.project is not None:
            projects.count_figures(self.desk.preferences, self.desk.project, facts.overview.figures)
        self.refresh_projects()
        if self._ask_wanted:
            self._ask_wanted = False
            self._ask_who()
        self._focus_first()

    def _focus_first(self) -> None:
        """Give the first row the focus once after the page is entered, unless the person is elsewhere already."""
        first = self.waiting.first_button()
        if first is None or not self._focus_wanted or not self.isVisible():
            return
        self._focus_wanted = False
        if not self.card.asking:
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _failed(self, error: ExpectedError) -> None:
        self._call = None
        told = f"What waits for you cannot be read now. Every answer is safe. {projects.sentence(error)}"
        self.trouble.say(Tone.NEGATIVE, told, "Try again")
        self.trouble.show()

    def _without_project(self) -> None:
        self._known = ()
        self.trouble.hide()
        self.join_hint.hide()
        self.waiting.say("No project is open. Open one from the list.")
        self.lead.show_lines([])
        self.lead_title.hide()
        self.refresh_projects()

    def _project_changed(self) -> None:
        self._focus_wanted = True
        self.refresh_projects()
        self.refresh()

    def _waiting_changed(self) -> None:
        if self.isVisible():
            self.refresh()

    def _go_on(self, waiting: object) -> None:
        page = PageName.PANELS if getattr(waiting, "kind", "") == "boxes" else PageName.REVIEW
        self.desk.go(page, str(getattr(waiting, "campaign", "")))

    # --- who sits here ---

    def _ask_who(self) -> None:
        """Ask who sits here; without a project first for the one to join."""
        if self.desk.project is None:
            self._ask_wanted = self.moves.browse("The project to join")
            return
        self.card.open_join(self._known, self.desk.auditor)
        self._scroll.ensureWidgetVisible(self.card.join_panel)

    def _join(self, auditor: str) -> None:
        self.card.close_panels()
        self._focus_wanted = True
        self.desk.seat(auditor)
        self.desk.say(f"{auditor} sits here now.", Tone.POSITIVE)


def _how_it_works(theme: Theme) -> Card:
    """The card that says in four lines what an audit is."""
    card = Card(theme, "How an audit works")
    for number, (verb, words) in enumerate(STEPS, 1):
        row = QHBoxLayout()
        row.setSpacing(theme.space(3))
        row.addWidget(KeyCap(theme, str(number)), 0, Qt.AlignmentFlag.AlignTop)
        both = QVBoxLayout()
        both.setSpacing(0)
        both.addWidget(Label(theme, verb, weight=600, wrap=True))
        both.addWidget(Label(theme, words, font="secondary", role="muted", wrap=True))
        row.addLayout(both, 1)
        card.body.addLayout(row)
    return card
