"""Published releases: name, version, configuration and the hash of the manifest."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from pipeline.store.base import Base, now


class Release(Base):
    """One published version; it never changes."""

    __tablename__ = "releases"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    version: Mapped[str]
    config: Mapped[dict[str, Any]]
    manifest_sha256: Mapped[str]
    rows: Mapped[int]
    built_at: Mapped[str] = mapped_column(default=now)
    parent_id: Mapped[int | None] = mapped_column(ForeignKey("releases.id"))

    __table_args__ = (UniqueConstraint("name", "version"),)
