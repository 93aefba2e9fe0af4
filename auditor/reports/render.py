"""A report as text with aligned columns, as Markdown and as JSON; all numbers come from the one Report."""

from __future__ import annotations

import json

from auditor.reports.document import as_markdown, as_text
from auditor.reports.page import report_page
from auditor.reports.record import report_record
from auditor.reports.report import Report


def render_text(report: Report) -> str:
    """The report for a terminal."""
    return as_text(report_page(report))


def render_markdown(report: Report) -> str:
    """The report as Markdown."""
    return as_markdown(report_page(report))


def render_json(report: Report) -> str:
    """The report as indented JSON with sorted keys; shares lie between 0 and 1, in full precision."""
    return json.dumps(report_record(report), ensure_ascii=False, indent=2, sort_keys=True) + "\n"
