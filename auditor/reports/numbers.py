"""How numbers are written for a reader: shares as percent with two decimals, counts with thousands separated."""

from __future__ import annotations

from auditor.statistics.estimates import Estimate, Interval

UNDEFINED = "undefined"


def percent(value: float | Estimate | None) -> str:
    """A share of 1 as percent, `93.67 %`; `undefined` where there is none.

    >>> percent(0.93667)
    '93.67 %'
    """
    number = value.value if isinstance(value, Estimate) else value
    return UNDEFINED if number is None else f"{_hundredths(number)} %"


def percent_or_reason(value: Estimate) -> str:
    """A share as percent, or `undefined` with its reason."""
    return percent(value) if value.value is not None else f"{UNDEFINED} ({value.reason})"


def limits(interval: Interval) -> str:
    """The limits of a share as percent, `[88.99, 96.26] %`; `undefined` where there are none."""
    if interval.lower is None or interval.upper is None:
        return UNDEFINED
    return percent_range(interval.lower, interval.upper)


def limits_or_reason(interval: Interval) -> str:
    """The limits of a share, and the reason where there are none or where it qualifies them."""
    text = limits(interval)
    return f"{text} ({interval.reason})" if interval.reason else text


def percent_range(lower: float, upper: float) -> str:
    """Two shares as one range of percent.

    >>> percent_range(0.88986, 0.96264)
    '[88.99, 96.26] %'
    """
    return f"[{_hundredths(lower)}, {_hundredths(upper)}] %"


def part_percent(part: float) -> str:
    """A part of a whole as percent, never written as none of it when it is some.

    >>> part_percent(0.1025), part_percent(0.00002), part_percent(0.0)
    ('10.25 %', '< 0.01 %', '0.00 %')
    """
    return "< 0.01 %" if 0 < part < 0.00005 else percent(part)


def spoken_range(lower: float, upper: float) -> str:
    """Two shares as one range of percent in a sentence.

    >>> spoken_range(0.88986, 0.96264)
    '88.99 to 96.26 %'
    """
    return f"{_hundredths(lower)} to {_hundredths(upper)} %"


def unbroken(text: str) -> str:
    """The text with every percent sign kept on the line of its number."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def _hundredths(share: float) -> str:
    return f"{100 * share:z.2f}"


def coefficient(value: Estimate) -> str:
    """A coefficient of agreement with three decimals, or `undefined` with its reason."""
    return f"{UNDEFINED} ({value.reason})" if value.value is None else f"{value.value:z.3f}"


def coefficient_range(interval: Interval) -> str:
    """The limits of a coefficient with three decimals, or `undefined` with the reason."""
    if interval.lower is None or interval.upper is None:
        return f"{UNDEFINED} ({interval.reason or interval.estimate.reason})"
    return f"[{interval.lower:z.3f}, {interval.upper:z.3f}]"


def count(number: int) -> str:
    """A whole number with its thousands separated.

    >>> count(57100)
    '57,100'
    """
    return f"{number:,}"


def counted(number: int, noun: str, plural: str = "") -> str:
    """A whole number with its noun in the right number.

    >>> counted(1, "item"), counted(2, "stratum", "strata")
    ('1 item', '2 strata')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def confidence_word(confidence: float) -> str:
    """A confidence level as short percent.

    >>> confidence_word(0.95)
    '95%'
    """
    return f"{100 * confidence:.10g}%"


def estimate_record(value: Estimate) -> dict[str, object]:
    """An estimate for JSON: a value in full precision, or null and the reason."""
    return {"value": value.value} if value.value is not None else {"value": None, "reason": value.reason}


def interval_record(interval: Interval) -> dict[str, object]:
    """An interval for JSON: limits in full precision or null, its confidence and method, a reason where there
    is one.
    """
    record: dict[str, object] = {
        "lower": interval.lower,
        "upper": interval.upper,
        "confidence": interval.confidence,
        "method": interval.method,
    }
    return {**record, "reason": interval.reason} if interval.reason else record
