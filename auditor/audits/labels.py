"""What the verdicts on an item add up to: its label, or the reason why it has none yet."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

UNSURE = frozenset({"unsure"})


class LabelStatus(StrEnum):
    """How an item came to its label, or why it has none."""

    DECISION = "decision"
    UNANIMOUS = "unanimous"
    SINGLE = "single"
    UNSETTLED = "unsettled"
    NOT_AUDITED = "not audited"


@dataclass(frozen=True)
class Given:
    """One current answer to one item, its error mode, and who gave it: an auditor, or who decided."""

    by: str
    answer: str
    error_mode: str | None = None


@dataclass(frozen=True)
class Settled:
    """An item's label (None while unsettled or not audited), how it came about, and the error modes given with it.

    `why` is "disagreement" or "unsure" for an unsettled item, else empty.
    """

    label: str | None
    status: LabelStatus
    error_modes: tuple[str, ...] = ()
    why: str = ""


def settle(verdicts: Sequence[Given], decision: Given | None = None, *, unsure: Collection[str] = UNSURE) -> Settled:
    """The label of one item by the rule: decision > unanimous definite verdicts > single definite verdict.

    `verdicts` are the current answers, one an auditor (skips and superseded answers left out); `decision` is the newest
    adjudicated answer. Answers in `unsure` are verdicts without a label: one of them, or two definite answers that
    differ, leave the item unsettled until somebody decides. Error modes: the decision's, else all that differ, sorted.

    >>> settle([Given("first", "yes"), Given("second", "no", "plot")]).status.value
    'unsettled'
    >>> settle([Given("first", "no", "plot"), Given("second", "no", "table")])
    Settled(label='no', status=<LabelStatus.UNANIMOUS: 'unanimous'>, error_modes=('plot', 'table'), why='')
    """
    if decision is not None and decision.answer not in unsure:
        return Settled(decision.answer, LabelStatus.DECISION, _modes([decision]))
    if not verdicts:
        return Settled(None, LabelStatus.NOT_AUDITED)
    definite = {verdict.answer for verdict in verdicts if verdict.answer not in unsure}
    if len(definite) > 1:
        return Settled(None, LabelStatus.UNSETTLED, _modes(verdicts), "disagreement")
    if any(verdict.answer in unsure for verdict in verdicts):
        return Settled(None, LabelStatus.UNSETTLED, _modes(verdicts), "unsure")
    status = LabelStatus.SINGLE if len(verdicts) == 1 else LabelStatus.UNANIMOUS
    return Settled(definite.pop(), status, _modes(verdicts))


def _modes(answers: Sequence[Given]) -> tuple[str, ...]:
    return tuple(sorted({answer.error_mode for answer in answers if answer.error_mode}))
