"""A page that is killed at any moment has lost no answer that it said was saved, and the chain of answers is whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.gate import find_gate
from auditor.audits.ledger import verify_chains
from auditor.audits.queue import desk_queue
from pipeline.store.verdicts import Assignment, Verdict
from pipeline.workspace import create_workspace, open_workspace
from tests.helpers.cut_off import said_until_killed
from tests.helpers.desk import add_drawn, seal_drawn


def rows(session: Session) -> list[list[str | None]]:
    """The ledger in its order: assignment, answer, error mode."""
    statement = (
        select(Assignment.assignment_id, Verdict.answer, Verdict.error_mode)
        .join(Assignment, Assignment.id == Verdict.assignment_id)
        .order_by(Verdict.sequence)
    )
    return [list(row) for row in session.execute(statement)]


@pytest.mark.parametrize("lines", [1, 7, 22])
def test_every_answer_that_was_said_to_be_saved_is_there_after_a_kill(tmp_path: Path, lines: int):
    folder = tmp_path / "project"
    with create_workspace(folder) as workspace:
        add_drawn(workspace, 40, size=(120, 80))
        seal_drawn(workspace, 40)
    said = said_until_killed("review_program", str(folder), "first", "spring", str(tmp_path), lines=lines)
    told = [json.loads(line) for line in said if line.endswith("]\n")]
    with open_workspace(folder) as workspace:
        ledger = workspace.read(rows)
        queue = workspace.read(desk_queue, "spring", "first")
        faults = workspace.read(lambda session: verify_chains(session, find_gate(session, "spring")))
    assert len(told) >= lines
    written = [each for each in told if each[1] != "skip"]
    assert ledger[: len(written)] == written
    skipped = {each[0] for each in told if each[1] == "skip"}
    assert skipped <= {place.assignment_id for place in queue.places if place.skip_reason}
    assert not faults
