"""Pixels scaled down for the screen: sharp, exact to the part of a pixel, and without the interpreter's lock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

from auditor.ui.canvas.pixels import as_pillow, as_qimage

if TYPE_CHECKING:
    from PySide6.QtCore import QRect

GAP = 2.0  # averaged in whole steps down to twice the size, then filtered


def shrink(image: QImage, part: QRect, whole: tuple[int, int]) -> QImage:
    """A part of the figure scaled down to `whole`; the part is counted in pixels of the scaled figure."""
    from PIL import Image as Pillow

    width, height = image.width(), image.height()
    across, down = width / whole[0], height / whole[1]
    box = (
        part.left() * across,
        part.top() * down,
        min(float(width), (part.left() + part.width()) * across),
        min(float(height), (part.top() + part.height()) * down),
    )
    # Four channels that mean nothing to the filter: their order does not matter. A filter that sharpens could make a
    # colour stronger than its own opacity, so transparent figures get one that only averages.
    opaque = image.format() == QImage.Format.Format_RGB32
    kind = Pillow.Resampling.LANCZOS if opaque else Pillow.Resampling.HAMMING
    small = as_pillow(image).resize((part.width(), part.height()), kind, box=box, reducing_gap=GAP)
    return as_qimage(small, image.format())
