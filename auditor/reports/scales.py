"""Axes of pictures: where they begin and end, where their ticks stand, and where a value lies on them."""

from __future__ import annotations

import math
from dataclasses import dataclass

#: Steps between ticks that a reader counts in without effort, times a power of ten.
STEPS = (1, 2, 4, 5)

#: Below this width an axis would be all rounding; it then shows this much around the one value.
TINY, AROUND = 1e-6, 0.02


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from `start` to `end`, both of them ticks."""

    start: float
    end: float
    ticks: tuple[float, ...]

    def at(self, value: float, first: float, last: float) -> float:
        """Where a value lies when the axis runs from `first` to `last`; what is beyond an end stands at that end.

        >>> Axis(0.8, 1.0, (0.8, 1.0)).at(0.9, 0, 100)
        50.0
        """
        share = (value - self.start) / (self.end - self.start)
        return round(first + (last - first) * min(1.0, max(0.0, share)), 2)


def axis_for(
    lower: float, upper: float, *, within: tuple[float, float] = (-math.inf, math.inf), ticks: int = 5, pad: float = 0.5
) -> Axis:
    """An axis of at most `ticks` steps around lower and upper, with `pad` times their distance free at each side.

    It stays `within` two ends, which must themselves be round; both of its own ends are ticks.

    >>> axis_for(0.88986, 0.96264, within=(0, 1)).ticks
    (0.84, 0.88, 0.92, 0.96, 1.0)
    """
    least, most = within
    margin = pad * (upper - lower)
    first, last = max(least, lower - margin), min(most, upper + margin)
    if last - first < TINY:
        around = AROUND * max(abs(upper), 1.0)
        first, last = max(least, first - around), min(most, last + around)
    for step in _steps(first, last):
        low, high = math.floor(first / step + 1e-9), math.ceil(last / step - 1e-9)
        if high - low <= ticks and least - 1e-9 <= low * step and high * step <= most + 1e-9:
            break
    return Axis(*_ends(low, high, step), tuple(_rounded(at * step) for at in range(low, high + 1)))


def count_axis(most: int, *, ticks: int = 4) -> Axis:
    """An axis of whole numbers from 0 to at least `most`, for bars.

    >>> count_axis(13).ticks
    (0.0, 4.0, 8.0, 12.0, 16.0)
    """
    axis = axis_for(0, max(1, most), within=(0, math.inf), ticks=ticks, pad=0)
    if any(tick != int(tick) for tick in axis.ticks):
        return Axis(0.0, float(max(1, most)), tuple(float(at) for at in range(max(1, most) + 1)))
    return axis


def _steps(first: float, last: float) -> list[float]:
    power = math.floor(math.log10(last - first)) - 1
    return [step * 10.0**more for more in range(power, power + 4) for step in STEPS]


def _ends(low: int, high: int, step: float) -> tuple[float, float]:
    return _rounded(low * step), _rounded(high * step)


def _rounded(value: float) -> float:
    return round(value, 10) + 0.0
