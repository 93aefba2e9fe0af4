"""The one way to a project's database: sees when its file is gone or another one, and why SQLite refuses."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError, OperationalError

from pipeline.errors import ExpectedError, TroubleCause, UnavailableError
from pipeline.store.session import make_engine, sqlite_file
from pipeline.store.upgrade import current_revision, newest_revision

LEAST_SPACE = 1 << 20  # with less than this left, an error of the disk is a full disk

_CAUSES = {
    sqlite3.SQLITE_BUSY: TroubleCause.LOCKED,
    sqlite3.SQLITE_LOCKED: TroubleCause.LOCKED,
    sqlite3.SQLITE_FULL: TroubleCause.FULL,
    sqlite3.SQLITE_READONLY: TroubleCause.READ_ONLY,
    sqlite3.SQLITE_PERM: TroubleCause.READ_ONLY,
}


class Database:
    """An engine that never writes into a file which is no longer the project's.

    SQLite keeps writing into a file that was moved or deleted under it, and nobody ever reads that again. So the file's
    identity is compared before and after each use.
    """

    def __init__(self, url: str, folder: Path, *, new: bool = False, busy_seconds: float | None = None) -> None:
        self.folder = folder
        self._new = new
        self.url = url
        self._busy_seconds = busy_seconds
        self._file = sqlite_file(url)
        self._lock = threading.Lock()
        self._engine = self._made()
        self._identity: tuple[int, int] | None = None

    @property
    def engine(self) -> Engine:
        """The engine as it is, without a look at the file."""
        return self._engine

    @contextmanager
    def opening(self) -> Iterator[Engine]:
        """The engine for what must be done at first; the file that is there afterwards is the project's."""
        self._identity = self._found()
        with self._explained():
            yield self._engine
        self._identity = self._found()
        if self._new:
            self._engine.dispose()
            self._new = False
            self._engine = self._made()

    @contextmanager
    def ready(self) -> Iterator[Engine]:
        """The engine, opened anew when another valid file came into the place of the old one.

        Raises UnavailableError, whose `cause` says why, when the database refuses or its file is not there.
        """
        with self._explained():
            self._require_file()
            yield self._engine
            if self._moved():  # it went while it was in use: what was written did not stay where it belongs
                with self._lock:
                    self._let_go()
                raise self._gone()

    def _made(self) -> Engine:
        return make_engine(self.url, create=self._new, busy_seconds=self._busy_seconds)

    def close(self) -> None:
        """Give the connections back."""
        self._engine.dispose()

    def _found(self) -> tuple[int, int] | None:
        """Device and inode of the file that is there, None where there is none or an empty one."""
        if self._file is None:
            return None
        try:
            found = self._file.stat()
        except OSError:
            return None
        return (found.st_dev, found.st_ino) if found.st_size else None

    def _moved(self) -> bool:
        if self._file is None:
            return False
        found = self._found()
        return found is None or found != self._identity

    def _require_file(self) -> None:
        if not self._moved():
            return
        with self._lock:
            if not self._moved():
                return
            self._let_go()
            found = self._found()
            if found is None:
                raise self._gone()
            if current_revision(self._engine) != newest_revision():
                self._engine.dispose()
                raise self._gone("another file stands in its place, which is no database of this version")
            self._identity = found

    def _let_go(self) -> None:
        """Close the file that was opened, with all that was saved in it: its log must never meet another file."""
        if self._identity is None:
            return
        with suppress(DatabaseError), self._engine.connect() as connection:
            connection.exec_driver_sql("ROLLBACK")  # the engine begins by itself, and no checkpoint runs in between
            busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar()
            if busy:
                raise self._gone("another program still has the old one open; close it")
        self._engine.dispose()
        self._engine = self._made()
        self._identity = None

    def _gone(self, why: str = "it was moved, renamed or deleted, or its disk is not there") -> UnavailableError:
        return UnavailableError(
            f"the project's database is not where it was ({self._file}): {why}; "
            "nothing is written anywhere else; put it back, then try again",
            cause=TroubleCause.GONE,
        )

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn the database's refusals into an error a person can act on."""
        try:
            yield
        except DatabaseError as error:
            if type(error) is DatabaseError:
                raise ExpectedError(
                    f"the database of {self.folder} is damaged or no database ({error.orig}); "
                    "restore figaudit.sqlite from a copy, together with the blobs folder"
                ) from error
            if not isinstance(error, OperationalError):
                raise
            raise self._refusal(error) from error

    def _refusal(self, error: OperationalError) -> UnavailableError:
        cause = self._cause(error)
        if cause is TroubleCause.GONE:
            return self._gone()
        return UnavailableError(
            f"the database of {self.folder} refused: {error.orig}; {_WAY_OUT[cause]}, then try again", cause=cause
        )

    def _cause(self, error: OperationalError) -> TroubleCause:
        if self._moved():
            return TroubleCause.GONE
        code = getattr(error.orig, "sqlite_errorcode", None)
        if code is None:
            return TroubleCause.OTHER
        if code == sqlite3.SQLITE_READONLY_DBMOVED:
            return TroubleCause.GONE
        if code & 0xFF in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}:
            return self._cause_on_disk()
        return _CAUSES.get(code & 0xFF, TroubleCause.OTHER)

    def _cause_on_disk(self) -> TroubleCause:
        """What is the matter with the disk where SQLite only says that it could not open, read or write."""
        if self._file is not None and not os.access(self._file.parent, os.W_OK):
            return TroubleCause.READ_ONLY
        return TroubleCause.FULL if self._no_space() else TroubleCause.OTHER

    def _no_space(self) -> bool:
        try:
            return shutil.disk_usage(self.folder).free < LEAST_SPACE
        except OSError:
            return False


_WAY_OUT = {
    TroubleCause.FULL: "free some space on the disk",
    TroubleCause.READ_ONLY: "make the folder and the file writable",
    TroubleCause.LOCKED: "close other programs that hold it",
    TroubleCause.OTHER: "close other programs that hold it, free the disk or make the folder writable",
}
