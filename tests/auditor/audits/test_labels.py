from __future__ import annotations

import pytest

from auditor.audits.labels import Given, LabelStatus, Settled, settle

YES, NO, UNSURE = Given("first", "yes"), Given("second", "no", "plot"), Given("third", "unsure")


@pytest.mark.parametrize(
    ("verdicts", "decision", "settled"),
    [
        ([], None, Settled(None, LabelStatus.NOT_AUDITED)),
        ([YES], None, Settled("yes", LabelStatus.SINGLE)),
        ([YES, Given("second", "yes")], None, Settled("yes", LabelStatus.UNANIMOUS)),
        ([YES, NO], None, Settled(None, LabelStatus.UNSETTLED, ("plot",), "disagreement")),
        ([YES, UNSURE], None, Settled(None, LabelStatus.UNSETTLED, (), "unsure")),
        ([UNSURE], None, Settled(None, LabelStatus.UNSETTLED, (), "unsure")),
        ([YES, NO, UNSURE], None, Settled(None, LabelStatus.UNSETTLED, ("plot",), "disagreement")),
        ([YES, NO], Given("lead", "no", "table"), Settled("no", LabelStatus.DECISION, ("table",))),
        ([UNSURE], Given("lead", "yes"), Settled("yes", LabelStatus.DECISION)),
        ([NO, Given("first", "no", "crop cut")], None, Settled("no", LabelStatus.UNANIMOUS, ("crop cut", "plot"))),
    ],
)
def test_decision_before_unanimous_before_single(verdicts: list[Given], decision: Given | None, settled: Settled):
    assert settle(verdicts, decision) == settled
    assert settle(verdicts[::-1], decision) == settled


def test_the_words_without_a_label_are_the_tasks():
    assert settle([Given("first", "cannot tell")], unsure={"cannot tell"}).status is LabelStatus.UNSETTLED
