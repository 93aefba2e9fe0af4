"""Drawings as pixels: the ink of a figure and raster copies of vector figures."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from pipeline.acquire.practice.writer import PageDrawing, write_pdf
from pipeline.geometry import Box
from pipeline.pdf import PdfFile, open_pdf

INK_GREY = 245
INK_DPI = 144


@contextmanager
def _opened(pages: Sequence[PageDrawing]) -> Iterator[PdfFile]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "drawing.pdf"
        write_pdf(pages, path)
        with open_pdf(path) as document:
            yield document


def ink_boxes(pages: Sequence[PageDrawing]) -> list[Box | None]:
    """The box in points around all ink (grey < 245 at 144 dpi) of each page; None for a blank one."""
    with _opened(pages) as document:
        return [
            _ink(document.grey(number, Box(0, 0, page.width, page.height), dpi=INK_DPI))
            for number, page in enumerate(pages, 1)
        ]


def rendered(page: PageDrawing, *, dpi: int) -> bytes:
    """The page as PNG bytes."""
    with _opened([page]) as document:
        return document.render(1, Box(0, 0, page.width, page.height), dpi=dpi).png


def _ink(grey: np.ndarray[tuple[int, int], np.dtype[np.uint8]]) -> Box | None:
    dark = grey < INK_GREY
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    if not rows.size:
        return None
    points = 72 / INK_DPI
    return Box.of((columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)).scale(points)
