"""The goodness-of-fit interval of the intraclass kappa: two raters, two categories, right also for few
disagreements.
"""

from __future__ import annotations

import math

from auditor.statistics.agreement import NO_PAIRS, NO_VARIATION, Table, check_table
from auditor.statistics.estimates import (
    Estimate,
    Interval,
    bisect,
    normal_quantile,
    undefined_interval,
)

METHOD = "goodness of fit"


def kappa_gof_interval(table: Table, *, confidence: float = 0.95) -> Interval:
    """The intraclass kappa of a 2 x 2 table with all values that a chi-square test of fit does not reject.

    ValueError for a table of another size. Source: Donner and Eliasziw 1992.

    >>> interval = kappa_gof_interval([[45, 0], [0, 5]])
    >>> round(interval.lower, 3), interval.upper
    (0.656, 1.0)
    """
    total = check_table(table)
    if len(table) != 2:
        raise ValueError("the goodness-of-fit interval is for two categories; resample items for more")
    z = normal_quantile(confidence)
    if not total:
        return undefined_interval(NO_PAIRS, confidence=confidence, method=METHOD)
    both, neither, split = table[0][0], table[1][1], table[0][1] + table[1][0]
    share = (2 * both + split) / (2 * total)
    if share in (0.0, 1.0):
        return undefined_interval(NO_VARIATION, confidence=confidence, method=METHOD)
    product = share * (1 - share)
    # Two parameters fit three cells exactly at the estimate, so the distance is a function of kappa -
    # estimate alone and grows on both sides of it: each limit is one crossing.
    kappa = (4 * both * neither - split**2) / ((2 * both + split) * (2 * neither + split))

    def fits(value: float) -> bool:
        shift = total * (product * (kappa - value)) ** 2
        cells = (share**2 + value * product, product * (1 - value), (1 - share) ** 2 + value * product)
        if min(cells) <= 0:
            return False
        return shift * (1 / cells[0] + 2 / cells[1] + 1 / cells[2]) <= z * z

    lowest = max(-share / (1 - share), -(1 - share) / share)
    upper = 1.0 if split == 0 else bisect(fits, kappa, 1.0)
    lower = lowest if kappa <= lowest else -bisect(lambda negative: fits(-negative), -kappa, -lowest)
    return Interval(Estimate(kappa), min(lower, kappa), max(upper, kappa), confidence, METHOD)


def common_prevalence(table: Table) -> Estimate:
    """The share of the first category, averaged over both raters."""
    total = check_table(table)
    if not total:
        return Estimate.undefined(NO_PAIRS)
    return Estimate(math.fsum((2 * table[0][0], table[0][1], table[1][0])) / (2 * total))
