"""A campaign's result for the card: the report's own numbers, shortened."""

from __future__ import annotations

from auditor.reports.agreement import card_blocks
from auditor.reports.comparison import stratum_table
from auditor.reports.document import Block, Facts, Sentence, Table, as_markdown
from auditor.reports.numbers import confidence_word, count, limits_or_reason, percent, percent_or_reason, percent_range
from auditor.reports.report import Report


def summarise(report: Report) -> str:
    """Remarks, headline, precision, agreement, error modes and method of a report as Markdown without headings."""
    blocks: list[Block] = [Sentence(remark, important=True) for remark in report.remarks]
    blocks += [Sentence(report.headline), _precision(report)]
    blocks.append(stratum_table(report.precision.lines, report.confidence, counted_as="labelled"))
    blocks += _agreement(report)
    if report.error_modes:
        rows = tuple(
            (line.mode, count(line.items), percent(line.share_of_records), percent(line.share_of_errors))
            for line in report.error_modes
        )
        blocks.append(Table(("error mode", "items", "share of all records", "share of errors"), rows))
    blocks.append(Sentence(report.methods))
    return as_markdown(blocks)


def _precision(report: Report) -> Facts:
    precision, level = report.precision, confidence_word(report.confidence)
    return Facts(
        (
            ("precision, weighted by stratum size", percent_or_reason(precision.overall.precision)),
            (f"score interval, {level}", limits_or_reason(precision.score)),
            (f"at least, {level} one-sided", percent_or_reason(precision.at_least)),
            *_bounds(report),
        )
    )


def _bounds(report: Report) -> tuple[tuple[str, str], ...]:
    if not any(one.unsettled for one in report.tallies.strata):
        return ()
    bounds = report.precision.bounds
    return (("with every unsettled item wrong, and with every one right", percent_range(bounds.lower, bounds.upper)),)


def _agreement(report: Report) -> list[Block]:
    if report.overlap.card is not None:
        return card_blocks(report.overlap.card)
    if report.overlap.many is not None:
        return [Sentence("The agreement of more than two auditors stands in the report.")]
    return [Sentence(report.overlap.why_none)]
