"""The `figaudit` command: the pipeline's commands and those of audit, report and release."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from auditor.cli.commands import app

__all__ = ["app", "main"]


def __getattr__(name: str) -> Any:
    """`app`, made when it is first asked for: it loads every command."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from auditor.cli.commands import app as made

    return made


def main() -> NoReturn:
    """Run the command line; `open` loads the window and nothing else."""
    words = sys.argv[1:]
    if words[:1] == ["open"]:
        from auditor.cli import window

        _run(lambda: window.app(args=words[1:], prog_name="figaudit open"))
    from auditor.cli.commands import app as everything
    from pipeline.cli.front import run_app

    run_app(everything)


def _run(start: Callable[[], object]) -> NoReturn:
    """Run a command; the front end that explains errors loads only when there is one."""
    try:
        start()
    except SystemExit as ended:
        if not ended.code:
            raise
        error: BaseException = ended
    except BaseException as met:  # noqa: BLE001 - the front end tells the expected ones apart
        error = met
    else:
        sys.exit(0)
    from pipeline.cli.front import run_app

    def again() -> NoReturn:
        raise error

    run_app(again)
