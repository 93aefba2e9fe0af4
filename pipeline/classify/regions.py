"""Connected parts of a figure's pixels: words, boxes, filled areas, and how they are aligned."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.classify.alignment import Boxes, even_steps, fullest, groups, tick_columns, tick_rows
from pipeline.classify.raster import Mask, Raster, share
from pipeline.geometry import Box

MAX_PARTS = 1500


def region_features(raster: Raster) -> dict[str, float]:
    """Features of words, enclosed boxes and filled areas, by name, in a fixed order."""
    ground = int(np.bincount(raster.grey.ravel() >> 2, minlength=64).argmax()) * 4 + 2
    distance = np.abs(raster.grey - ground)
    return {
        **_words(distance > 45),
        **_enclosed(distance < 22),
        **_filled(raster, distance),
    }


def _parts(mask: Mask, *, least: float = 4.0) -> tuple[Boxes, NDArray[np.float64]]:
    """Boxes (half open, pixels) and areas of the connected parts of `least` pixels, the largest 1500 of them."""
    from scipy import ndimage

    labels, count = ndimage.label(mask)
    if not count:
        return np.zeros((0, 4)), np.zeros(0)
    areas = np.bincount(labels.ravel(), minlength=count + 1)[1:].astype(np.float64)
    keep = areas >= max(least, 0.0 if count <= MAX_PARTS else float(np.partition(areas, -MAX_PARTS)[-MAX_PARTS]))
    names = np.zeros(count + 1, dtype=np.int32)
    names[1:][keep] = np.arange(1, np.count_nonzero(keep) + 1)
    boxes = [
        (place[1].start, place[0].start, place[1].stop, place[0].stop) for place in ndimage.find_objects(names[labels])
    ]
    return np.array(boxes, dtype=np.float64).reshape(-1, 4), areas[keep]


def _words(ink: Mask) -> dict[str, float]:
    """Parts of the size of a word (letters joined sideways), their rows and columns."""
    joined = ink.copy()
    for step in (1, 2):
        joined[:, step:] |= ink[:, :-step]
        joined[:, :-step] |= ink[:, step:]
    boxes, areas = _parts(joined)
    width, height = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    limit = max(10.0, 0.07 * min(ink.shape))
    fits = (height >= 3) & (height <= limit) & (width >= 4) & (areas > 0.3 * width * height)
    fits &= (width < 0.9 * ink.shape[1]) & (width > 0.5 * height)
    words, size = boxes[fits], float(ink.size)
    short = words[(words[:, 2] - words[:, 0]) < 5 * (words[:, 3] - words[:, 1]) + 4]
    columns, rows = tick_columns(short, slack=2.0), tick_rows(short, slack=1.0)
    lines = _text_lines(words)
    return {
        "ink": share(ink),
        "words": float(np.log1p(len(words))),
        "words_share": float((width[fits] * height[fits]).sum() / size),
        "word_height": float(np.median(height[fits]) / min(ink.shape)) if len(words) else 0.0,
        "short_words": len(short) / max(len(words), 1),
        "tick_columns": float(np.log1p(len(columns))),
        "tick_rows": float(np.log1p(len(rows))),
        "tick_column": fullest(columns),
        "tick_row": fullest(rows),
        "tick_both": float(bool(columns) and bool(rows)),
        "axis_row": fullest([scale for scale in rows if _below_line(ink, scale.around)]),
        "axis_column": fullest([scale for scale in columns if _left_of_line(ink.T, scale.around)]),
        **lines,
        **_marks(boxes, areas, width, height),
    }


def _below_line(ink: Mask, row: Box) -> bool:
    """Whether a level line runs close above a row of words, along at least three quarters of it."""
    x0, y0, x1, y1 = (int(value) for value in row.as_tuple())
    strip = ink[max(0, y0 - 3 * (y1 - y0) - 4) : y0, x0:x1]
    return bool(strip.size and strip.mean(axis=1).max(initial=0.0) > 0.75)


def _left_of_line(turned: Mask, column: Box) -> bool:
    """Whether an upright line runs close to the right of a column of words; the ink is given turned."""
    x0, y0, x1, y1 = (int(value) for value in column.as_tuple())
    strip = turned[x1 + 1 : x1 + 4 + min(x1 - x0, 24), y0:y1]
    return bool(strip.size and strip.mean(axis=1).max(initial=0.0) > 0.75)


def _text_lines(words: Boxes) -> dict[str, float]:
    """Lines of running text: long word parts that begin at one left edge and follow each other closely."""
    long = words[(words[:, 2] - words[:, 0]) > 5 * (words[:, 3] - words[:, 1])]
    flush = groups(long[:, 0], slack=2.0)
    even = 0
    for group in flush[:4]:
        size = float(np.median(long[group, 3] - long[group, 1]))
        even += even_steps((long[group, 1] + long[group, 3]) / 2, size=0.8 * size)
    return {
        "long_words": len(long) / max(len(words), 1),
        "flush_lines": float(np.log1p(len(flush[0]) if flush else 0)),
        "even_lines": float(np.log1p(even)),
    }


def _marks(boxes: Boxes, areas: NDArray[np.float64], *size: NDArray[np.float64]) -> dict[str, float]:
    """Parts of other sizes: specks (data points), and curves (large but thin)."""
    width, height = size
    box_areas = width * height
    specks = (np.maximum(width, height) <= 9) & (areas > 0.5 * box_areas)
    large = box_areas > 0.02 * max(float(box_areas.max(initial=1.0)), 1.0)
    thin = large & (areas < 0.15 * box_areas)
    return {
        "specks": float(np.log1p(specks.sum())),
        "thin_parts": float(np.log1p(thin.sum())),
        "parts": float(np.log1p(len(boxes))),
    }


def _enclosed(ground: Mask) -> dict[str, float]:
    """Areas of the ground that lines close off: boxes of a diagram, cells of a table, the frame of a plot."""
    boxes, areas = _parts(ground, least=30.0)
    size = float(ground.size)
    width, height = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    inside = (boxes[:, 0] > 0) & (boxes[:, 1] > 0)
    inside &= (boxes[:, 2] < ground.shape[1]) & (boxes[:, 3] < ground.shape[0])
    inside &= (width > 5) & (height > 5)
    share, fill = width * height / size, areas / np.maximum(width * height, 1)
    rect = inside & (fill > 0.55)
    middle = rect & (share > 0.002) & (share < 0.1)
    small = rect & (share > 0.0003) & (share <= 0.02)
    same = groups(boxes[small, 1], slack=1.0, least=4)
    return {
        "boxes": float(np.log1p(middle.sum())),
        "box_share": float(share[middle].sum()),
        "round_boxes": float(np.log1p((inside & (fill <= 0.82) & (fill > 0.55) & (share > 0.001)).sum())),
        "cells": float(np.log1p(small.sum())),
        "cell_rows": float(np.log1p(len(same))),
        "largest_enclosed": float(share[inside].max(initial=0.0)),
        "open_ground": float(areas[~inside].sum() / size) if len(areas) else 0.0,
    }


def _filled(raster: Raster, distance: NDArray[np.int16]) -> dict[str, float]:
    """Even areas of a colour other than the ground: bars share an edge, boxes do not."""
    grey = raster.grey
    still = np.zeros(grey.shape, dtype=np.bool_)
    still[:-1, :-1] = (np.abs(np.diff(grey, axis=0))[:, :-1] <= 4) & (np.abs(np.diff(grey, axis=1))[:-1] <= 4)
    boxes, areas = _parts((still & (distance > 10))[::2, ::2], least=6.0)  # even areas survive half the resolution
    boxes, areas, size = 2 * boxes, 4 * areas, float(grey.size)
    width, height = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    solid = (areas > 0.8 * width * height) & (areas > 0.0006 * size) & (width > 3) & (height > 3)
    solid &= areas < 0.4 * size
    kept = boxes[solid]
    roomy = (width > 12) & (height > 8) & (areas > 0.45 * width * height)
    roomy &= (areas > 0.0015 * size) & (areas < 0.2 * size)
    base, side = groups(kept[:, 3], slack=1.5), groups(kept[:, 0], slack=1.5)
    return {
        "solids": float(np.log1p(solid.sum())),
        "solid_share": float(areas[solid].sum() / size),
        "bars": float(np.log1p(max(_bars(kept, base, (0, 1)), _bars(kept, side, (1, 2))))),
        "filled_boxes": float(np.log1p((roomy & (areas < 0.97 * width * height)).sum())),
        "blocks": float(np.log1p((roomy & (areas >= 0.97 * width * height)).sum())),
        "squares": float(np.log1p(_same_size(kept))),
        "rough_parts": float(np.log1p(((areas > 0.001 * size) & (areas < 0.6 * width * height)).sum())),
        "largest_solid": float(areas.max(initial=0.0) / size),
    }


def _bars(boxes: Boxes, found: list[NDArray[np.intp]], sides: tuple[int, int]) -> int:
    """How many parts of one breadth that stand on one edge end at different places.

    `sides` are the box sides where the breadth begins (it ends two further) and where the bars end.
    """
    most = 0
    for group in found[:3]:
        breadth = boxes[group, sides[0] + 2] - boxes[group, sides[0]]
        alike = group[np.abs(breadth - np.median(breadth)) <= 0.1 * np.median(breadth) + 2]
        most = max(most, len(np.unique(np.round(boxes[alike, sides[1]] / 3))))
    return most


def _same_size(boxes: Boxes) -> int:
    """How many parts have the most common width and height (cells of a heat map)."""
    if not len(boxes):
        return 0
    sizes = np.round((boxes[:, 2:] - boxes[:, :2]) / 2).astype(np.int64)
    return int(np.bincount(sizes[:, 0] * 1000 + sizes[:, 1]).max())
