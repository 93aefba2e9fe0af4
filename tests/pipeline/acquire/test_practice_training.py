from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pipeline.acquire.practice import training
from pipeline.acquire.practice.canvas import Canvas, Rng
from pipeline.acquire.practice.diagrams import FLOWS
from pipeline.acquire.practice.figures import PLAIN_KINDS, Panels, draw_figure, panel_kinds, random_panels
from pipeline.acquire.practice.ink import ink_boxes
from pipeline.acquire.practice.networks import NETWORKS
from pipeline.acquire.practice.placing import extent
from pipeline.acquire.practice.plots import PLOTS
from pipeline.acquire.practice.screens import SCREENS
from pipeline.acquire.practice.sheets import OTHERS, draw_table
from pipeline.acquire.practice.style import Style, random_style
from pipeline.acquire.practice.writer import PageDrawing, Picture
from pipeline.geometry import Box
from pipeline.pdf import open_pdf
from pipeline.vocabulary import FigureKind

Painter = Callable[[Canvas, Rng, Box, Style], None]
ALL_PAINTERS = {
    painter.__name__: painter
    for painter in (*FLOWS, *NETWORKS, *SCREENS, *OTHERS, draw_table, *(painter for painter, _ in PLOTS))
}


@pytest.mark.parametrize("name", sorted(ALL_PAINTERS))
def test_every_painter_copes_with_small_wide_and_tall_boxes(name: str):
    for number, size in enumerate([(60, 60), (500, 90), (120, 300), (230, 160)]):
        rng = np.random.default_rng((1, number))
        canvas = Canvas()
        ALL_PAINTERS[name](canvas, rng, Box(0, 0, *size), random_style(rng))
        (ink,) = ink_boxes([PageDrawing(800, 800, tuple(canvas.items))])
        assert ink is not None


@pytest.mark.parametrize("kind", list(FigureKind))
@pytest.mark.parametrize("raster", [False, True])
def test_a_figure_stays_in_its_box_single_or_in_panels(kind: FigureKind, raster: bool):  # noqa: FBT001 - parametrized
    box = Box(40, 60, 300, 240)
    for number in range(3):
        rng = np.random.default_rng((2, number))
        panels = random_panels(rng) if number == 2 else None
        commands = draw_figure(kind, rng, box, panels=panels, raster=raster)
        assert box.contains(extent(commands), slack=1e-6)
        assert (len(commands) == 1 and isinstance(commands[0], Picture)) or not raster


@pytest.mark.parametrize("kind", PLAIN_KINDS)
def test_two_seeds_draw_two_different_figures(kind: FigureKind):
    box = Box(0, 0, 200, 150)
    first, second, again = (draw_figure(kind, np.random.default_rng(seed), box) for seed in (1, 2, 1))
    assert first == again
    assert first != second


def test_mixed_panels_are_of_more_than_one_kind():
    for seed in range(40):
        assert len(set(panel_kinds(FigureKind.MIXED, np.random.default_rng(seed), 2))) == 2
    assert panel_kinds(FigureKind.PLOT, np.random.default_rng(1), 3) == [FigureKind.PLOT] * 3


def test_panel_letters_are_printed_in_order():
    box = Box(0, 0, 400, 120)
    commands = draw_figure(FigureKind.DIAGRAM, np.random.default_rng(3), box, panels=Panels(3, 3, "A"))
    letters = [getattr(item, "text", "") for item in commands if getattr(item, "text", "") in {"A", "B", "C"}]
    assert letters[0] == "A"
    assert {"A", "B", "C"} <= set(letters)


def test_training_pages_carry_the_figure_their_truth_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(training, "PAGES_PER_FILE", 7)
    found = training.draw_training_figures(tmp_path, count=12, seed=5)
    assert [item.figure.page for item in found] == [1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5]
    assert sorted({item.file for item in found}) == ["figures_0000.pdf", "figures_0001.pdf"]
    assert len({item.figure.kind for item in found}) >= 4
    for item in found:
        with open_pdf(tmp_path / item.file) as document:
            page = document.page(item.figure.page)
            dark = document.grey(item.figure.page, item.figure.bbox, dpi=144) < 245
        assert page.box.contains(item.figure.bbox)
        assert item.figure.printed_label in " ".join(line.text for line in page.lines)
        assert dark.any(axis=1)[[0, -1]].all()
        assert dark.any(axis=0)[[0, -1]].all()


def test_a_larger_training_set_begins_with_the_smaller_one(tmp_path: Path):
    small = training.draw_training_figures(tmp_path / "small", count=3, seed=6)
    assert training.draw_training_figures(tmp_path / "large", count=5, seed=6)[:3] == small
