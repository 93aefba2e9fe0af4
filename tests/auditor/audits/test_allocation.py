from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.audits.allocation import (
    BY_HAND,
    EQUAL,
    PROPORTIONAL,
    Allocation,
    allocate,
    best_lower_bound,
    design_remarks,
    items_needed,
    least_share,
    parse_allocation,
)
from auditor.statistics.proportions import wilson_interval
from auditor.statistics.stratified import Stratum, stratified_score_interval
from pipeline.errors import UsageError

PATHS = ["unanimous", "majority", "minority", "consensus"]
SIZES = [46_524, 3_645, 1_865, 5_066]  # the four paths of DiagramBank, STATISTICS section 2


def test_proportional_with_the_floor_of_thirty_on_the_four_paths():
    assert least_share(500, 4) == 30
    # 470 items are left for 55,235 figures: 395.87, 31.02 and 43.11; the largest remainder takes the one that is over.
    assert allocate(Allocation(), PATHS, SIZES, 500) == [396, 31, 30, 43]


def test_largest_remainder_gives_the_rest_to_the_largest_fractions():
    assert allocate(Allocation(), list("abc"), [50, 30, 20], 9) == [4, 3, 2]  # 4.5, 2.7, 1.8: the rest goes to b and c


def test_equal_shares_stop_at_the_size_of_a_stratum():
    assert allocate(Allocation(EQUAL), list("abc"), [3, 100, 100], 43) == [3, 20, 20]


def test_a_census_takes_everything():
    for rule in (PROPORTIONAL, EQUAL):
        assert allocate(Allocation(rule), list("abc"), [3, 1, 7], 11) == [3, 1, 7]


def test_small_samples_still_reach_every_stratum():
    assert allocate(Allocation(), list("abc"), [1000, 2, 1], 3) == [1, 1, 1]
    assert allocate(Allocation(), list("abc"), [1000, 2, 1], 12) == [9, 2, 1]


@given(st.lists(st.integers(1, 5000), min_size=1, max_size=12), st.data(), st.sampled_from([PROPORTIONAL, EQUAL]))
def test_shares_add_up_and_stay_between_floor_and_stratum(sizes: list[int], data: st.DataObject, rule: str):
    size = data.draw(st.integers(len(sizes), sum(sizes)))
    took = allocate(Allocation(rule), [str(at) for at in range(len(sizes))], sizes, size)
    assert sum(took) == size
    least = least_share(size, len(sizes))
    assert all(min(least, stratum) <= n <= stratum for n, stratum in zip(took, sizes, strict=True))
    free = [(n, s) for n, s in zip(took, sizes, strict=True) if min(least, s) < n < s]
    if rule == PROPORTIONAL and len(free) > 1:
        ratio = sum(n for n, _ in free) / sum(s for _, s in free)
        assert all(abs(n - ratio * s) <= len(sizes) for n, s in free)


@pytest.mark.parametrize(
    ("size", "told"), [(0, "at least one"), (12, "above the population of 11"), (2, "leaves some of the 3 strata")]
)
def test_a_size_that_cannot_be_met_is_refused(size: int, told: str):
    with pytest.raises(UsageError, match=told):
        allocate(Allocation(), list("abc"), [3, 1, 7], size)


@pytest.mark.parametrize(
    "text",
    ["ICLR / [0.5, 0.7)=30, ICLR / [0.7, 1]=20", '{"ICLR / [0.5, 0.7)": 30, "ICLR / [0.7, 1]": 20}'],
)
def test_numbers_by_hand_are_read_from_pairs_and_json(text: str):
    allocation = parse_allocation(text)
    assert allocation == Allocation(BY_HAND, {"ICLR / [0.5, 0.7)": 30, "ICLR / [0.7, 1]": 20})
    assert allocate(allocation, list(allocation.by_hand), [40, 20], 50) == [30, 20]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("neyman", "cannot read 'neyman'"),
        ("a=1,b", r"cannot read 'b' \(column 5\)"),
        ("a=1,a=2", "stands twice"),
        ("", "empty"),
        ("{", "not JSON at column 2"),
        ('{"a": 1.5}', "whole number"),
        ('{"a": true}', "whole number"),
        ('{"a": -1}', "whole number"),
    ],
)
def test_an_allocation_that_cannot_be_read_is_named(text: str, told: str):
    with pytest.raises(UsageError, match=told):
        parse_allocation(text)


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ({"a": 1}, "no number for b"),
        ({"a": 1, "b": 1, "c": 1}, "no such stratum: c"),
        ({"a": 4, "b": 1}, "a has 3 figures, fewer than 4"),
        ({"a": 1, "b": 1}, "add up to 2, not to the size 3"),
    ],
)
def test_numbers_by_hand_must_fit_the_strata(numbers: dict[str, int], told: str):
    with pytest.raises(UsageError, match=told):
        allocate(Allocation(BY_HAND, numbers), ["a", "b"], [3, 9], 3)


def test_the_best_lower_limit_is_that_of_the_stratum_with_the_heaviest_item():
    sizes, sampled = [40_000, 8_000, 4_000, 2_500, 1_600, 1_000], [84, 84, 83, 83, 83, 83]
    bound, worst = best_lower_bound(sizes, sampled)
    strata = [Stratum(str(size), size, took, took) for size, took in zip(sizes, sampled, strict=True)]
    assert (worst, bound) == (0, stratified_score_interval(strata).lower), "what the report would give"
    assert best_lower_bound([100], [60])[0] == wilson_interval(60, 60, population=100).lower
    assert best_lower_bound([3, 4], [3, 4])[0] == 1.0


def test_remarks_name_what_spoils_a_design():
    assert "gets no item" in design_remarks(["a", "b"], [10, 10], [5, 0])[0]
    equal = design_remarks(PATHS, SIZES, [50, 50, 50, 50])
    assert "stratum unanimous is 81.5% of the population and gives 50 items" in equal[1]
    assert "takes about 308 of them there" in equal[1]
    assert "the sample is small" in design_remarks(["a", "b"], [500, 500], [30, 30])[1]
    assert "takes about 276 items in proportion" in design_remarks(["a", "b"], [500, 500], [30, 30])[1]
    assert len(design_remarks(["a"], [5000], [400])) == 1


@pytest.mark.parametrize("size", [5, 12, 40, 100, 2000])
def test_the_remark_asks_for_what_is_enough_and_there(size: int):
    needed = items_needed(size, 1)
    assert needed <= size
    enough = wilson_interval(needed, needed, population=size).lower
    assert enough is not None
    assert enough >= 0.99
    less = wilson_interval(needed - 1, needed - 1, population=size).lower
    assert less is not None
    assert less < 0.99
    if needed == size:
        assert f"takes a census, all {size} figures" in design_remarks(["a"], [size], [2])[1]


def test_a_census_promises_no_limit():
    assert design_remarks(["a", "b"], [2, 14], [2, 14]) == [
        "every figure is drawn: if no error turns up, there is none"
    ]


@pytest.mark.parametrize(("size", "sampled"), [(5000, 400), (42, 30), (99, 98)])
def test_the_best_case_is_said_plainly_and_never_better_than_it_is(size: int, sampled: int):
    told = design_remarks(["a"], [size], [sampled])[0]
    said = re.fullmatch(r"if no error turns up, this design can still say “at least ([\d.]+) %”, with 95 % .+", told)
    assert said
    assert 0 <= 100 * best_lower_bound([size], [sampled])[0] - float(said[1]) < 0.1
