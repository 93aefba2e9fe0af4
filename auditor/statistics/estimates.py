"""Results of the statistics: a number or the reason why there is none, and an interval around it.

Nothing in this package returns nan: an undefined quantity is an `Estimate` without a value and with a reason.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist


@dataclass(frozen=True, slots=True)
class Estimate:
    """A finite number, or no number and the reason in words.

    >>> Estimate(0.25).known
    0.25
    >>> Estimate.undefined("no records audited")
    Estimate(value=None, reason='no records audited')
    """

    value: float | None
    reason: str = ""

    def __post_init__(self) -> None:
        """Refuse nan, infinity and an unexplained gap."""
        if self.value is None and not self.reason:
            raise ValueError("an undefined estimate needs its reason")
        if self.value is not None and not math.isfinite(self.value):
            raise ValueError(f"an estimate is a finite number or undefined with a reason, not {self.value}")

    @classmethod
    def undefined(cls, reason: str) -> Estimate:
        """An estimate without a value, for this reason."""
        return cls(None, reason)

    @property
    def known(self) -> float:
        """The value; ValueError with the reason where there is none."""
        if self.value is None:
            raise ValueError(self.reason)
        return self.value


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its limits at one confidence level; limits may be None, `reason` then says why.

    `method` names the construction; `reason` may also qualify limits that are there ("complete census").
    """

    estimate: Estimate
    lower: float | None
    upper: float | None
    confidence: float
    method: str
    reason: str = ""

    @property
    def limits(self) -> tuple[float, float]:
        """Both limits; ValueError with the reason where there are none."""
        if self.lower is None or self.upper is None:
            raise ValueError(self.reason or self.estimate.reason)
        return self.lower, self.upper


def undefined_interval(reason: str, *, confidence: float, method: str) -> Interval:
    """An interval without estimate and limits, for this reason."""
    return Interval(Estimate.undefined(reason), None, None, confidence, method, reason)


def ratio(numerator: float, denominator: float, reason: str) -> Estimate:
    """The quotient, or undefined for this reason when the denominator is 0."""
    return Estimate(numerator / denominator) if denominator else Estimate.undefined(reason)


def check_confidence(confidence: float) -> None:
    """Raise ValueError unless the confidence level lies strictly between 0 and 1."""
    if not 0 < confidence < 1:
        raise ValueError(f"the confidence level must lie between 0 and 1 (0.95 for 95%), not {confidence}")


def check_counts(successes: int, trials: int, population: int | None = None) -> None:
    """Raise ValueError unless 0 <= successes <= trials <= population, all whole numbers."""
    for name, count in (("successes", successes), ("trials", trials), ("population", population)):
        if count is not None and (not math.isfinite(count) or count < 0 or count != int(count)):
            raise ValueError(f"{name} must be a whole number of at least 0, not {count}")
    if successes > trials:
        raise ValueError(f"successes ({successes}) cannot exceed trials ({trials})")
    if population is not None and trials > population:
        raise ValueError(f"trials ({trials}) cannot exceed the population ({population})")


def normal_quantile(confidence: float) -> float:
    """The two-sided standard normal quantile z, 1.96 at 0.95.

    >>> round(normal_quantile(0.95), 4)
    1.96
    """
    check_confidence(confidence)
    return NormalDist().inv_cdf((1 + confidence) / 2)


def two_sided(one_sided_confidence: float) -> float:
    """The confidence of the two-sided interval whose one limit is this one-sided bound: 0.90 for 0.95."""
    check_confidence(one_sided_confidence)
    if one_sided_confidence <= 0.5:
        raise ValueError(f"a one-sided bound needs a confidence above 0.5, not {one_sided_confidence}")
    return 2 * one_sided_confidence - 1


def bisect(is_left: Callable[[float], bool], left: float, right: float) -> float:
    """The point between left and right where `is_left` turns from true to false, to the last bit of a
    float.
    """
    for _ in range(300):
        middle = (left + right) / 2
        if middle in (left, right):
            break
        if is_left(middle):
            left = middle
        else:
            right = middle
    return (left + right) / 2
