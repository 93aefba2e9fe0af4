"""What every command shares: its options, its one line of JSON, its errors and exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from pipeline.errors import ExitCode, ExpectedError, UsageError
from pipeline.workspace import Workspace, open_workspace

ProjectOption = Annotated[
    Path | None,
    typer.Option("--project", metavar="DIR", envvar="FIGAUDIT_PROJECT", help="The project folder. [default: current]"),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one line of JSON in place of text.")]


CTRL_C = 130
STOPPED = "stopped; what was finished is kept, the same command goes on from there"


def project_folder(project: Path | None) -> Path:
    """The folder a command works in."""
    return Path.cwd() if project is None else project.expanduser().absolute()


def open_project(project: Path | None) -> Workspace:
    """The project that `--project`, FIGAUDIT_PROJECT or the current folder names; use it in a `with` statement."""
    return open_workspace(project_folder(project))


def new_app(help_text: str) -> typer.Typer:
    """A group of commands that shows its help when called bare."""
    return typer.Typer(
        help=help_text,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )


def output_file(path: Path) -> Path:
    """Where `--out` writes, absolute; raises UsageError for a folder or for a file in a folder that is not there."""
    wanted = path.expanduser().absolute()
    if wanted.is_dir():
        raise UsageError(f"{path} is a folder; name a file for --out")
    if not wanted.parent.is_dir():
        raise UsageError(f"{path} cannot be written: there is no folder {wanted.parent}; make it or mend the name")
    return wanted


def emit(text: str, record: Mapping[str, Any], *, as_json: bool) -> None:
    """Print the text for a person, or the record as one line of JSON."""
    print(json.dumps(record, ensure_ascii=False, sort_keys=True) if as_json else text)  # noqa: T201 - the front end prints


def warn(text: str) -> None:
    """Print a remark for the person on standard error, so that standard output stays clean."""
    print(text, file=sys.stderr)  # noqa: T201 - the front end prints


def leave(code: ExitCode) -> NoReturn:
    """End the command with an exit code."""
    raise typer.Exit(int(code))


def run_app(app: Callable[[], object]) -> NoReturn:
    """Run a command line; an expected error becomes one sentence on standard error and its exit code."""
    try:
        app()
    except ExpectedError as error:
        _report(str(error), error.exit_code)
    except SystemExit as ended:
        if ended.code != CTRL_C:  # the command-line library's own way to say it
            raise
        _report(STOPPED, ExitCode.FAILED)
    except KeyboardInterrupt:
        _report(STOPPED, ExitCode.FAILED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(int(ExitCode.FAILED))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else "the output could not be written: "
        _report(f"{where}{error.strerror or error}; free or unlock the disk or mend the name", ExitCode.UNAVAILABLE)
    sys.exit(int(ExitCode.DONE))


def _report(message: str, code: ExitCode) -> NoReturn:
    if "--json" in sys.argv:
        print(json.dumps({"error": message, "exit": int(code)}, ensure_ascii=False))  # noqa: T201 - the front end prints
    print(f"figaudit: {message}", file=sys.stderr)  # noqa: T201 - the front end prints
    sys.exit(int(code))
