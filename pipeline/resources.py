"""Where the data files and migrations are: the packaged copy if there is one, else the repository's folder."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def resources_folder() -> Path:
    """The folder of prompts, tasks, models and templates."""
    packaged = PACKAGE / "_resources"
    return packaged if packaged.is_dir() else PACKAGE.parent / "resources"


def migrations_folder() -> Path:
    """The folder of alembic's env.py and versions."""
    packaged = PACKAGE / "_migrations"
    return packaged if packaged.is_dir() else PACKAGE.parent / "migrations"


def resource(*parts: str) -> Path:
    """One data file, as in `resource("tasks", "is-diagram.toml")`; raises FileNotFoundError when it is missing."""
    path = resources_folder().joinpath(*parts)
    if not path.exists():
        raise FileNotFoundError(f"the data file {'/'.join(parts)} is missing from this installation of Figaudit")
    return path
