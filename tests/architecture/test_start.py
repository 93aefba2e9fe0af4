"""The command line starts without the heavy libraries."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
HEAVY = ("scipy", "statsmodels", "pandas", "pymupdf", "torch", "sklearn", "onnxruntime", "PySide6", "matplotlib")


def loaded_after(statement: str) -> set[str]:
    """The heavy libraries among the modules that a fresh Python has loaded after the statement."""
    code = f"import json, sys\n{statement}\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    return set(HEAVY) & set(json.loads(done.stdout))


def test_the_command_line_loads_no_heavy_library():
    assert loaded_after("import auditor.cli") == set()


def test_a_heavy_library_would_be_seen():
    assert loaded_after("import pymupdf") >= {"pymupdf"}
