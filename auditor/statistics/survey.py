"""Other intervals for a stratified precision, for comparison with the score interval, and other survey
estimators.

They trust an estimated variance or add up single strata; where strata show no error they can be far too
narrow.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from auditor.statistics.estimates import (
    Estimate,
    Interval,
    check_confidence,
    check_counts,
    normal_quantile,
    undefined_interval,
)
from auditor.statistics.proportions import wilson_interval
from auditor.statistics.stratified import Stratum, gap, point, stratified_precision, weights


def _t_quantile(df: int, confidence: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(df, (1 + confidence) / 2))


def logit_interval(strata: Sequence[Stratum], *, confidence: float = 0.95, fpc: bool = True) -> Interval:
    """The t interval on the logit scale, undefined where the estimate is 0 or 1 or its variance 0.

    Source: Korn and Graubard 1999, section 3.2; as `xlogit` of survey software.
    """
    check_confidence(confidence)
    result = stratified_precision(strata, fpc=fpc)
    if result.effective_size.value is None:
        return undefined_interval(result.effective_size.reason, confidence=confidence, method="logit")
    p = result.precision.known
    half = _t_quantile(result.degrees_of_freedom, confidence) * result.standard_error.known / (p * (1 - p))
    centre = math.log(p / (1 - p))
    lower, upper = (1 / (1 + math.exp(-(centre + sign * half))) for sign in (-1, 1))
    return Interval(Estimate(p), lower, upper, confidence, "logit")


def korn_graubard_interval(strata: Sequence[Stratum], *, confidence: float = 0.95, fpc: bool = True) -> Interval:
    """The Clopper-Pearson interval at the effective sample size, corrected for degrees of freedom.

    Rests on the estimated variance: too narrow when a stratum shows no error. Source: Korn and Graubard 1998.
    """
    from scipy.special import betaincinv

    check_confidence(confidence)
    result = stratified_precision(strata, fpc=fpc)
    if result.effective_size.value is None:
        return undefined_interval(result.effective_size.reason, confidence=confidence, method="Korn-Graubard")
    audited = sum(stratum.audited for stratum in strata)
    quantiles = _t_quantile(audited - 1, confidence) / _t_quantile(result.degrees_of_freedom, confidence)
    p, size = result.precision.known, result.effective_size.known * quantiles**2
    tail = (1 - confidence) / 2
    lower = float(betaincinv(size * p, size * (1 - p) + 1, tail))
    upper = float(betaincinv(size * p + 1, size * (1 - p), 1 - tail))
    return Interval(Estimate(p), lower, upper, confidence, "Korn-Graubard")


def mover_interval(
    strata: Sequence[Stratum],
    single: Callable[..., Interval] = wilson_interval,
    *,
    confidence: float = 0.95,
) -> Interval:
    """Limits of the strata (by `single`, Wilson or Clopper-Pearson) squared and added, without finite
    correction.

    Source: Zou, Huang and Zhang 2009.
    """
    problem = gap(strata)
    if problem:
        return undefined_interval(problem, confidence=confidence, method="MOVER")
    p = point(strata)
    below = above = 0.0
    for weight, stratum in zip(weights(strata), strata, strict=True):
        if stratum.population:
            lower, upper = single(stratum.correct, stratum.audited, confidence=confidence).limits
            below += (weight * (stratum.precision - lower)) ** 2
            above += (weight * (upper - stratum.precision)) ** 2
    lower, upper = max(0.0, p - math.sqrt(below)), min(1.0, p + math.sqrt(above))
    return Interval(Estimate(p), lower, upper, confidence, "MOVER")


def stratified_wilson_interval(
    counts: Sequence[tuple[int, int]], shares: Sequence[float], *, confidence: float = 0.95
) -> Interval:
    """Weighted Wilson limits of (successes, trials) per stratum at a common, relaxed confidence level.

    Falls back to the full level when no stratum shows both outcomes. Source: Yan and Su 2010.
    """
    z = normal_quantile(confidence)
    for successes, trials in counts:
        check_counts(successes, trials)
    if any(not trials for _, trials in counts):
        return undefined_interval("a stratum has no audited record", confidence=confidence, method="stratified Wilson")
    spread = [w * math.sqrt(x * (n - x) / n**3) for (x, n), w in zip(counts, shares, strict=True)]
    relaxed = z * math.hypot(*spread) / math.fsum(spread) if any(spread) else z
    level = 2 * NormalDist().cdf(relaxed) - 1
    limits = [wilson_interval(x, n, confidence=level).limits for x, n in counts]
    lower, upper = (math.fsum(w * pair[side] for w, pair in zip(shares, limits, strict=True)) for side in (0, 1))
    p = math.fsum(w * x / n for (x, n), w in zip(counts, shares, strict=True))
    return Interval(Estimate(p), lower, upper, confidence, "stratified Wilson")


@dataclass(frozen=True, slots=True)
class MeanWithError:
    """A weighted mean and its linearised standard error."""

    estimate: Estimate
    standard_error: Estimate


def poststratified_precision(groups: Sequence[Stratum]) -> MeanWithError:
    """The precision of a simple random sample reweighted to known group sizes. Source: Cochran 1977, section
    5A.9.

    >>> groups = [Stratum("a", 60, 19, 18), Stratum("b", 40, 16, 12)]
    >>> round(poststratified_precision(groups).estimate.known, 4)
    0.8684
    """
    problem = gap(groups)
    if problem:
        return MeanWithError(Estimate.undefined(problem), Estimate.undefined(problem))
    total = sum(group.population for group in groups)
    audited = sum(group.audited for group in groups)
    if audited < 2:
        return MeanWithError(Estimate(point(groups)), Estimate.undefined("a single record has no spread"))
    squares = math.fsum(
        (group.population / group.audited) ** 2 * group.audited * group.precision * (1 - group.precision)
        for group in groups
        if group.population
    )
    variance = (1 - audited / total) * audited / (audited - 1) * squares / total**2
    return MeanWithError(Estimate(point(groups)), Estimate(math.sqrt(variance)))


def kish_effective_size(record_weights: Sequence[float]) -> Estimate:
    """The effective sample size (sum w)^2 / sum w^2 of unequal weights. Source: Kish 1965.

    >>> kish_effective_size([1, 1, 2]).known
    2.6666666666666665
    """
    if not record_weights or min(record_weights) < 0 or not any(record_weights):
        raise ValueError("weights must be at least 0, with one above 0")
    total = math.fsum(record_weights)
    return Estimate(total**2 / math.fsum(weight**2 for weight in record_weights))


def hajek_mean(values: Sequence[float], inclusion: Sequence[float]) -> tuple[Estimate, float]:
    """The weighted mean with weights 1 / inclusion probability, and the Horvitz-Thompson total.

    Source: Hajek 1971.

    >>> hajek_mean([1, 0], [0.5, 0.25])
    (Estimate(value=0.3333333333333333, reason=''), 2.0)
    """
    if any(not 0 < probability <= 1 for probability in inclusion):
        raise ValueError("an inclusion probability lies above 0 and at most at 1")
    total = math.fsum(value / probability for value, probability in zip(values, inclusion, strict=True))
    size = math.fsum(1 / probability for probability in inclusion)
    return (Estimate(total / size) if size else Estimate.undefined("no records")), total
