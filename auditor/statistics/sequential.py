"""Audits that may be looked at while they run: a confidence sequence and a betting test, valid at any
stop.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from auditor.statistics.estimates import check_counts


def ppr_confidence_sequence(
    correct: int, audited: int, population: int, *, alpha: float = 0.05, prior: tuple[float, float] = (1, 1)
) -> tuple[int, int]:
    """The fewest and the most correct records of a population that one random permutation has not yet ruled
    out.

    Valid at every look. Source: Waudby-Smith and Ramdas 2020, prior-posterior ratio with a beta-binomial
    prior.

    >>> ppr_confidence_sequence(95, 100, 1000)
    (846, 991)
    """
    import numpy as np
    from scipy.special import betaln, gammaln

    check_counts(correct, audited, population)
    a, b = prior
    wrong, left = audited - correct, population - audited

    def log_mass(k: np.ndarray, size: int, alpha_: float, beta_: float) -> np.ndarray:
        choose = gammaln(size + 1) - gammaln(k + 1) - gammaln(size - k + 1)
        return np.asarray(choose + betaln(k + alpha_, size - k + beta_) - betaln(alpha_, beta_))

    counts = np.arange(correct, population - wrong + 1, dtype=float)
    prior_mass = log_mass(counts, population, a, b)
    posterior_mass = log_mass(counts - correct, left, a + correct, b + wrong)
    inside = np.flatnonzero(prior_mass - posterior_mass < math.log(1 / alpha))
    return int(counts[inside[0]]), int(counts[inside[-1]])


@dataclass(frozen=True, slots=True)
class Capital:
    """What a bettor against the hypothesis holds after the last record, and the most ever held; starts at
    1.
    """

    final: float
    largest: float


def betting_capital(outcomes: Sequence[int], theta0: float, *, population: int | None = None) -> Capital:
    """The mean capital over 40 constant bets against "the precision is at most theta0".

    Reject at level alpha once the largest capital reaches 1 / alpha. A population makes the draw one without
    replacement. Source: Waudby-Smith and Ramdas 2024.

    >>> round(betting_capital([1] * 60, 0.95).final, 3)
    6.735
    """
    import numpy as np

    if not 0 < theta0 < 1:
        raise ValueError(f"the precision to test lies between 0 and 1, not {theta0}")
    if population is not None and len(outcomes) > population:
        raise ValueError(f"{len(outcomes)} records cannot be drawn from {population}")
    bets = np.linspace(0.02, 0.98, 40) / theta0
    capital = np.ones(40)
    final = largest = 1.0
    seen = 0
    for index, outcome in enumerate(outcomes):
        mean = theta0 if population is None else (population * theta0 - seen) / (population - index)
        if mean <= 0:  # more correct records seen than the hypothesis allows: it is ruled out
            return Capital(math.inf, math.inf)
        capital = capital * (1 + np.minimum(bets, 0.98 / mean) * (outcome - mean))
        seen += outcome
        final = float(capital.mean())
        largest = max(largest, final)
    return Capital(final, largest)
