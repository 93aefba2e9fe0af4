"""Agreement as lines to read and draw: same answer, agreement on the rare answer, kappa, and what to read first."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.reports.agreement import RARE, SMALL, AgreementCard
from auditor.reports.charts import AgreementMark, IntervalMark, mark_of, points
from auditor.reports.numbers import counted
from auditor.reports.overlap import ManyRaters, OverlapResult
from auditor.statistics.estimates import Estimate, Interval

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class AgreementPart:
    """Agreement: what it is of, its lines, and what to read first; without lines the notes say why."""

    about: str
    lines: tuple[AgreementMark, ...]
    notes: tuple[str, ...]


def number_word(number: int) -> str:
    """A small number as a word."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def agreement_part(overlap: OverlapResult, auditors: int) -> AgreementPart:
    """Agreement of two auditors with whiskers, of more in a table, or why it was not measured."""
    if overlap.card is not None and overlap.card.items:
        return _two(overlap.card)
    if overlap.many is not None:
        return _many(overlap.many, auditors)
    return AgreementPart("", (), (overlap.why_none or "No figure has an answer from both auditors.",))


def _two(card: AgreementCard) -> AgreementPart:
    shares = dict(card.per_category)
    intervals = dict(zip(shares, card.category_intervals, strict=True))
    used = {name: sum(card.table[at]) + sum(row[at] for row in card.table) for at, name in enumerate(shares)}
    rarest = min((name for name in shares if used[name]), key=lambda name: used[name])
    share = used[rarest] / (2 * card.items)
    lines = [_share_line("Same answer", card.observed_interval)]
    if share < 1:
        lines.append(_share_line(f"Agreement on “{rarest}”", intervals[rarest]))
    if share < RARE:
        lines.reverse()
    lines.append(_kappa_line(card))
    return AgreementPart(f"{counted(card.items, 'figure')}, two auditors", tuple(lines), _agreement_notes(card, rarest))


def _share_line(name: str, interval: Interval) -> AgreementMark:
    mark = mark_of(interval)
    if mark is None:
        return AgreementMark(name, "undefined", "", None)
    limits = f"[{points(mark.lower)}, {points(mark.upper)}]"
    return AgreementMark(name, f"{points(mark.estimate)} %", limits, mark)


def _kappa_line(card: AgreementCard) -> AgreementMark:
    value, interval = card.kappa.kappa.value, card.kappa_interval
    if value is None:
        return AgreementMark("Cohen's kappa", "undefined", "", None)
    if interval.lower is None or interval.upper is None:
        return AgreementMark("Cohen's kappa", f"{value:z.2f}", "no interval", None)
    limits = f"[{interval.lower:z.2f}, {interval.upper:z.2f}]"
    return AgreementMark("Cohen's kappa", f"{value:z.2f}", limits, IntervalMark(value, interval.lower, interval.upper))


def _agreement_notes(card: AgreementCard, rarest: str) -> tuple[str, ...]:
    """The rule of what to read first, why something is undefined, and AC1 with its standard error."""
    notes = []
    used = sum(row[card.categories.index(rarest)] for row in card.table) + sum(
        card.table[card.categories.index(rarest)]
    )
    share = used / (2 * card.items)
    if share == 1:
        agreed = points(card.companions.observed.known)
        notes.append(f"Cohen's kappa is undefined: everybody said “{rarest}”; {agreed} % agreed.")
    elif card.kappa.kappa.value is None:
        notes.append(f"Cohen's kappa is undefined: {card.kappa.kappa.reason}.")
    elif card.kappa_interval.lower is None:
        notes.append(f"Kappa has no interval: {card.kappa_interval.reason}.")
    if share < RARE:
        notes.append(f"Only {points(share)} % say “{rarest}”: read that line first.")
    ac1, error = card.companions.ac1, card.companions.ac1_standard_error
    if ac1.value is not None:
        spread = f" (standard error {error.value:.2f})" if error.value is not None else f" ({error.reason})"
        notes.append(f"AC1 {ac1.value:z.2f}{spread}.")
    if card.items < SMALL:
        notes.append(f"Only {counted(card.items, 'figure')}: the intervals say more than the numbers.")
    return tuple(notes)


def _many(many: ManyRaters, auditors: int) -> AgreementPart:
    def word(value: Estimate) -> str:
        return f"{value.value:z.2f}" if value.value is not None else f"undefined ({value.reason})"

    same = f"{points(many.observed.known)} %" if many.observed.value is not None else word(many.observed)
    error = many.ac1.standard_error
    spread = f" (standard error {error.value:.2f})" if error.value is not None else ""
    return AgreementPart(
        f"{counted(many.items, 'figure')}, {number_word(auditors)} auditors",
        (),
        (
            f"Two answers to the same figure agree in {same} of the pairs.",
            f"Krippendorff's alpha {word(many.alpha)}, AC1 {word(many.ac1.value)}{spread}.",
            "For more than two auditors this report gives no intervals: take these numbers as a rough guide.",
        ),
    )
