"""How many items each stratum gives to the sample: proportional, equal, or by hand."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from auditor.statistics.estimates import normal_quantile
from auditor.statistics.stratified import Stratum, stratified_score_interval
from pipeline.errors import UsageError

PROPORTIONAL, EQUAL, BY_HAND = "proportional", "equal", "by hand"
MOST_FLOOR, LEAST_FLOOR = 30, 2
HIGH = 0.95  # below this best case a design is remarked on
WANTED = 0.99  # the lower limit that a remark tells the price of


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
    """The lower 95% limit that the report gives if every item is correct, and the index of the limiting stratum.

    The stratified score limit with finite population correction, as in the report; 0 when a stratum gives no item.
    """
    population = sum(sizes)
    ratios = [
        0.0 if took == stratum else stratum / population / took if took else 1.0
        for stratum, took in zip(sizes, sampled, strict=True)
    ]
    worst = max(range(len(ratios)), key=ratios.__getitem__)
    strata = [Stratum(str(at), size, took, took) for at, (size, took) in enumerate(zip(sizes, sampled, strict=True))]
    return stratified_score_interval(strata).lower or 0.0, worst


def items_needed(size: int, weight: float) -> int:
    """How many items of a stratum, all correct, keep the overall lower 95% limit at 99%; at most all it has.

    `weight` is its share of the population, 1 for the whole. The score limit of n items, all correct, is
    n' / (n' + z^2), with n' = n(N-1)/(N-n) (Cochran 1977, chapter 3).

    >>> items_needed(10**9, 1), items_needed(100, 1)
    (381, 80)
    """
    error = (1 - WANTED) / weight
    if error >= 1:
        return 1
    equivalent = normal_quantile(0.95) ** 2 * (1 - error) / error
    return min(size, math.ceil(equivalent * size / (size - 1 + equivalent)))


def design_remarks(names: Sequence[str], sizes: Sequence[int], sampled: Sequence[int]) -> list[str]:
    """What the lead should know of a design before sealing it, one sentence each."""
    remarks = [
        f"stratum {name} gets no item: the overall precision will be unknown, only bounds can be given"
        for name, took in zip(names, sampled, strict=True)
        if took == 0
    ]
    if remarks:
        return remarks
    if list(sampled) == list(sizes):
        return ["every figure is drawn: if no error turns up, there is none"]
    bound, worst = best_lower_bound(sizes, sampled)
    least = math.floor(1000 * bound) / 10  # never more than the report will say
    best = f"if no error turns up, this design can still say “at least {least:g} %”, with 95 % confidence"
    if bound >= HIGH:
        return [best]
    weight = Fraction(sizes[worst], sum(sizes))
    if weight / sampled[worst] < Fraction(3, 2 * sum(sampled)):
        population = sum(sizes)
        needed = items_needed(population, 1)
        price = f"about {needed} items in proportion to the strata" if needed < population else _census(population)
        return [best, f"the sample is small: a limit of 99% takes {price}"]
    needed = items_needed(sizes[worst], float(weight))
    price = f"about {needed} of them there" if needed < sizes[worst] else f"{_census(needed)} of that stratum"
    return [
        best,
        (
            f"a high lower limit is out of reach: stratum {names[worst]} is {float(weight):.1%} of the population "
            f"and gives {sampled[worst]} items; a limit of 99% takes {price}"
        ),
    ]


def _census(figures: int) -> str:
    return f"a census, all {figures} figures"
