"""What a cascade of judges decided for each figure, and by which path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ForeignKey, insert, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from pipeline.store.base import Base, now, table_of


class Route(Base):
    """The path of one figure row through a cascade; a changed configuration adds a row."""

    __tablename__ = "routes"

    id: Mapped[int] = mapped_column(primary_key=True)
    figure_id: Mapped[int] = mapped_column(ForeignKey("figures.id"), index=True)
    path: Mapped[str] = mapped_column(index=True)
    tier: Mapped[str | None]
    votes: Mapped[dict[str, Any]]
    decision: Mapped[str | None]
    config_hash: Mapped[str]
    created_at: Mapped[str] = mapped_column(default=now)
    superseded_by: Mapped[int | None] = mapped_column(ForeignKey("routes.id"))


def current_route(session: Session, figure_id: int) -> Route | None:
    """The current path of one figure row."""
    return session.scalars(select(Route).where(Route.figure_id == figure_id, Route.superseded_by.is_(None))).first()


def add_routes(session: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Add the paths of figure rows that have none yet, in bulk."""
    if rows:
        session.execute(insert(table_of(Route)), rows)
