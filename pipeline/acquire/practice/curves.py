"""Curves as measurements show them: saturating, decaying, peaked, waving, wandering, straight."""

from __future__ import annotations

import numpy as np

from pipeline.acquire.practice.canvas import Rng, pick, uniform
from pipeline.acquire.practice.writer import Point
from pipeline.geometry import Box


def curve(rng: Rng, count: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """A curve between 0 and 1: saturating, decaying, peaked, waving, wandering or straight."""
    t = np.linspace(0.0, 1.0, count)
    a, b = uniform(rng, 0.05, 0.45), uniform(rng, 0.5, 0.95)
    shape = int(rng.integers(7))
    if shape == 0:
        y = a + (b - a) * (1 - np.exp(-t * uniform(rng, 2, 8)))
    elif shape == 1:
        y = a + (b - a) * np.exp(-t * uniform(rng, 2, 8))
    elif shape == 2:
        y = a + (b - a) * np.exp(-(((t - uniform(rng, 0.2, 0.8)) / uniform(rng, 0.02, 0.2)) ** 2))
    elif shape == 6:
        peaks = [(uniform(rng, 0.05, 0.95), uniform(rng, 0.005, 0.03), uniform(rng, 0.2, 1)) for _ in range(7)]
        y = a + (b - a) * np.clip(sum(h * np.exp(-(((t - m) / w) ** 2)) for m, w, h in peaks), 0, 1)
    elif shape == 3:
        y = (a + b) / 2 + (b - a) / 2 * np.sin(t * uniform(rng, 4, 30) + uniform(rng, 0, 6))
    elif shape == 4:
        walk = np.cumsum(rng.normal(size=count))
        y = a + (b - a) * (walk - walk.min()) / (np.ptp(walk) + 1e-9)
    else:
        y = a + (b - a) * t
    noise = pick(rng, (0.0, 0.0, 0.01, 0.03))
    clipped: np.ndarray[tuple[int], np.dtype[np.float64]] = np.clip(
        y + rng.normal(scale=noise + 1e-9, size=count), 0.01, 0.99
    )
    return clipped


def curve_points(rng: Rng, area: Box, count: int) -> list[Point]:
    """A curve's points on the page."""
    xs = np.linspace(area.x0 + 1, area.x1 - 1, count)
    return [(float(x), area.y1 - float(y) * area.height) for x, y in zip(xs, curve(rng, count), strict=True)]
