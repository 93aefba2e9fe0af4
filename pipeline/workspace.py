"""Opens a project folder; `read` and `write` own every transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, OperationalError
from sqlalchemy.orm import Session

from pipeline.errors import ExpectedError, UnavailableError
from pipeline.files import Blobs, write_atomically
from pipeline.settings import DEFAULT_FILE, FILE, Settings, load_settings
from pipeline.store.session import database_url, make_engine, reading, sqlite_file, writing
from pipeline.store.upgrade import ensure_newest

P = ParamSpec("P")
T = TypeVar("T")


class Workspace:
    """An open project: settings, blobs and the two roads to its database."""

    def __init__(self, folder: Path, settings: Settings, engine: Engine) -> None:
        self.folder = folder
        self.settings = settings
        self.blobs = Blobs(folder / "blobs")
        self.releases = folder / "releases"
        self._engine = engine

    def read(self, fn: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What fn(session, …) returns, from one consistent view of the database."""
        with _explained(self.folder), reading(self._engine) as session:
            return fn(session, *args, **kwargs)

    def write(self, fn: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What fn(session, …) returns after its one transaction is committed; any error rolls all of it back."""
        with _explained(self.folder), writing(self._engine) as session, session.begin():
            return fn(session, *args, **kwargs)

    def close(self) -> None:
        """Give the database connections back."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_details: object) -> None:
        self.close()


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Turn the database's refusals (locked, full, read-only, gone) into an error a person can act on."""
    try:
        yield
    except DatabaseError as error:
        if type(error) is DatabaseError:
            raise ExpectedError(
                f"the database of {folder} is damaged or no database ({error.orig}); "
                "restore figaudit.sqlite from a copy, together with the blobs folder"
            ) from error
        if not isinstance(error, OperationalError):
            raise
        raise UnavailableError(
            f"the database of {folder} refused: {error.orig}; "
            "close other programs that hold it, free the disk or make the folder writable, then try again"
        ) from error


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


def open_workspace(folder: Path) -> Workspace:
    """The project in folder, its database at the newest revision; raises ExpectedError saying what is missing."""
    if not (folder / FILE).is_file():
        raise ExpectedError(
            f"{folder} is not a Figaudit project (no {FILE} in it); "
            f"`figaudit init {folder}` makes one, `--project DIR` names another"
        )
    return _opened(folder, new=False)


def _opened(folder: Path, *, new: bool) -> Workspace:
    settings = load_settings(folder)
    try:
        url = database_url(settings.database, folder)
        file = sqlite_file(url)
        engine = make_engine(url)
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
    with _explained(folder):
        ensure_newest(url, engine)
    return Workspace(folder, settings, engine)
