"""Questions, answers and sub-captions that writers propose for figures and panels."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from pipeline.store.base import Base, now


class Annotation(Base):
    """One proposed text with its origin: which model, which prompt, which source."""

    __tablename__ = "annotations"

    id: Mapped[int] = mapped_column(primary_key=True)
    figure_id: Mapped[int] = mapped_column(ForeignKey("figures.id"), index=True)
    panel_id: Mapped[int | None] = mapped_column(ForeignKey("panels.id"))
    kind: Mapped[str]
    content: Mapped[dict[str, Any]]
    model: Mapped[str | None]
    prompt_hash: Mapped[str | None]
    source: Mapped[str]
    created_at: Mapped[str] = mapped_column(default=now)
    superseded_by: Mapped[int | None] = mapped_column(ForeignKey("annotations.id"))
