"""Where a figure lies on its canvas: zoom and place in device pixels, without a widget.

Scale 1 is one pixel of the figure per pixel of the screen. The figure's left upper corner always lies on a whole
device pixel, so that nothing is blurred by lying between two.
"""

from __future__ import annotations

from dataclasses import dataclass

LADDER = (
    *(
        0.01,
        0.015,
        0.02,
        0.03,
        0.04,
        0.05,
        0.0625,
        0.0833,
        0.1,
        0.125,
        0.1667,
        0.2,
        0.25,
        0.3333,
        0.4,
        0.5,
        0.6667,
        0.8,
    ),
    *(1.0, 1.25, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0),
)
LEAST, MOST = 0.05, LADDER[-1]  # a figure too large to be seen whole at LEAST goes down to where it is
KEPT = 48  # device pixels of the figure that no pan moves out of sight


@dataclass(frozen=True)
class ViewState:
    """A view to come back to: the scale and the point of the figure in the middle, or the whole figure."""

    fitted: bool = True
    scale: float = 1.0
    centre: tuple[float, float] = (0.0, 0.0)


class View:
    """Zoom and place of a figure of so many pixels in a viewport of so many device pixels."""

    def __init__(self) -> None:
        self.viewport = (1, 1)
        self.figure = (1, 1)
        self.margin = 0
        self.natural = 1.0  # the scale that `fit` does not exceed: one pixel of the figure per logical pixel
        self.scale = 1.0
        self.left = 0
        self.top = 0
        self.fitted = True

    @property
    def whole(self) -> tuple[int, int]:
        """Width and height of the whole figure at this scale, in device pixels."""
        return max(1, round(self.figure[0] * self.scale)), max(1, round(self.figure[1] * self.scale))

    @property
    def fit_scale(self) -> float:
        """The scale at which the whole figure is seen."""
        room = (max(1, side - 2 * self.margin) for side in self.viewport)
        return min(self.natural, *(side / length for side, length in zip(room, self.figure, strict=True)))

    def resize(self, viewport: tuple[int, int], *, margin: int, natural: float) -> None:
        """Another viewport; a fitted figure stays fitted, any other keeps the point in the middle."""
        centre = self.to_figure(self.viewport[0] / 2, self.viewport[1] / 2)
        self.viewport = (max(1, viewport[0]), max(1, viewport[1]))
        self.margin, self.natural = margin, natural
        if self.fitted:
            self.fit()
        else:
            self._centre_on(centre)

    def show(self, figure: tuple[int, int]) -> None:
        """Another figure, fitted."""
        self.figure = (max(1, figure[0]), max(1, figure[1]))
        self.fit()

    def fit(self) -> None:
        """The whole figure, as large as it goes."""
        self.fitted = True
        self.scale = self.fit_scale
        self._centre_on((self.figure[0] / 2, self.figure[1] / 2))

    def zoom_to(self, scale: float, anchor: tuple[float, float] | None = None) -> None:
        """Another scale; the point of the figure under `anchor` (device pixels, else the middle) stays there."""
        x, y = anchor or (self.viewport[0] / 2, self.viewport[1] / 2)
        point = self.to_figure(x, y)
        self.scale = min(MOST, max(min(LEAST, self.fit_scale), scale))
        self.fitted = False
        self.left, self.top = round(x - point[0] * self.scale), round(y - point[1] * self.scale)
        self._keep_in_sight()

    def step(self, *, larger: bool, anchor: tuple[float, float] | None = None) -> None:
        """The next scale of the ladder."""
        if larger:
            wanted = next((scale for scale in LADDER if scale > self.scale * 1.001), self.scale)
        else:
            wanted = next((scale for scale in reversed(LADDER) if scale < self.scale * 0.999), self.scale)
        self.zoom_to(wanted, anchor)

    def turn(self, factor: float, anchor: tuple[float, float]) -> None:
        """Zoom by a factor, with a stop at 1:1, where pixels are exact."""
        wanted = self.scale * factor
        crosses = min(self.scale, wanted) < 1 < max(self.scale, wanted)
        self.zoom_to(1.0 if crosses else wanted, anchor)

    def pan(self, across: float, down: float) -> None:
        """Move the figure by device pixels."""
        self.fitted = False
        self.left, self.top = round(self.left + across), round(self.top + down)
        self._keep_in_sight()

    def state(self) -> ViewState:
        """This view, to come back to."""
        middle = self.to_figure(self.viewport[0] / 2, self.viewport[1] / 2)
        return ViewState(self.fitted, self.scale, middle)

    def restore(self, state: ViewState) -> None:
        """A view that was left."""
        if state.fitted:
            self.fit()
            return
        self.fitted, self.scale = False, state.scale
        self._centre_on(state.centre)

    def to_figure(self, x: float, y: float) -> tuple[float, float]:
        """The point of the figure, in its pixels, under a device pixel."""
        return (x - self.left) / self.scale, (y - self.top) / self.scale

    def to_device(self, x: float, y: float) -> tuple[float, float]:
        """The device pixel over a point of the figure."""
        return self.left + x * self.scale, self.top + y * self.scale

    def visible(self, spare: int = 0) -> tuple[int, int, int, int]:
        """Left, top, width, height of what is seen, in pixels of the scaled figure; `spare` more on every side."""
        width, height = self.whole
        left, top = max(0, -self.left - spare), max(0, -self.top - spare)
        right = min(width, self.viewport[0] - self.left + spare)
        bottom = min(height, self.viewport[1] - self.top + spare)
        return left, top, max(0, right - left), max(0, bottom - top)

    def _centre_on(self, point: tuple[float, float]) -> None:
        self.left = round(self.viewport[0] / 2 - point[0] * self.scale)
        self.top = round(self.viewport[1] / 2 - point[1] * self.scale)
        self._keep_in_sight()

    def _keep_in_sight(self) -> None:
        width, height = self.whole
        self.left = _held(self.left, width, self.viewport[0])
        self.top = _held(self.top, height, self.viewport[1])


def _held(place: int, length: int, room: int) -> int:
    """A place at which at least KEPT pixels (or all, or half the room) are inside the room."""
    kept = min(KEPT, length, room // 2)
    return min(max(place, kept - length), room - kept)
