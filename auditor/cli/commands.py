"""Every command of `figaudit` under one front: the pipeline's and those of audit, report, release and window."""

from __future__ import annotations

from typing import Annotated

import typer

from auditor.cli import adjudicate, campaigns, demo, releases, reports, stats, verdicts, verify, window
from pipeline.cli import app as pipeline_app
from pipeline.cli.front import emit, new_app

app = new_app("Blind human audit of scientific-figure datasets, from papers to a release whose precision is known.")

# In the order in which a project goes through them, as --help lists them.
app.add_typer(pipeline_app)  # without a name, so that its commands stand at the top level
app.add_typer(campaigns.app, name="campaign")
app.add_typer(verdicts.app, name="verdicts")
app.add_typer(adjudicate.app)
app.add_typer(reports.app)
app.add_typer(releases.app, name="release")
app.add_typer(verify.app)
app.add_typer(stats.app, name="stats")
app.add_typer(window.app)
app.add_typer(demo.app)


@app.callback(invoke_without_command=True)
def figaudit(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Blind human audit of scientific-figure datasets, from papers to a release whose precision is known."""
    if version:
        from importlib.metadata import version as installed

        number = installed("figaudit")
        emit(f"figaudit {number}", {"version": number}, as_json=False)
