"""What the auditors of a design see: what the task shows, without the page where its head could tell the stratum."""

from __future__ import annotations

import re

from auditor.audits.strata import parse_strata
from auditor.audits.tasks import load_task
from pipeline.store.queries import PAPER_FIELDS

PAGE = "page"

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_WORD = re.compile(r"[\w.-]+")


def shown_for(task: str, *, population: str, strata: str) -> tuple[str, ...]:
    """The names of what an assignment of this design shows.

    >>> shown_for("is-diagram", population="native.label = diagram", strata="venue")
    ('image', 'caption', 'contexts')
    """
    shown = load_task(task).shown
    return tuple(name for name in shown if name != PAGE or not told_by_a_page(population, strata))


def page_remarks(task: str, *, population: str, strata: str) -> tuple[str, ...]:
    """A sentence for the lead when the page of a figure stays hidden although the task would show it."""
    told = told_by_a_page(population, strata)
    if PAGE not in load_task(task).shown or not told:
        return ()
    why = f"its head could tell them {', '.join(told)}, by which the figures are chosen or divided"
    return (f"auditors do not see the page of a figure: {why}",)


def told_by_a_page(population: str, strata: str) -> list[str]:
    """The fields of a design that belong to the paper, and that a page may therefore print at its head."""
    words = _WORD.findall(_QUOTED.sub("", population))
    fields = [*words, *(column.field for column in parse_strata(strata))]
    return sorted({field for field in fields if field.removeprefix("paper.") in PAPER_FIELDS or _is_extra(field)})


def _is_extra(field: str) -> bool:
    # Nobody knows what a column of an imported table says.
    return field.startswith("extra.")
