"""What a set of drawn papers really holds, as dataclasses and as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from pipeline.geometry import Box
from pipeline.vocabulary import FigureKind


@dataclass(frozen=True, slots=True)
class FigureTruth:
    """One drawn figure; page is 1-based, boxes in points, bbox shrunk to the ink (grey < 245 at 144 dpi)."""

    label: str
    printed_label: str
    page: int
    bbox: Box
    caption: str
    caption_bbox: Box
    kind: FigureKind
    compound: bool
    panels: tuple[str, ...]
    raster: bool


@dataclass(frozen=True, slots=True)
class MentionTruth:
    """One place in the running text that cites figures; ids as CONTRACTS print them (3, 3a, S1)."""

    page: int
    text: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PaperTruth:
    """One drawn paper."""

    file: str
    title: str
    pages: int
    figures: tuple[FigureTruth, ...]
    mentions: tuple[MentionTruth, ...]


@dataclass(frozen=True, slots=True)
class PracticeSet:
    """The drawn papers, where they lie, and the metadata table beside them."""

    folder: Path
    metadata: Path
    papers: tuple[PaperTruth, ...]

    @property
    def files(self) -> tuple[Path, ...]:
        """The PDF files, in order."""
        return tuple(self.folder / paper.file for paper in self.papers)


def write_truth(papers: tuple[PaperTruth, ...], path: Path) -> None:
    """Writes the truth as JSON; raises OSError when the path cannot be written."""
    text = json.dumps({"papers": [asdict(paper) for paper in papers]}, indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
