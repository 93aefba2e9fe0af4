"""The demo is the whole line: what it promises is there, and it says that it is invented."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

from auditor.cli import app
from tests.helpers.command import run


def _figures(project: Path) -> list[dict[str, object]]:
    out = project.parent / "figures.jsonl"
    assert run(app, "export", "figures", "--out", out, "--project", project).code == 0
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def test_it_prints_the_whole_line_and_says_that_it_is_invented(demo_folder: Path):
    text = (demo_folder / "output.txt").read_text(encoding="utf-8")
    assert text.count("Everything in this demo is invented") == 2
    commands = [line.split()[2] for line in text.splitlines() if line.startswith("$ figaudit")]
    assert {"init", "add", "run", "campaign", "verdicts", "report", "release"} <= set(commands)
    assert "score interval, 95%" in text
    assert "practice 1.0.0 is whole" in text


def test_the_papers_truth_is_found_again(demo_folder: Path):
    truth = json.loads((demo_folder / "truth.json").read_text(encoding="utf-8"))
    wanted = {
        (Path(paper["file"]).stem, figure["label"], figure["page"])
        for paper in truth["papers"]
        for figure in paper["figures"]
    }
    found = _figures(demo_folder / "project")
    assert {(row["document"], row["label"], row["page"]) for row in found} == wanted
    assert all(row["caption_status"] == "found" and row["contexts"] and row["judges"] for row in found)


def test_a_finished_demo_prints_its_report_again_and_changes_nothing(demo_folder: Path, tmp_path: Path):
    copy = Path(shutil.copytree(demo_folder, tmp_path / "demo"))
    before = _figures(copy / "project")
    done = run(app, "demo", copy, "--headless")
    assert done.code == 0
    assert "Audit report: practice" in done.out
    assert "already recorded" in done.out
    assert _figures(copy / "project") == before


def test_the_auditors_sheet_holds_nothing_that_betrays_a_judge(demo_folder: Path):
    project = demo_folder / "project"
    known = {row["image"]: row for row in _figures(project)}
    with (demo_folder / "items-first.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert rows
    assert list(rows[0]) == ["item", "image", "caption", "contexts"]
    for row in rows:
        figure = known[row["image"]]
        assert row["caption"] == figure["caption"]
        words = json.dumps(row).replace(str(figure["caption"]), "")
        assert str(figure["id"]) not in words
        assert "native" not in words
        assert str(figure["document"]) not in words


def test_a_folder_with_other_things_is_refused(tmp_path: Path):
    (tmp_path / "thesis.tex").write_text("mine")
    done = run(app, "demo", tmp_path, "--headless")
    assert done.code == 1
    assert "holds other things" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
