"""What the pixels of a figure say: colours, texture, edges, long lines. Shares are of the image, 0 to 1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.classify.raster import Mask, Raster, share
from pipeline.classify.regions import region_features

BLOCK = 16


def pixel_features(raster: Raster) -> dict[str, float]:
    """All pixel features by name, in a fixed order; a few milliseconds, most of them for connected parts."""
    across = np.abs(np.diff(raster.grey, axis=1))
    down = np.abs(np.diff(raster.grey, axis=0))
    return {
        "aspect": float(np.log(raster.width / raster.height)),
        **_colours(raster),
        **_texture(raster, across, down),
        **_directions(raster),
        **_lines(across > 30, down > 30),
        **_border(raster),
        **region_features(raster),
    }


def _colours(raster: Raster) -> dict[str, float]:
    red, green, blue = (plane[::2, ::2] for plane in (raster.red, raster.green, raster.blue))  # shares hardly differ
    high = np.maximum(np.maximum(red, green), blue)
    low = np.minimum(np.minimum(red, green), blue)
    chroma = high - low
    coarse = ((red >> 4).astype(np.intp) << 8) | ((green >> 4).astype(np.intp) << 4) | (blue >> 4)
    shares = np.sort(np.bincount(coarse.ravel(), minlength=4096))[::-1] / chroma.size
    present = shares[shares > 0]
    vivid = chroma > 60
    return {
        "white": share(low >= 245),
        "dark": share(high <= 50),
        "light": share((low >= 205) & (low < 245)),
        "vivid": share(vivid),
        "tinted": share((chroma > 18) & ~vivid),
        "main_colour": float(present[0]),
        "colours_90": float(np.log1p(np.searchsorted(np.cumsum(present), 0.9) + 1)),
        "colours_99": float(np.log1p(np.searchsorted(np.cumsum(present), 0.99) + 1)),
        "colour_entropy": float(-(present * np.log2(present)).sum()),
        "hue_entropy": _hue_entropy(np.stack((red[vivid], green[vivid], blue[vivid]))),
        "grey_spread": float(raster.grey.std() / 255),
    }


def _hue_entropy(rgb: NDArray[np.uint8]) -> float:
    """Entropy in bits of six coarse hues among vivid pixels, given as (3, n); 0 when there are few."""
    if rgb.shape[1] < 50:
        return 0.0
    hues = rgb.argmax(axis=0) * 3 + rgb.argmin(axis=0)
    shares = np.bincount(hues, minlength=9) / rgb.shape[1]
    shares = shares[shares > 0]
    return float(-(shares * np.log2(shares)).sum())


def _texture(raster: Raster, across: NDArray[np.int16], down: NDArray[np.int16]) -> dict[str, float]:
    change = np.maximum(across[:-1], down[:, :-1])
    still, hard = change <= 3, change > 60
    soft = (change > 3) & (change <= 24)
    paper = np.minimum(np.minimum(raster.red, raster.green), raster.blue)[:-1, :-1] >= 240
    still_blocks, hard_blocks = _blocks(still), _blocks(hard)
    paper_blocks, soft_blocks = _blocks(paper), _blocks(soft)
    textured = (still_blocks < 0.3) & (hard_blocks < 0.35) & (paper_blocks < 0.5)
    inked = paper_blocks < 0.97
    edges = float((~still).sum())
    return {
        "still_colour": share(still & ~paper),
        "soft": share(soft),
        "hard": share(hard),
        "soft_of_edges": float(soft.sum() / max(edges, 1.0)),
        "textured_blocks": share(textured),
        "textured_of_inked": float(textured.sum() / max(float(inked.sum()), 1.0)),
        "smooth_blocks": share((soft_blocks > 0.5) & (hard_blocks < 0.02)),
        "flat_blocks": share((still_blocks > 0.97) & (paper_blocks < 0.1)),
        "busy_blocks": share(hard_blocks > 0.2),
    }


def _blocks(mask: Mask) -> NDArray[np.float32]:
    """The share of the mask in each block of 16 x 16 pixels (smaller blocks for small images)."""
    side = min(BLOCK, max(4, min(mask.shape) // 4))
    rows, columns = mask.shape[0] // side, mask.shape[1] // side
    cut = mask[: rows * side, : columns * side].astype(np.float32).reshape(-1, side)
    sums = (cut @ np.ones(side, dtype=np.float32)).reshape(rows, side, columns).sum(axis=1)
    shares: NDArray[np.float32] = sums / (side * side)
    return shares


def _directions(raster: Raster) -> dict[str, float]:
    grey = raster.grey
    x = np.abs(grey[1:-1, 2:] - grey[1:-1, :-2])
    y = np.abs(grey[2:, 1:-1] - grey[:-2, 1:-1])
    strong = np.maximum(x, y) > 50
    count = max(float(strong.sum()), 1.0)
    straight_x, straight_y = (4 * y < x) & strong, (4 * x < y) & strong
    return {
        "upright_edges": float(straight_x.sum() / count),
        "level_edges": float(straight_y.sum() / count),
        "slanted_edges": float((strong & (2 * x > y) & (2 * y > x)).sum() / count),
    }


def _lines(across: Mask, down: Mask) -> dict[str, float]:
    """Long level and upright lines, the corner of two axes, a frame."""
    height, width = down.shape[0] + 1, across.shape[1] + 1
    level_length, level_end = _longest_runs(down)
    upright_length, upright_end = _longest_runs(across.T)
    level = _separate(level_length / width)
    upright = _separate(upright_length / height)
    corner, frame = _corner(
        (level_length / width, (level_end - level_length) / width, np.arange(height - 1) / height),
        (upright_length / height, upright_end / height, np.arange(width - 1) / width),
    )
    return {
        "longest_level": float(level_length.max() / width),
        "longest_upright": float(upright_length.max() / height),
        "level_lines": float(np.log1p((level > 0.25).sum())),
        "upright_lines": float(np.log1p((upright > 0.25).sum())),
        "level_short": float(np.log1p(((level > 0.06) & (level <= 0.25)).sum())),
        "upright_short": float(np.log1p(((upright > 0.06) & (upright <= 0.25)).sum())),
        "full_width_lines": float(np.log1p((level > 0.93).sum())),
        "axis_corner": corner,
        "frame": frame,
    }


def _longest_runs(mask: Mask) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
    """The longest run of True in each row and the column where it ends."""
    counts = np.cumsum(mask, axis=1, dtype=np.int32)
    before = np.maximum.accumulate(np.where(mask, 0, counts), axis=1)
    runs = counts - before
    ends = runs.argmax(axis=1)
    return runs[np.arange(len(runs)), ends], ends


def _separate(lengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """The lengths that are the longest within two rows, so that both sides of one line count once."""
    padded = np.pad(lengths, 2)
    around = np.maximum.reduce([padded[i : i + len(lengths)] for i in (0, 1, 3, 4)])
    kept: NDArray[np.float64] = lengths[(lengths > around) | ((lengths == around) & (lengths > 0))]
    return kept


Runs = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]


def _corner(level: Runs, upright: Runs) -> tuple[float, float]:
    """How long the best pair of a level and an upright line is that meet lower left, and meet in a frame.

    A level line is (length, start x, y), an upright one (length, end y, x), all relative to the image.
    """
    length, start, y = (values[level[0] > 0.15] for values in level)
    tall, bottom, x = (values[upright[0] > 0.15] for values in upright)
    if not len(length) or not len(tall):
        return 0.0, 0.0
    slack = 0.025
    meets = (np.abs(start[:, None] - x[None, :]) < slack) & (np.abs(y[:, None] - bottom[None, :]) < slack)
    best = np.where(meets, np.minimum(length[:, None], tall[None, :]), 0.0)
    corner = float(best.max())
    if corner == 0.0:
        return 0.0, 0.0
    row, column = np.unravel_index(int(best.argmax()), best.shape)
    top = bottom[column] - tall[column]
    right = start[row] + length[row]
    has_top = bool(((np.abs(y - top) < slack) & (np.abs(length - length[row]) < 2 * slack)).any())
    has_right = bool(((np.abs(x - right) < slack) & (np.abs(tall - tall[column]) < 2 * slack)).any())
    return corner, corner if has_top and has_right else 0.0


def _border(raster: Raster) -> dict[str, float]:
    grey = raster.grey
    sides = (grey[:2], grey[-2:], grey[:, :2].T, grey[:, -2:].T)
    white = [share(side >= 245) for side in sides]
    rows, columns = (grey >= 240).mean(axis=1), (grey >= 240).mean(axis=0)
    return {
        "border_white": float(np.mean(white)),
        "border_least_white": min(white),
        "border_spread": float(np.mean([side.std() for side in sides]) / 255),
        "empty_rows": share(rows > 0.995),
        "empty_columns": share(columns > 0.995),
        "gutters": float(np.log1p(_gutters(rows > 0.995) + _gutters(columns > 0.995))),
    }


def _gutters(empty: Mask) -> int:
    """How many runs of empty rows wider than 1 % of the image lie inside it."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], empty.astype(np.int8), [0]))))
    starts, ends = edges[::2], edges[1::2]
    inside = (starts > 0) & (ends < len(empty)) & (ends - starts > 0.01 * len(empty))
    return int(inside.sum())
