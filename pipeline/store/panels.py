"""Panels that detectors propose for compound figures."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from pipeline.store.base import Base, now


class Panel(Base):
    """One proposed panel; `box` is in pixels of the image named by `image_sha256`, half open, origin top left."""

    __tablename__ = "panels"

    id: Mapped[int] = mapped_column(primary_key=True)
    figure_id: Mapped[int] = mapped_column(ForeignKey("figures.id"), index=True)
    letter: Mapped[str | None]
    printed_letter: Mapped[str | None]
    kind: Mapped[str | None]
    box: Mapped[list[Any]]
    image_sha256: Mapped[str]
    score: Mapped[float | None]
    detector: Mapped[str]
    detector_version: Mapped[str]
    created_at: Mapped[str] = mapped_column(default=now)
    superseded_by: Mapped[int | None] = mapped_column(ForeignKey("panels.id"))
