"""A build killed at a chosen file operation leaves the old state or the new one, and the next build ends the same."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import select

from auditor.release.build import build_release
from auditor.release.request import ReleaseRequest
from auditor.release.verify import verify_published, verify_release
from pipeline.store.releases import Release
from pipeline.workspace import open_workspace

ROOT = Path(__file__).resolve().parents[3]
REQUEST = ReleaseRequest("figs", "1.0.0")
MOMENTS = 6

# Forks one child for each job [project, k]; the child counts what it opens, makes and renames in the project, and kills
# itself at the k-th such event (0 = never; its events are then written to events.json).
SCRIPT = """
import json, os, signal, sys
from pathlib import Path
from auditor.release.build import build_release
from auditor.release.request import ReleaseRequest
from pipeline.workspace import open_workspace
import auditor.reports.report, scipy.stats, scipy.optimize, PIL.Image, jinja2

EVENTS = {"open", "os.mkdir", "os.rename", "sqlite3.connect", "fcntl.flock"}

def build(project, moment):
    seen = []
    def count(event, args):
        if event in EVENTS and (event == "fcntl.flock" or project in str(args[0])):
            seen.append([event, str(args[0])])
            if len(seen) == moment:
                os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(count)
    with open_workspace(Path(project)) as workspace:
        build_release(workspace, ReleaseRequest("figs", "1.0.0"))
    if moment == 0:
        events = list(seen)
        Path(project, "events.json").write_text(json.dumps(events))

for project, moment in json.loads(sys.argv[1]):
    child = os.fork()
    if child == 0:
        status = 1
        try:
            build(project, moment)
            status = 0
        finally:
            os._exit(status)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def run_builds(jobs: list[tuple[Path, int]]) -> list[int]:
    argument = json.dumps([[str(project), moment] for project, moment in jobs])
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, argument], cwd=ROOT, capture_output=True, text=True, check=False, timeout=240
    )
    assert done.returncode == 0, done.stderr
    return [int(line) for line in done.stdout.split()]


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def check_killed(project: Path, expected: dict[str, bytes]) -> str:
    """Old or new, then the same bytes after another build; returns which."""
    folder = project / "releases" / "figs-1.0.0"
    with open_workspace(project) as workspace:
        row = workspace.read(lambda session: session.scalars(select(Release)).one_or_none())
        if row is not None:
            assert verify_published(workspace, "figs", "1.0.0").faults == ()
            assert tree(folder) == expected
            return "new"
        complete = folder.is_dir()
        if complete:
            assert verify_release(folder).faults == ()
        built = build_release(workspace, REQUEST)
        assert built.adopted is complete
        assert verify_published(workspace, "figs", "1.0.0").faults == ()
    assert tree(folder) == expected
    assert [entry.name for entry in (project / "releases").iterdir()] == ["figs-1.0.0"]
    return "complete" if complete else "old"


@pytest.fixture
def events(audited_template: Path, tmp_path: Path) -> tuple[list[list[str]], dict[str, bytes]]:
    """The events of an undisturbed build in another process, and the bytes it made."""
    shutil.copytree(audited_template, tmp_path / "whole")
    assert run_builds([(tmp_path / "whole", 0)]) == [0]
    seen = json.loads((tmp_path / "whole" / "events.json").read_text())
    return seen, tree(tmp_path / "whole" / "releases" / "figs-1.0.0")


def kill_at(moments: list[int], template: Path, tmp_path: Path) -> list[Path]:
    projects = [tmp_path / f"killed-{moment}" for moment in moments]
    for project in projects:
        shutil.copytree(template, project)
    codes = run_builds(list(zip(projects, moments, strict=True)))
    assert codes == [-9] * len(moments)
    return projects


def test_a_build_killed_anywhere_leaves_the_old_state_or_the_new(
    audited_template: Path, tmp_path: Path, events: tuple[list[list[str]], dict[str, bytes]]
) -> None:
    seen, expected = events
    (renamed,) = [number for number, (event, _) in enumerate(seen, start=1) if event == "os.rename"]
    # The event comes before the deed: at `renamed` the folder is not shown yet, one later it is, without its row.
    drawn = random.Random(11).sample(range(1, renamed), MOMENTS)  # noqa: S311 - moments, not secrets
    chosen = {renamed, renamed + 1, len(seen), *drawn}
    moments = sorted(chosen)
    states = [check_killed(project, expected) for project in kill_at(moments, audited_template, tmp_path)]
    found = dict(zip(moments, states, strict=True))
    assert found[renamed] == "old"
    assert found[renamed + 1] == "complete"
    assert {"old", "complete"} <= set(states)


@pytest.mark.soak
def test_a_build_killed_at_each_file_operation_in_turn(
    audited_template: Path, tmp_path: Path, events: tuple[list[list[str]], dict[str, bytes]]
) -> None:
    seen, expected = events
    for project in kill_at(list(range(1, len(seen) + 1)), audited_template, tmp_path):
        check_killed(project, expected)
        shutil.rmtree(project)
