from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from auditor.audits.strata import StrataColumn, group_rows, parse_strata, strata_text, stratum_name
from pipeline.errors import UsageError


@dataclass(frozen=True)
class Values:
    values: tuple[Any, ...]


def names(text: str, *rows: tuple[Any, ...]) -> list[tuple[str, int]]:
    groups = group_rows(parse_strata(text), [Values(row) for row in rows])
    return [(stratum_name(group.value), len(group.rows)) for group in groups]


def test_numbers_after_at_belong_to_the_column_before_them():
    columns = parse_strata(" venue, native.confidence@0.5,0.7,0.85 ,year@2020 ")
    assert columns == (
        StrataColumn("venue"),
        StrataColumn("native.confidence", (0.5, 0.7, 0.85)),
        StrataColumn("year", (2020.0,)),
    )
    assert strata_text(columns) == "venue,native.confidence@0.5,0.7,0.85,year@2020"


def test_no_text_gives_one_stratum():
    assert names("", (), ()) == [("(all)", 2)]
    assert group_rows((), []) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0.5,venue", "number without a column"),
        ("venue,0.5", "number without a column"),
        ("venue,,year", "column is missing"),
        ("@0.5", "column is missing"),
        ("year@x", "'x' after year@ is not a number"),
        ("year@", "is not a number"),
        ("year@2020,2019", "must rise"),
        ("year@2020,2020", "must rise"),
        ("venue,venue", "stands twice"),
        ("confidence@nan", "is not a number"),
    ],
)
def test_a_text_that_cannot_be_meant_is_named(text: str, told: str):
    with pytest.raises(UsageError, match=told):
        parse_strata(text)


def test_bands_are_left_closed_and_the_last_of_a_confidence_is_closed():
    rows = [(v,) for v in (0.0, 0.4999, 0.5, 0.6999, 0.7, 0.85, 0.999, 1.0, 1, None)]
    assert names("native.confidence@0.5,0.7,0.85", *rows) == [
        ("[0, 0.5)", 2),
        ("[0.5, 0.7)", 2),
        ("[0.7, 0.85)", 1),
        ("[0.85, 1]", 4),
        ("(none)", 1),
    ]


def test_a_confidence_outside_its_range_is_its_own_stratum():
    assert names("confidence@0.5", (-0.1,), (0.2,), (1.5,)) == [("< 0", 1), ("[0, 0.5)", 1), ("> 1", 1)]


def test_bands_of_other_numbers_are_open_at_both_ends():
    rows = [(2010,), (2020,), (2021,), (2022,), (2030,)]
    assert names("year@2020,2022", *rows) == [("< 2020", 1), ("[2020, 2022)", 2), (">= 2022", 2)]


def test_numbers_come_by_size_words_by_letter_nulls_last():
    assert names("year", (2021,), (None,), (2020,)) == [("2020", 1), ("2021", 1), ("(none)", 1)]
    assert names("venue", ("ICML",), (None,), ("ICLR",)) == [("ICLR", 1), ("ICML", 1), ("(none)", 1)]


def test_the_value_is_kept_by_column():
    groups = group_rows(parse_strata("venue,year"), [Values(("ICLR", 2020)), Values((None, 2020))])
    assert [group.value for group in groups] == [{"venue": "ICLR", "year": 2020}, {"venue": "(none)", "year": 2020}]


def test_text_that_is_a_number_is_cut_and_other_text_is_an_error():
    assert names("extra.score@2", ("1.5",), ("2",)) == [("< 2", 1), (">= 2", 1)]
    with pytest.raises(UsageError, match="venue holds 'ICLR'; cuts need a column of numbers"):
        names("venue@2", ("ICLR",))
