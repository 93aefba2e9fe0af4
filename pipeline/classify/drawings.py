"""What only a PDF tells of a figure: its words, drawn paths and placed images, read from the structure blob."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.classify.alignment import Boxes, fullest, groups, tick_columns, tick_rows
from pipeline.errors import ItemError

NUMBER = re.compile(r"^[-−–+±<>~]?[$£€]?\d[\d.,  ]*(?:[eE×x^][-−+\d]+)?[%kKMB°]?$")
VERSION = 1
LEAST_PARTS = 4  # fewer words and paths than this say nothing: the figure is one picture


@dataclass(frozen=True, slots=True)
class Structure:
    """The parts inside the figure's box, in points; `frame` is that box, `caption` the words outside it."""

    frame: tuple[float, float, float, float]
    texts: tuple[str, ...]
    words: Boxes
    turned: NDArray[np.bool_]
    paths: tuple[dict[str, Any], ...]
    path_boxes: Boxes
    paths_total: int
    images: Boxes
    caption: str

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the figure, at least one point."""
        x0, y0, x1, y1 = self.frame
        return max(x1 - x0, 1.0), max(y1 - y0, 1.0)

    @property
    def telling(self) -> bool:
        """Whether there are enough words and paths to learn anything beside the pixels."""
        return len(self.words) + len(self.path_boxes) >= LEAST_PARTS


def read_structure(blob: bytes) -> Structure:
    """The parts of the figure in a structure blob; raises ItemError for a blob in another format."""
    try:
        raw = _known(json.loads(blob))
        x0, y0, x1, y1 = (float(value) for value in raw["bbox"])
        frame = (x0, y0, x1, y1)
        words = [entry for entry in raw["words"] if _inside(entry, frame)]
        paths = tuple(path for path in raw["paths"] if _inside(path["box"], frame))
        return Structure(
            frame=frame,
            texts=tuple(str(entry[4]) for entry in words),
            words=_boxes([entry[:4] for entry in words]),
            turned=np.array([int(entry[6]) % 180 == 90 for entry in words], dtype=np.bool_),
            paths=paths,
            path_boxes=_boxes([path["box"] for path in paths]),
            paths_total=int(raw["paths_total"]),
            images=_boxes([image for image in raw["images"] if _inside(image, frame)]),
            caption=" ".join(str(entry[4]) for entry in raw["words"] if not _inside(entry, frame)),
        )
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise ItemError(f"the structure of the figure cannot be read ({error}); extract the paper again.") from error


def _known(raw: dict[str, Any]) -> dict[str, Any]:
    if raw["version"] != VERSION:
        raise ValueError(f"its format is {raw['version']}, this version reads {VERSION}")
    return raw


def _inside(box: list[float], frame: tuple[float, float, float, float]) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return frame[0] - 2 <= x <= frame[2] + 2 and frame[1] - 2 <= y <= frame[3] + 2


def _boxes(rows: list[list[float]]) -> Boxes:
    return np.array(rows, dtype=np.float64).reshape(-1, 4)


def drawing_features(structure: Structure) -> dict[str, float]:
    """All structure features by name, in a fixed order."""
    return {**_words(structure), **_shapes(structure), **_strokes(structure), **_images(structure)}


def _words(structure: Structure) -> dict[str, float]:
    texts, words = structure.texts, structure.words
    count = max(len(texts), 1)
    numeric = np.array([bool(NUMBER.match(text)) for text in texts], dtype=np.bool_)
    level = ~structure.turned
    ticks = words[numeric & level] if len(texts) else words
    columns, rows = tick_columns(ticks, slack=1.5), tick_rows(ticks, slack=1.5)
    per_row = [len(group) for group in groups(words[:, 3], slack=1.5, least=1)]
    letters = sum(len(text) for text in texts)
    return {
        "pdf_words": float(np.log1p(len(texts))),
        "pdf_numbers": float(numeric.sum() / count),
        "pdf_number_count": float(np.log1p(numeric.sum())),
        "pdf_turned": float(np.log1p(structure.turned.sum())),
        "pdf_tick_columns": float(np.log1p(len(columns))),
        "pdf_tick_rows": float(np.log1p(len(rows))),
        "pdf_tick_column": fullest(columns),
        "pdf_tick_row": fullest(rows),
        "pdf_tick_both": float(bool(columns) and bool(rows)),
        "pdf_word_length": letters / count,
        "pdf_words_a_line": float(np.log1p(max(per_row, default=0))),
        "pdf_text_share": float(_area(words).sum() / (structure.size[0] * structure.size[1])),
    }


def _area(boxes: Boxes) -> NDArray[np.float64]:
    area: NDArray[np.float64] = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    return area


def _shapes(structure: Structure) -> dict[str, float]:
    """Filled and closed shapes: arrow heads, boxes with words inside, markers of one size, bars."""
    boxes = structure.path_boxes
    width, height = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    count = max(len(boxes), 1)
    filled = np.array([_is_ink(path["fill"]) for path in structure.paths], dtype=np.bool_)
    heads = sum(_is_head(path) for path in structure.paths)
    roomy = (width > 12) & (height > 8) & (width * height < 0.25 * structure.size[0] * structure.size[1])
    closed = np.array([_is_closed(path) for path in structure.paths], dtype=np.bool_)
    marks = (np.maximum(width, height) < 9) & (np.minimum(width, height) > 0.8)
    return {
        "pdf_paths": float(np.log1p(structure.paths_total)),
        "pdf_filled": float(filled.sum() / count) if len(boxes) else 0.0,
        "pdf_heads": float(np.log1p(heads)),
        "pdf_boxes": float(np.log1p((roomy & closed).sum())),
        "pdf_worded_boxes": float(np.log1p(_worded(structure, boxes[roomy & closed]))),
        "pdf_marks": float(np.log1p(_commonest(width[marks], height[marks]))),
        "pdf_fills": float(np.log1p(len({_tone(path["fill"]) for path in structure.paths if path["fill"]}))),
    }


def _is_ink(fill: list[float] | None) -> bool:
    return fill is not None and min(fill) < 0.97


def _tone(colour: list[float]) -> tuple[int, ...]:
    return tuple(round(8 * part) for part in colour)


def _is_head(path: dict[str, Any]) -> bool:
    """A small filled shape of three or four corners that is no upright rectangle."""
    x0, y0, x1, y1 = path["box"]
    corners = {(round(x, 1), round(y, 1)) for x, y in path["points"]}
    if path["fill"] is None or path["rects"] or not 3 <= len(corners) <= 6:
        return False
    small = 1.0 < max(x1 - x0, y1 - y0) < 14 and min(x1 - x0, y1 - y0) > 0.8
    return small and (len({x for x, _ in corners}) > 2 or len({y for _, y in corners}) > 2)


def _is_closed(path: dict[str, Any]) -> bool:
    """A rectangle, a rounded rectangle or an ellipse, as a path of few pieces."""
    if path["rects"]:
        return bool(path["rects"] == 1 and path["lines"] + path["curves"] == 0)
    return 4 <= path["lines"] + path["curves"] <= 10 and (path["curves"] in {2, 4, 8} or path["lines"] == 4)


def _worded(structure: Structure, boxes: Boxes) -> int:
    """How many boxes hold the middle of one to forty words, one of them no number."""
    words = structure.words
    if not len(boxes) or not len(words):
        return 0
    spoken = np.array([not NUMBER.match(text) for text in structure.texts], dtype=np.bool_)
    x, y = (words[:, 0] + words[:, 2]) / 2, (words[:, 1] + words[:, 3]) / 2
    inside = (boxes[:, :1] <= x) & (x <= boxes[:, 2:3]) & (boxes[:, 1:2] <= y) & (y <= boxes[:, 3:])
    count = inside.sum(axis=1)
    return int(((count >= 1) & (count <= 40) & (inside & spoken).any(axis=1)).sum())


def _commonest(width: NDArray[np.float64], height: NDArray[np.float64]) -> int:
    """How many parts share the most common size."""
    if not len(width):
        return 0
    sizes = np.round(width * 2).astype(np.int64) * 100 + np.round(height * 2).astype(np.int64)
    return int(np.bincount(sizes).max())


def _strokes(structure: Structure) -> dict[str, float]:
    """Straight lines (axes, ticks, grid), data curves of many pieces, slanted connections."""
    boxes = structure.path_boxes
    width, height = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    straight = np.array([_is_straight(path) for path in structure.paths], dtype=np.bool_)
    level, upright = straight & (height < 1.2), straight & (width < 1.2)
    many = np.array([path["lines"] + path["curves"] for path in structure.paths], dtype=np.float64)
    full_x, full_y = structure.size
    ticks = (level & (width < 8) & (width > 1)) | (upright & (height < 8) & (height > 1))
    return {
        "pdf_ticks": float(np.log1p(ticks.sum())),
        "pdf_level_axes": float(np.log1p((level & (width > 0.2 * full_x)).sum())),
        "pdf_upright_axes": float(np.log1p((upright & (height > 0.2 * full_y)).sum())),
        "pdf_slanted": float(np.log1p((straight & (width > 5) & (height > 5)).sum())),
        "pdf_long_paths": float(np.log1p((many > 20).sum())),
        "pdf_pieces": float(np.log1p(many.max(initial=0.0))),
        "pdf_curves": float(np.log1p(sum(path["curves"] for path in structure.paths))),
    }


def _is_straight(path: dict[str, Any]) -> bool:
    thin_rect = path["rects"] == 1 and path["fill"] is not None
    return (path["lines"] == 1 and not path["curves"] and not path["rects"]) or thin_rect


def _images(structure: Structure) -> dict[str, float]:
    full = structure.size[0] * structure.size[1]
    return {
        "pdf_images": float(np.log1p(len(structure.images))),
        "pdf_image_cover": float(min(1.0, _area(structure.images).sum() / full)),
    }
