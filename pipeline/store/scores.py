"""What each judge says of each figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ForeignKey, Index, insert, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from pipeline.store.base import Base, now, table_of


class Score(Base):
    """One judge's label for one figure row; a rerun adds a row and marks the old one `superseded_by`."""

    __tablename__ = "scores"

    id: Mapped[int] = mapped_column(primary_key=True)
    figure_id: Mapped[int] = mapped_column(ForeignKey("figures.id"))
    judge: Mapped[str]
    label: Mapped[str | None]
    confidence: Mapped[float | None]
    probabilities: Mapped[dict[str, Any]]
    judge_version: Mapped[str]
    prompt_hash: Mapped[str | None]
    created_at: Mapped[str] = mapped_column(default=now)
    superseded_by: Mapped[int | None] = mapped_column(ForeignKey("scores.id"))

    __table_args__ = (
        Index("ix_scores_figure_id_judge", "figure_id", "judge"),
        Index("ix_scores_judge_label", "judge", "label"),
    )


def current_score(session: Session, figure_id: int, judge: str) -> Score | None:
    """A judge's current score of one figure row."""
    current = (Score.figure_id == figure_id) & (Score.judge == judge) & Score.superseded_by.is_(None)
    return session.scalars(select(Score).where(current)).first()


def add_score(session: Session, score: Score) -> None:
    """Add a score; the judge's earlier ones of the same figure row are superseded by it."""
    session.add(score)
    session.flush()
    same = (Score.figure_id == score.figure_id) & (Score.judge == score.judge) & Score.superseded_by.is_(None)
    session.execute(update(Score).where(same, Score.id != score.id).values(superseded_by=score.id))


def add_scores(session: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Add the scores of figure rows that have none yet, in bulk."""
    if rows:
        session.execute(insert(table_of(Score)), rows)
