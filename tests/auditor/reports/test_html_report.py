"""The HTML page, the words at a glance and the lock, from real campaigns."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor import reports
from auditor.audits.allocation import Allocation, parse_allocation
from auditor.audits.campaign import create_campaign, move_campaign
from auditor.audits.design import CampaignSpec
from auditor.cli.reports import app
from auditor.reports.gate import counted_rows, report_gate
from auditor.reports.html import render_html
from auditor.reports.pictures import svg
from auditor.reports.record import report_record
from auditor.reports.render import render_markdown, render_text
from auditor.reports.report import Report
from auditor.reports.shapes import Picture, Word
from auditor.reports.summary import Summary, letter, summary_of
from auditor.statistics.agreement import specific_agreement
from auditor.statistics.specific_agreement import specific_agreement_interval
from pipeline.cli.front import run_app
from pipeline.errors import UsageError
from pipeline.vocabulary import CampaignState
from tests.auditor.reports.audits import PLOT, SKIP, TABLE, UNSURE, YES, Audit


class Page(HTMLParser):
    """The words of a page without styles and without what names a place on an axis; every tag and attribute."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.attributes: dict[str, set[str]] = {}
        self._silent = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            self.attributes.setdefault(name, set()).add(value or "")
        self._silent = tag == "style" or ("class", "axis") in attrs

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - the parser's signature
        self._silent = False

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def settled(audit: Audit) -> Report:
    audit.seal()
    for auditor in ("first", "second"):
        audit.judge(auditor, lambda place: {2: PLOT, 5: TABLE, 14: PLOT}.get(place, YES))
    return audit.report()


def unsettled(audit: Audit) -> Report:
    audit.seal()
    one, two, *_ = audit.shared()
    audit.judge("first", lambda place: {one: PLOT, two: UNSURE}.get(place, YES))
    audit.judge("second", lambda place: YES if place != 14 else PLOT)
    return audit.report()


def everything_told(summary: Summary) -> str:
    """All words of a summary."""
    return json.dumps(summary, default=lambda part: {name: getattr(part, name) for name in part.__slots__})


def numbers_of(record: Any) -> Iterator[str]:
    """Every way in which a number of the record may be written."""
    if isinstance(record, dict):
        for name, value in record.items():
            yield from re.findall(r"\d[\d,.]*\d|\d", name)
            yield from numbers_of(value)
    elif isinstance(record, list):
        yield str(len(record))
        for value in record:
            yield from numbers_of(value)
    elif isinstance(record, str):
        yield from re.findall(r"\d[\d,.]*\d|\d", record)
    elif isinstance(record, (int, float)):
        for value in (abs(record), abs(100 * record)):
            yield from (f"{value:,.{decimals}f}" for decimals in range(6))


def all_numbers(record: dict[str, Any]) -> set[str]:
    found = set(numbers_of(record))
    strata = record["strata"]
    sums = {key: sum(one[key] for one in strata) for key in ("sampled", "incorrect", "unsure", "disagreement")}
    labelled = sum(one["n"] for one in strata)
    sums |= {"labelled": labelled, "correct": labelled - sums["incorrect"]}
    sums["open"] = sums["unsure"] + sums["disagreement"]
    answers = [one["judged"] for one in record["auditors"]]
    shares = [100 * one["unsure"] / one["judged"] for one in record["auditors"] if one["judged"]]
    shares += [100 * one["n"] / labelled for one in strata]
    rounded = {f"{share:.{decimals}f}" for share in shares for decimals in (0, 2)}
    return found | rounded | set(numbers_of([*sums.values(), sum(answers)]))


@pytest.mark.parametrize("make", [settled, unsettled])
def test_every_number_on_the_page_is_one_of_the_record(audit: Audit, make: Any):
    report = make(audit)
    record = json.loads(json.dumps(report_record(report)))
    known = all_numbers(record)
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "", Page(render_html(report)).text)
    shown = re.findall(r"(?<![\w.])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\w)", text)
    assert len(shown) > 100
    strange = {number for number in shown if number not in known}
    assert not strange, [text[max(0, text.find(one) - 40) : text.find(one) + 40] for one in strange]


def test_the_page_holds_everything_that_markdown_says_and_four_charts(audit: Audit):
    report = unsettled(audit)
    page = Page(render_html(report))
    for part in (report.headline, report.methods, report.tallies.design.seal_hash or "", *report.remarks):
        assert " ".join(part.replace("`", "").split()) in page.text
    assert page.tags.count("svg") == 4
    for heading in ("Precision", "Agreement between auditors", "Error modes", "Design", "Seal and ledger", "Method"):
        assert heading in page.words
    names = page.attributes["aria-label"]
    assert any(" ".join(name.split()).startswith("Precision by stratum: A 66.7 % of the figures") for name in names)


def test_the_page_stands_alone(audit: Audit):
    text = render_html(settled(audit))
    page = Page(text)
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert not {"src", "href", "xlink:href", "style"} & set(page.attributes)
    assert not any(name.startswith("on") for name in page.attributes)
    assert "url(" not in text
    assert "@import" not in text
    assert "@media print" in text
    assert " %" not in text, "a percent sign stays on the line of its number"


def test_words_of_the_project_cannot_become_markup(audit: Audit):
    name = "<b>&\"audit\"<i> 'x'"
    audit.seal(name=name)
    for auditor in ("first", "second"):
        audit.judge(auditor, lambda place: PLOT if place == 2 else YES, name)
    text = render_html(audit.report(name))
    assert "<b>" not in text
    assert f"Audit report: {name}" in Page(text).text


def test_a_picture_is_escaped_and_its_axis_words_are_marked():
    picture = Picture(10, 10, (Word(1, 2, 'a < "b" & c', axis=True),), 'say "<this>"')
    text = svg(lambda _width, _measure: picture, 10)
    assert '>a &lt; "b" &amp; c</text>' in text
    assert 'class="axis"' in text
    assert Page(text).attributes["aria-label"] == {'say "<this>"'}


def test_the_command_writes_the_page(audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    report = settled(audit)
    target = tmp_path / "report.html"
    words = ["figaudit", "diagrams", "--format", "html", "--out", str(target)]
    monkeypatch.setattr("sys.argv", [*words, "--project", str(audit.workspace.folder)])
    with pytest.raises(SystemExit) as end:
        run_app(app)
    assert not end.value.code
    assert target.read_text(encoding="utf-8") == render_html(report)


# --- the words at a glance


def test_the_headline_of_a_settled_audit(audit: Audit):
    report = settled(audit)
    headline = summary_of(report).headline
    assert (headline.number, headline.claim) == ("83.3 %", "of the 36 figures labelled “diagram” are diagrams")
    assert headline.mark is not None
    assert (headline.mark.lower, headline.mark.upper) == report.precision.score.limits
    assert headline.mark.bounds is None
    (line,) = headline.lines
    lower, upper = (f"{100 * limit:.1f}" for limit in report.precision.score.limits)
    assert line.startswith(f"95 % interval {lower} to {upper} %, stratified score. One-sided: at least ")


def test_unsettled_items_that_weigh_more_than_a_point_count_as_wrong_first(audit: Audit):
    report = unsettled(audit)
    assert report.precision.quote_lower
    headline = summary_of(report).headline
    worst = report.precision.worst
    assert headline.number == f"{100 * worst.precision.known:.1f} %"
    assert headline.mark is not None
    assert headline.mark.bounds == (report.precision.bounds.lower, report.precision.bounds.upper)
    low, high = (f"{100 * bound:.1f}" for bound in headline.mark.bounds)
    assert headline.lines[0] == (
        "2 of 18 figures are not settled, counted as wrong here. "
        f"Settled, the estimate will lie between {low} and {high} %."
    )
    assert headline.lines[-1].startswith(f"Without them {100 * report.precision.overall.precision.known:.1f} %")


@pytest.mark.parametrize(
    ("changes", "claim"),
    [
        ({"population": "label = diagram"}, "of the 36 figures labelled “diagram” are diagrams"),
        ({"population": ""}, "of all 36 figures are diagrams"),
        ({"population": "venue = Alpha"}, "of the 24 figures chosen for this audit are diagrams"),
        ({"task": "figure-type"}, "of the 36 figures are labelled correctly by the judge native"),
    ],
)
def test_the_claim_says_what_was_audited(audit: Audit, changes: dict[str, str], claim: str):
    audit.seal(strata="", size=12, **changes)
    answer = ("diagram", None) if "task" in changes else YES
    for auditor in ("first", "second"):
        audit.judge(auditor, lambda _place: answer)
    assert summary_of(audit.report()).headline.claim == claim


def test_an_audit_without_an_answer_says_so(audit: Audit):
    audit.seal()
    audit.workspace.write(move_campaign, "diagrams", CampaignState.CLOSED)
    summary = summary_of(audit.report())
    assert (summary.headline.number, summary.headline.mark) == ("", None)
    assert "no item has a label yet" in summary.headline.claim
    assert all(row[4:6] == ("no label yet", "not known") for row in summary.strata.rows)
    assert [one.mark for one in summary.strata.marks] == [None, None]
    assert not summary.errors.marks
    assert Page(render_html(audit.report())).tags.count("svg") == 1  # the strata, without any interval


def test_an_audit_in_which_everything_was_skipped_says_so(audit: Audit):
    audit.seal()
    for auditor in ("first", "second"):
        audit.judge(auditor, lambda _place: SKIP)
    summary = summary_of(audit.report())
    assert summary.headline.number == ""
    assert any("were skipped" in remark for remark in summary.remarks)


def test_a_census_is_a_count_and_no_estimate(audit: Audit):
    audit.seal(size=36, strata="")
    for auditor in ("first", "second"):
        audit.judge(auditor, lambda place: PLOT if place < 4 else YES)
    headline = summary_of(audit.report()).headline
    assert headline.number == "91.7 %"
    assert headline.lines == ("Complete census: every record was audited.",)
    assert headline.mark is not None
    assert headline.mark.lower == headline.mark.upper


def test_one_answer_for_everything_leaves_kappa_undefined_in_words(audit: Audit):
    audit.seal()
    for auditor in ("first", "second"):
        audit.judge(auditor, lambda _place: YES)
    summary = summary_of(audit.report())
    assert ("Cohen's kappa", "undefined", "", None) in [
        (one.name, one.value, one.limits, one.mark) for one in summary.agreement.lines
    ]
    assert "Cohen's kappa is undefined: everybody said “yes”; 100 % agreed." in summary.agreement.notes
    assert summary.errors.note == "None of the 18 labelled figures was found wrong."
    # Nothing was wrong, and still the doubt is where the answers are fewest for the weight.
    assert [row[-1] for row in summary.strata.rows] == ["55.0 %", "45.0 %"]


def test_the_rare_answer_leads_and_the_card_says_why(audit: Audit):
    audit.seal(size=36, overlap=1.0)
    one, two, *_ = audit.shared()
    audit.judge("first", lambda place: PLOT if place in {one, two} else YES)
    audit.judge("second", lambda place: PLOT if place == one else YES)
    part = summary_of(audit.report()).agreement
    assert [line.name for line in part.lines] == ["Agreement on “no”", "Same answer", "Cohen's kappa"]
    assert part.lines[0].value == "66.7 %"
    assert "Only 4.2 % say “no”: read that line first." in part.notes
    assert any(note.startswith("AC1 0.9") for note in part.notes)


def test_more_than_two_auditors_get_a_sentence(audit: Audit):
    audit.seal(auditors=("first", "second", "third"), overlap=0.5)
    one, *_ = audit.shared()
    for auditor in ("first", "second", "third"):
        audit.judge(auditor, lambda place: PLOT if place == one else YES)
    part = summary_of(audit.report()).agreement
    assert not part.lines
    assert part.about == "9 figures, three auditors"
    assert "agree in 100 % of the pairs" in part.notes[0]


def test_uneven_effort_is_told_in_one_sentence(audit: Audit):
    audit.seal(allocation=Allocation("equal"))
    for auditor in ("first", "second"):
        audit.judge(auditor, lambda place: PLOT if place in {1, 2, 3, 4} else YES)
    report = audit.report()
    advice = "causes 98 % of the uncertainty but got 50 % of the answers."
    assert summary_of(report).strata.advice.startswith(f"A {advice}")
    for page in (render_text(report), render_markdown(report), Page(render_html(report)).text):
        assert f"Alpha {advice}" in " ".join(page.replace("\n! ", " ").replace("\n> ", " ").split())


def test_a_stratum_that_lacks_answers_is_named_although_nothing_in_it_was_wrong(audit: Audit):
    """All the errors lie in Alpha; Beta has two answers of twelve, so nobody knows how many are wrong there."""
    audit.seal(size=26, overlap=0.0, allocation=parse_allocation("Alpha=24,Beta=2"))
    for auditor in ("first", "second"):
        audit.judge(auditor, lambda place: PLOT if place in {1, 2} else YES)
    report = audit.report()
    assert [line.stratum.correct == line.stratum.audited for line in report.precision.lines] == [False, True]
    assert summary_of(report).strata.advice.startswith("B causes 100 % of the uncertainty but got 8 % of the answers.")


def test_even_effort_is_not_told(audit: Audit):
    assert summary_of(settled(audit)).strata.advice == ""


def test_no_summary_holds_a_dash_or_a_nan(audit: Audit):
    audit.seal(size=3, strata="venue", overlap=0.0)
    audit.judge("first", lambda _place: PLOT)
    told = everything_told(summary_of(audit.report()))
    assert not re.search(r"\bnan\b|None|\"-\"", told)


def test_letters_go_on_after_z():
    assert [letter(at) for at in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]


# --- the lock


def gate(audit: Audit, auditor: str, name: str = "diagrams") -> str:
    return audit.workspace.read(report_gate, name, auditor)


def test_the_report_is_shut_while_i_have_figures_to_judge(audit: Audit):
    audit.seal()
    reason = gate(audit, "first")
    assert reason == (
        "You have 14 figures left to judge in this audit. Scores and results open when you are done, "
        "so that your answers stay your own."
    )


def test_the_report_is_shut_for_everybody_until_the_last_answer(audit: Audit):
    audit.seal()
    audit.judge("first", lambda _place: YES)
    for person in ("first", "lead", ""):
        assert gate(audit, person) == "The report opens when all 27 answers are in. 14 are in so far."
    audit.judge("second", lambda place: SKIP if place == 1 else YES)
    for person in ("first", "second", "lead", ""):
        assert gate(audit, person) == ""


def test_a_closed_campaign_is_open_for_all_and_a_draft_for_nobody(audit: Audit):
    audit.seal()
    audit.workspace.write(move_campaign, "diagrams", CampaignState.CLOSED)
    assert gate(audit, "first") == ""
    audit.workspace.write(create_campaign, CampaignSpec(auditors=("first",), size=5, name="plan"))
    assert gate(audit, "first", "plan").startswith("The campaign plan is a draft")
    with pytest.raises(UsageError, match="known are diagrams, plan"):
        gate(audit, "first", "nothing")


def test_a_paused_campaign_stays_shut_for_those_who_still_judge(audit: Audit):
    audit.seal()
    audit.workspace.write(move_campaign, "diagrams", CampaignState.PAUSED)
    assert gate(audit, "second").startswith("You have 13 figures left")


def test_a_new_answer_and_a_decision_are_counted(audit: Audit):
    settled(audit)
    before = audit.workspace.read(counted_rows, "diagrams")
    one, *_ = audit.shared()
    audit.judge("first", lambda place: TABLE if place == one else None)
    audit.decide(5, YES)
    assert audit.workspace.read(counted_rows, "diagrams") == before + 2


# --- what the parts promise


@pytest.mark.parametrize("module", [one.name for one in pkgutil.iter_modules(reports.__path__)])
def test_the_examples_in_the_modules_of_reports_run(module: str):
    assert doctest.testmod(importlib.import_module(f"auditor.reports.{module}")).failed == 0


@given(st.integers(0, 200), st.integers(0, 40), st.integers(0, 40), st.integers(0, 60))
def test_the_interval_of_agreement_on_a_category_holds_it(both_yes: int, one: int, two: int, both_no: int):
    table = [[both_yes, one], [two, both_no]]
    interval = specific_agreement_interval(table, 1)
    assert interval.estimate == specific_agreement(table, 1)
    if interval.estimate.value is None:
        assert (interval.lower, interval.upper) == (None, None)
        return
    lower, upper = interval.limits
    assert 0 <= lower <= interval.estimate.known + 1e-12
    assert interval.estimate.known <= upper + 1e-12 <= 1 + 2e-12
    assert lower < upper
    swapped = specific_agreement_interval([[both_yes, two], [one, both_no]], 1)
    assert swapped == interval
