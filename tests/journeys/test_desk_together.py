"""Two people at two windows and the running pipeline on one project: nothing lost, nothing twice, no lock error."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from auditor.audits.gate import find_gate
from auditor.audits.ledger import verify_chains
from auditor.audits.queue import desk_queue
from auditor.audits.verdicts import current_verdicts
from pipeline.workspace import open_workspace
from tests.helpers.desk import add_drawn, seal_drawn
from tests.helpers.screen import REPOSITORY, screen
from tests.helpers.windows import SCAN_CODE, WAIT, desk_on, position

ITEMS, SHARE = 400, 0.5  # each of two auditors gets 300, of which 200 are common
EACH, COMMON = 300, 200


def judge_all(project: Path, settings: Path, auditor: str, key: str) -> int:
    """Answer every item in a window of one's own by real keys; how many there were."""
    with screen() as place, desk_on(place, project, settings, auditor=auditor) as desk:
        for at in range(EACH):
            assert position(desk.until("painted")) == at
            place.keys(SCAN_CODE[key])
        desk.until("done")
        said = desk.seen
    assert "blocked" not in said
    return sum(line.startswith("painted") for line in said)


@pytest.mark.timeout(600)
def test_two_auditors_judge_while_the_pipeline_writes(project: Path, tmp_path: Path):
    with open_workspace(project) as workspace:
        add_drawn(workspace, ITEMS, size=(160, 100))
        seal_drawn(workspace, ITEMS, auditors=("first", "second"), overlap=SHARE)
    pipeline = subprocess.Popen(
        [sys.executable, "-m", "tests.helpers.busy_pipeline", str(project), str(tmp_path / "papers")],
        cwd=REPOSITORY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with ThreadPoolExecutor(2) as people:
        first = people.submit(judge_all, project, tmp_path / "one", "first", "1")
        second = people.submit(judge_all, project, tmp_path / "two", "second", "3")
        assert (first.result(), second.result()) == (EACH, EACH)
    assert pipeline.poll() is None
    said, errors = pipeline.communicate(timeout=WAIT * 4)
    assert pipeline.returncode == 0, errors
    assert "round 1" in said
    with open_workspace(project) as workspace:
        gate = workspace.read(find_gate, "spring")
        verdicts = workspace.read(current_verdicts, gate)
        queues = {name: workspace.read(desk_queue, "spring", name).places for name in ("first", "second")}
        assert workspace.read(verify_chains, gate) == []
    items = {name: {place.item for place in places} for name, places in queues.items()}
    assert {name: len(found) for name, found in items.items()} == {"first": EACH, "second": EACH}
    assert len(items["first"] & items["second"]) == COMMON
    assert len(items["first"] | items["second"]) == ITEMS
    given = {(verdict.auditor, verdict.item): verdict.answer for verdict in verdicts}
    expected = {
        (name, item): answer for name, answer in (("first", "yes"), ("second", "unsure")) for item in items[name]
    }
    assert given == expected
