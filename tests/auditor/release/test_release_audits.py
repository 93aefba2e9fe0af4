from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from typer.testing import CliRunner, Result

from auditor.audits.campaign import create_campaign
from auditor.audits.design import CampaignSpec
from auditor.audits.gate import find_gate
from auditor.audits.seal import seal_campaign
from auditor.audits.tasks import load_task
from auditor.audits.verdicts import GivenAnswer, record_answers
from auditor.cli.releases import app
from auditor.release.build import Built, build_release
from auditor.release.ledgers import read_verdicts
from auditor.release.request import ReleaseRequest
from auditor.release.verify import verify_release
from auditor.release.writeback import Audit, accepted_of, disagree
from pipeline.errors import ExpectedError
from pipeline.store.designs import Item
from pipeline.store.figures import Figure
from pipeline.store.papers import Paper
from pipeline.store.scores import Score
from pipeline.workspace import Workspace, open_workspace

FIRST = ReleaseRequest("figs", "1.0.0")


def records(built: Built) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (built.folder / "data.jsonl").read_text().splitlines()]


def card(built: Built) -> str:
    return (built.folder / "README.md").read_text()


def judged(session: Session, /, name: str, answer: str, *, judge: str = "native", **spec: Any) -> list[str]:
    """A campaign whose every item has one and the same answer; returns the figures judged."""
    design = {"population": "", "size": 24, "auditors": ("third",), **spec}
    create_campaign(session, CampaignSpec(name=name, accepted_from=judge, **design))
    campaign, _ = seal_campaign(session, name)
    items = session.scalars(select(Item).where(Item.campaign_id == campaign.id).order_by(Item.item_id)).all()
    mode = "other" if answer == "no" else None
    record_answers(
        session, find_gate(session, name), "third", [GivenAnswer(item.item_id, answer, mode) for item in items]
    )
    return [item.subject_id for item in items]


def judge_by_clip(session: Session) -> None:
    for row in session.scalars(select(Figure.id)).all():
        session.add(
            Score(
                figure_id=row,
                judge="clip",
                label="photo",
                confidence=0.75,
                probabilities={"photo": 0.75},
                judge_version="1",
                created_at="2026-03-02T10:00:00.000Z",
            )
        )


def audit_of(label: str | None, *, accepted: bool | None = None) -> Audit:
    return Audit(
        campaign="c",
        campaign_name="c",
        sealed_at="",
        judge="native",
        task="t",
        item="i",
        row=1,
        answer=label,
        label=label,
        status="single",
        machine_label=None,
        accepted=accepted,
        counts={},
        error_modes={},
        date=None,
    )


@pytest.mark.parametrize(
    ("task", "answer", "machine_label", "accepted"),
    [
        ("is-diagram", "yes", "diagram", True),
        ("is-diagram", "no", "diagram", False),
        ("is-diagram", "yes", "plot", False),
        ("is-diagram", "no", "plot", None),
        ("is-diagram", "no", "not diagram", True),
        ("is-diagram", "yes", None, None),
        ("is-diagram", "no", None, None),
        ("is-diagram", None, "diagram", None),
        ("figure-type", "plot", "plot", True),
        ("figure-type", "photo", "plot", False),
        ("figure-type", "plot", None, None),
        ("figure-type", None, "plot", None),
    ],
)
def test_accepted_is_about_the_machines_label(
    task: str, answer: str | None, machine_label: str | None, *, accepted: bool | None
) -> None:
    assert accepted_of(load_task(task), answer, machine_label) is accepted


@pytest.mark.parametrize(("answer", "of_diagrams", "of_plots"), [("yes", True, False), ("no", False, None)])
def test_an_audit_for_diagrams_of_all_figures_never_confirms_another_label(
    workspace: Workspace, answer: str, *, of_diagrams: bool, of_plots: bool | None
) -> None:
    workspace.write(judged, "all", answer)
    built = build_release(workspace, ReleaseRequest("figs", "1.0.0", campaigns=("all",)))
    found = {(one["machine_label"], one["accepted"]) for one in records(built)}
    assert found == {("diagram", of_diagrams), ("plot", of_plots)}
    views = {view["name"]: view["records"] for view in built.manifest.views}
    assert views["audited-correct"] == (16 if of_diagrams else 0)
    assert views["accepted-or-unaudited"] == (16 if of_diagrams else 8)
    assert verify_release(built.folder).faults == ()
    assert '"not a diagram" does not say whether the label `plot` is right' in card(built)


def test_a_record_shows_the_judge_that_was_audited(workspace: Workspace) -> None:
    workspace.write(judge_by_clip)
    of_clip = set(workspace.write(judged, "by-clip", "photo", judge="clip", task="figure-type", size=6))
    found = records(build_release(workspace, FIRST))
    assert len(found) == 24
    for one in found:
        by = "clip" if one["id"] in of_clip else "native"
        assert one["machine_judge"] == by
        assert one["machine_label"] == one["figure_type"] == one["judges"][by]["label"]
        assert one["confidence"] == one["judges"][by]["confidence"]
        assert {audit["machine_judge"] for audit in one["audits"]} <= {"native", "clip"}
    assert "Records by that judge: native 18, clip 6." in card(build_release(workspace, ReleaseRequest("b", "1.0.0")))


def test_unaudited_records_show_the_judge_of_the_releases_campaign(workspace: Workspace) -> None:
    workspace.write(judge_by_clip)
    workspace.write(judged, "by-clip", "photo", judge="clip", task="figure-type", size=6)
    built = build_release(workspace, ReleaseRequest("figs", "1.0.0", campaigns=("by-clip",)))
    assert {one["machine_judge"] for one in records(built)} == {"clip"}
    assert sum(one["audit_status"] == "not audited" for one in records(built)) == 18


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (("diagram", "not diagram"), True),
        (("diagram", "plot"), True),
        (("plot", "not diagram"), False),
        (("plot", "plot"), False),
        (("plot", None), False),
        ((), False),
    ],
)
def test_audits_disagree_where_people_contradict_each_other(labels: Sequence[str | None], *, expected: bool) -> None:
    assert disagree([audit_of(label) for label in labels]) is expected


def test_two_judges_with_different_labels_are_no_disagreement_of_people() -> None:
    assert disagree([audit_of("diagram", accepted=True), audit_of("diagram", accepted=False)]) is False


def test_campaigns_that_contradict_each_other_are_counted_and_said(project: Path) -> None:
    with open_workspace(project) as opened:
        opened.write(judged, "again", "no", population="native.label = diagram", size=16)
    built = run(project, "build", "figs", "--version", "1.0.0")
    folder = project / "releases" / "figs-1.0.0"
    found = [json.loads(line) for line in (folder / "data.jsonl").read_text().splitlines()]
    # audit-1 settled 6 of its 8 figures as diagrams, 1 as none, 1 is open.
    marked = [one for one in found if one["audits_disagree"]]
    assert len(marked) == 6
    assert all({audit["accepted"] for audit in one["audits"]} == {True, False} for one in marked)
    assert json.loads((folder / "manifest.json").read_text())["counts"]["audits_disagree"] == 6
    assert "contradict each other on 6 figures" in built.stdout
    text = (folder / "README.md").read_text()
    assert "| records on which campaigns contradict each other | 6 |" in text
    assert "Campaigns contradict each other: 6 records (`audits_disagree`)" in text


def run(project: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments, "--project", str(project)])


def test_a_paragraph_that_cites_a_figure_twice_stands_once_in_its_context(workspace: Workspace) -> None:
    texts = ["See A.", "See B.", "See A."]
    contexts = [{"page": 1, "text": text, "mention": "A", "span": [0, 3]} for text in texts]
    workspace.write(lambda session: session.execute(update(Figure).values(contexts=contexts)))
    for one in records(build_release(workspace, FIRST)):
        assert one["figure_context"] == "See A.\n\nSee B."
        assert [context["text"] for context in one["contexts"]] == texts


def test_a_version_below_the_highest_is_built_only_on_purpose(project: Path) -> None:
    assert "is below" not in run(project, "build", "figs", "--version", "1.0.0").stdout
    refused = run(project, "build", "figs", "--version", "0.9.0")
    assert isinstance(refused.exception, ExpectedError)
    assert "0.9.0 is below the published 1.0.0" in str(refused.exception)
    assert "--allow-older" in str(refused.exception)
    assert [entry.name for entry in (project / "releases").iterdir()] == ["figs-1.0.0"]
    built = run(project, "build", "figs", "--version", "0.9.0", "--allow-older")
    assert built.exit_code == 0, built.output
    assert "0.9.0 is below the published 1.0.0" in built.stdout
    assert run(project, "build", "other", "--version", "0.1.0").exit_code == 0
    assert isinstance(run(project, "build", "figs", "--version", "1.0.0-rc.1").exception, ExpectedError)
    assert run(project, "build", "figs", "--version", "1.0.1").exit_code == 0


def test_imported_rows_that_name_no_paper_are_origins_not_papers(workspace: Workspace) -> None:
    def forget(session: Session) -> None:
        for paper in session.scalars(select(Paper).order_by(Paper.id)):
            number = int(paper.platform_id)
            if number <= 6:
                paper.platform_id = f"figure {number}"
                paper.bibtex = "@article{same, title={One}}" if number % 2 else None
            if number == 1:
                paper.pdf_sha256 = "0" * 64

    workspace.write(forget)
    built = build_release(workspace, ReleaseRequest("figs", "1.0.0", population=""))
    assert (built.manifest.counts["papers"], built.manifest.counts["origins_without_paper"]) == (19, 5)
    assert "24 figures of 19 papers and 5 imported origins that name no paper, each" in card(built)
    bib = (built.folder / "CITATION.bib").read_text()
    # The dataset, 19 papers, and once the entry that rows 3 and 5 brought along.
    assert bib.count("@") == 21
    assert "number 4" not in bib


def test_a_release_of_imported_rows_alone_speaks_of_no_paper(workspace: Workspace) -> None:
    workspace.write(lambda session: session.execute(update(Paper).values(platform_id="figure " + Paper.platform_id)))
    built = build_release(workspace, ReleaseRequest("figs", "1.0.0", population=""))
    assert "24 figures of 24 imported origins that name no paper, each" in card(built)
    assert built.manifest.counts["papers"] == 0


def test_the_card_says_where_the_ids_of_removed_figures_stay(workspace: Workspace) -> None:
    figure = next(one["id"] for one in records(build_release(workspace, FIRST)) if one["audits"])
    built = build_release(workspace, ReleaseRequest("figs", "1.0.1", takedown=(figure,)))
    assert figure not in (built.folder / "data.jsonl").read_text()
    (design,) = built.folder.glob("audits/*/design.json")
    assert figure in design.read_text()
    assert "The id of a figure that was drawn for an audit stays in `audits/`" in card(built)


def test_an_empty_note_and_no_note_both_come_back_as_they_were(workspace: Workspace) -> None:
    def answer(session: Session) -> None:
        items = session.scalars(select(Item.item_id).order_by(Item.item_id)).all()
        gate = find_gate(session, "audit-1")
        record_answers(
            session, gate, "first", [GivenAnswer(items[2], "no", "plot", ""), GivenAnswer(items[3], "unsure")]
        )

    workspace.write(answer)
    built = build_release(workspace, FIRST)
    assert verify_release(built.folder).faults == ()
    (path,) = built.folder.glob("audits/*/verdicts.csv")
    notes = [row.note for row in read_verdicts(path) if row.supersedes is not None]
    assert notes == ["", None]


def test_the_build_says_what_is_unsettled_and_where(project: Path) -> None:
    built = run(project, "build", "figs", "--version", "1.0.0")
    assert "1 audited figure is unsettled: `figaudit adjudicate audit-1 --list`" in built.stdout
    with open_workspace(project) as opened:
        opened.write(judged, "sure", "yes", size=4, population="native.label = plot AND venue = ICLR")
        opened.write(judged, "doubts", "unsure", size=3, population="native.label = plot AND venue = ICML")
    again = run(project, "build", "figs", "--version", "1.1.0")
    assert "4 audited figures are unsettled: `figaudit adjudicate audit-1 --list`, `figaudit adj" in again.stdout
    only = run(project, "build", "figs", "--version", "1.2.0", "--campaign", "sure")
    assert only.exit_code == 0
    assert "adjudicate" not in only.stdout
