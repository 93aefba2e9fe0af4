"""The draw: which figures are sampled, who judges them, in which order. Pure functions of a seed; no random stream.

Every choice takes the smallest sha256(seed | campaign id | purpose | figure id), so anybody can repeat it.
"""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

DRAW, OVERLAP, ASSIGN = "draw", "overlap", "assign"
PURPOSES = frozenset({DRAW, OVERLAP, ASSIGN})


@dataclass(frozen=True)
class Lottery:
    """The seed and campaign id that decide every choice of one campaign."""

    seed: int
    campaign_id: str

    def digests(self, purpose: str, keys: Sequence[str]) -> list[bytes]:
        """sha256(seed | campaign id | purpose | key) of each key."""
        prefix = f"{self.seed}|{self.campaign_id}|{purpose}|".encode()
        sha256 = hashlib.sha256
        return [sha256(prefix + key.encode()).digest() for key in keys]

    def order(self, purpose: str, keys: Sequence[str]) -> list[str]:
        """The keys sorted by their digests."""
        return [key for _, key in sorted(zip(self.digests(purpose, keys), keys, strict=True))]

    def smallest(self, purpose: str, keys: Sequence[str], number: int) -> list[int]:
        """The indices of the keys with the smallest digests, in the order of the digests."""
        drawn = heapq.nsmallest(number, zip(self.digests(purpose, keys), range(len(keys)), strict=True))
        return [index for _, index in drawn]


def overlap_size(size: int, share: float) -> int:
    """How many of size items all auditors judge: size times share, halves rounded up, 0.29 meaning exactly 29/100.

    >>> overlap_size(60, 0.5), overlap_size(5, 0.5), overlap_size(7, 0.0)
    (30, 3, 0)
    """
    return int(Fraction(str(share)) * size + Fraction(1, 2))


def share_out(
    lottery: Lottery, keys: Sequence[str], auditors: Sequence[str], *, overlap: float
) -> dict[str, list[str]]:
    """For each key its auditors: all of them for the overlap share, one in balanced turns for the rest."""
    shared = set(lottery.order(OVERLAP, keys)[: overlap_size(len(keys), overlap)])
    alone = [key for key in lottery.order(ASSIGN, keys) if key not in shared]
    turns = {key: [auditors[turn % len(auditors)]] for turn, key in enumerate(alone)}
    return {key: list(auditors) if key in shared else turns[key] for key in keys}
