"""Pixels of any kind as pixels for a screen: upright, 8 bits, sRGB, with their transparency."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

ORIENTATION = 0x0112  # the EXIF tag that says how the camera was held
_DEEP = ("I", "F")  # and "I;16", "I;16B", …


@dataclass(frozen=True)
class Display:
    """An image in RGB or RGBa (premultiplied); `stretched` when its values were spread to be seen."""

    image: Image
    stretched: bool = False


def display_pixels(image: Image) -> Display:
    """A loaded image as a screen shows it."""
    upright = _upright(image)
    if upright.mode.startswith(_DEEP):
        return _stretched(upright)
    has_alpha = upright.mode in {"RGBA", "LA", "PA", "RGBa", "La"} or "transparency" in upright.info
    if has_alpha:
        rgba = _managed(upright.convert("RGBA"), image)
        opaque = rgba.getchannel("A").getextrema() == (255, 255)
        return Display(rgba.convert("RGB" if opaque else "RGBa"))
    return Display(_managed(_unmarked_cmyk(upright, image), image))


def _upright(image: Image) -> Image:
    from PIL import ImageOps

    try:
        if image.getexif().get(ORIENTATION, 1) == 1:
            return image  # spares a copy of what may be half a gigabyte
        return ImageOps.exif_transpose(image)
    except (OSError, SyntaxError, ValueError, TypeError, KeyError, IndexError):
        return image  # notes about the picture that cannot be read do not make the picture unreadable


def _stretched(image: Image) -> Display:
    """Deep grey values, their darkest to black and their lightest to white; full range stays as it is."""
    import numpy as np
    from PIL import Image as Pillow

    values = np.asarray(image).astype(np.float32)
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    full = 255.0 if image.mode == "F" else 65535.0
    whole = (low == 0.0 and high == full) or low == high
    if whole:
        low, high = 0.0, max(full, high)
    grey = np.clip((np.nan_to_num(values, nan=low, posinf=high, neginf=low) - low) * (255.0 / (high - low)), 0, 255)
    shown = Pillow.fromarray((grey + 0.5).astype(np.uint8))
    return Display(shown.convert("RGB"), stretched=not whole)


def _unmarked_cmyk(image: Image, source: Image) -> Image:
    """A CMYK JPEG with its inks the right way round: Pillow takes every one for Adobe's, which stores them inverted."""
    from PIL import ImageChops

    if image.mode == "CMYK" and source.format == "JPEG" and "adobe" not in source.info:
        return ImageChops.invert(image)
    return image


def _managed(image: Image, source: Image) -> Image:
    """RGB (or RGBA) by the file's own profile, or plainly where it has none that can be used."""
    from PIL import ImageCms

    alpha = image.mode == "RGBA"
    profile = source.info.get("icc_profile")
    try:
        if image.mode == "LAB":
            return _by_profile(image, ImageCms.createProfile("LAB"), "RGB")
        if profile and not _is_srgb(profile):
            suited = image.convert("RGB") if image.mode in {"P", "1"} else image
            return _by_profile(suited, ImageCms.ImageCmsProfile(io.BytesIO(profile)), "RGBA" if alpha else "RGB")
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        pass  # a profile that does not fit its picture is no reason not to show it
    return image if image.mode in {"RGB", "RGBA"} else image.convert("RGB")


def _by_profile(image: Image, profile: object, mode: str) -> Image:
    from PIL import ImageCms

    turned = ImageCms.profileToProfile(image, profile, ImageCms.createProfile("sRGB"), outputMode=mode)  # type: ignore[arg-type]
    return turned or image.convert(mode)


def _is_srgb(profile: bytes) -> bool:
    """Whether a profile names itself sRGB; turning sRGB into sRGB would only cost time and exactness."""
    return b"sRGB" in profile[:4096] or b"s\0R\0G\0B" in profile[:4096]
