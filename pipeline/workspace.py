"""Opens a project folder; `read` and `write` own every transaction."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.orm import Session

from pipeline.errors import ExpectedError
from pipeline.files import Blobs, write_atomically
from pipeline.settings import DEFAULT_FILE, FILE, Settings, load_settings
from pipeline.store.connection import Database
from pipeline.store.session import database_url, let_others_write, reading, sqlite_file, writing
from pipeline.store.upgrade import ensure_newest

P = ParamSpec("P")
T = TypeVar("T")


class Workspace:
    """An open project: settings, blobs and the two roads to its database."""

    def __init__(self, folder: Path, settings: Settings, database: Database) -> None:
        self.folder = folder
        self.settings = settings
        self.blobs = Blobs(folder / "blobs")
        self.releases = folder / "releases"
        self._database = database

    @property
    def _engine(self) -> Engine:
        return self._database.engine

    def read(self, fn: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What fn(session, …) returns, from one consistent view of the database.

        Raises UnavailableError, whose `cause` says why, when the database refuses or is not where it was; the same
        workspace works again when the trouble is over.
        """
        with self._database.ready() as engine, reading(engine) as session:
            return fn(session, *args, **kwargs)

    def write(self, fn: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What fn(session, …) returns after its one transaction is committed; any error rolls all of it back.

        Raises UnavailableError as `read` does.
        """
        with self._database.ready() as engine, writing(engine) as session:
            with session.begin():
                session.connection()  # takes the lock: what comes before is waiting, what comes after is holding it
                began = time.monotonic()
                done = fn(session, *args, **kwargs)
            held = time.monotonic() - began
        let_others_write(held)
        return done

    def close(self) -> None:
        """Give the database connections back."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_details: object) -> None:
        self.close()


def create_workspace(folder: Path) -> Workspace:
    """A new project in folder (made if needed); raises ExpectedError when one is there already."""
    if (folder / FILE).exists():
        raise ExpectedError(f"{folder} holds a project already; use it, or choose another folder")
    try:
        for name in ("blobs", "cache", "releases", "logs"):
            (folder / name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ExpectedError(
            f"{folder} cannot hold a project: {error.strerror}; choose a folder you may write to"
        ) from error
    write_atomically(folder / FILE, DEFAULT_FILE.encode())
    return _opened(folder, new=True)


def open_workspace(folder: Path, *, busy_seconds: float | None = None) -> Workspace:
    """The project in folder, its database at the newest revision; raises ExpectedError saying what is missing.

    `busy_seconds` is how long a read or write waits for another program's lock: a window wants less than a command.
    """
    if not (folder / FILE).is_file():
        raise ExpectedError(
            f"{folder} is not a Figaudit project (no {FILE} in it); "
            f"`figaudit init {folder}` makes one, `--project DIR` names another"
        )
    return _opened(folder, new=False, busy_seconds=busy_seconds)


def _opened(folder: Path, *, new: bool, busy_seconds: float | None = None) -> Workspace:
    settings = load_settings(folder)
    try:
        url = database_url(settings.database, folder)
        file = sqlite_file(url)
        database = Database(url, folder, new=new, busy_seconds=busy_seconds)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise ExpectedError(
            f"{folder / FILE}: `database` is {settings.database!r}, which cannot be used ({error}); "
            "write a SQLAlchemy URL such as sqlite:///figaudit.sqlite"
        ) from error
    if file is not None and not file.parent.is_dir():
        raise ExpectedError(
            f"the database {file} cannot be reached: its folder does not exist; mend `database` in {FILE}"
        )
    if file is not None and not new and (not file.exists() or file.stat().st_size == 0):
        # Never make a new, empty one in its place: the project would look as if nobody had ever worked on it.
        raise ExpectedError(
            f"the database {file} is missing or empty although {folder} is a project; restore it from a copy "
            f"(or, to begin anew, move {FILE} away and run `figaudit init` again)"
        )
    with database.opening() as engine:
        ensure_newest(url, engine)
    return Workspace(folder, settings, database)
