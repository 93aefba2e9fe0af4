"""`figaudit export`: the project's figures as JSON lines, the same bytes for the same data."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from sqlalchemy import select
from sqlalchemy.orm import Session

from pipeline.cli.front import JsonOption, ProjectOption, emit, new_app, open_project, output_file
from pipeline.files import Blobs, write_atomically
from pipeline.store.figures import Figure
from pipeline.store.panels import Panel
from pipeline.store.papers import Paper
from pipeline.store.scores import Score
from pipeline.workspace import Workspace

CHUNK = 500

app = new_app("Write the project's data for other programs.")


@app.command()
def figures(
    out: Annotated[Path | None, typer.Option(help="The file to write. [default: standard output]")] = None,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write every current figure as one JSON line, sorted by document, page and place.

    Example: figaudit export figures --out figures.jsonl
    """
    target = None if out is None else output_file(out)
    with open_project(project) as workspace:
        lines = workspace.read(_lines, workspace)
    data = "".join(lines).encode("utf-8")
    if target is None:
        sys.stdout.buffer.write(data)
        return
    write_atomically(target, data)
    emit(f"{len(lines)} figures written to {out}", {"figures": len(lines), "file": str(out)}, as_json=as_json)


def _lines(session: Session, workspace: Workspace) -> list[str]:
    records = figure_records(session, workspace.blobs, workspace.folder)
    return [json.dumps(record, ensure_ascii=False) + "\n" for record in records]


def figure_records(session: Session, blobs: Blobs, folder: Path) -> Iterator[dict[str, Any]]:
    """Every current figure in the form of the contract, by (document, page, y0, x0, label); floats 2 decimals."""
    order = _order(session)
    for start in range(0, len(order), CHUNK):
        ids = order[start : start + CHUNK]
        rows = {figure.id: figure for figure in session.scalars(select(Figure).where(Figure.id.in_(ids)))}
        papers = dict(session.execute(_documents(ids)).all())
        judges, panels = _judges(session, ids), _panels(session, ids)
        for key in ids:
            figure = rows[key]
            image = None
            if figure.image_sha256:
                path = blobs.path(figure.image_sha256, str(figure.image_extension))
                image = path.relative_to(folder).as_posix()
            yield {
                **_columns(figure, papers[key]),
                "judges": judges.get(key, {}),
                "panels": panels.get(key, []),
                "image": image,
                "width": figure.width,
                "height": figure.height,
                "dpi": figure.dpi,
                "parts": _rounded(figure.parts),
            }
        session.expunge_all()


def _order(session: Session) -> list[int]:
    statement = (
        select(Figure.id, Figure.figure_id, Paper.document, Figure.page, Figure.bbox, Figure.caption_bbox, Figure.label)
        .join(Paper, Paper.id == Figure.paper_id)
        .where(Figure.superseded_by.is_(None), Figure.withdrawn.is_(False))
    )

    def place(row: Any) -> tuple[Any, ...]:
        box = row.bbox or row.caption_bbox or [0.0, 0.0]
        return (row.document, row.page or 0, box[1], box[0], row.label or "", row.figure_id)

    return [row.id for row in sorted(session.execute(statement), key=place)]


def _documents(ids: list[int]) -> Any:
    return select(Figure.id, Paper.document).join(Paper, Paper.id == Figure.paper_id).where(Figure.id.in_(ids))


def _columns(figure: Figure, document: str) -> dict[str, Any]:
    return {
        "id": figure.figure_id,
        "document": document,
        "label": figure.label,
        "printed_label": figure.printed_label,
        "page": figure.page,
        "caption_page": figure.caption_page,
        "bbox": _rounded(figure.bbox),
        "caption": figure.caption,
        "caption_bbox": _rounded(figure.caption_bbox),
        "caption_status": figure.caption_status,
        "number_status": figure.number_status,
        "mention_status": figure.mention_status,
        "contexts": [{key: one[key] for key in ("page", "text", "mention", "span")} for one in figure.contexts],
    }


def _judges(session: Session, ids: list[int]) -> dict[int, dict[str, Any]]:
    statement = select(Score).where(Score.figure_id.in_(ids), Score.superseded_by.is_(None)).order_by(Score.judge)
    found: dict[int, dict[str, Any]] = {}
    for score in session.scalars(statement):
        found.setdefault(score.figure_id, {})[score.judge] = {
            "label": score.label,
            "confidence": _rounded(score.confidence),
            "probabilities": _rounded(score.probabilities),
            "version": score.judge_version,
        }
    return found


def _panels(session: Session, ids: list[int]) -> dict[int, list[dict[str, Any]]]:
    statement = select(Panel).where(Panel.figure_id.in_(ids), Panel.superseded_by.is_(None)).order_by(Panel.id)
    found: dict[int, list[dict[str, Any]]] = {}
    for panel in session.scalars(statement):
        found.setdefault(panel.figure_id, []).append(
            {"letter": panel.letter, "kind": panel.kind, "bbox": _rounded(panel.box), "score": _rounded(panel.score)}
        )
    return found


def _rounded(value: Any) -> Any:
    """The value with every float at 2 decimals; dicts sorted by key."""
    if isinstance(value, float):
        return round(value, 2)
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    if isinstance(value, dict):
        return {key: _rounded(value[key]) for key in sorted(value)}
    return value
