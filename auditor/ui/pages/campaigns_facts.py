"""What the Campaigns page reads and writes, each in one call on the database thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from auditor.audits.details import CampaignDetails
    from auditor.audits.overview import CampaignLine

MOVES = {"pause": "paused", "resume": "sealed", "close": "closed"}


@dataclass(frozen=True)
class CampaignFacts:
    """The list, the chosen campaign in full, and why no new one can be planned ("" when it can)."""

    lines: tuple[CampaignLine, ...]
    details: CampaignDetails | None
    shut: str


def campaign_facts(session: Any, auditor: str, chosen: str) -> CampaignFacts:
    """The campaigns as this person may see them; of several the chosen one in full, else the newest."""
    from auditor.audits.details import campaign_details
    from auditor.audits.overview import campaign_lines, shut_reason

    lines = campaign_lines(session, auditor)
    names = [line.name for line in lines]
    shown = chosen if chosen in names else (names[0] if names else "")
    details = campaign_details(session, shown, auditor) if shown else None
    return CampaignFacts(tuple(lines), details, shut_reason(session, auditor))


def seal_draft(session: Any, name: str) -> int:
    """Draw and seal a draft; returns the number of its figures."""
    from auditor.audits.seal import seal_campaign

    return seal_campaign(session, name)[1].size


def move(session: Any, name: str, action: str) -> str:
    """Pause, resume or close a campaign; returns its new state."""
    from auditor.audits.campaign import move_campaign
    from pipeline.vocabulary import CampaignState

    return str(move_campaign(session, name, CampaignState(MOVES[action])).state)
