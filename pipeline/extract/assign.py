"""Which pieces of ink belong to which caption: by the side where the document has captions, unless text parts them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from pipeline.extract.captions import Caption
from pipeline.extract.offers import FAR, OTHER_SIDE, OVERLAP, Offer, Side
from pipeline.extract.rescue import prose_figures, serve_the_empty
from pipeline.extract.scene import Piece, Scene
from pipeline.geometry import Box

NEAR = 16.0  # loose text within so many points of a figure (titles, tick labels) belongs to it


def assign(scene: Scene, found: Sequence[Offer], usual: Mapping[bool, Side]) -> dict[int, Box]:
    """For every caption (index) that has a graphic its box; a piece of ink goes to one caption at most."""
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
    serve_the_empty(scene, found, usual[True], result)
    _add_neighbours(scene, found, result)
    _straighten_rows(scene, result)
    _add_text(scene, found, result)
    boxes = {c: Box.around(scene.pieces[p].box for p in pieces) for c, pieces in result.items() if pieces}
    return boxes | prose_figures(scene, boxes, usual[True])


def _straighten_rows(scene: Scene, result: dict[int, list[int]]) -> None:
    """Panels of one row that the caption of the row below took go back to the figure of their row.

    A wide figure over a short caption at its left leaves its right panels open to the next caption in their column.
    """
    for c, pieces in result.items():
        for other, taken in result.items():
            if other == c or not scene.captions[other].is_figure:
                continue
            moved = _same_row(scene, scene.captions[c], pieces, taken)
            if moved and len(moved) < len(taken):
                result[other] = [p for p in taken if p not in moved]
                result[c] = [*result[c], *moved]


def _same_row(scene: Scene, caption: Caption, pieces: Sequence[int], taken: Sequence[int]) -> list[int]:
    """The pieces of another figure that stand exactly in a row with a figure's pieces, above the caption's level."""
    boxes = [scene.pieces[p].box for p in pieces]
    level = caption.box.centre[1]
    moved = []
    for p in taken:
        box = scene.pieces[p].box
        if box.y0 > level:
            continue
        if box.y1 > level or not any(abs(box.y0 - own.y0) < 8 and abs(box.y1 - own.y1) < 8 for own in boxes):
            return []
        moved.append(p)
    return moved


def _one_side(mine: Sequence[Offer], usual: Side, scene: Scene) -> list[int]:
    """A figure stands on one side of its caption: the usual one when anything is there, else the one with more."""
    area: Counter[Side] = Counter()
    for offer in mine:
        area[offer.side] += int(scene.pieces[offer.piece].box.area)
    side = usual if area[usual] > 0 else max(area, key=lambda s: area[s])
    if side is not usual and area[Side.BESIDE] > 0:
        return [offer.piece for offer in mine]  # a tall figure goes on under a caption at its side
    return [offer.piece for offer in mine if offer.side is side]


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
            pieces.extend(new)
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
    return (dx <= NEAR and dy == 0) or (dy <= NEAR and dx == 0 and piece.width <= 1.1 * hull.width)


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
