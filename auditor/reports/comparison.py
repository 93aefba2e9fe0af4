"""A stratified precision with the interval to report, the conservative one, and the usual ones beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from auditor.reports.document import Block, Heading, Sentence, Table
from auditor.reports.numbers import (
    confidence_word,
    count,
    counted,
    estimate_record,
    interval_record,
    limits,
    part_percent,
    percent,
    percent_range,
)
from auditor.statistics.estimates import Estimate, Interval
from auditor.statistics.proportions import wilson_interval
from auditor.statistics.stratified import (
    StratifiedEstimate,
    Stratum,
    gamma_interval,
    gap,
    score_lower_bound,
    stratified_precision,
    stratified_score_interval,
    unaudited_bounds,
    uncertainty_shares,
    wald_interval,
    weights,
)

WARNING = (
    "Wald intervals are printed only to compare with published ones: a stratum without a single error counts as "
    "certain, so they can be far too narrow. Report the score interval."
)
POSSIBLE = "cut to what the audited records leave possible"
CUT = (
    "Stratum limits are cut to what is possible there: at least the records found correct, at most all but those found "
    "incorrect."
)


@dataclass(frozen=True, slots=True)
class StratumLine:
    """One stratum with its share of all records, its Wilson interval and how much of the overall one it causes."""

    stratum: Stratum
    weight: float
    wilson: Interval
    uncertainty: Estimate


@dataclass(frozen=True, slots=True)
class Comparison:
    """All numbers of one stratified audit; `bounds` is the worst and the best case when a stratum has no audit."""

    lines: tuple[StratumLine, ...]
    overall: StratifiedEstimate
    score: Interval
    at_least: Estimate
    gamma: Interval
    wald_t: Interval
    wald_z: Interval
    bounds: tuple[float, float] | None
    confidence: float
    fpc: bool


def stratum_lines(strata: Sequence[Stratum], *, confidence: float, fpc: bool) -> tuple[StratumLine, ...]:
    """Each stratum by itself, in the order given."""
    shares = uncertainty_shares(strata, confidence=confidence, fpc=fpc)
    return tuple(
        StratumLine(
            stratum,
            weight,
            _wilson(stratum, confidence=confidence, fpc=fpc),
            share,
        )
        for stratum, weight, share in zip(strata, weights(strata), shares, strict=True)
    )


def _wilson(stratum: Stratum, *, confidence: float, fpc: bool) -> Interval:
    """Wilson's interval, in a finite population cut to the shares that the audited records leave possible."""
    population, audited, correct = stratum.population, stratum.audited, stratum.correct
    interval = wilson_interval(correct, audited, confidence=confidence, population=population if fpc else None)
    if not fpc or not audited or interval.lower is None or interval.upper is None:
        return interval
    least, most = correct / population, (population - audited + correct) / population
    if interval.lower >= least and interval.upper <= most:
        return interval
    return replace(interval, lower=max(interval.lower, least), upper=min(interval.upper, most), reason=POSSIBLE)


def stratum_note(lines: Sequence[StratumLine]) -> list[Block]:
    """What must be said under the table of strata: limits that were cut, and strata in which all answers are alike."""
    said: list[Block] = [Sentence(CUT)] if any(line.wilson.reason == POSSIBLE for line in lines) else []
    return [*said, *map(Sentence, filter(None, [one_sided(lines)]))]


def one_sided(lines: Sequence[StratumLine]) -> str:
    """Why a stratum without an error, or with nothing else, still has a share of the uncertainty; empty if none is so.

    A sample without an error does not prove that there is none, least of all a small one.
    """
    counted_in = [line.stratum for line in lines if line.uncertainty.value]
    alike = [stratum for stratum in counted_in if stratum.correct in {0, stratum.audited}]
    if not alike or len(lines) < 2:
        return ""
    each = [f"{one.name} ({count(one.audited)} of {count(one.population)})" for one in alike[:3]]
    more = [f"{len(alike) - 3} more"] if len(alike) > 3 else []
    return (
        f"All that was judged is alike in {', '.join(each + more)}; that does not prove that the rest is like it, so "
        "uncertainty is counted there too."
    )


def compare(strata: Sequence[Stratum], *, confidence: float = 0.95, fpc: bool = True) -> Comparison:
    """The comparison for these strata; ValueError when none holds a record."""
    return Comparison(
        lines=stratum_lines(strata, confidence=confidence, fpc=fpc),
        overall=stratified_precision(strata, fpc=fpc),
        score=stratified_score_interval(strata, confidence=confidence, fpc=fpc),
        at_least=score_lower_bound(strata, confidence=confidence, fpc=fpc),
        gamma=gamma_interval(strata, confidence=confidence),
        wald_t=wald_interval(strata, confidence=confidence, fpc=fpc, student=True),
        wald_z=wald_interval(strata, confidence=confidence, fpc=fpc),
        bounds=unaudited_bounds(strata) if gap(strata) else None,
        confidence=confidence,
        fpc=fpc,
    )


def stratum_table(lines: Sequence[StratumLine], confidence: float, *, counted_as: str = "audited") -> Table:
    """The strata as a table for a reader; `counted_as` heads the number of records that the precision is of."""
    header = (
        "stratum",
        "records",
        "weight",
        counted_as,
        "correct",
        "precision",
        f"{confidence_word(confidence)} Wilson interval",
        "share of uncertainty",
    )
    rows = tuple(
        (
            line.stratum.name,
            count(line.stratum.population),
            percent(line.weight),
            count(line.stratum.audited),
            count(line.stratum.correct),
            percent(line.wilson.estimate),
            limits(line.wilson),
            part_percent(line.uncertainty.value) if line.uncertainty.value is not None else "-",
        )
        for line in lines
    )
    return Table(header, rows)


def blocks(result: Comparison) -> list[Block]:
    """The comparison as a page."""
    level = confidence_word(result.confidence)
    records = sum(line.stratum.population for line in result.lines)
    audited = sum(line.stratum.audited for line in result.lines)
    title = (
        f"Precision from {counted(len(result.lines), 'stratum', 'strata')}: "
        f"{counted(audited, 'audited record')} of {count(records)}"
    )
    table = stratum_table(result.lines, result.confidence)
    page: list[Block] = [Heading(title, 1), table, *stratum_note(result.lines)]
    if result.bounds is not None:
        return [*page, Sentence(_unaudited(result), important=True)]
    rows = (
        ("precision, weighted by stratum size", percent(result.overall.precision), ""),
        (f"score interval, {level}", limits(result.score), _remark("the interval to report", result.score)),
        (f"at least, {level} one-sided", percent(result.at_least), ""),
        (f"Fay-Feuer gamma, {level}", limits(result.gamma), _remark("conservative", result.gamma)),
        (f"Wald t, {level}", limits(result.wald_t), _remark("for comparison only", result.wald_t)),
        (f"Wald z, {level}", limits(result.wald_z), _remark("for comparison only", result.wald_z)),
    )
    return [*page, Table(("overall", "value", ""), rows, words=3), Sentence(_size(result)), Sentence(WARNING)]


def _remark(word: str, interval: Interval) -> str:
    return f"{word}; {interval.reason}" if interval.reason else word


def _size(result: Comparison) -> str:
    text = f"All but gamma {'with' if result.fpc else 'without'} finite population correction."
    size = result.overall.effective_size.value
    return text if size is None else f"As good as a simple random sample of {size:.1f} records. {text}"


def _unaudited(result: Comparison) -> str:
    lower, upper = result.bounds or (0.0, 1.0)
    return (
        f"The overall precision is undefined: {result.overall.precision.reason}. Whatever is true there, the estimate "
        f"would lie in {percent_range(lower, upper)}. Audit the missing records, or merge strata before drawing."
    )


def record(result: Comparison) -> dict[str, Any]:
    """The comparison for JSON: shares between 0 and 1 in full precision."""
    overall = result.overall
    return {
        "confidence": result.confidence,
        "fpc": result.fpc,
        "strata": [line_record(line) for line in result.lines],
        "precision": estimate_record(overall.precision),
        "score": interval_record(result.score),
        "at_least": {**estimate_record(result.at_least), "confidence": result.confidence},
        "gamma": interval_record(result.gamma),
        "wald_t": interval_record(result.wald_t),
        "wald_z": interval_record(result.wald_z),
        "standard_error": estimate_record(overall.standard_error),
        "degrees_of_freedom": overall.degrees_of_freedom,
        "effective_size": estimate_record(overall.effective_size),
        "design_effect": estimate_record(overall.design_effect),
        "bounds": None if result.bounds is None else {"lower": result.bounds[0], "upper": result.bounds[1]},
    }


def line_record(line: StratumLine) -> dict[str, Any]:
    """One stratum for JSON."""
    return {
        "stratum": line.stratum.name,
        "N": line.stratum.population,
        "n": line.stratum.audited,
        "correct": line.stratum.correct,
        "weight": line.weight,
        "precision": estimate_record(line.wilson.estimate),
        "wilson": interval_record(line.wilson),
        "uncertainty_share": estimate_record(line.uncertainty),
    }
