"""Intervals by resampling items with a stored seed, for coefficients that have no better interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.statistics.agreement import Table, check_table, cohen_kappa
from auditor.statistics.estimates import Estimate, Interval, check_confidence

METHOD = "item bootstrap"
FEWEST_DISAGREEMENTS = 5


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """A percentile interval, how many resamples were drawn and how many of them were undefined and left
    out.
    """

    interval: Interval
    resamples: int
    undefined: int


def kappa_bootstrap(table: Table, *, confidence: float = 0.95, resamples: int = 2000, seed: int = 1) -> Bootstrap:
    """Cohen's kappa with the percentile interval over resampled items; none below five disagreements.

    Source: Efron 1979, with the undefined resamples dropped and counted.

    >>> result = kappa_bootstrap([[40, 6, 4], [4, 25, 1], [4, 2, 21]])
    >>> result.interval.lower < result.interval.estimate.known < result.interval.upper
    True
    """
    total = check_table(table)
    check_confidence(confidence)
    kappa = cohen_kappa(table).kappa
    if kappa.value is None:
        return Bootstrap(Interval(kappa, None, None, confidence, METHOD, kappa.reason), 0, 0)
    disagreements = total - sum(table[k][k] for k in range(len(table)))
    if disagreements < FEWEST_DISAGREEMENTS:
        reason = f"only {disagreements} disagreements: resampling needs at least {FEWEST_DISAGREEMENTS}"
        return Bootstrap(Interval(kappa, None, None, confidence, METHOD, reason), 0, 0)
    values = _resampled(table, total, resamples, seed)
    tail = (1 - confidence) / 2
    lower, upper = _quantiles(values, (tail, 1 - tail))
    interval = Interval(Estimate(kappa.value), lower, upper, confidence, METHOD)
    return Bootstrap(interval, resamples, resamples - len(values))


def _resampled(table: Table, total: int, resamples: int, seed: int) -> list[float]:
    import numpy as np

    size = len(table)
    cells = np.array(table, dtype=float).ravel() / total
    counts = np.random.default_rng(seed).multinomial(total, cells, size=resamples)
    draws = counts.reshape(resamples, size, size) / total
    observed = np.einsum("rkk->r", draws)
    expected = np.einsum("rk,rk->r", draws.sum(axis=2), draws.sum(axis=1))
    defined = expected < 1 - 1e-12
    kappas = (observed[defined] - expected[defined]) / (1 - expected[defined])
    return [float(value) for value in kappas]


def _quantiles(values: Sequence[float], shares: tuple[float, float]) -> tuple[float, float]:
    import numpy as np

    lower, upper = np.quantile(values, shares)
    return float(lower), float(upper)
