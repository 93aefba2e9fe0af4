from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from auditor.audits.adjudication import Ruling, record_decision
from auditor.audits.verdicts import GivenAnswer, record_answers
from auditor.cli import campaigns, verify
from auditor.release.build import build_release
from auditor.release.request import ReleaseRequest
from pipeline.cli.front import new_app
from tests.helpers.audits import seal_one, shared_items
from tests.helpers.command import Done, run
from tests.helpers.factories import Invented, copied, new_project, store_images

app = new_app("The checking commands.")
app.add_typer(campaigns.app, name="campaign")
app.add_typer(verify.app)

Meddle = Callable[..., Done]


@pytest.fixture(scope="session")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two campaigns; audit-1 has an open and a decided item and is in release figset 1.0.0, audit-2 is untouched."""
    folder = tmp_path_factory.mktemp("released") / "p"
    with new_project(folder, Invented(figures=120)) as project:
        store_images(project)
        gate = seal_one(project, size=20)
        items = shared_items(project, gate)
        project.write(record_answers, gate, "first", [GivenAnswer(item, "yes") for item in items[:4]])
        project.write(record_answers, gate, "second", [GivenAnswer(item, "no", "plot") for item in items[:3]])
        project.write(record_decision, gate.name, items[0], Ruling("no", "lead", "axes", "plot"))
        build_release(project, ReleaseRequest("figset", "1.0.0"))
        seal_one(project, size=20, seed=8)
    return folder


@pytest.fixture
def project(released: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copied(released, tmp_path / "p").close()
    monkeypatch.setenv("FIGAUDIT_PROJECT", str(tmp_path / "p"))
    return tmp_path / "p"


@pytest.fixture
def after(project: Path) -> Meddle:
    """What verify says after statements that somebody ran in the database."""

    def run_after(*statements: str, arguments: tuple[str, ...] = ()) -> Done:
        with closing(sqlite3.connect(project / "figaudit.sqlite")) as connection, connection:
            for statement in statements:
                connection.execute(statement)
        return run(app, "verify", *arguments)

    return run_after


def test_a_whole_project_says_so(after: Meddle):
    done = after()
    assert done.code == 0, done.out
    assert "campaign audit-1: whole" in done.out
    assert "release figset 1.0.0: the database agrees with it" in done.out
    assert "tamper-evident, not tamper-proof" in done.out
    assert "FAULT" not in done.out
    record = after(arguments=("--json",)).record
    assert (record["faults"], record["releases"][0]["folder_present"]) == (0, True)


@pytest.mark.parametrize(
    ("statements", "told"),
    [
        (
            [
                (
                    "insert into decisions (campaign_id, item_id, answer, reason, decided_by, evidence, decided_at)"
                    " select campaign_id, item_id, 'yes', 'x', 'lead', '{}', '2999-01-01' from items"
                )
            ],
            "it names no verdicts that it rests on",
        ),
        (
            [
                (
                    "update assignments set state = 'waiting' where id in (select assignment_id from verdicts"
                    " where auditor = 'first' and sequence = 4)"
                ),
                "delete from verdicts where auditor = 'first' and sequence = 4",
            ],
            "the chain of first holds 3 verdicts, release figset 1.0.0 holds 4",
        ),
        (["update campaigns set seal_hash = null"], "its seal is None, release figset 1.0.0 holds"),
        (["update campaigns set seal_hash = null"], "the campaign is sealed, but its seal was removed"),
        (["update campaigns set state = 'draft'"], "the campaign is a draft, but it has a seal"),
        (["update campaigns set state = 'lost'"], "its state 'lost' is none that a campaign has"),
        (["update campaigns set task = 'lost'"], "its task 'lost' is not known"),
        (["delete from campaigns where name = 'audit-1'"], "is gone; release figset 1.0.0 was made of it"),
        (["delete from campaigns where name = 'audit-1'"], "20 items belong to a campaign that is gone"),
        (["delete from campaigns where name = 'audit-2'"], "20 items belong to a campaign that is gone"),
        (["delete from strata"], "design, population, strata or items were changed after the seal"),
        (["update figures set caption = 'another'"], "image, caption or contexts were changed after it was drawn"),
        (["update figures set content_hash = 'x'"], "its content hash is another than when it was drawn"),
        (["update assignments set state = 'skipped' where state = 'done'"], "but a verdict stands on it"),
        (["update decisions set reason = 'x'"], "in release figset 1.0.0 is gone, moved or changed"),
        (["update releases set manifest_sha256 = 'x'"], "the database says x"),
        (["update releases set config = '{}'"], "another than in its manifest"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_attack_is_named_and_exits_1(after: Meddle, statements: list[str], told: str):
    done = after(*statements)
    assert done.code == 1
    assert any(line.startswith("  FAULT: ") and told in line for line in done.out.splitlines()), done.out


def test_a_campaign_removed_with_all_it_had_is_missed_by_the_release(after: Meddle):
    tables = ("decisions", "verdicts", "assignments", "items", "strata", "campaigns")
    done = after(*(f"delete from {table}" for table in tables))  # noqa: S608 - the names stand above
    assert done.code == 1
    assert done.out.count("FAULT") == 1
    assert "is gone; release figset 1.0.0 was made of it" in done.out


def test_the_row_of_a_release_is_not_needed_to_compare_with_it(after: Meddle):
    whole = after("delete from releases")
    assert whole.code == 0
    assert "note: the database does not name it" in whole.out
    assert after("update campaigns set seal_hash = 'x' where name = 'audit-1'").out.count("release figset-1.0.0 holds")


def test_a_release_whose_folder_is_gone_is_noted(after: Meddle, project: Path):
    shutil.rmtree(project / "releases" / "figset-1.0.0")
    done = after()
    assert done.code == 0
    assert "note: its folder is gone" in done.out
    assert "was made of it" in after("delete from campaigns where name = 'audit-1'").out


def test_a_forged_release_proves_nothing(after: Meddle, project: Path):
    manifest = project / "releases" / "figset-1.0.0" / "manifest.json"
    record = json.loads(manifest.read_text(encoding="utf-8"))
    manifest.write_text(json.dumps(record), encoding="utf-8")
    assert "FAULT: its manifest has sha256" in after().out
    manifest.write_text("{", encoding="utf-8")
    done = after()
    assert done.code == 1
    assert "is damaged" in done.out


def test_decisions_of_a_release_are_read_only_as_its_manifest_names_them(after: Meddle, project: Path):
    (path,) = project.glob("releases/figset-1.0.0/audits/*/decisions.csv")
    path.write_bytes(path.read_bytes() + b"x")
    assert "decisions.csv is not the file that its manifest names" in after().out
    path.unlink()
    assert "decisions.csv cannot be read" in after().out


def test_one_campaign_is_compared_with_the_releases_it_is_in(after: Meddle):
    assert "release figset 1.0.0" in after(arguments=("audit-1",)).out
    done = after("update campaigns set seal_hash = 'x' where name = 'audit-1'", arguments=("audit-2",))
    assert (done.code, "release" in done.out.replace("releases made before", "")) == (0, False)


def test_a_draft_is_no_fault_and_not_listed(after: Meddle):
    design = ["--population", "native.label = diagram", "--size", "9", "--auditors", "a", "--name", "pilot"]
    assert run(app, "campaign", "create", *design).code == 0
    done = after()
    assert (done.code, "pilot" in done.out) == (0, False)
    assert "nothing to verify" in after(arguments=("pilot",)).out
