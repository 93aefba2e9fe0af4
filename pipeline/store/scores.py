"""What each judge says of each figure."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from pipeline.store.base import Base, now


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
