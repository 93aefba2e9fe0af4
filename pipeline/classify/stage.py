"""The classify stage: a judge labels every current figure that has an image."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from pipeline.classify.judges import JudgeInput, Judgement, load_judge
from pipeline.errors import ExpectedError, ItemError
from pipeline.files import Blobs
from pipeline.stage import Candidate
from pipeline.store.figures import Figure, figures_with_image
from pipeline.store.scores import Score, add_score
from pipeline.store.session import Session
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
        return [
            Candidate(
                f"{self.judge} {figure_id} {row}",
                name,
                hashlib.sha256(f"{row}|{self.version}".encode()).hexdigest(),
            )
            for row, figure_id, name in figures_with_image(session)
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
        score = Score(
            figure_id=_row(key),
            judge=self.judge,
            label=result.label,
            confidence=result.confidence,
            probabilities=result.probabilities,
            judge_version=self.version,
            prompt_hash=None,
        )
        add_score(session, score)


def _row(key: str) -> int:
    return int(key.rpartition(" ")[2])
