"""The ledger of panel boxes: every saved state carries a hash over itself and the state before it in its own chain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.gate import CampaignGate
from auditor.audits.hashing import canonical_json, digest
from auditor.audits.ledger import ChainHead
from pipeline.store.verdicts import Assignment, BoxRevision


@dataclass(frozen=True)
class BoxRow:
    """The public fields of one saved state, as they are hashed.

    `campaign` is the public campaign id, `supersedes` the sequence of the state of the same item before it; `boxes`
    are {letter, printed, kind, box, origin} in pixels of the named image.
    """

    campaign: str
    auditor: str
    sequence: int
    item: str
    image_sha256: str
    boxes: tuple[dict[str, Any], ...]
    finished: bool
    active_seconds: float | None
    app_version: str
    recorded_at: str
    supersedes: int | None
    previous_hash: str
    hash: str = ""

    def sealed(self) -> Self:
        """The row with its own hash."""
        return replace(self, hash=box_hash(self))


def box_genesis(campaign: str, auditor: str) -> str:
    """The previous hash of an auditor's first saved state in a campaign; never that of a chain of verdicts."""
    return digest(f"{campaign}|{auditor}|boxes")


def box_hash(row: BoxRow) -> str:
    """The hash that a row must carry: sha256 of the canonical JSON of all its other fields."""
    fields = asdict(row)
    del fields["hash"]
    return digest(canonical_json({**fields, "boxes": list(row.boxes)}))


def box_rows(session: Session, campaign: CampaignGate) -> list[BoxRow]:
    """Every saved state of a campaign, by auditor and sequence."""
    found = session.scalars(
        select(BoxRevision)
        .where(BoxRevision.campaign_id == campaign.key)
        .order_by(BoxRevision.auditor, BoxRevision.sequence)
    ).all()
    sequence = {row.id: row.sequence for row in found}
    return [
        BoxRow(
            campaign=campaign.campaign_id,
            auditor=row.auditor,
            sequence=row.sequence,
            item=row.item_id,
            image_sha256=row.image_sha256,
            boxes=tuple(row.boxes),
            finished=row.finished,
            active_seconds=row.active_seconds,
            app_version=row.app_version,
            recorded_at=row.recorded_at,
            supersedes=None if row.supersedes is None else sequence.get(row.supersedes, -1),
            previous_hash=row.previous_hash,
            hash=row.hash,
        )
        for row in found
    ]


def box_chain_heads(session: Session, campaign: CampaignGate) -> list[ChainHead]:
    """The head and length of every auditor's chain of boxes, by auditor."""
    found = []
    for auditor, rows in sorted(_chains(session, campaign).items()):
        head = rows[-1].hash if rows else box_genesis(campaign.campaign_id, auditor)
        found.append(ChainHead(auditor, len(rows), head))
    return found


def verify_box_chains(session: Session, campaign: CampaignGate) -> list[str]:
    """The faults of all chains of boxes of a campaign, each as a sentence."""
    return [
        fault
        for auditor, rows in sorted(_chains(session, campaign).items())
        for fault in _chain_faults(campaign.campaign_id, auditor, rows)
    ]


def _chains(session: Session, campaign: CampaignGate) -> Mapping[str, list[BoxRow]]:
    auditors = session.scalars(select(Assignment.auditor).where(Assignment.campaign_id == campaign.key).distinct())
    chains: dict[str, list[BoxRow]] = defaultdict(list, {auditor: [] for auditor in auditors})
    for row in box_rows(session, campaign):
        chains[row.auditor].append(row)
    return chains


def _chain_faults(campaign: str, auditor: str, rows: Sequence[BoxRow]) -> list[str]:
    faults: list[str] = []
    previous, expected = box_genesis(campaign, auditor), 1
    for row in rows:
        place = f"box revision {row.sequence} of {auditor} (item {row.item})"
        if row.sequence > expected:
            faults.append(f"box revisions {expected} to {row.sequence - 1} of {auditor} are missing")
        if box_hash(row) != row.hash:
            faults.append(f"{place} was changed after it was recorded")
        elif row.previous_hash != previous and row.sequence == expected:
            faults.append(f"{place} does not follow the one before it: one of them was replaced or moved")
        previous, expected = row.hash, row.sequence + 1
    return faults
