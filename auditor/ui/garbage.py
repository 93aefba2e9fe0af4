"""Collects Python's garbage on the main thread only: Qt's objects must not be destroyed on another one.

Python collects wherever its counters overflow, on a worker's thread too, and there a window's part that nobody refers
to any more would be destroyed under Qt's feet. A look at everything takes a tenth of a second, which an auditor would
feel in a key: what has lived for a while is set aside, and looked at again only when nothing moves for long.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 500
QUIET_ROUNDS = 4  # without many new objects: time for a look at all that is not set aside
IDLE_ROUNDS = 120  # nobody works here: time for a look at everything
MANY = 20_000  # new objects in one round: modules were loaded or a queue was read, and that stays


class MainThreadCollector(QObject):
    """Switches the automatic collection off and does its work from a timer; `stop` switches it on again."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._quiet = 0
        gc.disable()
        gc.freeze()  # modules and widgets of the start live as long as the window
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect the youngest generation whose counter is full; more of them when nothing has happened for a while."""
        counts = gc.get_count()
        if counts[0] > MANY:
            gc.freeze()
            self._quiet = 0
            return
        full = [
            generation
            for generation in (1, 0)
            if counts[generation] > self._thresholds[generation] and self._thresholds[generation]
        ]
        if full:
            self._quiet = 0
            gc.collect(full[0])
            return
        self._quiet += 1
        if self._quiet in {QUIET_ROUNDS, IDLE_ROUNDS}:
            self._look_at_all(set_aside_too=self._quiet == IDLE_ROUNDS)

    def _look_at_all(self, *, set_aside_too: bool) -> None:
        if set_aside_too:
            gc.unfreeze()
        gc.collect(2)
        gc.freeze()

    def stop(self) -> None:
        """Give the work back to Python."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()
