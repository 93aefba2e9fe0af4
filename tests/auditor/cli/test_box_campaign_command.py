"""A campaign of boxes on the command line: made, sealed, shown and verified; refused where answers are meant."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from auditor.audits.desk_boxes import BoxesToSave, DeskBox, save_boxes
from auditor.audits.projection import blind_items_by_id
from auditor.audits.queue import desk_queue
from auditor.cli import adjudicate, campaigns, releases, reports, verdicts, verify
from pipeline.cli.front import new_app
from pipeline.geometry import Box
from pipeline.workspace import open_workspace
from tests.helpers.command import Done, run
from tests.helpers.factories import Invented, new_project, store_images

app = new_app("The audit's commands.")
app.add_typer(campaigns.app, name="campaign")
app.add_typer(verdicts.app, name="verdicts")
app.add_typer(adjudicate.app)
app.add_typer(verify.app)
app.add_typer(reports.app)
app.add_typer(releases.app, name="release")

Run = Callable[..., Done]


@pytest.fixture
def figaudit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The commands on a project in which first has finished one figure of four."""
    with new_project(tmp_path / "p", Invented(figures=30)) as workspace:
        store_images(workspace, 30)
    monkeypatch.setenv("FIGAUDIT_PROJECT", str(tmp_path / "p"))
    run(app, *("campaign", "create", "--task", "panel-boxes", "--size", "4", "--auditors", "first"))
    run(app, "campaign", "seal", "audit-1")
    with open_workspace(tmp_path / "p") as workspace:
        place = workspace.read(desk_queue, "audit-1", "first").places[0].assignment_id
        image = Path(workspace.read(blind_items_by_id, [place])[0].image).stem
        panel = DeskBox("a", "a", "plot", Box(0, 0, 10, 10))
        workspace.write(save_boxes, place, BoxesToSave((panel,), True, image))
    return lambda *arguments: run(app, *arguments)


def test_it_is_sealed_shown_and_listed_with_what_is_finished(figaudit: Run):
    figaudit("campaign", "create", "--task", "panel-boxes", "--size", "4", "--auditors", "first", "--name", "two")
    sealed = figaudit("campaign", "seal", "two")
    assert "next: figaudit open --auditor first, page Panels" in sealed.out
    assert "campaign items" not in sealed.out
    listed = figaudit("campaign", "list").out
    assert "panel-boxes" in listed
    assert "1 of 4 finished" in listed
    shown = figaudit("campaign", "show", "audit-1", "--json")
    assert "panel-boxes: Where are the panels?" in figaudit("campaign", "show", "audit-1").out
    assert shown.record["boxes"] == [
        {"auditor": "first", "total": 4, "done": 1, "no_panels": 0, "in_work": 0, "skipped": 0, "waiting": 3}
    ]


def test_verify_recomputes_the_chain_of_boxes(figaudit: Run, tmp_path: Path):
    whole = figaudit("verify")
    assert whole.code == 0
    assert "first: 1 box revisions, head" in whole.out
    with closing(sqlite3.connect(tmp_path / "p" / "figaudit.sqlite")) as connection, connection:
        connection.execute("UPDATE box_revisions SET boxes = '[]'")
    changed = figaudit("verify")
    assert changed.code == 1
    assert "box revision 1 of first" in changed.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("campaign", "items", "audit-1", "--auditor", "first"), "asks for boxes, not for answers"),
        (("report", "audit-1"), "of 4 figures 1 have boxes"),
        (("release", "build", "figs", "--version", "1.0.0", "--campaign", "audit-1"), "do not go into releases yet"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_where_answers_are_meant_it_is_refused_in_a_sentence(figaudit: Run, arguments: tuple[str, ...], told: str):
    done = figaudit(*arguments)
    assert done.code == 1
    assert told in done.err
