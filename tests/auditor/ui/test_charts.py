"""Axes, pictures and how the window paints them."""

from __future__ import annotations

import itertools
from functools import partial
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from auditor.reports.charts import (
    AgreementMark,
    ErrorMark,
    IntervalMark,
    StratumMark,
    agreement_picture,
    counts_picture,
    errors_picture,
    interval_picture,
    points,
    strata_picture,
)
from auditor.reports.pictures import estimated_width, svg
from auditor.reports.scales import Axis, axis_for, count_axis
from auditor.reports.shapes import Bar, Dot, Line, Picture, Shape, Word
from auditor.ui.theme import Theme
from auditor.ui.widgets.charts.chart import ChartView
from auditor.ui.widgets.charts.table import ResultTable

SHARES = st.floats(0, 1)
MARK = IntervalMark(0.937, 0.89, 0.963)


def of_kind(picture: Picture, kind: type[Shape]) -> list:
    return [shape for shape in picture.shapes if isinstance(shape, kind)]


def words(picture: Picture) -> list[str]:
    return [word.text for word in of_kind(picture, Word)]


@given(SHARES, SHARES, st.integers(2, 6), st.sampled_from([0.0, 0.5]))
def test_an_axis_holds_what_it_is_for_and_stays_within_its_ends(one: float, two: float, ticks: int, pad: float):
    lower, upper = sorted((one, two))
    axis = axis_for(lower, upper, within=(0, 1), ticks=ticks, pad=pad)
    assert 0 <= axis.start <= lower + 1e-9
    assert upper - 1e-9 <= axis.end <= 1
    assert axis.start < axis.end
    assert (axis.ticks[0], axis.ticks[-1]) == (axis.start, axis.end)
    assert len(axis.ticks) <= ticks + 1


@given(st.integers(0, 10**7))
def test_an_axis_of_counts_begins_at_zero_and_has_whole_ticks(most: int):
    axis = count_axis(most)
    assert axis.start == 0
    assert axis.end >= max(1, most)
    assert all(tick == int(tick) for tick in axis.ticks)
    assert len(axis.ticks) <= 6


def test_what_lies_beyond_an_axis_stands_at_its_end():
    axis = Axis(0.8, 1.0, (0.8, 0.9, 1.0))
    assert [axis.at(value, 10, 110) for value in (0.5, 0.85, 1.2)] == [10, 35, 110]


@given(st.floats(0, 1))
def test_a_share_is_never_rounded_up_to_all_nor_down_to_none(share: float):
    number = float(points(share))
    assert (number == 100) == (100 * share == 100)
    assert (number == 0) == (100 * share == 0)
    assert abs(number - 100 * share) <= 0.05 + 1e-9


def test_the_interval_picture_names_its_limits_and_both_ends_of_its_axis():
    picture = interval_picture(MARK, "told", 700, estimated_width)
    assert words(picture) == ["89.0", "96.3", "84 %", "88 %", "92 %", "96 %", "100 %"]
    track, band = of_kind(picture, Bar)
    (dot,) = of_kind(picture, Dot)
    assert track.x < band.x < dot.x < band.x + band.width < track.x + track.width
    assert dot.x == pytest.approx(track.x + (0.937 - 0.84) / 0.16 * track.width, abs=0.1)


def test_bounds_get_a_second_lighter_whisker():
    with_bounds = interval_picture(IntervalMark(0.9, 0.86, 0.94, (0.9, 0.93)), "told", 700, estimated_width)
    without = interval_picture(IntervalMark(0.9, 0.86, 0.94), "told", 700, estimated_width)
    assert "unsettled all wrong 90.0, all right 93.0" in words(with_bounds)
    lighter = [line for line in of_kind(with_bounds, Line) if line.role == "control" and line.width == 1.5]
    assert len(lighter) == 3
    assert with_bounds.height > without.height


@given(st.lists(st.integers(0, 57_100).map(lambda n: n / 57_100), min_size=3, max_size=3), st.floats(240, 1200))
def test_no_words_of_the_interval_picture_touch_or_leave_it(shares: list[float], width: float):
    lower, estimate, upper = sorted(shares)
    picture = interval_picture(IntervalMark(estimate, lower, upper, (lower, upper)), "told", width, estimated_width)
    spans: dict[float, list[tuple[float, float]]] = {}
    for word in of_kind(picture, Word):
        wide = estimated_width(word.text, word.size, word.weight)
        start = word.x - {"start": 0, "middle": 0.5, "end": 1}[word.anchor] * wide
        assert start >= -1
        assert start + wide <= width + 1
        spans.setdefault(word.y, []).append((start, start + wide))
    (limits,) = [spans[y] for y in spans if y == 15]
    for before, after in zip(sorted(limits), sorted(limits)[1:], strict=False):
        assert before[1] <= after[0]


def strata(*weights: float) -> list[StratumMark]:
    return [
        StratumMark(chr(ord("A") + at), weight, IntervalMark(0.9 + at / 100, 0.85, 0.97))
        for at, weight in enumerate(weights)
    ]


def test_columns_are_as_wide_as_the_shares_of_their_strata():
    picture = strata_picture(strata(0.8, 0.15, 0.05), "told", 800, estimated_width)
    wide = [bar.width for bar in of_kind(picture, Bar)]
    assert [each / sum(wide) for each in wide] == pytest.approx([0.8, 0.15, 0.05], abs=0.001)
    tints = [bar.opacity for bar in of_kind(picture, Bar)]
    assert tints == sorted(tints)
    assert len(set(tints)) == 3
    assert [word.text for word in of_kind(picture, Word) if not word.axis] == ["A", "B", "C"]


def test_a_stratum_without_a_label_is_drawn_without_a_whisker():
    picture = strata_picture([*strata(0.5), StratumMark("B", 0.5, None)], "told", 800, estimated_width)
    assert len(of_kind(picture, Dot)) == 1
    assert [bar.role for bar in of_kind(picture, Bar)] == ["accent", "sunken"]


def test_letters_of_many_narrow_strata_do_not_touch():
    picture = strata_picture(strata(0.6, *[0.02] * 20), "told", 420, estimated_width)
    letters = [word for word in of_kind(picture, Word) if not word.axis]
    for row in {word.y for word in letters}:
        places = sorted((word.x, estimated_width(word.text, "axis", 600) / 2) for word in letters if word.y == row)
        for (left, half), (right, other) in itertools.pairwise(places):
            assert left + half <= right - other
    assert max(word.x + estimated_width(word.text, "axis", 600) / 2 for word in letters) <= 420
    assert max(dot.x + dot.radius for dot in of_kind(picture, Dot)) <= 420


def test_bars_of_counts_begin_at_zero_and_keep_their_proportions():
    picture = counts_picture([("Plot", 18), ("Table", 6)], "told", 400, estimated_width)
    plot, table = of_kind(picture, Bar)
    assert plot.x == table.x
    assert plot.width == pytest.approx(3 * table.width, abs=0.1)
    assert {"0", "18", "6", "Plot", "Table"} <= set(words(picture))


ERRORS = [
    ErrorMark("Plot or chart", 9, IntervalMark(0.024, 0.0105, 0.06)),
    ErrorMark("Screenshot", 6, IntervalMark(0.012, 0.005, 0.048)),
]


@pytest.mark.parametrize("width", [300, 420, 700])
def test_bars_of_shares_begin_at_zero_and_have_their_whiskers_and_limits(width: float):
    picture = errors_picture(ERRORS, "told", width, estimated_width)
    plot, screenshot = of_kind(picture, Bar)
    assert plot.x == screenshot.x
    assert plot.width == pytest.approx(2 * screenshot.width, abs=0.1)
    assert {"0 %", "2.4 %", "[1.1, 6.0]", "1.2 %", "[0.5, 4.8]"} <= set(words(picture))
    whiskers = [line for line in of_kind(picture, Line) if line.role == "accent" and line.y1 == line.y2]
    per_point = plot.width / 2.4
    for line, one, dot in zip(whiskers, ERRORS, of_kind(picture, Dot), strict=True):
        assert one.mark is not None
        assert line.x1 == pytest.approx(plot.x + 100 * one.mark.lower * per_point, abs=0.2)
        assert line.x2 == pytest.approx(plot.x + 100 * one.mark.upper * per_point, abs=0.2)
        assert dot.x == pytest.approx(plot.x + 100 * one.mark.estimate * per_point, abs=0.2)
    for word in of_kind(picture, Word):
        wide = estimated_width(word.text, word.size, word.weight)
        start = word.x - {"start": 0, "middle": 0.5, "end": 1}[word.anchor] * wide
        assert start >= -1
        assert start + wide <= width + 1


def test_error_modes_without_a_known_share_are_bars_of_counts():
    unknown = [ErrorMark("Plot or chart", 9, None), ErrorMark("Table", 3, None)]
    picture = errors_picture(unknown, "told", 400, estimated_width)
    assert picture == counts_picture([("Plot or chart", 9), ("Table", 3)], "told", 400, estimated_width)
    assert not of_kind(picture, Dot)


def test_names_too_long_for_a_column_stand_over_their_bars():
    name = "Crop includes caption or body text"
    wide, narrow = (counts_picture([(name, 2)], "told", width, estimated_width) for width in (900, 300))
    assert of_kind(wide, Bar)[0].x > estimated_width(name, "secondary", 400)
    assert of_kind(narrow, Bar)[0].x < 1
    assert name in words(narrow)


def test_lines_of_agreement_are_drawn_on_one_axis_and_an_undefined_one_has_no_whisker():
    lines = [
        AgreementMark("Same answer", "97.0 %", "[93.6, 98.6]", IntervalMark(0.97, 0.936, 0.986)),
        AgreementMark("Cohen's kappa", "undefined", "", None),
    ]
    picture = agreement_picture(lines, "told", 360, estimated_width)
    assert len(of_kind(picture, Dot)) == 1
    assert {"undefined", "97.0 %", "[93.6, 98.6]"} <= set(words(picture))
    narrow = agreement_picture(lines, "told", 200, estimated_width)
    assert set(words(narrow)) >= {"Same answer", "97.0 %"}
    assert narrow.height > picture.height


# --- the window


@pytest.fixture
def theme(qapp: object) -> Theme:  # noqa: ARG001 - fonts need an application
    return Theme("light")


Shown = TypeVar("Shown", bound=QWidget)


def hosted(qtbot: QtBot, widget: Shown, width: int) -> Shown:
    """The widget in a window of its own; it sets its own height."""
    host = QWidget()
    widget.setParent(host)
    widget.resize(width, 10)
    widget.host = host  # the window lives as long as the widget is looked at
    qtbot.addWidget(host)
    host.show()
    return widget


def view(qtbot: QtBot, theme: Theme, width: int = 600) -> ChartView:
    chart = ChartView(theme, partial(interval_picture, MARK, "93.7 % are diagrams."))
    return hosted(qtbot, chart, width)


def test_the_window_paints_the_dot_where_the_picture_has_it(qtbot: QtBot, theme: Theme):
    chart = view(qtbot, theme)
    for scheme in ("light", "dark"):
        theme.choose(scheme)
        (dot,) = of_kind(chart.drawn, Dot)
        image = chart.grab().toImage()
        place = QPoint(round(dot.x * image.devicePixelRatio()), round(dot.y * image.devicePixelRatio()))
        assert image.pixelColor(place).name() == theme.colour("accent").name()


def test_the_window_and_the_exported_page_hold_the_same_shapes(qtbot: QtBot, theme: Theme):
    chart = view(qtbot, theme)
    text = svg(partial(interval_picture, MARK, "told"), chart.width())
    for kind, tag in ((Bar, "<rect "), (Line, "<line "), (Dot, "<circle "), (Word, "<text ")):
        assert text.count(tag) == len(of_kind(chart.drawn, kind))


def test_a_chart_follows_its_width_and_the_text_size(qtbot: QtBot, theme: Theme):
    chart = view(qtbot, theme)
    height = chart.height()
    chart.resize(400, chart.height())
    assert chart.drawn.width == 400
    theme.choose(text_size=200)
    assert chart.drawn.width == 200
    assert chart.height() >= 2 * height - 2


def test_a_chart_is_a_graphic_that_says_its_sentence(qtbot: QtBot, theme: Theme):
    chart = view(qtbot, theme)
    face = QAccessible.queryAccessibleInterface(chart)
    assert face.role() == QAccessible.Role.Graphic
    assert face.text(QAccessible.Text.Name) == "93.7 % are diagrams."


HEADER = ("", "Stratum", "Figures", "Precision, 95 %")
ROWS = [("A", "t1_unanimous", "46,524", "93.6 [87.9, 96.7]"), ("B", "t2_vlm_consensus_gpt_confirmed", "5,066", "91.2")]


def table(qtbot: QtBot, theme: Theme, width: int) -> ResultTable:
    return hosted(qtbot, ResultTable(theme, HEADER, ROWS, name="Precision by stratum"), width)


def test_a_table_is_a_real_table_with_its_name(qtbot: QtBot, theme: Theme):
    made = table(qtbot, theme, 600)
    face = QAccessible.queryAccessibleInterface(made)
    assert face.role() == QAccessible.Role.Table
    assert face.text(QAccessible.Text.Name) == "Precision by stratum"
    assert made.item(0, 3).text() == "93.6 [87.9, 96.7]"


def test_a_table_is_as_high_as_its_rows_and_wraps_long_names(qtbot: QtBot, theme: Theme):
    made = table(qtbot, theme, 900)
    assert made.verticalScrollBar().maximum() == 0
    rows = [made.rowHeight(row) for row in range(2)]
    assert rows[0] == rows[1]
    made.resize(380, made.height())
    assert made.rowHeight(1) > made.rowHeight(0)
    assert made.horizontalScrollBar().maximum() == 0
    assert made.height() >= made.horizontalHeader().height() + made.rowHeight(0) + made.rowHeight(1)
