"""What is drawn inside a figure and its caption, as one small JSON blob for judges that never open the PDF."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pipeline.geometry import Box, clip
from pipeline.pdf import Drawing, Page, Word

VERSION = 1
MAX_PATHS = 5000


def structure_of(page: Page, figure: Box, caption: Box | None) -> bytes:
    """Words, vector paths and image boxes inside the two boxes: JSON, UTF-8, sorted keys, points, 2 decimals."""
    frames = [figure] if caption is None else [figure, caption]
    paths = [drawing for drawing in page.drawings if _inside(drawing.box, frames)]
    blob = {
        "version": VERSION,
        "page": _numbers((page.width, page.height)),
        "bbox": _numbers(figure.as_tuple()),
        "caption_bbox": None if caption is None else _numbers(caption.as_tuple()),
        "words": [_word(word) for word in page.words if _inside(word.box, frames)],
        "paths": [_path(drawing) for drawing in paths[:MAX_PATHS]],
        "paths_total": sum(drawing.count for drawing in paths),
        "images": [_numbers(clip(image, page.box).as_tuple()) for image in page.images if _inside(image, frames)],
    }
    return json.dumps(blob, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _inside(box: Box, frames: Sequence[Box]) -> bool:
    """Whether the middle of the box lies in a frame, or the box covers a good part of one."""
    x, y = box.centre
    for frame in frames:
        if frame.x0 - 1 <= x <= frame.x1 + 1 and frame.y0 - 1 <= y <= frame.y1 + 1:
            return True
        if frame.area > 0 and clip(box, frame).area > 0.5 * frame.area:
            return True
    return False


def _word(word: Word) -> list[Any]:
    return [*_numbers(word.box.as_tuple()), word.text, round(word.size, 2), word.rotation]


def _path(drawing: Drawing) -> dict[str, Any]:
    return {
        "box": _numbers(drawing.box.as_tuple()),
        "stroke": None if drawing.stroke is None else _numbers(drawing.stroke),
        "fill": None if drawing.fill is None else _numbers(drawing.fill),
        "width": round(drawing.width, 2),
        "lines": drawing.lines,
        "curves": drawing.curves,
        "rects": drawing.rects,
        "points": [_numbers(point) for point in drawing.points],
    }


def _numbers(values: Sequence[float]) -> list[float]:
    return [round(float(value), 2) + 0.0 for value in values]
