"""How many records to audit: for a margin, for a plan without failures, for kappa, and how to share them
out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from auditor.statistics.estimates import check_confidence, normal_quantile


@dataclass(frozen=True, slots=True)
class SampleSize:
    """The whole number of records to audit and the unrounded value it comes from."""

    records: int
    unrounded: float


def sample_size_for_margin(
    p: float, margin: float, *, confidence: float = 0.95, population: int | None = None
) -> SampleSize:
    """The simple random sample whose normal interval has this half width; `unrounded` is for an infinite
    population.

    Source: Cochran 1977, section 4.4.

    >>> sample_size_for_margin(0.5, 0.05, population=10000).records
    370
    """
    if not 0 <= p <= 1 or not 0 < margin < 1:
        raise ValueError(f"a proportion in [0, 1] and a margin in (0, 1) are needed, not {p} and {margin}")
    infinite = normal_quantile(confidence) ** 2 * p * (1 - p) / margin**2
    if population is None:
        return SampleSize(math.ceil(infinite - 1e-9), infinite)
    if population < 1:
        raise ValueError(f"the population must hold a record, not {population}")
    finite = infinite / (1 + (infinite - 1) / population)
    return SampleSize(min(population, math.ceil(finite - 1e-9)), infinite)


def zero_failure_size(min_precision: float, *, confidence: float = 0.95, population: int | None = None) -> int:
    """The smallest sample that, all correct, shows a precision above `min_precision` at this confidence.

    In a finite population the tail is hypergeometric: no bad record drawn while floor(N(1 - p)) + 1 are bad.

    >>> zero_failure_size(0.95), zero_failure_size(0.95, population=500)
    (59, 54)
    """
    check_confidence(confidence)
    if not 0 < min_precision < 1:
        raise ValueError(f"the precision to show lies between 0 and 1, not {min_precision}")
    if population is None:
        return math.ceil(math.log(1 - confidence) / math.log(min_precision) - 1e-12)
    bad = math.floor(population * (1 - min_precision) + 1e-9) + 1
    chance, size = 1.0, 0
    while chance > (1 - confidence) * (1 + 1e-12) and size < population:
        chance *= max(0, population - bad - size) / (population - size)
        size += 1
    return size


def kappa_sample_size(kappa: float, prevalence: float, half_width: float, *, confidence: float = 0.95) -> SampleSize:
    """The doubly judged items needed for a kappa interval of this half width; `unrounded` is the unit
    variance.

    Two raters, two categories. Source: Bloch and Kraemer 1989.

    >>> kappa_sample_size(0.8, 0.95, 0.1).records
    768
    """
    if not 0 < prevalence < 1 or half_width <= 0 or not -1 <= kappa <= 1:
        raise ValueError(
            "kappa lies in [-1, 1], the prevalence between 0 and 1, and the half width above 0; "
            f"not {kappa}, {prevalence}, {half_width}"
        )
    unit = (1 - kappa) * ((1 - kappa) * (1 - 2 * kappa) + kappa * (2 - kappa) / (2 * prevalence * (1 - prevalence)))
    needed = (normal_quantile(confidence) / half_width) ** 2 * unit
    return SampleSize(math.ceil(needed - 1e-9), unit)


@dataclass(frozen=True, slots=True)
class Allocation:
    """Neyman's and the proportional shares of a sample over strata, unrounded, and the variance of each."""

    fractions: tuple[float, ...]
    neyman: tuple[float, ...]
    proportional: tuple[float, ...]
    variance_neyman: float
    variance_proportional: float


def neyman_allocation(populations: Sequence[int], guesses: Sequence[float], total: int) -> Allocation:
    """The allocation with the smallest variance for guessed precisions, which are used as they are.

    Source: Neyman 1934; Cochran 1977, chapter 5, without finite correction.

    >>> [round(n) for n in neyman_allocation([30000, 15000], [0.98, 0.9], 100).neyman]
    [48, 52]
    """
    if any(not 0 <= guess <= 1 for guess in guesses) or any(size < 0 for size in populations):
        raise ValueError("guessed precisions lie in [0, 1] and stratum sizes at 0 or above")
    everything = sum(populations)
    spreads = [n * math.sqrt(p * (1 - p)) for n, p in zip(populations, guesses, strict=True)]
    if not everything or not any(spreads):
        raise ValueError("Neyman allocation needs a stratum whose guessed precision lies strictly between 0 and 1")
    fractions = tuple(spread / math.fsum(spreads) for spread in spreads)
    neyman = tuple(total * fraction for fraction in fractions)
    proportional = tuple(total * size / everything for size in populations)
    variances = (
        math.fsum((s / everything) ** 2 / n for s, n in zip(spreads, sizes, strict=True) if s)
        for sizes in (neyman, proportional)
    )
    return Allocation(fractions, neyman, proportional, *variances)
