from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.audits.gate import CampaignGate, find_gate
from auditor.audits.ledger import verify_chains
from auditor.audits.verdict_exports import answers_csv
from auditor.cli import verdicts
from pipeline.cli.front import new_app
from pipeline.workspace import Workspace
from tests.helpers.audits import items_of, row, seal_one, write_verdicts
from tests.helpers.command import Done, run
from tests.helpers.factories import Invented, copied, new_project

app = new_app("The audit's commands.")
app.add_typer(verdicts.app, name="verdicts")

# Dies right before the statement that begins with a word, or before the commit: no timing, so each place is met.
DYING = """
import os, signal, sys
from sqlalchemy import Engine, event
from auditor.cli import verdicts
from pipeline.cli.front import new_app, run_app

word = sys.argv.pop(1)

@event.listens_for(Engine, "before_cursor_execute")
def before(connection, cursor, statement, *details):
    if statement.startswith(word):
        os.kill(os.getpid(), signal.SIGKILL)

@event.listens_for(Engine, "commit")
def commit(connection):
    if word == "COMMIT":
        os.kill(os.getpid(), signal.SIGKILL)

app = new_app("The audit's commands.")
app.add_typer(verdicts.app, name="verdicts")
run_app(app)
"""


@pytest.fixture(scope="session")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sealed") / "p"
    with new_project(folder, Invented(figures=120)) as workspace:
        seal_one(workspace)
    return folder


@pytest.fixture
def project(sealed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workspace]:
    monkeypatch.setenv("FIGAUDIT_PROJECT", str(tmp_path / "p"))
    with copied(sealed, tmp_path / "p") as workspace:
        yield workspace


@pytest.fixture
def gate(project: Workspace) -> CampaignGate:
    return project.read(find_gate, "audit-1")


@pytest.fixture
def file(project: Workspace, gate: CampaignGate, tmp_path: Path) -> Path:
    rows = [row(gate, item.item, "first", note="seen") for item in items_of(project, gate, "first")]
    return write_verdicts(tmp_path / "v.csv", rows)


def figaudit(*arguments: object) -> Done:
    return run(app, "verdicts", *arguments)


def test_import_counts_and_export_repeats(project: Workspace, file: Path, tmp_path: Path):
    assert project.folder.is_dir()
    first = figaudit("import", file, "--json").record
    assert (first["rows"], first["recorded"], first["already_recorded"]) == (45, 45, 0)
    assert "45 already recorded" in figaudit("import", file).out
    out = tmp_path / "out.csv"
    assert figaudit("export", "--out", out).out == f"45 rows written to {out}\n"
    assert figaudit("export", "audit-1").out == out.read_text(encoding="utf-8")
    assert "0 recorded" in figaudit("import", out).out
    full = figaudit("export", "--full").out.splitlines()
    assert full[0].endswith("previous_hash,hash")
    assert len(full) == 46
    assert figaudit("export", "--json").code == 2


def test_wrong_rows_are_named_and_exit_1(project: Workspace, gate: CampaignGate, file: Path):
    with file.open("a", encoding="utf-8") as stream:
        stream.write("audit-1,i_nothing,first,yes,,\naudit-1,i_nothing,first,maybe,,\n")
    done = figaudit("import", file)
    assert (done.code, done.out) == (1, "")
    assert "2 wrong rows, nothing was imported" in done.err
    assert "lines 47, 48: item i_nothing is not in campaign audit-1" in done.err
    assert project.read(answers_csv, [gate])[1] == 0


def test_columns_without_a_meaning_are_told(project: Workspace, gate: CampaignGate, tmp_path: Path):
    item = items_of(project, gate, "first")[0].item
    path = tmp_path / "v.csv"
    path.write_text(f"item,answer,eror_mode\n{item},yes,\n", encoding="utf-8")
    done = figaudit("import", path, "--campaign", "audit-1", "--auditor", "first")
    assert "columns without a meaning here: eror_mode" in done.out


@pytest.mark.skipif(os.name != "posix", reason="a process is killed by SIGKILL")
@pytest.mark.parametrize("word", ["INSERT INTO verdicts", "UPDATE assignments", "COMMIT"])
def test_a_killed_import_leaves_nothing_and_the_next_one_is_whole(
    project: Workspace, gate: CampaignGate, file: Path, tmp_path: Path, word: str
):
    dying = [sys.executable, "-c", DYING, word, "verdicts", "import", str(file)]
    killed = subprocess.run(dying, capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert project.read(answers_csv, [gate])[1] == 0
    assert figaudit("import", file, "--json").record["recorded"] == 45
    assert project.read(verify_chains, gate) == []
    assert len({item.item for item in items_of(project, gate, "first")}) == 45
    copy = tmp_path / "copy.csv"
    assert figaudit("export", "--out", copy).code == 0
    assert "45 already recorded" in figaudit("import", copy).out
