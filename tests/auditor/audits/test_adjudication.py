from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select

from auditor.audits.adjudication import Ruling, open_items, record_decision, settled_items
from auditor.audits.campaign import create_campaign, move_campaign
from auditor.audits.gate import CampaignGate
from auditor.audits.labels import LabelStatus
from auditor.audits.verdicts import current_verdicts
from pipeline.errors import ExpectedError, UsageError
from pipeline.store.verdicts import Decision
from pipeline.vocabulary import CampaignState
from pipeline.workspace import Workspace
from tests.helpers.audits import SPEC, row, seal_one, shared_items, take_in, write_verdicts

RULING = Ruling("no", "lead", "axes with data", "plot")


@pytest.fixture
def gate(project: Workspace, tmp_path: Path) -> CampaignGate:
    """Shared items: 0 disagreement, 1 unanimous, 2 yes and unsure, 3 a single yes."""
    gate = seal_one(project)
    shared = shared_items(project, gate)
    rows = [row(gate, item, "first") for item in shared[:4]]
    rows += [
        row(gate, shared[0], "second", "no", error_mode="plot"),
        row(gate, shared[1], "second", "yes"),
        row(gate, shared[2], "second", "unsure"),
    ]
    take_in(project, write_verdicts(tmp_path / "v.csv", rows))
    return gate


def test_only_open_items_are_listed_and_decisions_stay_beside_verdicts(project: Workspace, gate: CampaignGate):
    shared = shared_items(project, gate)
    found = {each.item: each for each in project.read(open_items, gate)}
    assert {item: each.why for item, each in found.items()} == {shared[0]: "disagreement", shared[2]: "unsure"}
    assert [(v.auditor, v.answer) for v in found[shared[0]].verdicts] == [("first", "yes"), ("second", "no")]
    before = project.read(current_verdicts, gate)
    project.write(record_decision, gate.name, shared[0], RULING)
    assert project.read(current_verdicts, gate) == before
    assert project.read(open_items, gate) == [
        each for each in project.read(open_items, gate) if each.item in {shared[0], shared[2]}
    ]
    settled = project.read(settled_items, gate)
    assert len(settled) == 60
    assert [(settled[item].label, settled[item].status) for item in shared[:5]] == [
        ("no", LabelStatus.DECISION),
        ("yes", LabelStatus.UNANIMOUS),
        (None, LabelStatus.UNSETTLED),
        ("yes", LabelStatus.SINGLE),
        (None, LabelStatus.NOT_AUDITED),
    ]


def test_a_second_decision_supersedes_the_first_even_after_the_close(project: Workspace, gate: CampaignGate):
    item = shared_items(project, gate)[0]
    project.write(move_campaign, gate.name, CampaignState.CLOSED)
    first = project.write(record_decision, gate.name, item, RULING)
    second = project.write(record_decision, gate.name, item, Ruling("Yes", "lead", "seen again"))
    assert (second.supersedes, second.answer) == (first.id, "yes")
    assert len(project.read(lambda session: session.scalars(select(Decision)).all())) == 2
    assert project.read(settled_items, gate)[item].label == "yes"
    assert [said["answer"] for said in second.evidence["verdicts"]] == ["yes", "no"]


@pytest.mark.parametrize(
    ("place", "ruling", "told"),
    [
        (1, RULING, "needs no decision: its verdict is unanimous 'yes'"),
        (3, RULING, "needs no decision: its verdict is single 'yes'"),
        (5, RULING, "has no verdict yet"),
        (0, Ruling("unsure", "lead", "x"), "settles nothing; decide for one of yes, no"),
        (0, Ruling("no", "lead", "x"), "needs an error mode"),
        (0, Ruling("maybe", "lead", "x"), "unknown answer"),
        (0, Ruling("yes", "lead", " "), "needs its reason"),
        (0, Ruling("yes", "", "x"), "name of who decides"),
    ],
)
def test_what_cannot_be_decided(project: Workspace, gate: CampaignGate, place: int, ruling: Ruling, told: str):
    with pytest.raises(ExpectedError, match=told):
        project.write(record_decision, gate.name, shared_items(project, gate)[place], ruling)
    assert project.read(lambda session: session.scalars(select(Decision)).all()) == []


def test_drafts_and_strange_items_are_refused(project: Workspace, gate: CampaignGate):
    project.write(create_campaign, SPEC)
    with pytest.raises(ExpectedError, match="audit-2 is a draft"):
        project.write(record_decision, "audit-2", shared_items(project, gate)[0], RULING)
    with pytest.raises(UsageError, match="item 'i_x' is not in campaign audit-1"):
        project.write(record_decision, "audit-1", "i_x", RULING)
