"""Precision of an audited population from the tallies: overall, by stratum, with bounds for what is not settled."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from auditor.reports.comparison import StratumLine, stratum_lines
from auditor.reports.tallies import StratumTally
from auditor.statistics.estimates import Estimate, Interval
from auditor.statistics.proportions import UnsureBounds, unsure_bounds
from auditor.statistics.stratified import (
    StratifiedEstimate,
    Stratum,
    gamma_interval,
    score_lower_bound,
    stratified_precision,
    stratified_score_interval,
    weights,
)

#: Bounds further apart than this make the lower one the number to quote until the items are settled.
WIDE = 0.01


@dataclass(frozen=True, slots=True)
class WorstCase:
    """The precision with every unsettled item counted as incorrect in its stratum: estimate, interval, lower bound."""

    precision: Estimate
    score: Interval
    at_least: Estimate


@dataclass(frozen=True, slots=True)
class PrecisionResult:
    """The overall precision of labelled items with its intervals, and each stratum by itself.

    `bounds` are the worst and the best case when unsettled items and strata without a label count as all wrong and
    all correct; `quote_lower` says that they lie more than a point apart, and then `worst` is what goes first.
    """

    lines: tuple[StratumLine, ...]
    overall: StratifiedEstimate
    score: Interval
    at_least: Estimate
    gamma: Interval
    bounds: UnsureBounds
    quote_lower: bool
    worst: WorstCase


@dataclass(frozen=True, slots=True)
class ErrorModeLine:
    """One error mode: how many items had it, and the estimated share of all records with its interval."""

    mode: str
    items: int
    share: Interval


def strata_of(tallies: Sequence[StratumTally]) -> list[Stratum]:
    """The strata with their labelled items only: those without a label are outside the estimate."""
    return [Stratum(one.name, one.population, one.definite, one.correct) for one in tallies]


def precision_result(tallies: Sequence[StratumTally], *, confidence: float = 0.95) -> PrecisionResult:
    """The precision with finite population correction; ValueError when there is no stratum with records."""
    strata = strata_of(tallies)
    overall = stratified_precision(strata)
    bounds = settled_bounds(tallies, overall.precision)
    return PrecisionResult(
        lines=stratum_lines(strata, confidence=confidence, fpc=True),
        overall=overall,
        score=stratified_score_interval(strata, confidence=confidence),
        at_least=score_lower_bound(strata, confidence=confidence),
        gamma=gamma_interval(strata, confidence=confidence),
        bounds=bounds,
        quote_lower=bounds.upper - bounds.lower > WIDE,
        worst=worst_case(tallies, confidence=confidence),
    )


def worst_case(tallies: Sequence[StratumTally], *, confidence: float = 0.95) -> WorstCase:
    """The precision if every unsettled item is incorrect, with its own sampling error; STATISTICS 3.3 c."""
    strata = [Stratum(one.name, one.population, one.definite + one.unsettled, one.correct) for one in tallies]
    return WorstCase(
        stratified_precision(strata).precision,
        stratified_score_interval(strata, confidence=confidence),
        score_lower_bound(strata, confidence=confidence),
    )


def settled_bounds(tallies: Sequence[StratumTally], estimate: Estimate) -> UnsureBounds:
    """The bounds of the weighted estimate over what unsettled items may turn out to be; [0, 1] for an unjudged stratum.

    Source: Manski 1989, stratum by stratum.
    """
    shares = weights(strata_of(tallies))
    each = [unsure_bounds(one.correct, one.incorrect, one.unsettled) for one in tallies]
    lower = math.fsum(weight * bound.lower for weight, bound in zip(shares, each, strict=True))
    upper = math.fsum(weight * bound.upper for weight, bound in zip(shares, each, strict=True))
    return UnsureBounds(estimate, lower, min(1.0, upper))


def error_modes(tallies: Sequence[StratumTally], *, confidence: float = 0.95) -> tuple[ErrorModeLine, ...]:
    """The error modes, those with the largest share of records first; shares are weighted by stratum size.

    A share is the precision of "wrong in this way", so it has the same stratified score interval.
    """
    counts: Counter[str] = Counter()
    for one in tallies:
        counts.update(one.modes)
    lines = []
    for mode, items in counts.items():
        strata = [Stratum(one.name, one.population, one.definite, one.modes.get(mode, 0)) for one in tallies]
        lines.append(ErrorModeLine(mode, items, stratified_score_interval(strata, confidence=confidence)))
    return tuple(sorted(lines, key=lambda line: (-(line.share.estimate.value or 0.0), -line.items, line.mode)))
