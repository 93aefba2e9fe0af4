"""Reading order of panels, and the letter a new one most likely has."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, product
from string import ascii_lowercase

from auditor.boxes.panels import Panel
from pipeline.geometry import Box

SLACK = 0.1  # of a box's side, by which neighbours may overlap and still stand beside each other


def reading_order(boxes: Sequence[Box]) -> list[int]:
    """The indices of boxes as one reads them: row by row, a tall one before those stacked at its right."""
    order: list[int] = []
    waiting = [list(range(len(boxes)))]
    while waiting:
        group = waiting.pop()
        parts = [group] if len(group) < 2 else _parts(boxes, group)
        if len(parts) == 1:
            order += sorted(group, key=lambda at: (boxes[at].y0, boxes[at].x0, at))
        else:
            waiting += reversed(parts)
    return order


def next_letter(panels: Sequence[Panel], box: Box) -> str:
    """The letter to propose for a new box: the first free one after the panel that is read before it."""
    boxes = [*(panel.box for panel in panels), box]
    order = reading_order(boxes)
    place = order.index(len(panels))
    before = panels[order[place - 1]].letter if place else ""
    taken = {panel.letter for panel in panels}
    letters = list(_letters(len(panels) + 2))
    start = letters.index(before) + 1 if before in letters else 0
    return next(letter for letter in [*letters[start:], *letters] if letter not in taken)


def _letters(least: int) -> list[str]:
    """A, b, c, …, z, aa, ab, …: at least so many and always whole alphabets."""
    found: list[str] = []
    for length in count(1):
        found += ("".join(letters) for letters in product(ascii_lowercase, repeat=length))
        if len(found) >= least:
            break
    return found


def _parts(boxes: Sequence[Box], group: list[int]) -> list[list[int]]:
    """The group cut into rows, or into columns where no row can be cut; one part when neither goes."""
    rows = _cut(group, {at: (boxes[at].y0, boxes[at].y1) for at in group})
    return rows if len(rows) > 1 else _cut(group, {at: (boxes[at].x0, boxes[at].x1) for at in group})


def _cut(group: list[int], spans: dict[int, tuple[float, float]]) -> list[list[int]]:
    """Runs of boxes whose spans touch, in order; between two runs a straight line passes."""
    parts: list[list[int]] = []
    end = float("-inf")
    for at in sorted(group, key=lambda each: (spans[each], each)):
        low, high = spans[at]
        slack = SLACK * (high - low)
        if not parts or low + slack >= end:
            parts.append([])
            end = float("-inf")
        parts[-1].append(at)
        end = max(end, high - slack)
    return parts
