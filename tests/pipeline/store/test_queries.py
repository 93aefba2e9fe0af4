"""The population language selects what it says and points at what it cannot read."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from pipeline.errors import UsageError
from pipeline.store.figures import Figure
from pipeline.store.papers import Paper
from pipeline.store.queries import check_field, population_rows
from pipeline.store.routes import Route
from pipeline.store.scores import Score
from pipeline.workspace import Workspace

ROWS = [
    # id, venue, year, caption, native label and confidence, path
    ("f_1", "ICLR", 2021, "An attention map", ("diagram", 0.9), "t1"),
    ("f_2", "ICML", 2019, "Loss of 100% of_all", ("plot", 0.5), "t2"),
    ("f_3", None, None, "ATTENTION", ("diagram", 0.4), None),
    ("f_4", "ICLR", 2024, "", None, None),
]


def _fill(session: Session) -> None:
    for number, (name, venue, year, caption, score, path) in enumerate(ROWS, 1):
        paper = Paper(paper_id=name, document=name, platform="x", platform_id=name, venue=venue, year=year, extra={})
        session.add(paper)
        session.flush()
        session.add(_figure(number, name, caption))
        session.flush()
        if score:
            session.add(_score(number, "native", *score))
        if path:
            session.add(Route(figure_id=number, path=path, votes={}, config_hash=""))
    old = _score(1, "native", "photo", 0.1)
    session.add(old)
    session.flush()
    old.superseded_by = 1
    gone = _figure(5, "f_5", "attention")
    gone.paper_id, gone.withdrawn = 1, True
    session.add_all([gone, _figure(6, "f_1", "attention, an older row")])
    session.flush()
    session.get_one(Figure, 6).superseded_by = 1


def _figure(number: int, name: str, caption: str) -> Figure:
    return Figure(
        id=number,
        figure_id=name,
        paper_id=min(number, 4),
        printed_label="",
        caption=caption,
        caption_raw=caption,
        contexts=[],
        parts=[],
        caption_status="found",
        number_status="found",
        mention_status="found",
        image_sha256="0" * 64,
        extra={"Cascade Tier": "tier1"} if number == 1 else {},
        content_hash=f"hash {number}",
        extract_version="1",
    )


def _score(figure: int, judge: str, label: str, confidence: float) -> Score:
    return Score(
        figure_id=figure, judge=judge, label=label, confidence=confidence, probabilities={}, judge_version="v1"
    )


@pytest.fixture
def filled(workspace: Workspace) -> Workspace:
    workspace.write(_fill)
    return workspace


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", "1234"),
        ("native.label = diagram", "13"),
        ("label = diagram and confidence >= 0.5", "1"),
        ("native.label != diagram", "24"),
        ("venue in (ICLR, ICML) and year >= 2020", "14"),
        ("venue not in (ICLR)", "2"),
        ('caption ~ "attention"', "13"),
        ("caption ~ 100%", "2"),
        ('caption ~ "f_a"', "2"),
        ("not (venue = ICLR or venue = ICML)", ""),
        ("venue is null", "3"),
        ("path is not null and tier is null", "12"),
        ("path = t1 or year = 2019 and label = plot", "12"),
        ("native.version = v1 AND native.confidence < .5", "3"),
        ("figure.caption = ''", "4"),
        ("paper.year > 2020", "14"),
    ],
)
def test_queries(filled: Workspace, query: str, found: str):
    rows = filled.read(population_rows, query, [], accepted_from="native")
    assert "".join(row.figure_id[-1] for row in rows) == found


def test_values_come_in_the_order_asked_for(filled: Workspace):
    rows = filled.read(population_rows, "", ["path", "native.confidence", "venue"], accepted_from="native")
    assert [row.values for row in rows] == [
        ("t1", 0.9, "ICLR"),
        ("t2", 0.5, "ICML"),
        (None, 0.4, None),
        (None, None, "ICLR"),
    ]
    assert rows[0].content_hash == "hash 1"


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("colour = red", r"unknown field 'colour' \(column 1\)"),
        ("year = ICLR", r"year is a number, 'ICLR' is not one it can have \(column 8"),
        ("year > 99999999999999999999999", "is not one it can have"),
        ("native.confidence > nan", "is not one it can have"),
        ("(" * 3000, "the query has 3,000 words and signs"),
        ("(" * 399, "nested more than 50 deep"),
        ("not " * 399, "nested more than 50 deep"),
        (" and ".join(["year = 1"] * 1000), "the query has 3,999 words and signs"),
        ("year >=", r"ends where a value is expected \(column 8\)"),
        ("(year = 2020", r"ends where `\)` is expected"),
        ("year = 2020 2021", r"before '2021' \(column 13"),
        ("year 2020", r"expected one of .* found '2020' \(column 6"),
        ("= 3", r"expected a field, found '=' \(column 1"),
        ("venue = 'ICLR", r"cannot read .* \(column 9"),
        ("nativ.label = diagram", r"judge named 'nativ'; judges here are native"),
        ("native.colour = red", r"unknown field 'native.colour'"),
        ("year in 2020", r"expected `\(`"),
        ("venue is ICLR", r"expected `null`"),
    ],
)
def test_faults_are_pointed_at(filled: Workspace, query: str, message: str):
    with pytest.raises(UsageError, match=message):
        filled.read(population_rows, query, [], accepted_from="native")


def test_check_field():
    check_field("clip.confidence")
    with pytest.raises(UsageError, match="known are"):
        check_field("vnue")
