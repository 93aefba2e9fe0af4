"""Pages as text and Markdown: aligned columns, whole quantities, escaped markup."""

from __future__ import annotations

import pytest

from auditor.reports.document import Facts, Heading, Sentence, Table, as_markdown, as_text
from auditor.reports.numbers import coefficient, counted, limits, percent, percent_or_reason
from auditor.statistics.estimates import Estimate, Interval, undefined_interval


def test_columns_are_aligned():
    page = as_text([Table(("stratum", "n"), (("a", "1"), ("longer name", "1,000")))])
    assert page.splitlines() == [
        "stratum          n",
        "------------------",
        "a                1",
        "longer name  1,000",
    ]


def test_running_text_keeps_quantities_and_lines_within_the_width():
    sentence = "word " * 17 + "it is 81.15 % and lies in [78.21, 98.35] % of it all, as far as that can be said at all"
    lines = as_text([Sentence(sentence, important=True)]).splitlines()
    assert max(map(len, lines)) <= 100
    assert lines[0].startswith("! ")
    assert all(line.startswith("  ") for line in lines[1:])
    assert "81.15 %" in "\n".join(lines)
    assert "[78.21, 98.35] %" in "\n".join(lines)


def test_facts_hang_under_their_value():
    lines = as_text([Facts((("name", "word " * 30), ("other", "x")))]).splitlines()
    assert lines[0].startswith("name   word")
    assert lines[1].startswith("       word")
    assert lines[-1] == "other  x"


def test_markdown_escapes_what_is_no_markup_and_keeps_code():
    page = as_markdown([Heading("a_b", 1), Sentence("1 < 2 | *x* `figaudit report a_b`"), Facts((("k", "v\nw"),))])
    assert page == "# a\\_b\n\n1 \\< 2 \\| \\*x\\* `figaudit report a_b`\n\n- k: v w\n"


def test_markdown_tables_have_as_many_cells_in_every_row():
    page = as_markdown([Table(("a|b", "n"), (("x|y", "1"),))])
    assert page.splitlines() == ["| a\\|b | n |", "| --- | ---: |", "| x\\|y | 1 |"]


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (percent(0.93667), "93.67 %"),
        (percent(-0.0), "0.00 %"),
        (percent(Estimate.undefined("no reason")), "undefined"),
        (percent_or_reason(Estimate.undefined("nothing there")), "undefined (nothing there)"),
        (coefficient(Estimate(-0.0)), "0.000"),
        (coefficient(Estimate(-0.00001)), "0.000"),
        (coefficient(Estimate(-0.25)), "-0.250"),
        (limits(Interval(Estimate(0.5), 0.1, 0.9, 0.95, "any")), "[10.00, 90.00] %"),
        (limits(undefined_interval("why", confidence=0.95, method="any")), "undefined"),
        (counted(1, "stratum", "strata"), "1 stratum"),
        (counted(1200, "stratum", "strata"), "1,200 strata"),
    ],
)
def test_numbers(shown: str, expected: str):
    assert shown == expected
