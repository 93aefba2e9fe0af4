"""A drawn project, somebody at the desk, and the Review page on it."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from auditor.ui.desk import Form, Place
from auditor.ui.pages.review import ReviewPage
from pipeline.workspace import create_workspace
from tests.helpers.desk import Seat, add_drawn, seal_drawn, seated
from tests.helpers.panels import CAMPAIGN, COUNT, Sitting
from tests.helpers.review import TOTAL, settle


@pytest.fixture(scope="session")
def drawn_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of six drawn figures and the sealed campaign "spring" over them."""
    folder = tmp_path_factory.mktemp("drawn") / "project"
    with create_workspace(folder) as workspace:
        add_drawn(workspace, TOTAL)
        seal_drawn(workspace, TOTAL)
    return folder


@pytest.fixture
def drawn_copy(drawn_project: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(drawn_project, tmp_path / "project"))


@pytest.fixture
def seat(drawn_copy: Path, tmp_path: Path, qtbot: QtBot) -> Iterator[Seat]:
    with seated(drawn_copy, tmp_path / "settings", qtbot) as taken:
        yield taken


@pytest.fixture
def open_page(seat: Seat, qtbot: QtBot) -> Iterator[Callable[[], ReviewPage]]:
    """Opens the page at its first open figure."""
    pages: list[ReviewPage] = []

    def open_one() -> ReviewPage:
        page = ReviewPage(seat.desk)
        pages.append(page)
        qtbot.addWidget(page)
        page.resize(1204, 720)
        page.set_form(Form.WIDE)
        page.show()
        page.enter(Place(page.name, "spring"))
        settle(qtbot, page)
        return page

    yield open_one
    for page in pages:
        page.figure.sheet.stop()


@pytest.fixture(scope="session")
def box_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a sealed campaign of boxes; tests get copies."""
    folder = tmp_path_factory.mktemp("boxes") / "project"
    with create_workspace(folder) as workspace:
        add_drawn(workspace, COUNT)
        seal_drawn(workspace, COUNT, task="panel-boxes", name=CAMPAIGN)
    return folder


@pytest.fixture
def sitting(box_project: Path, tmp_path: Path, qtbot: QtBot) -> Iterator[Sitting]:
    """The page with the first figure on show."""
    folder = Path(shutil.copytree(box_project, tmp_path / "project"))
    with seated(folder, tmp_path / "settings", qtbot) as seat:
        found = Sitting(seat, qtbot)
        found.enter()
        yield found
        gc.collect()  # what belongs to the main thread is not to be collected on another
