"""Finds current figures by words of their caption."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from pipeline.store.figures import Figure


def figures_with_caption(session: Session, text: str, *, limit: int = 100) -> list[str]:
    """The ids of current figures whose caption contains text, case ignored, ordered by id."""
    statement = (
        select(Figure.figure_id)
        .where(Figure.superseded_by.is_(None), Figure.withdrawn.is_(False))
        .where(Figure.caption.icontains(text, autoescape=True))
        .order_by(Figure.figure_id)
        .limit(limit)
    )
    return list(session.scalars(statement))
