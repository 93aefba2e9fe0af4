"""The Campaigns page: the list of audits, one of them in full, and the form for a new one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from auditor.ui.desk import Desk, Form, PageName, Place, Tone
from auditor.ui.pages.campaigns_details import DetailsCard
from auditor.ui.pages.campaigns_facts import CampaignFacts, campaign_facts, move, seal_draft
from auditor.ui.pages.campaigns_form import write_draft, write_sealed
from auditor.ui.pages.campaigns_header import CampaignsHeader
from auditor.ui.pages.campaigns_list import CampaignList
from auditor.ui.pages.campaigns_planner import Planner
from auditor.ui.pages.campaigns_words import close_question, saved_text, seal_question, sealed_text
from auditor.ui.pages.page import Page
from auditor.ui.projects import RecentProject, sentence
from auditor.ui.shortcuts import Stroke
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.cards import Card, SoftBanner
from auditor.ui.widgets.notices import Question, ask
from auditor.ui.widgets.scroll import ScrollPage
from auditor.ui.widgets.text import Label
from auditor.ui.workers import Call
from pipeline.errors import ExpectedError

if TYPE_CHECKING:
    from auditor.audits.planning import DraftPlan

NO_CAMPAIGN = ("No campaign yet. A campaign draws figures at random and asks people about them.", "Plan one")
NO_PROJECT = ("No project is open. Open one, and its campaigns appear here.", "Go to Start")
LOOK_AGAIN_MS = 15_000  # others answer meanwhile
DONE_WORDS = {
    "pause": "{} is paused. No answer is taken until it is resumed.",
    "resume": "{} is open again.",
    "close": "{} is closed.",
}


class CampaignsPage(Page):
    """List, details and planner of campaigns."""

    name = PageName.CAMPAIGNS
    title = "Campaigns"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        theme = desk.theme
        self._chosen = ""
        self._new_wanted = False
        self._wide = True
        self._call: Call | None = None
        self.facts: CampaignFacts | None = None
        self.banner = SoftBanner(theme, Tone.NEGATIVE, "")
        self.banner.acted.connect(self._banner_acted)
        self.banner.hide()
        self.empty = Label(theme, wrap=True, role="muted")
        self.plan_one = Button(theme, "Plan one", kind="primary")
        self.plan_one.clicked.connect(self._plan_new)
        self.list = CampaignList(theme)
        self.list.chosen.connect(self._choose)
        self.card = Card(theme)
        self.card.body.addWidget(self.list)
        self.details = DetailsCard(theme)
        self.details.wanted.connect(self._act)
        self.planner = Planner(desk)
        self.header = CampaignsHeader(theme)
        for button, act in (
            (self.planner.back, self._leave_form),
            (self.header.save, self._save),
            (self.header.seal, self._seal_form),
            (self.header.new, self._plan_new),
        ):
            button.clicked.connect(lambda _checked=False, act=act: act())
        self._lay_out()
        self._look_again = QTimer(self, interval=LOOK_AGAIN_MS)
        self._look_again.timeout.connect(self._look_for_answers)
        desk.project_changed.connect(self._project_changed)
        desk.auditor_changed.connect(self.details.forget)
        desk.auditor_changed.connect(self._look)
        desk.waiting_changed.connect(self._look)

    @property
    def planning(self) -> bool:
        """Whether the form is shown."""
        return self._stack.currentWidget() is self.planner

    def header_part(self) -> QWidget | None:
        """New campaign over the list; over the form what it is and its two buttons."""
        return self.header

    def enter(self, place: Place) -> None:
        """Read the list anew; `campaign` of the place is chosen, extra `new` opens the form."""
        self._chosen = place.campaign or self._chosen
        self._new_wanted = bool(place.extra.get("new"))
        if place.campaign or not self.planning:
            self._show_list()
        else:
            self.planner.say_unsaved()
        self.refresh()
        self._look_again.start()

    def leave(self) -> bool:
        """A form that is filled in stays as it is."""
        self._look_again.stop()
        return True

    def set_form(self, form: Form) -> None:
        """Details beside the list where there is room, under it else."""
        wide = self._wide = form is Form.WIDE
        theme = self.desk.theme
        self._columns.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self.details.setMinimumWidth(theme.size("drawer") if wide else 0)
        self.details.setMaximumWidth(theme.size("drawer") if wide else 16_777_215)
        side = theme.space(6 if wide else 4)
        self._scroll.body.setContentsMargins(side, side, side, side)
        self._buttons_follow()
        self.planner.set_form(form)
        self.header.set_form(form)

    def press(self, stroke: Stroke) -> bool:
        """Escape leaves the form; nothing of it is lost until another one is begun."""
        if stroke.means("Escape") and self.planning:
            self._leave_form()
            return True
        return False

    def keys_here(self) -> list[tuple[str, str]]:
        """The keys of this page."""
        return [("Escape", "Leave the form")] if self.planning else []

    def refresh(self) -> None:
        """Read list and details."""
        self.subtitle = "" if self.desk.project is None else RecentProject(self.desk.project, "").name
        self.header_changed.emit()
        if self._call is not None:
            self._call.cancel()
        if self.desk.project is None:
            self._call = None
            self._show(CampaignFacts((), None, ""))
            return
        self._call = self.desk.workers.read(
            campaign_facts, self.desk.auditor, self._chosen, done=self._show, failed=self._failed
        )

    def _lay_out(self) -> None:
        theme = self.desk.theme
        self._overview = QWidget()
        self._columns = QHBoxLayout()
        self._columns.setSpacing(theme.space(5))
        self._columns.addWidget(self.card, 1, Qt.AlignmentFlag.AlignTop)
        self._columns.addWidget(self.details, 0, Qt.AlignmentFlag.AlignTop)
        self._scroll = scroll = ScrollPage(theme)
        for widget in (self.banner, self.empty):
            scroll.body.addWidget(widget)
        scroll.body.addWidget(self.plan_one, 0, Qt.AlignmentFlag.AlignLeft)
        scroll.body.addLayout(self._columns)
        scroll.body.addStretch(1)
        column = QVBoxLayout(self._overview)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(scroll)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._overview)
        self._stack.addWidget(self.planner)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)
        for part in (self.empty, self.plan_one, self.card, self.details):
            part.hide()
        self._show_list()
        self.set_form(Form.WIDE)

    # --- the list ---

    def _show(self, facts: CampaignFacts) -> None:
        self._call = None
        self.facts = facts
        self.banner.hide()
        has = bool(facts.lines)
        self.card.setVisible(has)
        self.empty.setVisible(not has)
        words, way = NO_PROJECT if self.desk.project is None else NO_CAMPAIGN
        self.empty.setText(words)
        self.plan_one.setText(way)
        self.plan_one.setVisible(not has)
        self.list.show_lines(facts.lines)
        self.details.setVisible(facts.details is not None)
        if facts.details is not None:
            self._chosen = self.list.choose(facts.details.line.name)
            self.details.show_details(facts.details, self.desk.auditor)
        self._buttons_follow()
        if facts.shut:
            self.planner.forget()
        if self._new_wanted:
            self._new_wanted = False
            self._plan_new()
        elif facts.shut and self.planning:
            self._leave_form()
            self._say_shut()

    def _choose(self, name: str) -> None:
        self._chosen = name
        self.refresh()

    def _look(self) -> None:
        if self.isVisible():
            self.refresh()
        elif self._call is not None:  # what is on its way may be for another person
            self._call.cancel()
            self._call = None

    def _look_for_answers(self) -> None:
        """Look whether others answered; a draft has no answers, and its plan may take long to read."""
        details = self.details.details
        if details is not None and details.line.state == "sealed":
            self._look()

    def _project_changed(self) -> None:
        self._chosen = ""
        self._show_list()
        self._look()

    def _failed(self, error: ExpectedError) -> None:
        self._call = None
        self.banner.say(Tone.NEGATIVE, f"The campaigns cannot be read now. {sentence(error)}", "Try again")
        self.banner.show()

    def _banner_acted(self) -> None:
        if self.facts is not None and self.facts.shut and not self.desk.auditor:
            self.desk.go(PageName.START)
        else:
            self.refresh()

    # --- what is done with the chosen campaign ---

    def _act(self, action: str) -> None:
        details = self.details.details
        if details is None:
            return
        line = details.line
        if action == "judge":
            self.desk.go(PageName.PANELS if line.kind == "boxes" else PageName.REVIEW, line.name)
        elif action == "report":
            self.desk.go(PageName.REPORT, line.name)
        elif action == "change":
            self.planner.change(details)
            self._show_planner()
        elif action == "seal":
            figures = details.design.size if details.design is not None else None
            if _asked(self, seal_question(line.name, figures), "Draw and seal", "Keep as draft"):
                self.desk.workers.write(
                    seal_draft,
                    line.name,
                    done=lambda size: self._made(line.name, sealed_text(line.name, size)),
                    failed=self._refused,
                )
        elif action != "close" or _asked(self, close_question(line), "Close campaign", "Keep open"):
            self.desk.workers.write(
                move,
                line.name,
                action,
                done=lambda _state: self._changed(DONE_WORDS[action].format(line.name)),
                failed=self._refused,
            )

    def _changed(self, told: str) -> None:
        self.desk.say(told, Tone.POSITIVE)
        self.refresh()
        self.desk.waiting_changed.emit()

    def _made(self, name: str, told: str) -> None:
        self._chosen = name
        self._show_list()
        self._changed(told)

    def _refused(self, error: ExpectedError) -> None:
        self.banner.say(Tone.NEGATIVE, f"Nothing was changed. {sentence(error)}", "Try again")
        self.banner.show()

    # --- the form ---

    def _plan_new(self) -> None:
        if self.desk.project is None:
            self.desk.go(PageName.START)
        if self.facts is None or self.desk.project is None:
            return
        if self.facts.shut:
            self._say_shut()
            return
        self.planner.begin()
        self._show_planner()

    def _say_shut(self) -> None:
        shut = self.facts.shut if self.facts is not None else ""
        self.banner.say(Tone.PLAIN, shut, "" if self.desk.auditor else "Go to Start")
        self.banner.show()

    def _show_planner(self) -> None:
        self._stack.setCurrentWidget(self.planner)
        self.title = "Change campaign" if self.planner.form.replaces else "New campaign"
        self.planner.say_unsaved()
        self._buttons_follow()
        self.header_changed.emit()

    def _leave_form(self) -> None:
        self.desk.say("The form was left. Nothing was saved or drawn.")
        self._show_list()

    def _show_list(self) -> None:
        self._stack.setCurrentWidget(self._overview)
        self.title = "Campaigns"
        self._buttons_follow()
        self.header_changed.emit()

    def _buttons_follow(self) -> None:
        self.header.follow(planning=self.planning, wide=self._wide, has_list=bool(self.facts and self.facts.lines))

    def _save(self) -> None:
        self.planner.check(lambda _plan: self._write_form(write_draft, lambda name: self._made(name, saved_text(name))))

    def _seal_form(self) -> None:
        self.planner.check(self._ask_to_seal)

    def _ask_to_seal(self, plan: DraftPlan) -> None:
        name = self.planner.form.values()["name"] or "this campaign"
        if _asked(self, seal_question(name, plan.size), "Draw and seal", "Keep as draft"):
            self._write_form(write_sealed, lambda made: self._made(made[0], sealed_text(*made)))

    def _write_form(self, write: Callable[..., Any], done: Callable[[Any], object]) -> None:
        form = self.planner.form
        self.desk.workers.write(
            write,
            form.values(),
            self.desk.workers.accepted_from,
            form.replaces,
            done=done,
            failed=self.planner.refuse,
        )


def _asked(page: CampaignsPage, words: tuple[str, str], verb: str, safe: str) -> bool:
    """Whether a person wants what cannot be undone; the safe answer is the first."""
    choices = [("stay", safe), ("go", verb)]
    return ask(page, page.desk.theme, Question(words[0], words[1], choices, "stay")) == "go"
