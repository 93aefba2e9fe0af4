"""The views that figures were left with, so that each comes back as it was."""

from __future__ import annotations

from collections.abc import Hashable

from auditor.ui.canvas.view import ViewState

MOST = 500


class KeptViews:
    """Zoom and place by figure, the newest so many; a figure seen whole needs none."""

    def __init__(self) -> None:
        self._states: dict[Hashable, ViewState] = {}

    def keep(self, figure: Hashable, state: ViewState) -> None:
        """A figure is left with this view."""
        self._states.pop(figure, None)
        if state.fitted:
            return
        self._states[figure] = state
        while len(self._states) > MOST:
            self._states.pop(next(iter(self._states)))

    def of(self, figure: Hashable) -> ViewState | None:
        """The view that a figure was left with, None when it was seen whole."""
        return self._states.get(figure)

    def clear(self) -> None:
        """Forget them all."""
        self._states.clear()
