"""The figures around the present one, read and decoded ahead, so that the next one is there when it is wanted."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.ui.canvas.cache import FigureCache
from auditor.ui.desk import Desk
from auditor.ui.pages import review_store
from auditor.ui.pages.review_session import ReviewSession
from pipeline.errors import ExpectedError

if TYPE_CHECKING:
    from auditor.audits.projection import BlindItem

AHEAD, TEXTS_AHEAD = 3, 12
KEPT = 64


class ReviewItems:
    """Items of a queue by their index; whatever arrives for a queue that was left is dropped."""

    def __init__(self, desk: Desk, cache: FigureCache) -> None:
        self.desk, self.cache = desk, cache
        self._session: ReviewSession | None = None
        self._items: OrderedDict[int, BlindItem] = OrderedDict()
        self._asked: set[int] = set()
        self._waiting: tuple[int, Callable[[BlindItem], object], Callable[[ExpectedError], object]] | None = None

    def start(self, session: ReviewSession) -> None:
        """Serve another queue."""
        self._session = session
        self._items.clear()
        self._asked.clear()
        self._waiting = None

    def path(self, item: BlindItem) -> Path | None:
        """Where the image of an item lies, None for an item without one."""
        folder = self.desk.project
        return folder / item.image if folder is not None and item.image else None

    def get(self, index: int, done: Callable[[BlindItem], object], failed: Callable[[ExpectedError], object]) -> None:
        """Hand an item over, at once when it is here; only the latest wish counts."""
        item = self._items.get(index)
        if item is not None:
            self._waiting = None
            self._items.move_to_end(index)
            done(item)
            return
        self._waiting = (index, done, failed)
        self._asked.discard(index)
        self._read([index])

    def prepare(self) -> None:
        """Bring what comes next and what undo would show."""
        session = self._session
        if session is None:
            return
        behind = session.behind()
        near = [*session.ahead(AHEAD), *([] if behind is None else [behind])]
        missing = [index for index in near if index not in self._items]
        if missing:
            far = [index for index in session.ahead(TEXTS_AHEAD) if index not in self._items and index not in near]
            self._read([*missing, *far])
        paths = [self.path(self._items[index]) for index in near if index in self._items]
        self.cache.prefetch([path for path in paths if path is not None])

    def _read(self, indexes: list[int]) -> None:
        session = self._session
        wanted = [index for index in indexes if index not in self._asked]
        if session is None or not wanted:
            return
        self._asked.update(wanted)
        self.desk.workers.read(
            review_store.read_items,
            [session.ids[index] for index in wanted],
            done=lambda items: self._arrived(session, wanted, items),
            failed=lambda error: self._failed(session, wanted, error),
        )

    def _arrived(self, session: ReviewSession, indexes: list[int], items: list[BlindItem]) -> None:
        if session is not self._session:
            return
        self._asked.difference_update(indexes)
        self._items.update(zip(indexes, items, strict=True))
        while len(self._items) > KEPT:
            self._items.popitem(last=False)
        if self._waiting is not None and self._waiting[0] in self._items:
            index, done, _failed = self._waiting
            self._waiting = None
            done(self._items[index])
        elif self._waiting is None:
            self.prepare()

    def _failed(self, session: ReviewSession, indexes: list[int], error: ExpectedError) -> None:
        self._asked.difference_update(indexes)
        if session is self._session and self._waiting is not None and self._waiting[0] in indexes:
            failed = self._waiting[2]
            self._waiting = None
            failed(error)
