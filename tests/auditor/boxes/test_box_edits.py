"""Edits keep boxes inside the image, with area, and with their size when they only move."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.boxes.edits import LEAST, Edge, drawn, edge_value, moved, nudged, resized
from pipeline.geometry import Box

SIZES = st.tuples(st.integers(1, 4000), st.integers(1, 4000))
CORNERS = [Edge.LEFT | Edge.TOP, Edge.RIGHT | Edge.TOP, Edge.LEFT | Edge.BOTTOM, Edge.RIGHT | Edge.BOTTOM]
SIDES = [Edge.LEFT, Edge.TOP, Edge.RIGHT, Edge.BOTTOM]
STEPS = st.floats(-5000, 5000, allow_nan=False)


@st.composite
def boxes_in_images(draw: st.DrawFn) -> tuple[Box, tuple[int, int]]:
    """A box of whole or broken pixels inside an image."""
    width, height = draw(SIZES)
    x0 = draw(st.floats(0, width - 1))
    y0 = draw(st.floats(0, height - 1))
    x1 = draw(st.floats(min(x0 + 1, width), width))
    y1 = draw(st.floats(min(y0 + 1, height), height))
    return Box(x0, y0, x1, y1), (width, height)


def inside(box: Box, size: tuple[int, int]) -> bool:
    return box.x0 >= 0 and box.y0 >= 0 and box.x1 <= size[0] and box.y1 <= size[1]


@given(boxes_in_images(), STEPS, STEPS)
def test_a_move_stops_at_the_border_and_keeps_the_size(case: tuple[Box, tuple[int, int]], dx: float, dy: float):
    box, size = case
    after = moved(box, dx, dy, size)
    assert after.width == pytest.approx(box.width, abs=1e-6)
    assert after.height == pytest.approx(box.height, abs=1e-6)
    assert after.x0 >= -1e-6
    assert after.y0 >= -1e-6
    assert after.x1 <= size[0] + 1e-6
    assert after.y1 <= size[1] + 1e-6


@given(boxes_in_images(), st.sampled_from(SIDES + CORNERS), STEPS, STEPS)
def test_a_resize_leaves_a_box_with_area_inside_the_image(
    case: tuple[Box, tuple[int, int]], edges: Edge, dx: float, dy: float
):
    box, size = case
    after = resized(box, edges, (dx, dy), size)
    assert inside(after, size)
    assert after.width >= LEAST - 1e-9
    assert after.height >= LEAST - 1e-9


@given(boxes_in_images(), st.sampled_from(SIDES), st.integers(-50, 50))
def test_a_nudge_moves_one_edge_and_never_past_the_opposite_one(
    case: tuple[Box, tuple[int, int]], edge: Edge, step: int
):
    box, size = case
    after = nudged(box, edge, step, size)
    assert inside(after, size)
    assert after.x1 > after.x0
    assert after.y1 > after.y0
    assert [other for other in SIDES if edge_value(after, other) != edge_value(box, other)] in ([], [edge])


@pytest.mark.parametrize("end", [(300, 200), (100, 200), (300, 40), (100, 40)])
def test_a_box_drawn_in_any_direction_is_the_one_between_the_points(end: tuple[int, int]):
    assert drawn((200, 100), end, (1000, 1000)) == Box(
        min(200, end[0]), min(100, end[1]), max(200, end[0]), max(100, end[1])
    )


def test_a_drawn_box_is_cut_to_the_image():
    assert drawn((-30, 50.4), (2000, 90.6), (640, 480)) == Box(0, 50, 640, 91)


def test_a_full_image_box_is_possible():
    assert drawn((0, 0), (640, 480), (640, 480)) == Box(0, 0, 640, 480)


def test_the_smallest_box_is_a_pixel_even_at_the_border():
    assert drawn((640, 480), (640, 480), (640, 480)) == Box(639, 479, 640, 480)
    assert drawn((0, 0), (0.2, 0.2), (640, 480)) == Box(0, 0, 1, 1)


def test_a_handle_dragged_past_the_opposite_side_turns_the_box_over():
    assert resized(Box(100, 100, 200, 200), Edge.LEFT, (150, 0), (640, 480)) == Box(200, 100, 250, 200)
    assert resized(Box(100, 100, 200, 200), Edge.RIGHT | Edge.BOTTOM, (-150, -180), (640, 480)) == Box(50, 20, 100, 100)


@pytest.mark.parametrize(
    ("step", "corner"), [((-1, 0), (0, 30)), ((1, 0), (70, 30)), ((0, -1), (40, 0)), ((0, 1), (40, 50))]
)
def test_an_arrow_held_at_the_border_keeps_the_box_whole(step: tuple[int, int], corner: tuple[int, int]):
    box = Box(40, 30, 70, 60)
    for _ in range(200):
        box = moved(box, *step, (100, 80))
    assert box == Box(*corner, corner[0] + 30, corner[1] + 30)
