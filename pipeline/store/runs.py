"""How every item left every stage: status, reason, attempts, versions and time."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import Index, UniqueConstraint, func, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from pipeline.store.base import Base, now
from pipeline.vocabulary import RunStatus


class Run(Base):
    """One attempt at one item of one stage; the row with the highest `attempt` is the item's state.

    `item` is the stage's own key as text; `input_hash` covers what went in, so that a changed input is pending again.
    """

    __tablename__ = "runs"

    id: Mapped[int] = mapped_column(primary_key=True)
    stage: Mapped[str]
    item: Mapped[str]
    name: Mapped[str]
    status: Mapped[str]
    reason: Mapped[str | None]
    transient: Mapped[bool]
    attempt: Mapped[int]
    stage_version: Mapped[str]
    input_hash: Mapped[str]
    seconds: Mapped[float]
    finished_at: Mapped[str] = mapped_column(default=now)
    current: Mapped[bool] = mapped_column(default=True)

    __table_args__ = (
        UniqueConstraint("stage", "item", "attempt"),
        Index("ix_runs_stage_current_status", "stage", "current", "status"),
    )


@dataclass(frozen=True)
class Attempt:
    """How one item left one stage, ready to be recorded."""

    stage: str
    item: str
    name: str
    status: RunStatus
    reason: str | None
    transient: bool
    stage_version: str
    input_hash: str
    seconds: float


def record(session: Session, attempt: Attempt) -> None:
    """Add a run row as the current one of its item."""
    earlier = (Run.stage == attempt.stage) & (Run.item == attempt.item)
    last = session.scalar(select(func.max(Run.attempt)).where(earlier)) or 0
    session.execute(update(Run).where(earlier, Run.current.is_(True)).values(current=False))
    session.add(Run(**{**asdict(attempt), "status": attempt.status.value}, attempt=last + 1, current=True))


def turn_into_skipped(session: Session, stage: str, item: str, reason: str) -> None:
    """Record that a finished item turned out to add nothing; an item that was never tried is left alone."""
    run = session.scalar(select(Run).where(Run.stage == stage, Run.item == item, Run.current.is_(True)))
    if run is None or run.status != RunStatus.OK:
        return
    same = {name: getattr(run, name) for name in ("stage", "item", "name", "transient", "stage_version", "input_hash")}
    record(session, Attempt(**same, status=RunStatus.SKIPPED, reason=reason, seconds=0.0))


def current_runs(session: Session, stage: str) -> dict[str, Run]:
    """The current run of every item of a stage, by item."""
    rows = session.scalars(select(Run).where(Run.stage == stage, Run.current.is_(True)))
    return {row.item: row for row in rows}


def is_pending(run: Run | None, *, version: str, input_hash: str, retry_failed: bool) -> bool:
    """Whether an item is to be processed: never tried, made of other input, by an older stage, or worth another try."""
    if run is None or run.input_hash != input_hash or run.stage_version != version:
        return True
    return run.status == RunStatus.FAILED and (run.transient or retry_failed)


def forget(session: Session, stage: str, *, begins: str, ends: str) -> None:
    """Drop the current runs whose item begins and ends so: what they speak of is being read again."""
    named = Run.item.startswith(begins, autoescape=True) & Run.item.endswith(ends, autoescape=True)
    session.execute(update(Run).where(Run.stage == stage, named).values(current=False))
