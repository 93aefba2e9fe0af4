"""Captions: which rows begin one, in the document's own format, and which rows follow in it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from pipeline.extract.labels import Label, LabelKind, parse_label
from pipeline.extract.layout import Style
from pipeline.extract.rows import Row
from pipeline.extract.text import clean, join_lines
from pipeline.geometry import Box

_VERB = re.compile(
    r"^(?:shows?|showed|shown|presents?|presented|illustrates?|illustrated|depicts?|displays?|plots?|gives?|demonstrates?|indicates?|"
    r"summari[sz]es?|compares?|reports?|provides?|contains?|describes?|reveals?|suggests?|is|are|was|were|has|have|can|may|also|"
    r"and|or|to|in|of|for|with|we|it|the\s+same|that|which|where|respectively)\b"
)
_CONTINUED = re.compile(r"^\W*\(?\s*cont(?:inued|['’]?d|\.)", re.IGNORECASE)
_SECTION = re.compile(
    r"^(?:(?:[A-Z]|\d+)\.?\s+)?(?:appendix|appendices|supplement(?:ary|al)?|supporting\s+information)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row that may begin a caption."""

    page: int
    row: int
    label: Label
    format: tuple[str, str, bool, bool]
    score: float


@dataclass(frozen=True, slots=True)
class Caption:
    """A caption: its label, rows (indices on its page), text and box."""

    page: int
    label: Label
    rows: tuple[int, ...]
    text: str
    raw: str
    box: Box
    run: int = 0
    continued: bool = False
    foot: bool = False

    @property
    def is_figure(self) -> bool:
        """Whether it belongs to a figure and not to a table, scheme or algorithm."""
        return self.label.kind is LabelKind.FIGURE


def find_captions(pages: Sequence[Sequence[Row]], heads: Sequence[Collection[int]], style: Style) -> list[Caption]:
    """The captions of a document, one per number and numbering run, in page order.

    A bare label that lost its number to a whole caption elsewhere follows with `foot` set: a picture page may bear it.
    """
    candidates = []
    for rows, ignored in zip(pages, heads, strict=True):
        for index, row in enumerate(rows):
            label = parse_label(row.text) if index not in ignored and row.rotation == 0 else None
            if label is not None and _can_open(label):
                candidates.append(_candidate(rows, index, label, style))
    candidates = [candidate for candidate in candidates if candidate.score > -2]
    usual = _usual_formats(candidates)
    chosen = _one_per_number(candidates, usual, _section_starts(pages, style))
    starts: dict[int, set[int]] = defaultdict(set)
    for candidate, _ in chosen:
        starts[candidate.page].add(candidate.row)
    by_page = {rows[0].page: rows for rows in pages if rows}
    captions = [
        build_caption(by_page[candidate.page], candidate, starts[candidate.page], style=style, run=run)
        for candidate, run in chosen
    ]
    return captions + _feet(candidates, captions, by_page, style)


def _feet(
    candidates: Sequence[Candidate], captions: Sequence[Caption], by_page: Mapping[int, Sequence[Row]], style: Style
) -> list[Caption]:
    """Bare labels ("Figure 1") on pages other than the one with the caption of that number."""
    places = {caption.label.number: caption.page for caption in captions if caption.is_figure}
    return [
        replace(build_caption(by_page[c.page], c, set(range(len(by_page[c.page]))), style=style), foot=True)
        for c in candidates
        if c.label.kind is LabelKind.FIGURE and not c.label.rest and places.get(c.label.number, c.page) != c.page
    ]


def _can_open(label: Label) -> bool:
    """Whether a label may open a caption: not a plural, nor the end of a bracket or a list."""
    return (
        not label.word.endswith(("s", "S")) and label.mark not in {")", "]"} and not label.rest.startswith((",", ";"))
    )


def _candidate(rows: Sequence[Row], index: int, label: Label, style: Style) -> Candidate:
    row = rows[index]
    unlike_body = not style.is_body_type(row)
    score = 0.0
    score += 2.0 if label.mark else 0.0
    score += 1.5 if row.lead_bold or row.lead_font not in style.fonts else 0.0
    score += 1.0 if unlike_body else 0.0
    score += 1.0 if label.word.isupper() else 0.0
    rest = label.rest
    if _VERB.match(rest) and not label.mark:
        score -= 3.0
    elif rest[:1].islower() and not label.mark:
        score -= 1.5
    if label.mark == "." and _VERB.match(rest):
        score -= 2.0
    if _inside_paragraph(rows, index):
        score -= 2.5
    elif _opens_block(rows, index):
        score += 1.0
    score += 0.5 if rest[:1].isupper() else 0.0
    return Candidate(row.page, index, label, (label.kind, label.mark, row.lead_bold, unlike_body), score)


def _inside_paragraph(rows: Sequence[Row], index: int) -> bool:
    """Whether a row of the same type stands right above at the same left edge and runs to the right edge."""
    row = rows[index]
    for upper in rows:
        step = row.box.y1 - upper.box.y1
        if (
            0 < step < 1.45 * row.size
            and abs(upper.size - row.size) < 0.4
            and abs(upper.box.x0 - row.box.x0) < 16
            and upper.box.x1 >= row.box.x1 - 4
            and not re.search(r"[.:]\s*$", upper.text)
        ):
            return True
    return False


def _opens_block(rows: Sequence[Row], index: int) -> bool:
    """Whether no text stands close above the row."""
    box = rows[index].box
    return not any(
        -2 < box.y0 - upper.box.y1 < 0.9 * box.height and upper.box.x0 < box.x1 and box.x0 < upper.box.x1
        for position, upper in enumerate(rows)
        if position != index and upper.box.y0 < box.y0
    )


def _usual_formats(candidates: Sequence[Candidate]) -> dict[LabelKind, Counter[tuple[str, bool, bool]]]:
    """How many different numbers each format has, for figures and for the rest."""
    numbers: dict[LabelKind, dict[tuple[str, bool, bool], set[str]]] = {kind: defaultdict(set) for kind in LabelKind}
    for candidate in candidates:
        if candidate.score > 0:
            numbers[candidate.label.kind][candidate.format[1:]].add(candidate.label.number)
    return {kind: Counter({f: len(n) for f, n in by.items()}) for kind, by in numbers.items()}


def _one_per_number(
    candidates: Sequence[Candidate],
    usual: dict[LabelKind, Counter[tuple[str, bool, bool]]],
    sections: Sequence[tuple[int, int]],
) -> list[tuple[Candidate, int]]:
    """The best candidate of every number in every numbering run, with its run."""
    groups: dict[tuple[str, str, int], list[tuple[float, Candidate]]] = defaultdict(list)
    for candidate in candidates:
        formats = usual[candidate.label.kind]
        most = max(formats.values(), default=0)
        likeness = 2.0 * formats[candidate.format[1:]] / most if most else 0.0
        total = candidate.score + likeness
        if total < 1.5:
            continue
        run = sum((page, row) <= (candidate.page, candidate.row) for page, row in sections)
        kind = candidate.label.kind if candidate.label.kind is LabelKind.FIGURE else candidate.label.word.lower()
        groups[kind, candidate.label.number, run].append((total, candidate))
    chosen = []
    for (_, _, run), entries in groups.items():
        best = max(total for total, _ in entries)
        first = True
        for total, candidate in sorted(entries, key=lambda entry: (-entry[0], entry[1].page, entry[1].row)):
            continued = bool(_CONTINUED.match(candidate.label.rest))
            if (first and total == best) or continued:
                chosen.append((candidate, run))
                first = first and continued
    return sorted(chosen, key=lambda entry: (entry[0].page, entry[0].row))


def _section_starts(pages: Sequence[Sequence[Row]], style: Style) -> list[tuple[int, int]]:
    """Where an appendix or supplement begins: headings with that word, as (page, row)."""
    found = []
    for rows in pages:
        for index, row in enumerate(rows):
            marked = row.bold or row.size > style.size + 0.7 or row.text.isupper()
            if marked and row.words <= 8 and _SECTION.match(row.text):
                found.append((row.page, index))
                break
    return found[:1]


def build_caption(
    rows: Sequence[Row], candidate: Candidate, starts: Collection[int], *, style: Style, run: int = 0
) -> Caption:
    """The caption that begins at the candidate's row: rows below of the same type with normal leading."""
    first = rows[candidate.row]
    members = [candidate.row]
    while True:
        following = _next_row(rows, members, starts, style)
        if following is None:
            break
        members.append(following)
    return Caption(
        page=candidate.page,
        label=candidate.label,
        rows=tuple(members),
        text=join_lines([rows[i].raw for i in members]),
        raw="\n".join(rows[i].raw for i in members),
        box=Box.around(rows[i].box for i in members),
        run=run,
        continued=bool(_CONTINUED.match(clean(first.text[len(candidate.label.printed) :]))),
    )


def _next_row(rows: Sequence[Row], members: Sequence[int], starts: Collection[int], style: Style) -> int | None:
    last = rows[members[-1]]
    near = [
        i
        for i, row in enumerate(rows)
        if i not in members
        and row.rotation == 0
        and 0.3 * last.size < row.box.y1 - last.box.y1 <= 2.2 * last.size
        and min(row.box.x1, last.box.x1) - max(row.box.x0, last.box.x0) > 0.3 * min(row.box.width, last.box.width)
    ]
    if not near:
        return None
    best = min(near, key=lambda i: (rows[i].box.y1, abs(rows[i].box.x0 - last.box.x0)))
    return best if best not in starts and _belongs(rows, members, rows[best], style) else None


def _belongs(rows: Sequence[Row], members: Sequence[int], row: Row, style: Style) -> bool:
    """Whether a row below continues the caption: type size, leading and alignment as in its rows so far."""
    block = [rows[i] for i in members]
    first, last = block[0], block[-1]
    step = row.box.y1 - last.box.y1
    usual = block[1].box.y1 - first.box.y1 if len(block) > 1 else max(1.35, 1.05 * style.leading) * last.size
    if _describes(block, row, style):
        return True
    if abs(row.size - last.size) > 0.6 or step > max(1.3 * usual, usual + 2.5):
        return False
    if row.bold and not last.bold and not first.bold and _ended(block):
        return False
    if not _aligned(block, row):
        return False
    return not (step > 1.12 * usual and _ended(block) and style.is_body_type(row))


def _describes(block: Sequence[Row], row: Row, style: Style) -> bool:
    """Whether a smaller text right under a title row is the caption's description."""
    first, last = block[0], block[-1]
    marked = first.bold or first.lead_bold or first.italic or first.font != row.font
    smaller = 0.3 < first.size - row.size < 3.5 or (first.bold and not row.bold and abs(first.size - row.size) <= 0.3)
    title = len(block) <= 2 and abs(last.size - first.size) <= 0.3 and marked
    near = row.box.y1 - last.box.y1 <= 1.6 * first.size + 4
    return title and smaller and near and not style.is_body_type(row) and row.words >= 3


def _aligned(block: Sequence[Row], row: Row) -> bool:
    """Whether the row stands where the next row of a left-aligned, hanging or centred caption must stand."""
    width = max(upper.box.width for upper in block)
    left = block[-1].box.x0 if len(block) > 1 else block[0].box.x0
    if len(block) == 1:
        centred = abs(row.box.centre[0] - block[0].box.centre[0]) < 3
        hanging = 0 < row.box.x0 - left < 0.35 * width and row.box.x1 <= block[0].box.x1 + 4
        outdented = 0 < left - row.box.x0 <= 20 and not (_ended(block) and block[0].box.width < 0.9 * row.box.width)
        return abs(row.box.x0 - left) <= 3 or centred or hanging or outdented
    spread = max(r.box.x0 for r in block[1:]) - min(r.box.x0 for r in block[1:])
    if len(block) > 2 and spread > 4:
        return abs(row.box.centre[0] - Box.around(r.box for r in block).centre[0]) < 4
    if abs(row.box.x0 - left) <= 3:
        return True
    centres = [r.box.centre[0] for r in block]
    return max(centres) - min(centres) < 4 and abs(row.box.centre[0] - centres[-1]) < 4


def _ended(block: Sequence[Row]) -> bool:
    """Whether the last row so far may be the end: shorter than the others, or a full stop."""
    width = max(row.box.width for row in block)
    return block[-1].box.width < 0.85 * width or block[-1].text.endswith((".", ":"))
