"""What the Start page shows, read in one go on the database thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from auditor.audits.overview import Overview
    from auditor.audits.queue import Waiting


@dataclass(frozen=True)
class StartFacts:
    """What waits for who sits here, the lead's overview, and the names that have figures in this project."""

    waiting: tuple[Waiting, ...]
    overview: Overview
    known: tuple[str, ...]


def start_facts(session: Any, auditor: str) -> StartFacts:
    """The facts of the open project for this person, "" for somebody who did not say a name."""
    # Loaded here, on the database's thread: the window is up before SQLAlchemy is.
    from auditor.audits.overview import overview
    from auditor.audits.queue import known_auditors, waiting_for

    waiting = waiting_for(session, auditor) if auditor else []
    return StartFacts(tuple(waiting), overview(session, auditor), tuple(known_auditors(session)))
