"""What the pointer hits at any zoom, and how every box can be reached."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.boxes.edits import Edge
from auditor.boxes.hit import hits, next_hit, part_at
from pipeline.geometry import Box

BIG = Box(100, 100, 500, 400)
SMALL = Box(200, 200, 260, 250)


@pytest.mark.parametrize("scale", [0.1, 1.0, 16.0])
@pytest.mark.parametrize(
    ("across", "down", "part"),
    [
        (0, 0, Edge.LEFT | Edge.TOP),
        (1, 0, Edge.RIGHT | Edge.TOP),
        (0, 1, Edge.LEFT | Edge.BOTTOM),
        (1, 1, Edge.RIGHT | Edge.BOTTOM),
        (0.5, 0, Edge.TOP),
        (0.5, 1, Edge.BOTTOM),
        (0, 0.5, Edge.LEFT),
        (1, 0.5, Edge.RIGHT),
        (0.5, 0.5, Edge.NONE),
    ],
)
def test_edges_and_corners_are_hit_where_they_are_drawn_at_any_zoom(
    scale: float, across: float, down: float, part: Edge | None
):
    box = Box(1000, 2000, 3000, 3000)
    point = (box.x0 + across * box.width, box.y0 + down * box.height)
    assert part_at(box, point, scale) is part


def test_edges_reach_six_screen_pixels_to_either_side_and_corners_twelve_along_them():
    scale = 2.0
    assert part_at(BIG, (100 - 2.9, 250), scale) is Edge.LEFT
    assert part_at(BIG, (100 + 2.9, 250), scale) is Edge.LEFT
    assert part_at(BIG, (100 + 3.1, 250), scale) is Edge.NONE
    assert part_at(BIG, (100 - 3.1, 250), scale) is None
    assert part_at(BIG, (100, 100 + 5.9), scale) is Edge.LEFT | Edge.TOP
    assert part_at(BIG, (100, 100 + 6.1), scale) is Edge.LEFT


@given(st.floats(1, 60), st.floats(1, 60), st.floats(0.05, 20))
def test_the_middle_of_a_box_however_small_means_move(width: float, height: float, scale: float):
    box = Box(50, 60, 50 + width, 60 + height)
    assert part_at(box, box.centre, scale) is Edge.NONE


@pytest.mark.parametrize("boxes", [[BIG, SMALL], [SMALL, BIG]])
def test_the_smallest_box_comes_first_and_clicking_again_goes_through_all(boxes: list[Box]):
    found = hits(boxes, (230, 225), 1.0)
    small, big = boxes.index(SMALL), boxes.index(BIG)
    assert [hit.at for hit in found] == [small, big]
    first = next_hit(found, None)
    second = next_hit(found, first)
    assert (first, second, next_hit(found, second)) == (small, big, small)


@given(
    st.lists(st.tuples(*[st.integers(0, 300)] * 2, *[st.integers(1, 200)] * 2), min_size=1, max_size=12),
    st.data(),
)
def test_every_box_under_the_pointer_is_reached_by_clicking_on(
    specs: list[tuple[int, int, int, int]], data: st.DataObject
):
    boxes = [Box(x, y, x + width, y + height) for x, y, width, height in specs]
    aim = data.draw(st.sampled_from(boxes))
    found = hits(boxes, aim.centre, 1.0)
    selected, reached = None, set()
    for _ in found:
        selected = next_hit(found, selected)
        reached.add(selected)
    assert reached == {hit.at for hit in found} >= {boxes.index(aim)}


def test_beside_all_boxes_nothing_is_hit():
    assert not hits([BIG, SMALL], (50, 50), 1.0)
    assert next_hit([], 1) is None
