"""A campaign's result for the card: the report's own numbers, shortened."""

from __future__ import annotations

from auditor.reports.agreement import card_blocks
from auditor.reports.document import Block, Sentence, as_markdown
from auditor.reports.page import error_blocks, precision_blocks
from auditor.reports.report import Report


def summarise(report: Report) -> str:
    """Remarks, headline, precision, agreement, error modes and method of a report as Markdown without headings."""
    blocks: list[Block] = [Sentence(remark, important=True) for remark in report.remarks]
    blocks += [Sentence(report.headline), *precision_blocks(report)]
    blocks += _agreement(report)
    if report.error_modes:
        blocks += error_blocks(report)
    blocks.append(Sentence(report.methods))
    return as_markdown(blocks)


def _agreement(report: Report) -> list[Block]:
    if report.overlap.card is not None:
        return card_blocks(report.overlap.card)
    if report.overlap.many is not None:
        return [Sentence("The agreement of more than two auditors stands in the report.")]
    return [Sentence(report.overlap.why_none)]
