"""Which pieces of ink belong to which caption: by the side where the document has captions, unless text parts them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pipeline.extract.captions import Caption
from pipeline.extract.scene import Piece, Scene
from pipeline.geometry import Box

OVERLAP = 5.0  # a figure may reach this far into its caption's box
OTHER_SIDE = 70.0  # what it costs, in points of distance, to stand on the document's less usual side
FAR = 300.0
TEXT_GAP = 26.0  # loose text within this distance of a caption may be the figure
MANY_EMPTY = 3  # so many captions without a graphic on a page are a list of captions


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
    """The x range in which a caption's figure begins: its column, or the whole text when it crosses columns."""
    style, box = scene.style, caption.box
    column = style.column_of(box)
    if column is not None:
        return min(column[0], box.x0), max(column[1], box.x1)
    if style.edges:
        return min(*style.edges, box.x0), max(max(style.edges) + style.column, box.x1)
    return box.x0, box.x1


def _side(piece: Box, caption: Box, reach: tuple[float, float], scene: Scene) -> tuple[Side | None, float]:
    across = min(piece.x1, reach[1]) - max(piece.x0, reach[0])
    if across > 0.25 * min(piece.width, reach[1] - reach[0]):
        if piece.y1 <= caption.y0 + OVERLAP:
            return Side.ABOVE, max(0.0, caption.y0 - piece.y1)
        if piece.y0 >= caption.y1 - OVERLAP:
            return Side.BELOW, max(0.0, piece.y0 - caption.y1)
    shared = min(piece.y1, caption.y1) - max(piece.y0, caption.y0)
    gap = max(piece.x0 - caption.x1, caption.x0 - piece.x1)
    if shared >= 0.6 * min(piece.height, caption.height) and -2 <= gap < 60 and _same_column(piece, caption, scene):
        return Side.BESIDE, max(0.0, gap)
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


def assign(scene: Scene, found: Sequence[Offer], usual: Mapping[bool, Side]) -> dict[int, list[int]]:
    """For every caption (index) the pieces it takes; a piece goes to one caption at most."""
    taken: dict[int, tuple[float, Offer]] = {}
    for offer in found:
        caption, piece = scene.captions[offer.caption], scene.pieces[offer.piece]
        if (not piece.graphic and caption.is_figure) or offer.gap > FAR:
            continue
        cost = offer.gap + (0.0 if offer.side is usual[caption.is_figure] else OTHER_SIDE)
        if offer.piece not in taken or cost < taken[offer.piece][0]:
            taken[offer.piece] = (cost, offer)
    by_caption: dict[int, list[Offer]] = defaultdict(list)
    for _, offer in taken.values():
        by_caption[offer.caption].append(offer)
    result = {c: _one_side(mine, usual[scene.captions[c].is_figure], scene) for c, mine in by_caption.items()}
    _serve_the_empty(scene, found, usual[True], result)
    _add_neighbours(scene, found, result)
    _add_text(scene, found, result)
    return result


def _one_side(mine: Sequence[Offer], usual: Side, scene: Scene) -> list[int]:
    """A figure stands on one side of its caption: the usual one when anything is there, else the one with more."""
    area: Counter[Side] = Counter()
    for offer in mine:
        area[offer.side] += int(scene.pieces[offer.piece].box.area)
    side = usual if area[usual] > 0 else max(area, key=lambda s: area[s])
    return [offer.piece for offer in mine if offer.side is side]


def _serve_the_empty(scene: Scene, found: Sequence[Offer], usual: Side, result: dict[int, list[int]]) -> None:
    """A figure caption left without a piece takes a free one, else loose text, else one its taker can spare."""
    empty = [c for c, caption in enumerate(scene.captions) if caption.is_figure and not result.get(c)]
    for take in (_free, _loose_text, _spared):
        for c in list(empty):
            if take is _loose_text and len(empty) >= MANY_EMPTY:
                continue
            chosen = take(scene, [offer for offer in found if offer.caption == c], usual, result)
            if chosen:
                for taker, pieces in result.items():
                    result[taker] = [p for p in pieces if p not in chosen]
                result[c] = chosen
                empty.remove(c)


def _free(scene: Scene, mine: Sequence[Offer], usual: Side, result: Mapping[int, Sequence[int]]) -> list[int]:
    """Graphic pieces that nobody took, on the side of the nearest one."""
    used = {p for pieces in result.values() for p in pieces}
    free = [o for o in mine if o.piece not in used and scene.pieces[o.piece].graphic and o.gap < FAR]
    if not free:
        return []
    side = min(free, key=lambda offer: offer.gap + (0.0 if offer.side is usual else OTHER_SIDE)).side
    return [o.piece for o in free if o.side is side]


def _loose_text(scene: Scene, mine: Sequence[Offer], usual: Side, result: Mapping[int, Sequence[int]]) -> list[int]:
    """For a figure of text alone: loose text near the caption, on the usual side first, up to a wider gap."""
    used = {p for pieces in result.values() for p in pieces}
    sides = [usual, *(side for side in (Side.ABOVE, Side.BELOW) if side is not usual)]
    for side in sides:
        near = sorted((o for o in mine if o.side is side and o.piece not in used), key=lambda offer: offer.gap)
        chosen: list[int] = []
        for offer in near:
            if offer.gap > TEXT_GAP * (len(chosen) + 1):
                break
            chosen.append(offer.piece)
        if chosen and Box.around(scene.pieces[p].box for p in chosen).height > 1.5 * scene.style.size:
            return chosen
    return []


def _spared(scene: Scene, mine: Sequence[Offer], usual: Side, result: Mapping[int, Sequence[int]]) -> list[int]:
    """The nearest piece of a figure that has others, when it stands right at this caption."""
    spare = {p for pieces in result.values() if len(pieces) > 1 for p in pieces}
    near = [o for o in mine if o.piece in spare and scene.pieces[o.piece].graphic and o.gap < TEXT_GAP]
    near = [o for o in near if o.side is usual] or near
    return [min(near, key=lambda offer: offer.gap).piece] if near else []


def _add_neighbours(scene: Scene, found: Sequence[Offer], result: dict[int, list[int]]) -> None:
    """Free graphic pieces next to a figure's pieces join it when no text parts them.

    Beside any figure (a panel in the next column); above and below one whose caption stands at its side.
    """
    at_side = {o.caption for o in found if o.side is Side.BESIDE and o.piece in result.get(o.caption, ())}
    changed = True
    while changed:
        changed = False
        used = {p for pieces in result.values() for p in pieces}
        for p, piece in enumerate(scene.pieces):
            if p in used or not piece.graphic:
                continue
            near = []
            for c, pieces in result.items():
                others = [scene.pieces[q] for q in pieces]
                gaps = [_gap_beside(piece, others, scene), _gap_over(piece, others, scene) if c in at_side else None]
                near += [(gap, c) for gap in gaps if gap is not None]
            if near:
                result[min(near)[1]].append(p)
                changed = True


def _gap_over(piece: Piece, others: Sequence[Piece], scene: Scene) -> float | None:
    """The distance to the nearest piece above or below in one column with nothing between."""
    gaps = []
    for other in others:
        shared = min(piece.box.x1, other.box.x1) - max(piece.box.x0, other.box.x0)
        gap = max(piece.box.y0 - other.box.y1, other.box.y0 - piece.box.y1)
        if shared < 0.5 * min(piece.box.width, other.box.width) or gap > 40:
            continue
        hull = piece.box.union(other.box)
        if not any(hull.contains(wall, slack=2) for wall in scene.walls) and not _holds_caption(hull, scene):
            gaps.append(gap)
    return min(gaps, default=None)


def _holds_caption(hull: Box, scene: Scene) -> bool:
    return any(hull.overlaps(caption.box) for caption in scene.captions)


def _gap_beside(piece: Piece, others: Sequence[Piece], scene: Scene) -> float | None:
    best = None
    for other in others:
        shared = min(piece.box.y1, other.box.y1) - max(piece.box.y0, other.box.y0)
        gap = max(piece.box.x0 - other.box.x1, other.box.x0 - piece.box.x1)
        if shared < 0.6 * min(piece.box.height, other.box.height) or gap > 45:
            continue
        hull = piece.box.union(other.box)
        if any(hull.contains(wall, slack=2) for wall in scene.walls) or any(
            hull.overlaps(c.box) for c in scene.captions
        ):
            continue
        best = gap if best is None else min(best, gap)
    return best


def _add_text(scene: Scene, found: Sequence[Offer], result: dict[int, list[int]]) -> None:
    """Loose text joins the figure it is nearest to: between figure and caption, or right beside the figure."""
    for c, pieces in result.items():
        if not scene.captions[c].is_figure or not pieces:
            continue
        own = {o.piece: o.side for o in found if o.caption == c}
        changed = True
        while changed:
            used = {p for taken in result.values() for p in taken}
            hull = Box.around(scene.pieces[p].box for p in pieces)
            new = [
                p
                for p, piece in enumerate(scene.pieces)
                if p not in used and _joins(piece.box, hull, scene.captions[c].box, own.get(p), scene)
            ]
            pieces += new
            changed = bool(new)


def _joins(piece: Box, hull: Box, caption: Box, side: Side | None, scene: Scene) -> bool:
    whole = hull.union(piece)
    if any(whole.contains(wall, slack=1) and not hull.contains(wall, slack=1) for wall in scene.walls):
        return False
    if hull.contains(piece, slack=2):
        return True
    if side is not None and min(piece.x1, hull.x1) - max(piece.x0, hull.x0) > 0:
        between = hull.y1 <= piece.y0 and piece.y1 <= caption.y0 + OVERLAP
        between = between or (piece.y1 <= hull.y0 and piece.y0 >= caption.y1 - OVERLAP)
        if between and (piece.x0 >= hull.x0 - 40 and piece.x1 <= hull.x1 + 40):
            return True
    dx = max(piece.x0 - hull.x1, hull.x0 - piece.x1, 0.0)
    dy = max(piece.y0 - hull.y1, hull.y0 - piece.y1, 0.0)
    if piece.y0 >= hull.y0 - 2 and piece.y1 <= hull.y1 + 2 and dx <= 40 and scene.style.column_of(whole) is not None:
        return True  # a further column of a table that is the figure
    return (dx <= 14 and dy == 0) or (dy <= 12 and dx == 0 and piece.width <= 1.1 * hull.width)
