"""`figaudit report`: what a campaign's verdicts say, as text, JSON, Markdown or one HTML page."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.front import JsonOption, ProjectOption, emit, new_app, open_project, output_file
from pipeline.errors import UsageError
from pipeline.files import write_atomically

app = new_app("The report of a campaign.")


class ReportFormat(StrEnum):
    """How a report is written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    HTML = "html"


@app.command(epilog="Example:  figaudit report audit-1 --format html --out report.html")
def report(
    campaign: Annotated[str, typer.Argument(metavar="C", help="Name or id of the campaign.", show_default=False)],
    kind: Annotated[ReportFormat, typer.Option("--format", help="How it is written.")] = ReportFormat.TEXT,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write to this file.", show_default=False)
    ] = None,
    confidence: Annotated[float, typer.Option(help="Confidence level, between 0.5 and 1.")] = 0.95,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print precision with its interval, agreement, error modes, design and seal of a campaign.

    With --out, --json writes the report as JSON into the file.
    """
    from auditor.reports.html import render_html
    from auditor.reports.record import report_record
    from auditor.reports.render import render_json, render_markdown, render_text
    from auditor.reports.report import campaign_report

    if not 0.5 < confidence < 1:
        raise UsageError(f"--confidence {confidence}: write a level between 0.5 and 1, 0.95 for 95%")
    with open_project(project) as workspace:
        found = workspace.read(campaign_report, campaign, confidence=confidence)
    write = {
        ReportFormat.TEXT: render_text,
        ReportFormat.JSON: render_json,
        ReportFormat.MARKDOWN: render_markdown,
        ReportFormat.HTML: render_html,
    }[kind]
    if out is None:
        emit(write(found).rstrip("\n"), report_record(found), as_json=as_json)
        return
    write_atomically(output_file(out), (render_json if as_json else write)(found).encode("utf-8"))
    emit(f"report of {campaign} written to {out}", {"campaign": campaign, "out": str(out)}, as_json=as_json)
