"""Alembic's environment: runs migrations on the database named by the configuration, in batch mode for SQLite."""

from __future__ import annotations

from typing import Any

from alembic import context
from sqlalchemy import Connection

from pipeline.store.session import make_engine
from pipeline.store.tables import metadata


def _include(_object: Any, name: str | None, kind: str, _reflected: bool, _compare: Any) -> bool:  # noqa: FBT001 - alembic calls by position
    """Leave SQLite's full-text shadow tables out of comparisons."""
    return not (kind == "table" and name is not None and "_fts" in name)


def _migrate(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=True,
        include_object=_include,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def main() -> None:
    """Run the migrations on the URL given in attributes or by `-x url=…`."""
    url = context.config.attributes.get("url") or context.get_x_argument(as_dictionary=True).get("url")
    if not url:
        raise SystemExit("give the database: alembic -x url=sqlite:////path/figaudit.sqlite …")
    engine = make_engine(url, foreign_keys=False)
    try:
        with engine.connect() as connection:
            _migrate(connection)
    finally:
        engine.dispose()


main()
