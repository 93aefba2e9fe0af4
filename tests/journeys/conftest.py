"""Whole projects for the journeys, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.cli import app
from tests.helpers.command import run


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished demo; tests copy what they change."""
    folder = tmp_path_factory.mktemp("journey") / "demo"
    done = run(app, "demo", folder, "--headless")
    assert done.code == 0, done.err
    (folder / "output.txt").write_text(done.out, encoding="utf-8")
    return folder
