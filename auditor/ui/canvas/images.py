"""Image files as pixels that Qt can blit: every kind of file the project takes, upright, in sRGB, or a reason why not.

Files are only ever read. No reason holds a name, a path or a hash: a blind page shows it.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

from auditor.ui.canvas.colour import ORIENTATION, display_pixels
from auditor.ui.canvas.pixels import put
from pipeline.errors import ExpectedError

if TYPE_CHECKING:
    from PIL.Image import Image

    from auditor.ui.canvas.cache import FigureCache

MAX_PIXELS = 268_435_456  # one gibibyte of pixels in memory
MAX_SIDE = 400_000  # a row has to stay far below what Qt counts in 32 bits
FORMATS = (
    "PNG",
    "JPEG",
    "WEBP",
    "GIF",
    "TIFF",
    "BMP",
)  # what a project takes; for others Pillow may run programs
VERSIONS = 3  # scaled versions kept of one figure
_STRIP = 1 << 20  # pixels copied at a time: the main thread gets its turn in between
_DAMAGED = (OSError, SyntaxError, ValueError, EOFError, IndexError, TypeError, KeyError, struct.error)


class ImageTrouble(ExpectedError):  # noqa: N818 - it is what people are told of, not only what is raised
    """An image cannot be shown; the message is for the sheet, `details` for whoever looks after the project."""

    def __init__(self, reason: str, details: str = "") -> None:
        super().__init__(reason)
        self.details = details


@dataclass(frozen=True, eq=False)
class Figure:
    """A decoded figure: upright pixels, and what a person has to know of how they came about."""

    image: QImage
    width: int
    height: int
    stretched: bool = False  # 16-bit or float values were spread over what a screen can show
    transparent: bool = False
    frames: int = 1
    renderings: dict[tuple[int, int], QImage] = field(default_factory=dict, repr=False)  # scaled, by device pixels
    home: FigureCache | None = field(default=None, repr=False)  # whoever can scale it off the main thread

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.width, self.height

    def keep(self, whole: tuple[int, int], image: QImage) -> None:
        """Keep a scaled version, and of all of them the last few."""
        self.renderings[whole] = image
        while len(self.renderings) > VERSIONS:
            self.renderings.pop(next(iter(self.renderings)))

    @property
    def bytes(self) -> int:
        """The memory it takes, with its scaled versions."""
        return self.image.sizeInBytes() + sum(image.sizeInBytes() for image in tuple(self.renderings.values()))


def figure_size(path: Path) -> tuple[int, int, int]:
    """Upright width and height in pixels and the bytes of the file, from its header; raises ImageTrouble."""
    try:
        with _opened(path) as image:
            width, height = image.size
            if image.format != "TIFF" and _orientation(image) >= 5:  # Pillow turns the size of a TIFF by itself
                width, height = height, width
        return width, height, path.stat().st_size
    except _DAMAGED as error:
        raise _trouble(path, error) from error


def load_figure(path: Path) -> Figure:
    """The figure in a file, its first frame, decoded in full; raises ImageTrouble."""
    try:
        with _opened(path) as image:
            _check_size(*image.size)
            frames = int(getattr(image, "n_frames", 1))
            image.load()
            shown = display_pixels(image)
    except MemoryError as error:
        raise ImageTrouble("This figure needs more memory than is free now. Close other programs.") from error
    except _DAMAGED as error:
        raise _trouble(path, error) from error
    pixels = to_qimage(shown.image)
    return Figure(pixels, *shown.image.size, shown.stretched, shown.image.mode == "RGBa", frames)


def to_qimage(image: Image) -> QImage:
    """An RGB or RGBa (premultiplied) image as Qt's fastest format of the same pixels."""
    width, height = image.size
    alpha = image.mode == "RGBa"
    kind = QImage.Format.Format_ARGB32_Premultiplied if alpha else QImage.Format.Format_RGB32
    result = QImage(width, height, kind)
    if result.isNull():
        raise ImageTrouble("This figure needs more memory than is free now. Close other programs.")
    rows = max(1, _STRIP // width)
    for top in range(0, height, rows):
        strip = image.crop((0, top, width, min(height, top + rows)))
        data = strip.tobytes("raw", "BGRa") if alpha else strip.convert("RGBA").tobytes("raw", "BGRA")
        put(result, top * width * 4, data)
    return result


def _opened(path: Path) -> Image:
    from PIL import Image as Pillow

    Pillow.MAX_IMAGE_PIXELS = None  # the limit is ours, above, and has a plain reason
    return Pillow.open(path, formats=FORMATS)


def _orientation(image: Image) -> int:
    """How the camera was held, as the header says: a PNG asked in the usual way would be decoded in full for it."""
    from PIL import Image as Pillow

    try:
        return int(Pillow.Image.getexif(image).get(ORIENTATION, 1))
    except _DAMAGED:
        return 1  # notes about the picture that cannot be read do not make the picture unreadable


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise ImageTrouble(
            f"This figure has {width:,} × {height:,} pixels, more than can be shown "
            f"({MAX_PIXELS // 1_000_000} million, {MAX_SIDE:,} to a side)."
        )


def _trouble(path: Path, error: Exception) -> ImageTrouble:
    """What to say of a file that Pillow gave up on."""
    from PIL import UnidentifiedImageError

    details = f"{type(error).__name__}: {error}".replace(str(path), "…").replace(path.name, "…")
    if isinstance(error, FileNotFoundError):
        return ImageTrouble("The image of this figure is missing from the project.", "the file does not exist")
    if isinstance(error, UnidentifiedImageError):
        return ImageTrouble("This figure cannot be shown: its file is not a picture that can be read.", details)
    if isinstance(error, OSError) and error.errno is not None:
        return ImageTrouble(f"The image of this figure cannot be read ({error.strerror}).", error.strerror or "")
    if "truncated" in str(error) or isinstance(error, EOFError):
        return ImageTrouble("This figure cannot be shown: its file ends too early. It is unchanged.", details)
    return ImageTrouble("This figure cannot be shown: its file is damaged. It is unchanged.", details)
