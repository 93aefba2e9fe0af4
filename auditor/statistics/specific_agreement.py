"""The interval of the agreement of two raters on one category."""

from __future__ import annotations

from auditor.statistics.agreement import Table, check_table, specific_agreement
from auditor.statistics.estimates import Interval
from auditor.statistics.proportions import wilson_interval


def specific_agreement_interval(table: Table, category: int, *, confidence: float = 0.95) -> Interval:
    """The interval of the agreement on one category (index) of a square table of counts.

    The agreement is 2p / (1 + p), where p is the share of items with this category from both raters among those with
    it from either; given how many those are, p is a binomial share, so Wilson's limits for it are carried over by that
    rising function. Undefined with a reason when neither rater used the category.

    >>> interval = specific_agreement_interval([[182, 3], [3, 12]], 1)
    >>> round(interval.lower, 3), round(interval.estimate.known, 3), round(interval.upper, 3)
    (0.609, 0.8, 0.911)
    """
    check_table(table)
    both = table[category][category]
    either = sum(table[category]) + sum(row[category] for row in table) - both
    estimate, method = specific_agreement(table, category), "Wilson, transformed"
    if not either:
        return Interval(estimate, None, None, confidence, method, estimate.reason)
    lower, upper = wilson_interval(both, either, confidence=confidence).limits
    return Interval(estimate, 2 * lower / (1 + lower), 2 * upper / (1 + upper), confidence, method)
