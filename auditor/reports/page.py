"""A report laid out as headings, sentences, facts and tables, in the order a dataset lead reads it."""

from __future__ import annotations

from auditor.reports.agreement import card_blocks
from auditor.reports.comparison import stratum_note, stratum_table
from auditor.reports.document import Block, Facts, Heading, Sentence, Table
from auditor.reports.effort import uneven_effort
from auditor.reports.methods import judges_words, population_words
from auditor.reports.numbers import (
    coefficient,
    confidence_word,
    count,
    counted,
    limits,
    limits_or_reason,
    percent,
    percent_or_reason,
    percent_range,
)
from auditor.reports.overlap import ManyRaters
from auditor.reports.remarks import labelless, totals
from auditor.reports.report import Report

SHARES = (
    "Shares are estimates for the whole population from the labelled items, weighted by stratum size, each with a "
    "stratified score interval of its own."
)
LEDGER = (
    "Every verdict carries a hash over itself and the one before it. Compare heads and lengths with an earlier "
    "report or a release to see that no verdict was changed: this shows tampering, it does not prevent it."
)


def report_page(report: Report) -> list[Block]:
    """The whole report."""
    design = report.tallies.design
    return [
        Heading(f"Audit report: {design.name}", 1),
        *(Sentence(remark, important=True) for remark in report.remarks),
        Sentence(report.headline),
        Heading("Precision"),
        *precision_blocks(report),
        *_open_items(report),
        *_agreement(report),
        *_errors(report),
        *_design(report),
        *_ledger(report),
        Heading("Method"),
        Sentence(report.methods),
    ]


def precision_blocks(report: Report) -> list[Block]:
    """The precision of a report: facts, the table of strata and what must be said under it."""
    precision, level = report.precision, confidence_word(report.confidence)
    sums = totals(report.tallies)
    worst = precision.worst
    rows = [
        ("labelled items", f"{count(sums.definite)} of {count(sums.sampled)} drawn, {count(sums.correct)} correct"),
    ]
    if precision.quote_lower and worst.score.lower is not None:
        rows += [
            ("unsettled as incorrect: precision, weighted by stratum size", percent_or_reason(worst.precision)),
            (f"  its score interval, {level}", limits_or_reason(worst.score)),
            (f"  at least, {level} one-sided", percent_or_reason(worst.at_least)),
        ]
    alone = "unsettled like the others: " if precision.quote_lower and sums.definite else ""
    rows += [
        (f"{alone}precision, weighted by stratum size", percent_or_reason(precision.overall.precision)),
        (f"score interval, {level}", limits_or_reason(precision.score)),
        (f"at least, {level} one-sided", percent_or_reason(precision.at_least)),
        (f"conservative interval (gamma), {level}", limits_or_reason(precision.gamma)),
    ]
    if sums.unsettled:
        bounds = percent_range(precision.bounds.lower, precision.bounds.upper)
        rows.append(("unsettled all wrong, all right", bounds))
    return [
        Facts(tuple(rows)) if sums.definite else Facts((rows[0],)),
        stratum_table(precision.lines, report.confidence, counted_as="labelled"),
        *stratum_note(precision.lines),
        *(Sentence(advice, important=True) for advice in [uneven_effort(precision.lines)] if advice),
    ]


def _open_items(report: Report) -> list[Block]:
    sums = totals(report.tallies)
    if sums.definite == sums.sampled:
        return []
    header = ("stratum", "drawn", "correct", "incorrect", "unsure", "disagreement", "skipped", "waiting")
    rows = tuple(
        (
            one.name,
            *map(
                count,
                (one.sampled, one.correct, one.incorrect, one.unsure, one.disagreement, one.skipped, one.waiting),
            ),
        )
        for one in report.tallies.strata
    )
    return [Sentence("What became of the items drawn:"), Table(header, rows)]


def _agreement(report: Report) -> list[Block]:
    overlap = report.overlap
    page: list[Block] = [Heading("Agreement between auditors")]
    if overlap.card is not None:
        page += card_blocks(overlap.card)
    elif overlap.many is not None:
        page.append(_many(overlap.many))
    else:
        page.append(Sentence(overlap.why_none))
    header = ("auditor", "given", "judged", "unsure", "unsure share", "skipped", "waiting", "changed", "median s")
    rows = tuple(
        (
            one.auditor,
            *map(count, (one.assigned, one.judged, one.unsure)),
            percent(one.unsure / one.judged) if one.judged else "-",
            *map(count, (one.skipped, one.waiting, one.changed)),
            "-" if one.seconds is None else f"{one.seconds:.1f}",
        )
        for one in report.tallies.auditors
    )
    if overlap.definite:
        page.append(
            Sentence(
                "Measured on audited records as each auditor answered, before decisions; "
                f"{counted(overlap.judged, 'item')} of {count(overlap.planned)} planned for several auditors have two "
                "verdicts. With unsure as an answer of its own, Krippendorff's alpha is "
                f"{coefficient(overlap.alpha_with_unsure)}."
            )
        )
    return [*page, Table(header, rows)]


def _many(many: ManyRaters) -> Block:
    return Facts(
        (
            ("items with two or more definite verdicts", count(many.items)),
            ("observed agreement", percent_or_reason(many.observed)),
            ("Krippendorff's alpha", coefficient(many.alpha)),
            ("Gwet's AC1", f"{coefficient(many.ac1.value)} (standard error {coefficient(many.ac1.standard_error)})"),
            ("Fleiss's kappa", coefficient(many.fleiss.value)),
        )
    )


def _errors(report: Report) -> list[Block]:
    page: list[Block] = [Heading("Error modes")]
    if not report.error_modes:
        return [*page, Sentence("No item was found incorrect.")]
    return [*page, *error_blocks(report)]


def error_blocks(report: Report) -> list[Block]:
    """What the incorrect ones are: shares of all records, each with its interval, or counts where none is known."""
    unknown = next((line.share.reason for line in report.error_modes if line.share.lower is None), "")
    if unknown:
        rows = tuple((line.mode, count(line.items)) for line in report.error_modes)
        said = f"Counts of the items drawn; their shares of all records are not known: {labelless(unknown)}."
        return [Table(("error mode", "items"), rows), Sentence(said)]
    header = ("error mode", "items", "share of all records", f"{confidence_word(report.confidence)} score interval")
    shares = tuple(
        (line.mode, count(line.items), percent(line.share.estimate), limits(line.share)) for line in report.error_modes
    )
    return [Table(header, shares), Sentence(SHARES)]


def _design(report: Report) -> list[Block]:
    design = report.tallies.design
    allocation = str(design.allocation.get("rule", "")) or "not recorded"
    rows = [
        ("campaign", f"{design.name} ({design.campaign_id}), {_state(report)}"),
        ("task", f"{design.task}: {design.question}"),
        ("population", f"{population_words(design)}; {counted(design.population_size, 'record')}"),
        ("strata", f"{design.strata_spec or 'none'}; {count(len(report.tallies.strata))}, allocation {allocation}"),
        ("items", f"{count(design.size)}, seed {design.seed}"),
        ("labels from", judges_words(design)),
        ("auditors", ", ".join(design.auditors)),
        ("overlap", f"{percent(design.overlap)}: {counted(design.overlap_items, 'item')} for all auditors"),
        ("adjudicated items", count(report.tallies.decided)),
        ("superseded items", f"{count(report.tallies.superseded)} judged rows were replaced or withdrawn since"),
        ("sealed", design.sealed_at or "never"),
        ("last verdict or decision", report.tallies.until or "none"),
    ]
    return [Heading("Design"), Facts(tuple(rows))]


def _state(report: Report) -> str:
    """The state of the campaign, and that its numbers may still change while items are not settled."""
    sums, state = totals(report.tallies), report.tallies.design.state
    return f"{state}, {counted(sums.unsettled, 'item')} not settled" if sums.unsettled else state


def _ledger(report: Report) -> list[Block]:
    design, tallies = report.tallies.design, report.tallies
    heads = tuple((one.auditor, one.head, count(one.length)) for one in tallies.heads)
    state = "whole" if not tallies.faults else f"broken: {counted(len(tallies.faults), 'fault')}"
    return [
        Heading("Seal and ledger"),
        Facts(
            (
                ("seal", design.seal_hash or "none"),
                ("population hash", design.population_hash),
                ("seal and chains, checked now", state),
            )
        ),
        Table(("auditor", "head of the chain", "verdicts"), heads, words=2),
        Sentence(LEDGER),
    ]
