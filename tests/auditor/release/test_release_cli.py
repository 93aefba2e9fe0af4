from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from auditor.cli.releases import app
from pipeline.errors import ExpectedError, UsageError


def run(project: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments, "--project", str(project)])


def record(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    assert result.stdout.count("\n") == 1
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_build_list_diff_and_verify(project: Path) -> None:
    built = run(project, "build", "figs", "--version", "1.0.0", "--campaign", "audit-1", "--author", "Ada")
    assert built.exit_code == 0, built.output
    assert "figs 1.0.0 is published: 16 records, 16 images, 8 audited (1 unsettled)" in built.stdout
    assert "4 records state no licence" in built.stdout
    second = record(run(project, "build", "figs", "--version", "1.1.0", "--population", "venue = ICLR", "--json"))
    assert second["counts"]["records"] == 12
    listed = record(run(project, "list", "--json"))["releases"]
    assert [(one["version"], one["records"], one["parent"], one["folder_present"]) for one in listed] == [
        ("1.0.0", 16, None, True),
        ("1.1.0", 12, "1.0.0", True),
    ]
    assert "figs 1.1.0  12 records" in run(project, "list").stdout
    differs = record(run(project, "diff", "figs", "1.0.0", "1.1.0", "--json"))
    assert (differs["added"], differs["removed"], differs["changed"]) == (4, 8, 0)
    assert "4 figures added, 8 removed, 0 changed" in run(project, "diff", "figs", "1.0.0", "1.1.0").stdout
    whole = run(project, "verify", "figs", "1.0.0")
    assert whole.exit_code == 0
    assert "figs 1.0.0 is whole" in whole.stdout
    assert "1 seal and the chains of 16 verdicts recomputed" in whole.stdout


def test_verify_names_each_fault_and_ends_with_1(project: Path, tmp_path: Path) -> None:
    run(project, "build", "figs", "--version", "1.0.0")
    folder = project / "releases" / "figs-1.0.0"
    (folder / "README.md").write_text("x")
    (folder / "stray").write_text("x")
    for arguments in (("figs", "1.0.0"), (str(folder),)):
        found = run(project, "verify", *arguments)
        assert found.exit_code == 1
        assert "figs 1.0.0: 2 faults" in found.stdout
        assert "README.md: has 1 bytes" in found.stdout
        assert "stray: does not belong to the release" in found.stdout
    shutil.copytree(folder, tmp_path / "copy")
    bare = CliRunner().invoke(app, ["verify", str(tmp_path / "copy"), "--json"])
    assert bare.exit_code == 1
    assert json.loads(bare.stdout)["checked_against_project"] is False
    assert [fault["path"] for fault in json.loads(bare.stdout)["faults"]] == ["README.md", "stray"]


def test_a_bare_folder_needs_no_project(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(project, "build", "figs", "--version", "1.0.0")
    shutil.move(project / "releases" / "figs-1.0.0", tmp_path / "copy")
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(app, ["verify", "copy"])
    assert found.exit_code == 0, found.output
    assert "checked without a project" in found.stdout


def test_errors_reach_the_front_end(project: Path) -> None:
    run(project, "build", "figs", "--version", "1.0.0")
    assert isinstance(run(project, "build", "figs", "--version", "1.0.0").exception, ExpectedError)
    assert isinstance(run(project, "verify", "nowhere").exception, UsageError)
    assert isinstance(run(project, "diff", "figs", "1.0.0", "3.0.0").exception, ExpectedError)
    empty = run(project, "build", "figs", "--version", "1.1.0", "--omit-images-unless", " , ")
    assert isinstance(empty.exception, UsageError)


def test_nothing_published_says_how_to_begin(project: Path) -> None:
    assert "figaudit release build NAME --version 1.0.0" in run(project, "list").stdout


def test_images_are_omitted_by_licence(project: Path) -> None:
    found = record(
        run(project, "build", "figs", "--version", "1.0.0", "--omit-images-unless", "cc by 4.0, CC0", "--json")
    )
    assert (found["counts"]["records"], found["counts"]["images"]) == (16, 12)


def test_a_takedown_file_may_hold_remarks(project: Path, tmp_path: Path) -> None:
    record(run(project, "build", "figs", "--version", "1.0.0", "--json"))
    figure = min((project / "releases" / "figs-1.0.0" / "images").iterdir()).stem
    (tmp_path / "down.txt").write_text(f"# asked for on Monday\n\n{figure}  # the first\n")
    found = record(
        run(project, "build", "figs", "--version", "1.0.1", "--takedown", str(tmp_path / "down.txt"), "--json")
    )
    assert found["counts"]["records"] == 15
    missing = run(project, "build", "figs", "--version", "1.0.2", "--takedown", str(tmp_path / "none"))
    assert isinstance(missing.exception, ExpectedError)
