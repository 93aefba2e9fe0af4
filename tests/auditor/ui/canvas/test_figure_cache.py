"""The cache decodes and scales ahead, once, within its bound, and gives up what nobody wants any more."""

from __future__ import annotations

import gc
import threading
import weakref
from pathlib import Path

import pytest
from PIL import Image
from pytestqt.qtbot import QtBot

from auditor.ui.canvas import cache as module
from auditor.ui.canvas.cache import FigureCache, Viewport
from auditor.ui.canvas.images import Figure, ImageTrouble
from auditor.ui.workers import POOL_THREADS, Workers
from pipeline.errors import ExpectedError
from tests.auditor.ui.pictures import save

VIEWPORT = Viewport((100, 100), 0, 1.0)
BYTES = 200 * 100 * 4
FITTED = 100 * 50 * 4


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    return [save(Image.new("RGB", (200, 100), (at, 0, 0)), tmp_path / f"{at}.png") for at in range(8)]


class Answers:
    def __init__(self) -> None:
        self.figures: list[Figure] = []
        self.errors: list[ExpectedError] = []

    def reds(self) -> list[int]:
        return [figure.image.pixelColor(0, 0).red() for figure in self.figures]

    def get(self, cache: FigureCache, path: Path) -> None:
        cache.get(path, self.figures.append, self.errors.append)


class Gate:
    """Holds every decoding until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._open = threading.Event()
        self.begun: list[str] = []
        real = module.load_figure

        def load(path: Path) -> Figure:
            self.begun.append(path.stem)
            assert self._open.wait(20)
            return real(path)

        monkeypatch.setattr(module, "load_figure", load)

    def open(self) -> None:
        self._open.set()


def test_a_prefetched_figure_comes_at_once_without_decoding_or_scaling(
    qtbot: QtBot, workers: Workers, paths: list[Path]
):
    cache, answers = FigureCache(workers), Answers()
    cache.set_viewport(VIEWPORT)
    cache.prefetch(paths[:3])
    qtbot.waitUntil(lambda: cache.decodes == 3)
    assert cache.scalings == 3
    answers.get(cache, paths[1])
    assert answers.reds() == [1]
    assert list(answers.figures[0].renderings) == [(100, 50)]
    assert (cache.decodes, cache.scalings) == (3, 3)


def test_two_who_ask_for_one_file_share_its_decoding(qtbot: QtBot, workers: Workers, paths: list[Path]):
    cache, answers = FigureCache(workers), Answers()
    answers.get(cache, paths[0])
    answers.get(cache, paths[0])
    qtbot.waitUntil(lambda: len(answers.figures) == 2)
    assert cache.decodes == 1
    assert answers.figures[0] is answers.figures[1]


def test_who_looks_now_goes_before_what_is_prefetched(
    qtbot: QtBot, workers: Workers, paths: list[Path], monkeypatch: pytest.MonkeyPatch
):
    gate, cache, answers = Gate(monkeypatch), FigureCache(workers), Answers()
    cache.prefetch(paths[:7])
    qtbot.waitUntil(lambda: len(gate.begun) == POOL_THREADS)
    answers.get(cache, paths[6])
    gate.open()
    qtbot.waitUntil(lambda: cache.decodes == 7)
    assert gate.begun.index("6") == POOL_THREADS


def test_what_is_no_longer_wanted_is_never_decoded(
    qtbot: QtBot, workers: Workers, paths: list[Path], monkeypatch: pytest.MonkeyPatch
):
    gate, cache = Gate(monkeypatch), FigureCache(workers)
    cache.prefetch(paths[:6])
    qtbot.waitUntil(lambda: len(gate.begun) == POOL_THREADS)
    cache.prefetch(paths[6:7])
    gate.open()
    qtbot.waitUntil(lambda: cache.has(paths[6]))
    assert sorted(gate.begun) == sorted([str(at) for at in range(POOL_THREADS)] + ["6"])


def test_memory_stays_within_the_bound_and_the_last_ones_stay(qtbot: QtBot, workers: Workers, paths: list[Path]):
    cache, answers = FigureCache(workers, 3 * (BYTES + FITTED)), Answers()
    cache.set_viewport(VIEWPORT)
    for at, path in enumerate(paths):
        answers.get(cache, path)
        qtbot.waitUntil(lambda at=at: len(answers.figures) == at + 1)
        assert cache.bytes <= 3 * (BYTES + FITTED)
    assert [cache.has(path) for path in paths] == [False] * 5 + [True] * 3


def test_a_figure_larger_than_the_bound_is_shown_all_the_same(qtbot: QtBot, workers: Workers, paths: list[Path]):
    cache, answers = FigureCache(workers, 100), Answers()
    answers.get(cache, paths[0])
    answers.get(cache, paths[1])
    qtbot.waitUntil(lambda: len(answers.figures) == 2)
    assert sum(cache.has(path) for path in paths) == 1


def test_a_figure_too_large_to_bring_on_suspicion_is_decoded_when_asked_for(
    qtbot: QtBot, workers: Workers, paths: list[Path]
):
    cache, answers = FigureCache(workers, 2 * BYTES), Answers()
    cache.prefetch(paths[:1])
    answers.get(cache, paths[1])
    qtbot.waitUntil(lambda: answers.reds() == [1])
    assert not cache.has(paths[0])
    answers.get(cache, paths[0])
    qtbot.waitUntil(lambda: answers.reds() == [1, 0])


def test_a_larger_canvas_has_the_neighbours_scaled_anew_without_decoding(
    qtbot: QtBot, workers: Workers, paths: list[Path]
):
    cache, answers = FigureCache(workers), Answers()
    cache.set_viewport(VIEWPORT)
    cache.prefetch(paths[:2])
    qtbot.waitUntil(lambda: cache.decodes == 2)
    cache.set_viewport(Viewport((120, 120), 0, 1.0))
    cache.prefetch(paths[:2])
    cache.prefetch(paths[:2])
    qtbot.waitUntil(lambda: cache.scalings == 4)
    assert cache.decodes == 2
    answers.get(cache, paths[0])
    assert (120, 60) in answers.figures[0].renderings


def test_a_broken_file_fails_for_all_who_wait_and_is_read_again_the_next_time(
    qtbot: QtBot, workers: Workers, paths: list[Path]
):
    cache, answers = FigureCache(workers), Answers()
    good = paths[0].read_bytes()
    paths[0].write_bytes(b"nothing")
    cache.prefetch(paths[:1])
    answers.get(cache, paths[0])
    answers.get(cache, paths[0])
    qtbot.waitUntil(lambda: len(answers.errors) == 2)
    assert all(isinstance(error, ImageTrouble) for error in answers.errors)
    paths[0].write_bytes(good)
    answers.get(cache, paths[0])
    qtbot.waitUntil(lambda: answers.reds() == [0])


def test_after_clearing_nothing_is_kept_and_a_file_is_read_anew(qtbot: QtBot, workers: Workers, paths: list[Path]):
    cache, answers = FigureCache(workers), Answers()
    answers.get(cache, paths[0])
    qtbot.waitUntil(lambda: cache.decodes == 1)
    cache.clear()
    assert cache.bytes == 0
    answers.get(cache, paths[0])
    qtbot.waitUntil(lambda: cache.decodes == 2)


def test_a_figure_that_was_given_up_is_freed_at_once(qtbot: QtBot, workers: Workers, paths: list[Path]):
    cache, answers = FigureCache(workers, BYTES), Answers()
    gc.disable()  # half a gigabyte is not to wait for the collector
    try:
        answers.get(cache, paths[0])
        qtbot.waitUntil(lambda: len(answers.figures) == 1)
        first = weakref.ref(answers.figures.pop().image)  # the pixels, which several objects share
        answers.get(cache, paths[1])
        qtbot.waitUntil(lambda: len(answers.figures) == 1)
        assert not cache.has(paths[0])
        qtbot.waitUntil(lambda: first() is None)
    finally:
        gc.enable()
