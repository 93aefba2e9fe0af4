"""Drawn test images: four coloured corners that tell how a picture was turned, and files of every kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

RED, GREEN, BLUE, YELLOW = (220, 20, 30), (20, 160, 60), (30, 60, 200), (240, 220, 20)
CORNERS = (RED, GREEN, BLUE, YELLOW)  # left upper, right upper, left lower, right lower
WIDTH, HEIGHT = 64, 40

# What a camera did to the upright picture, by the value of the EXIF tag; the reader undoes it.
TURNED: dict[int, Image.Transpose | None] = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def corners(size: tuple[int, int] = (WIDTH, HEIGHT)) -> Image.Image:
    """A picture with a different colour in each quarter."""
    image = Image.new("RGB", size)
    draw = ImageDraw.Draw(image)
    half = (size[0] // 2, size[1] // 2)
    for at, colour in enumerate(CORNERS):
        x, y = (at % 2) * half[0], (at // 2) * half[1]
        draw.rectangle((x, y, x + half[0], y + half[1]), fill=colour)
    return image


def checkerboard(size: tuple[int, int]) -> Image.Image:
    """Black and white by turns, one pixel each."""
    image = Image.new("L", size)
    image.putdata([255 * ((at % size[0] + at // size[0]) % 2) for at in range(size[0] * size[1])])
    return image


def save(image: Image.Image, path: Path, **options: Any) -> Path:
    """Write a picture and return where."""
    image.save(path, **options)
    return path


def save_turned(path: Path, orientation: int, **options: Any) -> Path:
    """Write the corners as a camera would that was held in this way."""
    image = corners()
    turn = TURNED[orientation]
    exif = Image.Exif()
    exif[0x0112] = orientation
    return save(image if turn is None else image.transpose(turn), path, exif=exif.tobytes(), **options)
