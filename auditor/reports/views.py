"""The charts of one report, ready for any width: what the window paints and the exported page holds."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from auditor.reports.charts import agreement_picture, errors_picture, interval_picture, points, strata_picture
from auditor.reports.shapes import Chart

if TYPE_CHECKING:
    from auditor.reports.agreement_lines import AgreementPart
    from auditor.reports.summary import ErrorsPart, Headline, StrataPart


def interval_chart(part: Headline) -> Chart | None:
    """The headline's interval; None where there is nothing to draw."""
    if part.mark is None:
        return None
    sentence = f"{part.number} {part.claim}, interval from {points(part.mark.lower)} to {points(part.mark.upper)} %."
    if part.mark.bounds is not None:
        low, high = (points(bound) for bound in part.mark.bounds)
        sentence += f" With all unsettled figures wrong {low} %, with all right {high} %."
    return partial(interval_picture, part.mark, sentence)


def strata_chart(part: StrataPart) -> Chart | None:
    """The strata as columns; None where there is only one, whose interval is the headline's."""
    if len(part.marks) < 2:
        return None
    told = [
        f"{one.letter} {points(one.weight)} % of the figures, precision {points(one.mark.estimate)} %"
        if one.mark is not None
        else f"{one.letter} {points(one.weight)} % of the figures, not known"
        for one in part.marks[:8]
    ]
    more = f"; {len(part.marks) - 8} more in the table" if len(part.marks) > 8 else ""
    return partial(strata_picture, part.marks, f"Precision by stratum: {'; '.join(told)}{more}.")


def agreement_chart(part: AgreementPart) -> Chart | None:
    """The lines of agreement; None where agreement was not measured between two."""
    if not part.lines:
        return None
    told = (" ".join(filter(None, (one.name, one.value, one.limits))) for one in part.lines)
    return partial(agreement_picture, part.lines, f"Agreement: {'; '.join(told)}.")


def errors_chart(part: ErrorsPart) -> Chart | None:
    """What the wrong ones are, as bars of shares with whiskers, or of counts; None where nothing was wrong."""
    if not part.marks:
        return None
    told = "; ".join(f"{one.name} {one.value} {one.limits}".rstrip() for one in part.marks)
    return partial(errors_picture, part.marks, f"What the wrong figures are: {told}.")
