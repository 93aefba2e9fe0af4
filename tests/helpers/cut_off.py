"""Runs a program of the tests and kills it when it has said enough."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def said_until_killed(program: str, *arguments: str, lines: int) -> list[str]:
    """All that the program said when it was killed after so many lines; the last one may be cut."""
    command = [sys.executable, "-m", f"tests.helpers.{program}", *arguments]
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:  # a test that is stopped here must not wait for the program for ever
            said = [process.stdout.readline() for _ in range(lines)]
        finally:
            process.kill()
        return said + process.stdout.readlines()
