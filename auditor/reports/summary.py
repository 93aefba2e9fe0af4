"""What a report shows at a glance, in words and marks: the headline, the strata, agreement, errors, design and seal.

Everything is read from the one Report; the window's page and the exported page both show this.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.audits.judges import IS_DIAGRAM
from auditor.audits.tasks import load_task
from auditor.reports.agreement_lines import AgreementPart, agreement_part, number_word
from auditor.reports.charts import ErrorMark, IntervalMark, StratumMark, mark_of, points
from auditor.reports.comparison import one_sided
from auditor.reports.effort import uneven_effort
from auditor.reports.numbers import confidence_word, count, counted
from auditor.reports.remarks import counted_as_wrong, labelless, totals
from auditor.reports.tallies import NO_MODE
from auditor.statistics.estimates import Estimate, Interval

if TYPE_CHECKING:
    from auditor.reports.comparison import StratumLine
    from auditor.reports.remarks import Totals
    from auditor.reports.report import Report
    from auditor.reports.tallies import Design
    from auditor.statistics.proportions import UnsureBounds

_LABELLED = re.compile(r"(?:[\w-]+\.)?label\s*=\s*(['\"]?)diagram\1")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class Headline:
    """The main result: the number and what it is of, the lines under it, the interval to draw; or why there is none.

    `number` is "" and `mark` None where nothing can be estimated; `claim` then says why.
    """

    number: str
    claim: str
    lines: tuple[str, ...]
    mark: IntervalMark | None


@dataclass(frozen=True, slots=True)
class StrataPart:
    """The strata as drawn and as a table, the advice on where the work should have gone, and what must be said."""

    legend: str
    marks: tuple[StratumMark, ...]
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    advice: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ErrorsPart:
    """What the wrong ones are, the largest share first, or the sentence that there is none."""

    about: str
    marks: tuple[ErrorMark, ...]
    note: str


@dataclass(frozen=True, slots=True)
class DesignPart:
    """How it was drawn, as names with values, and whether the seal and the chains of answers are whole now."""

    facts: tuple[tuple[str, str], ...]
    seal: str
    whole: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """A report at a glance; `unsettled` counts the figures that a decision can still settle, in a closed audit too."""

    name: str
    state: str
    unsettled: int
    headline: Headline
    strata: StrataPart
    agreement: AgreementPart
    errors: ErrorsPart
    design: DesignPart
    remarks: tuple[str, ...]
    methods: str


def summary_of(report: Report) -> Summary:
    """The report at a glance."""
    design = report.tallies.design
    return Summary(
        name=design.name,
        state=design.state,
        unsettled=totals(report.tallies).unsettled,
        headline=headline_part(report),
        strata=strata_part(report),
        agreement=agreement_part(report.overlap, len(report.tallies.auditors)),
        errors=errors_part(report),
        design=design_part(report),
        remarks=report.remarks,
        methods=report.methods,
    )


def headline_part(report: Report) -> Headline:
    """The number to quote: the labelled items' own, or with unsettled ones counted as wrong where they weigh a lot."""
    precision, sums = report.precision, totals(report.tallies)
    careful = counted_as_wrong(sums, precision)
    score, at_least = (
        (precision.worst.score, precision.worst.at_least) if careful else (precision.score, precision.at_least)
    )
    if score.lower is None or score.upper is None or score.estimate.value is None:
        return Headline("", report.headline, (), None)
    bounds = (precision.bounds.lower, precision.bounds.upper) if careful else None
    lines = [_interval_line(score, at_least)]
    if sums.unsettled:
        lines.insert(0, _unsettled_line(sums, precision.bounds, careful=careful))
    if careful and precision.score.lower is not None:
        lines.append(f"Without them {points(precision.score.estimate.known)} %, {_interval_line(precision.score)}")
    mark = IntervalMark(score.estimate.known, score.lower, score.upper, bounds)
    return Headline(f"{points(score.estimate.known)} %", _claim(report.tallies.design), tuple(lines), mark)


def _unsettled_line(sums: Totals, bounds: UnsureBounds, *, careful: bool) -> str:
    number = sums.unsettled
    are, treated = "is" if number == 1 else "are", "counted as wrong" if careful else "left out"
    return (
        f"{count(number)} of {counted(sums.sampled, 'figure')} {are} not settled, {treated} here. Settled, the "
        f"estimate will lie between {points(bounds.lower)} and {points(bounds.upper)} %."
    )


def _interval_line(score: Interval, at_least: Estimate | None = None) -> str:
    if score.reason:
        return f"{score.reason[:1].upper()}{score.reason[1:]}."
    level, (lower, upper) = level_word(score.confidence), score.limits
    text = f"{level} interval {points(lower)} to {points(upper)} %"
    if at_least is None:
        return f"{text}."
    return f"{text}, {score.method}. One-sided: at least {points(at_least.known)} %"


def level_word(confidence: float) -> str:
    """A confidence level with its space, `95 %`."""
    return confidence_word(confidence).replace("%", " %")


def _claim(design: Design) -> str:
    figures = counted(design.population_size, "figure")
    if design.population_size == 1:
        figures = "only figure"
    are = "are" if design.population_size != 1 else "is"
    if design.compares:
        return f"of the {figures} {are} labelled correctly by the judge {design.judge}"
    if design.task != IS_DIAGRAM:
        return f"of the {figures} {are} correct"
    if _LABELLED.fullmatch(design.population.strip()):
        return f"of the {figures} labelled “diagram” {are} diagrams"
    if not design.population.strip():
        return f"of all {figures} {are} diagrams" if are == "are" else f"of the {figures} is diagrams"
    return f"of the {figures} chosen for this audit {are} diagrams"


def letter(at: int) -> str:
    """The letter of the stratum at this place, A to Z, then AA, AB, …

    >>> letter(0), letter(25), letter(26)
    ('A', 'Z', 'AA')
    """
    return (letter(at // 26 - 1) if at >= 26 else "") + chr(ord("A") + at % 26)


def strata_part(report: Report) -> StrataPart:
    """The strata, each with a letter."""
    lines = report.precision.lines
    level = level_word(report.confidence)
    named = [(letter(at), line) for at, line in enumerate(lines)]
    rows = tuple(_stratum_row(name, line) for name, line in named)
    notes = []
    if any(line.wilson.estimate.value is None for line in lines):
        notes.append("A stratum without a label leaves the whole open: nobody knows what is in it.")
    unknown = next((line.uncertainty.reason for line in lines if line.uncertainty.value is None), "")
    if unknown and any(line.stratum.audited for line in lines):
        notes.append(f"The share of uncertainty is not known: {labelless(unknown)}.")
    if alike := one_sided(lines):
        notes.append(alike)
    return StrataPart(
        legend=f"width = share of the figures, colour = precision, whisker = {level}",
        marks=tuple(StratumMark(name, line.weight, mark_of(line.wilson)) for name, line in named),
        header=("", "Stratum", "Figures", "Weight", "Correct", f"Precision, {level}", "Uncertainty"),
        rows=rows,
        advice=uneven_effort(lines, [name for name, _ in named]),
        notes=tuple(notes),
    )


def _stratum_row(name: str, line: StratumLine) -> tuple[str, ...]:
    stratum, share = line.stratum, line.uncertainty.value
    return (
        name,
        stratum.name,
        count(stratum.population),
        f"{points(line.weight)} %",
        f"{count(stratum.correct)} of {count(stratum.audited)}" if stratum.audited else "no label yet",
        with_limits(line.wilson) if stratum.audited else "not known",
        "not known" if share is None else f"{points(share)} %",
    )


def with_limits(interval: Interval) -> str:
    """An estimate with its limits, `93.6 [87.9, 96.7]`; `undefined` where there is none."""
    mark = mark_of(interval)
    if mark is None:
        return "undefined"
    return f"{points(mark.estimate)} [{points(mark.lower)}, {points(mark.upper)}]"


def errors_part(report: Report) -> ErrorsPart:
    """What goes wrong in what share of all figures, each share with its interval; counts alone where none is known."""
    sums = totals(report.tallies)
    if not sums.definite:
        return ErrorsPart("", (), "No figure has a label yet, so nothing is known of what goes wrong.")
    if not report.error_modes:
        return ErrorsPart("", (), f"None of the {counted(sums.definite, 'labelled figure')} was found wrong.")
    labels = {mode.word: mode.label for mode in load_task(report.tallies.design.task).error_modes}
    marks = tuple(ErrorMark(_mode(one.mode, labels), one.items, mark_of(one.share)) for one in report.error_modes)
    found = f"{count(sums.definite - sums.correct)} wrong of {counted(sums.definite, 'figure')}"
    unknown = next((one.share.reason for one in report.error_modes if one.share.lower is None), "")
    if unknown:
        note = f"Counts of the figures drawn. Their shares of all figures are not known: {labelless(unknown)}."
        return ErrorsPart(found, marks, note)
    level = level_word(report.confidence)
    note = f"Estimates for all figures, weighted by stratum; whisker and brackets are the {level} interval of each."
    return ErrorsPart(f"share of the figures, {found}", marks, note)


def _mode(mode: str, labels: Mapping[str, str]) -> str:
    """An error mode in the words of the task's buttons; two that auditors gave for one figure stand side by side."""
    if mode == NO_MODE:
        return "No reason given"
    parts = [mode] if mode in labels else mode.split(" or ")
    return " / ".join(labels.get(part) or f"{part[:1].upper()}{part[1:]}" for part in parts)


def design_part(report: Report) -> DesignPart:
    """How it was drawn and judged, in the words of a person."""
    tallies, design = report.tallies, report.tallies.design
    sums = totals(tallies)
    judged, skipped = (sum(getattr(one, field) for one in tallies.auditors) for field in ("judged", "skipped"))
    who = len(design.auditors)
    auditors = f"{number_word(who)} auditor{'' if who == 1 else 's'}"
    each = {one.sampled for one in tallies.strata}
    strata = counted(len(tallies.strata), "stratum", "strata") + (f" of {count(each.pop())}" if len(each) == 1 else "")
    facts = (
        ("Question", design.question),
        ("Figures", f"{count(design.population_size)} in a list that is sealed"),
        ("Chosen by", design.population or "all figures"),
        ("Drawn", f"{day(design.sealed_at)}, seed {design.seed}, {strata}"),
        ("Answers", f"{count(judged)} by {auditors}, {count(skipped)} skipped"),
        ("Unsettled", f"{count(sums.unsettled)} left, {count(tallies.decided)} settled by a decision"),
    )
    faults = len(tallies.faults)
    seal = short_hash(design.seal_hash) if design.seal_hash else "none"
    return DesignPart(facts, seal if not faults else f"{seal}, {counted(faults, 'fault')} found", whole=not faults)


def day(moment: str | None) -> str:
    """A stored time as a day, `14 Mar 2026`."""
    if not moment:
        return "never"
    year, month, number = moment[:10].split("-")
    return f"{int(number)} {_MONTHS[int(month) - 1]} {year}"


def short_hash(text: str) -> str:
    """The beginning and the end of a hash, for the eye.

    >>> short_hash("9f3c41d0aabb77ae")
    '9f3c 41d0 … 77ae'
    """
    return f"{text[:4]} {text[4:8]} … {text[-4:]}"
