"""The pipeline's commands: init, add, run, status, export."""

from __future__ import annotations

from pipeline.cli import export
from pipeline.cli.stages import app

app.add_typer(export.app, name="export")

__all__ = ["app"]
