"""The charts of a report as pictures: the interval, the strata, agreement, and what the wrong ones are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.reports.scales import Axis, axis_for, count_axis
from auditor.reports.shapes import Anchor, Bar, Dot, Line, Measure, Picture, Shape, Word, upright, whisker
from auditor.statistics.estimates import Interval

#: The faintest and the strongest tint of the accent that stands for a share.
TINTS = (0.14, 0.46)
#: Between columns, and from the middle of a narrow last column to the edge, so that its mark has room.
GAP, EDGE = 3.0, 6.0
MANY = 12
#: Bars narrower than this say nothing; their words then stand over them.
LEAST_BARS = 110.0


@dataclass(frozen=True, slots=True)
class IntervalMark:
    """An estimate with its limits, shares of 1; `bounds` is how far unsettled items could move it."""

    estimate: float
    lower: float
    upper: float
    bounds: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class StratumMark:
    """One stratum: its letter, its share of all records, and its interval, None while it has no label."""

    letter: str
    weight: float
    mark: IntervalMark | None


@dataclass(frozen=True, slots=True)
class AgreementMark:
    """One line of agreement as written and as drawn; `mark` is None where it is undefined."""

    name: str
    value: str
    limits: str
    mark: IntervalMark | None


@dataclass(frozen=True, slots=True)
class ErrorMark:
    """One error mode: how many figures had it, and its share of all figures; `mark` is None where that is not known."""

    name: str
    items: int
    mark: IntervalMark | None

    @property
    def value(self) -> str:
        """The share in words, the count where there is no share."""
        return f"{self.items:,}" if self.mark is None else f"{points(self.mark.estimate)} %"

    @property
    def limits(self) -> str:
        """The interval in words, empty where there is none."""
        return "" if self.mark is None else f"[{points(self.mark.lower)}, {points(self.mark.upper)}]"


def mark_of(interval: Interval) -> IntervalMark | None:
    """The interval as a mark; None where there is no estimate or no limit."""
    if interval.estimate.value is None or interval.lower is None or interval.upper is None:
        return None
    return IntervalMark(interval.estimate.value, interval.lower, interval.upper)


def points(share: float, decimals: int = 1) -> str:
    """A share of 1 as a number of percent, never rounded up to 100 nor down to 0.

    >>> points(0.9367), points(0.99996), points(1.0), points(0.5, 0)
    ('93.7', '99.996', '100', '50')
    """
    percent = 100 * share
    if percent in (0.0, 100.0):
        return f"{percent:.0f}"
    for more in range(decimals, 12):
        text = f"{percent:z.{more}f}"
        if abs(float(text)) > 0 and float(text) != 100:
            return text
    return f"{percent}"


def tick_word(share: float) -> str:
    """A tick as percent, with as many decimals as it needs."""
    return f"{round(100 * share, 6):g} %"


def interval_picture(mark: IntervalMark, sentence: str, width: float, measure: Measure) -> Picture:
    """The interval on an axis of its own: a band with whisker and dot, both limits named, and both ends of the axis."""
    low, high = mark.bounds or (mark.lower, mark.upper)
    axis = axis_for(min(low, mark.lower), max(high, mark.upper), within=(0, 1))
    side = max(measure(tick_word(tick), "secondary", 400) for tick in (axis.start, axis.end)) / 2 + 2
    first, last, top = side, width - side, 22.0
    lower, upper, middle = (axis.at(value, first, last) for value in (mark.lower, mark.upper, mark.estimate))
    shapes: list[Shape] = [
        Bar(first, top, last - first, 18, "sunken", radius=5),
        Bar(lower, top, upper - lower, 18, "bar"),
        *whisker((lower, upper), top + 9, role="accent", cap=11),
        Dot(middle, top + 9, 7, "accent"),
        *_limits(mark, lower, upper, width=width, measure=measure),
    ]
    under = top + 24
    if mark.bounds is not None:
        spread = (axis.at(low, first, last), axis.at(high, first, last))
        shapes += _bounds(mark.bounds, spread, under + 4, width=width, measure=measure)
        under += 18
    return Picture(width, under + 26, (*shapes, *_ticks_below(axis, (first, last), under)), sentence)


def _limits(mark: IntervalMark, lower: float, upper: float, *, width: float, measure: Measure) -> list[Shape]:
    """Both limits over their caps, moved apart when they would touch; one word when they are one."""
    texts = (points(mark.lower), points(mark.upper))
    left, right = (measure(text, "secondary", 600) / 2 for text in texts)
    if mark.lower == mark.upper:
        return [Word(min(max(lower, left), width - left), 15, texts[0], weight=600, anchor="middle")]
    missing = max(0.0, left + right + 8 - (upper - lower)) / 2
    at = min(max(lower - missing, left), width - left - 2 * right - 8)
    return [
        Word(at, 15, texts[0], weight=600, anchor="middle"),
        Word(
            max(min(upper + missing, width - right), at + left + right + 8), 15, texts[1], weight=600, anchor="middle"
        ),
    ]


def _bounds(
    bounds: tuple[float, float], spread: tuple[float, float], at: float, *, width: float, measure: Measure
) -> list[Shape]:
    text = f"unsettled all wrong {points(bounds[0])}, all right {points(bounds[1])}"
    room = measure(text, "axis", 400) + 8
    shapes: list[Shape] = [*whisker(spread, at, role="control", cap=4, width=1.5)]
    if spread[1] + room <= width:
        shapes.append(Word(spread[1] + 8, at + 4, text, "muted", "axis"))
    elif spread[0] >= room:
        shapes.append(Word(spread[0] - 8, at + 4, text, "muted", "axis", anchor="end"))
    return shapes


def _ticks_below(axis: Axis, ends: tuple[float, float], top: float) -> list[Shape]:
    shapes: list[Shape] = []
    for tick in axis.ticks:
        x = axis.at(tick, *ends)
        shapes += [
            Line(x, top, x, top + 5, "control"),
            Word(x, top + 20, tick_word(tick), "muted", anchor="middle", axis=True),
        ]
    return shapes


def strata_picture(strata: Sequence[StratumMark], sentence: str, width: float, measure: Measure) -> Picture:
    """A column a stratum, as wide as its share of the release and tinted by its precision, with its interval."""
    marks = [one.mark for one in strata if one.mark is not None]
    least, most = (min(one.lower for one in marks), max(one.upper for one in marks)) if marks else (0.0, 1.0)
    axis = axis_for(least, most, within=(0, 1), ticks=4, pad=0)
    left = max(measure(tick_word(tick), "axis", 400) for tick in axis.ticks) + 8
    top, bottom = 8.0, 112.0
    shapes: list[Shape] = []
    for tick in axis.ticks:
        y = axis.at(tick, bottom, top)
        shapes.append(Word(left - 8, y + 4, tick_word(tick), "muted", "axis", anchor="end", axis=True))
    right = width - max(0.0, EDGE - strata[-1].weight * (width - left) / 2)
    columns = _columns([one.weight for one in strata], left, right)
    tints = _tints([one.mark for one in strata])
    for (x, wide), one, tint in zip(columns, strata, tints, strict=True):
        shapes.append(Bar(x, top, wide, bottom - top, "accent" if one.mark else "sunken", tint))
    shapes += [_grid(axis.at(tick, bottom, top), left, right) for tick in axis.ticks]
    for (x, wide), one in zip(columns, strata, strict=True):
        if one.mark is not None:
            ends = (axis.at(one.mark.lower, bottom, top), axis.at(one.mark.upper, bottom, top))
            cap = min(5.0, max(1.5, wide / 2))
            shapes += upright(whisker(ends, x + wide / 2, role="text", cap=cap))
            shapes.append(Dot(x + wide / 2, axis.at(one.mark.estimate, bottom, top), 5, "text", "surface"))
    letters, rows = _letters(strata, columns, (bottom, width), measure)
    return Picture(width, bottom + 8 + 14 * rows, (*shapes, *letters), sentence)


def _grid(y: float, left: float, width: float) -> Line:
    return Line(left, y, width, y, "control", opacity=0.35)


def _columns(shares: Sequence[float], left: float, width: float) -> list[tuple[float, float]]:
    """Where each column begins and how wide it is; one of no share is as wide as a line."""
    gap = GAP if len(shares) <= MANY else 1.0
    room = width - left - gap * (len(shares) - 1)
    found, x = [], left
    for share in shares:
        wide = max(1.0, share * room)
        found.append((round(x, 2), round(wide, 2)))
        x += wide + gap
    return found


def _tints(marks: Sequence[IntervalMark | None]) -> list[float]:
    """How strong each column is tinted: the lowest precision faintest, the highest strongest."""
    known = [mark.estimate for mark in marks if mark is not None]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    faint, strong = TINTS
    scale = (strong - faint) / (high - low) if high > low else 0.0
    middle = (faint + strong) / 2 if not scale else faint
    return [1.0 if mark is None else round(middle + scale * (mark.estimate - low), 3) for mark in marks]


def _letters(
    strata: Sequence[StratumMark], columns: Sequence[tuple[float, float]], edges: tuple[float, float], measure: Measure
) -> tuple[list[Shape], int]:
    """A letter under each column, in a second row where it would touch the one before, left out where that fails."""
    shapes: list[Shape] = []
    ends = [-1.0, -1.0]
    bottom, width = edges
    for one, (x, wide) in zip(strata, columns, strict=True):
        half = measure(one.letter, "axis", 600) / 2 + 2
        middle = min(x + wide / 2, width - half)
        row = next((at for at in (0, 1) if ends[at] <= middle - half), None)
        if row is not None:
            ends[row] = middle + half
            shapes.append(Word(middle, bottom + 16 + 14 * row, one.letter, size="axis", weight=600, anchor="middle"))
    return shapes, 2 if ends[1] > 0 else 1


def agreement_picture(lines: Sequence[AgreementMark], sentence: str, width: float, measure: Measure) -> Picture:
    """Each line of agreement with its value, its limits and a small whisker, all whiskers on one axis."""
    names = max(measure(one.name, "secondary", 400) for one in lines) + 12
    values = max(measure(one.value, "body", 600) for one in lines)
    limits = max(measure(one.limits, "secondary", 400) for one in lines)
    room = width - names - values - limits - 24
    stacked = room < 48
    height = 42.0 if stacked else 24.0
    start = (0.0 if stacked else names) + values + limits + 24
    marks = [one.mark for one in lines if one.mark is not None]
    axis = axis_for(min((one.lower for one in marks), default=0), 1, within=(-1, 1), ticks=2, pad=0)
    shapes: list[Shape] = []
    for at, one in enumerate(lines):
        base = at * height + (36 if stacked else 17)
        shapes.append(Word(0, base - (18 if stacked else 0), one.name))
        edge = values if stacked else names + values
        shapes.append(Word(edge, base, one.value, size="body", weight=600, anchor="end"))
        shapes.append(Word(edge + 8, base, one.limits, "muted"))
        if one.mark is not None and width - start >= 24:
            shapes += _small_whisker(one.mark, axis, (start, width - 5), base - 4)
    bottom = len(lines) * height
    if marks and width - start >= 24:
        shapes += [
            Word(start, bottom + 10, f"{axis.start:g}", "muted", "axis", axis=True),
            Word(width - 5, bottom + 10, f"{axis.end:g}", "muted", "axis", anchor="end", axis=True),
        ]
        bottom += 14
    return Picture(width, bottom, tuple(shapes), sentence)


def _small_whisker(mark: IntervalMark, axis: Axis, ends: tuple[float, float], y: float) -> list[Shape]:
    low, high, middle = (axis.at(value, *ends) for value in (mark.lower, mark.upper, mark.estimate))
    return [
        Line(*(ends[0], y, ends[1], y), "border"),
        *whisker((low, high), y, role="accent", cap=5, width=1.5),
        Dot(middle, y, 3, "accent"),
    ]


def errors_picture(marks: Sequence[ErrorMark], sentence: str, width: float, measure: Measure) -> Picture:
    """A bar for the share of each error mode, from zero, with a whisker; bars of counts where shares are not known."""
    known = [one.mark for one in marks if one.mark is not None]
    if len(known) < len(marks):
        return counts_picture([(one.name, one.items) for one in marks], sentence, width, measure)
    axis = axis_for(0, max(mark.upper for mark in known), within=(0, 1), ticks=4, pad=0)
    names = max(measure(one.name, "secondary", 400) for one in marks) + 14
    limits = max(measure(one.limits, "secondary", 400) for one in marks)
    values = max(measure(one.value, "secondary", 600) for one in marks) + 10
    stacked = names + values + limits + LEAST_BARS > width
    height = 44.0 if stacked else 28.0
    tick = max(measure(tick_word(tick), "axis", 400) for tick in axis.ticks)
    # Stacked, the words stand over the bar, which then has the whole width.
    left, right = (0.5, width - tick / 2 - 1) if stacked else (names, width - values - limits - 8)
    bottom = len(marks) * height + 2
    shapes: list[Shape] = [Line(x, 0, x, bottom, "border") for x in (axis.at(tick, left, right) for tick in axis.ticks)]
    for at, (one, mark) in enumerate(zip(marks, known, strict=True)):
        base = at * height + (14 if stacked else 18)
        shapes += [
            Word(0, base, one.name),
            Word(width - limits - 6, base, one.value, weight=600, anchor="end"),
            Word(width, base, one.limits, "muted", anchor="end"),
            *_share_bar(mark, axis, (left, right), base + (14 if stacked else -4)),
        ]
    shapes += [
        Word(axis.at(at, left, right), bottom + 14, tick_word(at), "muted", "axis", anchor=anchor, axis=True)
        for at, anchor in _few(axis, left, right, stacked=stacked, least=tick + 8)
    ]
    return Picture(width, bottom + 18, tuple(shapes), sentence)


def _share_bar(mark: IntervalMark, axis: Axis, ends: tuple[float, float], y: float) -> list[Shape]:
    low, high, middle = (axis.at(value, *ends) for value in (mark.lower, mark.upper, mark.estimate))
    return [
        Bar(ends[0], y - 7, middle - ends[0], 14, "bar"),
        *whisker((low, high), y, role="accent", cap=5, width=1.5),
        Dot(middle, y, 3.5, "accent"),
    ]


def counts_picture(counts: Sequence[tuple[str, int]], sentence: str, width: float, measure: Measure) -> Picture:
    """A bar for each count, from zero, with its name before it (above it where the names are long) and its number."""
    axis = count_axis(max(number for _, number in counts))
    names = max(measure(name, "secondary", 400) for name, _ in counts) + 14
    numbers = max(measure(f"{number:,}", "secondary", 600) for _, number in counts) + 8
    stacked = names > 0.45 * width
    left, right, height = (0.5 if stacked else names), width - numbers, 40.0 if stacked else 28.0
    bottom = len(counts) * height + 2
    shapes: list[Shape] = [Line(x, 0, x, bottom, "border") for x in (axis.at(tick, left, right) for tick in axis.ticks)]
    for at, (name, number) in enumerate(counts):
        y = at * height + (18 if stacked else 4)
        shapes += [
            Word(0, y - 5 if stacked else y + 14, name),
            Bar(left, y + 1, axis.at(number, left, right) - left, 16, "bar"),
            Word(width, y + 14, f"{number:,}", weight=600, anchor="end"),
        ]
    shapes += [
        Word(axis.at(tick, left, right), bottom + 14, f"{tick:,.0f}", "muted", "axis", anchor=anchor, axis=True)
        for tick, anchor in _few(axis, left, right, stacked=stacked)
    ]
    return Picture(width, bottom + 18, tuple(shapes), sentence)


def _few(axis: Axis, left: float, right: float, *, stacked: bool, least: float = 32) -> list[tuple[float, Anchor]]:
    """The ticks that are named: all where they have room, else both ends."""
    ticks = axis.ticks if (right - left) / len(axis.ticks) >= least else (axis.start, axis.end)
    return [(tick, "start" if stacked and tick == axis.start else "middle") for tick in ticks]
