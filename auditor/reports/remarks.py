"""What a reader must know before the numbers, and the main result in one sentence."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from auditor.audits.judges import IS_DIAGRAM
from auditor.reports.numbers import confidence_word, count, counted, percent, spoken_range
from auditor.reports.precision import PrecisionResult
from auditor.reports.tallies import Design, Tallies
from auditor.statistics.estimates import Estimate, Interval
from pipeline.vocabulary import CampaignState


@dataclass(frozen=True, slots=True)
class Totals:
    """What became of the items of a campaign, over all strata."""

    sampled: int
    definite: int
    correct: int
    unsure: int
    disagreement: int
    skipped: int
    waiting: int

    @property
    def unsettled(self) -> int:
        """Items that were judged and have no label yet."""
        return self.unsure + self.disagreement


def totals(tallies: Tallies) -> Totals:
    """The sums over the strata."""
    strata = tallies.strata
    return Totals(
        sampled=sum(one.sampled for one in strata),
        definite=sum(one.definite for one in strata),
        correct=sum(one.correct for one in strata),
        unsure=sum(one.unsure for one in strata),
        disagreement=sum(one.disagreement for one in strata),
        skipped=sum(one.skipped for one in strata),
        waiting=sum(one.waiting for one in strata),
    )


def first_remarks(tallies: Tallies, precision: PrecisionResult) -> tuple[str, ...]:
    """The remarks that stand before the numbers, the gravest first."""
    return tuple(_remarks(tallies, precision))


def _remarks(tallies: Tallies, precision: PrecisionResult) -> Iterator[str]:
    sums, name = totals(tallies), tallies.design.name
    if tallies.faults:
        yield (
            "The record of this audit was changed after it was made: "
            + "; ".join(tallies.faults[:5])
            + (f"; and {len(tallies.faults) - 5} more" if len(tallies.faults) > 5 else "")
            + ". The numbers below cannot be trusted."
        )
    if sums.unsettled:
        yield _unsettled(sums, name, precision)
    if sums.waiting:
        yield _waiting(sums, tallies)
    elif (pending := sum(one.waiting for one in tallies.auditors)) and tallies.design.state != CampaignState.CLOSED:
        yield (
            f"Interim: {counted(pending, 'second verdict')} on shared items still to come ({_by_auditor(tallies)}); "
            "labels and agreement may change."
        )
    if sums.sampled and sums.skipped == sums.sampled:
        yield (
            f"All {counted(sums.sampled, 'item')} were skipped, so there is nothing to estimate. The reasons stand "
            f"with the assignments; `figaudit campaign show {name}` counts them."
        )
    elif sums.skipped:
        yield (
            f"Skipped by all who had them: {counted(sums.skipped, 'item')} of {count(sums.sampled)}, left out as if "
            "never drawn, which is right if skipping has nothing to do with being wrong."
        )
    if tallies.superseded:
        yield (
            f"Extracted anew or withdrawn since the seal: {counted(tallies.superseded, 'item')} of "
            f"{count(sums.sampled)}; the verdicts speak of the rows that were judged."
        )
    if tallies.design.task_changed:
        yield (
            f"The task {tallies.design.task} of this installation is not word for word the one that was sealed "
            f"(sealed {tallies.design.task_hash[:12]}); answers are read by today's words."
        )
    if _can_still_change(sums, tallies):
        yield (
            "All answers are in, but the audit is not closed: answers can still be changed until it is. "
            f"`figaudit campaign close {shlex.quote(name)}` closes it."
        )


def _can_still_change(sums: Totals, tallies: Tallies) -> bool:
    """Whether every answer is in, so that nothing else says that the numbers may change, and the audit goes on."""
    waiting = sums.waiting or any(one.waiting for one in tallies.auditors)
    return bool(sums.definite + sums.unsettled and not waiting and tallies.design.state != CampaignState.CLOSED)


def _unsettled(sums: Totals, name: str, precision: PrecisionResult) -> str:
    parts = []
    if sums.disagreement:
        parts.append(f"{sums.disagreement} by disagreement")
    if sums.unsure:
        parts.append(f"{sums.unsure} by an unsure verdict")
    lower, upper = precision.bounds.lower, precision.bounds.upper
    text = f"Not settled: {counted(sums.unsettled, 'item')} of {count(sums.sampled)} ({', '.join(parts)})."
    if counted_as_wrong(sums, precision):
        text += " The first number below counts them as incorrect."
    elif sums.definite:
        text += " The number below leaves them out."
    return (
        f"{text} Settled, the estimate will lie between {percent(lower)} (all of them incorrect) and {percent(upper)} "
        f"(all correct). `figaudit adjudicate {shlex.quote(name)}` settles them, before and after the audit is closed."
    )


def counted_as_wrong(sums: Totals, precision: PrecisionResult) -> bool:
    """Whether unsettled items weigh so much that the number to quote counts them as incorrect."""
    known = precision.worst.score.lower is not None
    return bool(precision.quote_lower and sums.definite and sums.unsettled and known)


def _waiting(sums: Totals, tallies: Tallies) -> str:
    name, by = tallies.design.name, _by_auditor(tallies)
    if sums.waiting == sums.sampled and not any(one.judged for one in tallies.auditors):
        return (
            f"No verdict has been recorded yet: {counted(sums.sampled, 'item')} to judge ({by}). "
            f"`figaudit campaign items {name} --auditor NAME --out F.csv` hands them out, "
            "`figaudit verdicts import F.csv` takes the answers."
        )
    if tallies.design.state == CampaignState.CLOSED:
        return (
            f"Never judged before the campaign was closed: {counted(sums.waiting, 'item')} of {count(sums.sampled)}, "
            "left out as if never drawn."
        )
    return (
        f"Interim: {counted(sums.waiting, 'item')} of {count(sums.sampled)} without a verdict so far ({by}). The "
        "intervals hold for an audit that is finished as planned, not for stopping as soon as one looks good."
    )


def _by_auditor(tallies: Tallies) -> str:
    return ", ".join(f"{one.auditor} {one.waiting}" for one in tallies.auditors if one.waiting)


def headline(tallies: Tallies, precision: PrecisionResult) -> str:
    """The main result in one sentence, or why there is none."""
    sums = totals(tallies)
    records = counted(tallies.design.population_size, "record")
    settled = _settled_headline(tallies, precision, records)
    if not counted_as_wrong(sums, precision):
        return settled
    worst = precision.worst
    first = _estimated(tallies.design, worst.score, worst.at_least, records=records)
    return (
        f"With {counted(sums.unsettled, 'unsettled item')} counted as incorrect, {first} "
        f"If they turn out like the others: {settled}"
    )


def _settled_headline(tallies: Tallies, precision: PrecisionResult, records: str) -> str:
    """The result from labelled items alone."""
    sums = totals(tallies)
    if precision.score.lower is None or precision.score.upper is None:
        if not sums.definite:
            return f"The precision of the {records} is not known: no item has a label yet."
        return (
            f"The overall precision of the {records} is undefined: {labelless(precision.overall.precision.reason)}. "
            f"Whatever is true there, the estimate would lie between {percent(precision.bounds.lower)} and "
            f"{percent(precision.bounds.upper)}."
        )
    return _estimated(tallies.design, precision.score, precision.at_least, records=records)


def _estimated(design: Design, score: Interval, at_least: Estimate, *, records: str) -> str:
    """An estimate with its interval and lower bound, in the words of the task."""
    level, found = confidence_word(score.confidence), _found(design)
    if score.reason:
        return f"{percent(score.estimate)} of the {records} are {found} ({score.reason})."
    interval = spoken_range(*score.limits)
    return (
        f"{percent(score.estimate)} of the {records} are estimated to be {found}, {level} interval {interval}; "
        f"at least {percent(at_least)} with {level} confidence (one-sided)."
    )


def _found(design: Design) -> str:
    """What the records are that count: the audit of a query that is not all diagrams measures diagrams, not labels."""
    if design.compares:
        return f"labelled correctly by the judge {design.judge}"
    return "diagrams" if design.task == IS_DIAGRAM else "correct"


def labelless(reason: str) -> str:
    """The statistics speak of audited records; here these are items with a label."""
    return reason.replace("audited record", "labelled item")
