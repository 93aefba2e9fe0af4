from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.audits.sampling import Lottery, overlap_size, share_out

KEYS = [f"f_{number:016x}" for number in range(400)]
LOTTERY = Lottery(7, "c_0123456789abcdef")


def plain(purpose: str, key: str) -> str:
    return hashlib.sha256(f"7|c_0123456789abcdef|{purpose}|{key}".encode()).hexdigest()


def test_the_draw_is_the_smallest_sha256_of_seed_campaign_purpose_figure():
    drawn = [KEYS[at] for at in LOTTERY.smallest("draw", KEYS, 20)]
    assert drawn == sorted(KEYS, key=lambda key: plain("draw", key))[:20]


def test_a_draw_does_not_depend_on_the_order_of_the_rows():
    backwards = KEYS[::-1]
    assert [KEYS[at] for at in LOTTERY.smallest("draw", KEYS, 50)] == [
        backwards[at] for at in LOTTERY.smallest("draw", backwards, 50)
    ]


def test_an_order_is_that_of_the_auditors_own_digests():
    assert LOTTERY.order("first", KEYS) == sorted(KEYS, key=lambda key: plain("first", key))
    assert LOTTERY.order("first", KEYS) != LOTTERY.order("second", KEYS)


def test_seed_and_campaign_change_the_draw():
    draws = {
        tuple(Lottery(seed, campaign).smallest("draw", KEYS, 20)) for seed in (1, 2) for campaign in ("c_a", "c_b")
    }
    assert len(draws) == 4


@pytest.mark.parametrize(
    ("size", "share", "number"), [(60, 0.5, 30), (5, 0.5, 3), (3, 0.5, 2), (50, 0.29, 15), (7, 0.0, 0), (7, 1.0, 7)]
)
def test_overlap_rounds_halves_up_and_reads_the_share_as_written(size: int, share: float, number: int):
    assert overlap_size(size, share) == number


@given(st.integers(1, 120), st.integers(1, 4), st.integers(0, 100))
def test_the_overlap_is_exact_and_the_rest_is_balanced(size: int, auditors: int, percent: int):
    names = ["first", "second", "third", "fourth"][:auditors]
    share = percent / 100
    judges = share_out(LOTTERY, KEYS[:size], names, overlap=share)
    shared = [key for key, who in judges.items() if who == names]
    alone = Counter(who[0] for who in judges.values() if len(who) == 1)
    assert set(judges) == set(KEYS[:size])
    if auditors > 1:
        assert len(shared) == overlap_size(size, share)
        assert sum(alone.values()) == size - len(shared)
        assert max(alone.values(), default=0) - min((alone[name] for name in names), default=0) <= 1
