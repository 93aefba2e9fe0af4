from __future__ import annotations

import hashlib
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from auditor.audits.campaign import create_campaign
from auditor.audits.design import CampaignSpec
from auditor.audits.gate import find_gate
from auditor.audits.seal import seal_campaign
from auditor.audits.verdicts import GivenAnswer, record_answers
from auditor.release.build import build_release
from auditor.release.exports import DIAGRAMBANK_FIELDS
from auditor.release.request import ReleaseRequest
from auditor.release.verify import verify_release
from auditor.release.views import VIEWS
from pipeline.errors import ExpectedError, UnavailableError, UsageError
from pipeline.store.designs import Item
from pipeline.store.figures import Correction, Figure
from pipeline.store.papers import Paper
from pipeline.store.releases import Release
from pipeline.store.scores import Score
from pipeline.store.verdicts import Decision, Verdict
from pipeline.workspace import Workspace, open_workspace

FIRST = ReleaseRequest("figs", "1.0.0")


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def records(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "data.jsonl").read_text().splitlines()]


def by_status(folder: Path, status: str) -> list[dict[str, Any]]:
    return [record for record in records(folder) if record["audit_status"] == status]


def test_a_release_holds_the_population_and_what_people_said(workspace: Workspace) -> None:
    built = build_release(workspace, FIRST)
    found = records(built.folder)
    assert [record["id"] for record in found] == sorted(record["id"] for record in found)
    assert len(found) == 16
    assert {record["machine_label"] for record in found} == {"diagram"}
    assert len(by_status(built.folder, "not audited")) == 8
    (wrong,) = [record for record in found if record["accepted"] is False]
    assert (wrong["audited_label"], wrong["audited_answer"], wrong["audit_status"]) == (
        "not diagram",
        "no",
        "unanimous",
    )
    assert wrong["verdict_counts"] == {"no": 2}
    assert wrong["error_modes"] == {"plot": 2}
    assert (wrong["figure_type"], wrong["campaign_name"]) == ("diagram", "audit-1")
    (open_one,) = by_status(built.folder, "unsettled")
    assert (open_one["audited_label"], open_one["accepted"], open_one["audit_date"]) == (None, None, None)
    assert open_one["verdict_counts"] == {"no": 1, "yes": 1}
    assert built.manifest.counts["audited"] == 8
    assert built.manifest.counts["unsettled"] == 1


def test_diagrambank_names_come_first_and_every_line_has_the_same_fields(workspace: Workspace) -> None:
    found = records(build_release(workspace, FIRST).folder)
    assert {tuple(record) for record in found} == {tuple(found[0])}
    assert tuple(found[0])[:36] == DIAGRAMBANK_FIELDS
    assert len(DIAGRAMBANK_FIELDS) == 36
    brought = [record for record in found if record["extra"]]
    assert brought
    assert all(record["extra"] == {"colour": "blue"} for record in brought)
    assert all(record["cascade_path"] == "t1_majority" for record in brought)


def test_two_builds_of_the_same_database_give_the_same_bytes(project: Path, tmp_path: Path) -> None:
    shutil.copytree(project, tmp_path / "q")
    trees = []
    for folder in (project, tmp_path / "q"):
        with open_workspace(folder) as workspace:
            trees.append(tree(build_release(workspace, FIRST).folder))
    assert trees[0] == trees[1]
    assert str(project).encode() not in b"".join(trees[0].values())


def test_an_image_is_shipped_as_it_was_or_as_the_same_pixels_in_png(workspace: Workspace) -> None:
    built = build_release(workspace, FIRST)
    converted = 0
    for record in records(built.folder):
        data = (built.folder / record["figure_path"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == record["image_sha256"]
        same = record["image_sha256"] == record["image_source_sha256"]
        blob = workspace.blobs.read(record["image_source_sha256"], "png" if same else "jpg")
        with Image.open(io.BytesIO(data)) as shipped, Image.open(io.BytesIO(blob)) as original:
            assert shipped.format == "PNG"
            assert shipped.convert("RGB").tobytes() == original.convert("RGB").tobytes()
        converted += not same
        stored = workspace.blobs.path(record["image_source_sha256"], "png" if same else "jpg")
        assert stored.stat().st_ino != (built.folder / record["figure_path"]).stat().st_ino
    assert converted == 3


def test_views_count_what_their_conditions_select(workspace: Workspace) -> None:
    built = build_release(workspace, FIRST)
    assert {view["name"]: view["records"] for view in built.manifest.views} == {
        "all": 16,
        "accepted-or-unaudited": 15,
        "audited-correct": 6,
    }
    assert [view["query"] for view in built.manifest.views] == [view.query for view in VIEWS]


def test_a_published_version_never_changes(workspace: Workspace) -> None:
    built = build_release(workspace, FIRST)
    before = tree(built.folder)
    with pytest.raises(ExpectedError, match=r"figs 1\.0\.0 was published already and never changes; choose another"):
        build_release(workspace, FIRST)
    shutil.rmtree(built.folder)
    with pytest.raises(ExpectedError, match="its folder is gone"):
        build_release(workspace, FIRST)
    assert not built.folder.exists()
    assert before


def test_what_a_killed_build_left_is_removed(workspace: Workspace) -> None:
    left = workspace.releases / ".figs-1.0.0.0123abcd.part"
    (left / "images").mkdir(parents=True)
    (left / "data.jsonl").write_bytes(b"{")
    other = workspace.releases / ".keep"
    other.mkdir()
    build_release(workspace, FIRST)
    assert not left.exists()
    assert sorted(entry.name for entry in workspace.releases.iterdir()) == [".keep", "figs-1.0.0"]


def test_a_complete_folder_without_its_row_is_adopted(workspace: Workspace) -> None:
    built = build_release(workspace, FIRST)
    before = tree(built.folder)
    workspace.write(lambda session: session.delete(session.scalars(select(Release)).one()))
    again = build_release(workspace, FIRST)
    assert again.adopted
    assert tree(again.folder) == before
    row = workspace.read(lambda session: session.scalars(select(Release)).one())
    assert (row.name, row.version, row.rows, row.manifest_sha256) == ("figs", "1.0.0", 16, built.manifest_sha256)


def test_a_foreign_or_damaged_folder_is_not_adopted(workspace: Workspace) -> None:
    built = build_release(workspace, FIRST)
    workspace.write(lambda session: session.delete(session.scalars(select(Release)).one()))
    with pytest.raises(ExpectedError, match="with other options"):
        build_release(workspace, ReleaseRequest("figs", "1.0.0", authors=("Someone",)))
    (built.folder / "README.md").write_text("other")
    with pytest.raises(ExpectedError, match=r"not whole \(README\.md"):
        build_release(workspace, FIRST)
    assert (built.folder / "README.md").read_text() == "other"


def test_two_builds_at_once_do_not_meet(workspace: Workspace) -> None:
    def second(_done: int, _total: int) -> None:
        with pytest.raises(UnavailableError, match="another release is being built"):
            build_release(workspace, ReleaseRequest("other", "1.0.0"))
        met.append(True)

    met: list[bool] = []
    build_release(workspace, FIRST, progress=second)
    assert met


def test_a_failed_build_leaves_nothing(workspace: Workspace) -> None:
    figure = workspace.read(lambda session: session.scalars(select(Figure).where(Figure.number == "4")).one())
    blob = workspace.blobs.path(str(figure.image_sha256), "png")
    blob.write_bytes(blob.read_bytes() + b"x")
    with pytest.raises(ExpectedError, match="has changed since it was stored"):
        build_release(workspace, FIRST)
    blob.unlink()
    with pytest.raises(ExpectedError, match="is missing or unreadable"):
        build_release(workspace, FIRST)
    assert list(workspace.releases.iterdir()) == []


def test_images_can_be_limited_to_licences(workspace: Workspace) -> None:
    built = build_release(workspace, ReleaseRequest("figs", "1.0.0", image_licences=("cc by 4.0",)))
    found = records(built.folder)
    without = [record for record in found if record["licence"] is None]
    assert without
    assert all(record["figure_path"] is None and record["image_sha256"] is None for record in without)
    assert all(record["image_source_sha256"] for record in without)
    assert (
        built.manifest.counts["images"] == len(found) - len(without) == len(list((built.folder / "images").iterdir()))
    )
    assert verify_release(built.folder).faults == ()


def test_a_population_given_by_hand_replaces_the_campaigns(workspace: Workspace) -> None:
    built = build_release(workspace, ReleaseRequest("figs", "1.0.0", population="venue = ICLR"))
    found = records(built.folder)
    assert {record["venue"] for record in found} == {"ICLR"}
    assert len(found) == 12
    audited = sum(record["audit_status"] != "not audited" for record in found)
    assert audited == 4
    assert "not in `data.jsonl`: 4 figures" in (built.folder / "README.md").read_text()
    assert verify_release(built.folder).faults == ()


def test_an_empty_release_is_refused(workspace: Workspace) -> None:
    with pytest.raises(ExpectedError, match="the release would be empty"):
        build_release(workspace, ReleaseRequest("figs", "1.0.0", population="venue = Nowhere"))


def test_a_draft_or_unknown_campaign_is_refused(workspace: Workspace) -> None:
    spec = CampaignSpec(auditors=("first",), population="", size=3, name="later")
    workspace.write(create_campaign, spec)
    with pytest.raises(ExpectedError, match="campaign later is a draft"):
        build_release(workspace, ReleaseRequest("figs", "1.0.0", campaigns=("later",)))
    with pytest.raises(UsageError, match="there is no campaign 'x'; known are audit-1, later"):
        build_release(workspace, ReleaseRequest("figs", "1.0.0", campaigns=("x",)))
    assert build_release(workspace, FIRST).manifest.config["campaigns"] != []


@pytest.mark.parametrize("scored", [True, False])
def test_an_audited_row_that_was_superseded_is_released_and_flagged(workspace: Workspace, *, scored: bool) -> None:
    def supersede(session: Session) -> str:
        item = session.scalars(select(Item).order_by(Item.item_id)).first()
        assert item is not None
        old = session.get_one(Figure, item.subject_row)
        values = {column.key: getattr(old, column.key) for column in Figure.__mapper__.columns if column.key != "id"}
        new = Figure(**{**values, "caption": "a newer caption", "content_hash": "new"})
        session.add(new)
        session.flush()
        old.superseded_by = new.id
        if scored:
            session.add(
                Score(
                    figure_id=new.id,
                    judge="native",
                    label="diagram",
                    confidence=0.9,
                    probabilities={"diagram": 0.9},
                    judge_version="2",
                )
            )
        return item.subject_id

    figure_id = workspace.write(supersede)
    built = build_release(workspace, FIRST)
    (record,) = [one for one in records(built.folder) if one["id"] == figure_id]
    assert record["superseded"] is True
    assert record["figure_caption"].startswith("Überblick")
    assert record["audit_status"] != "not audited"
    assert built.manifest.counts["superseded_audited"] == 1
    card = (built.folder / "README.md").read_text()
    assert "replaced or withdrawn since: 1 record, shown as judged" in card
    assert ("The query finds 15 figures today" in card) is not scored


def test_a_decision_outranks_verdicts_and_dates_the_audit(workspace: Workspace) -> None:
    def decide(session: Session) -> None:
        item = session.scalars(select(Item).order_by(Item.item_id).offset(1)).first()
        assert item is not None
        session.add(
            Decision(
                campaign_id=item.campaign_id,
                item_id=item.item_id,
                answer="no",
                error_mode="screenshot",
                reason="looked again",
                decided_by="lead",
                evidence={"verdicts": [1, 2]},
                decided_at="2027-01-05T00:00:00.000Z",
            )
        )

    workspace.write(decide)
    built = build_release(workspace, FIRST)
    (record,) = by_status(built.folder, "decision")
    assert (record["audited_label"], record["accepted"], record["audit_date"]) == ("not diagram", False, "2027-01-05")
    assert record["error_modes"] == {"screenshot": 1}
    assert built.manifest.date == "2027-01-05"
    (decisions,) = (built.folder / "audits").glob("*/decisions.csv")
    assert "looked again" in decisions.read_text()


def test_a_correction_is_released_beside_the_old_value(workspace: Workspace) -> None:
    def correct(session: Session) -> None:
        figure = session.scalars(select(Figure).where(Figure.number == "4")).one()
        session.add(
            Correction(
                figure_id=figure.id,
                field="caption",
                old_value={"value": figure.caption},
                new_value={"value": "Mended"},
                author="first",
                reason="cut short",
                corrected_at="2026-04-01T00:00:00.000Z",
            )
        )

    workspace.write(correct)
    built = build_release(workspace, FIRST)
    (record,) = [one for one in records(built.folder) if one["corrected"]]
    assert record["figure_caption"] == "Mended"
    assert record["corrected"] == [
        {
            "field": "figure_caption",
            "machine_value": "Überblick, number 4",
            "corrected_value": "Mended",
            "author": "first",
            "reason": "cut short",
            "date": "2026-04-01",
        }
    ]


def test_a_project_without_campaigns_releases_all_current_figures(workspace: Workspace) -> None:
    def forget(session: Session) -> None:
        for table in ("verdicts", "assignments", "items", "strata", "campaigns"):
            session.connection().exec_driver_sql(f"DELETE FROM {table}")  # noqa: S608 - names of this test

    workspace.write(forget)
    built = build_release(workspace, FIRST)
    assert built.manifest.counts["records"] == 24
    assert built.manifest.seals == {}
    assert "Nobody has audited this version" in (built.folder / "README.md").read_text()
    assert verify_release(built.folder).faults == ()


def test_the_next_version_tells_what_changed(workspace: Workspace) -> None:
    first = build_release(workspace, FIRST)
    assert (first.folder / "CHANGELOG.jsonl").read_bytes() == b""

    def change(session: Session) -> None:
        figures = session.scalars(select(Figure).order_by(Figure.id)).all()
        session.execute(update(Figure).where(Figure.id == _unaudited(session)).values(withdrawn=True))
        session.add(
            Score(
                figure_id=figures[2].id,
                judge="clip",
                label="diagram",
                confidence=0.9,
                probabilities={"diagram": 0.9},
                judge_version="1",
            )
        )
        session.execute(update(Score).where(Score.figure_id == figures[2].id).values(label="diagram"))

    workspace.write(change)
    second = build_release(workspace, ReleaseRequest("figs", "1.1.0"))
    changes = [json.loads(line) for line in (second.folder / "CHANGELOG.jsonl").read_text().splitlines()]
    assert sorted(change["change"] for change in changes) == ["added", "removed"]
    assert second.manifest.parent == {"version": "1.0.0", "manifest_sha256": first.manifest_sha256}
    row = workspace.read(lambda session: session.scalars(select(Release).where(Release.version == "1.1.0")).one())
    assert row.parent_id is not None
    (clip,) = [record for record in records(second.folder) if record["clip_type"]]
    assert (clip["clip_type"], clip["clip_confidence"]) == ("diagram", 0.9)
    assert "1 figure added, 1 removed, 0 changed" in (second.folder / "README.md").read_text()


def _unaudited(session: Session) -> int:
    items = set(session.scalars(select(Item.subject_row)))
    scores = session.scalars(select(Score.figure_id).where(Score.label == "diagram"))
    return min(row for row in scores if row not in items)


def test_a_changed_parent_stops_the_next_version(workspace: Workspace) -> None:
    first = build_release(workspace, FIRST)
    data = first.folder / "data.jsonl"
    data.write_bytes(data.read_bytes().replace(b"diagram", b"plotted", 1))
    with pytest.raises(ExpectedError, match="was changed after it was published"):
        build_release(workspace, ReleaseRequest("figs", "1.1.0"))


@pytest.mark.parametrize("what", ["verdict", "item"])
def test_evidence_that_does_not_hold_is_not_published(workspace: Workspace, what: str) -> None:
    def tamper(session: Session) -> None:
        if what == "verdict":
            session.execute(update(Verdict).where(Verdict.sequence == 3).values(answer="no"))
        else:
            session.execute(update(Item).values(raters=1))

    workspace.write(tamper)
    with pytest.raises(ExpectedError, match="campaign audit-1 cannot be released"):
        build_release(workspace, FIRST)
    assert list(workspace.releases.iterdir()) == []


def test_citations_name_the_dataset_and_every_paper_once(workspace: Workspace) -> None:
    built = build_release(workspace, ReleaseRequest("figs", "1.0.0", authors=('Ada "A." Lovelace', "Alan Turing")))
    bib = (built.folder / "CITATION.bib").read_text()
    assert bib.startswith("@misc{figs-1.0.0,")
    assert bib.count("\n@") == built.manifest.counts["papers"]
    assert "author = {Ada Lovelace and Alan Turing}" in bib
    assert r"On figures \& number 4" in bib
    assert "Given 5}" in bib
    assert '  - name: "Ada \\"A.\\" Lovelace"\n' in (built.folder / "CITATION.cff").read_text()


def test_a_paper_stays_one_entry_for_all_its_figures(workspace: Workspace) -> None:
    def join(session: Session) -> None:
        one = session.scalars(select(Paper.id)).first()
        session.execute(update(Figure).values(paper_id=one))

    workspace.write(join)
    built = build_release(workspace, ReleaseRequest("figs", "1.0.0", population=""))
    assert built.manifest.counts["papers"] == 1
    assert (built.folder / "CITATION.bib").read_text().count("@") == 2


def test_a_takedown_list_leaves_figures_and_whole_papers_out(workspace: Workspace) -> None:
    everything = records(build_release(workspace, FIRST).folder)
    figure, paper = everything[0]["id"], everything[1]["paper_id"]
    built = build_release(workspace, ReleaseRequest("figs", "1.0.1", takedown=(figure, paper)))
    left = {record["id"] for record in everything} - {record["id"] for record in records(built.folder)}
    assert left == {figure, everything[1]["id"]}
    assert not (built.folder / "images" / f"{figure}.png").exists()
    assert "(takedown list): 2 figures" in (built.folder / "README.md").read_text()
    assert verify_release(built.folder).faults == ()
    with pytest.raises(UsageError, match="takedown list names 'f_typo', which is no figure or paper"):
        build_release(workspace, ReleaseRequest("figs", "1.0.2", takedown=("f_typo",)))


def test_a_changed_audit_is_a_change_by_field(workspace: Workspace) -> None:
    build_release(workspace, FIRST)

    def answer_again(session: Session) -> str:
        gate = find_gate(session, "audit-1")
        item = session.scalars(select(Item).order_by(Item.item_id).offset(1)).first()
        assert item is not None
        record_answers(session, gate, "second", [GivenAnswer(item.item_id, "yes")])
        return item.subject_id

    figure_id = workspace.write(answer_again)
    second = build_release(workspace, ReleaseRequest("figs", "1.1.0"))
    changes = [json.loads(line) for line in (second.folder / "CHANGELOG.jsonl").read_text().splitlines()]
    (record,) = [one for one in records(second.folder) if one["id"] == figure_id]
    assert {(one["figure_id"], one["change"], one["campaign"], one["date"]) for one in changes} == {
        (figure_id, "changed", record["campaign"], record["audit_date"])
    }
    assert [(one["field"], one["old"], one["new"]) for one in changes] == [
        ("audited_label", None, "diagram"),
        ("audit_status", "unsettled", "unanimous"),
        ("accepted", None, True),
    ]
    assert verify_release(second.folder).faults == ()


def test_a_disk_that_refuses_is_said(workspace: Workspace) -> None:
    workspace.releases.rmdir()
    workspace.releases.write_text("in the way")
    with pytest.raises(UnavailableError, match="cannot hold releases"):
        build_release(workspace, FIRST)


def test_an_answer_that_is_a_kind_is_right_when_the_machine_said_it_at_the_seal(workspace: Workspace) -> None:
    def audit_kinds(session: Session) -> list[str]:
        spec = CampaignSpec(auditors=("third",), population="", size=4, task="figure-type", name="kinds")
        create_campaign(session, spec)
        campaign, _ = seal_campaign(session, "kinds")
        items = session.scalars(select(Item).where(Item.campaign_id == campaign.id).order_by(Item.item_id)).all()
        answers = [GivenAnswer(item.item_id, "plot") for item in items]
        record_answers(session, find_gate(session, "kinds"), "third", answers)
        # A judge that runs again later must not turn an audit of its older label round.
        session.execute(update(Score).values(superseded_by=Score.id))
        for item in items:
            session.add(
                Score(
                    figure_id=item.subject_row,
                    judge="native",
                    label="table",
                    confidence=0.9,
                    probabilities={},
                    judge_version="2",
                    created_at="2999-01-01T00:00:00.000Z",
                )
            )
        return [item.subject_id for item in items]

    figures = workspace.write(audit_kinds)
    built = build_release(workspace, ReleaseRequest("figs", "1.0.0", campaigns=("kinds",)))
    found = {record["id"]: record for record in records(built.folder)}
    for figure_id in figures:
        (one,) = found[figure_id]["audits"]
        assert one["accepted"] is (one["machine_label"] == "plot")
        assert found[figure_id]["audited_label"] == "plot"
        assert found[figure_id]["machine_label"] == "table"
    report = json.loads(next(built.folder.glob("audits/*/report.json")).read_text())
    right = sum(found[figure_id]["accepted"] for figure_id in figures)
    assert right == sum(one["correct"] for one in report["strata"])
