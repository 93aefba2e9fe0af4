"""How a document is set (body type, columns) and what each row of a page is (body, heading, running head, other)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from pipeline.extract.labels import parse_label
from pipeline.extract.rows import Row
from pipeline.geometry import Box

_PAGE_NUMBER = re.compile(r"^(?:page\s*|[-–]\s*)?(?:\d{1,5}|[ivxl]{2,6})(?:\s*(?:of|/)\s*\d+|\s*[-–])?$", re.IGNORECASE)
_HEADING = re.compile(
    r"^(?:\d+(?:\.\d+)*\.?|[A-Z](?:\.\d+)*\.?|[IVX]+\.)\s+[A-Z]|^(?:abstract|introduction|references|"
    r"acknowledge?ments?|conclusions?|discussion|results|methods|appendix|supplement)",
    re.IGNORECASE,
)
_MATHS = re.compile(r"[=≤≥<>∑∫∏≈∈⊂→↦±]|\(\d{1,3}[a-z]?\)$")
_MATH_FONT = re.compile(r"^(?:CM(?:EX|SY|MI)|Symbol|MT(?:EX|MI|SY)|Euclid|.*Math)")
_MONO = re.compile(r".*(?:Mono|Courier|Typewriter|CMTT|Consol|Menlo|Inconsolata|LetterGothic)", re.IGNORECASE)


class Role(StrEnum):
    """What a row is; body, headings and displayed formulas bound figures, `other` may belong to one."""

    BODY = "body"
    HEADING = "heading"
    HEAD = "running head"
    CAPTION = "caption"
    DISPLAY = "display"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Style:
    """The body type of a document, its leading in type sizes, and its columns: width and left edges in points."""

    size: float
    leading: float
    fonts: frozenset[str]
    column: float
    edges: tuple[float, ...]

    def is_body_type(self, row: Row) -> bool:
        """Whether the row is set like the running text."""
        return abs(row.size - self.size) <= 0.35 and row.font in self.fonts

    def at_edge(self, box: Box, slack: float = 4.0) -> bool:
        """Whether the box starts at a column's left edge."""
        return any(abs(box.x0 - edge) <= slack for edge in self.edges)

    def column_of(self, box: Box) -> tuple[float, float] | None:
        """The x range of the one column that holds the box, None when it crosses a gutter."""
        for edge in self.edges:
            if box.x0 >= edge - 14 and box.x1 <= edge + self.column + 14:
                return edge, edge + self.column
        return None


def document_style(pages: Sequence[Sequence[Row]]) -> Style:
    """The style of most letters of the document; a neutral one without text."""
    letters: Counter[float] = Counter()
    fonts: Counter[tuple[float, str]] = Counter()
    rows = [row for page in pages for row in page if row.rotation == 0]
    for row in rows:
        if row.words >= 4:
            size = round(row.size * 2) / 2
            letters[size] += len(row.text)
            fonts[size, row.font] += len(row.text)
    if not letters:
        return Style(10.0, 1.2, frozenset(), 400.0, ())
    size = letters.most_common(1)[0][0]
    near = {font for (s, font), n in fonts.items() if abs(s - size) <= 0.5 and n >= 0.1 * letters[size]}
    body = [r for r in rows if r.font in near and abs(r.size - size) <= 0.4 and r.words >= 5]
    exact = sum(row.size for row in body) / len(body) if body else size
    return Style(exact, _leading(body), frozenset(near), *_columns(body))


def _leading(body: Sequence[Row]) -> float:
    """The usual step from row to row in type sizes, 1.2 when no rows follow each other."""
    steps = Counter(
        round((lower.box.y1 - upper.box.y1) / upper.size, 1)
        for upper, lower in pairwise(body)
        if abs(upper.box.x0 - lower.box.x0) < 2 and upper.page == lower.page
    )
    usual = {step: count for step, count in steps.items() if 0.9 <= step <= 2.6}
    return max(usual, key=lambda step: usual[step]) if usual else 1.2


def _columns(body: Sequence[Row]) -> tuple[float, tuple[float, ...]]:
    """The usual width of a full row and the left edges where such rows begin."""
    widths = Counter(round(row.box.width / 4) for row in body)
    if not widths:
        return 400.0, ()
    best = max(widths, key=lambda w: (widths[w - 1] + widths[w] + widths[w + 1]) * (w + 8))
    full = [row for row in body if abs(row.box.width / 4 - best) <= 1.5]
    width = sum(row.box.width for row in full) / len(full)
    edges: list[tuple[float, int]] = []
    for row in sorted(full, key=lambda row: row.box.x0):
        if edges and row.box.x0 - edges[-1][0] <= 5:
            x, n = edges[-1]
            edges[-1] = ((x * n + row.box.x0) / (n + 1), n + 1)
        else:
            edges.append((row.box.x0, 1))
    return width, tuple(x for x, n in edges if n >= max(3, 0.06 * len(full)))


def running_heads(pages: Sequence[Sequence[Row]], heights: Sequence[float]) -> list[set[int]]:
    """For every page the indices of rows that repeat over pages at the top or bottom, and page numbers."""
    seen: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for number, (rows, height) in enumerate(zip(pages, heights, strict=True)):
        for row in rows:
            if _in_margin(row.box, height, 0.2) and sum(c.isalpha() for c in row.text) >= 3:
                seen[_key(row)].append((number, row.box.y0))
    need = 2 if len(pages) < 6 else 3
    found = []
    for number, (rows, height) in enumerate(zip(pages, heights, strict=True)):
        heads = set()
        for index, row in enumerate(rows):
            if not _in_margin(row.box, height, 0.2) or parse_label(row.text):
                continue  # a caption at the top of a page is no running head
            alike = {n for n, y in seen.get(_key(row), ()) if abs(y - row.box.y0) < 4} | {number}
            numbered = _in_margin(row.box, height, 0.08) and _PAGE_NUMBER.match(row.text)
            if len(alike) >= need or numbered:
                heads.add(index)
        found.append(heads | _beyond(rows, heads, height))
    return found


def _key(row: Row) -> str:
    return re.sub(r"\d+", "#", row.text)


def _in_margin(box: Box, height: float, share: float) -> bool:
    return box.y1 < share * height or box.y0 > (1 - share) * height


def _beyond(rows: Sequence[Row], heads: Collection[int], height: float) -> set[int]:
    """Rows nearer to the page's edge than a running head, or on its line."""
    top = max((rows[i].box.centre[1] for i in heads if rows[i].box.y0 < height / 2), default=0.0)
    bottom = min((rows[i].box.centre[1] for i in heads if rows[i].box.y0 > height / 2), default=height)
    outside = {i for i, row in enumerate(rows) if row.rotation == 0 and not top + 1 < row.box.centre[1] < bottom - 1}
    return {i for i in outside if not parse_label(rows[i].text)}


def margin_rows(pages: Sequence[Sequence[Row]], style: Style) -> list[set[int]]:
    """For every page the indices of sideways texts and stamps in the margin, and of line numbers beside the text."""
    if not style.edges:
        return [set() for _ in pages]
    left, right = min(style.edges), max(style.edges) + style.column
    counts = Counter(_key(row) for rows in pages for row in {_key(r): r for r in rows if r.rotation}.values())
    result = []
    for rows in pages:
        sideways = {
            i
            for i, row in enumerate(rows)
            if row.rotation
            and (row.box.x1 < left + 2 or row.box.x0 > right - 2)
            and (len(row.text) >= 25 or counts[_key(row)] >= min(3, len(pages)))
        }
        numbers = {i for i, row in enumerate(rows) if row.text.isdigit() and row.box.x1 < left}
        result.append(sideways | (numbers if len(numbers) >= 10 else set()))
    return result


def blocks_of(rows: Sequence[Row], indices: Iterable[int]) -> list[list[int]]:
    """Rows chained downwards into blocks of one type size with normal leading."""
    order = sorted(indices, key=lambda i: (rows[i].box.y0, rows[i].box.x0))
    after: dict[int, int] = {}
    taken: set[int] = set()
    for position, i in enumerate(order):
        follower = next((j for j in order[position + 1 :] if j not in taken and follows(rows[i], rows[j])), None)
        if follower is not None:
            after[i] = follower
            taken.add(follower)
    blocks = []
    for i in order:
        if i in taken:
            continue
        chain = [i]
        while chain[-1] in after:
            chain.append(after[chain[-1]])
        blocks.append(chain)
    return blocks


def follows(upper: Row, lower: Row) -> bool:
    """Whether lower is the next row of the same block."""
    step = lower.box.y1 - upper.box.y1
    size = max(upper.size, lower.size)
    if not 0.5 * size < step <= 1.75 * size or abs(upper.size - lower.size) > 0.7 or upper.bold != lower.bold:
        return False
    if upper.rotation or lower.rotation:
        return False
    shared = min(upper.box.x1, lower.box.x1) - max(upper.box.x0, lower.box.x0)
    return shared >= 0.5 * min(upper.box.width, lower.box.width)


def roles_of(rows: Sequence[Row], known: Mapping[int, Role], style: Style, enclosed: Collection[int]) -> list[Role]:
    """The role of every row; `known` are captions and heads, `enclosed` rows stand inside a drawn box."""
    roles = {i: known.get(i, Role.OTHER) for i in range(len(rows))}
    blocks = blocks_of(rows, (i for i in roles if i not in known and rows[i].rotation == 0))
    for block in blocks:
        if is_prose([rows[i] for i in block], style, boxed=sum(i in enclosed for i in block) * 2 > len(block)):
            roles.update(dict.fromkeys(block, Role.BODY))
    for block in blocks:
        if roles[block[0]] is Role.OTHER and _is_heading(block, rows, roles, style):
            roles.update(dict.fromkeys(block, Role.HEADING))
    roles.update(dict.fromkeys(_displays(rows, roles, style, enclosed), Role.DISPLAY))
    return [roles[i] for i in range(len(rows))]


def _displays(rows: Sequence[Row], roles: Mapping[int, Role], style: Style, enclosed: Collection[int]) -> set[int]:
    """Indices of displayed formulas: rows with signs of mathematics right under or over running text."""
    body = [rows[i].box for i, role in roles.items() if role is Role.BODY]
    wide = [Box(*_across(box, style), box.y1) for box in body]
    loose = {
        i
        for i, role in roles.items()
        if role is Role.OTHER and rows[i].rotation == 0 and i not in enclosed and not _is_code([rows[i]], style)
    }
    found = {
        i
        for i in loose
        if (_MATHS.search(rows[i].text) or _MATH_FONT.match(rows[i].font))
        and (
            any(_over(rows[i].box, box, rows[i].size) for box in wide) or any(_near(rows[i].box, b, 4.0) for b in body)
        )
    }
    while True:
        more = {i for i in loose - found if any(_near(rows[i].box, rows[j].box, 0.6 * rows[i].size) for j in found)}
        if not more:
            return found
        found |= more


def _across(box: Box, style: Style) -> tuple[float, float, float]:
    """Left edge, top and right edge of a row of text taken as wide as its column."""
    column = style.column_of(box) or (box.x0, box.x1)
    return min(box.x0, column[0]), box.y0, max(box.x1, column[1])


def _over(one: Box, other: Box, gap: float) -> bool:
    """Whether one box stands right over or under the other."""
    down = max(one.y0 - other.y1, other.y0 - one.y1)
    return -1 <= down < gap and one.x0 < other.x1 and other.x0 < one.x1


def _near(one: Box, other: Box, gap: float) -> bool:
    down = max(one.y0 - other.y1, other.y0 - one.y1)
    across = max(one.x0 - other.x1, other.x0 - one.x1)
    return down < gap and across < gap and min(down, across) <= 0


def is_prose(rows: Sequence[Row], style: Style, *, boxed: bool) -> bool:
    """Whether the rows of a block are running text."""
    text = " ".join(row.text for row in rows)
    letters = sum(c.isalpha() for c in text)
    if letters < 0.6 * len(text.replace(" ", "")) or sum(c.islower() for c in text) < 0.6 * letters:
        return False
    if _is_code(rows, style):
        return False
    width = max(row.box.width for row in rows)
    body = sum(style.is_body_type(row) for row in rows) * 2 > len(rows)
    edge = any(style.at_edge(row.box) for row in rows)
    words = sum(row.words for row in rows) / len(rows)
    if boxed and not (body and edge):
        return False
    if len(rows) == 1:
        return body and words >= 5 and (width >= 0.8 * style.column or (edge and width >= 0.4 * style.column))
    wide = width >= 0.55 * style.column
    if body:
        return words >= 4 and (wide or edge or (len(rows) >= 3 and width >= 0.3 * style.column))
    return words >= 5 and wide and (edge or (len(rows) >= 4 and width >= 0.8 * style.column))


def _is_code(rows: Sequence[Row], style: Style) -> bool:
    """Whether most rows are set in a typewriter font that the running text does not use."""
    if any(_MONO.match(font) for font in style.fonts):
        return False
    return sum(_MONO.match(row.font) is not None for row in rows) * 2 > len(rows)


def _is_heading(block: Sequence[int], rows: Sequence[Row], roles: Mapping[int, Role], style: Style) -> bool:
    """Whether a short block is set like a heading and stands above running text."""
    first, last = rows[block[0]], rows[block[-1]]
    if len(block) > 3 or not any(c.isalpha() for c in first.text):
        return False
    marked = first.bold or first.size > style.size + 0.7 or first.italic or first.text.isupper()
    named = bool(_HEADING.match(first.text))
    column = style.column_of(first.box)
    centred = column is not None and abs(sum(column) / 2 - first.box.centre[0]) < 4
    if not ((marked or named) and (style.at_edge(first.box) or centred)):
        return False
    return any(
        roles[j] is Role.BODY
        and 0 < rows[j].box.y0 - last.box.y0 < 3.2 * max(last.size, style.size)
        and rows[j].box.x0 < last.box.x1
        and last.box.x0 < rows[j].box.x1
        for j in roles
    )
