"""Every revision with rows in it reaches the newest one, and code and migrations agree."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect

from pipeline.errors import ExpectedError
from pipeline.store.session import make_engine
from pipeline.store.upgrade import (
    alembic_config,
    check_models,
    current_revision,
    ensure_newest,
    known_revisions,
    newest_revision,
    upgrade,
)
from pipeline.workspace import create_workspace, open_workspace


def _fill(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Put one row into every table of whatever revision the database is at; returns what it holds."""
    engine = make_engine(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as connection:
        for table in _tables(engine):
            columns = inspect(engine).get_columns(table)
            values = [_value(column["name"], str(column["type"])) for column in columns]
            marks = ", ".join("?" * len(values))
            connection.execute(f"INSERT INTO {table} VALUES ({marks})", values)  # noqa: S608 - names of our own tables
        connection.commit()
    engine.dispose()
    return _rows(file)


def _value(name: str, kind: str) -> object:
    if name in {"superseded_by", "supersedes", "parent_id", "panel_id"}:
        return None
    if kind == "JSON":
        return '{"a": 1}'
    return 1 if kind in {"INTEGER", "BOOLEAN"} else 0.5 if kind in {"DOUBLE", "FLOAT"} else f"text of {name}"


def _tables(engine: Engine) -> list[str]:
    return sorted(set(inspect(engine).get_table_names()) - {"alembic_version"})


def _rows(file: Path) -> dict[str, list[tuple[object, ...]]]:
    engine = make_engine(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as connection:
        names = _tables(engine)
        found = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}  # noqa: S608 - our tables
    engine.dispose()
    return found


@pytest.mark.parametrize("revision", known_revisions())
def test_every_revision_with_data_upgrades_to_the_newest(tmp_path: Path, revision: str):
    file = tmp_path / "figaudit.sqlite"
    url = f"sqlite:///{file}"
    upgrade(url, revision)
    before = _fill(file)
    assert before
    assert all(len(rows) == 1 for rows in before.values())
    upgrade(url)
    engine = make_engine(url)
    assert current_revision(engine) == newest_revision()
    engine.dispose()
    after = _rows(file)
    for table, rows in before.items():
        assert [row[: len(rows[0])] for row in after[table]] == rows, table
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_the_files_names_say_the_revisions_in_their_order():
    from alembic.script import ScriptDirectory

    script = ScriptDirectory.from_config(alembic_config(""))
    assert known_revisions() == [revision.revision for revision in reversed(list(script.walk_revisions()))]


def test_tables_in_code_and_migrations_agree(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'figaudit.sqlite'}"
    upgrade(url)
    check_models(url)


def test_the_first_migration_can_be_taken_back(tmp_path: Path):
    from alembic import command

    url = f"sqlite:///{tmp_path / 'figaudit.sqlite'}"
    upgrade(url)
    command.downgrade(alembic_config(url), "base")
    engine = make_engine(url)
    assert _tables(engine) == []
    engine.dispose()


def test_a_database_of_a_newer_program_is_refused(tmp_path: Path):
    folder = tmp_path / "project"
    create_workspace(folder).close()
    with closing(sqlite3.connect(folder / "figaudit.sqlite")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'r9999'")
        connection.commit()
    with pytest.raises(ExpectedError, match="newer version of Figaudit"):
        open_workspace(folder)


def test_an_older_database_is_copied_before_it_is_upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "project"
    create_workspace(folder).close()
    url = f"sqlite:///{folder / 'figaudit.sqlite'}"
    monkeypatch.setattr("pipeline.store.upgrade.newest_revision", lambda: "r0002")
    engine = make_engine(url)
    ensure_newest(url, engine)
    engine.dispose()
    copy = folder / f"figaudit.sqlite.before-upgrade-from-{newest_revision()}"
    assert _tables(make_engine(f"sqlite:///{copy}")) == _tables(make_engine(url))
