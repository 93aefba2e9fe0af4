"""One proportion by itself: the Wilson interval, and the exact one where a finite population makes it differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from auditor.reports.document import Facts
from auditor.reports.numbers import (
    confidence_word,
    count,
    estimate_record,
    interval_record,
    limits_or_reason,
    percent_or_reason,
)
from auditor.statistics.estimates import Interval
from auditor.statistics.proportions import CountInterval, hypergeometric_interval, wilson_interval

#: In a small population or a large sample of it the exact interval is worth its computation.
SMALL, LARGE_SHARE = 200, 0.3


@dataclass(frozen=True, slots=True)
class SingleProportion:
    """Counts with their Wilson interval; `exact` for small populations and samples above 30% of them."""

    successes: int
    trials: int
    population: int | None
    wilson: Interval
    exact: CountInterval | None


def single_proportion(
    successes: int, trials: int, *, confidence: float = 0.95, population: int | None = None
) -> SingleProportion:
    """The intervals of one proportion; ValueError for counts that cannot be."""
    wilson = wilson_interval(successes, trials, confidence=confidence, population=population)
    exact = None
    if population and (population <= SMALL or trials / population > LARGE_SHARE):
        exact = hypergeometric_interval(successes, trials, population, confidence=confidence)
    return SingleProportion(successes, trials, population, wilson, exact)


def single_facts(result: SingleProportion) -> Facts:
    """The proportion for a reader."""
    level = confidence_word(result.wilson.confidence)
    rows = [
        ("correct", f"{count(result.successes)} of {count(result.trials)} audited"),
        ("precision", percent_or_reason(result.wilson.estimate)),
        (f"Wilson interval, {level}", limits_or_reason(result.wilson)),
    ]
    if result.exact is not None:
        rows.append((f"exact interval, {level}", limits_or_reason(result.exact.interval)))
    if result.population is not None:
        rows.append(("finite population correction", f"for {count(result.population)} records"))
    return Facts(tuple(rows))


def single_record(result: SingleProportion) -> dict[str, Any]:
    """The proportion for JSON."""
    return {
        "successes": result.successes,
        "trials": result.trials,
        "population": result.population,
        "precision": estimate_record(result.wilson.estimate),
        "wilson": interval_record(result.wilson),
        "exact": None if result.exact is None else interval_record(result.exact.interval),
    }
