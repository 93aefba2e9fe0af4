"""How far auditors agree: one card of numbers for a table of two raters, and the rule which of them comes first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from auditor.reports.document import Block, Facts, Sentence
from auditor.reports.document import Table as Grid
from auditor.reports.numbers import (
    coefficient,
    coefficient_range,
    confidence_word,
    count,
    estimate_record,
    interval_record,
    limits,
    percent,
    percent_or_reason,
)
from auditor.statistics.agreement import (
    Companions,
    Kappa,
    Table,
    check_table,
    cohen_kappa,
    mean_margins,
    specific_agreement,
    two_rater_companions,
)
from auditor.statistics.estimates import Estimate, Interval
from auditor.statistics.goodness_of_fit import kappa_gof_interval
from auditor.statistics.proportions import wilson_interval
from auditor.statistics.resampling import kappa_bootstrap
from auditor.statistics.specific_agreement import specific_agreement_interval

#: Below this share of a category, kappa is mostly about chance and AC1 goes first.
RARE = 0.10
#: Below this number of items a coefficient of agreement says little.
SMALL = 30


@dataclass(frozen=True, slots=True)
class AgreementCard:
    """Everything said of two raters' agreement.

    `kappa_interval` is the goodness-of-fit interval of the intraclass kappa for two categories, else a bootstrap over
    items; `per_category` is the agreement on each category; `headline` names the coefficient that goes first.
    `observed_interval` and `category_intervals` belong to the observed agreement and to `per_category`.
    """

    raters: tuple[str, str]
    categories: tuple[str, ...]
    table: tuple[tuple[int, ...], ...]
    items: int
    kappa: Kappa
    kappa_interval: Interval
    companions: Companions
    per_category: tuple[tuple[str, Estimate], ...]
    observed_interval: Interval
    category_intervals: tuple[Interval, ...]
    headline: str
    why: str


def agreement_card(
    raters: tuple[str, str], categories: Sequence[str], table: Table, *, confidence: float = 0.95, seed: int = 1
) -> AgreementCard:
    """The card of a square table over the declared categories (at least two); first rater in the rows.

    >>> card = agreement_card(("first", "second"), ["yes", "no"], [[80, 10], [5, 5]])
    >>> card.headline, round(card.companions.ac1.known, 3)
    ('kappa', 0.808)
    """
    items = check_table(table)
    if len(categories) != len(table):
        raise ValueError(f"{len(categories)} categories do not fit a table of {len(table)} rows")
    if len(table) == 2:
        interval = kappa_gof_interval(table, confidence=confidence)
    else:
        interval = kappa_bootstrap(table, confidence=confidence, seed=seed).interval
    headline, why = headline_rule(categories, table)
    if 0 < items < SMALL:
        why += f"; n is small ({items} items, fewer than {SMALL}): the interval says more than the coefficient"
    return AgreementCard(
        raters,
        tuple(categories),
        tuple(tuple(row) for row in table),
        items,
        cohen_kappa(table, confidence=confidence),
        interval,
        two_rater_companions(table, categories=len(categories)),
        tuple((name, specific_agreement(table, at)) for at, name in enumerate(categories)),
        wilson_interval(sum(table[at][at] for at in range(len(table))), items, confidence=confidence),
        tuple(specific_agreement_interval(table, at, confidence=confidence) for at in range(len(table))),
        headline,
        why,
    )


def headline_rule(categories: Sequence[str], table: Table) -> tuple[str, str]:
    """Which coefficient goes first, "kappa", "AC1" or "none", and why.

    Kappa where every category used has a mean margin of at least 10%; with a rarer one kappa falls although raters
    agree (Feinstein and Cicchetti 1990), so AC1 goes first, beside the agreement on the rare category.
    """
    if not check_table(table):
        return "none", "no item has an answer from both"
    shares = {name: share for name, share in zip(categories, mean_margins(table), strict=True) if share > 0}
    if len(shares) == 1:
        return "AC1", f"both used {next(iter(shares))!r} for every item, which leaves kappa undefined"
    rarest = min(shares, key=lambda name: shares[name])
    if shares[rarest] < RARE:
        return "AC1", (
            f"{rarest!r} is rare ({100 * shares[rarest]:.2f} % of the answers), which makes kappa unstable; "
            f"read AC1 together with the agreement on {rarest!r}"
        )
    return "kappa", "every category that was used has at least 10 % of the answers"


def card_blocks(card: AgreementCard) -> list[Block]:
    """The card as tables and sentences for a reader."""
    if not card.items:
        return [Sentence("No item has an answer from both, so agreement cannot be measured.")]
    level = confidence_word(card.kappa_interval.confidence)
    two = len(card.categories) == 2
    # Its estimate is the intraclass kappa, which differs from Cohen's where the raters' shares differ.
    intraclass = coefficient(card.kappa_interval.estimate)
    kind = f"goodness of fit; intraclass kappa {intraclass}" if two else "bootstrap over items"
    companions = card.companions
    rows = [
        ("items judged by both", count(card.items)),
        ("observed agreement", _share(card.observed_interval)),
        ("Cohen's kappa", coefficient(card.kappa.kappa)),
        (f"{level} interval of kappa", _interval(card.kappa_interval, kind)),
        ("Gwet's AC1", coefficient(companions.ac1)),
        ("PABAK", coefficient(companions.pabak)),
        *(
            (f"agreement on {name}", _share(interval))
            for (name, _), interval in zip(card.per_category, card.category_intervals, strict=True)
        ),
    ]
    header = (f"{card.raters[0]} down, {card.raters[1]} across", *card.categories)
    counts = Grid(
        header, tuple((name, *map(count, row)) for name, row in zip(card.categories, card.table, strict=True))
    )
    return [counts, Facts(tuple(rows)), Sentence(f"Read {card.headline} first: {card.why}.")]


def _share(interval: Interval) -> str:
    """A share with its limits, or why it is undefined."""
    known = interval.estimate.value is not None
    return f"{percent(interval.estimate)} {limits(interval)}" if known else percent_or_reason(interval.estimate)


def _interval(interval: Interval, kind: str) -> str:
    return coefficient_range(interval) if interval.lower is None else f"{coefficient_range(interval)} ({kind})"


def card_record(card: AgreementCard) -> dict[str, Any]:
    """The card for JSON: coefficients in full precision."""
    return {
        "raters": list(card.raters),
        "categories": list(card.categories),
        "table": [list(row) for row in card.table],
        "items": card.items,
        "observed_agreement": estimate_record(card.companions.observed),
        "kappa": estimate_record(card.kappa.kappa),
        "kappa_standard_error": estimate_record(card.kappa.standard_error),
        "kappa_interval": {
            "estimate": estimate_record(card.kappa_interval.estimate),
            **interval_record(card.kappa_interval),
        },
        "ac1": estimate_record(card.companions.ac1),
        "ac1_standard_error": estimate_record(card.companions.ac1_standard_error),
        "pabak": estimate_record(card.companions.pabak),
        "agreement_on": {name: estimate_record(share) for name, share in card.per_category},
        "observed_interval": interval_record(card.observed_interval),
        "agreement_on_intervals": {
            name: interval_record(interval)
            for (name, _), interval in zip(card.per_category, card.category_intervals, strict=True)
        },
        "headline": card.headline,
        "why": card.why,
    }
