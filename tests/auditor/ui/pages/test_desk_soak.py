"""A long day at one window: 2,000 figures as fast as they can be shown, and the memory stays where it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from auditor.audits.queue import desk_queue
from auditor.ui.canvas.cache import BUDGET
from auditor.ui.garbage import MainThreadCollector
from pipeline.workspace import open_workspace
from tests.benchmarks.desk_project import AUDITOR, NAME, Shape, make_project
from tests.helpers.long_desk import long_desk

pytestmark = [pytest.mark.soak, pytest.mark.qt_log_ignore("propagateSizeHints"), pytest.mark.timeout(1200)]

ITEMS = 2_000
SETTLED = 500  # by then the cache is full
SHAPE = Shape(figures=ITEMS, items=ITEMS, shown=ITEMS, width=1_200, height=900, patterns=24)
MAY_GROW = 48 << 20  # what the allocator keeps in pieces; 1,500 figures themselves take ten gigabytes


def resident() -> int:
    """The memory of this process that is in use, in bytes."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096


def test_two_thousand_figures_in_one_window(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch):
    make_project(tmp_path / "project", SHAPE)
    sizes: list[int] = []
    with long_desk(tmp_path / "project", tmp_path / "settings", qtbot, monkeypatch) as desk:
        collector = MainThreadCollector(desk.window)
        try:
            for number in range(1, ITEMS):
                desk.answer()
                assert desk.page.cache.bytes <= BUDGET
                if number % SETTLED == 0:
                    desk.rest()
                    sizes.append(resident())
        finally:
            collector.stop()
        assert desk.page.cache.decodes <= ITEMS
    grown = [size - sizes[0] for size in sizes]
    assert max(grown) < MAY_GROW, [f"{each >> 20} MB" for each in grown]
    with open_workspace(tmp_path / "project") as workspace:
        places = workspace.read(desk_queue, NAME, AUDITOR).places
    assert [place.own.answer if place.own else "" for place in places] == ["yes"] * (ITEMS - 1) + [""]
