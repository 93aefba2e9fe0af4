"""Reads an existing figure dataset: a table of images with labels, captions and contexts.

Column names of the project (id, image, label, confidence, caption, context, venue, year, path) and of DiagramBank's
data.jsonl are understood; every other column is kept.
"""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import re
import signal
import struct
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from pipeline.acquire.paper import FoundPaper, as_text, paper_of
from pipeline.acquire.tables import TableRow, read_table
from pipeline.errors import ExpectedError
from pipeline.files import Blobs

ALIASES = {
    "figure_path": "image",
    "image_path": "image",
    "file_name": "image",
    "figure_caption": "caption",
    "figure_context": "context",
    "contexts": "context",
    "cascade_path": "path",
    "clip_type": "label",
    "clip_confidence": "confidence",
    "figure_type": "label",
    "figure_id": "id",
}
OWN = {"id", "image", "label", "confidence", "caption", "context", "path", "tier", "figure_number", "cascade_tier"}
EXTENSIONS = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp", "GIF": "gif", "TIFF": "tif", "BMP": "bmp"}
MAX_PIXELS = 80_000_000  # what the judges read, too
CHUNK = 256
AHEAD = 24  # chunks that workers may be ahead of the reader, who stops to save a few thousand rows now and then


@dataclass(frozen=True)
class ImportedFigure:
    """One row of a dataset with its image stored; `paper_key` = (platform, platform id) of what it comes from."""

    source_id: str
    paper: FoundPaper
    paper_key: tuple[str, str]
    image_sha256: str
    extension: str
    width: int
    height: int
    number: str | None
    label: str | None
    confidence: float | None
    path: str | None
    tier: str | None
    caption: str
    contexts: tuple[str, ...]
    extra: dict[str, Any]


@dataclass(frozen=True)
class RefusedRow:
    """One row that cannot be audited, with its line and the reason."""

    line: int
    source_id: str
    reason: str


@dataclass(frozen=True)
class CheckedRow:
    """One row of the table before its image is looked at; `fault` says why it cannot be taken."""

    line: int
    cells: dict[str, Any]
    fault: str | None


@dataclass(frozen=True)
class Dataset:
    """Where a dataset is: its table, the folder of its images, and where they are to be stored."""

    table: Path
    images: Path
    blobs: Blobs


def read_dataset(dataset: Dataset) -> Iterator[ImportedFigure | RefusedRow]:
    """The rows of a dataset in order, each with its image stored, or refused with a reason.

    Raises ExpectedError when the table has no `id` or `image` column or cannot be read. Stored images are flushed by
    the caller (`os.sync`) before anything refers to them.
    """
    if not dataset.images.is_dir():
        raise ExpectedError(f"{dataset.images} is not a folder; `--images` names the folder that holds the images")
    chunks = _chunks(_checked(dataset.table), CHUNK)
    first = next(chunks, [])
    yield from _stored(dataset, first)
    if len(first) == CHUNK:
        yield from _stored_by_workers(dataset, chunks)


def _checked(table: Path) -> Iterator[CheckedRow]:
    """Every row under the project's names, with the fault that can be seen without its image."""
    seen: dict[str, int] = {}
    for row in read_table(table):
        cells = _renamed(row.cells)
        yield CheckedRow(row.line, cells, _fault(table, row, cells, seen))


def _stored_by_workers(dataset: Dataset, chunks: Iterator[list[CheckedRow]]) -> Iterator[ImportedFigure | RefusedRow]:
    """The rows of further chunks in order, images stored by worker processes, a few chunks ahead of the reader."""
    workers = os.cpu_count() or 1
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        ahead: deque[Future[list[ImportedFigure | RefusedRow]]] = deque()
        for chunk in chunks:
            ahead.append(_submitted(pool, dataset, chunk))
            if len(ahead) > AHEAD:
                yield from ahead.popleft().result()
        while ahead:
            yield from ahead.popleft().result()


def _submitted(
    pool: ProcessPoolExecutor, dataset: Dataset, chunk: list[CheckedRow]
) -> Future[list[ImportedFigure | RefusedRow]]:
    """A chunk given to the pool; a worker that starts for it never sees Ctrl-C, which is for the parent to answer."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_stored, dataset, chunk)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _stored(dataset: Dataset, rows: list[CheckedRow]) -> list[ImportedFigure | RefusedRow]:
    return [
        RefusedRow(row.line, as_text(row.cells.get("id", "")), row.fault)
        if row.fault
        else _figure(dataset, row.line, row.cells)
        for row in rows
    ]


def _chunks(items: Iterator[CheckedRow], size: int) -> Iterator[list[CheckedRow]]:
    while chunk := list(islice(items, size)):
        yield chunk


def _renamed(cells: dict[str, Any]) -> dict[str, Any]:
    """The cells under the project's names; a column that has the project's name already wins over an alias."""
    renamed = {name: value for name, value in cells.items() if name not in ALIASES}
    for name, target in ALIASES.items():
        if name in cells and target not in renamed:
            renamed[target] = cells[name]
        elif name in cells:
            renamed[name] = cells[name]
    return renamed


def _fault(table: Path, row: TableRow, cells: dict[str, Any], seen: dict[str, int]) -> str | None:
    for column in ("id", "image"):
        if column not in cells and not seen:
            raise ExpectedError(
                f"{table} line {row.line}: no `{column}` column; a dataset needs id and image in every row"
            )
        if column not in cells:
            return f"no {column} in this row"
    source_id = as_text(cells["id"])
    if not _is_text(cells):
        return "a cell holds characters that are no text (half of a surrogate pair, or a NUL)"
    if source_id in seen:
        return f"the id {source_id} stands in line {seen[source_id]} already"
    seen[source_id] = row.line
    return None


def _is_text(cells: dict[str, Any]) -> bool:
    """Whether every cell can be stored and written again."""
    try:
        written = json.dumps(cells, ensure_ascii=False)
        written.encode()
    except (UnicodeEncodeError, RecursionError):
        return False
    return "\\u0000" not in written


def _figure(dataset: Dataset, line: int, cells: dict[str, Any]) -> ImportedFigure | RefusedRow:
    source_id = as_text(cells["id"])
    try:
        image = _store_image(dataset, as_text(cells["image"]))
        confidence = _confidence(cells.get("confidence"))
        paper = paper_of({name: value for name, value in cells.items() if name not in OWN}, where="this row")
    except ExpectedError as error:
        return RefusedRow(line, source_id, str(error))
    return ImportedFigure(
        source_id=source_id,
        paper=replace(paper, extra={}),
        paper_key=_paper_key(dataset.table, source_id, paper),
        **image,
        number=_text_or_none(cells.get("figure_number")),
        label=_text_or_none(cells.get("label")),
        confidence=confidence,
        path=_text_or_none(cells.get("path")),
        tier=_text_or_none(cells.get("tier", cells.get("cascade_tier"))),
        caption=as_text(cells.get("caption", "")),
        contexts=contexts_of(cells.get("context")),
        extra=paper.extra,
    )


def _store_image(dataset: Dataset, name: str) -> dict[str, Any]:
    from PIL import Image, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = None  # the limit is ours, below: only the header is read here
    # Plain strings: pathlib would take longer than the reading, and a dataset brings tens of thousands of files.
    root = str(dataset.images)
    path = os.path.normpath(f"{root}/{name}")
    if not path.startswith(f"{os.path.normpath(root)}/"):
        raise ExpectedError(f"the image {name} lies outside {dataset.images}")
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 - see above
            data = stream.read()
    except OSError as error:
        raise ExpectedError(f"the image {name} cannot be read: {error.strerror}") from error
    try:
        with Image.open(io.BytesIO(data)) as image:
            kind, (width, height) = str(image.format), image.size
            # Only kinds that are kept are decoded: for some others a foreign program would run on the file.
            if kind in EXTENSIONS and width * height <= MAX_PIXELS:
                image.load()  # a picture that breaks off half-way must not get as far as an auditor or a release
    except UnidentifiedImageError as error:
        raise ExpectedError(f"the image {name} is not a picture that can be read") from error
    except (OSError, SyntaxError, ValueError, EOFError, struct.error) as error:
        raise ExpectedError(f"the image {name} is damaged ({error})") from error
    if kind not in EXTENSIONS:
        raise ExpectedError(f"the image {name} is {kind}; use {', '.join(sorted(EXTENSIONS))}")
    if width * height > MAX_PIXELS:
        raise ExpectedError(f"the image {name} has {width} x {height} pixels; the limit is {MAX_PIXELS:,}")
    sha256 = dataset.blobs.store(data, EXTENSIONS[kind], durable=False)
    return {"image_sha256": sha256, "extension": EXTENSIONS[kind], "width": width, "height": height}


def _confidence(value: Any) -> float | None:
    if value is None:
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise ExpectedError(f"the confidence {str(value)[:40]!r} is not a number") from None
    if not 0.0 <= number <= 1.0:
        raise ExpectedError(f"the confidence {value!r} is not between 0 and 1")
    return number


def _text_or_none(value: Any) -> str | None:
    return None if value is None else as_text(value)


def _paper_key(table: Path, source_id: str, paper: FoundPaper) -> tuple[str, str]:
    platform = paper.platform or table.stem
    return (platform, paper.platform_id) if paper.platform_id else (platform, f"figure {source_id}")


def contexts_of(value: Any) -> tuple[str, ...]:
    """The paragraphs of a context cell: a list, a JSON list, DiagramBank's `<paragraph_1>` marks, or one text."""
    if value is None:
        return ()
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return (value.strip(),)
    if isinstance(value, list):
        texts = [as_text(one.get("text", one) if isinstance(one, dict) else one) for one in value]
        return tuple(text for text in texts if text)
    text = as_text(value)
    marked = re.findall(r"<paragraph_\d+>(.*?)</paragraph_\d+>", text, re.DOTALL)
    return tuple(part.strip() for part in marked) if marked else (text,) if text else ()
