"""Agreement of any number of raters with missing ratings: Krippendorff's alpha, Fleiss, Conger, Gwet and
others.

Ratings are one row per item with one entry per rater, None where that rater gave none. Counts are one row per
item with the number of raters who chose each category.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

from auditor.statistics.estimates import Estimate

Ratings = Sequence[Sequence[Hashable | None]]
Counts = Sequence[Sequence[int]]
Level = Literal["nominal", "ordinal", "interval", "ratio"]

NO_PAIRS = "no item has two ratings"
NO_VARIATION = "no variation: every rating is the same category"


def rating_counts(ratings: Ratings, categories: Sequence[Hashable]) -> list[list[int]]:
    """How many raters gave each item each category; ValueError for a rating outside the categories."""
    known = set(categories)
    for row in ratings:
        for value in row:
            if value is not None and value not in known:
                raise ValueError(f"rating {value!r} is not among the declared categories")
    return [[sum(1 for value in row if value == category) for category in categories] for row in ratings]


@dataclass(frozen=True, slots=True)
class ChanceCorrected:
    """A coefficient of agreement beyond chance and its standard error over items."""

    value: Estimate
    standard_error: Estimate


@dataclass(frozen=True, slots=True)
class _Summary:
    """Per item: share of agreeing pairs (None below two ratings) and category shares; then their means."""

    pairs: tuple[float | None, ...]
    shares: tuple[tuple[float, ...], ...]
    observed: float
    means: tuple[float, ...]


def _summary(counts: Counts) -> _Summary | None:
    rated = [row for row in counts if sum(row) > 0]
    pairs = tuple(
        sum(c * (c - 1) for c in row) / (sum(row) * (sum(row) - 1)) if sum(row) > 1 else None for row in rated
    )
    paired = [value for value in pairs if value is not None]
    if not paired:
        return None
    shares = tuple(tuple(c / sum(row) for c in row) for row in rated)
    means = tuple(math.fsum(column) / len(rated) for column in zip(*shares, strict=True))
    return _Summary(pairs, shares, math.fsum(paired) / len(paired), means)


def percent_agreement(counts: Counts) -> Estimate:
    """The mean share of agreeing pairs of raters over items with at least two ratings."""
    summary = _summary(counts)
    return Estimate.undefined(NO_PAIRS) if summary is None else Estimate(summary.observed)


def brennan_prediger(counts: Counts, *, categories: int) -> Estimate:
    """Agreement beyond the chance 1/q of q declared categories. Source: Brennan and Prediger 1981."""
    _check_categories(counts, categories)
    observed = percent_agreement(counts)
    if observed.value is None:
        return observed
    return Estimate((categories * observed.value - 1) / (categories - 1))


def gwet_ac1(counts: Counts, *, categories: int) -> ChanceCorrected:
    """Gwet's AC1 over the declared categories, with the linearised standard error. Source: Gwet 2008,
    2014.
    """
    _check_categories(counts, categories)
    summary = _summary(counts)
    if summary is None:
        return ChanceCorrected(Estimate.undefined(NO_PAIRS), Estimate.undefined(NO_PAIRS))
    expected = math.fsum(mean * (1 - mean) for mean in summary.means) / (categories - 1)
    per_item = [
        math.fsum((1 - mean) * share for mean, share in zip(summary.means, row, strict=True)) / (categories - 1)
        for row in summary.shares
    ]
    return _linearised(summary, expected, per_item)


def fleiss_kappa(counts: Counts) -> ChanceCorrected:
    """Fleiss's kappa, Scott's pi for many raters, with the linearised standard error. Source: Fleiss 1971."""
    summary = _summary(counts)
    if summary is None:
        return ChanceCorrected(Estimate.undefined(NO_PAIRS), Estimate.undefined(NO_PAIRS))
    expected = math.fsum(mean**2 for mean in summary.means)
    per_item = [
        math.fsum(mean * share for mean, share in zip(summary.means, row, strict=True)) for row in summary.shares
    ]
    return _linearised(summary, expected, per_item)


def _linearised(summary: _Summary, expected: float, per_item: Sequence[float]) -> ChanceCorrected:
    if expected >= 1 - 1e-12:
        return ChanceCorrected(Estimate.undefined(NO_VARIATION), Estimate.undefined(NO_VARIATION))
    value = (summary.observed - expected) / (1 - expected)
    items = len(summary.pairs)
    if items < 2:
        return ChanceCorrected(Estimate(value), Estimate.undefined("a single item has no spread"))
    scale = items / sum(1 for pair in summary.pairs if pair is not None)
    spread = 0.0
    for pair, chance in zip(summary.pairs, per_item, strict=True):
        part = 0.0 if pair is None else scale * (pair - expected) / (1 - expected)
        spread += (part - 2 * (1 - value) * (chance - expected) / (1 - expected) - value) ** 2
    return ChanceCorrected(Estimate(value), Estimate(math.sqrt(spread / (items * (items - 1)))))


def conger_kappa(ratings: Ratings, categories: Sequence[Hashable]) -> Estimate:
    """Conger's kappa, Cohen's for many raters: each rater keeps an own margin. Source: Conger 1980."""
    observed = percent_agreement(rating_counts(ratings, categories))
    if observed.value is None:
        return observed
    raters = [
        [value for value in column if value is not None]
        for column in zip(*ratings, strict=True)
        if any(value is not None for value in column)
    ]
    expected = 0.0
    for category in categories:
        shares = [column.count(category) / len(column) for column in raters]
        mean = math.fsum(shares) / len(shares)
        variance = math.fsum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
        expected += mean**2 - variance / len(shares)
    if expected >= 1 - 1e-12:
        return Estimate.undefined(NO_VARIATION)
    return Estimate((observed.value - expected) / (1 - expected))


def krippendorff_alpha(ratings: Ratings, *, level: Level = "nominal") -> Estimate:
    """Krippendorff's alpha from the coincidences of ratings; items with a single rating do not enter.

    For levels other than nominal the ratings are numbers. Source: Krippendorff 2011.

    >>> round(krippendorff_alpha([[1, 1], [2, 2], [1, 2], [2, 2]]).known, 4)
    0.5333
    """
    units = [[value for value in row if value is not None] for row in ratings]
    units = [row for row in units if len(row) > 1]
    if not units:
        return Estimate.undefined(NO_PAIRS)
    values = list(dict.fromkeys(value for row in units for value in row))
    if len(values) == 1:
        return Estimate.undefined(NO_VARIATION)
    if level != "nominal":
        values.sort(key=_number)
    totals = [sum(row.count(value) for row in units) for value in values]
    distances = _distances(values, totals, level)
    rows = [[row.count(value) for value in values] for row in units]
    everything = sum(totals)
    within = math.fsum(_disagreement(row, distances) / (sum(row) - 1) for row in rows)
    overall = _disagreement(totals, distances) / (everything - 1)
    return Estimate(1 - within / overall)


def _disagreement(counts: Sequence[int], distances: Sequence[Sequence[float]]) -> float:
    return math.fsum(a * b * distances[i][j] for i, a in enumerate(counts) if a for j, b in enumerate(counts) if b)


def _distances(values: Sequence[Hashable], totals: Sequence[int], level: Level) -> list[list[float]]:
    size = range(len(values))
    if level == "nominal":
        return [[float(i != j) for j in size] for i in size]
    if level == "ordinal":
        ranks = [math.fsum(totals[:k]) + totals[k] / 2 for k in size]
        return [[(ranks[i] - ranks[j]) ** 2 for j in size] for i in size]
    numbers = [_number(value) for value in values]
    if level == "interval":
        return [[(a - b) ** 2 for b in numbers] for a in numbers]
    return [[0.0 if a == b else ((a - b) / (a + b)) ** 2 for b in numbers] for a in numbers]


def _number(value: Hashable) -> float:
    if isinstance(value, int | float):
        return float(value)
    raise ValueError(f"rating {value!r} must be a number at this level of measurement")


def _check_categories(counts: Counts, categories: int) -> None:
    if categories < 2 or any(len(row) > categories for row in counts):
        raise ValueError(f"{categories} declared categories do not fit the counts; declare at least 2")
