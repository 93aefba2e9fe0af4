"""Zoom and place of a figure: the point under the pointer stays, nothing gets lost, nothing lies between two pixels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.ui.canvas.view import KEPT, LADDER, LEAST, MOST, View, ViewState

SIDES = st.integers(1, 45_000)
ROOMS = st.tuples(st.integers(40, 4_000), st.integers(40, 3_000))


def view_of(figure: tuple[int, int], viewport: tuple[int, int], margin: int = 0, natural: float = 1.0) -> View:
    view = View()
    view.resize(viewport, margin=margin, natural=natural)
    view.show(figure)
    return view


@given(st.tuples(SIDES, SIDES), ROOMS, st.integers(0, 32))
def test_a_fitted_figure_is_seen_whole_and_in_the_middle(figure: tuple[int, int], room: tuple[int, int], margin: int):
    view = view_of(figure, room, margin)
    width, height = view.whole
    assert width <= max(1, room[0] - 2 * margin) + 1
    assert height <= max(1, room[1] - 2 * margin) + 1
    assert abs(2 * view.left + width - room[0]) <= 2
    assert abs(2 * view.top + height - room[1]) <= 2
    assert view.scale <= 1


def test_a_small_figure_is_not_blown_up_beyond_its_natural_size():
    assert view_of((100, 80), (800, 600)).scale == 1
    assert view_of((100, 80), (1600, 1200), natural=2.0).scale == 2


@given(st.tuples(SIDES, SIDES), ROOMS, st.floats(0, 1), st.floats(0, 1), st.sampled_from(LADDER))
def test_what_lies_under_the_pointer_stays_there(
    figure: tuple[int, int], room: tuple[int, int], across: float, down: float, scale: float
):
    view = view_of(figure, room)
    view.zoom_to(1.0)
    width, height = view.whole
    at = (  # a point of the screen that shows the figure
        max(0, view.left) + across * (min(room[0], view.left + width) - max(0, view.left)),
        max(0, view.top) + down * (min(room[1], view.top + height) - max(0, view.top)),
    )
    before = view.to_figure(*at)
    view.zoom_to(scale, at)
    if min(view.whole) > 2 * KEPT and all(KEPT < place < side - KEPT for place, side in zip(at, room, strict=True)):
        after = view.to_device(*before)
        assert after == pytest.approx(at, abs=0.51)


@given(st.tuples(SIDES, SIDES), ROOMS, st.floats(-1e5, 1e5), st.floats(-1e5, 1e5), st.sampled_from(LADDER))
def test_no_pan_moves_the_figure_out_of_sight(
    figure: tuple[int, int], room: tuple[int, int], across: float, down: float, scale: float
):
    view = view_of(figure, room)
    view.zoom_to(scale)
    view.pan(across, down)
    _left, _top, width, height = view.visible()
    assert width >= min(KEPT, view.whole[0], room[0] // 2)
    assert height >= min(KEPT, view.whole[1], room[1] // 2)


@given(st.tuples(SIDES, SIDES), ROOMS, st.floats(-100, 45_000), st.floats(-100, 45_000), st.sampled_from(LADDER))
def test_there_and_back_is_the_same_point(
    figure: tuple[int, int], room: tuple[int, int], x: float, y: float, scale: float
):
    view = view_of(figure, room)
    view.zoom_to(scale)
    assert view.to_figure(*view.to_device(x, y)) == pytest.approx((x, y), abs=1e-6)


def test_steps_go_up_and_down_the_ladder_and_end():
    view = view_of((1000, 1000), (300, 300))
    seen = []
    for _ in range(40):
        view.step(larger=True)
        seen.append(view.scale)
    assert seen[-1] == MOST
    assert 1.0 in seen
    for _ in range(60):
        view.step(larger=False)
    assert view.scale == LEAST


def test_smaller_never_makes_a_very_large_figure_larger():
    view = view_of((45_000, 300), (400, 300))
    assert view.scale < LADDER[0]
    before = view.scale
    view.step(larger=False)
    assert view.scale == before
    view.step(larger=True)
    assert view.scale == LADDER[0]
    view.step(larger=False)
    assert view.scale <= LADDER[0]


def test_the_wheel_stops_where_pixels_are_exact():
    view = view_of((1000, 1000), (300, 300))
    view.zoom_to(0.9)
    view.turn(1.25, (150, 150))
    assert view.scale == 1.0
    view.turn(1.25, (150, 150))
    assert view.scale == 1.25
    view.turn(0.5, (150, 150))
    assert view.scale == 1.0


def test_a_fitted_figure_stays_fitted_in_another_window():
    view = view_of((1000, 500), (500, 500))
    view.resize((250, 250), margin=0, natural=1.0)
    assert view.scale == 0.25
    assert view.fitted


def test_a_zoomed_figure_keeps_its_middle_in_another_window():
    view = view_of((1000, 500), (500, 500))
    view.zoom_to(2.0)
    before = view.state()
    view.resize((300, 200), margin=0, natural=1.0)
    assert view.state() == before


def test_a_view_comes_back_as_it_was_left():
    view = view_of((1000, 500), (500, 300))
    view.zoom_to(3.0, (100, 100))
    view.pan(-40, 25)
    left = view.state()
    view.show((70, 90))
    view.show((1000, 500))
    view.restore(left)
    assert view.state() == left
    view.restore(ViewState())
    assert view.fitted
