"""Figures for captions that no graphic fell to: a free picture, text set as a figure, a picture another can spare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.extract.offers import FAR, OTHER_SIDE, Offer, Side, reach_of
from pipeline.extract.scene import Scene
from pipeline.geometry import Box

TEXT_GAP = 26.0  # loose text within this distance of a caption may be the figure
MANY_EMPTY = 3  # so many captions without a graphic on a page are a list of captions
MOST_ROWS = 25  # a figure of running text has at most so many rows


def serve_the_empty(scene: Scene, found: Sequence[Offer], usual: Side, result: dict[int, list[int]]) -> None:
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
    """For a figure of text alone: loose text near the caption on the usual side, up to a wider gap."""
    used = {p for pieces in result.values() for p in pieces}
    near = sorted((o for o in mine if o.side is usual and o.piece not in used), key=lambda offer: offer.gap)
    chosen: list[int] = []
    for offer in near:
        if offer.gap > TEXT_GAP * (len(chosen) + 1):
            break
        chosen.append(offer.piece)
    high_enough = chosen and Box.around(scene.pieces[p].box for p in chosen).height > 1.5 * scene.style.size
    return chosen if high_enough else []


def _spared(scene: Scene, mine: Sequence[Offer], usual: Side, result: Mapping[int, Sequence[int]]) -> list[int]:
    """The nearest piece of a figure that has others, when it stands right at this caption."""
    spare = {p for pieces in result.values() if len(pieces) > 1 for p in pieces}
    near = [o for o in mine if o.piece in spare and scene.pieces[o.piece].graphic and o.gap < TEXT_GAP]
    near = [o for o in near if o.side is usual] or near
    return [min(near, key=lambda offer: offer.gap).piece] if near else []


def prose_figures(scene: Scene, boxes: Mapping[int, Box], usual: Side) -> dict[int, Box]:
    """Boxes of figures that are running text alone: a short block at the caption, parted from the text beyond."""
    empty = [c for c, caption in enumerate(scene.captions) if caption.is_figure and c not in boxes]
    if len(empty) >= MANY_EMPTY or usual is Side.BESIDE:
        return {}
    found = {c: _block_at(scene, c, usual) for c in empty}
    return {c: box for c, box in found.items() if box is not None}


def _block_at(scene: Scene, index: int, side: Side) -> Box | None:
    """The block of rows nearest to a caption on one side, None when it is not set apart."""
    caption = scene.captions[index].box
    low, high = reach_of(scene.captions[index], scene)
    others = [c.box for i, c in enumerate(scene.captions) if i != index]
    column = [wall for wall in (*scene.walls, *others) if wall.x0 < high and wall.x1 > low]
    if side is Side.ABOVE:
        ordered = sorted((w for w in column if w.y1 <= caption.y0 + 2), key=lambda wall: -wall.y1)
    else:
        ordered = sorted((w for w in column if w.y0 >= caption.y1 - 2), key=lambda wall: wall.y0)
    block: list[Box] = []
    edge = caption
    for wall in ordered:
        gap = max(edge.y0 - wall.y1, wall.y0 - edge.y1)
        if gap > (0.9 * scene.style.size if block else TEXT_GAP):
            break
        block.append(wall)
        edge = wall
    if not 2 <= len(block) <= MOST_ROWS or any(box in others for box in block):
        return None
    found = Box.around(block)
    apart = len(block) == len(ordered) or (found.x0 > low + 4 and found.x1 < high - 4)
    return found if apart else None
