"""A process in which somebody judges has nothing loaded that could read a score, a design or another's decision.

Import contracts see the roads that modules declare; functions that import when they are called are seen here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

from pipeline.workspace import create_workspace
from tests.helpers.desk import add_drawn, seal_drawn
from tests.helpers.screen import REPOSITORY

CONTRACT = "a blind page has no road to a score, a stratum or another's decision"
SHOWS_DESIGNS = ("auditor.audits.details", "auditor.audits.planning", "auditor.audits.judges")  # beside the contract's


def forbidden() -> tuple[str, ...]:
    """What the contract of the blind pages forbids, and what the lead's pages read."""
    told = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {each["name"]: each for each in told["tool"]["importlinter"]["contracts"]}
    return (*contracts[CONTRACT]["forbidden_modules"], *SHOWS_DESIGNS)


def among(modules: list[str], names: tuple[str, ...]) -> list[str]:
    return sorted(module for module in modules if any(f"{module}.".startswith(f"{name}.") for name in names))


def loaded(place: Path) -> dict[str, list[str]]:
    """The modules that a sitting has loaded after each of its steps."""
    with create_workspace(place / "project") as workspace:
        add_drawn(workspace, 4)
        seal_drawn(workspace, 4, auditors=("first", "second"), overlap=1.0)
        seal_drawn(workspace, 4, name="boxes", task="panel-boxes")
    more = {"QT_QPA_PLATFORM": "offscreen", "FIGAUDIT_DESK": str(place / "settings")}
    program = [
        sys.executable,
        "-m",
        "tests.helpers.judging_program",
        str(place / "project"),
        "first",
        "spring",
        "boxes",
    ]
    done = subprocess.run(
        program, cwd=REPOSITORY, env={**os.environ, **more}, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def test_a_sitting_loads_nothing_of_the_leads_side(tmp_path: Path):
    steps = loaded(tmp_path)
    assert list(steps) == ["start", "review", "panels", "counts", "start again"]
    for step, modules in steps.items():
        assert {"auditor.audits.queue", "pipeline.store.verdicts", "pipeline.store.figures"} <= set(modules)
        assert among(modules, forbidden()) == [], step


def test_a_module_of_the_leads_side_would_be_seen():
    names = forbidden()
    assert {"pipeline.store.scores", "auditor.audits.seal", "auditor.reports"} <= set(names)
    code = "import json, sys, auditor.reports.gate, auditor.audits.seal\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    seen = among(json.loads(done.stdout), names)
    assert {"auditor.audits.seal", "auditor.reports.gate", "pipeline.store.designs"} <= set(seen)
    assert "auditor.audits.queue" not in seen


def test_every_name_of_the_contract_is_a_module_or_comes_later():
    for name in forbidden():
        place = REPOSITORY / Path(*name.split("."))
        assert place.with_suffix(".py").is_file() or place.is_dir() or name == "auditor.library", name
