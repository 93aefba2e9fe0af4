from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from auditor.audits.gate import CampaignGate, find_gate
from auditor.audits.ledger import ChainHead, chain_heads, genesis, ledger_rows, row_hash, verify_chains
from auditor.audits.verdicts import record_verdict
from pipeline.store.verdicts import Verdict
from pipeline.workspace import Workspace
from tests.helpers.audits import items_of, seal_one
from tests.helpers.factories import copied


@pytest.fixture(scope="module")
def judged_template(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five verdicts of first (one superseding), two of second."""
    folder = tmp_path_factory.mktemp("judged") / "p"
    with copied(template, folder) as project:
        gate = seal_one(project)
        firsts = [item.assignment_id for item in items_of(project, gate, "first")]
        for assignment in firsts[:4]:
            project.write(record_verdict, assignment, "yes")
        project.write(record_verdict, firsts[1], "no", error_mode="plot")
        for item in items_of(project, gate, "second")[:2]:
            project.write(record_verdict, item.assignment_id, "unsure", note="small")
    return folder


@pytest.fixture
def project(judged_template: Path, tmp_path: Path) -> Iterator[Workspace]:
    with copied(judged_template, tmp_path / "p") as workspace:
        yield workspace


@pytest.fixture
def judged(project: Workspace) -> CampaignGate:
    return project.read(find_gate, "audit-1")


def faults_after(workspace: Workspace, gate: CampaignGate, *statements: Any) -> list[str]:
    def meddle(session: Session) -> None:
        for statement in statements:
            session.execute(statement)

    workspace.write(meddle)
    return workspace.read(verify_chains, gate)


def test_heads_and_lengths(project: Workspace, judged: CampaignGate):
    first, second = project.read(chain_heads, judged)
    last = project.read(
        lambda session: session.scalars(
            select(Verdict.hash).where(Verdict.auditor == "first").order_by(Verdict.sequence.desc())
        ).first()
    )
    assert first == ChainHead("first", 5, str(last))
    assert second.length == 2
    assert project.read(verify_chains, judged) == []


def test_a_chain_without_verdicts_ends_at_its_genesis(project: Workspace):
    gate = seal_one(project)  # audit-2
    assert project.read(chain_heads, gate)[1] == ChainHead("second", 0, genesis(gate.campaign_id, "second"))


@pytest.mark.parametrize(
    "change",
    [
        {"answer": "unsure"},
        {"error_mode": "plot"},
        {"note": "x"},
        {"active_seconds": 3.0},
        {"seen": ["image"]},
        {"content_hash": "x"},
        {"app_version": "9"},
        {"recorded_at": "2020-01-01T00:00:00.000Z"},
        {"item_id": "i_x"},
        {"supersedes": 1},
        {"previous_hash": "x"},
        {"hash": "x"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_change_of_any_field_shows(project: Workspace, judged: CampaignGate, change: dict[str, Any]):
    third = (Verdict.auditor == "first") & (Verdict.sequence == 3)
    faults = faults_after(project, judged, update(Verdict).where(third).values(**change))
    assert any(fault.startswith("verdict 3 of first") and "was changed" in fault for fault in faults)
    assert not any("second" in fault for fault in faults)


def test_a_deleted_row_shows_in_the_middle_and_at_the_end(project: Workspace, judged: CampaignGate):
    third = (Verdict.auditor == "first") & (Verdict.sequence == 3)
    assert "verdict 3 of first is missing" in faults_after(project, judged, delete(Verdict).where(third))
    last = (Verdict.auditor == "second") & (Verdict.sequence == 2)
    faults = faults_after(project, judged, delete(Verdict).where(last))
    assert any(fault.startswith("the verdict of second on item") and fault.endswith("is gone") for fault in faults)


def test_swapped_rows_show(project: Workspace, judged: CampaignGate):
    def place(sequence: int) -> Any:
        return update(Verdict).where(Verdict.auditor == "first", Verdict.sequence == sequence)

    faults = faults_after(
        project, judged, place(3).values(sequence=99), place(4).values(sequence=3), place(99).values(sequence=4)
    )
    assert {fault.split(" (")[0] for fault in faults} >= {"verdict 3 of first", "verdict 4 of first"}


def test_a_rehashed_row_breaks_the_chain_after_it(project: Workspace, judged: CampaignGate):
    rows = project.read(ledger_rows, judged)
    forged = replace(rows[2], answer="unsure")
    third = (Verdict.auditor == "first") & (Verdict.sequence == 3)
    change = update(Verdict).where(third).values(answer="unsure", hash=row_hash(forged))
    faults = faults_after(project, judged, change)
    assert [fault.split(" (")[0] for fault in faults] == ["verdict 4 of first"]
    assert "does not follow the verdict before it" in faults[0]
