"""The planner: the form at the left, at the right the plan that it would give."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from auditor.ui.desk import Desk, Form, Tone
from auditor.ui.pages.campaigns_form import CampaignForm, read_plan
from auditor.ui.pages.campaigns_strata import StrataTable
from auditor.ui.projects import sentence
from auditor.ui.widgets.cards import Card, SoftBanner
from auditor.ui.widgets.scroll import ScrollPage
from auditor.ui.widgets.text import Label, Link
from pipeline.errors import ExpectedError

if TYPE_CHECKING:
    from auditor.audits.details import CampaignDetails
    from auditor.audits.planning import DraftPlan
    from auditor.ui.workers import Call

FORM_WIDTH = 420


class Planner(QWidget):
    """Form and plan."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        theme = desk.theme
        self.plan: DraftPlan | None = None
        self._call: Call | None = None
        self._again = False
        self._then: Callable[[DraftPlan], object] | None = None
        self.back = Link(theme, "Back to the list")
        self.form = CampaignForm(theme)
        self.form.changed.connect(self.read)
        self.banner = SoftBanner(theme, Tone.NEGATIVE, "")
        self.banner.hide()
        self.card = Card(theme, "The plan", "on the figures of today")
        self.headline = Label(theme, font="section", weight=600, wrap=True)
        self.work = Label(theme, role="muted", wrap=True)
        self.table = StrataTable(theme)
        for widget in (self.headline, self.work, self.table):
            self.card.body.addWidget(widget)
        self._lay_out()
        desk.auditor_changed.connect(self.forget)

    def _lay_out(self) -> None:
        theme = self._desk.theme
        self._left = Card(theme)
        self._left.body.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        self._left.body.addWidget(self.form)
        self._right = QWidget()
        right = QVBoxLayout(self._right)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(theme.space(4))
        right.addWidget(self.banner)
        right.addWidget(self.card)
        right.addStretch(1)
        self._scroll = ScrollPage(theme)
        self._columns = QHBoxLayout()
        self._columns.setSpacing(theme.space(5))
        self._columns.addWidget(self._left, 0, Qt.AlignmentFlag.AlignTop)
        self._columns.addWidget(self._right, 1)
        self._scroll.body.addLayout(self._columns)
        self._scroll.body.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._scroll)

    def set_form(self, form: Form) -> None:
        """Form beside plan where there is room, above it else."""
        wide = form is Form.WIDE
        self._columns.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self._left.setMinimumWidth(self._desk.theme.scaled(FORM_WIDTH) if wide else 0)
        self._left.setMaximumWidth(self._desk.theme.scaled(FORM_WIDTH) if wide else 16_777_215)
        side = self._desk.theme.space(6 if wide else 4)
        self._scroll.body.setContentsMargins(side, side, side, side)

    def begin(self) -> None:
        """Start a new campaign."""
        self._clear()
        self.form.begin(self._desk.auditor)
        self.read()

    def change(self, details: CampaignDetails) -> None:
        """Start with the design of a draft."""
        self._clear()
        if details.design is not None:
            auditors = [each.auditor for each in details.progress]
            self.form.change(details.line.name, details.line.question, details.design, auditors)
        self.read()

    def forget(self) -> None:
        """Empty the fields: whoever sits here now is not to see what stood in them."""
        if self._call is not None:
            self._call.cancel()
            self._call, self._again, self._then = None, False, None
        self._clear()
        self.form.empty()

    def check(self, then: Callable[[DraftPlan], object]) -> None:
        """Read the plan of the fields as they stand; `then` gets it when nothing is wrong, else the fault is shown."""
        self.form.tried = True
        self._then = then
        self.read()

    def read(self) -> None:
        """Read the plan of the fields; while one is being read, the newest fields wait for their turn."""
        if self._call is not None:
            self._again = True
            return
        self.work.setText("Counting…" if self.plan is None else self.work.text())
        self._call = self._desk.workers.read(
            read_plan,
            self.form.values(),
            self._desk.workers.accepted_from,
            self.form.replaces,
            done=self._show,
            failed=self._failed,
        )

    @property
    def faults(self) -> dict[str, str]:
        """What is wrong with the fields, as far as a plan was read."""
        return {} if self.plan is None else dict(self.plan.faults)

    def say_unsaved(self) -> None:
        """The status bar says of the project that everything is saved; of the form it is not so."""
        self._desk.say("Form not saved yet")

    def say_trouble(self, text: str) -> None:
        """Say above the plan what went wrong; "" takes it away."""
        self.banner.setVisible(bool(text))
        if text:
            self.banner.say(Tone.NEGATIVE, text)

    def refuse(self, error: ExpectedError) -> None:
        """Say at its field what only the writing found out, else above the plan."""
        from auditor.audits.planning import field_of

        field = field_of(error)
        if field:
            faults = {field: str(error)}
            self.form.say(faults)
            self.form.focus_fault(faults)
        else:
            self.say_trouble(f"Nothing was saved. {sentence(error)}")

    def _clear(self) -> None:
        self.plan = None
        self.say_trouble("")
        self.headline.setText("")
        self.table.show_strata(())

    def _show(self, plan: DraftPlan) -> None:
        self._call = None
        if self._again:
            self._again = False
            self.read()
            return
        if self.form.fit(plan.population_size):
            self.read()  # the number that there is asks for its own plan
            return
        self.plan = plan
        self.say_trouble("")
        self.form.count(plan.population_size)
        self.form.say(self.faults)  # after the hints, which take the place of what was said before
        if plan.strata:
            self.headline.setText(f"{plan.size:,} of {plan.population_size:,} figures are drawn")
            both = f", {plan.overlap_items:,} of the figures are judged by everybody" if plan.overlap_items else ""
            self.work.setText(f"{plan.answers:,} answers in all{both}.")
        else:
            self.headline.setText("No plan yet")
            self.work.setText("")
        missing = self.form.missing(self.faults)
        if missing:
            self.work.setText(f"{self.work.text()} {missing}".strip())
        self.table.show_strata(plan.strata, plan.remarks)
        self._go_on(plan)

    def _go_on(self, plan: DraftPlan) -> None:
        then, self._then = self._then, None
        if then is None:
            return
        if plan.faults:
            self.form.focus_fault(self.faults)
        else:
            then(plan)

    def _failed(self, error: ExpectedError) -> None:
        self._call = None
        self._again = False
        self._then = None
        self.say_trouble(f"The plan cannot be read now. Nothing was changed. {sentence(error)}")
