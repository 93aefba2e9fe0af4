"""Figures to train the native judge with: real ones cut from a corpus of PDFs, and ones that our code draws.

Every figure gives one row of features as it is and a few rows of altered copies (smaller, JPEG, grey), because
imported images come in every quality. Nothing of the corpus is kept but the numbers.
"""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from pipeline.acquire.practice.training import draw_training_figures
from pipeline.classify.captions import caption_cues
from pipeline.classify.drawings import drawing_features, read_structure
from pipeline.classify.pixels import pixel_features
from pipeline.classify.raster import read_raster
from pipeline.extract.structure import structure_of
from pipeline.geometry import Box
from pipeline.pdf import open_pdf
from pipeline.vocabulary import FigureKind

KINDS = tuple(str(kind) for kind in FigureKind if kind is not FigureKind.MIXED)
COPIES = 3  # altered copies of each figure


@dataclass(frozen=True, slots=True)
class Cutting:
    """One figure with its true kind; `paper` is the group that cross-validation keeps together."""

    paper: str
    name: str
    kind: str
    png: bytes
    structure: bytes


@dataclass(frozen=True, slots=True)
class Rows:
    """Features of figures: `pixels` (figures, 1 + copies, features), `drawings` (figures, features).

    `telling` says which figures have a structure that the judge would use, `cues` (figures, kinds) what their
    captions speak for.
    """

    papers: NDArray[np.str_]
    names: NDArray[np.str_]
    kinds: NDArray[np.str_]
    pixels: NDArray[np.float64]
    drawings: NDArray[np.float64]
    telling: NDArray[np.bool_]
    cues: NDArray[np.float64]
    pixel_names: tuple[str, ...]
    drawing_names: tuple[str, ...]

    def __len__(self) -> int:
        """How many figures."""
        return len(self.kinds)


def corpus_cuttings(corpus: Path) -> Iterator[Cutting]:
    """Every figure of `corpus/figures.json` that has a box, cut from `corpus/pdf` at 200 dpi."""
    documents = json.loads((corpus / "figures.json").read_text(encoding="utf-8"))["documents"]
    for paper, document in sorted(documents.items()):
        wanted = [
            (entry["label"], entry["type"], entry["page"], entry["bbox"], entry["caption_bbox"])
            for entry in document["figures"]
            if entry["bbox"]
        ]
        yield from _cut(corpus / "pdf" / f"{paper}.pdf", paper, wanted, dpis=(200,))


def drawn_cuttings(count: int, seed: int) -> Iterator[Cutting]:
    """`count` figures drawn by our code, cut from their pages at resolutions from 90 to 200 dpi."""
    with tempfile.TemporaryDirectory() as folder:
        figures = draw_training_figures(Path(folder), count=count, seed=seed)
        for file in sorted({entry.file for entry in figures}):
            wanted = []
            for entry in figures:
                truth = entry.figure
                if entry.file == file and truth.bbox is not None:
                    caption = truth.caption_bbox.as_tuple() if truth.caption_bbox else None
                    wanted.append((truth.label, str(truth.kind), truth.page, truth.bbox.as_tuple(), caption))
            yield from _cut(Path(folder) / file, f"drawn {file}", wanted, dpis=(200, 150, 200, 90))


Wanted = tuple[str, str, int, Iterable[float], Iterable[float] | None]


def _cut(path: Path, paper: str, wanted: Sequence[Wanted], *, dpis: tuple[int, ...]) -> Iterator[Cutting]:
    with open_pdf(path) as pdf:
        for number, (label, kind, page, bbox, caption) in enumerate(wanted):
            box = Box.of(bbox)
            image = pdf.render(page, box, dpi=dpis[number % len(dpis)])
            structure = structure_of(pdf.page(page), box, Box.of(caption) if caption else None)
            yield Cutting(paper, label, kind, image.png, structure)


def altered(png: bytes, rng: np.random.Generator) -> bytes:
    """The image as it may arrive elsewhere: smaller, in any of three resamplings, perhaps grey, perhaps JPEG."""
    with Image.open(io.BytesIO(png)) as opened:
        image = opened.convert("RGB")
    longest = max(image.size)
    side = min(longest, max(180.0, longest * float(rng.uniform(0.25, 1.0))))
    size = tuple(max(1, round(extent * side / longest)) for extent in image.size)
    resampling = (Image.Resampling.BILINEAR, Image.Resampling.LANCZOS, Image.Resampling.BOX)[int(rng.integers(3))]
    image = image.resize((size[0], size[1]), resampling)
    if rng.random() < 0.2:
        image = image.convert("L")
    written = io.BytesIO()
    if rng.random() < 0.55:
        image.save(written, "JPEG", quality=int(rng.integers(35, 93)))
    else:
        image.save(written, "PNG", compress_level=1)
    return written.getvalue()


def measure(cuttings: Iterable[Cutting], *, seed: int) -> Rows:
    """The features of all figures and of their altered copies."""
    about, pixels, drawings, telling, cues = [], [], [], [], []
    names: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    for number, cutting in enumerate(cuttings):
        rng = np.random.default_rng((seed, number))
        images = [cutting.png, *(altered(cutting.png, rng) for _ in range(COPIES))]
        seen = [pixel_features(read_raster(image)) for image in images]
        structure = read_structure(cutting.structure)
        told = drawing_features(structure)
        names = (tuple(seen[0]), tuple(told))
        about.append((cutting.paper, cutting.name, cutting.kind))
        pixels.append([list(row.values()) for row in seen])
        drawings.append(list(told.values()))
        telling.append(structure.telling)
        cues.append(caption_cues(structure.caption, KINDS))
    papers, figures, kinds = (np.array(column) for column in zip(*about, strict=True))
    return Rows(
        papers=papers,
        names=figures,
        kinds=kinds,
        pixels=np.array(pixels),
        drawings=np.array(drawings),
        telling=np.array(telling),
        cues=np.array(cues),
        pixel_names=names[0],
        drawing_names=names[1],
    )
