"""Engines and sessions: SQLite as the project wants it, one short transaction per call."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

__all__ = ["Session", "database_url", "let_others_write", "make_engine", "reading", "sqlite_file", "writing"]

BUSY_SECONDS = 30
ASK_SECONDS = 0.001
LONG_SECONDS = 0.005
YIELD_SECONDS = 0.004
CACHE_KIB = 64 * 1024  # the indexes of a large dataset do not fit into the usual 2 MB


def database_url(url: str, folder: Path) -> str:
    """The URL with a relative SQLite path made absolute from the project folder."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or Path(parsed.database).is_absolute():
        return url
    return parsed.set(database=str(folder / parsed.database)).render_as_string(hide_password=False)


def sqlite_file(url: str) -> Path | None:
    """The database file of a SQLite URL, None for other databases."""
    parsed = make_url(url)
    return Path(parsed.database) if parsed.get_backend_name() == "sqlite" and parsed.database else None


def make_engine(
    url: str, *, foreign_keys: bool = True, create: bool = True, busy_seconds: float | None = None
) -> Engine:
    """An engine whose SQLite connections use WAL, synchronous FULL, foreign keys and explicit BEGIN.

    `foreign_keys=False` is for migrations, which rebuild tables. Without `create` a file that is not there stays so.
    `busy_seconds` is how long a statement waits for another program's lock, BUSY_SECONDS for None.
    """
    if sqlite_file(url) is None:
        return create_engine(url)
    seconds = BUSY_SECONDS if busy_seconds is None else busy_seconds
    engine = create_engine(make_url(url) if create else _existing(url), connect_args={"timeout": seconds})

    @event.listens_for(engine, "connect")
    def _configure(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # SQLAlchemy's begin event below decides how a transaction starts
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}")
        connection.execute(f"PRAGMA cache_size=-{CACHE_KIB}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A write that begins as a read cannot be upgraded once another writer came between: take the lock at once.
        if connection.get_execution_options().get("immediate", False):
            _begin_writing(connection, seconds)
        else:
            connection.exec_driver_sql("BEGIN")

    return engine


def _begin_writing(connection: Connection, seconds: float) -> None:
    """Take the write lock, asking every millisecond.

    SQLite itself asks ever more rarely, down to ten times a second: beside a program that writes batch after batch it
    may wait for seconds, though the lock is free again and again.
    """
    end = time.monotonic() + seconds
    raw: Any = connection.connection.dbapi_connection
    raw.execute("PRAGMA busy_timeout=0")
    try:
        while True:
            try:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            except OperationalError as error:
                if getattr(error.orig, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= end:
                    raise
                _PAUSE.wait(ASK_SECONDS)
            else:
                return
    finally:
        raw.execute(f"PRAGMA busy_timeout={round(1000 * seconds)}")


_PAUSE = threading.Event()  # never set: waiting for it is a pause


def let_others_write(held: float) -> None:
    """Pause for a moment after a transaction that held the write lock for this many seconds, if that was long.

    Whoever waits asks every millisecond, so the pause is long enough for all who do, and short beside the work.
    """
    if held > LONG_SECONDS:
        _PAUSE.wait(YIELD_SECONDS)


def _existing(url: str) -> URL:
    """The URL of a SQLite file that must be there already: by itself SQLite makes an empty one."""
    parsed = make_url(url)
    if parsed.database is None or parsed.database.startswith("file:"):
        return parsed
    return parsed.set(database=f"file:{quote(parsed.database)}").update_query_dict({"mode": "rw", "uri": "true"})


def reading(engine: Engine) -> Session:
    """A session for reading; the caller closes it."""
    return Session(engine, autoflush=False, expire_on_commit=False)


def writing(engine: Engine) -> Session:
    """A session whose transaction holds the write lock from its first statement; the caller commits."""
    options: dict[str, Any] = {"immediate": True}
    return Session(engine.execution_options(**options), expire_on_commit=False)
