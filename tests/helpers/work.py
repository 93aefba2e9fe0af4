"""Work for worker processes: by name, so that a spawned process can import it."""

from __future__ import annotations

import os
import signal
import threading

from pipeline.errors import ItemError, UnavailableError


def work(item: str) -> str:
    """What the item asks for: a result, a refusal, a fault, a death or an endless wait."""
    if item == "refuse":
        raise ItemError("not today", transient=True)
    if item == "full disk":
        raise UnavailableError("no space left")
    if item == "fault":
        raise ZeroDivisionError("a bug")
    if item == "memory":
        raise MemoryError
    if item == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if item == "hang":
        threading.Event().wait()
    return item.upper()
