"""Rows of a page as they are read: turned upright, pieces of one printed line joined, words cleaned."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pipeline.extract.labels import parse_label
from pipeline.extract.text import clean
from pipeline.geometry import Box
from pipeline.pdf import Page, TextLine

JOIN_GAP = 0.8  # pieces of one printed line are at most this many font sizes apart
WIDE_GAP = 2.0  # or this many when they are set alike on one baseline, as in a stretched line
LABEL_GAP = 3.0  # but a bare label ("Fig. 1") may stand this far from its caption
CAPTION_HEIGHT = 120.0  # a caption beside another one reaches down so far at most
_ONLY_LABEL = re.compile(r"^\s*(?:fig(?:ure|\.)?|table|scheme)\s*[A-Z]?[\d.]{1,5}\s*[|:.]?\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Row:
    """One printed line; `raw` as in the file, `text` cleaned, rotation in degrees after turning the page."""

    page: int
    box: Box
    text: str
    raw: str
    font: str
    size: float
    bold: bool
    italic: bool
    rotation: int
    colour: int
    block: int
    visible: bool
    lead_font: str
    lead_bold: bool

    @property
    def words(self) -> int:
        """The number of words."""
        return len(self.text.split())


def turn_box(box: Box, turn: int, *, width: float, height: float) -> Box:
    """The box after turning its page (width x height before) clockwise by 0, 90, 180 or 270 degrees."""
    x0, y0, x1, y1 = box.as_tuple()
    if turn == 90:
        return Box(height - y1, x0, height - y0, x1)
    if turn == 180:
        return Box(width - x1, height - y1, width - x0, height - y0)
    if turn == 270:
        return Box(y0, width - x1, y1, width - x0)
    return box


def reading_turn(page: Page) -> int:
    """The clockwise turn that makes most letters of the page upright."""
    letters: Counter[int] = Counter()
    for line in page.lines:
        letters[line.rotation] += len(line.text.strip())
    if not letters:
        return 0
    rotation, count = letters.most_common(1)[0]
    if rotation % 90 or count <= letters[0]:
        return 0
    return (360 - rotation) % 360


def upright(page: Page, turn: int) -> Page:
    """The page with everything on it turned clockwise by `turn` degrees."""
    if turn == 0:
        return page

    def moved(box: Box) -> Box:
        return turn_box(box, turn, width=page.width, height=page.height)

    def moved_line(line: TextLine) -> TextLine:
        spans = tuple(replace(span, box=moved(span.box)) for span in line.spans)
        return replace(line, box=moved(line.box), spans=spans, rotation=(line.rotation + turn) % 360)

    width, height = (page.height, page.width) if turn % 180 else (page.width, page.height)
    return replace(
        page,
        width=width,
        height=height,
        lines=tuple(moved_line(line) for line in page.lines),
        drawings=tuple(replace(drawing, box=moved(drawing.box)) for drawing in page.drawings),
        images=tuple(moved(box) for box in page.images),
    )


def page_rows(number: int, lines: Sequence[TextLine], edges: Sequence[float] = ()) -> list[Row]:
    """A page's printed lines, top to bottom; pieces split by formulas, small capitals or blanks are joined.

    Nothing is joined over the left edge of a column (`edges`, once they are known).
    """
    lines = [line for line in lines if line.text.strip() and line.spans]
    rows = [_row(number, group) for group in _joined((line for line in lines if line.rotation == 0), edges)]
    rows += [_row(number, [line]) for line in lines if line.rotation != 0]
    return sorted((row for row in rows if row.text), key=lambda row: (row.box.y0, row.box.x0))


def _joined(lines: Iterable[TextLine], edges: Sequence[float]) -> list[list[TextLine]]:
    lines = list(lines)
    starts = [line.box for line in lines if parse_label(line.text.strip())]
    groups: list[list[TextLine]] = []
    open_groups: list[tuple[Box, list[TextLine]]] = []
    for line in sorted(lines, key=lambda line: (round(line.box.centre[1] / 3), line.box.x0)):
        for index in range(len(open_groups) - 1, max(-1, len(open_groups) - 12), -1):
            box, group = open_groups[index]
            if _continues(box, group, line, wide=bool(edges)) and not _over_edge(box, line.box, edges, starts):
                group.append(line)
                open_groups[index] = (box.union(line.box), group)
                break
        else:
            group = [line]
            groups.append(group)
            open_groups.append((line.box, group))
    return [sorted(group, key=lambda line: line.box.x0) for group in groups]


def _over_edge(box: Box, piece: Box, edges: Sequence[float], starts: Sequence[Box]) -> bool:
    """Whether a column begins between the row so far and the piece, or a caption beside another one."""
    left, right = (box, piece) if box.x0 < piece.x0 else (piece, box)
    near = [start.x0 for start in starts if -2 < right.y0 - start.y0 < CAPTION_HEIGHT]
    return any(abs(right.x0 - edge) <= 3 and left.x1 <= edge + 1 for edge in (*edges, *near))


def _continues(box: Box, group: Sequence[TextLine], line: TextLine, *, wide: bool) -> bool:
    """Whether a piece stands beside the row so far: same height, a small gap (a superscript may overlap)."""
    shared = min(box.y1, line.box.y1) - max(box.y0, line.box.y0)
    if shared < 0.5 * min(box.height, line.box.height):
        return False
    if len(line.text.strip()) == 1 and not line.text.strip().isalnum() and box.x0 < line.box.x0 < box.x1:
        return True  # a mark that the text layer holds out of order
    gap = max(line.box.x0 - box.x1, box.x0 - line.box.x1)
    left = group[0].text if line.box.x0 > box.x0 else line.text
    reach = LABEL_GAP if _ONLY_LABEL.match(left) else JOIN_GAP
    if wide:
        reach = max(reach, _stretch(group[-1], line))
    return -2 * line.size < gap < reach * min(group[-1].size, line.size)


def _stretch(one: TextLine, other: TextLine) -> float:
    """How many type sizes a gap in a stretched line may be wide: more when the pieces are set alike."""
    smaller = abs(one.size - other.size)
    if abs(one.box.y1 - other.box.y1) > 0.4 + 0.3 * smaller or smaller > 2.5:
        return 0.0
    return WIDE_GAP if smaller <= 0.1 and one.spans[-1].font == other.spans[0].font else 1.2


def _row(number: int, lines: Sequence[TextLine]) -> Row:
    spans = [span for line in lines for span in line.spans if span.text.strip()]
    main = max(spans, key=lambda span: len(span.text.strip()))
    sizes: Counter[float] = Counter()
    for span in spans:
        sizes[round(span.size * 2) / 2] += len(span.text.strip())
    # Small capitals are set as letters of a smaller size: the largest size with a fair share is the row's.
    size = max(size for size, count in sizes.items() if count >= 0.25 * max(sizes.values()))
    near = [span for span in spans if abs(span.size - size) <= 0.3] or spans
    raw = " ".join(line.text.strip() for line in lines)
    return Row(
        page=number,
        box=Box.around(span.box for span in spans),
        text=clean(raw),
        raw=raw,
        font=base_font(main.font),
        size=sum(span.size for span in near) / len(near),
        bold=sum(len(s.text.strip()) for s in spans if s.bold) > 0.6 * sum(len(s.text.strip()) for s in spans),
        italic=main.italic,
        rotation=lines[0].rotation,
        colour=main.colour,
        block=lines[0].block,
        visible=any(span.visible for span in spans),
        lead_font=base_font(spans[0].font),
        lead_bold=spans[0].bold,
    )


def base_font(name: str) -> str:
    """The font's name without the six letters of a subset."""
    return name.split("+", 1)[1] if "+" in name[:8] else name
