"""Where drawing commands lie, and the same commands moved and scaled."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from pipeline.acquire.practice.metrics import text_width
from pipeline.acquire.practice.writer import Command, Picture, Shape, TextAt
from pipeline.geometry import Box


def extent(commands: Sequence[Command]) -> Box:
    """The box around all commands, from their geometry; raises ValueError when there are none."""
    return Box.around(_extent_of(item) for item in commands)


def _extent_of(item: Command) -> Box:
    if isinstance(item, Picture):
        return item.box
    if isinstance(item, Shape):
        half = 0.0 if item.stroke is None else item.width / 2
        xs, ys = zip(*item.points, strict=True)
        return Box(min(xs), min(ys), max(xs), max(ys)).grow(half)
    width = text_width(item.text, item.font, item.size) + item.word_gap * item.text.count(" ")
    turn = math.radians(item.angle)
    sine, cosine = math.sin(turn), math.cos(turn)
    corners = [
        (item.x + along * cosine + up * -sine, item.y - along * sine - up * cosine)
        for along in (0.0, width)
        for up in (-0.22 * item.size, 0.76 * item.size)
    ]
    xs, ys = zip(*corners, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def moved(commands: Sequence[Command], dx: float, dy: float, *, factor: float = 1.0) -> list[Command]:
    """The commands scaled about the origin and then shifted."""
    return [_moved(item, dx, dy, factor=factor) for item in commands]


def _moved(item: Command, dx: float, dy: float, *, factor: float) -> Command:
    if isinstance(item, Picture):
        box = item.box.scale(factor)
        return Picture(item.png, Box(box.x0 + dx, box.y0 + dy, box.x1 + dx, box.y1 + dy))
    if isinstance(item, Shape):
        points = tuple((x * factor + dx, y * factor + dy) for x, y in item.points)
        return replace(item, points=points, width=item.width * factor)
    return _moved_text(item, dx, dy, factor=factor)


def _moved_text(item: TextAt, dx: float, dy: float, *, factor: float) -> TextAt:
    x, y, size = item.x * factor + dx, item.y * factor + dy, item.size * factor
    return replace(item, x=x, y=y, size=size, word_gap=item.word_gap * factor)


def fitted(commands: Sequence[Command], box: Box) -> list[Command]:
    """The commands, made smaller if they do not fit the box, and shifted into it by the shortest way."""
    found = extent(commands)
    factor = min(1.0, box.width / max(found.width, 1e-6), box.height / max(found.height, 1e-6))
    now = found.scale(factor)
    dx = max(0.0, box.x0 - now.x0) or min(0.0, box.x1 - now.x1)
    dy = max(0.0, box.y0 - now.y0) or min(0.0, box.y1 - now.y1)
    return list(commands) if factor == 1.0 and dx == dy == 0 else moved(commands, dx, dy, factor=factor)
