"""Saving a report as a file: where to, in which form, and writing it off the main thread."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

if TYPE_CHECKING:
    from auditor.reports.report import Report

FORMS = {".html": "HTML page (*.html)", ".md": "Markdown (*.md)"}


def ask_file(parent: QWidget, campaign: str) -> Path | None:
    """Where the report is to be saved; None when the person thought better of it."""
    name = "".join(sign if sign.isalnum() or sign in " -_" else "-" for sign in campaign).strip() or "report"
    said, form = QFileDialog.getSaveFileName(
        parent, "Export report", str(Path.home() / f"Report {name}.html"), ";;".join(FORMS.values())
    )
    return with_suffix(said, form) if said else None


def with_suffix(said: str, form: str) -> Path:
    """The path asked for, with the ending of the chosen form when it has none of ours."""
    path = Path(said)
    if path.suffix.lower() in FORMS:
        return path
    ending = next((suffix for suffix, name in FORMS.items() if name == form), ".html")
    return path.with_name(path.name + ending)


def save_report(report: Report, path: Path) -> Path:
    """Write the report in the form of the path's ending; raises ExpectedError when the place takes nothing."""
    from pipeline.files import write_atomically

    if path.suffix.lower() == ".md":
        from auditor.reports.render import render_markdown as render
    else:
        from auditor.reports.html import render_html as render
    write_atomically(path, render(report).encode("utf-8"))
    return path
