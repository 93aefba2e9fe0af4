"""Engines and sessions: SQLite as the project wants it, one short transaction per call."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.orm import Session

__all__ = ["Session", "database_url", "make_engine", "reading", "sqlite_file", "writing"]

BUSY_SECONDS = 30
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


def make_engine(url: str, *, foreign_keys: bool = True) -> Engine:
    """An engine whose SQLite connections use WAL, synchronous FULL, foreign keys and explicit BEGIN.

    `foreign_keys=False` is for migrations, which rebuild tables.
    """
    if sqlite_file(url) is None:
        return create_engine(url)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})

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
        immediate = connection.get_execution_options().get("immediate", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine


def reading(engine: Engine) -> Session:
    """A session for reading; the caller closes it."""
    return Session(engine, autoflush=False, expire_on_commit=False)


def writing(engine: Engine) -> Session:
    """A session whose transaction holds the write lock from its first statement; the caller commits."""
    options: dict[str, Any] = {"immediate": True}
    return Session(engine.execution_options(**options), expire_on_commit=False)
