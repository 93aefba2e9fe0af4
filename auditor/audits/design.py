"""The design of a campaign before the draw: its population by strata, and how many items each stratum gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.orm import Session

from auditor.audits.allocation import Allocation, allocate, design_remarks
from auditor.audits.hashing import digest
from auditor.audits.judges import has_scores, label_judges, label_remarks
from auditor.audits.sampling import overlap_size
from auditor.audits.showing import page_remarks
from auditor.audits.strata import StratumRows, group_rows, parse_strata, stratum_name
from pipeline.errors import UsageError
from pipeline.store.queries import PopulationRow, check_field, population_rows


@dataclass(frozen=True)
class CampaignSpec:
    """What a lead asks for.

    `name` None takes the next free `audit-N`; `size` None is the sum of an allocation by hand. `overlap` is the share
    of items that every auditor judges, 0 to 1. `accepted_from` is the judge meant by a bare `label` or `confidence`.
    """

    auditors: tuple[str, ...]
    population: str = ""
    strata: str = ""
    size: int | None = None
    allocation: Allocation = field(default_factory=Allocation)
    overlap: float = 0.0
    seed: int = 1
    task: str = "is-diagram"
    name: str | None = None
    accepted_from: str = "native"


@dataclass(frozen=True)
class PlannedStratum:
    """One stratum of a plan: value, rows of the population (W_h = size / N), number of items."""

    rows: StratumRows[PopulationRow]
    sampled: int

    @property
    def size(self) -> int:
        """N_h, the figures of the stratum."""
        return len(self.rows.rows)

    @property
    def name(self) -> str:
        """The stratum in words."""
        return stratum_name(self.rows.value)


@dataclass(frozen=True)
class Plan:
    """A population cut into strata with the numbers to draw; `population_hash` is over the sorted figure ids."""

    population_size: int
    population_hash: str
    strata: tuple[PlannedStratum, ...]
    overlap_items: int
    remarks: tuple[str, ...]

    @property
    def size(self) -> int:
        """The number of items."""
        return sum(stratum.sampled for stratum in self.strata)


def make_plan(session: Session, spec: CampaignSpec) -> Plan:
    """The plan of a spec on the figures of today; raises UsageError when it cannot be met."""
    check_overlap(spec.overlap)
    columns = parse_strata(spec.strata)
    for column in columns:
        check_field(column.field)
    rows, remarks = _population(session, spec, [column.field for column in columns])
    if not rows:
        asked = f"matches {spec.population!r}" if spec.population else "is in the project"
        raise UsageError(f"the population is empty: no figure with an image {asked}; `figaudit status` counts figures")
    groups = group_rows(columns, rows)
    names, sizes = [stratum_name(group.value) for group in groups], [len(group.rows) for group in groups]
    sampled = allocate(spec.allocation, names, sizes, _size(spec))
    return Plan(
        population_size=len(rows),
        population_hash=population_hash([row.figure_id for row in rows]),
        strata=tuple(PlannedStratum(group, took) for group, took in zip(groups, sampled, strict=True)),
        overlap_items=overlap_size(sum(sampled), spec.overlap),
        remarks=(
            *design_remarks(names, sizes, sampled),
            *page_remarks(spec.task, population=spec.population, strata=spec.strata),
            *remarks,
        ),
    )


def check_overlap(overlap: float) -> None:
    """Raise UsageError unless the overlap is a share."""
    if not 0 <= overlap <= 1:
        raise UsageError(f"overlap {overlap}: write the share of items that all auditors judge, from 0 to 1")


def _population(
    session: Session, spec: CampaignSpec, fields: Sequence[str]
) -> tuple[list[PopulationRow], tuple[str, ...]]:
    """The rows with the values of these fields first, and remarks on the machine labels that the rows carry."""
    judge = label_judges(spec.population, spec.task, accepted_from=spec.accepted_from)[0]
    # A judge that scored nothing has no column to ask for.
    labels = [f"{judge}.label"] if has_scores(session, judge) else []
    rows = population_rows(session, spec.population, [*fields, *labels], accepted_from=spec.accepted_from)
    said = [row.values[-1] if labels else None for row in rows]
    return rows, label_remarks(session, spec.task, said, judge=judge, accepted_from=spec.accepted_from)


def _size(spec: CampaignSpec) -> int:
    if spec.size is not None:
        return spec.size
    if not spec.allocation.by_hand:
        raise UsageError("a size is missing: `--size N`, or numbers by hand with `--allocation NAME=n,NAME=n`")
    return sum(spec.allocation.by_hand.values())


def population_hash(figure_ids: Sequence[str]) -> str:
    """The sha256 of the sorted figure ids, one a line."""
    return digest("\n".join(sorted(figure_ids)))


def plan_record(plan: Plan) -> dict[str, Any]:
    """The plan as JSON: counts only, no figure."""
    return {
        "population_size": plan.population_size,
        "population_hash": plan.population_hash,
        "size": plan.size,
        "overlap_items": plan.overlap_items,
        "strata": [
            {"value": stratum.rows.value, "name": stratum.name, "size": stratum.size, "sampled": stratum.sampled}
            for stratum in plan.strata
        ],
        "remarks": list(plan.remarks),
    }
