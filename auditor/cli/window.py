"""`figaudit open`: the window. Loads nothing that the window does not need, so that it is there at once."""

from __future__ import annotations

import ctypes
import os
import re
import socket
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from pipeline.errors import ExpectedError, UnavailableError

# Not pipeline.cli.front's: that package loads every stage, and the window would wait for them.
app = typer.Typer(
    help="The window.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
)

PROJECT_FILE = "figaudit.toml"
LIBRARIES = {  # what Qt loads from the system, and the Debian package that holds it
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libbrotlidec.so.1": "libbrotli1",
}
X11_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}
NO_DISPLAY = (
    "there is no display here ({why}), so no window can open; run this where you see a desktop, connect with "
    "`ssh -X`, or work without a window: `figaudit campaign items` and `figaudit verdicts import`"
)


@app.command("open")
def open_window(
    project: Annotated[
        Path | None,
        typer.Option(
            "--project",
            metavar="DIR",
            envvar="FIGAUDIT_PROJECT",
            help="The project folder. [default: the current one, else the last]",
        ),
    ] = None,
    auditor: Annotated[str, typer.Option(metavar="NAME", help="Who sits here. [default: as last time]")] = "",
    campaign: Annotated[str, typer.Option(metavar="NAME", help="Go straight to this campaign.")] = "",
) -> None:
    """Open the window; without a project it goes on where it was left.

    Example: figaudit open --project my-project --auditor first
    """
    folder = chosen_folder(project)
    if campaign and folder is None:
        raise ExpectedError("--campaign needs a project; name its folder with --project DIR")
    require_display(os.environ)
    leave(folder, auditor=auditor.strip(), campaign=campaign.strip())


def leave(folder: Path | None, *, auditor: str, campaign: str) -> None:
    """Hand over to the window and end with its exit code; without a folder it opens the last project."""
    try:
        from auditor.ui import app as desk_app
        from auditor.ui.desk import PageName, Place
    except ImportError as error:
        raise UnavailableError(missing_library(str(error))) from error
    place = Place(PageName.REVIEW, campaign) if campaign else None
    raise typer.Exit(desk_app.run(folder, auditor=auditor, place=place))


def chosen_folder(project: Path | None) -> Path | None:
    """The folder to open: the named one, which has to hold a project, or the current one when it does, or none."""
    if project is None:
        here = Path.cwd()
        return here if (here / PROJECT_FILE).is_file() else None
    folder = project.expanduser().absolute()
    if not (folder / PROJECT_FILE).is_file():
        raise ExpectedError(
            f"{folder} is not a Figaudit project (no {PROJECT_FILE} in it); "
            f"`figaudit init {folder}` makes one, `--project DIR` names another"
        )
    return folder


def require_display(environment: Mapping[str, str]) -> None:
    """Raise UnavailableError where no window can open; Qt itself would end the process with an abort."""
    if not sys.platform.startswith("linux") or environment.get("QT_QPA_PLATFORM"):
        return
    if environment.get("WAYLAND_DISPLAY"):
        return
    display = environment.get("DISPLAY", "")
    if not display:
        raise UnavailableError(NO_DISPLAY.format(why="neither DISPLAY nor WAYLAND_DISPLAY is set"))
    if not _answers(display):
        raise UnavailableError(NO_DISPLAY.format(why=f"nothing answers at DISPLAY={display}"))
    missing = [package for name, package in (LIBRARIES | X11_LIBRARIES).items() if not _loads(name)]
    if missing:
        raise UnavailableError(_install(" ".join(missing)))


def missing_library(said: str) -> str:
    """What to do when Qt could not be loaded, from what the system said about it."""
    name = next((name for name in LIBRARIES | X11_LIBRARIES if name in said), "")
    if name:
        return _install((LIBRARIES | X11_LIBRARIES)[name])
    return f"the window's library cannot be loaded ({said}); install Figaudit anew with pip"


def _install(packages: str) -> str:
    return (
        "the window needs system libraries that are missing here; on Debian and Ubuntu this installs them: "
        f"apt-get install -y --no-install-recommends {packages}"
    )


def _answers(display: str) -> bool:
    """Whether a display of this machine takes connections; one of another machine is left to Qt to ask."""
    local = re.fullmatch(r"(?:unix)?:(\d+)(?:\.\d+)?", display)
    if local is None:
        return True
    path = f"/tmp/.X11-unix/X{local[1]}"  # noqa: S108 - where X11 listens on every Unix
    return any(_connects(address) for address in (path, f"\0{path}"))


def _connects(address: str) -> bool:
    with closing(socket.socket(socket.AF_UNIX)) as line:
        try:
            line.connect(address)
        except OSError:
            return False
    return True


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True
