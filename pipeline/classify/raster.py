"""An encoded image as the small array of pixels that the native judge measures."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from pipeline.errors import ItemError

Grey = NDArray[np.int16]
Plane = NDArray[np.uint8]
Mask = NDArray[np.bool_]

MAX_PIXELS = 80_000_000
WORK_SIDE = 400  # longest side that is measured: small words stay words, and a figure takes milliseconds
MIN_SIDE = 24


@dataclass(frozen=True, slots=True)
class Raster:
    """Pixels on white as planes of 0 to 255, each (height, width), longest side <= 400; grey is luminance."""

    red: Plane
    green: Plane
    blue: Plane
    grey: Grey

    @property
    def height(self) -> int:
        """Rows."""
        return int(self.grey.shape[0])

    @property
    def width(self) -> int:
        """Columns."""
        return int(self.grey.shape[1])


def share(mask: Mask) -> float:
    """The share of a mask that is set."""
    return int(np.count_nonzero(mask)) / mask.size


def read_raster(image: bytes) -> Raster:
    """The image shrunk and laid on white; raises ItemError when it is no image, damaged, or above 80 megapixels."""
    if not image:
        raise ItemError("the image file is empty; add the figure again.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our own limit speaks below
            opened = Image.open(io.BytesIO(image))
    except UnidentifiedImageError as error:
        raise ItemError("the image is in no format that can be read; save it as PNG or JPEG.") from error
    except Image.DecompressionBombError as error:
        raise ItemError(_too_large("far more")) from error
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise ItemError(f"the image is damaged ({error}); add the figure again.") from error
    with opened:
        if opened.width * opened.height > MAX_PIXELS:
            raise ItemError(_too_large(f"{opened.width} x {opened.height}"))
        try:
            return _shrink(opened)
        except (OSError, SyntaxError, ValueError, EOFError) as error:
            raise ItemError(f"the image is damaged ({error}); add the figure again.") from error


def _too_large(size: str) -> str:
    return (
        f"the image is too large ({size} pixels; the limit is {MAX_PIXELS // 1_000_000} megapixels); "
        "save a smaller copy of it."
    )


def _shrink(image: Image.Image) -> Raster:
    factor = min(1.0, WORK_SIDE / max(image.size))
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    if image.format == "JPEG":
        image.draft(None, size)  # decodes at a fraction of the size when that is still large enough
    plain = _on_white(image)
    if plain.size != size:
        plain = plain.resize(size, Image.Resampling.BOX, reducing_gap=1.5)
    rgb = np.asarray(plain, dtype=np.uint8)
    return _raster(_padded(rgb))


def _on_white(image: Image.Image) -> Image.Image:
    """The image as RGB, transparent parts white, deep grey scaled to 8 bits."""
    if image.mode.startswith(("I", "F")):
        values = np.nan_to_num(np.asarray(image, dtype=np.float64))
        low, high = float(values.min()), float(values.max())
        scaled = (values - low) * (255.0 / max(high - low, 1e-9))
        return Image.fromarray(scaled.astype(np.uint8)).convert("RGB")
    if image.mode in {"RGBA", "LA", "PA", "La", "RGBa"} or "transparency" in image.info:
        layer = image.convert("RGBA")
        ground = Image.new("RGBA", layer.size, (255, 255, 255, 255))
        return Image.alpha_composite(ground, layer).convert("RGB")
    return image if image.mode == "RGB" else image.convert("RGB")


def _padded(rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """At least MIN_SIDE pixels both ways, so that every measure is defined."""
    down, right = max(0, MIN_SIDE - rgb.shape[0]), max(0, MIN_SIDE - rgb.shape[1])
    return np.pad(rgb, ((0, down), (0, right), (0, 0)), mode="edge") if down or right else rgb


def _raster(rgb: NDArray[np.uint8]) -> Raster:
    red, green, blue = (np.ascontiguousarray(rgb[..., channel]) for channel in range(3))
    grey = (77 * red.astype(np.uint16) + 150 * green.astype(np.uint16) + 29 * blue.astype(np.uint16)) >> 8
    return Raster(red, green, blue, grey.astype(np.int16))
