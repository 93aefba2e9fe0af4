"""Figures to train the native judge with: real ones cut from a corpus of PDFs, and ones that our code draws.

Every figure gives one row of features as it is and a few rows of altered copies (smaller, JPEG, grey), because
imported images come in every quality. Nothing of the corpus is kept but the numbers.
"""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
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
COPIES = 2  # altered copies of each figure


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


def corpus_cuttings(corpus: Path, *, papers: Sequence[str] = ()) -> Iterator[Cutting]:
    """Every figure of `corpus/figures.json` (of some papers) that has a box, cut from `corpus/pdf` at 200 dpi."""
    documents = json.loads((corpus / "figures.json").read_text(encoding="utf-8"))["documents"]
    for paper in papers or sorted(documents):
        wanted = [
            (entry["label"], entry["type"], entry["page"], entry["bbox"], entry["caption_bbox"])
            for entry in documents[paper]["figures"]
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
    """The features of all figures and of their altered copies, measured by two processes."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        parts = list(pool.map(_measure_one, ((seed, number, one) for number, one in enumerate(cuttings)), chunksize=25))
    return Rows(
        papers=np.array([part.about[0] for part in parts]),
        names=np.array([part.about[1] for part in parts]),
        kinds=np.array([part.about[2] for part in parts]),
        pixels=np.array([[list(row.values()) for row in part.pixels] for part in parts]),
        drawings=np.array([list(part.drawings.values()) for part in parts]),
        telling=np.array([part.telling for part in parts]),
        cues=np.array([part.cues for part in parts]),
        pixel_names=tuple(parts[0].pixels[0]),
        drawing_names=tuple(parts[0].drawings),
    )


@dataclass(frozen=True, slots=True)
class _Measured:
    about: tuple[str, str, str]
    pixels: list[dict[str, float]]
    drawings: dict[str, float]
    telling: bool
    cues: tuple[float, ...]


def _measure_one(job: tuple[int, int, Cutting]) -> _Measured:
    seed, number, cutting = job
    rng = np.random.default_rng((seed, number))
    images = [cutting.png, *(altered(cutting.png, rng) for _ in range(COPIES))]
    structure = read_structure(cutting.structure)
    return _Measured(
        about=(cutting.paper, cutting.name, cutting.kind),
        pixels=[pixel_features(read_raster(image)) for image in images],
        drawings=drawing_features(structure),
        telling=structure.telling,
        cues=caption_cues(structure.caption, KINDS),
    )
