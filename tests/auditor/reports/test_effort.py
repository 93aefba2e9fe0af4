from __future__ import annotations

from auditor.reports.comparison import stratum_lines
from auditor.reports.effort import uneven_effort
from auditor.statistics.stratified import Stratum


def advice(*strata: Stratum) -> str:
    return uneven_effort(stratum_lines(strata, confidence=0.95, fpc=True))


def test_a_large_stratum_with_few_answers_is_named():
    said = advice(Stratum("large", 46_524, 125, 117), Stratum("small", 3_645, 375, 369))
    assert said.startswith("large causes ")


def test_a_stratum_that_is_nearly_all_judged_takes_no_advice():
    assert advice(Stratum("four", 4, 3, 3), Stratum("twelve", 12, 9, 9)) == ""
