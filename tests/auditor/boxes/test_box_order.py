"""Panels are read row by row, and a new one is offered the letter it most likely has."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.boxes.order import next_letter, reading_order
from auditor.boxes.panels import Panel
from pipeline.geometry import Box


def grid(columns: int, rows: int) -> list[Box]:
    return [Box(x * 110, y * 90, x * 110 + 100, y * 90 + 80) for y in range(rows) for x in range(columns)]


@given(st.integers(1, 6), st.integers(1, 6), st.randoms(use_true_random=False))
def test_a_grid_is_read_row_by_row_whatever_was_drawn_first(columns: int, rows: int, random: Random):
    boxes = grid(columns, rows)
    mixed = list(range(len(boxes)))
    random.shuffle(mixed)
    assert [mixed[at] for at in reading_order([boxes[at] for at in mixed])] == list(range(len(boxes)))


def test_a_tall_panel_comes_before_those_stacked_at_its_right():
    tall, above, below = Box(0, 0, 100, 200), Box(112, 2, 200, 95), Box(108, 105, 200, 198)
    assert reading_order([below, above, tall]) == [2, 1, 0]


def test_rows_that_are_not_quite_level_are_still_rows():
    assert reading_order([Box(110, 0, 210, 100), Box(0, 8, 100, 104), Box(0, 100, 100, 200)]) == [1, 0, 2]


@given(st.lists(st.tuples(*[st.integers(0, 300)] * 2, *[st.integers(1, 200)] * 2), max_size=30))
def test_every_box_is_read_once(specs: list[tuple[int, int, int, int]]):
    boxes = [Box(x, y, x + width, y + height) for x, y, width, height in specs]
    assert sorted(reading_order(boxes)) == list(range(len(boxes)))


@pytest.mark.parametrize(("taken", "expected"), [({}, "a"), ({0: "a"}, "b"), ({0: "a", 2: "d"}, "b"), ({2: "a"}, "b")])
def test_the_next_free_letter_follows_the_panel_read_before(taken: dict[int, str], expected: str):
    boxes = grid(3, 1)
    panels = [Panel(boxes[at], letter) for at, letter in taken.items()]
    assert next_letter(panels, boxes[1]) == expected


def test_a_gap_between_two_letters_is_filled():
    boxes = grid(3, 1)
    assert next_letter([Panel(boxes[0], "b"), Panel(boxes[2], "d")], boxes[1]) == "c"


def test_after_z_comes_aa():
    boxes = grid(27, 1)
    panels = [Panel(box, chr(ord("a") + at)) for at, box in enumerate(boxes[:26])]
    assert next_letter(panels, boxes[26]) == "aa"
