"""Figures with caption, contexts and statuses, and the corrections people make to them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ForeignKey, Index, func, insert, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from pipeline.store.base import Base, now, table_of
from pipeline.store.papers import Paper


class Figure(Base):
    """One extraction of one figure; a rerun adds a row and marks the old one `superseded_by`.

    Boxes are [x0, y0, x1, y1] in PDF points of the unrotated page, origin top left; pages are 1-based.
    `contexts` is a list of {page, text, mention, span}; `parts` of {page, bbox}.
    `content_hash` covers what a person judges: image, caption and contexts.
    `source_id` is the id that an imported table gave; `extra` keeps its unknown columns.
    """

    __tablename__ = "figures"

    id: Mapped[int] = mapped_column(primary_key=True)
    figure_id: Mapped[str] = mapped_column(index=True)
    paper_id: Mapped[int] = mapped_column(ForeignKey("papers.id"), index=True)
    label: Mapped[str | None]
    number: Mapped[str | None]
    printed_label: Mapped[str]
    page: Mapped[int | None]
    caption_page: Mapped[int | None]
    bbox: Mapped[list[Any] | None]
    image_sha256: Mapped[str | None] = mapped_column(index=True)
    image_extension: Mapped[str | None]
    width: Mapped[int | None]
    height: Mapped[int | None]
    dpi: Mapped[int | None]
    caption: Mapped[str]
    caption_raw: Mapped[str]
    caption_bbox: Mapped[list[Any] | None]
    contexts: Mapped[list[Any]]
    parts: Mapped[list[Any]]
    caption_status: Mapped[str]
    number_status: Mapped[str]
    mention_status: Mapped[str]
    perceptual_hash: Mapped[str | None]
    structure_sha256: Mapped[str | None]
    source_id: Mapped[str | None] = mapped_column(index=True)
    extra: Mapped[dict[str, Any]]
    content_hash: Mapped[str]
    extract_version: Mapped[str]
    created_at: Mapped[str] = mapped_column(default=now)
    superseded_by: Mapped[int | None] = mapped_column(ForeignKey("figures.id"))
    withdrawn: Mapped[bool] = mapped_column(default=False)

    __table_args__ = (Index("ix_figures_current", "superseded_by", "withdrawn"),)


class Correction(Base):
    """A person's correction of one field of a figure; the old value stays beside the new one."""

    __tablename__ = "corrections"

    id: Mapped[int] = mapped_column(primary_key=True)
    figure_id: Mapped[int] = mapped_column(ForeignKey("figures.id"), index=True)
    field: Mapped[str]
    old_value: Mapped[dict[str, Any]]
    new_value: Mapped[dict[str, Any]]
    author: Mapped[str]
    reason: Mapped[str]
    corrected_at: Mapped[str] = mapped_column(default=now)


def content_hash_of(image_sha256: str | None, caption: str, contexts: list[Any]) -> str:
    """The sha256 of what a person judges: image, caption, texts of the contexts."""
    texts = [context["text"] for context in contexts]
    return hashlib.sha256(json.dumps([image_sha256, caption, texts], ensure_ascii=False).encode()).hexdigest()


def current_figures_of(session: Session, paper_id: int) -> Sequence[Figure]:
    """The current figures of one paper."""
    current = Figure.superseded_by.is_(None) & Figure.withdrawn.is_(False)
    return session.scalars(select(Figure).where(Figure.paper_id == paper_id, current)).all()


def figures_with_image(session: Session) -> Sequence[tuple[int, str, str]]:
    """Row, public id and a name for people of every current figure that has an image, by id."""
    statement = (
        select(Figure.id, Figure.figure_id, Figure.label, Figure.source_id, Paper.document)
        .join(Paper, Paper.id == Figure.paper_id)
        .where(Figure.superseded_by.is_(None), Figure.withdrawn.is_(False), Figure.image_sha256.is_not(None))
        .order_by(Figure.figure_id, Figure.id)
    )
    return [
        (row, figure_id, f"{document} {label or source_id or figure_id}")
        for row, figure_id, label, source_id, document in session.execute(statement)
    ]


def imported_figures(session: Session, source_ids: Sequence[str]) -> dict[tuple[int, str | None], Figure]:
    """The current figures that came from a dataset under these ids, by (paper row, source id)."""
    statement = select(Figure).where(Figure.source_id.in_(source_ids), Figure.superseded_by.is_(None))
    return {(figure.paper_id, figure.source_id): figure for figure in session.scalars(statement)}


def add_figures(session: Session, rows: Sequence[dict[str, Any]]) -> dict[str, int]:
    """Add figures in bulk; returns their rows by public id."""
    session.execute(insert(table_of(Figure)), rows)
    # One more query is far cheaper than RETURNING, for which every row would travel in one long statement.
    names = [row["figure_id"] for row in rows]
    newest = select(Figure.figure_id, func.max(Figure.id)).where(Figure.figure_id.in_(names)).group_by(Figure.figure_id)
    return dict(session.execute(newest).all())


def withdraw_figures_of(session: Session, paper_id: int) -> None:
    """Mark the current figures of a paper as withdrawn: what they came from is gone."""
    current = (Figure.paper_id == paper_id) & Figure.superseded_by.is_(None)
    session.execute(update(Figure).where(current).values(withdrawn=True))
