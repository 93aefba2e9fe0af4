from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import numpy as np
import pytest
from PIL import Image

from pipeline.classify.raster import MIN_SIDE, WORK_SIDE, read_raster
from pipeline.errors import ItemError


def encoded(image: Image.Image, form: str = "PNG", **options: Any) -> bytes:
    written = io.BytesIO()
    image.save(written, form, **options)
    return written.getvalue()


def claimed_png(width: int, height: int) -> bytes:
    """A few bytes that claim to be a very large image."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("image", "reason"),
    [
        (b"", "empty"),
        (b"<html>please log in</html>", "no format"),
        (b"\x89PNG\r\n\x1a\n", "no format|damaged"),
        (encoded(Image.new("RGB", (300, 300), "red"))[:200], "damaged"),
        (encoded(Image.effect_noise((300, 300), 80), "JPEG")[:3000], "damaged"),
        (claimed_png(10_000, 10_000), r"10000 x 10000 pixels; the limit is 80 megapixels"),
        (claimed_png(60_000, 60_000), "too large"),
    ],
)
def test_an_image_that_cannot_be_used_says_why(image: bytes, reason: str) -> None:
    with pytest.raises(ItemError, match=reason):
        read_raster(image)


def test_a_large_image_is_shrunk_and_a_small_one_kept() -> None:
    large = read_raster(encoded(Image.new("RGB", (3000, 1500), (10, 200, 30))))
    assert (large.width, large.height) == (WORK_SIDE, WORK_SIDE // 2)
    assert large.green.min() == large.green.max() == 200
    small = read_raster(encoded(Image.new("RGB", (120, 50))))
    assert (small.width, small.height) == (120, 50)
    tiny = read_raster(encoded(Image.new("RGB", (1, 1), "red")))
    assert (tiny.width, tiny.height) == (MIN_SIDE, MIN_SIDE)
    assert tiny.red.min() == 255


def test_a_large_jpeg_is_shrunk_to_the_same_colours() -> None:
    found = read_raster(encoded(Image.new("RGB", (3000, 2400), (200, 60, 90)), "JPEG", quality=95))
    assert max(found.width, found.height) == WORK_SIDE
    assert abs(int(found.red.mean()) - 200) <= 3


def test_what_is_transparent_is_white() -> None:
    layer = Image.new("RGBA", (40, 40), (0, 0, 0, 0))
    layer.paste((255, 0, 0, 255), (0, 0, 40, 20))
    for image in (encoded(layer), encoded(layer.convert("LA")), encoded(layer.convert("P"), transparency=0)):
        found = read_raster(image)
        assert found.grey[30:].min() >= 250 or found.grey[:10].min() >= 250


@pytest.mark.parametrize("mode", ["1", "L", "P", "CMYK", "YCbCr", "I;16", "I", "F", "LAB"])
def test_every_mode_of_pixels_is_read(mode: str) -> None:
    ramp = Image.fromarray(np.tile(np.arange(0, 256, 4, dtype=np.uint8), (64, 1)))
    if mode == "I;16":
        image = Image.fromarray(np.asarray(ramp).astype(np.uint16) * 257)
    elif mode in {"P", "CMYK", "YCbCr", "LAB"}:
        image = ramp.convert("RGB")
        image = image.convert(mode) if mode != "LAB" else Image.merge("LAB", (ramp, ramp, ramp))
    else:
        image = ramp.convert(mode)
    found = read_raster(encoded(image, "TIFF"))
    assert found.grey.shape == (64, 64)
    assert found.grey[:, :8].mean() + 60 < found.grey[:, -8:].mean()


def test_an_animation_is_its_first_picture() -> None:
    frames = [Image.new("RGB", (50, 40), colour) for colour in ("white", "black")]
    found = read_raster(encoded(frames[0], "GIF", save_all=True, append_images=frames[1:]))
    assert found.grey.min() > 250
