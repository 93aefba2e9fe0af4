"""A QImage's pixels for Pillow and back, without a copy on the way in."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from PIL.Image import Image


def as_pillow(image: QImage) -> Image:
    """The pixels of a 32-bit image as four channels whose order means nothing; valid as long as the image lives."""
    from PIL import Image as Pillow

    data = cast("bytes", image.constBits())  # a memoryview, which Pillow takes as it takes bytes
    size = (image.width(), image.height())
    return Pillow.frombuffer("RGBX", size, data, "raw", "RGBX", image.bytesPerLine(), 1)


def as_qimage(image: Image, kind: QImage.Format) -> QImage:
    """What `as_pillow` gave, after some work on it, as a 32-bit image of a kind."""
    result = QImage(*image.size, kind)
    put(result, 0, image.tobytes("raw", "RGBX"))
    return result


def put(image: QImage, offset: int, data: bytes) -> None:
    """Overwrite the pixels of an image from a byte on."""
    cast("memoryview", image.bits())[offset : offset + len(data)] = data
