"""Ink of a page: which pixels are dark, pieces of ink that hang together, and boxes shrunk to them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box

DPI = 144
SCALE = DPI / 72
WHITE = 245


@dataclass(frozen=True, slots=True)
class Ink:
    """Dark pixels of a page at 144 dpi, one row per pixel line; boxes are in points of the page."""

    dark: NDArray[np.bool_]

    def without(self, boxes: Iterable[Box], *, margin: float = 0.0) -> Ink:
        """The ink with the boxes (grown by margin points) blanked."""
        dark = self.dark.copy()
        for box in boxes:
            dark[window_of(box.grow(margin), dark.shape)] = False
        return Ink(dark)

    def only(self, boxes: Iterable[Box]) -> Ink:
        """The ink inside the boxes."""
        dark = np.zeros_like(self.dark)
        for box in boxes:
            window = window_of(box, dark.shape)
            dark[window] = self.dark[window]
        return Ink(dark)

    def amount(self, box: Box) -> int:
        """The number of dark pixels inside the box."""
        return int(np.count_nonzero(self.dark[window_of(box, self.dark.shape)]))

    def shrink(self, box: Box) -> Box | None:
        """The smallest box around the ink inside the box, None without ink."""
        rows, columns = window_of(box, self.dark.shape)
        part = self.dark[rows, columns]
        lines, across = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
        if not lines.size:
            return None
        return Box(
            (columns.start + int(across[0])) / SCALE,
            (rows.start + int(lines[0])) / SCALE,
            (columns.start + int(across[-1]) + 1) / SCALE,
            (rows.start + int(lines[-1]) + 1) / SCALE,
        )

    def pieces(self, *, reach: float, barriers: Iterable[Box] = ()) -> list[Box]:
        """Boxes of the connected pieces of ink: gaps up to `reach` points count as connected, barriers part."""
        from scipy import ndimage

        coarse = _halved(self.dark)
        half = max(1, round(reach / 2))
        joined = _dilated(_dilated(coarse, half, axis=0), half, axis=1)
        for barrier in barriers:
            joined[int(barrier.y0) : int(barrier.y1) + 1, int(barrier.x0) : int(barrier.x0) + 1] = False
        labels, _ = ndimage.label(joined)
        labels[~coarse] = 0
        found = []
        for window in ndimage.find_objects(labels):
            if window is not None:
                rows, columns = window
                box = Box(float(columns.start), float(rows.start), float(columns.stop), float(rows.stop))
                found.append(self.shrink(box) or box)
        return found


def page_ink(grey: NDArray[np.uint8]) -> Ink:
    """The ink of a page rendered in grey at 144 dpi; on a tinted page, what differs from the tint."""
    paper = int(np.median(grey[::4, ::4])) if grey.size else 255
    if paper >= WHITE:
        return Ink(grey < WHITE)
    return Ink(np.abs(grey.astype(np.int16) - paper) > 10)


def window_of(box: Box, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """Row and column slices of the pixels that the box touches."""
    x0, y0 = max(0, int(box.x0 * SCALE)), max(0, int(box.y0 * SCALE))
    x1, y1 = min(shape[1], int(np.ceil(box.x1 * SCALE))), min(shape[0], int(np.ceil(box.y1 * SCALE)))
    return slice(y0, max(y0, y1)), slice(x0, max(x0, x1))


def _halved(dark: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The ink at 72 dpi: a cell is dark when any of its four pixels is."""
    height, width = dark.shape[0] + dark.shape[0] % 2, dark.shape[1] + dark.shape[1] % 2
    padded = np.zeros((height, width), dtype=np.bool_)
    padded[: dark.shape[0], : dark.shape[1]] = dark
    pairs = padded[0::2] | padded[1::2]
    return pairs[:, 0::2] | pairs[:, 1::2]


def _dilated(dark: NDArray[np.bool_], by: int, *, axis: int) -> NDArray[np.bool_]:
    """The ink widened by a number of cells to both sides along one axis."""
    wide = dark.copy()
    for step in range(1, by + 1):
        if axis == 0:
            wide[step:] |= dark[:-step]
            wide[:-step] |= dark[step:]
        else:
            wide[:, step:] |= dark[:, :-step]
            wide[:, :-step] |= dark[:, step:]
    return wide
