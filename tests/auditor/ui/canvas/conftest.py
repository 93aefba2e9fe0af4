"""A canvas on show, a figure for it, and threads that decode."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from auditor.ui.canvas.figure import FigureCanvas
from auditor.ui.canvas.images import Figure, load_figure
from auditor.ui.theme import Theme
from auditor.ui.workers import Workers
from tests.auditor.ui.pictures import corners, save


@pytest.fixture
def theme(qtbot: QtBot) -> Theme:
    del qtbot
    return Theme("light")


@pytest.fixture
def canvas(qtbot: QtBot, theme: Theme) -> FigureCanvas:
    made = FigureCanvas(theme)
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def workers(qtbot: QtBot) -> Iterator[Workers]:
    del qtbot
    made = Workers()
    yield made
    made.stop()


@pytest.fixture
def figure(tmp_path: Path) -> Figure:
    return load_figure(save(corners((600, 400)), tmp_path / "corners.png"))
