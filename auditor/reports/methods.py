"""How the numbers of a report came about, in plain sentences that can go into a paper."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.reports.numbers import confidence_word, count, counted
from auditor.reports.overlap import OverlapResult
from auditor.reports.precision import PrecisionResult
from auditor.reports.remarks import totals
from auditor.reports.tallies import Design, Tallies

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def methods_sentence(tallies: Tallies, precision: PrecisionResult, overlap: OverlapResult) -> str:
    """The method of draw, judgement, estimate and agreement."""
    design, sums = tallies.design, totals(tallies)
    level = confidence_word(precision.score.confidence)
    drawn = f"{counted(sums.sampled, 'item')} {'was' if sums.sampled == 1 else 'were'} drawn at random"
    text = (
        f"From {counted(design.population_size, 'record')} ({population_words(design)}) {drawn} {_strata(tallies)} "
        f"with seed {design.seed}, and judged blind by {_auditors(len(design.auditors))}. {_labels(design)}An item's "
        "label is the "
        "adjudicated decision, else the answer on which all its auditors agree; "
        f"{counted(sums.definite, 'item')} {'has' if sums.definite == 1 else 'have'} one. Precision is the share of "
        f"labelled items found correct, weighted by stratum size, with the stratified score interval ({level}, "
        "corrected for the finite population; Martin Andres, Alvarez Hernandez and Herranz Tejedor 2011); strata have "
        f"Wilson intervals{_uncertainty(tallies)}, and shares of error modes have score intervals of the same kind."
    )
    return text + _agreement(overlap)


def population_words(design: Design) -> str:
    """The population's query, or that there is none."""
    return design.population or "all figures"


def judges_words(design: Design) -> str:
    """The judges whose labels were audited, with their versions at the seal."""
    return "; ".join(f"judge {name} ({_versions(versions)})" for name, versions in design.labels_from.items())


def _versions(versions: Sequence[str]) -> str:
    if not versions:
        return "no score at the seal"
    return f"version{'' if len(versions) == 1 else 's'} {', '.join(versions)}"


def _labels(design: Design) -> str:
    """What the answers are set against: a label for each record, or the query that chose the records by labels."""
    if design.compares:
        return f"An answer is correct when it is the label of the {judges_words(design)}. "
    return f"The machine's labels come from the {judges_words(design)}. "


def _strata(tallies: Tallies) -> str:
    rule = str(tallies.design.allocation.get("rule", ""))
    if len(tallies.strata) == 1:
        return "without strata" if not tallies.design.strata_spec else "from a single stratum"
    allocation = f", allocation {rule}" if rule else ""
    return f"within {count(len(tallies.strata))} strata ({tallies.design.strata_spec}{allocation})"


def _uncertainty(tallies: Tallies) -> str:
    if len(tallies.strata) == 1:
        return ""
    return ", a stratum's share of the uncertainty is from both arms of its interval, weighted and squared (Zou 2009)"


def _auditors(number: int) -> str:
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} auditor{'' if number == 1 else 's'}"


def _agreement(overlap: OverlapResult) -> str:
    if overlap.card is not None:
        kind = (
            "the goodness-of-fit interval of Donner and Eliasziw 1992"
            if len(overlap.card.categories) == 2
            else "a bootstrap interval over items"
        )
        return f" Agreement is Cohen's kappa with {kind} on {counted(overlap.definite, 'item')} judged by two auditors."
    if overlap.many is not None:
        return f" Agreement is Krippendorff's alpha on {counted(overlap.definite, 'item')} with two or more verdicts."
    return " Agreement between auditors was not measured."
