"""The ledger: every verdict carries a hash over itself and the auditor's verdict before it, so that a change shows.

Tamper-evident, not tamper-proof: whoever can write the database can also write a whole new chain. Heads and lengths
that were copied elsewhere (a report, a release) are what such a chain cannot match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.gate import CampaignGate
from auditor.audits.hashing import canonical_json, digest
from pipeline.store.verdicts import Assignment, BoxRevision, Verdict
from pipeline.vocabulary import AssignmentState


@dataclass(frozen=True)
class LedgerRow:
    """The public fields of one verdict, as they are hashed and exported.

    `campaign` is the public campaign id, `supersedes` the sequence of the verdict it replaces, `seen` the names of
    what the task showed; `recorded_at` is UTC, ISO 8601.
    """

    campaign: str
    auditor: str
    sequence: int
    item: str
    answer: str
    error_mode: str | None
    note: str | None
    active_seconds: float | None
    seen: tuple[str, ...]
    content_hash: str
    app_version: str
    recorded_at: str
    supersedes: int | None
    previous_hash: str
    hash: str = ""


@dataclass(frozen=True)
class ChainHead:
    """The end of one auditor's chain: how many verdicts it holds and the hash of the last one."""

    auditor: str
    length: int
    head: str


def genesis(campaign: str, auditor: str) -> str:
    """The previous hash of an auditor's first verdict in a campaign."""
    return digest(f"{campaign}|{auditor}")


def row_hash(row: LedgerRow) -> str:
    """The hash that a row must carry: sha256 of the canonical JSON of all its other fields."""
    fields = asdict(row)
    del fields["hash"]
    return digest(canonical_json(fields))


def check_chain(campaign: str, auditor: str, rows: Sequence[LedgerRow]) -> list[str]:
    """The faults of one auditor's chain, rows in any order: changed, missing, doubled or reordered verdicts."""
    faults: list[str] = []
    previous, expected = genesis(campaign, auditor), 1
    for row in sorted(rows, key=lambda row: row.sequence):
        place = f"verdict {row.sequence} of {auditor} (item {row.item})"
        if row.sequence > expected:
            faults.append(f"{_span(expected, row.sequence - 1)} of {auditor} is missing")
        elif row.sequence < expected:
            faults.append(f"{place} stands twice")
        if row_hash(row) != row.hash:
            faults.append(f"{place} was changed after it was recorded")
        elif row.previous_hash != previous and row.sequence == expected:
            faults.append(f"{place} does not follow the verdict before it: one of them was replaced or moved")
        previous, expected = row.hash, row.sequence + 1
    return faults


def _span(first: int, last: int) -> str:
    return f"verdict {first}" if first == last else f"a run of verdicts ({first} to {last})"


def head_of(campaign: str, auditor: str, rows: Sequence[LedgerRow]) -> ChainHead:
    """The head of a chain; an empty chain's head is its genesis."""
    last = max(rows, key=lambda row: row.sequence, default=None)
    return ChainHead(auditor, len(rows), genesis(campaign, auditor) if last is None else last.hash)


def ledger_rows(session: Session, campaign: CampaignGate) -> list[LedgerRow]:
    """Every verdict of a campaign, superseded ones too, by auditor and sequence."""
    verdicts = session.scalars(
        select(Verdict).where(Verdict.campaign_id == campaign.key).order_by(Verdict.auditor, Verdict.sequence)
    ).all()
    sequence = {verdict.id: verdict.sequence for verdict in verdicts}
    return [
        LedgerRow(
            campaign=campaign.campaign_id,
            auditor=verdict.auditor,
            sequence=verdict.sequence,
            item=verdict.item_id,
            answer=verdict.answer,
            error_mode=verdict.error_mode,
            note=verdict.note,
            active_seconds=verdict.active_seconds,
            seen=tuple(verdict.seen),
            content_hash=verdict.content_hash,
            app_version=verdict.app_version,
            recorded_at=verdict.recorded_at,
            # A row that is gone has no sequence; the chain then names it as missing and this row as changed.
            supersedes=None if verdict.supersedes is None else sequence.get(verdict.supersedes, -1),
            previous_hash=verdict.previous_hash,
            hash=verdict.hash,
        )
        for verdict in verdicts
    ]


def chain_heads(session: Session, campaign: CampaignGate) -> list[ChainHead]:
    """The head and length of every auditor's chain, by auditor; auditors without a verdict have length 0."""
    chains = _chains(session, campaign)
    return [head_of(campaign.campaign_id, auditor, rows) for auditor, rows in sorted(chains.items())]


def verify_chains(session: Session, campaign: CampaignGate) -> list[str]:
    """The faults of all chains of a campaign, each as a sentence; an empty list means that none was found."""
    faults = [
        fault
        for auditor, rows in sorted(_chains(session, campaign).items())
        for fault in check_chain(campaign.campaign_id, auditor, rows)
    ]
    return faults + _answers_without_verdict(session, campaign)


def _chains(session: Session, campaign: CampaignGate) -> Mapping[str, list[LedgerRow]]:
    auditors = session.scalars(select(Assignment.auditor).where(Assignment.campaign_id == campaign.key).distinct())
    chains: dict[str, list[LedgerRow]] = {auditor: [] for auditor in auditors}
    for row in ledger_rows(session, campaign):
        chains.setdefault(row.auditor, []).append(row)
    return chains


def _answers_without_verdict(session: Session, campaign: CampaignGate) -> list[str]:
    """A chain cut at its end is whole in itself; the assignments still say that an answer was given."""
    done: Any = (
        select(Assignment.auditor, Assignment.item_id)
        .where(Assignment.campaign_id == campaign.key, Assignment.state == AssignmentState.DONE)
        .where(~select(Verdict.id).where(Verdict.assignment_id == Assignment.id).exists())
        .where(~select(BoxRevision.id).where(BoxRevision.assignment_id == Assignment.id).exists())
        .order_by(Assignment.auditor, Assignment.item_id)
    )
    return [f"the verdict of {auditor} on item {item} is gone" for auditor, item in session.execute(done)]
