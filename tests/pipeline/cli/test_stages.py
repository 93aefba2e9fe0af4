"""init, add, run, status, export: counts in = counts out + reasons, and the same data gives the same bytes."""

from __future__ import annotations

import fcntl
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw
from sqlalchemy import select

from pipeline.cli import app
from pipeline.store.figures import Figure
from pipeline.store.papers import PaperDecision
from pipeline.workspace import open_workspace
from tests.helpers.command import Done, run


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A dataset of four images of which one is no picture."""
    images = tmp_path / "images"
    images.mkdir()
    for number in range(3):
        image = Image.new("RGB", (120, 80), "white")
        ImageDraw.Draw(image).rectangle((10, 10, 60 + number, 50), outline="black")
        image.save(images / f"{number}.png")
    (images / "3.png").write_text("no picture")
    rows = [_row(number) for number in range(4)]
    return _write(tmp_path / "data.jsonl", rows)


def _row(number: int, **more: object) -> dict[str, object]:
    return {
        "id": number,
        "image": f"{number}.png",
        "label": "diagram",
        "confidence": 0.25 * number,
        "venue": "ICLR",
        "platform_id": f"paper {number // 2}",
        "decision": "Accept",
        "caption": f"Caption {number}",
        "path": "t1",
        "context": "See it.",
        "year": 2024,
        "shade": number,
        **more,
    }


def _write(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def _add(project: Path, table: Path) -> Done:
    return run(app, "add", table, "--images", table.parent / "images", "--project", project, "--json")


def _export(project: Path) -> bytes:
    out = project / "figures.jsonl"
    assert run(app, "export", "figures", "--out", out, "--project", project).code == 0
    return out.read_bytes()


def test_a_dataset_without_papers_is_added_judged_and_exported(project: Path, table: Path):
    added = _add(project, table)
    assert added.code == 3
    assert added.record == {"new": 3, "changed": 0, "known": 0, "refused": 1, "strange_labels": {}}
    assert "data.jsonl line 4: the image 3.png is not a picture" in added.err
    done = run(app, "run", "--project", project, "--workers", "1")
    assert done.code == 3  # the refused row stands failed
    stages = run(app, "status", "--json", "--project", project).record["stages"]
    assert stages["acquire"]["candidates"] == 4 == stages["acquire"]["ok"] + stages["acquire"]["failed"]
    assert stages["classify"]["ok"] == 3
    rows = [json.loads(line) for line in _export(project).splitlines()]
    assert list(rows[0]) == [
        *("id", "document", "label", "printed_label", "page", "caption_page", "bbox", "caption", "caption_bbox"),
        *("caption_status", "number_status", "mention_status", "contexts", "judges", "panels", "image", "width"),
        *("height", "dpi", "parts"),
    ]
    for row in rows:
        assert set(row["judges"]) == {"imported", "native"}
        assert abs(sum(row["judges"]["native"]["probabilities"].values()) - 1) < 0.05
        assert (project / row["image"]).is_file()
        assert "path" not in json.dumps(row)


def test_adding_again_changes_nothing_and_a_changed_row_supersedes(project: Path, table: Path):
    _add(project, table)
    first = _export(project)
    assert _add(project, table).record == {"new": 0, "changed": 0, "known": 3, "refused": 1, "strange_labels": {}}
    assert _export(project) == first
    _write(table, [_row(0), _row(1, caption="Another caption"), _row(2, label="plot")])
    assert _add(project, table).record == {"new": 0, "changed": 2, "known": 1, "refused": 0, "strange_labels": {}}
    assert run(app, "status", "--json", "--project", project).record["stages"]["acquire"]["failed"] == 0
    with open_workspace(project) as workspace:
        old = workspace.read(lambda session: session.scalars(select(Figure).where(Figure.superseded_by > 0)).all())
    assert sorted(figure.caption for figure in old) == ["Caption 1", "Caption 2"]


def test_a_changed_decision_keeps_its_history(project: Path, table: Path):
    _add(project, table)
    _write(table, [_row(number, decision="Reject" if number == 0 else "Accept") for number in range(3)])
    _add(project, table)

    def decisions(session: Any) -> list[str | None]:
        rows = session.scalars(select(PaperDecision).order_by(PaperDecision.id))
        return [row.decision for row in rows]

    with open_workspace(project) as workspace:
        assert workspace.read(decisions) == ["Accept", "Accept", "Reject"]


def test_labels_outside_the_vocabulary_are_kept_and_named(project: Path, table: Path):
    _write(table, [_row(0), _row(1, label="sketch"), _row(2, label="sketch")])
    added = _add(project, table)
    assert added.record["strange_labels"] == {"sketch": 2}
    assert "kept as they are: sketch (2)" in added.err


def test_output_goes_to_a_file_in_a_folder_that_is_there(project: Path, tmp_path: Path):
    folder = run(app, "export", "figures", "--out", tmp_path, "--project", project)
    missing = run(app, "export", "figures", "--out", tmp_path / "no" / "x.jsonl", "--project", project)
    assert (folder.code, missing.code) == (2, 2)
    assert "is a folder; name a file" in folder.err
    assert "there is no folder" in missing.err
    assert not (tmp_path / "no").exists()


def test_two_runs_at_once_do_not_meet(project: Path):
    lock = project / "logs" / "run.lock"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done = run(app, "run", "--project", project)
    assert done.code == 4
    assert "another `figaudit run` works on this project" in done.err
    assert run(app, "run", "--project", project).code == 0


def test_init(tmp_path: Path):
    folder = tmp_path / "new" / "project"
    assert run(app, "init", folder, "--json").record == {"project": str(folder)}
    assert {path.name for path in folder.iterdir()} >= {"figaudit.toml", "figaudit.sqlite", "blobs", "releases", "logs"}
    again = run(app, "init", folder)
    assert again.code == 1
    assert "holds a project already" in again.err


@pytest.mark.parametrize("command", ["run", "status"])
def test_a_folder_that_is_no_project(tmp_path: Path, command: str):
    done = run(app, command, "--project", tmp_path)
    assert done.code == 1
    assert "is not a Figaudit project" in done.err
    as_json = run(app, command, "--project", tmp_path, "--json")
    assert as_json.record["exit"] == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dpi = 'high'", "dpi: Input should be a valid integer"),
        ("colour = 1", "colour: Extra inputs are not permitted"),
        ("dpi = ", "cannot be read: Invalid value"),
        ("database = 'sqlite:///no/folder/x.sqlite'", "its folder does not exist"),
    ],
)
def test_faulty_settings_are_named(project: Path, text: str, message: str):
    (project / "figaudit.toml").write_text(text)
    done = run(app, "status", "--project", project)
    assert done.code == 1
    assert "figaudit.toml" in done.err
    assert message in done.err


def test_the_environment_wins_over_the_file(project: Path, monkeypatch: pytest.MonkeyPatch):
    (project / "figaudit.toml").write_text("dpi = 100")
    monkeypatch.setenv("FIGAUDIT_DPI", "150")
    with open_workspace(project) as workspace:
        assert workspace.settings.dpi == 150


def test_unknown_options_and_missing_arguments_are_usage_errors(project: Path):
    assert run(app, "run", "--colour").code == 2
    assert run(app, "add", "--project", project).code == 2
    assert run(app, "add", project / "figaudit.toml", "--images", project, "--project", project).code == 2
