"""All that the database knows of the figures of a release, read in chunks so that memory stays small."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from pipeline.store.base import Base
from pipeline.store.figures import Correction, Figure
from pipeline.store.papers import Paper
from pipeline.store.routes import Route
from pipeline.store.scores import Score

CHUNK = 400

Row = Mapping[str, Any]


@dataclass(frozen=True, order=True)
class Selected:
    """One figure of a release: its public id, the row that is released, whether a newer row exists."""

    figure_id: str
    row: int
    superseded: bool


@dataclass(frozen=True)
class FigureFacts:
    """One figure with its paper, its judges' current scores by name, its route and its corrections, oldest first."""

    selected: Selected
    figure: Row
    paper: Row
    scores: Mapping[str, Row]
    route: Row | None
    corrections: Sequence[Row]

    @property
    def newest(self) -> str:
        """The time of the newest fact (UTC, ISO 8601)."""
        times: list[str] = [self.figure["created_at"], *(score["created_at"] for score in self.scores.values())]
        times += [correction["corrected_at"] for correction in self.corrections]
        if self.route is not None:
            times.append(self.route["created_at"])
        return max(times)


def figure_facts(session: Session, selected: Sequence[Selected]) -> Iterator[FigureFacts]:
    """The facts of each selected figure, in the order given."""
    for start in range(0, len(selected), CHUNK):
        yield from _chunk(session, selected[start : start + CHUNK])


def _chunk(session: Session, selected: Sequence[Selected]) -> Iterator[FigureFacts]:
    rows = [one.row for one in selected]
    figures = {row["id"]: row for row in _rows(session, Figure, Figure.id.in_(rows))}
    of_papers = {figure["paper_id"] for figure in figures.values()}
    papers = {row["id"]: row for row in _rows(session, Paper, Paper.id.in_(of_papers))}
    scores: dict[int, dict[str, Row]] = defaultdict(dict)
    for row in _rows(session, Score, Score.figure_id.in_(rows), Score.superseded_by.is_(None)):
        scores[row["figure_id"]][row["judge"]] = row
    routes = {
        row["figure_id"]: row for row in _rows(session, Route, Route.figure_id.in_(rows), Route.superseded_by.is_(None))
    }
    corrections: dict[int, list[Row]] = defaultdict(list)
    for row in _rows(session, Correction, Correction.figure_id.in_(rows)):
        corrections[row["figure_id"]].append(row)
    for one in selected:
        figure = figures[one.row]
        yield FigureFacts(
            one,
            figure,
            papers[figure["paper_id"]],
            dict(sorted(scores[one.row].items())),
            routes.get(one.row),
            corrections[one.row],
        )


def _rows(session: Session, table: type[Base], *conditions: Any) -> list[Row]:
    # Columns, not mapped objects: a session would keep every object it ever gave until its end.
    columns = table.__mapper__.columns
    named = [column.label(key) for key, column in columns.items()]
    found = session.execute(select(*named).where(*conditions).order_by(columns["id"]))
    return [dict(row) for row in found.mappings()]
