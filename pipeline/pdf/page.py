"""What a page holds, as plain data (words, lines, drawings, image boxes), and its making from raw entries.

Every box is in points of the unrotated page with the crop box applied, origin top left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import atan2, degrees
from typing import Any

from pipeline.geometry import Box, clip

Colour = tuple[float, float, float]

MAX_PATHS = 20_000  # above this many drawings a page keeps only their union per cell of the grid below
OVERFLOW_CELL = 8.0
MAX_POINTS = 12
ASCENT, DESCENT = 0.95, 0.3  # of the font size, the most that a line of letters takes


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in one font; size in points, colour as 0xRRGGBB."""

    text: str
    box: Box
    font: str
    size: float
    bold: bool
    italic: bool
    colour: int
    visible: bool = True


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text as the file gives it; rotation in degrees clockwise as printed on the unrotated page."""

    text: str
    box: Box
    spans: tuple[Span, ...]
    rotation: int
    block: int

    @property
    def size(self) -> float:
        """The font size of most of the line's letters, in points."""
        return max(self.spans, key=lambda span: len(span.text.strip())).size if self.spans else 0.0


@dataclass(frozen=True, slots=True)
class Word:
    """One word; size in points, rotation in degrees clockwise."""

    text: str
    box: Box
    size: float
    rotation: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """One vector drawing; `points` only when at most 12; `count` above 1 is a merged cell.

    A shape that is filled and stroked is two drawings, as the page paints it.
    """

    box: Box
    stroke: Colour | None
    fill: Colour | None
    width: float
    lines: int
    curves: int
    rects: int
    points: tuple[tuple[float, float], ...] = ()
    count: int = 1


@dataclass(frozen=True, slots=True)
class Page:
    """One page: size in points, the rotation the file asks for, and what is on it."""

    number: int
    width: float
    height: float
    rotation: int
    lines: tuple[TextLine, ...]
    words: tuple[Word, ...]
    drawings: tuple[Drawing, ...]
    images: tuple[Box, ...]

    @property
    def box(self) -> Box:
        """The whole page."""
        return Box(0.0, 0.0, self.width, self.height)

    @property
    def drawings_total(self) -> int:
        """How many drawings the page really has."""
        return sum(drawing.count for drawing in self.drawings)


def text_line(line: Mapping[str, Any], block: int) -> TextLine:
    """The line of an entry of the text layer."""
    x, y = line["dir"]
    spans = tuple(_span(span, (x, y)) for span in line["spans"])
    return TextLine(
        text="".join(span.text for span in spans),
        box=Box.around(span.box for span in spans) if spans else Box.of(line["bbox"]),
        spans=spans,
        rotation=round(degrees(atan2(y, x))) % 360,
        block=block,
    )


def _span(span: Mapping[str, Any], direction: tuple[float, float]) -> Span:
    font = str(span["font"])
    flags, drawn = int(span["flags"]), int(span.get("char_flags", 16))
    return Span(
        text=str(span["text"]),
        box=_text_box(span, direction),
        font=font,
        size=float(span["size"]),
        bold=bool(flags & 16) or any(word in font.lower() for word in ("bold", "black", "heavy")),
        italic=bool(flags & 2),
        colour=int(span["color"]),
        visible=bool(drawn & 0b110000) and int(span.get("alpha", 255)) > 0,
    )


def _text_box(span: Mapping[str, Any], direction: tuple[float, float]) -> Box:
    """The span's box, cut to the height that letters have: formula fonts claim six times their size."""
    box, (x, y), size = Box.of(span["bbox"]), span["origin"], float(span["size"])
    up, down = ASCENT * size, DESCENT * size
    if direction[0] > 0.99:
        return Box(box.x0, max(box.y0, y - up), box.x1, min(box.y1, y + down))
    if direction[0] < -0.99:
        return Box(box.x0, max(box.y0, y - down), box.x1, min(box.y1, y + up))
    if direction[1] > 0.99:
        return Box(max(box.x0, x - down), box.y0, min(box.x1, x + up), box.y1)
    if direction[1] < -0.99:
        return Box(max(box.x0, x - up), box.y0, min(box.x1, x + down), box.y1)
    return box


def word(entry: tuple[Any, ...], lines: Mapping[tuple[int, int], TextLine]) -> Word:
    """The word of an entry of the text layer; size and rotation come from its line."""
    box = Box.of(entry[:4])
    line = lines.get((entry[5], entry[6]))
    if line is None:
        return Word(str(entry[4]), box, 0.0, 0)
    if line.rotation in {0, 90, 180, 270}:
        box = clip(box, line.box)
    x, y = box.centre
    size = line.spans[0].size if len(line.spans) == 1 else _size_at(line, x, y)
    return Word(str(entry[4]), box, size, line.rotation)


def _size_at(line: TextLine, x: float, y: float) -> float:
    """The type size at a point of a line."""
    for span in line.spans:
        if span.box.x0 <= x <= span.box.x1 and span.box.y0 <= y <= span.box.y1:
            return span.size
    return line.size


@dataclass(slots=True)
class DrawingCollector:
    """Takes drawings one by one, clipped as the file clips them, and keeps their number bounded."""

    frame: Box
    kept: list[Drawing] = field(default_factory=list)
    cells: dict[tuple[int, int], tuple[Box, int]] = field(default_factory=dict)
    clips: list[Box] = field(default_factory=list)

    def add(self, entry: Mapping[str, Any]) -> None:
        """Take the next drawing, clip or group in page order."""
        level = int(entry["level"])
        del self.clips[level:]
        limit = self.clips[-1] if self.clips else self.frame
        if entry["type"] in {"clip", "group"}:
            box = Box.of(entry["scissor"]) if "scissor" in entry else limit
            self.clips.extend([clip(box, limit)] * (level + 1 - len(self.clips)))
            return
        box = clip(Box.of(entry["rect"]), limit)
        if box.x1 < box.x0 or box.y1 < box.y0:
            return
        if len(self.kept) < MAX_PATHS:
            self.kept.append(_path(entry, box))
            return
        cell = (int(box.centre[0] // OVERFLOW_CELL), int(box.centre[1] // OVERFLOW_CELL))
        before, count = self.cells.get(cell, (box, 0))
        self.cells[cell] = (before.union(box), count + 1)

    def result(self) -> tuple[Drawing, ...]:
        """All drawings kept, merged cells last."""
        merged = (
            Drawing(box=box, stroke=(0.0, 0.0, 0.0), fill=None, width=0.0, lines=0, curves=0, rects=0, count=count)
            for _, (box, count) in sorted(self.cells.items())
        )
        return (*self.kept, *merged)


def _path(entry: Mapping[str, Any], box: Box) -> Drawing:
    kinds = [item[0] for item in entry["items"]]
    stroke, fill = entry.get("color"), entry.get("fill")
    return Drawing(
        box=box,
        stroke=tuple(stroke) if stroke and entry.get("stroke_opacity", 1.0) else None,
        fill=tuple(fill) if fill and entry.get("fill_opacity", 1.0) else None,
        width=float(entry.get("width") or 0.0) if stroke else 0.0,
        lines=kinds.count("l"),
        curves=kinds.count("c"),
        rects=kinds.count("re") + kinds.count("qu"),
        points=_points(entry["items"]),
    )


def _points(items: Iterable[tuple[Any, ...]]) -> tuple[tuple[float, float], ...]:
    """The corner points in drawing order, or none when there are more than 12."""
    found: list[tuple[float, float]] = []
    for kind, *values in items:
        for point in _corners(kind, values):
            if not found or found[-1] != point:
                found.append(point)
        if len(found) > MAX_POINTS:
            return ()
    return tuple(found)


def _corners(kind: str, values: list[Any]) -> list[tuple[float, float]]:
    if kind == "re":
        x0, y0, x1, y1 = values[0]
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    if kind == "qu":
        upper_left, upper_right, lower_left, lower_right = values[0]
        return [tuple(upper_left), tuple(upper_right), tuple(lower_right), tuple(lower_left)]
    return [(float(x), float(y)) for x, y in values]
