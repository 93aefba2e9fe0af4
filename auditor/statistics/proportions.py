"""One proportion: Wilson, Clopper-Pearson, Jeffreys and exact hypergeometric intervals, and bounds with
unsure verdicts.

Proportions lie in [0, 1]; counts are whole numbers; a population size switches the finite population
correction on.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from auditor.statistics.estimates import (
    Estimate,
    Interval,
    check_confidence,
    check_counts,
    normal_quantile,
    ratio,
)

NO_RECORDS = "no records audited"
CENSUS = "complete census: every record was audited"


def equivalent_sample_size(trials: int, population: int | None) -> float:
    """The sample size n(N-1)/(N-n) that gives the same variance without replacement; infinite for a census.

    Source: Cochran 1977, chapter 3.

    >>> equivalent_sample_size(200, 600)
    299.5
    """
    if population is None:
        return float(trials)
    if trials == population:
        return math.inf
    return trials * (population - 1) / (population - trials)


def wilson_interval(
    successes: int, trials: int, *, confidence: float = 0.95, population: int | None = None
) -> Interval:
    """The score interval of one proportion; with a population size, corrected for sampling without
    replacement.

    ValueError for counts that cannot be. Source: Wilson 1927; recommended by Brown, Cai and DasGupta 2001.

    >>> interval = wilson_interval(81, 263)
    >>> round(interval.lower, 4), round(interval.upper, 4)
    (0.2553, 0.3662)
    """
    check_counts(successes, trials, population)
    z = normal_quantile(confidence)
    if trials == 0:
        return Interval(Estimate.undefined(NO_RECORDS), 0.0, 1.0, confidence, "Wilson", NO_RECORDS)
    p = successes / trials
    n = equivalent_sample_size(trials, population)
    if math.isinf(n):
        return Interval(Estimate(p), p, p, confidence, "Wilson", CENSUS)
    centre = p + z * z / (2 * n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    lower = 0.0 if successes == 0 else max(0.0, (centre - half) / (1 + z * z / n))
    upper = 1.0 if successes == trials else min(1.0, (centre + half) / (1 + z * z / n))
    return Interval(Estimate(p), min(lower, p), max(upper, p), confidence, "Wilson")


def clopper_pearson_interval(successes: int, trials: int, *, confidence: float = 0.95) -> Interval:
    """The exact binomial interval, from the tails of the beta distribution.

    Source: Clopper and Pearson 1934.

    >>> round(clopper_pearson_interval(59, 59).lower, 4)
    0.9394
    """
    return _beta_interval(successes, trials, confidence, (0.0, 1.0, "Clopper-Pearson"))


def jeffreys_interval(successes: int, trials: int, *, confidence: float = 0.95) -> Interval:
    """The equal-tailed Bayesian interval with prior Beta(1/2, 1/2); lower is 0 at no success, upper 1 at no
    failure.

    Source: Brown, Cai and DasGupta 2001, section 4.1.1.

    >>> round(jeffreys_interval(97, 100).lower, 4)
    0.9221
    """
    return _beta_interval(successes, trials, confidence, (0.5, 0.5, "Jeffreys"))


def _beta_interval(successes: int, trials: int, confidence: float, kind: tuple[float, float, str]) -> Interval:
    """Equal-tailed beta limits: successes and failures enter with `near` added on the tail side, `far` on the
    other.
    """
    from scipy.special import betaincinv

    check_counts(successes, trials)
    check_confidence(confidence)
    near, far, method = kind
    if trials == 0:
        return Interval(Estimate.undefined(NO_RECORDS), 0.0, 1.0, confidence, method, NO_RECORDS)
    tail = (1 - confidence) / 2
    failures = trials - successes
    lower = 0.0 if not successes else float(betaincinv(successes + near, failures + far, tail))
    upper = 1.0 if not failures else float(betaincinv(successes + far, failures + near, 1 - tail))
    return Interval(Estimate(successes / trials), lower, upper, confidence, method)


@dataclass(frozen=True, slots=True)
class CountInterval:
    """Limits for the number of correct records in a finite population, both included."""

    lower_count: int
    upper_count: int
    interval: Interval


def hypergeometric_interval(successes: int, trials: int, population: int, *, confidence: float = 0.95) -> CountInterval:
    """The exact interval without replacement: counts kept while both one-sided tail probabilities exceed
    alpha/2.

    Source: Buonaccorsi 1987.

    >>> exact = hypergeometric_interval(95, 100, 1000)
    >>> exact.lower_count, exact.upper_count
    (891, 982)
    """
    check_counts(successes, trials, population)
    check_confidence(confidence)
    method = "exact hypergeometric"
    if trials == 0:
        none = Interval(Estimate.undefined(NO_RECORDS), 0.0, 1.0, confidence, method, NO_RECORDS)
        return CountInterval(0, population, none)
    from scipy.stats import hypergeom

    tail = (1 - confidence) / 2
    fewest, most = successes, population - (trials - successes)
    # P(X >= x) grows and P(X <= x) falls with the population count, so each limit is one crossing.
    lower = _first(fewest, most, lambda k: hypergeom.sf(successes - 1, population, k, trials) > tail)
    steps_down = _first(0, most - lower, lambda step: hypergeom.cdf(successes, population, most - step, trials) > tail)
    upper = most - steps_down
    interval = Interval(Estimate(successes / trials), lower / population, upper / population, confidence, method)
    return CountInterval(lower, upper, interval)


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """The smallest number from low on for which `holds`, which stays true once it is; high if none below
    it.
    """
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


@dataclass(frozen=True, slots=True)
class UnsureBounds:
    """Precision without the unsure verdicts, and its worst and best case when they are counted against or
    for.
    """

    excluding: Estimate
    lower: float
    upper: float


def unsure_bounds(correct: int, incorrect: int, unsure: int) -> UnsureBounds:
    """The proportion correct without unsure verdicts, bounded by all of them incorrect and all of them
    correct.

    Source: Manski 1989, worst-case bounds.

    >>> bounds = unsure_bounds(468, 20, 12)
    >>> bounds.lower, bounds.upper
    (0.936, 0.96)
    """
    for name, count in (("correct", correct), ("incorrect", incorrect), ("unsure", unsure)):
        if count < 0 or count != int(count):
            raise ValueError(f"{name} must be a whole number of at least 0, not {count}")
    total = correct + incorrect + unsure
    excluding = ratio(correct, correct + incorrect, "no definite verdicts")
    if total == 0:
        return UnsureBounds(excluding, 0.0, 1.0)
    return UnsureBounds(excluding, correct / total, (correct + unsure) / total)
