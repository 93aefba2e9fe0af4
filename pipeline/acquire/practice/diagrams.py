"""Schematics that run from step to step: flow charts, pipelines, layered systems, lanes, cycles, trees."""

from __future__ import annotations

import math
from collections.abc import Callable

from pipeline.acquire.practice.boxes import (
    block,
    bow,
    box_ink,
    cylinder,
    diamond,
    fit_words,
    link,
    small_curve,
    thumbnail,
)
from pipeline.acquire.practice.canvas import BLACK, Canvas, Ink, Rng, chance, pick, uniform
from pipeline.acquire.practice.networks import NETWORKS
from pipeline.acquire.practice.style import Style, tint
from pipeline.acquire.practice.words import ACTIONS, STEPS, noun, phrase
from pipeline.acquire.practice.writer import Point
from pipeline.geometry import Box

Painter = Callable[[Canvas, Rng, Box, Style], None]


def draw_flow_chart(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Steps and decisions from top to bottom, with a side branch for every "no"."""
    rows = max(3, min(int(rng.integers(3, 7)), int(box.height / 30)))
    step, width = box.height / rows, min(0.42 * box.width, 110.0)
    x = box.x0 + 0.36 * box.width
    ink = box_ink(rng, style, 0)
    for row in range(rows):
        y = box.y0 + step * row
        shape = Box(x - width / 2, y + 2, x + width / 2, y + 0.68 * step)
        question = 0 < row < rows - 1 and chance(rng, 0.45)
        if question:
            diamond(canvas, "Is it ripe?", shape.grow(6, 2), style, ink=box_ink(rng, style, 1))
            side = Box(box.x1 - 0.3 * box.width, shape.y0 + 2, box.x1, shape.y1 - 2)
            block(canvas, pick(rng, ACTIONS), side, style, ink=ink)
            link(canvas, ((shape.x1 + 6, shape.centre[1]), (side.x0, side.centre[1])), style)
            canvas.words("No", (shape.x1 + 8, shape.centre[1] - 2), style.text(0.85))
            if chance(rng, 0.5):
                up = (side.centre[0], y - 0.5 * step + 2)
                link(canvas, ((side.centre[0], side.y0), up, (x + width / 2, up[1])), style)
        else:
            block(canvas, pick(rng, ACTIONS), shape, style, ink=ink)
        if row < rows - 1:
            link(canvas, ((x, shape.y1 + (2 if question else 0)), (x, y + step + 2)), style)
            if question:
                canvas.words("Yes", (x + 2, shape.y1 + 0.22 * step), style.text(0.85))


def draw_pipeline(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Boxes from left to right in one or two rows, with pictures, stores and group frames."""
    rows = 2 if box.height > 90 and chance(rng, 0.6) else 1
    count = max(2, min(int(rng.integers(3, 6)), int(box.width / 45)))
    step, height = box.width / count, min(box.height / rows * 0.55, 60.0)
    for row in range(rows):
        y = box.y0 + box.height / rows * (row + 0.5)
        if chance(rng, 0.4):
            frame = Box(box.x0, y - 0.72 * height, box.x1, y + 0.72 * height)
            canvas.rect(frame, Ink(BLACK, tint(style.colour(row), 0.88), 0.6, (3.0, 2.0)), radius=style.rounded)
            name = f"Stage {row + 1}: {noun(rng)}"
            canvas.words(name, (frame.x0 + 4, frame.y0 + style.size), style.text(0.9, bold=True))
        for column in range(count):
            left = box.x0 + step * (column + 0.08)
            _station(canvas, rng, Box(left, y - height / 2.4, left + 0.66 * step, y + height / 2.4), style)
            if column < count - 1:
                ends = (left + 0.68 * step, y), (left + 0.98 * step, y)
                link(canvas, ends, style, dashed=chance(rng, 0.1))
    if rows == 2:
        top, bottom = box.centre[1] - 0.5 * (box.height / 2 - height), box.centre[1] + 0.3 * height
        link(canvas, ((box.centre[0], top), (box.centre[0], max(bottom - 4, top + 8))), style)


def _station(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    kind = int(rng.integers(9))
    if kind == 0:
        side = min(box.width, box.height)
        (cx, cy), half = box.centre, side / 2
        thumbnail(canvas, rng, Box(cx - half, cy - half, cx + half, cy + half))
        canvas.words(noun(rng), (cx, cy + half + style.size), style.text(0.85), align=0.5)
    elif kind == 1:
        cylinder(canvas, pick(rng, STEPS), box, style, ink=box_ink(rng, style, 3))
    elif kind == 2:
        canvas.rect(box, box_ink(rng, style, 2), radius=style.rounded)
        small_curve(canvas, rng, box.grow(-6, -8), style)
    else:
        block(canvas, pick(rng, STEPS), box, style, ink=box_ink(rng, style, int(rng.integers(4))))


def draw_layered_system(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Nested frames with a heading each and boxes inside, arrows between the frames."""
    rows = max(2, min(4, int(box.height / 42)))
    gap = 9.0
    height = (box.height - gap * (rows - 1)) / rows
    for row in range(rows):
        top = box.y0 + row * (height + gap)
        frame = Box(box.x0, top, box.x1, top + height)
        canvas.rect(frame, Ink(BLACK, tint(style.colour(row), 0.82), style.line), radius=style.rounded)
        title = f"{noun(rng).capitalize()} layer"
        canvas.words(title, (frame.centre[0], top + 1.1 * style.size), style.text(bold=True), align=0.5)
        count = max(2, min(int(rng.integers(2, 6)), int(box.width / 40)))
        step = frame.width / count
        for column in range(count):
            left = frame.x0 + step * (column + 0.1)
            cell = Box(left, top + 1.5 * style.size, left + 0.8 * step, frame.y1 - 4)
            block(canvas, pick(rng, STEPS), cell, style, ink=box_ink(rng, style, row + 1))
        if row < rows - 1:
            for share in pick(rng, ((0.5,), (0.3, 0.7))):
                x = box.x0 + share * box.width
                link(canvas, ((x, frame.y1), (x, frame.y1 + gap)), style)


def draw_cycle(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Steps around a circle, joined by curved arrows."""
    count = int(rng.integers(3, 7))
    (cx, cy), a, b = box.centre, 0.34 * box.width, 0.36 * box.height
    width, height = min(0.3 * box.width, 70.0), min(0.2 * box.height, 26.0)
    spots = [2 * math.pi * i / count - math.pi / 2 for i in range(count)]
    for number, angle in enumerate(spots):
        after = spots[(number + 1) % count] + (2 * math.pi if number == count - 1 else 0)
        lead = min(0.42 * (after - angle), 1.15 * width / (a + b))
        start, end = angle + lead, after - lead
        bow(canvas, _on_ring((cx, cy), a, b, start), _on_ring((cx, cy), a, b, end), style, lift=5)
        x, y = _on_ring((cx, cy), a, b, angle)
        cell = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        block(canvas, pick(rng, ACTIONS), cell, style, ink=box_ink(rng, style, number))
    if chance(rng, 0.5):
        middle = Box(cx - 0.5 * a, cy - 0.3 * b, cx + 0.5 * a, cy + 0.3 * b)
        fit_words(canvas, phrase(rng, 2), middle, style.text(1.1, bold=True))


def _on_ring(centre: Point, a: float, b: float, angle: float) -> Point:
    return centre[0] + a * math.cos(angle), centre[1] + b * math.sin(angle)


def draw_tree(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A tree of boxes from one root, with straight or stepped edges."""
    levels = 3 if box.height > 80 else 2
    stepped = chance(rng, 0.5)
    counts = [1, int(rng.integers(2, 4)), int(rng.integers(4, 7))][:levels]
    height = box.height / levels
    above: list[Box] = []
    for level, count in enumerate(counts):
        row = []
        for number in range(count):
            step = box.width / count
            wide = min(0.82 * step, 80.0)
            x, y = box.x0 + step * (number + 0.5), box.y0 + height * level
            cell = Box(x - wide / 2, y, x + wide / 2, y + 0.5 * height)
            ink = box_ink(rng, style, level)
            block(canvas, pick(rng, STEPS) if level < 2 else noun(rng), cell, style, ink=ink)
            row.append(cell)
            if above:
                parent = above[number * len(above) // count]
                _edge(canvas, parent, cell, style, stepped=stepped)
        above = row


def _edge(canvas: Canvas, parent: Box, child: Box, style: Style, *, stepped: bool) -> None:
    start, end = (parent.centre[0], parent.y1), (child.centre[0], child.y0)
    if stepped:
        middle = (start[1] + end[1]) / 2
        canvas.path((start, (start[0], middle), (end[0], middle), end), style.outline())
    else:
        link(canvas, (start, end), style)


def draw_lanes(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Partners with life lines, and messages between them as labelled arrows."""
    count = max(2, min(int(rng.integers(3, 5)), int(box.width / 60)))
    step, head = box.width / count, min(20.0, 0.16 * box.height)
    xs = [box.x0 + step * (i + 0.5) for i in range(count)]
    for number, x in enumerate(xs):
        cell = Box(x - 0.4 * step, box.y0, x + 0.4 * step, box.y0 + head)
        block(canvas, pick(rng, STEPS), cell, style, ink=box_ink(rng, style, number))
        canvas.line((x, cell.y1), (x, box.y1), Ink(BLACK, None, 0.5, (3.0, 2.0)))
    messages = int(rng.integers(3, 8))
    for number in range(messages):
        y = box.y0 + head + (box.height - head) * (number + 0.8) / (messages + 0.6)
        a = int(rng.integers(count))
        b = (a + 1) % count if chance(rng, 0.8) else (a + count - 1) % count
        link(canvas, ((xs[a], y), (xs[b], y)), style, dashed=chance(rng, 0.3))
        at = ((xs[a] + xs[b]) / 2, y - 2)
        canvas.words(f"{number + 1}. {noun(rng)}", at, style.text(0.85), align=0.5)


def draw_timeline(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """An experiment's protocol: a bar of phases with marks, names and times."""
    y, count = box.centre[1], int(rng.integers(3, 7))
    step = box.width / count
    tall = min(0.25 * box.height, 20.0)
    for number in range(count):
        left = box.x0 + step * number
        cell = Box(left, y - tall / 2, left + step, y + tall / 2)
        block(canvas, noun(rng).capitalize(), cell, style, ink=Ink(BLACK, tint(style.colour(number), 0.5), 0.7))
        canvas.words(f"day {number * 3}", (left, y + tall / 2 + 1.3 * style.size), style.text(0.85), align=0.5)
        if chance(rng, 0.6):
            x = left + 0.5 * step
            link(canvas, ((x, y - tall / 2 - 0.25 * box.height), (x, y - tall / 2)), style)
            at = (x, y - tall / 2 - 0.25 * box.height - 2)
            canvas.words(pick(rng, ACTIONS)[:14], at, style.text(0.85), align=0.5)


def draw_apparatus(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A bench set-up: a source, a beam through lenses and a sample to a detector, with leader lines."""
    y, colour = box.centre[1], style.colour(0)
    source = Box(box.x0, y - 0.14 * box.height, box.x0 + 0.16 * box.width, y + 0.14 * box.height)
    block(canvas, "Lamp", source, style, ink=Ink(BLACK, tint(style.colour(1), 0.6), style.line))
    detector = Box(box.x1 - 0.15 * box.width, y - 0.2 * box.height, box.x1, y + 0.2 * box.height)
    spread = uniform(rng, 2, 0.1 * box.height)
    beam = ((source.x1, y), (box.centre[0], y - spread), (detector.x0, y), (box.centre[0], y + spread))
    canvas.path(beam, Ink(None, tint(colour, 0.6)), closed=True)
    block(canvas, "Detector", detector, style, ink=Ink(BLACK, tint(style.colour(2), 0.6), style.line))
    parts = int(rng.integers(2, 5))
    for number in range(parts):
        x = source.x1 + (detector.x0 - source.x1) * (number + 1) / (parts + 1)
        reach = 0.22 * box.height
        if chance(rng, 0.6):
            lens = Ink(BLACK, tint(style.colour(3), 0.7), 0.7)
            canvas.ellipse(Box(x - 3.5, y - reach, x + 3.5, y + reach), lens)
        else:
            canvas.path(((x - 6, y + reach), (x + 6, y - reach)), Ink(BLACK, None, 2.0))
        up = -1 if number % 2 else 1
        tip = (x + 4, y + up * 0.36 * box.height)
        canvas.line((x, y + up * reach), tip, Ink(BLACK, None, 0.5))
        canvas.words(noun(rng), (tip[0], tip[1] + (7 if up > 0 else -2)), style.text(0.9), align=0.5)
    link(canvas, ((source.x1 + 2, y), (source.x1 + 0.09 * box.width, y)), style)


FLOWS: tuple[Painter, ...] = (
    draw_flow_chart,
    draw_pipeline,
    draw_pipeline,
    draw_pipeline,
    draw_layered_system,
    draw_cycle,
    draw_tree,
    draw_lanes,
    draw_timeline,
    draw_apparatus,
)


def draw_diagram(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A schematic of a kind drawn at random."""
    pick(rng, (*FLOWS, *NETWORKS))(canvas, rng, box, style)
