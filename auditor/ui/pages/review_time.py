"""How long an auditor really looked: from the paint of the figure to the press, without pauses and long idling."""

from __future__ import annotations

from statistics import median

IDLE_SECONDS = 60.0
LOOKS_REMEMBERED = 100


class ActiveTime:
    """A stopwatch over a monotonic clock (seconds) that counts at most a minute between two signs of life."""

    def __init__(self) -> None:
        self._counted = 0.0
        self._since: float | None = None

    def start(self, now: float) -> None:
        """The figure is painted: count from here."""
        self._counted, self._since = 0.0, now

    def touch(self, now: float) -> None:
        """A key, a click or a move: the time since the last one counts, at most a minute of it."""
        if self._since is not None:
            self._counted += min(max(now - self._since, 0.0), IDLE_SECONDS)
            self._since = now

    def pause(self, now: float) -> None:
        """The window went into the background."""
        self.touch(now)
        self._since = None

    def resume(self, now: float) -> None:
        """The window is in front again."""
        if self._since is None:
            self._since = now

    def seconds(self, now: float) -> float:
        """What was counted until now, to the millisecond."""
        self.touch(now)
        return round(self._counted, 3)


class Pace:
    """How many figures were judged today and how long one takes, for the status bar."""

    def __init__(self, today: int = 0) -> None:
        self.today = today
        self._looks: dict[int, float] = {}

    def saved(self, index: int, seconds: float | None, *, judged: int) -> None:
        """A row of a figure was saved; `judged` is 1 for the first answer, -1 for one taken back, else 0.

        The time of an answer and of its reason add up.
        """
        self.today = max(0, self.today + judged)
        spent = self._looks.pop(index, 0.0) + (seconds or 0.0)
        self._looks[index] = spent
        while len(self._looks) > LOOKS_REMEMBERED:
            self._looks.pop(next(iter(self._looks)))

    @property
    def each(self) -> float | None:
        """The median of the last looks in seconds, None before the first."""
        return median(self._looks.values()) if self._looks else None


class PauseReminder:
    """Says when somebody has judged for so many minutes without a break of five; at most once a stretch."""

    BREAK_SECONDS = 300.0

    def __init__(self) -> None:
        self._began: float | None = None
        self._last = 0.0

    def due(self, now: float, minutes: int) -> int:
        """The minutes of this stretch when it is time to remind, else 0; called at every saved answer."""
        if self._began is None or now - self._last > self.BREAK_SECONDS:
            self._began = now
        self._last = now
        spent = now - self._began
        if minutes <= 0 or spent < 60 * minutes:
            return 0
        self._began = now
        return round(spent / 60)
