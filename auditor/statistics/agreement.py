"""Agreement of two raters: observed agreement, Cohen's kappa with its standard error, and its companions.

A table counts items by the first rater's category (row) and the second's (column), square and of whole
numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from auditor.statistics.estimates import Estimate, Interval, check_counts, normal_quantile, ratio

Table = Sequence[Sequence[int]]
Weighting = Literal["none", "linear", "quadratic"]

NO_PAIRS = "no item was judged by both raters"
NO_VARIATION = "no variation: both raters used one and the same category for every item"
ONE_CONSTANT = "one rater used a single category, so kappa is 0 by construction and its interval says nothing"


def check_table(table: Table) -> int:
    """The number of items in a square table of counts; ValueError for any other shape or content."""
    if not table or any(len(row) != len(table) for row in table):
        raise ValueError("an agreement table needs as many columns as rows")
    for row in table:
        for count in row:
            check_counts(0, count)
    return int(sum(map(sum, table)))


def margins(table: Table) -> tuple[list[int], list[int]]:
    """The row and the column totals."""
    return [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]


def observed_agreement(table: Table) -> Estimate:
    """The share of items on which both raters chose the same category.

    >>> observed_agreement([[80, 10], [5, 5]]).known
    0.85
    """
    total = check_table(table)
    return ratio(sum(table[k][k] for k in range(len(table))), total, NO_PAIRS)


@dataclass(frozen=True, slots=True)
class Kappa:
    """Cohen's kappa, its large-sample standard error, both agreements it is made of, and the Wald
    interval.
    """

    kappa: Estimate
    standard_error: Estimate
    observed: Estimate
    expected: Estimate
    wald: Interval


def cohen_kappa(table: Table, *, confidence: float = 0.95, weighting: Weighting = "none") -> Kappa:
    """Cohen's kappa, plain or with linear or quadratic weights, and its non-null standard error.

    Sources: Cohen 1960 and 1968; Fleiss, Cohen and Everitt 1969.

    >>> result = cohen_kappa([[80, 10], [5, 5]])
    >>> round(result.kappa.known, 4), round(result.standard_error.known, 4)
    (0.3182, 0.1335)
    """
    total = check_table(table)
    z = normal_quantile(confidence)
    size = len(table)
    w = [[_weight(i, j, size, weighting) for j in range(size)] for i in range(size)]
    if not total:
        return _undefined_kappa(Estimate.undefined(NO_PAIRS), Estimate.undefined(NO_PAIRS), NO_PAIRS, confidence)
    rows, columns = ([count / total for count in side] for side in margins(table))
    cells = [(i, j) for i in range(size) for j in range(size)]
    observed = math.fsum(w[i][j] * table[i][j] / total for i, j in cells)
    expected = math.fsum(w[i][j] * rows[i] * columns[j] for i, j in cells)
    if _used(rows) == _used(columns) and len(_used(rows)) == 1:
        return _undefined_kappa(Estimate(observed), Estimate(1.0), NO_VARIATION, confidence)
    kappa = (observed - expected) / (1 - expected)
    mean_row = [math.fsum(columns[j] * w[i][j] for j in range(size)) for i in range(size)]
    mean_column = [math.fsum(rows[i] * w[i][j] for i in range(size)) for j in range(size)]
    spread = math.fsum(
        table[i][j] / total * (w[i][j] - (mean_row[i] + mean_column[j]) * (1 - kappa)) ** 2 for i, j in cells
    )
    # Rounding can leave a variance of 0 slightly negative, or above 0 in the last bits.
    variance = spread - (kappa - expected * (1 - kappa)) ** 2
    error = math.sqrt(variance / total) / (1 - expected) if variance > 1e-14 else 0.0
    return Kappa(
        Estimate(kappa),
        Estimate(error),
        Estimate(observed),
        Estimate(expected),
        _wald(kappa, error, z, confidence=confidence, constant=1 in (len(_used(rows)), len(_used(columns)))),
    )


def _weight(row: int, column: int, size: int, weighting: Weighting) -> float:
    if weighting == "none" or size == 1:
        return float(row == column)
    distance = abs(row - column) / (size - 1)
    return 1 - (distance if weighting == "linear" else distance**2)


def _used(shares: Sequence[float]) -> list[int]:
    return [index for index, share in enumerate(shares) if share > 0]


def _wald(kappa: float, error: float, z: float, *, confidence: float, constant: bool) -> Interval:
    if constant:
        return Interval(Estimate(kappa), None, None, confidence, "Wald", ONE_CONSTANT)
    return Interval(Estimate(kappa), kappa - z * error, kappa + z * error, confidence, "Wald")


def _undefined_kappa(observed: Estimate, expected: Estimate, reason: str, confidence: float) -> Kappa:
    none = Estimate.undefined(reason)
    return Kappa(none, none, observed, expected, Interval(none, None, None, confidence, "Wald", reason))


def scott_pi(table: Table) -> Estimate:
    """Scott's pi: agreement beyond what the mean margins of both raters give by chance. Source: Scott 1955.

    >>> round(scott_pi([[80, 10], [5, 5]]).known, 4)
    0.3143
    """
    total = check_table(table)
    if not total:
        return Estimate.undefined(NO_PAIRS)
    means = mean_margins(table)
    if len(_used(means)) == 1:
        return Estimate.undefined(NO_VARIATION)
    expected = math.fsum(share**2 for share in means)
    return Estimate((observed_agreement(table).known - expected) / (1 - expected))


def mean_margins(table: Table) -> list[float]:
    """The share of each category, averaged over both raters; the table must hold items."""
    total = check_table(table)
    rows, columns = margins(table)
    return [(row + column) / (2 * total) for row, column in zip(rows, columns, strict=True)]


def specific_agreement(table: Table, category: int) -> Estimate:
    """Given that one rater chose this category (index), the probability that the other did too.

    Category 0 of a yes/no table gives positive agreement, category 1 negative agreement. Source: Dice 1945;
    Cicchetti and Feinstein 1990.

    >>> specific_agreement([[80, 10], [5, 5]], 1).known
    0.4
    """
    check_table(table)
    rows, columns = margins(table)
    return ratio(2 * table[category][category], rows[category] + columns[category], "neither rater used this category")


@dataclass(frozen=True, slots=True)
class Companions:
    """What stands beside kappa: observed agreement, PABAK, Gwet's AC1 with its standard error, and both
    agreements on a single category, which exist for two categories only.
    """

    observed: Estimate
    pabak: Estimate
    ac1: Estimate
    ac1_standard_error: Estimate
    positive: Estimate
    negative: Estimate


def two_rater_companions(table: Table, *, categories: int) -> Companions:
    """The companions of kappa, with chance computed over the number of declared categories, used or not.

    Sources: Byrt, Bishop and Carlin 1993 (PABAK, as Brennan and Prediger 1981); Gwet 2008 (AC1, linearised
    error).

    >>> card = two_rater_companions([[80, 10], [5, 5]], categories=2)
    >>> round(card.pabak.known, 3), round(card.ac1.known, 3)
    (0.7, 0.808)
    """
    total = check_table(table)
    if categories < max(2, len(table)):
        raise ValueError(f"{categories} declared categories cannot hold a table of {len(table)}; declare at least 2")
    if not total:
        none = Estimate.undefined(NO_PAIRS)
        return Companions(none, none, none, none, none, none)
    observed = observed_agreement(table)
    pabak = (categories * observed.known - 1) / (categories - 1)
    ac1, error = _ac1(table, total, categories)
    one = Estimate.undefined("positive and negative agreement exist for two categories only")
    positive, negative = (specific_agreement(table, 0), specific_agreement(table, 1)) if len(table) == 2 else (one, one)
    return Companions(observed, Estimate(pabak), ac1, error, positive, negative)


def _ac1(table: Table, total: int, categories: int) -> tuple[Estimate, Estimate]:
    means = mean_margins(table)
    expected = math.fsum(share * (1 - share) for share in means) / (categories - 1)
    observed = observed_agreement(table).known
    ac1 = (observed - expected) / (1 - expected)
    if total < 2:
        return Estimate(ac1), Estimate.undefined("a single item has no spread")
    spread = 0.0
    for i, row in enumerate(table):
        for j, count in enumerate(row):
            item_expected = (2 - means[i] - means[j]) / (2 * (categories - 1))
            item = (float(i == j) - expected) / (1 - expected)
            item -= 2 * (1 - ac1) * (item_expected - expected) / (1 - expected)
            spread += count * (item - ac1) ** 2
    return Estimate(ac1), Estimate(math.sqrt(spread / (total * (total - 1))))
