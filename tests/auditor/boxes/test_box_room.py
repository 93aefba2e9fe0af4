"""A box made without a pointer goes where there is room."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from auditor.boxes.free import LEAST_ROOM, largest_free
from pipeline.geometry import Box

SIZE = (400, 300)


def test_an_empty_figure_is_all_room():
    assert largest_free([], SIZE) == Box(0, 0, 400, 300)


def test_the_room_beside_a_box_is_found():
    assert largest_free([Box(0, 0, 150, 300)], SIZE) == Box(150, 0, 400, 300)
    assert largest_free([Box(0, 0, 200, 140), Box(210, 0, 400, 140), Box(0, 150, 200, 300)], SIZE) == Box(
        200, 140, 400, 300
    )


def test_a_full_figure_gives_its_middle():
    assert largest_free([Box(0, 0, 400, 300)], SIZE) == Box(100, 75, 300, 225)


@given(st.lists(st.tuples(*[st.integers(0, 250)] * 2, *[st.integers(1, 150)] * 2), max_size=12))
def test_the_room_lies_inside_and_meets_no_box(specs: list[tuple[int, int, int, int]]):
    boxes = [Box(x, y, min(400, x + width), min(300, y + height)) for x, y, width, height in specs]
    found = largest_free(boxes, SIZE)
    assert Box(0, 0, *SIZE).contains(found)
    if found != Box(100, 75, 300, 225):
        assert not any(found.overlaps(box) for box in boxes)
        assert min(found.width, found.height) >= LEAST_ROOM
