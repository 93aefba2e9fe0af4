"""SQLite is opened as the contracts say, and a write holds the lock from its start."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from pipeline.errors import UnavailableError
from pipeline.store.papers import Paper
from pipeline.store.scores import Score
from pipeline.workspace import Workspace, open_workspace


def _paper(session: Session, name: str) -> None:
    session.add(Paper(paper_id=name, document=name, platform="local", platform_id=name, extra={}))


def test_pragmas(workspace: Workspace):
    def pragmas(session: Session) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [session.scalar(text(f"PRAGMA {name}")) for name in names]

    assert workspace.read(pragmas) == ["wal", 2, 1]


def test_a_write_begins_immediate_and_a_read_does_not(workspace: Workspace):
    seen: list[str] = []
    event.listen(workspace._engine, "before_cursor_execute", lambda *call: seen.append(call[2]))
    workspace.write(_paper, "p_1")
    workspace.read(lambda session: session.scalar(select(Paper.id)))
    begins = [statement for statement in seen if statement.startswith("BEGIN")]
    assert begins == ["BEGIN IMMEDIATE", "BEGIN"]


def test_a_failed_write_leaves_nothing(workspace: Workspace):
    def half(session: Session) -> None:
        _paper(session, "p_1")
        session.flush()
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError):
        workspace.write(half)
    assert workspace.read(lambda session: session.scalars(select(Paper)).all()) == []


def test_foreign_keys_hold(workspace: Workspace):
    orphan = Score(figure_id=7, judge="native", label="plot", confidence=1.0, probabilities={}, judge_version="1")
    with pytest.raises(IntegrityError):
        workspace.write(lambda session: session.add(orphan))


def test_a_locked_database_is_named(project: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("pipeline.store.session.BUSY_SECONDS", 0.05)
    with open_workspace(project) as workspace, closing(sqlite3.connect(project / "figaudit.sqlite")) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(UnavailableError, match=r"project refused: database is locked; close other programs"):
            workspace.write(_paper, "p_1")
        other.rollback()
        workspace.write(_paper, "p_1")
    assert sqlite3.connect(project / "figaudit.sqlite").execute("SELECT count(*) FROM papers").fetchone() == (1,)
