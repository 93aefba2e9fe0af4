"""The classify stage: a judge labels every current figure that has an image."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from pipeline.classify.judges import JudgeInput, Judgement, load_judge
from pipeline.errors import ExpectedError, ItemError
from pipeline.files import Blobs
from pipeline.stage import Candidate
from pipeline.store.figures import Figure
from pipeline.store.papers import Paper
from pipeline.store.scores import Score
from pipeline.vocabulary import StageName


@dataclass(frozen=True)
class FigureItem:
    """One figure on its way to a judge, by the hashes of its image and structure."""

    judge: str
    name: str
    image_sha256: str
    extension: str
    structure_sha256: str | None
    blobs: str


@dataclass(frozen=True)
class ClassifyStage:
    """Asks one judge; `version` is the judge's, so that a new model judges again."""

    judge: str
    version: str
    blobs: str
    name: StageName = StageName.CLASSIFY
    batch: int = 64

    def candidates(self, session: Session) -> list[Candidate]:
        """Every current figure with an image, by figure id; a superseding row is judged anew."""
        statement = (
            select(Figure.id, Figure.figure_id, Figure.label, Figure.source_id, Paper.document)
            .join(Paper, Paper.id == Figure.paper_id)
            .where(Figure.superseded_by.is_(None), Figure.withdrawn.is_(False), Figure.image_sha256.is_not(None))
            .order_by(Figure.figure_id, Figure.id)
        )
        return [
            Candidate(
                f"{self.judge} {figure_id} {row}",
                f"{document} {label or source_id or figure_id}",
                hashlib.sha256(f"{row}|{self.version}".encode()).hexdigest(),
            )
            for row, figure_id, label, source_id, document in session.execute(statement)
        ]

    def load(self, session: Session, key: str) -> FigureItem:
        """Which image and structure to judge."""
        figure = session.get_one(Figure, _row(key))
        return FigureItem(
            self.judge,
            figure.label or figure.source_id or figure.figure_id,
            str(figure.image_sha256),
            str(figure.image_extension),
            figure.structure_sha256,
            self.blobs,
        )

    def process(self, item: FigureItem) -> Judgement:
        """The judge's answer to one figure."""
        blobs = Blobs(Path(item.blobs))
        try:
            image = blobs.read(item.image_sha256, item.extension)
            structure = blobs.read(item.structure_sha256, "json") if item.structure_sha256 else None
        except ExpectedError as error:
            raise ItemError(str(error), transient=True) from error
        return load_judge(item.judge).judge(JudgeInput(image, structure))

    def save(self, session: Session, key: str, result: Judgement) -> None:
        """Add the score; an earlier one of the same judge is superseded."""
        figure_id = _row(key)
        score = Score(
            figure_id=figure_id,
            judge=self.judge,
            label=result.label,
            confidence=result.confidence,
            probabilities=result.probabilities,
            judge_version=self.version,
            prompt_hash=None,
        )
        session.add(score)
        session.flush()
        earlier = (Score.figure_id == figure_id) & (Score.judge == self.judge) & Score.superseded_by.is_(None)
        session.execute(update(Score).where(earlier, Score.id != score.id).values(superseded_by=score.id))


def _row(key: str) -> int:
    return int(key.rpartition(" ")[2])
