"""What one answer costs, counted and not timed: files decoded, figures scaled, statements to the database."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from sqlalchemy import event

from auditor.audits.queue import OwnAnswer, QueuePlace
from auditor.audits.tasks import load_task
from auditor.ui.canvas import cache as cache_module
from auditor.ui.canvas import images
from auditor.ui.pages.review_items import AHEAD
from auditor.ui.pages.review_session import Act, ReviewSession, Write
from pipeline.vocabulary import AssignmentState
from tests.benchmarks.desk_project import Shape, make_project
from tests.helpers.long_desk import LongDesk, long_desk

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window

ITEMS, ANSWERED = 10, 5
SHAPE = Shape(figures=ITEMS, items=ITEMS, shown=ITEMS, width=1_300, height=900, patterns=2)
# The place, its newest answer, the end of the chain; then the row and the state of the place.
STATEMENTS_PER_ANSWER = 5


@pytest.fixture(scope="session")
def counted_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("counted") / "project"
    make_project(folder, SHAPE)
    return folder


@pytest.fixture
def desk(counted_project: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[LongDesk]:
    folder = Path(shutil.copytree(counted_project, tmp_path / "project"))
    with long_desk(folder, tmp_path / "settings", qtbot, monkeypatch) as made:
        yield made


def test_every_figure_is_decoded_once_and_scaled_once(desk: LongDesk):
    cache = desk.page.cache
    for _ in range(ANSWERED):
        desk.answer()
        desk.rest()
    shown = ANSWERED + 1 + AHEAD
    assert (cache.decodes, cache.scalings) == (shown, shown)


def test_going_back_and_forth_decodes_nothing(desk: LongDesk):
    desk.answer()
    desk.rest()
    before = desk.page.cache.decodes, desk.page.cache.scalings
    for act in ("undo", "redo") * 2:
        at = desk.page.figure.index
        desk.page.acts.act(act)
        desk.qtbot.waitUntil(lambda at=at: desk.page.figure.index != at and desk.page.figure.seen)
        desk.rest()
    assert (desk.page.cache.decodes, desk.page.cache.scalings) == before


def test_an_answer_asks_the_database_for_its_own_rows_only(desk: LongDesk):
    workspace: Any = desk.window.desk.workers._workspace
    said: list[str] = []
    event.listen(workspace._engine, "before_cursor_execute", lambda *given: said.append(given[2].split()[0]))
    desk.answer()
    desk.rest()
    words = [word for word in said if word in {"SELECT", "INSERT", "UPDATE"}]
    assert words == ["SELECT", "SELECT", "SELECT", "INSERT", "UPDATE"]
    said.clear()
    for _ in range(ANSWERED - 1):
        desk.answer()
        desk.rest()
    writes = [word for word in said if word in {"INSERT", "UPDATE"}]
    assert len(writes) == 2 * (ANSWERED - 1)
    assert len(said) <= (STATEMENTS_PER_ANSWER + 2) * (ANSWERED - 1)


def test_the_size_of_a_picture_is_read_from_its_header(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from PIL import Image, ImageFile

    Image.new("RGB", (1_200, 800), "white").save(tmp_path / "picture.png")
    decoded: list[object] = []
    monkeypatch.setattr(ImageFile.ImageFile, "load", decoded.append)
    assert images.figure_size(tmp_path / "picture.png")[:2] == (1_200, 800)
    assert decoded == []


def test_the_cache_stays_within_its_bound(desk: LongDesk, monkeypatch: pytest.MonkeyPatch):
    cache = desk.page.cache
    bound = 4 * SHAPE.width * SHAPE.height * 4
    monkeypatch.setattr(cache, "_budget", bound)
    assert bound < cache_module.BUDGET
    for _ in range(ANSWERED):
        desk.answer()
        desk.rest()
        assert cache.bytes <= bound


def test_the_last_figures_of_a_long_queue_are_found_without_going_through_it(monkeypatch: pytest.MonkeyPatch):
    many = 5_000
    said = [OwnAnswer("yes", None, None, number + 1, "2026-01-01T00:00:00.000Z") for number in range(many)]
    places = [
        QueuePlace(f"a{number}", f"i{number}", number, AssignmentState.WAITING, None, own)
        for number, own in enumerate([*said[1:-1], None, None])
    ]
    session = ReviewSession(load_task("is-diagram"), places)
    looks: list[int] = []
    settled = ReviewSession.is_settled
    monkeypatch.setattr(ReviewSession, "is_settled", lambda self, index: looks.append(index) or settled(self, index))
    assert (session.at, session.ahead(12)) == (many - 2, [many - 1])
    assert len(looks) < 20


def test_an_answer_taken_back_early_in_a_long_queue_is_open_again():
    said = OwnAnswer("yes", None, None, 1, "2026-01-01T00:00:00.000Z")
    places = [QueuePlace(f"a{n}", f"i{n}", n, AssignmentState.WAITING, None, said if n < 4 else None) for n in range(6)]
    session = ReviewSession(load_task("is-diagram"), places)
    assert session.at == 4
    session.begin(Write(1, Act.WITHDRAW, before=1))
    session.committed(None)
    assert session.ahead(3) == [5, 1]
