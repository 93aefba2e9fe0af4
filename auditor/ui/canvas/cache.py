"""Figures decoded and scaled ahead of time, within a bound of memory; used on the main thread only."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from auditor.ui.canvas.images import Figure, figure_size, load_figure
from auditor.ui.canvas.scaling import shrink
from auditor.ui.canvas.view import View
from auditor.ui.workers import Call, Workers
from pipeline.errors import ExpectedError

Shown = Callable[[Figure], object]
Failed = Callable[[ExpectedError], object]

BUDGET = 512 << 20
NOW, SOON, LATER = 0, 5, 10  # what is looked at, what is sharpened, what is prefetched


@dataclass(frozen=True)
class Viewport:
    """What figures will be fitted into: device pixels, margin and the scale of one logical pixel."""

    size: tuple[int, int]
    margin: int
    natural: float

    def fit(self, figure: tuple[int, int]) -> tuple[int, int] | None:
        """The size at which a figure will be shown fitted; None when that is its own or larger."""
        view = View()
        view.resize(self.size, margin=self.margin, natural=self.natural)
        view.show(figure)
        return view.whole if view.scale < 1 else None


@dataclass
class _Work:
    """A file under way and who waits for it."""

    call: Call | None = None
    priority: int = LATER
    begun: bool = False
    waiting: list[tuple[Shown, Failed]] = field(default_factory=list)


@dataclass(frozen=True)
class _Decoded:
    figure: Figure
    fitted: tuple[tuple[int, int], QImage] | None


class FigureCache:
    """`get` gives a figure, at once when it is there; `prefetch` brings neighbours, scaled to the canvas as it is."""

    def __init__(self, workers: Workers, budget_bytes: int = BUDGET) -> None:
        self._workers = workers
        self._budget = budget_bytes
        self._figures: OrderedDict[Path, Figure] = OrderedDict()
        self._work: dict[Path, _Work] = {}
        self._scaling: dict[tuple[Path, tuple[int, int]], Call] = {}
        self._viewport: Viewport | None = None
        self.decodes = 0  # of files, ever
        self.scalings = 0  # of figures, ever

    @property
    def bytes(self) -> int:
        """The memory of all figures kept."""
        return sum(figure.bytes for figure in self._figures.values())

    def has(self, path: Path) -> bool:
        """Whether `get` would answer at once."""
        return path in self._figures

    def set_viewport(self, viewport: Viewport) -> None:
        """What figures are fitted into from now on; the canvas says so itself."""
        self._viewport = viewport

    def get(self, path: Path, done: Shown, failed: Failed, priority: int = NOW) -> None:
        """The figure of a file: `done` is called before this returns when it is there, else when it is decoded."""
        figure = self._figures.get(path)
        if figure is not None:
            self._figures.move_to_end(path)
            done(figure)
            return
        self._start(path, priority).waiting.append((done, failed))

    def prefetch(self, paths: Iterable[Path]) -> None:
        """Bring these, first ones first, and forget what was to be brought before and has not begun."""
        wanted = list(paths)
        for path, work in tuple(self._work.items()):
            if path not in wanted and not work.waiting and not work.begun and work.call is not None:
                work.call.cancel()
                del self._work[path]
        for at, path in enumerate(wanted):
            figure = self._figures.get(path)
            if figure is None:
                self._start(path, LATER + at)
            else:
                self._figures.move_to_end(path)
                self._fit(path, figure)

    def clear(self) -> None:
        """Forget all figures and all work that has not begun."""
        self.prefetch(())
        self._figures.clear()

    def scale(self, figure: Figure, part: QRect, whole: tuple[int, int], done: Callable[[QImage], object]) -> Call:
        """A part of a figure, scaled down off the main thread; see `shrink`."""

        def failed(error: ExpectedError) -> None:
            raise error

        def arrived(image: QImage) -> None:
            self.scalings += 1
            if (part.width(), part.height()) == whole:
                self._keep(figure, whole, image)
            done(image)

        return self._workers.pool(lambda: shrink(figure.image, part, whole), done=arrived, failed=failed, priority=SOON)

    def _start(self, path: Path, priority: int) -> _Work:
        work = self._work.get(path)
        if work is not None and (work.begun or work.priority <= priority):
            return work
        if work is None:
            work = self._work[path] = _Work()
        elif work.call is not None:
            work.call.cancel()  # it waits further back in the queue than it now should
        work.priority = priority
        run = partial(_decode, path, work, self._viewport, self._budget if priority >= LATER else None)
        work.call = self._workers.pool(
            run, done=partial(self._decoded, path), failed=partial(self._failed, path), priority=priority
        )
        return work

    def _ended(self, path: Path) -> _Work:
        work = self._work.pop(path)
        work.call = None  # it holds the figure and this work: a circle that would stay in memory for long
        return work

    def _decoded(self, path: Path, decoded: _Decoded | None) -> None:
        work = self._ended(path)
        if decoded is None:  # too large to be brought ahead of time; somebody may wait for it by now
            if work.waiting:
                self._start(path, NOW).waiting.extend(work.waiting)
            return
        self.decodes += 1
        figure = replace(decoded.figure, home=self)
        if decoded.fitted is not None:
            self.scalings += 1
            figure.keep(*decoded.fitted)
        self._figures[path] = figure
        self._shrink_to_budget()
        for done, _failed in work.waiting:
            done(figure)

    def _failed(self, path: Path, error: ExpectedError) -> None:
        for _done, failed in self._ended(path).waiting:
            failed(error)

    def _fit(self, path: Path, figure: Figure) -> None:
        """Scale a figure that is here already to the canvas as it is now."""
        whole = self._viewport.fit(figure.size) if self._viewport else None
        if whole is None or whole in figure.renderings or (path, whole) in self._scaling:
            return

        def arrived(_image: QImage) -> None:
            self._scaling.pop((path, whole), None)

        self._scaling[path, whole] = self.scale(figure, QRect(0, 0, *whole), whole, arrived)

    def _keep(self, figure: Figure, whole: tuple[int, int], image: QImage) -> None:
        figure.keep(whole, image)
        self._shrink_to_budget()

    def _shrink_to_budget(self) -> None:
        total = self.bytes
        while total > self._budget and len(self._figures) > 1:
            _path, figure = self._figures.popitem(last=False)  # the one that was asked for longest ago
            total -= figure.bytes


def _decode(path: Path, work: _Work, viewport: Viewport | None, budget: int | None) -> _Decoded | None:
    """Runs in the pool: the figure, and scaled as it will be shown; None for one too large to bring on suspicion."""
    work.begun = True
    if budget is not None:
        width, height, _bytes = figure_size(path)
        if width * height * 4 > budget // 4:
            return None
    figure = load_figure(path)
    whole = viewport.fit(figure.size) if viewport else None
    fitted = (whole, shrink(figure.image, QRect(0, 0, *whole), whole)) if whole else None
    return _Decoded(figure, fitted)
