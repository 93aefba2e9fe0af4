from __future__ import annotations

import csv
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.cli import adjudicate, campaigns, verdicts, verify
from pipeline.cli.front import new_app
from pipeline.store.figures import Figure
from pipeline.vocabulary import CampaignState
from pipeline.workspace import open_workspace
from tests.helpers.command import Done, run
from tests.helpers.factories import Invented, add_score, copied, new_project, store_images

DESIGN = [
    *("--population", "native.label = diagram", "--strata", "venue,native.confidence@0.5,0.7,0.85"),
    *("--size", "60", "--overlap", "0.5", "--auditors", "first,second", "--seed", "7"),
]

app = new_app("The audit's commands.")
app.add_typer(campaigns.app, name="campaign")
app.add_typer(verdicts.app, name="verdicts")
app.add_typer(adjudicate.app)
app.add_typer(verify.app)

Run = Callable[..., Done]


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("template") / "p"
    new_project(folder, Invented(figures=200)).close()
    return folder


@pytest.fixture
def figaudit(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    copied(template, tmp_path / "p").close()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIGAUDIT_PROJECT", str(tmp_path / "p"))
    return lambda *arguments: run(app, *arguments)


def fill(path: Path, answer: str, mode: str = "") -> None:
    """What an auditor does: add the answer columns to the items file."""
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, [*rows[0], "answer", "error_mode", "note"], restval="")
        writer.writeheader()
        writer.writerows({**row, "answer": answer, "error_mode": mode} for row in rows)


def test_from_create_to_verify(figaudit: Run, tmp_path: Path):
    created = figaudit("campaign", "create", *DESIGN, "--json").record
    assert (created["name"], created["state"], created["size"], created["overlap_items"]) == (
        "audit-1",
        "draft",
        60,
        30,
    )
    assert sum(stratum["sampled"] for stratum in created["strata"]) == 60
    sealed = figaudit("campaign", "seal", "audit-1", "--json").record
    assert (sealed["state"], len(sealed["seal_hash"])) == ("sealed", 64)
    for auditor, answer, mode in (("first", "yes", ""), ("second", "no", "plot")):
        done = figaudit("campaign", "items", "audit-1", "--auditor", auditor, "--out", f"{auditor}.csv")
        assert done.code == 0
        assert "45 images are missing" in done.err
        fill(tmp_path / f"{auditor}.csv", answer, mode)
        done = figaudit("verdicts", "import", f"{auditor}.csv", "--campaign", "audit-1", "--auditor", auditor, "--json")
        assert done.record["recorded"] == 45
    assert figaudit("verdicts", "export", "audit-1", "--out", "v.csv", "--json").record["rows"] == 90
    opened = figaudit("adjudicate", "audit-1", "--list", "--json").record["items"]
    assert {item["why"] for item in opened} == {"disagreement"}
    assert len(opened) == 30
    decide = ["--answer", "no", "--error-mode", "plot", "--reason", "axes", "--by", "lead"]
    assert figaudit("adjudicate", "audit-1", "--item", opened[0]["item"], *decide).code == 0
    listed = figaudit("adjudicate", "audit-1", "--list").out
    assert "29 items need a decision, 30 were or are open" in listed
    heads = [line for line in listed.splitlines()[1:] if line.startswith("i_")]
    assert [" undecided " in line for line in heads] == [True] * 29 + [False]
    assert heads[-1].startswith(f"{opened[0]['item']}  decided: no (plot) by lead")
    decide[-1] = "first"
    again = figaudit("adjudicate", "audit-1", "--item", opened[0]["item"], *decide)
    assert "it replaces the decision no (plot) by lead" in again.out
    assert "first judged item" in again.err
    with open_workspace(tmp_path / "p") as workspace:
        store_images(workspace, 200)
    verified = figaudit("verify", "--json")
    assert (verified.code, verified.record["faults"]) == (0, 0)
    assert [chain["length"] for chain in verified.record["campaigns"][0]["chains"]] == [45, 45]
    assert "tamper-evident, not tamper-proof" in figaudit("verify").out


def test_a_plan_is_the_one_that_create_makes_and_writes_nothing(figaudit: Run):
    planned = figaudit("campaign", "plan", *DESIGN[:-4], "--json").record
    assert figaudit("campaign", "list", "--json").record["campaigns"] == []
    created = figaudit("campaign", "create", *DESIGN, "--json").record
    assert created["strata"] == planned["strata"]
    assert planned["remarks"]


def test_verify_finds_a_change_and_exits_1(figaudit: Run, tmp_path: Path):
    figaudit("campaign", "create", *DESIGN)
    figaudit("campaign", "seal", "audit-1")
    with closing(sqlite3.connect(tmp_path / "p" / "figaudit.sqlite")) as connection, connection:
        connection.execute("update strata set size = size + 1 where position = 1")
    done = figaudit("verify")
    assert done.code == 1
    assert "FAULT: design, population, strata or items were changed after the seal" in done.out


def test_verify_notes_a_task_whose_words_changed(figaudit: Run, tmp_path: Path):
    figaudit("campaign", "create", *DESIGN)
    figaudit("campaign", "seal", "audit-1")
    assert figaudit("verify", "--json").record["campaigns"][0]["notes"] == []
    with closing(sqlite3.connect(tmp_path / "p" / "figaudit.sqlite")) as connection, connection:
        connection.execute("update campaigns set task_hash = 'another'")
    assert "note: the task is-diagram reads differently" in figaudit("verify").out


def test_show_and_list_tell_states_and_progress(figaudit: Run):
    assert "no campaign yet" in figaudit("campaign", "list").out
    assert "nothing to verify" in figaudit("verify").out
    figaudit("campaign", "create", *DESIGN, "--name", "pilot")
    assert "not sealed" in figaudit("campaign", "show", "pilot").out
    figaudit("campaign", "seal", "pilot")
    shown = figaudit("campaign", "show", "pilot", "--json").record
    assert shown["progress"][0] == {"auditor": "first", "total": 45, "done": 0, "skipped": 0, "waiting": 45}
    assert "0 of 45 judged" in figaudit("campaign", "show", "pilot").out
    assert "0 of 90 verdicts" in figaudit("campaign", "list").out
    for command, state in (
        ("pause", CampaignState.PAUSED),
        ("resume", CampaignState.SEALED),
        ("close", CampaignState.CLOSED),
    ):
        assert figaudit("campaign", command, "pilot", "--json").record["state"] == state
        assert figaudit("campaign", "list", "--json").record["campaigns"][0]["state"] == state
    closed = figaudit("campaign", "items", "pilot", "--auditor", "first")
    assert closed.code == 0, "reading is harmless"
    assert len(closed.out.splitlines()) == 46


def test_items_go_to_standard_output_and_nothing_else_does(figaudit: Run):
    figaudit("campaign", "create", *DESIGN)
    figaudit("campaign", "seal", "audit-1")
    done = figaudit("campaign", "items", "audit-1", "--auditor", "second")
    assert done.out.splitlines()[0] == "item,image,caption,contexts"
    assert len(done.out.splitlines()) == 46
    assert figaudit("campaign", "items", "audit-1", "--auditor", "second").out == done.out
    assert figaudit("campaign", "items", "audit-1", "--auditor", "second", "--json").code == 2


def test_a_sheet_can_be_handed_to_somebody_without_the_project(figaudit: Run, tmp_path: Path):
    with open_workspace(tmp_path / "p") as workspace:
        images = workspace.read(lambda session: session.scalars(select(Figure.image_sha256)).all())
    for image in images[:-1]:
        path = tmp_path / "p" / "blobs" / str(image)[:2] / f"{image}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(str(image).encode())
    figaudit("campaign", "create", "--size", "200", "--auditors", "first")
    figaudit("campaign", "seal", "audit-1")
    (tmp_path / "sheets").mkdir()
    done = figaudit(
        *("campaign", "items", "audit-1", "--auditor", "first"),
        *("--out", "sheets/first.csv", "--images", "pictures/first"),
    )
    assert done.code == 0
    assert "the task to sheets/first.task.txt, images to pictures/first" in done.out
    told = (tmp_path / "sheets" / "first.task.txt").read_text(encoding="utf-8")
    assert told.startswith("Is this a schematic diagram?\n")
    with (tmp_path / "sheets" / "first.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == ["item", "image", "caption", "contexts"]
    there = [row for row in rows if row["image"] == f"../pictures/first/{row['item']}.png"]
    assert len(there) == 199
    copies = {(tmp_path / "sheets" / row["image"]).read_text(encoding="utf-8") for row in there}
    assert copies == set(images[:-1])
    assert [row["image"] for row in rows if row not in there] == [f"blobs/{images[-1][:2]}/{images[-1]}.png"]


def test_the_judge_of_a_campaign_can_be_named(figaudit: Run, tmp_path: Path):
    with open_workspace(tmp_path / "p") as workspace:
        workspace.write(_import_labels)
    design = ["--size", "9", "--task", "figure-type"]
    assert "compared with the judge native" in figaudit("campaign", "plan", *design).out
    created = figaudit("campaign", "create", *design, "--auditors", "a", "--judge", "imported", "--json").record
    assert created["allocation"]["accepted_from"] == "imported"
    assert not any("compared with" in told for told in created["remarks"])


def _import_labels(session: Session) -> None:
    for figure in session.scalars(select(Figure)).all():
        add_score(session, figure, confidence=None, judge="imported")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["campaign", "create", "--auditors", "a,b"], 2, "a size is missing"),
        (["campaign", "create", "--auditors", "a", "--size", "9999"], 2, "size 9999 is above the population of 200"),
        (["campaign", "create", "--auditors", "a", "--size", "9", "--population", "venue ="], 2, "column 8"),
        (["campaign", "create", "--auditors", "a", "--size", "9", "--strata", "mood"], 2, "mood"),
        (["campaign", "create", "--auditors", "a", "--size", "9", "--allocation", "best"], 2, "cannot read 'best'"),
        (["campaign", "plan", "--size", "9", "--overlap", "1.5"], 2, "from 0 to 1"),
        (["campaign", "plan", "--size", "9", "--judge", "vlm"], 2, "judges here are native"),
        (["campaign", "items", "a", "--auditor", "x", "--images", "d"], 2, "--images needs --out"),
        (["campaign", "seal", "audit-1"], 2, "there is no campaign 'audit-1'; none was created yet"),
        (["campaign", "items", "audit-1", "--auditor", "x"], 2, "there is no campaign"),
        (["adjudicate", "audit-1", "--answer", "yes"], 2, "a decision takes --item"),
        (["verdicts", "export", "audit-1"], 2, "there is no campaign"),
        (["verify", "audit-1"], 2, "there is no campaign"),
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(figaudit: Run, arguments: list[str], code: int, told: str):
    done = figaudit(*arguments)
    assert (done.code, done.out) == (code, "")
    assert told in done.err
    assert figaudit(*arguments, "--json").record["exit"] == code


def test_items_of_a_draft_say_what_to_do(figaudit: Run):
    figaudit("campaign", "create", *DESIGN)
    done = figaudit("campaign", "items", "audit-1", "--auditor", "first")
    assert done.code == 1
    assert "seal it first: `figaudit campaign seal audit-1`" in done.err


def test_skipped_items_are_handed_over(figaudit: Run, tmp_path: Path):
    figaudit("campaign", "create", *DESIGN[:-2], "--overlap", "0")
    figaudit("campaign", "seal", "audit-1")
    figaudit("campaign", "items", "audit-1", "--auditor", "first", "--out", "first.csv")
    item = (tmp_path / "first.csv").read_text(encoding="utf-8").splitlines()[1].split(",")[0]
    (tmp_path / "skip.csv").write_text(f"item,answer,note\n{item},skip,my own paper\n", encoding="utf-8")
    imported = figaudit("verdicts", "import", "skip.csv", "--campaign", "audit-1", "--auditor", "first", "--json")
    assert imported.record["skipped"] == 1
    handed = figaudit("campaign", "reassign", "audit-1", "--json").record["handed"]
    assert handed == [{"item": item, "skipped_by": "first", "given_to": "second"}]
    assert "nothing to hand over" in figaudit("campaign", "reassign", "audit-1").out


def test_help_shows_an_example_of_every_command(figaudit: Run):
    for command in ("plan", "create", "seal", "pause", "resume", "close", "list", "show", "items", "reassign"):
        assert "Example:" in figaudit("campaign", command, "--help").out
    for command in ("import", "export"):
        assert "Example:" in figaudit("verdicts", command, "--help").out
    for command in ("adjudicate", "verify"):
        assert "Example:" in figaudit(command, "--help").out


def test_the_seal_names_both_ways_to_judge(figaudit: Run):
    figaudit("campaign", "create", *DESIGN)
    told = figaudit("campaign", "seal", "audit-1").out.splitlines()
    by_file = "figaudit campaign items audit-1 --auditor {0} --out {0}.csv"
    for auditor in ("first", "second"):
        assert f"next: figaudit open --auditor {auditor}, or by file: {by_file.format(auditor)}" in told
