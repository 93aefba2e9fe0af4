"""Runs `figaudit` and kills it, as a power cut would, just before its n-th touch of database or disk.

Usage: python -m tests.helpers.killed N figaudit-arguments…
"""

from __future__ import annotations

import os
import signal
import sys
from itertools import count

WATCHED = {"os.rename", "os.mkdir", "os.remove", "shutil.rmtree"}


def main() -> None:
    """Count SQL statements, opened files and renames of the command; the n-th is its last."""
    from sqlalchemy import Engine, event

    from auditor.cli import main as figaudit

    last, step = int(sys.argv[1]), count(1)
    # figaudit itself reads sys.argv, and so do the processes it starts.
    sys.argv = ["figaudit", *sys.argv[2:]]

    def touch() -> None:
        if next(step) >= last:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(name: str, details: tuple[object, ...]) -> None:
        written = name == "open" and isinstance(details[1], str) and any(mode in details[1] for mode in "wax")
        if written or name in WATCHED:
            touch()

    event.listen(Engine, "before_cursor_execute", lambda *_call: touch())
    event.listen(Engine, "commit", lambda *_call: touch())
    sys.addaudithook(watch)
    figaudit()


if __name__ == "__main__":
    main()
