"""`python -m pipeline`: the command line."""

from __future__ import annotations

from pipeline.cli import app
from pipeline.cli.front import run_app

if __name__ == "__main__":
    run_app(app)
