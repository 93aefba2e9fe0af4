"""Cutting at a score: precision, recall and false positive rate of a cut, guarantees for it, and
calibration.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from auditor.statistics.estimates import Estimate, Interval, ratio, undefined_interval
from auditor.statistics.stratified import Stratum, gap, stratified_score_interval

NO_POSITIVES = "no positive record was found in any band"


@dataclass(frozen=True, slots=True)
class Band:
    """One audited band of scores (`stratum.correct` counts its positive records) and whether the cut keeps
    it.
    """

    stratum: Stratum
    kept: bool


@dataclass(frozen=True, slots=True)
class RatioEstimate:
    """A ratio of weighted totals and its linearised standard error."""

    estimate: Estimate
    standard_error: Estimate


@dataclass(frozen=True, slots=True)
class CutMetrics:
    """Precision, recall and false positive rate of a cut, and the known share of records it keeps."""

    precision: RatioEstimate
    recall: RatioEstimate
    false_positive_rate: RatioEstimate
    coverage: Estimate


def cut_metrics(bands: Sequence[Band]) -> CutMetrics:
    """What a cut keeps and loses, weighted by band sizes, with finite population correction.

    Source: ratio estimation by linearisation, Cochran 1977, section 6.11.

    >>> bands = [Band(Stratum("high", 100, 20, 19), True), Band(Stratum("low", 300, 20, 2), False)]
    >>> round(cut_metrics(bands).recall.estimate.known, 3)
    0.76
    """
    problem = gap([band.stratum for band in bands])
    kept = sum(band.stratum.population for band in bands if band.kept)
    total = sum(band.stratum.population for band in bands)
    if problem:
        none = RatioEstimate(Estimate.undefined(problem), Estimate.undefined(problem))
        return CutMetrics(none, none, none, ratio(kept, total, "there is no record"))
    return CutMetrics(
        _ratio(bands, (True, False), (True, True), "the cut keeps no record"),
        _ratio(bands, (True, False), (None, True), NO_POSITIVES),
        _ratio(bands, (False, True), (None, False), "no negative record was found in any band"),
        ratio(kept, total, "there is no record"),
    )


def _ratio(
    bands: Sequence[Band],
    numerator: tuple[bool, bool],
    denominator: tuple[bool | None, bool],
    reason: str,
) -> RatioEstimate:
    """A ratio of totals: numerator counts kept records of one truth; see `_scores` for the denominator."""
    top = bottom = 0.0
    for band in bands:
        for truth, count in _truths(band.stratum):
            weight = band.stratum.population / band.stratum.audited * count if count else 0.0
            above, below = _scores(truth, band.kept, numerator, denominator)
            top += weight * above
            bottom += weight * below
    if not bottom:
        return RatioEstimate(Estimate.undefined(reason), Estimate.undefined(reason))
    quotient = top / bottom
    variance = 0.0
    for band in bands:
        residuals = []
        for truth, count in _truths(band.stratum):
            above, below = _scores(truth, band.kept, numerator, denominator)
            residuals.append((count, (above - quotient * below) / bottom))
        part = _band_variance(band.stratum, residuals)
        if part is None:
            lonely = Estimate.undefined(f"band {band.stratum.name} has a single audited record")
            return RatioEstimate(Estimate(quotient), lonely)
        variance += part
    return RatioEstimate(Estimate(quotient), Estimate(math.sqrt(variance)))


def _truths(stratum: Stratum) -> tuple[tuple[bool, int], tuple[bool, int]]:
    return (True, stratum.correct), (False, stratum.audited - stratum.correct)


def _scores(
    truth: bool,  # noqa: FBT001 - a data value, not a switch
    kept: bool,  # noqa: FBT001 - a data value, not a switch
    numerator: tuple[bool, bool],
    denominator: tuple[bool | None, bool],
) -> tuple[float, float]:
    """What one record adds to numerator and denominator.

    Precision divides kept positives by everything kept; recall by all positives; the false positive rate
    divides kept negatives by all negatives.
    """
    above = float(kept and truth is numerator[0])
    below = float(kept) if denominator[0] else float(truth is denominator[1])
    return above, below


def _band_variance(stratum: Stratum, residuals: Sequence[tuple[int, float]]) -> float | None:
    if stratum.population in {0, stratum.audited}:
        return 0.0
    if stratum.audited < 2:
        return None
    mean = math.fsum(count * value for count, value in residuals) / stratum.audited
    spread = math.fsum(count * (value - mean) ** 2 for count, value in residuals) / (stratum.audited - 1)
    share = stratum.audited / stratum.population
    return stratum.population**2 * (1 - share) * spread / stratum.audited


def recall_interval(bands: Sequence[Band], *, confidence: float = 0.95, fpc: bool = True) -> Interval:
    """Recall of a cut with an interval that stays honest when misses are rare in a thinly audited rejected
    set.

    Source: MOVER-R, Donner and Zou 2012, on score limits of the kept and the missed positives.
    """
    method = "MOVER-R"
    problem = gap([band.stratum for band in bands])
    if problem:
        return undefined_interval(problem, confidence=confidence, method=method)
    kept = _mass(bands, kept=True, confidence=confidence, fpc=fpc)
    missed = _mass(bands, kept=False, confidence=confidence, fpc=fpc)
    if kept[0] + missed[0] == 0:
        return undefined_interval(NO_POSITIVES, confidence=confidence, method=method)
    estimate = Estimate(kept[0] / (kept[0] + missed[0]))
    a, low_a, high_a = kept
    b, low_b, high_b = missed
    if high_a >= 2 * a:  # the ratio's denominator may be 0: take the corners of a box that holds both masses
        sharp = (1 + confidence) / 2
        _, low_a, high_a = _mass(bands, kept=True, confidence=sharp, fpc=fpc)
        _, low_b, high_b = _mass(bands, kept=False, confidence=sharp, fpc=fpc)
        lower = low_a / (low_a + high_b) if low_a + high_b else 0.0
        upper = high_a / (high_a + low_b) if high_a + low_b else 1.0
        return Interval(estimate, lower, upper, confidence, method, "limits of the kept mass are wide")
    cross = (a * b) ** 2
    least = (a * b - _root(cross - low_b * (2 * b - low_b) * high_a * (2 * a - high_a))) / (high_a * (2 * a - high_a))
    # A lower limit of 0 leaves nothing to divide by; then any missed share is possible.
    narrow = low_a * (2 * a - low_a)
    most = math.inf
    if narrow > 0:
        most = (a * b + _root(cross - high_b * (2 * b - high_b) * narrow)) / narrow
    return Interval(estimate, 1 / (1 + most), 1 / (1 + max(0.0, least)), confidence, method)


def _root(value: float) -> float:
    return math.sqrt(max(0.0, value))


def _mass(bands: Sequence[Band], *, kept: bool, confidence: float, fpc: bool) -> tuple[float, float, float]:
    """The estimated number of positives on one side of the cut, with its score limits."""
    strata = [band.stratum for band in bands if band.kept is kept and band.stratum.population]
    if not strata:
        return 0.0, 0.0, 0.0
    total = sum(stratum.population for stratum in strata)
    interval = stratified_score_interval(strata, confidence=confidence, fpc=fpc)
    lower, upper = interval.limits
    return interval.estimate.known * total, lower * total, upper * total


@dataclass(frozen=True, slots=True)
class CutGuarantee:
    """p-values of cuts from the strictest to the loosest, and the last cut (1-based, 0 = none) each rule
    certifies.
    """

    p_values: tuple[float, ...]
    fixed_sequence: int
    bonferroni: int
    holm: int


def cut_guarantee(kept: Sequence[int], errors: Sequence[int], *, target: float, delta: float = 0.05) -> CutGuarantee:
    """Which cuts have a precision above the target, with a chance of at most `delta` that any claim is wrong.

    `kept` and `errors` are nested counts of one simple random sample, strictest cut first. Sources:
    Angelopoulos et al. 2021 (Learn then Test); Holm 1979.

    >>> cut_guarantee([80, 150, 220], [0, 1, 30], target=0.95).fixed_sequence
    2
    """
    from scipy.special import bdtr

    if not 0 < target < 1 or not 0 < delta < 1:
        raise ValueError(f"target and delta lie between 0 and 1, not {target} and {delta}")
    if any(not 0 <= wrong <= size for size, wrong in zip(kept, errors, strict=True)):
        raise ValueError("errors of a cut lie between 0 and the records it keeps")
    values = tuple(
        float(bdtr(wrong, size, 1 - target)) if size else 1.0 for size, wrong in zip(kept, errors, strict=True)
    )
    certified = 0
    while certified < len(values) and values[certified] <= delta:
        certified += 1
    bonferroni = [cut for cut, value in enumerate(values, 1) if value <= delta / len(values)]
    return CutGuarantee(values, certified, max(bonferroni, default=0), max(_holm(values, delta), default=0))


def _holm(values: Sequence[float], delta: float) -> list[int]:
    rejected: list[int] = []
    for step, (value, cut) in enumerate(sorted((value, cut) for cut, value in enumerate(values, 1))):
        if value > delta / (len(values) - step):
            break
        rejected.append(cut)
    return rejected


def isotonic_fit(outcomes: Sequence[float], weights: Sequence[float] | None = None) -> list[float]:
    """The rising step function closest to the outcomes, which are ordered by score; pools adjacent violators.

    Source: Ayer et al. 1955.

    >>> isotonic_fit([0, 1, 0, 1])
    [0.0, 0.5, 0.5, 1.0]
    """
    given = [1.0] * len(outcomes) if weights is None else list(weights)
    blocks: list[tuple[float, float, int]] = []
    for value, weight in zip(outcomes, given, strict=True):
        mean, mass, count = float(value), weight, 1
        while blocks and blocks[-1][0] >= mean:
            earlier, earlier_mass, earlier_count = blocks.pop()
            mean = (earlier * earlier_mass + mean * mass) / (earlier_mass + mass)
            mass, count = mass + earlier_mass, count + earlier_count
        blocks.append((mean, mass, count))
    return [mean for mean, _, count in blocks for _ in range(count)]


def logistic_fit(
    scores: Sequence[float], outcomes: Sequence[int], weights: Sequence[float]
) -> tuple[Estimate, Estimate]:
    """Intercept and slope of a weighted logistic regression by Newton's method; undefined when it has no
    finite fit.

    >>> intercept, slope = logistic_fit([0, 0, 1, 1], [0, 1, 1, 1], [1, 1, 1, 1])
    >>> slope.reason
    'the outcomes can be separated by the score, so no finite curve fits best'
    """
    import numpy as np

    x, y, w = np.asarray(scores, float), np.asarray(outcomes, float), np.asarray(weights, float)
    design = np.column_stack([np.ones_like(x), x])
    beta = np.zeros(2)
    for _ in range(60):
        fitted = 1 / (1 + np.exp(-np.clip(design @ beta, -500, 500)))
        information = design.T @ (design * (w * fitted * (1 - fitted))[:, None])
        if np.linalg.cond(information) > 1e12:
            break
        step = np.linalg.solve(information, design.T @ (w * (y - fitted)))
        beta = beta + step
        if np.abs(step).max() < 1e-12 * max(1.0, float(np.abs(beta).max())):
            return Estimate(float(beta[0])), Estimate(float(beta[1]))
    none = Estimate.undefined("the outcomes can be separated by the score, so no finite curve fits best")
    return none, none
