"""One invented project per test, copied from one that is made once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.workspace import Workspace
from tests.helpers.factories import Invented, copied, new_project


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a closed project with 400 figures; tests copy it and leave it alone."""
    folder = tmp_path_factory.mktemp("template") / "p"
    new_project(folder, Invented(figures=400)).close()
    return folder


@pytest.fixture
def project(template: Path, tmp_path: Path) -> Iterator[Workspace]:
    """A project with 400 invented diagrams of twelve papers, not yet in any campaign."""
    with copied(template, tmp_path / "p") as workspace:
        yield workspace
