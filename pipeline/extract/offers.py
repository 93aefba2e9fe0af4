"""Which pieces of ink a caption could take: on which side they stand, how far away, with no text between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pipeline.extract.captions import Caption
from pipeline.extract.scene import Scene
from pipeline.geometry import Box

OVERLAP = 5.0  # a figure may reach this far into its caption's box
OTHER_SIDE = 70.0  # what it costs, in points of distance, to stand on the document's less usual side
OTHER_COLUMN = 150.0  # and to stand in the column beside its caption
FAR = 300.0  # of white paper between a figure and its caption


class Side(StrEnum):
    """Where a figure stands, seen from its caption."""

    ABOVE = "above"
    BELOW = "below"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True)
class Offer:
    """A piece that a caption could take, at which side, and how far away over white paper."""

    caption: int
    piece: int
    side: Side
    gap: float


def offers(scene: Scene) -> list[Offer]:
    """Every pairing of caption and piece on a page with no text between them."""
    found = []
    for c, caption in enumerate(scene.captions):
        low, high = reach_of(caption, scene)
        for p, piece in enumerate(scene.pieces):
            side, gap = _side(piece.box, caption.box, (low, high), scene)
            if side is None:
                continue
            if not _blocked(piece.box, c, side, (low, high), scene):
                found.append(Offer(c, p, side, gap))
    return found


def reach_of(caption: Caption, scene: Scene) -> tuple[float, float]:
    """The x range in which a caption's figure begins: its column, or the whole text when it crosses columns.

    A caption beside it bounds the range half-way between the two.
    """
    style, box = scene.style, caption.box
    column = style.column_of(box)
    if column is None and style.edges:
        column = min(style.edges), max(style.edges) + style.column
    low, high = (min(column[0], box.x0), max(column[1], box.x1)) if column else (box.x0, box.x1)
    for other in scene.captions:
        if min(box.y1, other.box.y1) <= max(box.y0, other.box.y0):
            continue
        if other.box.x0 >= box.x1:
            high = min(high, (box.x1 + other.box.x0) / 2)
        elif other.box.x1 <= box.x0:
            low = max(low, (other.box.x1 + box.x0) / 2)
    return low, high


def _side(piece: Box, caption: Box, reach: tuple[float, float], scene: Scene) -> tuple[Side | None, float]:
    across = min(piece.x1, reach[1]) - max(piece.x0, reach[0])
    if across > 0.25 * min(piece.width, reach[1] - reach[0]):
        if piece.y1 <= caption.y0 + OVERLAP:
            return Side.ABOVE, max(0.0, caption.y0 - piece.y1)
        if piece.y0 >= caption.y1 - OVERLAP:
            return Side.BELOW, max(0.0, piece.y0 - caption.y1)
    shared = min(piece.y1, caption.y1) - max(piece.y0, caption.y0)
    gap = max(piece.x0 - caption.x1, caption.x0 - piece.x1)
    if shared >= 0.6 * min(piece.height, caption.height) and -2 <= gap < 60:
        return Side.BESIDE, max(0.0, gap) + (0.0 if _same_column(piece, caption, scene) else OTHER_COLUMN)
    return None, 0.0


def _same_column(piece: Box, caption: Box, scene: Scene) -> bool:
    """Whether a figure beside its narrow caption shares the column, or reaches into the caption's column."""
    style = scene.style
    if caption.width >= 0.75 * style.column:
        return False
    if len(style.edges) < 2 or style.column_of(piece.union(caption)) is not None:
        return True
    column = style.column_of(caption)
    return column is not None and piece.x0 < column[1] - 10 and piece.x1 > column[0] + 10


def _blocked(piece: Box, caption: int, side: Side, reach: tuple[float, float], scene: Scene) -> bool:
    own = scene.captions[caption].box
    x0, x1 = max(piece.x0, reach[0]), min(piece.x1, reach[1])
    if side is Side.ABOVE:
        between = Box(x0, piece.y1 - 3, x1, own.y0)
    elif side is Side.BELOW:
        between = Box(x0, own.y1, x1, piece.y0 + 3)
    else:
        between = Box(min(piece.x1, own.x1), max(piece.y0, own.y0), max(piece.x0, own.x0), min(piece.y1, own.y1))
    others = (c.box for i, c in enumerate(scene.captions) if i != caption)
    return any(_stands_in(wall, between) for wall in (*scene.walls, *others))


def _stands_in(wall: Box, between: Box) -> bool:
    if not between.y0 < wall.centre[1] < between.y1:
        return False
    shared = min(wall.x1, between.x1) - max(wall.x0, between.x0)
    return shared > 0.12 * min(wall.width, max(between.width, 1.0))


def white_gaps(found: Sequence[Offer], scene: Scene) -> list[Offer]:
    """The offers with their distance counted over white paper only, not over pieces in between."""
    result = []
    for offer in found:
        if offer.side is Side.BESIDE:
            result.append(offer)
            continue
        piece, caption = scene.pieces[offer.piece].box, scene.captions[offer.caption].box
        y0, y1 = (piece.y1, caption.y0) if offer.side is Side.ABOVE else (caption.y1, piece.y0)
        spans = [
            (max(y0, other.box.y0), min(y1, other.box.y1))
            for other in scene.pieces
            if other.box.y1 > y0 and other.box.y0 < y1 and min(other.box.x1, piece.x1) > max(other.box.x0, piece.x0)
        ]
        result.append(Offer(offer.caption, offer.piece, offer.side, max(0.0, y1 - y0 - _covered(spans))))
    return result


def _covered(spans: Iterable[tuple[float, float]]) -> float:
    total, end = 0.0, float("-inf")
    for start, stop in sorted(spans):
        if stop > end:
            total += stop - max(start, end)
            end = stop
    return total


def usual_sides(pages: Iterable[tuple[Scene, Sequence[Offer]]]) -> dict[bool, Side]:
    """The side where figures (True) and other captioned things (False) mostly stand, by vote of the captions."""
    votes: dict[bool, Counter[Side]] = {True: Counter(), False: Counter()}
    for scene, found in pages:
        for c, caption in enumerate(scene.captions):
            mine = [o for o in found if o.caption == c and (scene.pieces[o.piece].graphic or not caption.is_figure)]
            if not mine:
                continue
            best = min(mine, key=lambda offer: offer.gap + (25 if offer.side is Side.BESIDE else 0))
            only = len({offer.side for offer in mine}) == 1
            votes[caption.is_figure][best.side] += 3 if only else 1
    return {
        figure: max(votes[figure], key=lambda side: votes[figure][side], default=Side.ABOVE if figure else Side.BELOW)
        for figure in (True, False)
    }
