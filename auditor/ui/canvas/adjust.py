"""Brightness, contrast and inversion: for looking at a figure, never for what is stored of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtGui import QImage

from auditor.ui.canvas.pixels import as_pillow, as_qimage

STEPS = 100  # brightness and contrast go from minus to plus so many


@dataclass(frozen=True)
class Adjustment:
    """How the shown pixels differ from the figure's; all zero is the figure as it is."""

    brightness: int = 0
    contrast: int = 0
    inverted: bool = False


NEUTRAL = Adjustment()


@lru_cache(maxsize=16)
def curve(adjustment: Adjustment) -> tuple[int, ...]:
    """What each of the 256 values is shown as."""
    gain = 4.0 ** (adjustment.contrast / STEPS)
    shift = adjustment.brightness / STEPS * 128
    values = (min(255, max(0, round((value - 127.5) * gain + 127.5 + shift))) for value in range(256))
    return tuple(255 - value if adjustment.inverted else value for value in values)


def adjusted(image: QImage, adjustment: Adjustment) -> QImage:
    """An opaque image (RGB32) with the adjustment applied; the same image where there is none."""
    if adjustment == NEUTRAL:
        return image
    shown = as_pillow(image).point([*(curve(adjustment) * 3), *range(256)])
    return as_qimage(shown, QImage.Format.Format_RGB32)
