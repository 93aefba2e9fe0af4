"""Runs `figaudit` commands inside the test's process, as the program's own front door does."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from unittest import mock

from pipeline.cli.front import run_app


@dataclass(frozen=True)
class Done:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def record(self) -> Any:
        """The one line of JSON that `--json` prints."""
        (line,) = self.out.splitlines()
        return json.loads(line)


def run(app: Callable[[], object], *arguments: object) -> Done:
    """Run a command line on these arguments; bugs fly."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["figaudit", *map(str, arguments)]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            run_app(app)
        except SystemExit as ended:
            code = int(ended.code or 0)
    return Done(code, out.getvalue(), err.getvalue())
