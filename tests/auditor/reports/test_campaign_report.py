"""A campaign's report, from a real database: numbers, order of remarks, and what it says when there is little."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from sqlalchemy import text

from auditor.audits.campaign import create_campaign, move_campaign
from auditor.audits.design import CampaignSpec
from auditor.release.summary import summarise
from auditor.reports.comparison import stratum_lines, stratum_note
from auditor.reports.html import render_html
from auditor.reports.numbers import limits, percent, spoken_range
from auditor.reports.record import report_record
from auditor.reports.render import render_json, render_markdown, render_text
from auditor.reports.report import Report, campaign_report
from auditor.reports.summary import summary_of
from auditor.reports.tallies import read_tallies
from auditor.statistics.proportions import wilson_interval
from auditor.statistics.stratified import Stratum, score_lower_bound, stratified_score_interval
from pipeline.errors import ExpectedError, UsageError
from pipeline.store.figures import Figure
from pipeline.store.scores import Score
from pipeline.vocabulary import CampaignState
from tests.auditor.reports.audits import PLOT, SKIP, TABLE, UNSURE, YES, Answer, Audit

ALL_IN = (
    "All answers are in, but the audit is not closed: answers can still be changed until it is. "
    "`figaudit campaign close diagrams` closes it."
)
ALPHA = 12  # the first twelve places of the draw lie in stratum Alpha


def written(report: Report) -> str:
    """The report as text; Markdown and JSON are written too and must hold no nan."""
    for page in (render_text(report), render_markdown(report), render_json(report)):
        assert "nan" not in page.casefold().split()
        assert "None" not in page
    return render_text(report)


def sentence(report: Report) -> str:
    """The report's text without line breaks."""
    return " ".join(written(report).replace("\n! ", "\n").split())


def pick(answers: dict[int, Answer], other: Answer | None = YES) -> Callable[[int], Answer | None]:
    return lambda place: answers.get(place, other)


def test_all_numbers_of_a_settled_audit(audit: Audit):
    audit.seal()
    wrong = {2: PLOT, 5: TABLE, 14: PLOT}
    for auditor in ("first", "second"):
        audit.judge(auditor, pick(wrong))
    report = audit.report()
    strata = [Stratum("Alpha", 24, 12, 10), Stratum("Beta", 12, 6, 5)]
    assert report.precision.score == stratified_score_interval(strata)
    assert report.precision.at_least == score_lower_bound(strata)
    assert report.precision.overall.precision.known == pytest.approx(2 / 3 * 10 / 12 + 1 / 3 * 5 / 6)
    for line, free, most in zip(
        report.precision.lines,
        (wilson_interval(10, 12, population=24), wilson_interval(5, 6, population=12)),
        (22 / 24, 11 / 12),  # two, and one, of the records are known to be wrong
        strict=True,
    ):
        assert free.upper is not None
        assert free.upper > most
        assert (line.wilson.lower, line.wilson.upper) == (free.lower, most)
    bounds = report.precision.bounds
    assert bounds.lower == pytest.approx(bounds.upper) == pytest.approx(report.precision.overall.precision.known)
    assert [(line.mode, line.items) for line in report.error_modes] == [("plot", 2), ("table", 1)]
    shares = [line.share.estimate.known for line in report.error_modes]
    assert shares == pytest.approx([2 / 3 / 12 + 1 / 3 / 6, 2 / 3 / 12])
    plots = [Stratum("Alpha", 24, 12, 1), Stratum("Beta", 12, 6, 1)]
    assert report.error_modes[0].share == stratified_score_interval(plots)
    text_ = sentence(report)
    assert "83.33 % of the 36 records are estimated to be diagrams" in text_
    assert "Stratum limits are cut to what is possible there" in text_
    assert "labels from judge native (version 1)" in text_
    assert "The machine's labels come from the judge native (version 1)." in report.methods
    assert report_record(report)["campaign"]["labels_from"] == {"native": ["1"]}
    assert f"seal {report.tallies.design.seal_hash}" in text_
    assert "seal and chains, checked now whole" in text_
    assert "venue, allocation proportional" in text_


def test_agreement_counts_only_items_with_two_definite_verdicts(audit: Audit):
    audit.seal()
    one, two, three, *_ = audit.shared()
    audit.judge("first", pick({one: PLOT, two: PLOT, three: UNSURE}))
    audit.judge("second", pick({one: TABLE, two: YES}))
    report = audit.report()
    card = report.overlap.card
    assert card is not None
    assert card.table == ((6, 0), (1, 1))
    assert card.raters == ("first", "second")
    assert (report.overlap.planned, report.overlap.judged, report.overlap.definite) == (9, 9, 8)
    assert card.companions.negative.known == pytest.approx(2 / 3)
    first, second = report.tallies.auditors
    assert (first.unsure, second.unsure) == (1, 0)
    assert first.seconds == 4.0
    # Both found the first item wrong, for different reasons.
    assert [(line.mode, line.items) for line in report.error_modes] == [("plot or table", 1)]


def test_unsettled_items_are_said_first_bounded_and_settled_by_a_decision(audit: Audit):
    audit.seal()
    one, two, *_ = audit.shared()
    audit.judge("first", pick({one: PLOT, two: UNSURE}))
    audit.judge("second", pick({}))
    report = audit.report()
    first = report.remarks[0]
    assert first.startswith("Not settled: 2 items of 18 (1 by disagreement, 1 by an unsure verdict)")
    assert report.precision.quote_lower
    lower = f"{100 * report.precision.bounds.lower:.2f} %"
    assert "The first number below counts them as incorrect." in first
    assert f"will lie between {lower} (all of them incorrect) and 100.00 % (all correct)" in first
    assert "`figaudit adjudicate diagrams` settles them, before and after the audit is closed." in first
    assert written(report).split("\n\n")[1].startswith("! Not settled")
    assert report.precision.overall.precision.known == 1
    drawn = {"Alpha": 12, "Beta": 6}
    in_alpha = sum(place <= ALPHA for place in (one, two))
    open_items = {"Alpha": in_alpha, "Beta": 2 - in_alpha}
    worst = sum(w * (1 - open_items[name] / drawn[name]) for name, w in (("Alpha", 2 / 3), ("Beta", 1 / 3)))
    assert report.precision.bounds.lower == pytest.approx(worst)
    assert report.precision.bounds.upper == 1
    # The headline counts them as incorrect, with its own sampling error; the settled ones alone come second.
    strata = [Stratum(name, 2 * drawn[name], drawn[name], drawn[name] - open_items[name]) for name in ("Alpha", "Beta")]
    assert report.precision.worst.score == stratified_score_interval(strata)
    assert report.precision.worst.at_least == score_lower_bound(strata)
    counted, _, alone = report.headline.partition(" If they turn out like the others: ")
    assert counted.startswith(f"With 2 unsettled items counted as incorrect, {lower} of the 36 records")
    assert f"95% interval {spoken_range(*report.precision.worst.score.limits)}; at least " in counted
    assert alone.startswith("100.00 % of the 36 records are estimated to be diagrams")
    assert "unsettled as incorrect: precision" in written(report)
    record = report_record(report)["precision"]["unsettled_as_incorrect"]
    assert record["estimate"]["value"] == pytest.approx(worst)
    assert record["score"]["lower"] == report.precision.worst.score.lower

    audit.decide(one, PLOT)
    audit.decide(two, YES)
    settled = audit.report()
    assert settled.remarks == (ALL_IN,)
    assert settled.tallies.decided == 2
    assert sum(stratum.incorrect for stratum in settled.tallies.strata) == 1
    assert settled.precision.bounds.lower == pytest.approx(settled.precision.bounds.upper)
    assert settled.overlap.card == report.overlap.card, "agreement is measured before decisions"


def test_a_changed_answer_supersedes(audit: Audit):
    audit.seal()
    mine = audit.alone("first")[0]
    audit.judge("first", pick({mine: PLOT}))
    audit.judge("first", pick({}))
    report = audit.report()
    assert sum(stratum.incorrect for stratum in report.tallies.strata) == 0
    assert report.tallies.auditors[0].changed == 1
    head = report.tallies.heads[0]
    assert head.length == report.tallies.auditors[0].judged + 1


def test_before_the_first_verdict(audit: Audit):
    audit.seal()
    report = audit.report()
    assert report.remarks[0].startswith("No verdict has been recorded yet: 18 items to judge (first ")
    assert "figaudit campaign items diagrams --auditor NAME --out F.csv" in report.remarks[0]
    assert report.headline == "The precision of the 36 records is not known: no item has a label yet."
    assert report.precision.overall.precision.value is None
    assert "none has two verdicts so far" in sentence(report)
    assert report_record(report)["precision"]["estimate"] == {"value": None, "reason": "no records audited"}


def test_halfway_it_says_interim(audit: Audit):
    audit.seal()
    audit.judge("first", pick({}))
    report = audit.report()
    assert report.remarks[0].startswith("Interim: ")
    assert "not for stopping as soon as one looks good" in report.remarks[0]
    assert report.overlap.why_none.startswith("Agreement is not known yet")


def test_all_items_judged_once_but_second_verdicts_pending(audit: Audit):
    audit.seal(overlap=1.0)
    audit.judge("first", pick({}))
    assert audit.report().remarks == (
        "Interim: 18 second verdicts on shared items still to come (second 18); labels and agreement may change.",
    )


def test_a_closed_campaign_leaves_out_what_was_never_judged(audit: Audit):
    audit.seal()
    audit.judge("first", pick({}))
    audit.workspace.write(move_campaign, "diagrams", CampaignState.CLOSED)
    assert audit.report().remarks[0].startswith("Never judged before the campaign was closed: ")


@pytest.mark.parametrize("state", [CampaignState.SEALED, CampaignState.PAUSED, CampaignState.CLOSED])
def test_the_report_of_an_audit_with_all_answers_says_that_they_can_change_until_it_is_closed(
    audit: Audit, state: CampaignState
):
    audit.seal()
    for auditor in ("first", "second"):
        audit.judge(auditor, pick({1: PLOT}))
    if state is not CampaignState.SEALED:
        audit.workspace.write(move_campaign, "diagrams", state)
    report = audit.report()
    assert report.remarks == (() if state is CampaignState.CLOSED else (ALL_IN,))
    assert ("can still be changed" in sentence(report)) == (state is not CampaignState.CLOSED)


def test_a_closed_audit_with_unsettled_items_says_that_its_number_may_change(audit: Audit):
    audit.seal()
    one, *_ = audit.shared()
    audit.judge("first", pick({one: PLOT}))
    audit.judge("second", pick({}))
    audit.workspace.write(move_campaign, "diagrams", CampaignState.CLOSED)
    report = audit.report()
    assert "closed, 1 item not settled" in sentence(report)
    (remark,) = report.remarks
    assert remark.startswith("Not settled: 1 item of 18 (1 by disagreement).")
    assert summary_of(report).unsettled == 1
    audit.decide(one, YES)
    assert "not settled" not in sentence(audit.report())


def test_no_stratum_without_an_error_is_taken_for_certain_in_any_form_of_the_report(audit: Audit):
    audit.seal()
    for auditor in ("first", "second"):  # Beta has six of twelve judged, all of them diagrams
        audit.judge(auditor, pick({1: PLOT, 2: PLOT, 3: TABLE}))
    report = audit.report()
    alpha, beta = (line.uncertainty.known for line in report.precision.lines)
    assert (alpha, beta) == pytest.approx((0.78, 0.22), abs=0.01)
    assert [one["uncertainty_share"]["value"] for one in report_record(report)["strata"]] == [alpha, beta]
    for page in (render_text(report), render_markdown(report), render_html(report)):
        assert f"{100 * beta:.2f} %" in " ".join(page.split())
        assert "alike in Beta (6 of 12)" in " ".join(page.split())
    rows = summary_of(report).strata.rows
    assert [row[-1] for row in rows] == [f"{100 * alpha:.1f} %", f"{100 * beta:.1f} %"]


def test_a_share_of_errors_never_stands_without_its_interval(audit: Audit):
    audit.seal()
    for auditor in ("first", "second"):
        audit.judge(auditor, pick({1: PLOT, 14: PLOT, 2: TABLE}))
    report = audit.report()
    header = "error mode items share of all records 95% score interval"
    for page in (render_text(report), render_markdown(report), render_html(report), summarise(report)):
        words = " ".join(re.sub(r"<[^>]+>|\||-{2,}", " ", page).split())
        assert header in words
        for line in report.error_modes:
            assert f"{line.mode} {line.items} {percent(line.share.estimate)} {limits(line.share)}" in words.replace(
                "\\", ""
            )
    marks = summary_of(report).errors.marks
    assert [(one.name, one.items) for one in marks] == [("Plot or chart", 2), ("Table", 1)]
    for one, line, told in zip(marks, report.error_modes, report_record(report)["error_modes"], strict=True):
        assert one.mark is not None
        assert (one.mark.lower, one.mark.upper) == line.share.limits
        assert (told["share_of_records"]["interval"]["lower"], one.mark.estimate) == (
            one.mark.lower,
            told["share_of_records"]["value"],
        )


def test_error_modes_are_counts_everywhere_where_a_stratum_has_no_label(audit: Audit):
    audit.seal()
    for auditor in ("first", "second"):
        audit.judge(auditor, lambda place: (PLOT if place == 1 else YES) if place <= ALPHA else SKIP)
    report = audit.report()
    said = "shares of all records are not known: stratum Beta has no labelled item."
    for page in (render_text(report), render_markdown(report), render_html(report), summarise(report)):
        assert said in " ".join(page.split())
        assert "share of all records" not in page
    errors = summary_of(report).errors
    assert [(one.name, one.value, one.limits) for one in errors.marks] == [("Plot or chart", "1", "")]
    assert "not known: stratum Beta has no labelled item" in errors.note


def test_one_auditor_and_no_overlap(audit: Audit):
    audit.seal(auditors=("solo",), overlap=0.0, name="alone")
    audit.judge("solo", pick({}), "alone")
    assert "one auditor judged everything" in sentence(audit.report("alone"))
    audit.seal(overlap=0.0, name="apart")
    for auditor in ("first", "second"):
        audit.judge(auditor, pick({}), "apart")
    report = audit.report("apart")
    assert "no item was given to two auditors (overlap 0)" in sentence(report)
    assert report.methods.endswith("Agreement between auditors was not measured.")


def test_everything_skipped(audit: Audit):
    audit.seal()
    for auditor in ("first", "second"):
        audit.judge(auditor, pick({}, SKIP))
    report = audit.report()
    (remark,) = report.remarks
    assert remark.startswith("All 18 items were skipped, so there is nothing to estimate.")
    assert "figaudit campaign show diagrams" in remark
    assert "no item has a label yet" in report.headline


def test_everything_unsure(audit: Audit):
    audit.seal()
    for auditor in ("first", "second"):
        audit.judge(auditor, pick({}, UNSURE))
    report = audit.report()
    assert report.remarks[0].startswith("Not settled: 18 items of 18 (18 by an unsure verdict)")
    assert "between 0.00 % (all of them incorrect) and 100.00 % (all correct)" in report.remarks[0]
    assert "number below" not in report.remarks[0], "there is none"
    assert "in each of these one is unsure" in sentence(report)


def test_a_few_skipped(audit: Audit):
    audit.seal()
    mine = audit.alone("first")[0]
    audit.judge("first", pick({mine: SKIP}))
    audit.judge("second", pick({}))
    assert audit.report().remarks[0].startswith("Skipped by all who had them: 1 item of 18")


def test_one_answer_for_everything(audit: Audit):
    audit.seal()
    for auditor in ("first", "second"):
        audit.judge(auditor, pick({}))
    report = audit.report()
    assert report.precision.overall.precision.known == 1
    assert report.precision.score.lower is not None
    assert report.precision.score.lower < 0.95
    assert report.overlap.card is not None
    assert report.overlap.card.kappa.kappa.value is None
    text_ = sentence(report)
    assert "Cohen's kappa undefined (no variation" in text_
    assert "observed agreement 100.00 %" in text_
    assert "both used 'yes' for every item" in text_
    assert "No item was found incorrect." in text_


def test_a_stratum_without_a_label_leaves_the_whole_undefined(audit: Audit):
    audit.seal()
    for auditor in ("first", "second"):
        audit.judge(auditor, lambda place: YES if place <= ALPHA else SKIP)
    report = audit.report()
    assert report.precision.overall.precision.value is None
    assert "stratum Beta has no labelled item" in report.headline
    assert "would lie between 66.67 % and 100.00 %" in report.headline


def test_a_census_has_no_interval_and_says_so(audit: Audit):
    audit.seal(size=36, overlap=0.0)
    for auditor in ("first", "second"):
        audit.judge(auditor, pick({1: PLOT}))
    report = audit.report()
    assert "97.22 % of the 36 records are diagrams (complete census" in report.headline
    assert report.precision.score.lower == report.precision.score.upper


def test_without_strata(audit: Audit):
    audit.seal(strata="")
    for auditor in ("first", "second"):
        audit.judge(auditor, pick({1: PLOT}))
    report = audit.report()
    only = wilson_interval(17, 18, population=36)
    assert report.precision.score.limits == pytest.approx(only.limits)
    assert "drawn at random without strata" in report.methods


def test_three_auditors_get_alpha(audit: Audit):
    audit.seal(auditors=("first", "second", "third"), overlap=0.5)
    one, two, *_ = audit.shared()
    audit.judge("first", pick({one: PLOT, two: PLOT}))
    audit.judge("second", pick({one: PLOT}))
    audit.judge("third", pick({one: PLOT}))
    report = audit.report()
    assert report.overlap.card is None
    assert report.overlap.many is not None
    assert report.overlap.many.observed.known == pytest.approx((8 + 1 / 3) / 9)
    assert "Krippendorff's alpha" in sentence(report)


def test_kinds_are_compared_with_the_machines_label_at_the_seal(audit: Audit):
    audit.seal(task="figure-type", overlap=1.0)
    for auditor in ("first", "second"):
        audit.judge(auditor, lambda place: ("plot", None) if place in {1, 2} else ("diagram", None))

    def rescore(session):  # noqa: ANN001, ANN202 - a session
        for figure in session.query(Figure).all():
            session.add(
                Score(
                    figure_id=figure.id,
                    judge="native",
                    label="plot",
                    confidence=1.0,
                    probabilities={},
                    judge_version="2",
                    created_at="9999-01-01T00:00:00.000Z",
                )
            )

    audit.workspace.write(rescore)
    report = audit.report()
    assert sum(stratum.correct for stratum in report.tallies.strata) == 16
    assert "records are estimated to be labelled correctly by the judge native" in report.headline
    assert "An answer is correct when it is the label of the judge native (version 1)." in report.methods
    assert [(line.mode, line.items) for line in report.error_modes] == [("plot, labelled diagram", 2)]
    assert report.overlap.card is not None
    assert len(report.overlap.card.categories) == 7
    assert "bootstrap" in sentence(report)


def test_limits_of_a_small_stratum_are_possible_ones():
    (line,) = stratum_lines([Stratum("four", 4, 3, 3)], confidence=0.95, fpc=True)
    assert (line.wilson.lower, line.wilson.upper) == (0.75, 1.0)
    assert stratum_note([line])
    (free,) = stratum_lines([Stratum("four", 4, 3, 3)], confidence=0.95, fpc=False)
    assert free.wilson == wilson_interval(3, 3)
    assert not stratum_note([free])


def test_superseded_figures_are_counted(audit: Audit):
    audit.seal()
    audit.workspace.write(lambda session: session.execute(text("UPDATE figures SET withdrawn = 1 WHERE id <= 24")))
    report = audit.report()
    assert report.tallies.superseded == ALPHA
    assert any(
        remark.startswith("Extracted anew or withdrawn since the seal: 12 items of 18") for remark in report.remarks
    )


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE verdicts SET answer = 'yes' WHERE answer = 'no'", "was changed after it was recorded"),
        ("DELETE FROM verdicts WHERE id = (SELECT max(id) FROM verdicts)", "is gone"),
        ("UPDATE strata SET size = size + 1", "were changed after the seal"),
    ],
)
def test_tampering_comes_first(audit: Audit, statement: str, fault: str):
    audit.seal()
    for auditor in ("first", "second"):
        audit.judge(auditor, pick({1: PLOT, 2: UNSURE}))
    audit.workspace.write(lambda session: session.execute(text(statement)))
    report = audit.report()
    assert report.remarks[0].startswith("The record of this audit was changed after it was made: ")
    assert fault in report.remarks[0]
    assert "broken: " in sentence(report)


def test_a_draft_and_an_unknown_name_are_refused_with_the_way_out(audit: Audit):
    audit.workspace.write(create_campaign, CampaignSpec(auditors=("first",), size=5, name="draft"))
    with pytest.raises(ExpectedError, match="figaudit campaign seal draft"):
        audit.report("draft")
    with pytest.raises(UsageError, match="known are draft"):
        audit.report("nothing")


def test_tallies_account_for_every_item(audit: Audit):
    audit.seal()
    audit.judge("first", lambda place: [YES, PLOT, UNSURE, SKIP, None][place % 5])
    audit.judge("second", lambda place: [YES, TABLE, SKIP, None, UNSURE][place % 5])
    for stratum in audit.workspace.read(read_tallies, "diagrams").strata:
        known = stratum.definite + stratum.unsettled + stratum.skipped + stratum.waiting
        assert known == stratum.sampled


def test_text_and_markdown_show_the_numbers_of_the_json(audit: Audit):
    audit.seal()
    one, two, *_ = audit.shared()
    audit.judge("first", pick({one: PLOT, two: UNSURE}))
    audit.judge("second", pick({one: PLOT}))
    report = audit.report()
    record = json.loads(render_json(report))
    assert json.loads(json.dumps(report_record(report))) == record
    numbers = re.compile(r"-?\d[\d,]*\.\d+")
    plain, marked = render_text(report), render_markdown(report)
    assert sorted(numbers.findall(plain)) == sorted(numbers.findall(marked))
    score = record["precision"]["score"]
    assert f"[{100 * score['lower']:.2f}, {100 * score['upper']:.2f}] %" in plain
    for stratum in record["strata"]:
        assert f"[{100 * stratum['wilson']['lower']:.2f}, {100 * stratum['wilson']['upper']:.2f}] %" in plain
    assert f"{record['agreement']['two_auditors']['ac1']['value']:.3f}" in plain
    assert record["campaign"]["seal_hash"] in marked


def test_the_same_database_gives_the_same_bytes(audit: Audit):
    audit.seal(task="figure-type")
    kinds = ("diagram", "plot", "photo")
    audit.judge("first", lambda place: (kinds[place % 3], None))
    audit.judge("second", lambda place: (kinds[place % 2], None))
    assert render_json(audit.report()) == render_json(audit.report())


def test_confidence_is_asked_for(audit: Audit):
    audit.seal()
    audit.judge("first", pick({1: PLOT}))
    audit.judge("second", pick({1: PLOT}))
    report = audit.workspace.read(campaign_report, "diagrams", confidence=0.9)
    assert report.precision.score.confidence == 0.9
    assert "score interval, 90%" in render_text(report)
    assert "90% Wilson interval" in render_text(report)
