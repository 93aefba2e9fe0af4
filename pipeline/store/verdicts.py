"""What people judge: assignments, verdicts, box revisions and decisions; rows are added, never changed.

Only an assignment's state moves. It carries a copy of all that its auditor may start from, so that nothing here needs a
design, a stratum or a score.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from pipeline.store.base import Base, now


class Assignment(Base):
    """One item given to one auditor, at one place of that auditor's order.

    `subject_row` is the figure row to show; `shown` holds the names of what the task lets the auditor see.
    """

    __tablename__ = "assignments"

    id: Mapped[int] = mapped_column(primary_key=True)
    assignment_id: Mapped[str] = mapped_column(unique=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    campaign: Mapped[str]
    task: Mapped[str]
    item_id: Mapped[str] = mapped_column(index=True)
    auditor: Mapped[str]
    position: Mapped[int]
    state: Mapped[str]
    lease_until: Mapped[str | None]
    skip_reason: Mapped[str | None]
    subject_kind: Mapped[str]
    subject_id: Mapped[str]
    subject_row: Mapped[int]
    content_hash: Mapped[str]
    shown: Mapped[list[Any]]

    __table_args__ = (
        UniqueConstraint("campaign_id", "item_id", "auditor"),
        Index("ix_assignments_campaign_id_auditor_position", "campaign_id", "auditor", "position"),
    )


class Verdict(Base):
    """One answer of one auditor; a later answer to the same item supersedes it by `supersedes`.

    The answer `withdrawn` takes the one before it back. An `error_mode` of "" was asked for and not given, null was not
    asked for. `seen` holds what was shown, and how, where that matters (`stretched`).
    `hash` covers the row and `previous_hash`, the hash of the auditor's verdict before it in the campaign.
    """

    __tablename__ = "verdicts"

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id"), index=True)
    item_id: Mapped[str] = mapped_column(index=True)
    auditor: Mapped[str]
    sequence: Mapped[int]
    answer: Mapped[str]
    error_mode: Mapped[str | None]
    note: Mapped[str | None]
    active_seconds: Mapped[float | None]
    seen: Mapped[list[Any]]
    content_hash: Mapped[str]
    app_version: Mapped[str]
    recorded_at: Mapped[str] = mapped_column(default=now)
    supersedes: Mapped[int | None] = mapped_column(ForeignKey("verdicts.id"))
    previous_hash: Mapped[str]
    hash: Mapped[str]

    __table_args__ = (UniqueConstraint("campaign_id", "auditor", "sequence"),)


class BoxRevision(Base):
    """One saved state of an assignment's panel boxes, hashed into a chain of its own per auditor and campaign.

    `boxes` is a list of {letter, printed, kind, box, origin} in pixels of the named image; `finished` without a box
    means that the figure has no panels.
    """

    __tablename__ = "box_revisions"

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id"), index=True)
    item_id: Mapped[str] = mapped_column(index=True)
    auditor: Mapped[str]
    sequence: Mapped[int]
    image_sha256: Mapped[str]
    boxes: Mapped[list[Any]]
    finished: Mapped[bool]
    active_seconds: Mapped[float | None]
    app_version: Mapped[str]
    recorded_at: Mapped[str] = mapped_column(default=now)
    supersedes: Mapped[int | None] = mapped_column(ForeignKey("box_revisions.id"))
    previous_hash: Mapped[str]
    hash: Mapped[str]

    __table_args__ = (UniqueConstraint("campaign_id", "auditor", "sequence"),)


class Decision(Base):
    """The settled answer to an item, with the verdicts it rests on and the reason."""

    __tablename__ = "decisions"

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    item_id: Mapped[str] = mapped_column(index=True)
    answer: Mapped[str]
    error_mode: Mapped[str | None]
    reason: Mapped[str]
    decided_by: Mapped[str]
    evidence: Mapped[dict[str, Any]]
    decided_at: Mapped[str] = mapped_column(default=now)
    supersedes: Mapped[int | None] = mapped_column(ForeignKey("decisions.id"))
