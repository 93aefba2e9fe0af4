"""The command line and the window start without the heavy libraries."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from pipeline.workspace import open_workspace
from tests.helpers.desk import add_drawn, seal_drawn

REPOSITORY = Path(__file__).resolve().parents[2]
HEAVY = ("scipy", "statsmodels", "pandas", "pymupdf", "torch", "sklearn", "onnxruntime", "PySide6", "matplotlib")
LATE = ("sqlalchemy", "alembic", "pydantic_settings", "numpy", "jinja2")  # the database thread loads what it needs

SHOWN = """
from pathlib import Path
from PySide6.QtWidgets import QApplication
from auditor.ui import app, projects
from auditor.ui.desk import PageName, Place
from auditor.ui.garbage import MainThreadCollector
application = QApplication([])
window = app.build()
collector = MainThreadCollector(window)
window.show()
found = []
projects.open_project(window.desk, Path({folder!r}), auditor="first", opened=found.append, failed=found.append)
while not found:
    application.processEvents()
assert found == [Path({folder!r})], found
window.show_page(Place(PageName.REVIEW, "spring"))
while window.header.part.shown is None or window.desk.workers._open:
    application.processEvents()
window.close()
"""


def loaded_after(statement: str, libraries: tuple[str, ...] = HEAVY, **environment: str) -> set[str]:
    """The heavy libraries among the modules that a fresh Python has loaded after the statement."""
    code = f"import json, sys\n{statement}\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=REPOSITORY, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return set(libraries) & set(json.loads(done.stdout))


def test_the_command_line_loads_no_heavy_library():
    assert loaded_after("import auditor.cli.commands") == set()


def test_the_window_command_waits_for_no_other_command():
    assert loaded_after("import auditor.cli.window", HEAVY + LATE) == set()


def test_the_window_is_there_before_the_database_library():
    assert loaded_after("import auditor.ui.app", HEAVY + LATE) == {"PySide6"}


def test_start_and_review_open_without_the_libraries_of_reports(project: Path, tmp_path: Path):
    with open_workspace(project) as workspace:
        add_drawn(workspace, 3)
        seal_drawn(workspace, size=3)
    loaded = loaded_after(SHOWN.format(folder=str(project)), FIGAUDIT_DESK=str(tmp_path / "settings"))
    assert loaded == {"PySide6"}


def test_a_heavy_library_would_be_seen():
    assert loaded_after("import pymupdf") >= {"pymupdf"}
