"""A report as one HTML file: its charts inside as SVG, its own styles, no script, and it prints well."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

from auditor.reports.document import Block, Facts, Heading, Sentence, Table
from auditor.reports.numbers import unbroken
from auditor.reports.page import report_page
from auditor.reports.pictures import svg, tokens
from auditor.reports.report import Report
from auditor.reports.shapes import Chart
from auditor.reports.summary import Summary, summary_of
from auditor.reports.views import agreement_chart, errors_chart, interval_chart, strata_chart
from pipeline.resources import resource

TEMPLATE = "report.html.j2"
WIDTH = 720.0


@dataclass
class Section:
    """A heading with the picture that belongs to it and everything under it, as HTML."""

    heading: str
    picture: str = ""
    legend: str = ""
    blocks: list[str] = field(default_factory=list)


def render_html(report: Report) -> str:
    """The report as an HTML page."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    summary = summary_of(report)
    _title, *blocks = report_page(report)
    made = Environment(undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    made.filters["ready"] = Markup  # what this module has escaped itself
    template = made.from_string(resource("templates", TEMPLATE).read_text(encoding="utf-8"))
    return unbroken(
        template.render(
            title=f"Audit report: {summary.name}",
            summary=summary,
            interval=_svg(interval_chart(summary.headline), WIDTH),
            remarks=[_text(remark) for remark in report.remarks],
            headline=report.headline,
            sections=_sections(blocks, summary),
            colour=tokens()["light"],
            type=tokens()["type"],
            families=_families(),
        )
        + "\n"
    )


def _families() -> str:
    """The fonts of all platforms, and the browser's own."""
    named = [name for stack in tokens()["fonts"].values() for name in stack["ui"]]
    return ", ".join(f"'{name}'" for name in dict.fromkeys(named)) + ", sans-serif"


def _svg(chart: Chart | None, width: float) -> str:
    return "" if chart is None else svg(chart, width)


def _sections(blocks: Iterable[Block], summary: Summary) -> list[Section]:
    """The page under the headline, cut at its headings; what stands before the first is shown above already."""
    strata = summary.strata
    pictures = {
        "Precision": (_svg(strata_chart(strata), WIDTH), f"{strata.legend}; {_letters(summary)}"),
        "Agreement between auditors": (_svg(agreement_chart(summary.agreement), WIDTH * 0.75), ""),
        "Error modes": (_svg(errors_chart(summary.errors), WIDTH * 0.75), summary.errors.about),
    }
    sections: list[Section] = []
    for is_heading, group in groupby(blocks, lambda block: isinstance(block, Heading)):
        for block in group:
            if is_heading and isinstance(block, Heading):
                sections.append(Section(block.text, *pictures.get(block.text, ("", ""))))
            elif sections:
                sections[-1].blocks.append(_html(block))
    return sections


def _letters(summary: Summary) -> str:
    """Which letter of the picture is which row of the table."""
    return "; ".join(f"{row[0]} {row[1]}" for row in summary.strata.rows)


def _html(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Sentence(text, important):
            return f'<p class="remark">{_text(text)}</p>' if important else f"<p>{_text(text)}</p>"
        case Facts(rows):
            inside = "".join(f"<dt>{escape(name.strip())}</dt><dd>{_text(value)}</dd>" for name, value in rows)
            return f"<dl>{inside}</dl>"
        case Table(header, rows, words):
            return _table(header, rows, words)


def _table(header: tuple[str, ...], rows: tuple[tuple[str, ...], ...], words: int) -> str:
    def line(tag: str, cells: tuple[str, ...]) -> str:
        kinds = ["" if at < words else ' class="number"' for at in range(len(cells))]
        inside = "".join(f"<{tag}{kind}>{escape(cell)}</{tag}>" for kind, cell in zip(kinds, cells, strict=True))
        return f"<tr>{inside}</tr>"

    body = "".join(line("td", row) for row in rows)
    return f'<div class="wide"><table><thead>{line("th", header)}</thead><tbody>{body}</tbody></table></div>'


def _text(text: str) -> str:
    """The text escaped, with `code` as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return "".join(f"<code>{escape(part)}</code>" if at % 2 else escape(part) for at, part in enumerate(parts))
