"""How long a person waits before the command line answers."""

from __future__ import annotations

import subprocess
import sys

from timing import show


def run(*arguments: str) -> None:
    """One call of the command in a Python of its own."""
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)


show("python alone", lambda: run("-c", ""))
show("import auditor.cli", lambda: run("-c", "import auditor.cli"))
show("figaudit --help", lambda: run("-m", "auditor", "--help"))
