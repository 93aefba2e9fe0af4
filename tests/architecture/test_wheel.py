"""The wheel carries the data files and the migrations inside the packages, and nothing beside them."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel, unpacked as an installation would lay it."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=REPOSITORY, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_nothing_but_the_two_packages_and_their_description(unpacked: Path):
    top = {path.name.partition("-")[0] for path in unpacked.iterdir()}
    assert top == {"auditor", "pipeline", "figaudit"}


def test_every_data_file_and_migration_is_inside(unpacked: Path):
    for folder, place in (("resources", "_resources"), ("migrations", "_migrations")):
        ours = {
            file.relative_to(REPOSITORY / folder)
            for file in (REPOSITORY / folder).rglob("*")
            if file.is_file() and "__pycache__" not in file.parts
        }
        inside = unpacked / "pipeline" / place
        assert ours == {file.relative_to(inside) for file in inside.rglob("*") if file.is_file()}


def test_an_installed_copy_makes_a_database(unpacked: Path, tmp_path: Path):
    code = """
import sys
from pipeline.resources import migrations_folder, resources_folder
from pipeline.store.upgrade import check_models, upgrade

upgrade(sys.argv[1])
check_models(sys.argv[1])
print(migrations_folder(), resources_folder(), sep="\\n")
"""
    done = subprocess.run(
        [sys.executable, "-c", code, f"sqlite:///{tmp_path / 'figaudit.sqlite'}"],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(unpacked), "PYTHONDONTWRITEBYTECODE": "1"},
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    places = done.stdout.splitlines()[-2:]
    assert places == [str(unpacked / "pipeline" / name) for name in ("_migrations", "_resources")]
