"""The acquire stage: registered PDFs are checked, copied and joined to papers; datasets of images are taken in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.acquire.importers import ImportedFigure, RefusedRow
from pipeline.acquire.local import FoundFile, PdfItem, StoredPdf, fingerprint, metadata_hash, store_pdf
from pipeline.acquire.merge import changed, merged
from pipeline.acquire.paper import FoundPaper, paper_of
from pipeline.stage import Candidate, Skipped
from pipeline.store.figures import Figure, add_figures, content_hash_of, imported_figures, withdraw_figures_of
from pipeline.store.papers import (
    Paper,
    PaperDecision,
    Source,
    add_papers,
    all_sources,
    paper_named,
    paper_with_pdf,
    papers_named,
    source_at,
    sources_of,
)
from pipeline.store.routes import add_routes, current_route
from pipeline.store.runs import Attempt, forget, record, turn_into_skipped
from pipeline.store.scores import add_scores, current_score
from pipeline.store.session import Session
from pipeline.vocabulary import (
    CaptionStatus,
    MentionStatus,
    NumberStatus,
    RunStatus,
    StageName,
    imported_figure_id,
    paper_id_of,
    paper_id_of_pdf,
)

IMPORTED_JUDGE = "imported"


@dataclass(frozen=True)
class Registered:
    """What `add` did with PDFs: how many are new, changed since, or were there already."""

    new: int
    changed: int
    known: int


def register_files(session: Session, files: Sequence[FoundFile]) -> Registered:
    """Remember PDFs and their table rows; the next `run` acquires what is new or changed."""
    known = {source.path: source for source in all_sources(session)}
    new = different = 0
    for file in files:
        print_now, row_hash = fingerprint(file.path), metadata_hash(file.metadata)
        source = known.get(str(file.path))
        if source is None:
            new += 1
            session.add(
                Source(
                    path=str(file.path),
                    fingerprint=print_now,
                    metadata_=file.metadata,
                    metadata_hash=row_hash,
                    paper_id=None,
                )
            )
        elif source.fingerprint != print_now or (file.metadata and source.metadata_hash != row_hash):
            different += 1
            source.fingerprint = print_now
            if file.metadata:
                source.metadata_, source.metadata_hash = file.metadata, row_hash
    return Registered(new, different, len(files) - new - different)


@dataclass(frozen=True)
class AcquireStage:
    """Checks every registered PDF and copies it under its hash; `blobs` is the project's blob folder."""

    blobs: str
    name: StageName = StageName.ACQUIRE
    version: str = "acquire-1"
    batch: int = 8

    def candidates(self, session: Session) -> list[Candidate]:
        """Every registered file; a file replaced since is of other input. A file gone after it was copied stays."""
        sources = all_sources(session)
        return [Candidate(one.path, Path(one.path).name, self._input_hash(one)) for one in sources]

    def _input_hash(self, source: Source) -> str:
        seen = fingerprint(Path(source.path))
        if seen == "gone" and source.paper_id is not None:
            seen = source.fingerprint
        return hashlib.sha256(f"{seen}|{source.metadata_hash}".encode()).hexdigest()

    def load(self, session: Session, key: str) -> PdfItem:
        """The path of one file."""
        del session
        return PdfItem(key, self.blobs)

    def process(self, item: PdfItem) -> StoredPdf:
        """The PDF checked and stored."""
        return store_pdf(item)

    def save(self, session: Session, key: str, result: StoredPdf) -> Skipped | None:
        """Join the file to its paper; of several files with the same bytes the first by path names the paper."""
        source = source_at(session, key)
        before = source.paper_id
        paper = _paper_of_source(session, source, result.sha256)
        source.paper_id, source.fingerprint = paper.id, fingerprint(Path(key))
        session.flush()
        sources = sources_of(session, paper.id)
        described = merged(paper_of(one.metadata_, where=one.path) for one in sources)
        paper.document = Path(sources[0].path).stem
        _describe(session, paper, described, evidence="table beside the PDF")
        if before is not None and before != paper.id:
            _withdraw_orphan(session, before)
        copies = f"same bytes as {sources[0].path}"
        if sources[0].path != key:
            return Skipped(copies)
        for later in sources[1:]:  # finished before the file that comes first by path
            turn_into_skipped(session, self.name.value, later.path, copies)
        return None


def _paper_of_source(session: Session, source: Source, sha256: str) -> Paper:
    """The paper of a file: known by its platform id, else by the bytes of its PDF, else new."""
    row = paper_of(source.metadata_, where=source.path)
    platform_id = row.platform_id or source.metadata_.get("id")
    same_bytes = paper_with_pdf(session, sha256)
    if same_bytes is not None:
        return same_bytes
    platform = row.platform or "local"
    public_id = paper_id_of(platform, str(platform_id)) if platform_id else paper_id_of_pdf(sha256)
    paper = paper_named(session, public_id)
    if paper is None:
        paper = Paper(
            paper_id=public_id,
            document=Path(source.path).stem,
            platform=platform,
            platform_id=str(platform_id or sha256),
            extra={},
        )
        session.add(paper)
    paper.pdf_sha256 = sha256
    session.flush()
    return paper


def _describe(session: Session, paper: Paper, described: FoundPaper, *, evidence: str) -> None:
    """Write what is stated into the paper; a changed decision keeps its history."""
    old = {name: getattr(paper, name) for name in described.columns()}
    for name, value in changed(old, described).items():
        if name in {"platform", "platform_id"}:
            continue  # part of the paper's identity
        if name == "decision":
            session.add(PaperDecision(paper_id=paper.id, decision=value, evidence=evidence))
        setattr(paper, name, value)


def _withdraw_orphan(session: Session, paper_id: int) -> None:
    """Withdraw the figures of a paper whose file was replaced by another paper's."""
    if not sources_of(session, paper_id):
        withdraw_figures_of(session, paper_id)


@dataclass(frozen=True)
class Imported:
    """What an import did with one batch of rows."""

    new: int
    changed: int
    known: int
    refused: int


def import_figures(session: Session, rows: Sequence[ImportedFigure | RefusedRow], *, table: str) -> Imported:
    """Add the figures of one batch; a row seen before with the same content is left as it is.

    Refused rows are recorded as failed items of the acquire stage, so that counts in = counts out + reasons.
    """
    figures = [row for row in rows if isinstance(row, ImportedFigure)]
    papers = _papers_of(session, figures, table)
    known = imported_figures(session, [row.source_id for row in figures])
    made: list[tuple[ImportedFigure, dict[str, Any], Figure | None]] = []
    for row in figures:
        fresh = _figure_row(row, papers[row.paper_key])
        old = known.get((fresh["paper_id"], row.source_id))
        if old is None or _row_state(old, session) != _row_state_of(row, fresh):
            made.append((row, fresh, old))
    if made:
        _insert_figures(session, made)
    for refused in rows:
        if isinstance(refused, RefusedRow):
            _record_refusal(session, refused, table)
    changed_rows = sum(old is not None for _, _, old in made)
    return Imported(len(made) - changed_rows, changed_rows, len(figures) - len(made), len(rows) - len(figures))


def forget_refusals(session: Session, table: str) -> None:
    """Drop the refusals of an earlier reading of a table; what is still wrong is refused again."""
    forget(session, StageName.ACQUIRE.value, begins="row ", ends=f" of {table}")


def _papers_of(session: Session, figures: Sequence[ImportedFigure], table: str) -> dict[tuple[str, str], int]:
    """The row of every paper that the figures come from, made or described further."""
    grouped: dict[tuple[str, str], list[FoundPaper]] = {}
    for row in figures:
        grouped.setdefault(row.paper_key, []).append(row.paper)
    ids = {key: paper_id_of(*key) for key in grouped}
    there = papers_named(session, ids.values())
    evidence = f"dataset {Path(table).name}"
    fresh: list[dict[str, Any]] = []
    for key, found in grouped.items():
        described, paper = merged(found), there.get(ids[key])
        if paper is not None:
            _describe(session, paper, described, evidence=evidence)
            continue
        stated = described.columns() | {"platform": key[0], "platform_id": key[1]}
        fresh.append({"paper_id": ids[key], "document": Path(table).stem, "pdf_sha256": None, **stated})
    rows = {paper.paper_id: paper.id for paper in there.values()} | add_papers(session, fresh, evidence=evidence)
    return {key: rows[ids[key]] for key in grouped}


def _figure_row(row: ImportedFigure, paper: int) -> dict[str, Any]:
    contexts = [{"page": None, "text": text, "mention": row.number, "span": None} for text in row.contexts]
    unknown = ("page", "caption_page", "bbox", "dpi", "caption_bbox", "perceptual_hash", "structure_sha256")
    return {
        "figure_id": imported_figure_id(row.image_sha256, row.source_id),
        "paper_id": paper,
        "label": f"Figure {row.number}" if row.number else None,
        "number": row.number,
        "printed_label": f"Figure {row.number}" if row.number else "",
        "image_sha256": row.image_sha256,
        "image_extension": row.extension,
        "width": row.width,
        "height": row.height,
        "caption": row.caption,
        "caption_raw": row.caption,
        "contexts": contexts,
        "parts": [],
        "caption_status": (CaptionStatus.FOUND if row.caption else CaptionStatus.MISSING).value,
        "number_status": (NumberStatus.FOUND if row.number else NumberStatus.MISSING).value,
        "mention_status": (MentionStatus.FOUND if row.contexts else MentionStatus.NOT_MENTIONED).value,
        "source_id": row.source_id,
        "extra": row.extra,
        "content_hash": content_hash_of(row.image_sha256, row.caption, contexts),
        "extract_version": "import-1",
        **dict.fromkeys(unknown),
    }


def _row_state(figure: Figure, session: Session) -> str:
    """All that a row of a dataset decides, of a figure that is stored."""
    score = current_score(session, figure.id, IMPORTED_JUDGE)
    route = current_route(session, figure.id)
    return json.dumps(
        [
            *(figure.figure_id, figure.content_hash, figure.number, figure.extra),
            *((score.label, score.confidence) if score else (None, None)),
            *((route.path, route.tier) if route else (None, None)),
        ],
        sort_keys=True,
    )


def _row_state_of(row: ImportedFigure, fresh: dict[str, Any]) -> str:
    """The same of a row that is to be stored."""
    state = [*(fresh[name] for name in ("figure_id", "content_hash", "number", "extra")), row.label, row.confidence]
    return json.dumps([*state, row.path, row.tier if row.path else None], sort_keys=True)


def _insert_figures(session: Session, made: Sequence[tuple[ImportedFigure, dict[str, Any], Figure | None]]) -> None:
    """Add figures with labels and paths and supersede the old rows; in bulk, a dataset has tens of thousands."""
    ids = add_figures(session, [fresh for _, fresh, _ in made])
    placed = [(row, ids[fresh["figure_id"]], old) for row, fresh, old in made]
    for _, figure_id, old in placed:
        if old is not None:
            old.superseded_by = figure_id
    labelled = [(row, key) for row, key, _ in placed if (row.label, row.confidence) != (None, None)]
    add_scores(session, [_score_row(row, key) for row, key in labelled])
    add_routes(session, [_route_row(row, key) for row, key, _ in placed if row.path is not None])


def _score_row(row: ImportedFigure, figure_id: int) -> dict[str, Any]:
    stated: dict[str, Any] = {
        "label": row.label,
        "confidence": row.confidence,
        "probabilities": {},
        "prompt_hash": None,
    }
    return {"figure_id": figure_id, "judge": IMPORTED_JUDGE, "judge_version": "as imported", **stated}


def _route_row(row: ImportedFigure, figure_id: int) -> dict[str, Any]:
    stated: dict[str, Any] = {"path": row.path, "tier": row.tier, "votes": {}, "decision": None}
    return {"figure_id": figure_id, "config_hash": "as imported", **stated}


def _record_refusal(session: Session, refused: RefusedRow, table: str) -> None:
    record(
        session,
        Attempt(
            stage=StageName.ACQUIRE.value,
            item=f"row {refused.source_id or refused.line} of {table}",
            name=f"{Path(table).name} line {refused.line}",
            status=RunStatus.FAILED,
            reason=refused.reason,
            transient=False,
            stage_version="import-1",
            input_hash="",
            seconds=0.0,
        ),
    )
