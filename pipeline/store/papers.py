"""Papers, the files they come from, and the history of their decisions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ForeignKey, Index, insert, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from pipeline.store.base import Base, now, table_of


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


def all_sources(session: Session) -> Sequence[Source]:
    """Every registered file, by path."""
    return session.scalars(select(Source).order_by(Source.path)).all()


def source_at(session: Session, path: str) -> Source:
    """The registered file at a path; raises sqlalchemy's NoResultFound when it is not registered."""
    return session.scalars(select(Source).where(Source.path == path)).one()


def sources_of(session: Session, paper_id: int) -> Sequence[Source]:
    """The files that hold one paper's PDF, by path."""
    return session.scalars(select(Source).where(Source.paper_id == paper_id).order_by(Source.path)).all()


def paper_with_pdf(session: Session, sha256: str) -> Paper | None:
    """The paper whose PDF has these bytes."""
    return session.scalars(select(Paper).where(Paper.pdf_sha256 == sha256)).first()


def paper_named(session: Session, public_id: str) -> Paper | None:
    """The paper with a public id."""
    return session.scalars(select(Paper).where(Paper.paper_id == public_id)).first()


def papers_named(session: Session, public_ids: Collection[str]) -> dict[str, Paper]:
    """The papers with these public ids, by id; ids that are not there are left out."""
    found = session.scalars(select(Paper).where(Paper.paper_id.in_(public_ids)))
    return {paper.paper_id: paper for paper in found}


def registered_papers(session: Session) -> Sequence[Paper]:
    """The papers whose PDF is still registered, by document name."""
    registered = select(Source.paper_id).where(Source.paper_id.is_not(None))
    statement = select(Paper).where(Paper.pdf_sha256.is_not(None), Paper.id.in_(registered))
    return session.scalars(statement.order_by(Paper.document, Paper.paper_id)).all()


def add_papers(session: Session, rows: Sequence[dict[str, Any]], *, evidence: str) -> dict[str, int]:
    """Add papers in bulk, with what is stated of their decisions; returns their rows by public id."""
    if not rows:
        return {}
    session.execute(insert(table_of(Paper)), rows)
    names = [row["paper_id"] for row in rows]
    made = dict(session.execute(select(Paper.paper_id, Paper.id).where(Paper.paper_id.in_(names))).all())
    decided = [row for row in rows if row["decision"] is not None]
    if decided:
        history = [
            {"paper_id": made[row["paper_id"]], "decision": row["decision"], "evidence": evidence} for row in decided
        ]
        session.execute(insert(table_of(PaperDecision)), history)
    return made
