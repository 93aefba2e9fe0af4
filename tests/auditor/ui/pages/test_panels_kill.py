"""A page that is killed at any moment has lost no step that it said was saved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from auditor.audits.box_ledger import verify_box_chains
from auditor.audits.desk_boxes import box_history
from auditor.audits.queue import desk_queue
from pipeline.workspace import create_workspace, open_workspace
from tests.helpers.cut_off import said_until_killed
from tests.helpers.desk import add_drawn, seal_drawn

CAMPAIGN = "spring"


@pytest.mark.parametrize("lines", [1, 12, 31])
def test_every_step_that_was_said_to_be_saved_is_there_after_a_kill(tmp_path: Path, lines: int):
    folder = tmp_path / "project"
    with create_workspace(folder) as workspace:
        add_drawn(workspace, 2)
        seal_drawn(workspace, 2, task="panel-boxes", name=CAMPAIGN)
    said = said_until_killed("panels_program", str(folder), "first", CAMPAIGN, str(tmp_path), lines=lines)
    told = [json.loads(line.split("\t")[1]) for line in said if line.startswith("Saved.") and line.endswith("]\n")]
    with open_workspace(folder) as workspace:
        queue = workspace.read(desk_queue, CAMPAIGN, "first")
        states = workspace.read(box_history, queue.places[0].assignment_id)
        faults = workspace.read(verify_box_chains, queue.gate)
    saved = [[[box.letter, *box.box.as_tuple()] for box in state.boxes] for state in states]
    assert len(told) >= lines
    remaining = iter(saved)
    assert all(any(state == there for there in remaining) for state in _changes(told))
    assert not faults


def _changes(told: list[list[object]]) -> list[list[object]]:
    """What was told, without saying the same twice in a row."""
    return [state for at, state in enumerate(told) if not at or state != told[at - 1]]
