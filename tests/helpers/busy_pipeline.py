"""The pipeline at work without end: draws invented papers, adds and runs them, until its input ends.

Usage: python -m tests.helpers.busy_pipeline PROJECT FOLDER; says `round N` after each whole round.
"""

from __future__ import annotations

import select
import sys
from itertools import count
from pathlib import Path

from pipeline.acquire.practice.papers import write_practice_papers
from pipeline.cli import app
from tests.helpers.command import run


def main() -> int:
    """Work until standard input is closed."""
    project, folder = Path(sys.argv[1]), Path(sys.argv[2])
    for number in count(1):
        papers = write_practice_papers(folder / str(number), seed=number).folder
        for arguments in (("add", papers), ("run", "--workers", "1")):
            done = run(app, *arguments, "--project", project)
            if done.code != 0:
                sys.stderr.write(f"{arguments[0]} ended with {done.code}: {done.err}\n")
                return 1
        sys.stdout.write(f"round {number}\n")
        sys.stdout.flush()
        if select.select([sys.stdin], [], [], 0)[0]:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
