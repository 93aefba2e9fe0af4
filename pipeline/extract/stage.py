"""The extract stage: every paper's PDF becomes figures with image, caption, contexts and structure."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.errors import ItemError
from pipeline.extract.model import ExtractedFigure
from pipeline.files import Blobs
from pipeline.geometry import Box
from pipeline.stage import Candidate
from pipeline.store.figures import Figure, content_hash_of, current_figures_of
from pipeline.store.papers import Paper, paper_named, registered_papers
from pipeline.store.session import Session
from pipeline.vocabulary import StageName, figure_id_of

# What decides whether a figure found again is the same: everything but the row's own history.
HISTORY = {"id", "paper_id", "extract_version", "created_at", "superseded_by", "withdrawn"}


@dataclass(frozen=True)
class PaperItem:
    """One stored PDF on its way to figures."""

    document: str
    pdf_sha256: str
    blobs: str
    dpi: int


@dataclass(frozen=True)
class FigureRows:
    """The columns of every figure of one paper, images and structures stored."""

    rows: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class ExtractStage:
    """Finds figures at a resolution of `dpi`; `blobs` is the project's blob folder."""

    blobs: str
    dpi: int
    name: StageName = StageName.EXTRACT
    version: str = "extract-1"
    batch: int = 2

    def candidates(self, session: Session) -> list[Candidate]:
        """Every paper that has a PDF which is still registered, by document name."""
        return [
            Candidate(
                paper.paper_id, paper.document, hashlib.sha256(f"{paper.pdf_sha256}|{self.dpi}".encode()).hexdigest()
            )
            for paper in registered_papers(session)
        ]

    def load(self, session: Session, key: str) -> PaperItem:
        """Which stored PDF to read."""
        paper = _paper(session, key)
        return PaperItem(paper.document, str(paper.pdf_sha256), self.blobs, self.dpi)

    def process(self, item: PaperItem) -> FigureRows:
        """The figures of one PDF; raises ItemError under the name the paper was added by."""
        from pipeline.extract.paper import extract_paper

        blobs = Blobs(Path(item.blobs))
        path = blobs.path(item.pdf_sha256, "pdf")
        try:
            paper = extract_paper(path, dpi=item.dpi)
        except ItemError as error:
            reason = error.reason.replace(path.name, f"{item.document}.pdf")
            raise ItemError(reason, transient=error.transient) from error
        seen: Counter[str] = Counter()
        return FigureRows(tuple(_columns(figure, item, blobs, seen) for figure in paper.figures))

    def save(self, session: Session, key: str, result: FigureRows) -> None:
        """Add new and changed figures; what is found again unchanged keeps its row, what is gone is withdrawn."""
        paper = _paper(session, key)
        old = {figure.figure_id: figure for figure in current_figures_of(session, paper.id)}
        for columns in result.rows:
            before = old.pop(columns["figure_id"], None)
            if before is not None and _same(before, columns):
                continue
            fresh = Figure(paper_id=paper.id, extract_version=self.version, extra={}, **columns)
            session.add(fresh)
            session.flush()
            if before is not None:
                before.superseded_by = fresh.id
        for gone in old.values():
            gone.withdrawn = True


def _paper(session: Session, public_id: str) -> Paper:
    paper = paper_named(session, public_id)
    if paper is None:
        raise LookupError(f"paper {public_id} left the project during the run")
    return paper


def _same(figure: Figure, columns: dict[str, Any]) -> bool:
    return all(getattr(figure, name) == value for name, value in columns.items() if name not in HISTORY)


def _columns(figure: ExtractedFigure, item: PaperItem, blobs: Blobs, seen: Counter[str]) -> dict[str, Any]:
    """The columns of a figure's row; image and structure are stored under their hashes."""
    image = blobs.store(figure.png, "png") if figure.png else None
    contexts = [
        {"page": one.page, "text": one.text, "mention": one.mention, "span": list(one.span)} for one in figure.contexts
    ]
    # A caption without a graphic is told apart by where the caption stands.
    where = figure.bbox or figure.caption_bbox
    position = None if where is None else where.as_tuple()
    place = figure_id_of(item.pdf_sha256, figure.page, figure.printed_label, position, duplicate=0)
    duplicate = seen[place]
    seen[place] += 1
    return {
        "figure_id": figure_id_of(item.pdf_sha256, figure.page, figure.printed_label, position, duplicate=duplicate),
        "label": figure.label,
        "number": figure.number,
        "printed_label": figure.printed_label,
        "page": figure.page,
        "caption_page": figure.caption_page,
        "bbox": _numbers(figure.bbox),
        "image_sha256": image,
        "image_extension": "png" if image else None,
        "width": figure.width if image else None,
        "height": figure.height if image else None,
        "dpi": figure.dpi if image else None,
        "caption": figure.caption,
        "caption_raw": figure.caption_raw,
        "caption_bbox": _numbers(figure.caption_bbox),
        "contexts": contexts,
        "parts": [{"page": part.page, "bbox": _numbers(part.bbox)} for part in figure.parts],
        "caption_status": figure.caption_status.value,
        "number_status": figure.number_status.value,
        "mention_status": figure.mention_status.value,
        "perceptual_hash": figure.perceptual_hash,
        "structure_sha256": blobs.store(figure.structure, "json") if figure.structure else None,
        "content_hash": content_hash_of(image, figure.caption, contexts),
    }


def _numbers(box: Box | None) -> list[float] | None:
    return None if box is None else [round(value, 2) for value in box.as_tuple()]
