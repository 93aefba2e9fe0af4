from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.acquire.practice.metrics import text_width
from pipeline.acquire.practice.setting import TIE, Run, break_lines, set_line
from pipeline.acquire.practice.writer import BASE_FONTS, PageDrawing, TextAt, write_pdf
from pipeline.pdf import open_pdf

WORDS = st.lists(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=16), min_size=1, max_size=60)


@settings(deadline=None)
@given(WORDS, st.floats(120, 400))
def test_lines_fit_the_width_and_no_letter_is_lost(words: list[str], width: float):
    lines = break_lines([Run(" ".join(words), "serif")], width, 10.0)
    for line in lines:
        used = sum(text_width(run.text, run.font, 10.0) for run in line.runs)
        assert used <= width + 1e-6
        assert used + line.slack == pytest.approx(width)
    assert "".join(line.text for line in lines).replace("-", "").replace(" ", "") == "".join(words)
    assert [line.last for line in lines] == [False] * (len(lines) - 1) + [True]


def test_a_tie_keeps_a_mention_on_one_line():
    mention = f"Figs.{TIE}2{TIE}and{TIE}3"
    for width in range(100, 200, 7):
        lines = break_lines([Run(f"the tarn of the pale pebble in {mention} rises", "serif")], width, 10.0)
        assert any(mention in line.text for line in lines)


def test_justified_lines_end_at_the_right_margin(tmp_path: Path):
    text = "one quiet pebble rang for nine minutes while the marl slept under the echo bench again and nobody counted"
    lines = break_lines([Run(text, "serif")], 200.0, 10.0)
    items = [item for number, line in enumerate(lines) for item in set_line(line, 50.0, 50.0 + 14 * number)]
    write_pdf([PageDrawing(300, 300, tuple(items))], tmp_path / "lines.pdf")
    with open_pdf(tmp_path / "lines.pdf") as document:
        read = document.page(1).lines
    assert len(read) == len(lines) > 2
    assert all(line.box.x1 == pytest.approx(250.0, abs=0.6) for line in read[:-1])
    assert read[-1].box.x1 < 245.0


@pytest.mark.parametrize("font", sorted(BASE_FONTS))
def test_widths_agree_with_what_a_reader_measures(font: str, tmp_path: Path):
    text = "Quell rate of 4a–c, µm ×10³ (±2°)"
    write_pdf([PageDrawing(400, 100, (TextAt(text, 10, 50, font, 10.0),))], tmp_path / "width.pdf")
    with open_pdf(tmp_path / "width.pdf") as document:
        (line,) = document.page(1).lines
    assert line.text == text
    assert line.box.x1 - 10 == pytest.approx(text_width(text, font, 10.0), abs=0.35)
