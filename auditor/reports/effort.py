"""Whether the answers were given where the uncertainty is, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.reports.charts import points
from auditor.reports.comparison import StratumLine

#: A stratum that causes this much more of the uncertainty than it got of the answers is worth a word.
UNEVEN = 0.2


def uneven_effort(lines: Sequence[StratumLine], names: Sequence[str] = ()) -> str:
    """Advice where a stratum causes far more of the uncertainty than it got of the answers; else empty.

    A stratum of which most is judged already takes no advice: there is hardly anything more to ask.
    `names` are what the strata are called, their own names where none are given.
    """
    answers = sum(line.stratum.audited for line in lines)
    if not answers or len(lines) < 2:
        return ""
    called = names or [line.stratum.name for line in lines]
    uneven = [
        (share - line.stratum.audited / answers, name, share, line.stratum.audited / answers)
        for name, line in zip(called, lines, strict=True)
        if (share := line.uncertainty.value) is not None and _has_room(line)
    ]
    more, name, share, effort = max(uneven, default=(0.0, "", 0.0, 0.0))
    if more < UNEVEN:
        return ""
    return (
        f"{name} causes {points(share, 0)} % of the uncertainty but got {points(effort, 0)} % of the answers. "
        "More answers there would tell more than the same number shared out as so far."
    )


def _has_room(line: StratumLine) -> bool:
    """Whether as many records again as were judged are left to judge."""
    return line.stratum.population - line.stratum.audited >= line.stratum.audited
