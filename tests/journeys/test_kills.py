"""SIGKILL at any touch of database or disk: the same command again gives the same bytes; releases are old or new."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from auditor.cli import app
from pipeline.acquire.practice.papers import write_practice_papers
from tests.helpers.command import run

REPOSITORY = Path(__file__).resolve().parents[2]
SUITE_KILLS = 2
SOAK_KILLS = 10


def _killed(touch: int, *arguments: object) -> bool:
    """Run a command that dies at its touch-th touch of database or disk; whether it got that far."""
    command = [sys.executable, "-m", "tests.helpers.killed", str(touch), *map(str, arguments)]
    ended = subprocess.run(command, cwd=REPOSITORY, check=False, capture_output=True)
    # An earlier, slower death may have come after the end: then the release stands, and building it again is refused.
    assert ended.returncode in (-9, 0) or b"published already" in ended.stderr, ended.stderr.decode()
    return ended.returncode == -9


def _export(project: Path, *what: str) -> bytes:
    out = project / "exported"
    assert run(app, *what, "--out", out, "--project", project).code == 0
    return out.read_bytes()


def _touches(kills: int, seed: int, most: int) -> list[int]:
    """Seeded moments, early ones as likely as late ones."""
    chance = random.Random(seed)  # noqa: S311 - moments, not secrets
    return sorted(chance.sample(range(3, most), kills))


@pytest.fixture(scope="session")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    drawn = write_practice_papers(tmp_path_factory.mktemp("kills") / "all", seed=5)
    folder = drawn.folder.parent / "two"
    folder.mkdir()
    for path in drawn.files[:2]:
        shutil.copy(path, folder)
    return folder


def _run_killed(project: Path, papers: Path, touches: list[int]) -> None:
    assert run(app, "add", papers, "--project", project).code == 0
    for touch in touches:
        _killed(touch, "run", "--workers", "1", "--project", project)
    assert run(app, "run", "--workers", "2", "--project", project).code == 0


def test_a_killed_run_ends_in_the_same_export(project: Path, papers: Path, tmp_path: Path):
    other = Path(shutil.copytree(project, tmp_path / "other"))
    _run_killed(project, papers, _touches(SUITE_KILLS, 1, 120))
    _run_killed(other, papers, [])
    assert _export(project, "export", "figures") == _export(other, "export", "figures")
    counts = run(app, "status", "--json", "--project", project).record["stages"]
    assert all(stage["candidates"] == stage["ok"] for stage in counts.values())


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(SOAK_KILLS))
def test_soak_a_killed_run_ends_in_the_same_export(project: Path, papers: Path, tmp_path: Path, seed: int):
    other = Path(shutil.copytree(project, tmp_path / "other"))
    _run_killed(project, papers, _touches(3, seed, 300))
    _run_killed(other, papers, [])
    assert _export(project, "export", "figures") == _export(other, "export", "figures")


@pytest.fixture
def audited(demo_folder: Path, tmp_path: Path) -> Path:
    """A copy of the demo's project whose second auditor has not answered yet, without a release."""
    demo = tmp_path / "demo"
    shutil.copytree(demo_folder, demo)
    return demo


def _fresh_campaign(project: Path) -> None:
    options = ["--population", "native.label = plot", "--size", "8", "--auditors", "third", "--name", "again"]
    assert run(app, "campaign", "create", *options, "--seed", "3", "--project", project).code == 0
    assert run(app, "campaign", "seal", "again", "--project", project).code == 0


def _answers(project: Path) -> Path:
    sheet, answers = project / "sheet.csv", project / "answers.csv"
    items = ["campaign", "items", "again", "--auditor", "third", "--out", sheet, "--project", project]
    assert run(app, *items).code == 0
    names = [line.split(",")[0] for line in sheet.read_text(encoding="utf-8").splitlines() if line.startswith("i_")]
    rows = [f"again,{name},third,no,plot," for name in names]
    answers.write_text("campaign,item,auditor,answer,error_mode,note\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return answers


def _import_killed(project: Path, touches: list[int]) -> bytes:
    _fresh_campaign(project)
    answers = _answers(project)
    for touch in touches:
        _killed(touch, "verdicts", "import", answers, "--project", project)
        said = _export(project, "verdicts", "export", "again").count(b"again,")
        assert said in (0, len(answers.read_text(encoding="utf-8").splitlines()) - 1)  # all or nothing
    assert run(app, "verdicts", "import", answers, "--project", project).code == 0
    assert run(app, "verify", "--project", project).code == 0
    return _export(project, "verdicts", "export")


def test_a_killed_import_is_all_or_nothing(audited: Path, tmp_path: Path):
    other = Path(shutil.copytree(audited, tmp_path / "other"))
    killed = _import_killed(audited / "project", _touches(SUITE_KILLS, 2, 60))
    assert killed == _import_killed(other / "project", [])


def _build_killed(project: Path, touches: list[int]) -> dict[str, bytes]:
    build = ["release", "build", "practice", "--version", "1.1.0", "--campaign", "practice", "--project", project]
    folder = project / "releases" / "practice-1.1.0"
    for touch in touches:
        _killed(touch, *build)
        old = ["release", "verify", "practice", "1.0.0", "--project", project]
        assert run(app, *old).code == 0
        if folder.exists():
            assert run(app, "release", "verify", folder).code == 0
    ended = run(app, *build)
    assert ended.code == 0 or "published already" in ended.err, ended.err
    assert run(app, "release", "verify", "practice", "1.1.0", "--project", project).code == 0
    left = [path.name for path in (project / "releases").iterdir()]
    assert sorted(left) == ["practice-1.0.0", "practice-1.1.0"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_killed_release_is_old_or_new(audited: Path, tmp_path: Path):
    other = Path(shutil.copytree(audited, tmp_path / "other"))
    assert _build_killed(audited / "project", _touches(SUITE_KILLS, 3, 120)) == _build_killed(other / "project", [])


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(SOAK_KILLS))
def test_soak_killed_imports_and_releases(audited: Path, tmp_path: Path, seed: int):
    other = Path(shutil.copytree(audited, tmp_path / "other"))
    assert _import_killed(audited / "project", _touches(3, seed, 80)) == _import_killed(other / "project", [])
    assert _build_killed(audited / "project", _touches(3, seed, 200)) == _build_killed(other / "project", [])
