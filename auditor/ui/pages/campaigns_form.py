"""The form for a new campaign, and what it would give, read anew while a person types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Segments
from auditor.ui.widgets.fields import ComboBox, Field, LineEdit, NumberField

if TYPE_CHECKING:
    from auditor.audits.design import CampaignSpec
    from auditor.audits.details import Design
    from auditor.audits.planning import DraftPlan

PAUSE_MS = 350  # a plan is read when the typing rests
USUAL_SIZE = 300
MOST_ITEMS = 1_000_000
LARGEST_SEED = 2**31 - 1

HINTS = {
    "population": "For example: label = diagram and confidence >= 0.85. Empty means all.",
    "counted": "The list is frozen when you seal. For example: label = diagram and confidence >= 0.85.",
    "strata": "For example: venue, confidence@0.5,0.85. Auditors never see the strata.",
    "size": "Figures that are drawn.",
    "most": "All there are.",
    "share": "Every stratum gets at least a few.",
    "overlap": "Agreement is measured on the figures that every auditor judges.",
    "auditors": "Names, separated by commas. Each gets a random order of their own.",
    "seed": "Any whole number. The same seed repeats the draw.",
    "name": "Stands in lists and reports.",
}


class CampaignForm(QWidget):
    """The fields of a design; `changed` comes when the typing rests."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.replaces = ""  # the draft that is changed, "" for a new campaign
        self.wanted = USUAL_SIZE  # how many a person asked for; fewer stand there while there are not so many
        self.tried = False  # whether somebody typed who judges, or tried to save
        self.task = ComboBox(theme)
        self.population = LineEdit(theme, "all figures")
        self.strata = LineEdit(theme, "not divided")
        self.number = NumberField(theme, least=1, most=MOST_ITEMS, unit="figures")
        self.share = Segments(theme, [("proportional", "In proportion"), ("equal", "Equal")])
        self.overlap = NumberField(theme, least=0, most=100, unit="%")
        self.auditors = LineEdit(theme, "first, second")
        self.seed = NumberField(theme, least=0, most=LARGEST_SEED)
        self.name = LineEdit(theme, "audit-1")
        self.fields = {
            "task": Field(theme, "Question", self.task),
            "population": Field(theme, "Which figures", self.population, HINTS["population"]),
            "strata": Field(theme, "Divide by", self.strata, HINTS["strata"]),
            "size": Field(theme, "How many", self.number, HINTS["size"]),
            "share": Field(theme, "Share out", self.share, HINTS["share"]),
            "overlap": Field(theme, "Judged by everybody", self.overlap, HINTS["overlap"]),
            "auditors": Field(theme, "Who", self.auditors, HINTS["auditors"]),
            "seed": Field(theme, "Seed", self.seed, HINTS["seed"]),
            "name": Field(theme, "Name", self.name, HINTS["name"]),
        }
        self._lay_out(theme)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(PAUSE_MS)
        self._rest.timeout.connect(self.changed)
        self._listen()
        self._offer_tasks()

    def _lay_out(self, theme: Theme) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(4))
        for name in ("task", "population", "strata"):
            column.addWidget(self.fields[name])
        for pair in (("size", "overlap"), ("share",), ("auditors",), ("name", "seed")):
            row = QHBoxLayout()
            row.setSpacing(theme.space(3))
            for name in pair:
                row.addWidget(self.fields[name], 1, Qt.AlignmentFlag.AlignTop)
            column.addLayout(row)
        column.addStretch(1)

    def _listen(self) -> None:
        for line in (self.population, self.strata, self.auditors, self.name):
            line.textEdited.connect(self._rest.start)
            line.returnPressed.connect(self._now)
        for field in (self.number, self.overlap, self.seed):
            field.valueChanged.connect(self._rest.start)
        self.number.valueChanged.connect(self._want)
        self.auditors.textEdited.connect(self._try)
        self.task.activated.connect(self._now)
        self.share.chosen.connect(self._now)

    def _now(self, _value: object = None) -> None:
        self._rest.stop()
        self.changed.emit()

    def _want(self, number: int) -> None:
        self.wanted = number

    def _try(self) -> None:
        self.tried = True

    def fit(self, population: int) -> bool:
        """Let the number of figures follow how many there are, never above them; whether it differs now."""
        fitting = min(self.wanted, population) if population else self.number.value()
        differs = fitting != self.number.value()
        if differs:
            self.number.blockSignals(True)
            self.number.setValue(fitting)
            self.number.blockSignals(False)
        return differs

    def _offer_tasks(self) -> None:
        from auditor.audits.tasks import load_task, task_names

        for name in task_names():
            self.task.addItem(load_task(name).question, name)
        at = self.task.findData("is-diagram")
        self.task.setCurrentIndex(max(0, at))

    def empty(self) -> None:
        """Put the usual values in place of what stands in the fields."""
        self.replaces = ""
        self._rest.stop()
        self._fill({"size": USUAL_SIZE, "overlap": 0, "seed": 1}, {})
        self.auditors.clear()
        self.share.value = "proportional"

    def begin(self, auditor: str) -> None:
        """Start a new design with the usual values."""
        self.empty()
        self.auditors.setText(auditor)
        self.population.setFocus()

    def change(self, name: str, task: str, design: Design, auditors: list[str]) -> None:
        """Start with the design of a draft, to be saved in its place."""
        self.replaces = name
        numbers = {"size": design.size, "overlap": round(100 * design.overlap), "seed": design.seed}
        self._fill(numbers, {"population": design.population, "strata": design.strata_spec, "name": name})
        self.auditors.setText(", ".join(auditors))
        self.task.setCurrentIndex(max(0, self.task.findText(task)))
        self.share.value = design.rule if design.rule in {"proportional", "equal"} else "proportional"
        self.population.setFocus()

    def _fill(self, numbers: dict[str, int], texts: dict[str, str]) -> None:
        for name, widget in (("size", self.number), ("overlap", self.overlap), ("seed", self.seed)):
            widget.blockSignals(True)
            widget.setValue(numbers[name])
            widget.blockSignals(False)
        self.wanted, self.tried = numbers["size"], False
        for name, line in (("population", self.population), ("strata", self.strata), ("name", self.name)):
            line.setText(texts.get(name, ""))
        self.fields["population"].set_hint(HINTS["population"])
        self.say({})

    def values(self) -> dict[str, Any]:
        """What stands in the fields, as `spec_from` reads it."""
        return {
            "task": self.task.currentData(),
            "population": self.population.text().strip(),
            "strata": self.strata.text().strip(),
            "size": self.number.value(),
            "rule": self.share.value,
            "overlap": self.overlap.value() / 100,
            "auditors": tuple(name.strip() for name in self.auditors.text().split(",") if name.strip()),
            "seed": self.seed.value(),
            "name": self.name.text().strip() or None,
        }

    def count(self, population: int) -> None:
        """Say under the fields how many figures there are."""
        known = f"{population:,} figures. {HINTS['counted']}" if population else HINTS["population"]
        self.fields["population"].set_hint(known)
        self.fields["size"].set_hint(HINTS["most" if self.number.value() == population else "size"])

    def say(self, faults: dict[str, str]) -> None:
        """Show under each field what is wrong with it; that nobody is named yet is no fault of who has not tried."""
        for name, field in self.fields.items():
            fault = faults.get(name, "") if self.tried or name not in self.open_fields() else ""
            field.say(fault[0].upper() + fault[1:] + "." if fault else "")

    def open_fields(self) -> list[str]:
        """The fields that are still to be filled in."""
        return [] if self.auditors.text().strip(" ,") else ["auditors"]

    def missing(self, faults: dict[str, str]) -> str:
        """Which fields keep the plan from being made, as a sentence."""
        to_fill = [self.fields[name].label.text() for name in faults if name in self.open_fields()]
        to_mend = [self.fields[name].label.text() for name in faults if name not in self.open_fields()]
        told = [f"To be mended: {', '.join(to_mend)}."] if to_mend else []
        return " ".join([*told, *([f"Still to fill in: {', '.join(to_fill)}."] if to_fill else [])])

    def focus_fault(self, faults: dict[str, str]) -> None:
        """Put the focus into the first field that is wrong."""
        for name, field in self.fields.items():
            if name in faults:
                field.widget.setFocus()
                return


def spec_from(values: dict[str, Any], accepted_from: str) -> CampaignSpec:
    """The design that the fields ask for."""
    from auditor.audits.allocation import Allocation
    from auditor.audits.design import CampaignSpec

    said = {name: value for name, value in values.items() if name != "rule"}
    return CampaignSpec(**said, allocation=Allocation(values["rule"]), accepted_from=accepted_from)


def read_plan(session: Any, values: dict[str, Any], accepted_from: str, replaces: str) -> DraftPlan:
    """The plan of the fields on the figures of today."""
    from auditor.audits.planning import plan_draft

    return plan_draft(session, spec_from(values, accepted_from), replaces=replaces)


def write_draft(session: Any, values: dict[str, Any], accepted_from: str, replaces: str) -> str:
    """Save the fields as a draft; returns its name."""
    from auditor.audits.planning import save_draft

    return save_draft(session, spec_from(values, accepted_from), replaces=replaces)


def write_sealed(session: Any, values: dict[str, Any], accepted_from: str, replaces: str) -> tuple[str, int]:
    """Draw and seal the fields at once; returns the campaign's name and its number of figures."""
    from auditor.audits.planning import draw_and_seal

    return draw_and_seal(session, spec_from(values, accepted_from), replaces=replaces)
