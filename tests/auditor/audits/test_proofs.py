from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from auditor.audits.adjudication import Ruling, record_decision
from auditor.audits.campaign import create_campaign, find_campaign
from auditor.audits.gate import CampaignGate, find_gate
from auditor.audits.ledger import chain_heads
from auditor.audits.proofs import (
    Promise,
    assignment_faults,
    decision_faults,
    figure_faults,
    orphan_faults,
    promise_faults,
)
from auditor.audits.seal import verify_seal
from auditor.audits.verdicts import GivenAnswer, record_answers
from pipeline.store.designs import Campaign, Item
from pipeline.store.figures import Figure
from pipeline.store.verdicts import Assignment, Decision, Verdict
from pipeline.workspace import Workspace
from tests.helpers.audits import SPEC, items_of, seal_one, shared_items
from tests.helpers.factories import copied, store_images

LATER = "2999-01-01T00:00:00.000Z"


@pytest.fixture(scope="module")
def decided_template(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Shared items: 0 and 1 disagreement, both decided, 0 twice; 2 disagreement; 3 unanimous; 4 skipped by first."""
    folder = tmp_path_factory.mktemp("decided") / "p"
    with copied(template, folder) as project:
        store_images(project, 400)
        gate = seal_one(project)
        items = shared_items(project, gate)
        yes = [GivenAnswer(item, "yes") for item in items[:4]]
        no = [GivenAnswer(item, "no", "plot") for item in items[:3]]
        skip = GivenAnswer(items[4], "skip", note="my own paper")
        project.write(record_answers, gate, "first", [*yes, skip])
        project.write(record_answers, gate, "second", [*no, yes[3]])
        project.write(record_decision, gate.name, items[0], Ruling("no", "lead", "axes", "plot"))
        project.write(record_decision, gate.name, items[1], Ruling("yes", "lead", "arrows"))
        project.write(record_decision, gate.name, items[0], Ruling("yes", "lead", "seen again"))
    return folder


@pytest.fixture
def project(decided_template: Path, tmp_path: Path) -> Iterator[Workspace]:
    with copied(decided_template, tmp_path / "p") as workspace:
        yield workspace


@pytest.fixture
def gate(project: Workspace) -> CampaignGate:
    return project.read(find_gate, "audit-1")


def meddled(workspace: Workspace, *statements: Any) -> None:
    def meddle(session: Session) -> None:
        for statement in statements:
            session.execute(statement)

    workspace.write(meddle)


def campaign_faults(
    workspace: Workspace, check: Callable[[Session, Campaign], list[str]], name: str = "audit-1"
) -> list[str]:
    return workspace.read(lambda session: check(session, find_campaign(session, name)))


def said(workspace: Workspace, item: str) -> list[dict[str, Any]]:
    """What an honest decision on the item would rest on."""
    rows = workspace.read(lambda session: session.scalars(select(Verdict).where(Verdict.item_id == item)).all())
    names = ("auditor", "answer", "error_mode", "sequence", "hash")
    return [{name: getattr(row, name) for name in names} for row in rows]


def forged(gate: CampaignGate, item: str, verdicts: Any, **more: Any) -> Any:
    row = {
        "campaign_id": gate.key,
        "item_id": item,
        "answer": "yes",
        "error_mode": None,
        "reason": "forged",
        "decided_by": "lead",
        "evidence": {"verdicts": verdicts},
        "decided_at": LATER,
        "supersedes": None,
    }
    return insert(Decision).values(**(row | more))


def test_what_was_recorded_is_whole(project: Workspace, gate: CampaignGate):
    assert project.read(decision_faults, gate) == []
    assert project.read(figure_faults, gate, project.blobs) == []
    assert campaign_faults(project, assignment_faults) == []
    assert campaign_faults(project, verify_seal) == []
    assert project.read(orphan_faults) == []


def test_a_decision_keeps_the_hashes_of_its_verdicts(project: Workspace, gate: CampaignGate):
    item = shared_items(project, gate)[0]
    first = project.read(lambda session: session.scalars(select(Decision).order_by(Decision.id)).first())
    assert first is not None
    assert first.evidence["verdicts"] == said(project, item)


def test_a_fitting_decision_on_an_open_item_is_accepted(project: Workspace, gate: CampaignGate):
    item = shared_items(project, gate)[2]
    meddled(project, forged(gate, item, said(project, item)))
    assert project.read(decision_faults, gate) == []


@pytest.mark.parametrize(
    ("place", "change", "told"),
    [
        (3, {}, "there was nothing to decide: the verdicts it names are unanimous"),
        (9, {}, "it names no verdicts that it rests on"),
        (2, {"evidence": {}}, "it names no verdicts that it rests on"),
        (2, {"evidence": []}, "it names no verdicts that it rests on"),
        (2, {"answer": "maybe"}, "unknown answer 'maybe'"),
        (2, {"answer": "YES"}, "not in the task's spelling"),
        (2, {"answer": "unsure"}, "settles nothing"),
        (2, {"error_mode": "plot"}, "cannot stand with answer"),
        (2, {"answer": "no"}, "needs an error mode"),
        (2, {"reason": " "}, "reason or the name"),
        (2, {"decided_at": "2000-01-01T00:00:00.000Z"}, "was recorded after it"),
        (2, {"supersedes": 1}, "does not supersede the decision before it"),
    ],
)
def test_a_forged_decision_shows(project: Workspace, gate: CampaignGate, place: int, change: dict[str, Any], told: str):
    item = shared_items(project, gate)[place]
    meddled(project, forged(gate, item, said(project, item), **change))
    faults = project.read(decision_faults, gate)
    assert any(told in fault for fault in faults), faults
    assert all(fault.startswith(f"decision 4 on item {item}: ") for fault in faults)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"answer": "unsure"}, "is not in the ledger so"),
        ({"error_mode": "table"}, "is not in the ledger so"),
        ({"hash": "0" * 64}, "is not in the ledger so"),
        ({"sequence": 99}, "verdict 99 of first, on which it rests, is not in the ledger so"),
        ({"auditor": "third"}, "verdict 3 of third, on which it rests, is not in the ledger so"),
        ({"auditor": "second", "answer": "no", "error_mode": "plot"}, "is not in the ledger so"),
    ],
)
def test_evidence_that_is_not_in_the_ledger_shows(
    project: Workspace, gate: CampaignGate, change: dict[str, Any], told: str
):
    item = shared_items(project, gate)[2]
    verdicts = said(project, item)
    meddled(project, forged(gate, item, [verdicts[0] | change, *verdicts[1:]]))
    assert any(told in fault for fault in project.read(decision_faults, gate))


def test_evidence_must_be_all_that_stood_then(project: Workspace, gate: CampaignGate):
    item = shared_items(project, gate)[2]
    meddled(project, forged(gate, item, said(project, item)[:1]))
    faults = project.read(decision_faults, gate)
    assert [fault.split(": ")[1] for fault in faults] == [
        "it leaves out verdict 3 of second, which stood when it was made",
        "there was nothing to decide",
    ]


def test_a_decision_outlives_a_verdict_that_came_after_it(project: Workspace, gate: CampaignGate):
    project.write(record_answers, gate, "second", [GivenAnswer(shared_items(project, gate)[1], "yes")])
    assert project.read(decision_faults, gate) == []


def test_a_decision_elsewhere_and_a_broken_row_of_decisions_show(project: Workspace, gate: CampaignGate):
    meddled(project, forged(gate, "i_x", []))
    assert any("i_x: the item is not in the campaign" in fault for fault in project.read(decision_faults, gate))
    # Without the first of two decisions on an item, the second supersedes nothing.
    meddled(
        project,
        delete(Decision).where(Decision.item_id == "i_x"),
        update(Decision).where(Decision.id == 3).values(supersedes=None),
        delete(Decision).where(Decision.id == 1),
    )
    assert project.read(decision_faults, gate) == []  # the forger was thorough: only a release knows better
    meddled(project, update(Decision).where(Decision.id == 3).values(supersedes=2))
    assert len(project.read(decision_faults, gate)) == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"caption": "another"}, "image, caption or contexts were changed"),
        ({"contexts": []}, "image, caption or contexts were changed"),
        ({"contexts": [{"page": 1}]}, "image, caption or contexts were changed"),
        ({"image_sha256": "0" * 64}, "image, caption or contexts were changed"),
        ({"image_extension": "jpg"}, ".jpg is missing or unreadable"),
        ({"content_hash": "x"}, "its content hash is another than when it was drawn"),
        ({"figure_id": "f_x"}, "the row that was drawn is now of figure f_x"),
    ],
    ids=str,
)
def test_a_changed_figure_is_named(project: Workspace, gate: CampaignGate, change: dict[str, Any], told: str):
    item = first_item(project, gate)
    meddled(project, update(Figure).where(Figure.id == item.subject_row).values(**change))
    faults = project.read(figure_faults, gate, project.blobs)
    assert any(told in fault for fault in faults), faults
    assert all(fault.startswith(f"figure {item.subject_id} (item {item.item_id}): ") for fault in faults)


def first_item(project: Workspace, gate: CampaignGate) -> Item:
    items = select(Item).where(Item.campaign_id == gate.key, Item.position == 1)
    return project.read(lambda session: session.scalars(items).one())


def test_a_changed_and_a_missing_image_are_named(project: Workspace, gate: CampaignGate):
    item = first_item(project, gate)
    name = project.read(lambda session: session.get_one(Figure, item.subject_row).image_sha256)
    path = project.blobs.path(str(name), "png")
    path.write_bytes(path.read_bytes() + b"x")
    (fault,) = project.read(figure_faults, gate, project.blobs)
    assert fault.endswith(f"its image {path.name} has other bytes than its name says")
    path.unlink()
    (fault,) = project.read(figure_faults, gate, project.blobs)
    assert "is missing or unreadable" in fault


@pytest.mark.parametrize(
    ("place", "change", "told"),
    [
        (0, {"auditor": "third"}, "third is no auditor of the campaign"),
        (0, {"assignment_id": "a_x"}, "its id belongs to another item or auditor"),
        (0, {"campaign": "c_x"}, "it names another campaign or task"),
        (0, {"subject_id": "f_x"}, "it shows another figure than the item's"),
        (0, {"content_hash": "x"}, "its content hash is not the item's"),
        (0, {"item_id": "i_x"}, "the item is not in the campaign"),
        (0, {"state": "waiting"}, "it is waiting, but a verdict stands on it"),
        (0, {"state": "skipped", "skip_reason": "x"}, "it is skipped, but a verdict stands on it"),
        (4, {"skip_reason": None}, "it is skipped without a reason"),
        (9, {"state": "lost"}, "its state 'lost' is none"),
    ],
    ids=str,
)
def test_a_changed_assignment_shows(
    project: Workspace, gate: CampaignGate, place: int, change: dict[str, Any], told: str
):
    item = shared_items(project, gate)[place]
    of_first = (Assignment.item_id == item) & (Assignment.auditor == "first")
    meddled(project, update(Assignment).where(of_first).values(**change))
    faults = campaign_faults(project, assignment_faults)
    assert any(told in fault for fault in faults), faults


def test_a_verdict_on_a_strange_assignment_shows(project: Workspace):
    other = project.read(lambda session: session.scalars(select(Assignment.id).order_by(Assignment.id.desc())).first())
    meddled(
        project, update(Verdict).where(Verdict.auditor == "first", Verdict.sequence == 2).values(assignment_id=other)
    )
    faults = campaign_faults(project, assignment_faults)
    assert any(fault.startswith("verdict 2 of first") and "its own assignment" in fault for fault in faults)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seal_hash": None}, "the campaign is sealed, but its seal was removed"),
        ({"state": "draft"}, "the campaign is a draft, but it has a seal"),
        ({"state": "draft", "seal_hash": None}, "a draft, but it has a time of its seal"),
        ({"state": "draft", "seal_hash": None, "sealed_at": None}, "a draft, but it has 60 items"),
    ],
)
def test_a_removed_seal_shows(project: Workspace, change: dict[str, Any], told: str):
    meddled(project, update(Campaign).values(**change))
    assert any(told in fault for fault in campaign_faults(project, verify_seal))


def test_a_draft_is_whole(project: Workspace):
    campaign, _ = project.write(create_campaign, SPEC)
    assert campaign_faults(project, verify_seal, campaign.name) == []


@pytest.fixture
def promise(project: Workspace, gate: CampaignGate) -> Promise:
    def made(session: Session) -> Promise:
        heads = {one.auditor: {"length": one.length, "head": one.head} for one in chain_heads(session, gate)}
        decisions = [
            (row.item_id, row.answer, row.error_mode or "", row.reason, row.decided_by, row.decided_at)
            for row in session.scalars(select(Decision).order_by(Decision.id))
        ]
        seal = find_campaign(session, gate.name).seal_hash
        return Promise("figset 1.0.0", gate.campaign_id, seal, heads, decisions)

    return project.read(made)


def test_a_campaign_that_went_on_keeps_its_promise(project: Workspace, gate: CampaignGate, promise: Promise):
    item = items_of(project, gate, "second")[-1].item
    project.write(record_answers, gate, "second", [GivenAnswer(item, "yes")])
    project.write(record_decision, gate.name, shared_items(project, gate)[2], Ruling("yes", "lead", "arrows"))
    assert project.read(promise_faults, promise) == []


@pytest.mark.parametrize(
    ("statements", "told"),
    [
        ([update(Campaign).values(seal_hash=None)], "its seal is None, release figset 1.0.0 holds"),
        ([update(Campaign).values(state="draft")], "it is a draft, but it was sealed when release figset 1.0.0"),
        ([update(Campaign).values(campaign_id="c_x")], "is gone; release figset 1.0.0 was made of it"),
        (
            [delete(Verdict).where(Verdict.auditor == "first", Verdict.sequence == 4)],
            "the chain of first holds 3 verdicts, release figset 1.0.0 holds 4",
        ),
        (
            [delete(Decision), delete(Verdict)],
            "the chain of second holds 0 verdicts, release figset 1.0.0 holds 4",
        ),
        (
            [update(Verdict).where(Verdict.sequence == 4).values(hash="x")],
            "verdict 4 of first is not the one that release figset 1.0.0 ends with",
        ),
        ([delete(Decision).where(Decision.id == 3)], "in release figset 1.0.0 is gone, moved or changed"),
        ([update(Decision).where(Decision.id == 2).values(reason="x")], "is gone, moved or changed"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_a_release_remembers(project: Workspace, promise: Promise, statements: list[Any], told: str):
    meddled(project, *statements)
    faults = project.read(promise_faults, promise)
    assert any(told in fault for fault in faults), faults


def test_a_release_without_its_folder_still_names_its_campaigns(project: Workspace, promise: Promise):
    bare = Promise("figset 1.0.0", promise.campaign)
    assert project.read(promise_faults, bare) == []
    assert len(project.read(promise_faults, replace(bare, campaign="c_x"))) == 1
