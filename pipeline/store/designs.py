"""The lead's side of an audit: campaigns, strata and sampled items. No blind page may read these."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from pipeline.store.base import Base, now


class Campaign(Base):
    """One audit: task, population, design and state.

    `population_hash` is the sha256 of the sorted figure ids; `seal_hash` of design, population and items at the seal.
    """

    __tablename__ = "campaigns"

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str] = mapped_column(unique=True)
    task: Mapped[str]
    task_hash: Mapped[str]
    population: Mapped[str]
    population_size: Mapped[int]
    population_hash: Mapped[str]
    strata_spec: Mapped[str]
    allocation: Mapped[dict[str, Any]]
    size: Mapped[int]
    seed: Mapped[int]
    overlap: Mapped[float]
    repeats: Mapped[int] = mapped_column(default=0)
    auditors: Mapped[list[Any]]
    state: Mapped[str]
    seal_hash: Mapped[str | None]
    created_at: Mapped[str] = mapped_column(default=now)
    sealed_at: Mapped[str | None]
    closed_at: Mapped[str | None]
    parent_id: Mapped[int | None] = mapped_column(ForeignKey("campaigns.id"))


class Stratum(Base):
    """One stratum of a campaign: the column values that define it, its size and its share of the sample."""

    __tablename__ = "strata"

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    position: Mapped[int]
    value: Mapped[dict[str, Any]]
    size: Mapped[int]
    sampled: Mapped[int]

    __table_args__ = (UniqueConstraint("campaign_id", "position"),)


class Item(Base):
    """One sampled subject, by the row and content hash that will be judged.

    `subject_row` is the row of the subject's table; `raters` is how many auditors judge it.
    """

    __tablename__ = "items"

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    stratum_id: Mapped[int] = mapped_column(ForeignKey("strata.id"), index=True)
    item_id: Mapped[str] = mapped_column(unique=True)
    subject_kind: Mapped[str]
    subject_id: Mapped[str]
    subject_row: Mapped[int]
    content_hash: Mapped[str]
    inclusion_probability: Mapped[float]
    position: Mapped[int]
    raters: Mapped[int]

    __table_args__ = (UniqueConstraint("campaign_id", "subject_kind", "subject_id"),)
