"""The thirteen import contracts of pyproject.toml hold, and each of them catches a wrong import."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PACKAGES = ("pipeline", "auditor", "migrations")

PIPELINE = "pipeline reads downwards; stages do not know each other"
AUDITOR = "auditor reads downwards"
UPWARDS = "pipeline never imports auditor"
STAGES = "auditor reads results, not stages"
QT = "Qt lives in auditor.ui"
DATABASE = "the UI does not talk to the database itself"
STATISTICS = "statistics is arithmetic"
STORE = "only stage.py of a stage touches the store"
PDF = "one module opens PDFs"
MODELS = "model libraries load in adapters"
WORKSPACE = "workspace opens sessions, knows no table"
MIGRATION = "a migration stands alone"
BLIND = "a blind page has no road to a score, a stratum or another's decision"

SCORES = "import pipeline.store.scores"

# contract, file (made if it is not there), the lines added to it
WRONG_IMPORTS = [
    (PIPELINE, "pipeline/geometry.py", "import pipeline.settings"),
    (PIPELINE, "pipeline/extract/layout.py", "import pipeline.classify"),
    (PIPELINE, "pipeline/store/runs.py", "import pipeline.files"),
    (PIPELINE, "pipeline/unlisted.py", ""),
    (AUDITOR, "auditor/statistics/estimates.py", "import auditor.boxes"),
    (AUDITOR, "auditor/boxes/edits.py", "import auditor.audits"),
    (AUDITOR, "auditor/unlisted.py", ""),
    (UPWARDS, "pipeline/geometry.py", "import auditor.boxes"),
    (STAGES, "auditor/boxes/drafts.py", "import pipeline.extract"),
    (STAGES, "auditor/release/build.py", "from pipeline import run"),
    (STAGES, "auditor/reports/render.py", "import pipeline.cli"),
    (QT, "auditor/boxes/history.py", "from PySide6 import QtCore"),
    (QT, "pipeline/files.py", "def shown():\n    import PySide6.QtGui"),
    (DATABASE, "auditor/ui/widgets/tree.py", "import sqlalchemy"),
    (DATABASE, "auditor/ui/widgets/tree.py", "from pipeline.store import papers"),
    (STATISTICS, "auditor/statistics/proportions.py", "import pandas"),
    (STATISTICS, "auditor/statistics/proportions.py", "import pipeline.errors"),
    (STORE, "pipeline/panels/letters.py", "from pipeline.store import figures"),
    (STORE, "pipeline/extract/captions.py", "import sqlalchemy"),
    (PDF, "pipeline/extract/figures.py", "import pymupdf"),
    (PDF, "auditor/ui/canvas/page.py", "import pymupdf"),
    (PDF, "pipeline/pdf/page.py", "import pymupdf"),
    (MODELS, "pipeline/classify/native.py", "def score():\n    import torch"),
    (MODELS, "pipeline/settings.py", "import openai"),
    (WORKSPACE, "pipeline/workspace.py", "from pipeline.store import scores"),
    (WORKSPACE, "pipeline/store/base.py", "from pipeline.store import designs"),
    (MIGRATION, "migrations/versions/r9999_wrong.py", "from pipeline import vocabulary"),
    (BLIND, "auditor/ui/pages/review.py", "import auditor.library"),
    (BLIND, "auditor/ui/pages/panels.py", "import auditor.audits.campaign"),
    (BLIND, "auditor/ui/pages/review.py", "import auditor.boxes.eye\n# file auditor/boxes/eye.py\n" + SCORES),
]  # fmt: skip
# Roads lead through these modules, so that a wrong import there opens another contract's road as well.
ALSO_BROKEN = {UPWARDS: {AUDITOR}, WORKSPACE: {BLIND}}


def verdicts_of(tree: Path) -> dict[str, str]:
    """What import-linter says of each contract, by name: KEPT or BROKEN."""
    done = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-logo", "--no-cache"],
        cwd=tree, capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = {}
    for line in done.stdout.splitlines():
        for word in ("KEPT", "BROKEN"):
            name, separator, _ = line.partition(f" {word}")
            if separator:
                found[name] = word
    assert found, f"import-linter could not judge the tree:\n{done.stdout}\n{done.stderr}"
    return found


def contract_names() -> list[str]:
    """The contracts as pyproject.toml names them."""
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    return [contract["name"] for contract in settings["tool"]["importlinter"]["contracts"]]


def copy_of_the_code(folder: Path) -> Path:
    """The packages without data, as import-linter needs them."""
    for package in PACKAGES:
        for file in (REPOSITORY / package).rglob("*.py"):
            target = folder / file.relative_to(REPOSITORY)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
    shutil.copyfile(REPOSITORY / "pyproject.toml", folder / "pyproject.toml")
    return folder


def add(tree: Path, file: str, lines: str) -> None:
    """Append the lines to a file of the tree; `# file NAME` starts another file."""
    first, *others = lines.split("# file ")
    for name, text in [(file, first), *(other.split("\n", 1) for other in others)]:
        target = tree / name
        for folder in (target.parent, *target.parent.parents):
            if folder == tree:
                break
            folder.mkdir(exist_ok=True)
            (folder / "__init__.py").touch()
        with target.open("a", encoding="utf-8") as stream:
            stream.write(f"\n{text}\n")


def broken(tree: Path) -> set[str]:
    """The contracts that a tree breaks."""
    return {name for name, word in verdicts_of(tree).items() if word == "BROKEN"}


@pytest.fixture(scope="session")
def broken_already() -> set[str]:
    """What the code breaks as it stands; one fault then fails its own test and not all of them."""
    return broken(REPOSITORY)


def test_every_contract_is_kept():
    assert verdicts_of(REPOSITORY) == dict.fromkeys(contract_names(), "KEPT")


def test_every_contract_has_a_wrong_import_here():
    assert len(contract_names()) == 13
    assert {contract for contract, _, _ in WRONG_IMPORTS} == set(contract_names())


@pytest.mark.parametrize(
    ("contract", "file", "lines"),
    WRONG_IMPORTS,
    ids=[f"{file}: {lines.splitlines()[0] if lines else 'unlisted'}" for _, file, lines in WRONG_IMPORTS],
)
def test_a_wrong_import_breaks_its_contract(
    contract: str, file: str, lines: str, *, tmp_path: Path, broken_already: set[str]
):
    tree = copy_of_the_code(tmp_path)
    add(tree, file, lines)
    found = broken(tree) - broken_already
    assert contract in found
    assert found - {contract} <= ALSO_BROKEN.get(contract, set())
