"""How many items each stratum gives to the sample: proportional, equal, or by hand."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pipeline.errors import UsageError

PROPORTIONAL, EQUAL, BY_HAND = "proportional", "equal", "by hand"
MOST_FLOOR, LEAST_FLOOR = 30, 2
# With every item of a sample correct, the upper 95% limit of the error is 3.689 max(W_h / n_h) (Fay and Feuer 1997,
# Stat Med 16:791): half the chi-square quantile at 0.975 with 2 degrees of freedom.
ALL_CORRECT = 3.689
HIGH = 0.95  # below this best case a design is remarked on
FOR_99 = 370  # items per unit of W_h for a lower limit of 99%: 3.689 / 0.01, rounded up


@dataclass(frozen=True)
class Allocation:
    """The rule that shares a sample among strata; `by_hand` maps a stratum's name to its number of items."""

    rule: str = PROPORTIONAL
    by_hand: Mapping[str, int] = field(default_factory=dict)


def parse_allocation(text: str) -> Allocation:
    """The rule written as `proportional`, `equal`, `NAME=n,NAME=n` or a JSON object {"NAME": n}.

    NAME is a stratum as `campaign create` prints it, for example `ICLR / [0.5, 0.7)`. Raises UsageError.
    """
    said = text.strip()
    if said in {PROPORTIONAL, EQUAL}:
        return Allocation(said)
    try:
        pairs = json.loads(said) if said.startswith("{") else _pairs(said)
    except json.JSONDecodeError as error:
        raise UsageError(f"allocation: not JSON at column {error.colno}: {error.msg}") from error
    for name, number in pairs.items():
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise UsageError(f"allocation: {name!r} needs a whole number from 0, not {number!r}")
    return Allocation(BY_HAND, pairs)


def _pairs(text: str) -> dict[str, Any]:
    # A name may hold commas, "[0.5, 0.7)": a pair ends where "= number" is followed by a comma or the end.
    pairs: dict[str, Any] = {}
    at = 0
    pattern = re.compile(r"\s*(?P<name>[^=]+?)\s*=\s*(?P<number>\d+)\s*(?:,|$)")
    while at < len(text):
        match = pattern.match(text, at)
        if match is None:
            raise UsageError(
                f"allocation: cannot read {text[at:]!r} (column {at + 1}); "
                "write proportional, equal, NAME=n,NAME=n or JSON"
            )
        if match["name"] in pairs:
            raise UsageError(f"allocation: {match['name']!r} stands twice")
        pairs[match["name"]] = int(match["number"])
        at = match.end()
    if not pairs:
        raise UsageError("allocation: empty; write proportional, equal, NAME=n,NAME=n or JSON")
    return pairs


def allocate(allocation: Allocation, names: Sequence[str], sizes: Sequence[int], size: int) -> list[int]:
    """The number of items of each stratum, in the order of `names`; they add up to `size` and none exceeds its stratum.

    Proportional and equal shares get the floor of `least_share` and are rounded by largest remainder (Cochran 1977,
    ch. 5). Raises UsageError when the size cannot be met.
    """
    population = sum(sizes)
    if size < 1:
        raise UsageError(f"size {size}: a sample needs at least one item")
    if size > population:
        raise UsageError(f"size {size} is above the population of {population}; ask for {population} or fewer")
    if allocation.rule == BY_HAND:
        return _by_hand(allocation.by_hand, names, sizes, size)
    if size < len(sizes):
        raise UsageError(
            f"size {size} leaves some of the {len(sizes)} strata without an item, and then the overall precision "
            f"is unknown; ask for {len(sizes)} or more, or use fewer columns or cuts"
        )
    weights = sizes if allocation.rule == PROPORTIONAL else [1] * len(sizes)
    least = least_share(size, len(sizes))
    floors = [min(least, stratum) for stratum in sizes]
    return _round(_bounded_shares(weights, floors, sizes, size), size)


def least_share(size: int, strata: int) -> int:
    """The floor of a stratum's share: 30, less in small samples so that floors take at most half of it, but 2 or 1."""
    return min(max(LEAST_FLOOR, min(MOST_FLOOR, size // (2 * strata))), size // strata)


def _by_hand(numbers: Mapping[str, int], names: Sequence[str], sizes: Sequence[int], size: int) -> list[int]:
    missing = [name for name in names if name not in numbers]
    strange = [name for name in numbers if name not in names]
    if missing or strange:
        told = [f"no number for {', '.join(missing)}"] if missing else []
        told += [f"no such stratum: {', '.join(strange)}"] if strange else []
        raise UsageError(f"allocation: {'; '.join(told)}; the strata are {', '.join(names)}")
    for name, stratum in zip(names, sizes, strict=True):
        if numbers[name] > stratum:
            raise UsageError(f"allocation: {name} has {stratum} figures, fewer than {numbers[name]}")
    total = sum(numbers[name] for name in names)
    if total != size:
        raise UsageError(f"allocation: the numbers add up to {total}, not to the size {size}")
    return [numbers[name] for name in names]


def _bounded_shares(weights: Sequence[int], floors: Sequence[int], caps: Sequence[int], size: int) -> list[Fraction]:
    """Shares of size in proportion to the weights, each between its floor and its cap.

    Strata that leave their bounds are set to them, those on the side that is out of balance first, until the rest fits.
    """
    shares = [Fraction(0)] * len(weights)
    free = set(range(len(weights)))
    while free:
        left = size - sum(shares[at] for at in range(len(weights)) if at not in free)
        total = sum(weights[at] for at in free)
        wanted = {at: left * Fraction(weights[at], total) for at in free}
        bounded = {at: min(max(wanted[at], Fraction(floors[at])), Fraction(caps[at])) for at in free}
        excess = sum(bounded.values()) - left
        fixed = {at for at in free if (bounded[at] - wanted[at]) * (1 if excess > 0 else -1 if excess < 0 else 0) > 0}
        for at in fixed or free:
            shares[at] = bounded[at]
        free -= fixed or set(free)
    return shares


def _round(shares: Sequence[Fraction], size: int) -> list[int]:
    """Whole numbers by largest remainder; of equal remainders the earlier stratum wins."""
    whole = [int(share) for share in shares]
    by_remainder = sorted(range(len(shares)), key=lambda at: (whole[at] - shares[at], at))
    for at in by_remainder[: size - sum(whole)]:
        whole[at] += 1
    return whole


def best_lower_bound(sizes: Sequence[int], sampled: Sequence[int]) -> tuple[float, int]:
    """The lower 95% limit that the overall precision reaches if every item is correct, and the stratum that limits it.

    About 1 - 3.689 max(W_h / n_h) over the strata that are not fully audited; STATISTICS 1.7.
    """
    population = sum(sizes)
    ratios = [
        0.0 if took == stratum else stratum / population / took if took else 1.0
        for stratum, took in zip(sizes, sampled, strict=True)
    ]
    worst = max(range(len(ratios)), key=ratios.__getitem__)
    return max(0.0, 1 - ALL_CORRECT * ratios[worst]), worst


def design_remarks(names: Sequence[str], sizes: Sequence[int], sampled: Sequence[int]) -> list[str]:
    """What the lead should know of a design before sealing it, one sentence each."""
    remarks = [
        f"stratum {name} gets no item: the overall precision will be unknown, only bounds can be given"
        for name, took in zip(names, sampled, strict=True)
        if took == 0
    ]
    if remarks:
        return remarks
    bound, worst = best_lower_bound(sizes, sampled)
    best = f"with every item judged correct, the lower 95% limit of the overall precision would be about {bound:.1%}"
    if bound >= HIGH:
        return [best]
    weight = Fraction(sizes[worst], sum(sizes))
    if weight / sampled[worst] < Fraction(3, 2 * sum(sampled)):
        return [best, f"the sample is small: a limit of 99% takes about {FOR_99} items in proportion to the strata"]
    needed = min(sizes[worst], math.ceil(FOR_99 * weight))
    return [
        best,
        (
            f"a high lower limit is out of reach: stratum {names[worst]} is {float(weight):.1%} of the population "
            f"and gives {sampled[worst]} items; a limit of 99% takes {needed} of them there"
        ),
    ]
