"""Papers, the files they come from, and the history of their decisions."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from pipeline.store.base import Base, now


class Source(Base):
    """A file that `figaudit add` was given; the file itself is never changed.

    `metadata_` holds the row of the table beside it; `fingerprint` is size and modification time when it was last seen.
    """

    __tablename__ = "sources"

    id: Mapped[int] = mapped_column(primary_key=True)
    path: Mapped[str] = mapped_column(unique=True)
    fingerprint: Mapped[str]
    metadata_: Mapped[dict[str, Any]] = mapped_column("metadata")
    metadata_hash: Mapped[str]
    added_at: Mapped[str] = mapped_column(default=now)
    paper_id: Mapped[int | None] = mapped_column(ForeignKey("papers.id"), index=True)


class Paper(Base):
    """A paper, or the origin of an imported image.

    `paper_id` is the public id; `document` the file name without its ending, as exports print it.
    `pdf_sha256` is null for imported images. `extra` keeps unknown columns of a metadata table.
    """

    __tablename__ = "papers"

    id: Mapped[int] = mapped_column(primary_key=True)
    paper_id: Mapped[str] = mapped_column(unique=True)
    document: Mapped[str] = mapped_column(index=True)
    platform: Mapped[str]
    platform_id: Mapped[str]
    venue: Mapped[str | None] = mapped_column(index=True)
    year: Mapped[int | None] = mapped_column(index=True)
    title: Mapped[str | None]
    abstract: Mapped[str | None]
    keywords: Mapped[str | None]
    areas: Mapped[str | None]
    tldr: Mapped[str | None]
    scores: Mapped[list[Any] | None]
    decision: Mapped[str | None]
    authors: Mapped[str | None]
    author_ids: Mapped[str | None]
    cdate: Mapped[str | None]
    url: Mapped[str | None]
    doi: Mapped[str | None]
    bibtex: Mapped[str | None]
    licence: Mapped[str | None]
    licence_evidence: Mapped[str | None]
    pdf_sha256: Mapped[str | None] = mapped_column(index=True)
    extra: Mapped[dict[str, Any]]
    added_at: Mapped[str] = mapped_column(default=now)

    __table_args__ = (Index("ix_papers_platform_platform_id", "platform", "platform_id"),)


class PaperDecision(Base):
    """One decision a source stated for a paper; the newest row is the paper's decision."""

    __tablename__ = "paper_decisions"

    id: Mapped[int] = mapped_column(primary_key=True)
    paper_id: Mapped[int] = mapped_column(ForeignKey("papers.id"), index=True)
    decision: Mapped[str | None]
    evidence: Mapped[str]
    stated_at: Mapped[str] = mapped_column(default=now)
