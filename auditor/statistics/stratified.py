"""Precision of a stratified audit: the weighted estimate, its score, gamma and Wald intervals, and worst-case
bounds.

Strata h have N_h records, of which n_h were audited and x_h found correct; W_h = N_h / N. Empty strata (N_h =
0) carry no weight. A non-empty stratum without audits leaves the whole undefined; nothing is renormalised
silently.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from auditor.statistics.estimates import (
    Estimate,
    Interval,
    bisect,
    check_confidence,
    check_counts,
    normal_quantile,
    two_sided,
    undefined_interval,
)
from auditor.statistics.proportions import CENSUS, equivalent_sample_size, wilson_interval

NO_ERROR_VARIANCE = "no stratum shows both correct and incorrect records, so the estimated variance is 0"


@dataclass(frozen=True, slots=True)
class Stratum:
    """One stratum: its name, its size N, and how many of its records were audited and found correct."""

    name: str
    population: int
    audited: int
    correct: int

    def __post_init__(self) -> None:
        """Refuse counts that cannot be."""
        try:
            check_counts(self.correct, self.audited, self.population)
        except ValueError as error:
            raise ValueError(f"stratum {self.name!r}: {error}") from error

    @property
    def precision(self) -> float:
        """The share correct among the audited; needs at least one audit."""
        return self.correct / self.audited

    def inverted(self) -> Stratum:
        """The same stratum with errors counted instead of correct records."""
        return Stratum(self.name, self.population, self.audited, self.audited - self.correct)


@dataclass(frozen=True, slots=True)
class StratifiedEstimate:
    """The weighted precision with standard error, degrees of freedom (n - H), effective sample size and
    design effect.

    `variance_shares` holds each stratum's share of the estimated variance, in the order given.
    """

    precision: Estimate
    standard_error: Estimate
    degrees_of_freedom: int
    effective_size: Estimate
    design_effect: Estimate
    variance_shares: tuple[Estimate, ...]


def gap(strata: Sequence[Stratum]) -> str:
    """Why the overall precision is not defined, in words; empty when it is."""
    filled = [stratum for stratum in strata if stratum.population]
    if not any(stratum.audited for stratum in filled):
        return "no records audited"
    missing = [stratum.name for stratum in filled if not stratum.audited]
    if not missing:
        return ""
    if len(missing) == 1:
        return f"stratum {missing[0]} has no audited record"
    return f"strata {', '.join(missing)} have no audited record"


def weights(strata: Sequence[Stratum]) -> list[float]:
    """The population shares W_h; ValueError when there is no record at all."""
    total = sum(stratum.population for stratum in strata)
    if total == 0:
        raise ValueError("there is no stratum with records")
    return [stratum.population / total for stratum in strata]


def point(strata: Sequence[Stratum]) -> float:
    """The weighted precision of strata that all have audits."""
    shares = weights(strata)
    return math.fsum(w * s.precision for w, s in zip(shares, strata, strict=True) if s.population)


def stratified_precision(strata: Sequence[Stratum], *, fpc: bool = True) -> StratifiedEstimate:
    """The precision of the whole population from a stratified sample, with its design-based standard error.

    `fpc` applies the finite population correction 1 - n_h / N_h. Source: Cochran 1977, chapter 5.

    >>> result = stratified_precision([Stratum("low", 1000, 50, 40), Stratum("high", 3000, 50, 49)])
    >>> round(result.precision.known, 4)
    0.935
    """
    audited = sum(stratum.audited for stratum in strata)
    filled = sum(1 for stratum in strata if stratum.population)
    df = audited - filled
    problem = gap(strata)
    if problem:
        none = Estimate.undefined(problem)
        return StratifiedEstimate(none, none, max(df, 0), none, none, (none,) * len(strata))
    p = point(strata)
    parts = variance_parts(strata, fpc=fpc)
    lonely = [s.name for s, part in zip(strata, parts, strict=True) if part is None]
    if lonely:
        reason = f"stratum {', '.join(lonely)} has a single audited record, so its variance is not defined"
        none = Estimate.undefined(reason)
        return StratifiedEstimate(Estimate(p), none, df, none, none, (none,) * len(strata))
    known = [part for part in parts if part is not None]
    variance = math.fsum(known)
    if variance == 0:
        none = Estimate.undefined(NO_ERROR_VARIANCE)
        return StratifiedEstimate(Estimate(p), Estimate(0.0), df, none, none, (none,) * len(strata))
    n_eff = p * (1 - p) / variance
    shares = tuple(Estimate(part / variance) for part in known)
    return StratifiedEstimate(
        Estimate(p), Estimate(math.sqrt(variance)), df, Estimate(n_eff), Estimate(audited / n_eff), shares
    )


def variance_parts(strata: Sequence[Stratum], *, fpc: bool) -> list[float | None]:
    """Each stratum's part W_h^2 (1 - f_h) p_h (1 - p_h) / (n_h - 1) of the variance; None for a single
    audit.
    """
    parts: list[float | None] = []
    for weight, stratum in zip(weights(strata), strata, strict=True):
        if stratum.population == 0 or (fpc and stratum.audited == stratum.population):
            parts.append(0.0)
        elif stratum.audited < 2:
            parts.append(None)
        else:
            left = 1 - stratum.audited / stratum.population if fpc else 1.0
            p = stratum.precision
            parts.append(weight**2 * left * p * (1 - p) / (stratum.audited - 1))
    return parts


def uncertainty_shares(
    strata: Sequence[Stratum], *, confidence: float = 0.95, fpc: bool = True
) -> tuple[Estimate, ...]:
    """How much of what is not known of the whole lies in each stratum, in the order given; undefined with a gap.

    Each counts by the squares of the two arms of its own Wilson interval times its weight: the parts of which Zou 2009
    builds the interval of a weighted sum. The estimated variance gives 0 to a stratum in which all were correct or all
    wrong, however few were audited, as if nothing there could be unlike what was seen; here only a census gives 0.

    >>> shares = uncertainty_shares([Stratum("a", 6000, 30, 30), Stratum("b", 4000, 70, 63)])
    >>> [round(share.known, 2) for share in shares]
    [0.73, 0.27]
    """
    if problem := gap(strata):
        return (Estimate.undefined(problem),) * len(strata)
    arms = [_arms(stratum, confidence=confidence, fpc=fpc) for stratum in strata]
    parts = [weight**2 * arm for weight, arm in zip(weights(strata), arms, strict=True)]
    total = math.fsum(parts)
    if not total:
        return (Estimate.undefined(CENSUS),) * len(strata)
    return tuple(Estimate(part / total) for part in parts)


def _arms(stratum: Stratum, *, confidence: float, fpc: bool) -> float:
    """The squares of both arms of a stratum's Wilson interval, together; 0 for one without records."""
    if not stratum.population:
        return 0.0
    interval = wilson_interval(
        stratum.correct, stratum.audited, confidence=confidence, population=stratum.population if fpc else None
    )
    lower, upper = interval.limits
    return (interval.estimate.known - lower) ** 2 + (upper - interval.estimate.known) ** 2


def stratified_score_interval(strata: Sequence[Stratum], *, confidence: float = 0.95, fpc: bool = True) -> Interval:
    """The score interval of the weighted precision: all values that a score test does not reject. The
    default.

    With one stratum it is Wilson's interval. All-correct, all-wrong and singleton strata need no special
    case, a census stratum adds no width. Source: Martin Andres, Alvarez Hernandez and Herranz Tejedor 2011.

    >>> interval = stratified_score_interval([Stratum("a", 40000, 84, 84), Stratum("b", 8000, 84, 84)])
    >>> round(interval.lower, 4), interval.upper
    (0.9636, 1.0)
    """
    z = normal_quantile(confidence)
    problem = gap(strata)
    if problem:
        return undefined_interval(problem, confidence=confidence, method="stratified score")
    p = point(strata)
    if fpc and all(stratum.audited == stratum.population for stratum in strata):
        return Interval(Estimate(p), p, p, confidence, "stratified score", CENSUS)
    lower = score_lower_limit(strata, z, fpc=fpc)
    upper = 1 - score_lower_limit([stratum.inverted() for stratum in strata], z, fpc=fpc)
    return Interval(Estimate(p), min(lower, p), max(upper, p), confidence, "stratified score")


def score_lower_bound(strata: Sequence[Stratum], *, confidence: float = 0.95, fpc: bool = True) -> Estimate:
    """The one-sided lower bound "at least this share is correct", from the same score test (z = 1.645 at
    95%).

    >>> round(score_lower_bound([Stratum("a", 40000, 84, 84)]).known, 4)
    0.9689
    """
    interval = stratified_score_interval(strata, confidence=two_sided(confidence), fpc=fpc)
    return Estimate.undefined(interval.reason) if interval.lower is None else Estimate(interval.lower)


def score_lower_limit(strata: Sequence[Stratum], z: float, *, fpc: bool) -> float:
    """The lower score limit, by bisection over the logarithm of the Lagrange multiplier."""
    fixed = 0.0
    terms: list[tuple[float, float, float]] = []
    for weight, stratum in zip(weights(strata), strata, strict=True):
        if stratum.population == 0:
            continue
        size = equivalent_sample_size(stratum.audited, stratum.population if fpc else None)
        if math.isinf(size):
            fixed += weight * stratum.precision
        elif stratum.correct:
            terms.append((weight, size, stratum.precision))
    if not terms:  # what is not a census shows no correct record: nothing keeps its share above 0
        return fixed

    def inside(log_multiplier: float) -> bool:
        multiplier = math.exp(log_multiplier)
        score = math.fsum(w * w * (q := _constrained(w, n, p, multiplier)) * (1 - q) / n for w, n, p in terms)
        return multiplier**2 * score < z * z

    multiplier = math.exp(bisect(inside, -30.0, 90.0))
    return fixed + math.fsum(w * _constrained(w, n, p, multiplier) for w, n, p in terms)


def _constrained(weight: float, size: float, precision: float, multiplier: float) -> float:
    """The constrained maximum likelihood precision of one stratum at this multiplier, by the stable root."""
    pull = multiplier * weight
    # (n - LW)^2 + 4 n LW (1 - p) is the same discriminant without cancellation.
    root = math.sqrt((size - pull) ** 2 + 4 * size * pull * (1 - precision))
    return min(1.0, 2 * size * precision / (size + pull + root))


def gamma_interval(strata: Sequence[Stratum], *, confidence: float = 0.95) -> Interval:
    """The conservative interval: Fay-Feuer gamma limits on the weighted number of errors, without finite
    correction.

    Source: Fay and Feuer 1997.

    >>> interval = gamma_interval([Stratum("a", 40000, 84, 84), Stratum("b", 8000, 84, 84)])
    >>> round(interval.lower, 4)
    0.9634
    """
    from scipy.special import gammaincinv

    check_confidence(confidence)
    method = "Fay-Feuer gamma"
    problem = gap(strata)
    if problem:
        return undefined_interval(problem, confidence=confidence, method=method)
    tail = (1 - confidence) / 2
    factors = [
        (weight / s.audited, s.audited - s.correct)
        for weight, s in zip(weights(strata), strata, strict=True)
        if s.population
    ]
    errors = math.fsum(factor * count for factor, count in factors)
    variance = math.fsum(factor**2 * count for factor, count in factors)
    largest = max(factor for factor, _ in factors)
    # A chi-square quantile with 2a degrees of freedom is twice the gamma quantile of shape a.
    few = variance / errors * float(gammaincinv(errors**2 / variance, tail)) if errors else 0.0
    more, spread = errors + largest, variance + largest**2
    many = spread / more * float(gammaincinv(more**2 / spread, 1 - tail))
    p = point(strata)
    return Interval(Estimate(p), max(0.0, 1 - many), min(1.0, 1 - few), confidence, method)


def wald_interval(
    strata: Sequence[Stratum], *, confidence: float = 0.95, fpc: bool = True, student: bool = False
) -> Interval:
    """The symmetric normal (or Student t with n - H degrees) interval, for comparison only: it believes in no
    errors where the sample showed none. Limits are not clipped to [0, 1], so that published ones can be
    recognised.

    >>> interval = wald_interval([Stratum("a", 40000, 84, 84), Stratum("b", 8000, 84, 84)])
    >>> interval.lower, interval.upper
    (1.0, 1.0)
    """
    check_confidence(confidence)
    method = "Wald t" if student else "Wald z"
    result = stratified_precision(strata, fpc=fpc)
    if result.standard_error.value is None:
        reason = result.standard_error.reason
        return Interval(result.precision, None, None, confidence, method, reason)
    if student and result.degrees_of_freedom < 1:
        reason = "fewer audited records than strata leave no degrees of freedom"
        return Interval(result.precision, None, None, confidence, method, reason)
    quantile = normal_quantile(confidence)
    if student:
        from scipy.special import stdtrit

        quantile = float(stdtrit(result.degrees_of_freedom, (1 + confidence) / 2))
    half = quantile * result.standard_error.known
    p = result.precision.known
    return Interval(result.precision, p - half, p + half, confidence, method)


def unaudited_bounds(strata: Sequence[Stratum]) -> tuple[float, float]:
    """Worst and best case of the overall precision when strata without audits are all wrong or all correct.

    >>> unaudited_bounds([Stratum("a", 1000, 100, 95), Stratum("b", 500, 0, 0)])
    (0.6333333333333333, 0.9666666666666666)
    """
    shares = list(zip(weights(strata), strata, strict=True))
    audited = math.fsum(w * s.precision for w, s in shares if s.audited)
    unknown = math.fsum(w for w, s in shares if not s.audited and s.population)
    return audited, min(1.0, audited + unknown)
