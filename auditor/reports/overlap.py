"""Agreement on the items that several auditors judged: a card for two of them, coefficients for more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from auditor.reports.agreement import AgreementCard, agreement_card
from auditor.reports.numbers import counted
from auditor.reports.tallies import Tallies
from auditor.statistics.estimates import Estimate
from auditor.statistics.many_raters import (
    ChanceCorrected,
    fleiss_kappa,
    gwet_ac1,
    krippendorff_alpha,
    percent_agreement,
    rating_counts,
)

Ratings = Sequence[Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class ManyRaters:
    """Coefficients for more than two auditors over items with at least two definite verdicts."""

    items: int
    observed: Estimate
    alpha: Estimate
    ac1: ChanceCorrected
    fleiss: ChanceCorrected


@dataclass(frozen=True, slots=True)
class OverlapResult:
    """Agreement on the overlap: `card` for two auditors, `many` for more, neither when `why_none` says so.

    `planned` items were given to several auditors, `judged` have two verdicts or more, `definite` two without unsure.
    `alpha_with_unsure` counts unsure as an answer of its own.
    """

    planned: int
    judged: int
    definite: int
    card: AgreementCard | None
    many: ManyRaters | None
    alpha_with_unsure: Estimate
    why_none: str


def overlap_result(tallies: Tallies, *, confidence: float = 0.95) -> OverlapResult:
    """The agreement of a campaign's auditors, from each one's own current verdicts (before any decision)."""
    definite = [_only(one, tallies.answers) for one in tallies.ratings]
    pairs = [one for one in definite if len(one) > 1]
    raters = _raters(tallies, pairs)
    card = many = None
    if len(raters) == 2:
        first, second = raters
        counts = Counter((one[first], one[second]) for one in pairs)
        table = [[counts[row, column] for column in tallies.answers] for row in tallies.answers]
        card = agreement_card((first, second), tallies.answers, table, confidence=confidence, seed=tallies.design.seed)
    elif pairs:
        many = _many(pairs, raters, tallies.answers)
    everyone = _raters(tallies, tallies.ratings)
    return OverlapResult(
        planned=tallies.design.overlap_items,
        judged=len(tallies.ratings),
        definite=len(pairs),
        card=card,
        many=many,
        alpha_with_unsure=krippendorff_alpha([[one.get(name) for name in everyone] for one in tallies.ratings]),
        why_none="" if pairs else _why_none(tallies),
    )


def _only(answers: Mapping[str, str], definite: Sequence[str]) -> dict[str, str]:
    return {auditor: answer for auditor, answer in answers.items() if answer in definite}


def _raters(tallies: Tallies, ratings: Ratings) -> list[str]:
    found = set(chain.from_iterable(ratings))
    known = [one.auditor for one in tallies.auditors]
    return [name for name in known if name in found]


def _many(pairs: Ratings, raters: Sequence[str], answers: Sequence[str]) -> ManyRaters:
    ratings = [[one.get(name) for name in raters] for one in pairs]
    counts = rating_counts(ratings, answers)
    return ManyRaters(
        items=len(pairs),
        observed=percent_agreement(counts),
        alpha=krippendorff_alpha(ratings),
        ac1=gwet_ac1(counts, categories=len(answers)),
        fleiss=fleiss_kappa(counts),
    )


def _why_none(tallies: Tallies) -> str:
    if len(tallies.design.auditors) == 1:
        return (
            "Agreement was not measured: one auditor judged everything. Nothing here tells how another person would "
            "have answered; a campaign with two auditors and `--overlap 0.3` would."
        )
    if not tallies.design.overlap_items:
        return (
            "Agreement was not measured: no item was given to two auditors (overlap 0). A campaign with "
            "`--overlap 0.3` or more measures it."
        )
    planned = counted(tallies.design.overlap_items, "item")
    if not tallies.ratings:
        return f"Agreement is not known yet: of {planned} for several auditors, none has two verdicts so far."
    return (
        f"Agreement is not known: of {planned} for several auditors, {len(tallies.ratings)} have two verdicts, "
        "but in each of these one is unsure."
    )
