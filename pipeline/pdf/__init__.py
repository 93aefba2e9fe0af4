"""Pages of a PDF as data (`pipeline.pdf.page`) and as pixels; the only module that imports pymupdf.

Every box is in points of the unrotated page with the crop box applied, origin top left.
Page numbers are 1-based.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pipeline.errors import ItemError
from pipeline.geometry import Box, clip
from pipeline.pdf.page import Drawing, DrawingCollector, Page, Span, TextLine, Word, text_line, word

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Drawing", "Page", "PdfFile", "Rendered", "Span", "TextLine", "Word", "open_pdf"]

MAX_PIXELS = 60_000_000
_HEAD = 1024
_TAIL = 2048
_LAYOUT = "pymupdf.layout"


@dataclass(frozen=True, slots=True)
class Rendered:
    """PNG bytes, their pixel size, and the resolution used (lower than asked for very large boxes)."""

    png: bytes
    width: int
    height: int
    dpi: int


@cache
def _pymupdf() -> Any:
    """The library, loaded once, without its layout models and told not to print."""
    # pymupdf loads its layout package and with it onnxruntime when it is there: a second and 57 MB in every worker.
    modules = cast("dict[str, Any]", sys.modules)  # its type knows nothing of the bar below
    bar = _LAYOUT not in modules
    if bar:
        modules[_LAYOUT] = None  # how Python bars an import
    import pymupdf

    if bar:
        del modules[_LAYOUT]

    tools: Any = pymupdf.TOOLS
    tools.mupdf_display_errors(False)
    tools.mupdf_display_warnings(False)
    return pymupdf


def _png(size: tuple[int, int], samples: bytes) -> bytes:
    """Pixels as PNG; Pillow at a low level is faster than the PDF library and gives smaller files."""
    from PIL import Image

    stream = BytesIO()
    Image.frombytes("RGB", size, samples).save(stream, "PNG", compress_level=2)
    return stream.getvalue()


def _failures() -> tuple[type[Exception], ...]:
    """What pymupdf raises when a file is not as it should be."""
    return (RuntimeError, ValueError, IndexError, TypeError, _pymupdf().mupdf.FzErrorBase)


class PdfFile:
    """An open PDF; made by `open_pdf`. A page that cannot be read raises ItemError."""

    def __init__(self, document: Any, name: str) -> None:
        self._document = document
        self._name = name
        self._lists: dict[int, Any] = {}
        self._rotations: dict[int, int] = {}

    @property
    def pages(self) -> int:
        """The number of pages."""
        return int(self._document.page_count)

    def page(self, number: int, *, drawings: bool = True, words: bool = True) -> Page:
        """The page's text lines and images and, unless told not to, its drawings and words."""
        try:
            page, rotation = self._load(number)
            return _read(page, number, rotation=rotation, wanted=(drawings, words))
        except _failures() as error:
            raise ItemError(f"{self._name}: page {number} cannot be read ({error}); the file is damaged.") from error

    def frame(self, number: int) -> Box:
        """The whole page, without reading what is on it."""
        try:
            return Box.of(self._load(number)[0].rect)
        except _failures() as error:
            raise ItemError(f"{self._name}: page {number} cannot be read ({error}); the file is damaged.") from error

    def render(self, number: int, box: Box, *, dpi: int = 200) -> Rendered:
        """The box of a page as PNG whose left upper pixel starts exactly at the box's corner."""
        pixels = box.width * box.height * (dpi / 72) ** 2
        used = dpi if pixels <= MAX_PIXELS else max(1, int(dpi * (MAX_PIXELS / pixels) ** 0.5))
        pixmap = self._pixmap(number, box, dpi=used, grey=False)
        size = int(pixmap.width), int(pixmap.height)
        return Rendered(_png(size, pixmap.samples), *size, used)

    def grey(self, number: int, box: Box, *, dpi: int = 144) -> NDArray[np.uint8]:
        """The box of a page as grey values, one row per pixel line."""
        import numpy as np

        pixmap = self._pixmap(number, box, dpi=dpi, grey=True)
        return np.frombuffer(pixmap.samples, dtype=np.uint8).reshape(pixmap.height, pixmap.stride)[:, : pixmap.width]

    def _load(self, number: int) -> tuple[Any, int]:
        page = self._document[number - 1]
        rotation = self._rotations.setdefault(number, int(page.rotation))
        if rotation:
            page.set_rotation(0)  # in memory only: all coordinates are then those of the unrotated page
        return page, rotation

    def _pixmap(self, number: int, box: Box, *, dpi: int, grey: bool) -> Any:
        library = _pymupdf()
        zoom = dpi / 72
        try:
            if number not in self._lists:
                self._lists = {number: self._load(number)[0].get_displaylist(annots=0)}
            return self._lists[number].get_pixmap(
                matrix=library.Matrix(zoom, 0, 0, zoom, -box.x0 * zoom, -box.y0 * zoom),
                colorspace=library.csGRAY if grey else library.csRGB,
                alpha=0,
                clip=library.Rect(*box.as_tuple()),
            )
        except _failures() as error:
            raise ItemError(f"{self._name}: page {number} cannot be drawn ({error}).") from error


@contextmanager
def open_pdf(path: Path) -> Iterator[PdfFile]:
    """The PDF at path; raises ItemError that says why a file cannot be used and what to do."""
    name = path.name
    if path.exists() and not path.is_file():
        raise ItemError(f"{name}: is no regular file (a folder, pipe or device); name the PDF itself.")
    try:
        size = path.stat().st_size
        with path.open("rb") as stream:
            head = stream.read(_HEAD)
            stream.seek(max(0, size - _TAIL))
            tail = stream.read()
    except OSError as error:
        raise ItemError(f"{name}: cannot be read ({error.strerror}); check the path and its permissions.") from error
    _check_head(name, head)
    library = _pymupdf()
    try:
        document = library.open(str(path), filetype="pdf")
    except _failures() as error:
        raise ItemError(f"{name}: damaged, it cannot be opened as a PDF; download it again.") from error
    try:
        _check_document(name, document, whole=b"%%EOF" in tail or b"startxref" in tail)
        yield PdfFile(document, name)
    finally:
        document.close()
        library.TOOLS.store_shrink(100)


def _check_head(name: str, head: bytes) -> None:
    if not head:
        raise ItemError(f"{name}: the file is empty; download it again.")
    if b"%PDF-" in head:
        return
    start = head.lower()
    if b"<html" in start or b"<!doctype html" in start:
        raise ItemError(f"{name}: this is a web page (HTML), not a PDF; the server may have asked for a login.")
    raise ItemError(f"{name}: not a PDF (it does not begin with %PDF).")


def _check_document(name: str, document: Any, *, whole: bool) -> None:
    if document.needs_pass and not document.authenticate(""):
        raise ItemError(f"{name}: encrypted with a password; save a copy without one and add that.")
    if document.is_repaired and not whole:
        raise ItemError(f"{name}: cut short (its end is missing); download it again.")
    try:
        pages = int(document.page_count)
    except _failures() as error:
        raise ItemError(f"{name}: damaged, its pages cannot be counted; download it again.") from error
    if pages == 0:
        raise ItemError(f"{name}: has no pages{' that can be read' if document.is_repaired else ''}.")


def _read(page: Any, number: int, *, rotation: int, wanted: tuple[bool, bool]) -> Page:
    library = _pymupdf()
    drawings, words = wanted
    text = page.get_textpage(
        flags=library.TEXT_PRESERVE_LIGATURES
        | library.TEXT_PRESERVE_WHITESPACE
        | library.TEXT_MEDIABOX_CLIP
        | library.TEXT_CID_FOR_UNKNOWN_UNICODE
    )
    frame = Box.of(page.rect)
    raw = text.extractDICT()
    lines = {
        (block["number"], index): text_line(line, block["number"])
        for block in raw["blocks"]
        for index, line in enumerate(block.get("lines", ()))
    }
    collector = DrawingCollector(frame)
    if drawings:
        page.get_cdrawings(extended=True, callback=collector.add)
    images = (clip(Box.of(info["bbox"]), frame) for info in page.get_image_info())
    return Page(
        number=number,
        width=frame.width,
        height=frame.height,
        rotation=rotation,
        lines=tuple(lines.values()),
        words=tuple(word(entry, lines) for entry in text.extractWORDS()) if words else (),
        drawings=collector.result(),
        images=tuple(box for box in images if box.area > 0),
    )
