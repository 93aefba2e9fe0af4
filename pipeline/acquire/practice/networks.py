"""Schematics of networks and structures: neurons, feature maps, graphs, matrices, sets, cells, molecules."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

from pipeline.acquire.practice.boxes import block, bow, box_ink, fit_words, link, slab, thumbnail
from pipeline.acquire.practice.canvas import BLACK, WHITE, Canvas, Ink, Rng, Type, chance, pick, uniform
from pipeline.acquire.practice.style import Style, shade, tint
from pipeline.acquire.practice.words import STEPS, noun
from pipeline.acquire.practice.writer import Point
from pipeline.geometry import Box

Painter = Callable[[Canvas, Rng, Box, Style], None]


def draw_neurons(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Layers of circles, every circle joined to the next layer."""
    layers = int(rng.integers(3, 6))
    sizes = [int(rng.integers(2, 7)) for _ in range(layers)]
    foot = 1.6 * style.size
    radius = min(8.0, (box.height - foot) / (max(sizes) * 3))
    columns = [
        [
            (
                box.x0 + radius + (box.width - 2 * radius) * number / (layers - 1),
                box.y0 + (box.height - foot) * (row + 0.5) / size,
            )
            for row in range(size)
        ]
        for number, size in enumerate(sizes)
    ]
    grey = Ink((0.55, 0.55, 0.55), None, 0.4)
    for left, right in itertools.pairwise(columns):
        for a in left:
            for b in right:
                canvas.line(a, b, grey)
    for number, column in enumerate(columns):
        ink = Ink(BLACK, tint(style.colour(number), 0.4), style.line)
        for at in column:
            canvas.dot(at, radius, ink)
        name = "input" if number == 0 else "output" if number == layers - 1 else f"hidden {number}"
        align = 0.0 if number == 0 else 1.0 if number == layers - 1 else 0.5
        x = box.x0 if number == 0 else box.x1 if number == layers - 1 else column[0][0]
        canvas.words(name, (x, box.y1 - 0.3 * style.size), style.text(0.9), align=align)


def draw_feature_maps(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Blocks that shrink and deepen from left to right, with sizes under them."""
    count = max(3, min(int(rng.integers(3, 8)), int(box.width / 30)))
    step, y = box.width / count, box.centre[1]
    for number in range(count):
        share = 1 - 0.7 * number / count if chance(rng, 0.85) else 0.5
        tall, wide = 0.6 * box.height * share, step * (0.15 + 0.35 * number / count)
        left = box.x0 + step * number
        colour = style.colour(number % 3)
        shape = Box(left, y - tall / 2, left + wide, y + tall / 2)
        slab(canvas, shape, min(10.0, 0.25 * step), Ink(BLACK, tint(colour, 0.4), 0.6))
        label = f"{pick(rng, (16, 32, 64, 128))}×{int(64 * share) or 1}"
        canvas.words(label, (shape.centre[0], shape.y1 + 1.1 * style.size), style.text(0.8), align=0.5)
        if number < count - 1:
            link(canvas, ((shape.x1 + 0.3 * step, y), (left + 0.97 * step, y)), style)
    if chance(rng, 0.5):
        lift = 0.3 * box.height
        a, b = (box.x0 + 0.3 * step, y - lift), (box.x1 - 0.6 * step, y - 0.4 * lift)
        bow(canvas, a, b, style, lift=0.15 * box.height)
        canvas.words("skip", (box.centre[0], box.y0 + style.size), style.text(0.85), align=0.5)


def draw_block_stack(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """One or two towers of blocks with arrows upward and a bypass, as deep models are drawn."""
    towers = 2 if box.width > 150 else 1
    step = box.width / towers
    tops: list[Point] = []
    for tower in range(towers):
        x, wide = box.x0 + step * (tower + 0.5), min(0.5 * step, 95.0)
        count = max(3, min(int(rng.integers(3, 7)), int(box.height / 24)))
        tall = box.height / count
        for level in range(count):
            bottom = box.y1 - tall * level
            cell = Box(x - wide / 2, bottom - 0.62 * tall, x + wide / 2, bottom)
            block(canvas, pick(rng, STEPS), cell, style, ink=box_ink(rng, style, level))
            if level < count - 1:
                link(canvas, ((x, cell.y0), (x, bottom - tall)), style)
        tops.append((x + wide / 2, box.y0 + 0.7 * tall))
        if count > 3:
            side = x - wide / 2 - 9
            route = ((x, box.y1 - 0.8 * tall), (side, box.y1 - 0.8 * tall), (side, box.y1 - 2.3 * tall))
            link(canvas, (*route, (x - wide / 2, box.y1 - 2.3 * tall)), style)
        if chance(rng, 0.4):
            frame = Box(x - wide / 2 - 14, box.y0 + tall * 0.2, x + wide / 2 + 8, box.y1 - tall * 0.85)
            canvas.rect(frame, Ink((0.4, 0.4, 0.4), None, 0.6, (3.0, 2.0)), radius=style.rounded)
            canvas.words(f"N×{rng.integers(2, 13)}", (frame.x1 + 2, frame.centre[1]), style.text(0.9))
    if towers == 2:
        x = box.x0 + 1.5 * step - min(0.5 * step, 95.0) / 2
        link(canvas, (tops[0], (x, tops[0][1])), style)


def draw_graph(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Named nodes and arrows between neighbours, as state machines and causal graphs are drawn."""
    count = int(rng.integers(4, 9))
    radius = min(15.0, 0.11 * min(box.width, box.height) + 3)
    spots = []
    for number in range(count):
        angle = 2 * math.pi * number / count + uniform(rng, -0.2, 0.2)
        share = uniform(rng, 0.7, 1.0)
        x = box.centre[0] + (box.width / 2 - radius) * share * math.cos(angle)
        y = box.centre[1] + (box.height / 2 - radius) * share * math.sin(angle)
        spots.append((x, y))
    for number, a in enumerate(spots):
        for jump in (1, 2) if chance(rng, 0.4) else (1,):
            b = spots[(number + jump) % count]
            _link_discs(canvas, a, b, style, radius=radius)
    short = pick(rng, ("letter", "state", "word"))
    for number, at in enumerate(spots):
        ink = Ink(BLACK, tint(style.colour(number % 3), 0.5), style.line)
        canvas.dot(at, radius, ink)
        name = {"letter": chr(65 + number), "state": f"s{number}"}.get(short, noun(rng))
        inner = Box(at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)
        fit_words(canvas, name, inner, style.text())


def _link_discs(canvas: Canvas, a: Point, b: Point, style: Style, *, radius: float) -> None:
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    if length < 2.2 * radius:
        return
    ux, uy = (b[0] - a[0]) / length * radius, (b[1] - a[1]) / length * radius
    start, end = (a[0] + ux, a[1] + uy), (b[0] - ux, b[1] - uy)
    if style.head != "open":
        link(canvas, (start, end), style)
    else:
        canvas.line(start, end, style.outline())


def draw_matrices(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Grids of coloured cells with operators between them, as tensor products are explained."""
    count = max(2, min(int(rng.integers(2, 5)), int(box.width / 50)))
    step = box.width / count
    for number in range(count):
        rows, columns = int(rng.integers(2, 7)), int(rng.integers(2, 7))
        cell = min(0.62 * step / columns, 0.7 * box.height / rows, 14.0)
        left = box.x0 + step * (number + 0.4) - cell * columns / 2
        top = box.centre[1] - cell * rows / 2
        for row in range(rows):
            for column in range(columns):
                fill = tint(style.colour(number), uniform(rng, 0.1, 0.9)) if chance(rng, 0.8) else WHITE
                x, y = left + cell * column, top + cell * row
                canvas.rect(Box(x, y, x + cell, y + cell), Ink(BLACK, fill, 0.5))
        at = (left + cell * columns / 2, top + cell * rows + 1.3 * style.size)
        canvas.words(f"{pick(rng, 'QKVWXYZ')}: {rows} × {columns}", at, style.text(0.9), align=0.5)
        if number < count - 1:
            sign = "=" if number == count - 2 else pick(rng, ("×", "+", "·"))
            middle = (box.x0 + step * (number + 0.9), box.centre[1] + 0.4 * style.size)
            canvas.words(sign, middle, style.text(1.5), align=0.5)


def draw_sets(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Overlapping rings with names, as ideas and sets are compared."""
    count, radius = int(rng.integers(2, 4)), 0.28 * min(box.width, box.height)
    (cx, cy) = box.centre
    for number in range(count):
        angle = 2 * math.pi * number / count - math.pi / 2
        at = (cx + 0.7 * radius * math.cos(angle), cy + 0.7 * radius * math.sin(angle))
        canvas.dot(at, radius, Ink(shade(style.colour(number)), None, 1.5 * style.line))
        place = (cx + 1.1 * radius * math.cos(angle), cy + 1.1 * radius * math.sin(angle) + 2)
        canvas.words(noun(rng).capitalize(), place, style.text(bold=True), align=0.5)
    canvas.words(noun(rng), (cx, cy + 2), style.text(0.9), align=0.5)


def draw_cell(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A cell or vessel with parts inside, molecules outside and labels on leader lines."""
    body = Box(box.x0 + 0.05 * box.width, box.y0 + 0.08 * box.height, box.x1 - 0.3 * box.width, box.y1)
    canvas.ellipse(body, Ink(shade(style.colour(0)), tint(style.colour(0), 0.8), 1.5))
    canvas.ellipse(body.grow(-3), Ink(shade(style.colour(0)), None, 0.6))
    (cx, cy), parts = body.centre, int(rng.integers(3, 6))
    for number in range(parts):
        angle = 2 * math.pi * number / parts + 0.3
        x, y = cx + 0.26 * body.width * math.cos(angle), cy + 0.26 * body.height * math.sin(angle)
        a, b = uniform(rng, 5, 0.12 * body.width + 5), uniform(rng, 4, 0.1 * body.height + 4)
        ink = Ink(shade(style.colour(number)), tint(style.colour(number), 0.4), 0.7)
        canvas.ellipse(Box(x - a, y - b, x + a, y + b), ink)
        row = box.y0 + box.height * (number + 0.6) / parts
        canvas.line((x, y), (body.x1 + 4, row), Ink(BLACK, None, 0.4))
        canvas.words(noun(rng), (body.x1 + 6, row + 0.3 * style.size), style.text(0.9))
    for _ in range(int(rng.integers(3, 9))):
        spot = (uniform(rng, box.x0, body.x0 + 12), uniform(rng, box.y0, box.y1))
        canvas.polygon(spot, 3.0, Ink(BLACK, style.colour(2), 0.4), corners=int(pick(rng, (3, 5, 6))))
    link(canvas, ((body.x0 - 4, cy), (body.x0 + 0.15 * body.width, cy)), style)


def draw_example_pairs(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Small pictures going into a model box and coming out again."""
    rows = max(1, min(3, int(box.height / 40)))
    side = min(0.7 * box.height / rows, 0.2 * box.width)
    model = Box(box.centre[0] - 0.18 * box.width, box.y0, box.centre[0] + 0.18 * box.width, box.y1)
    block(canvas, pick(rng, STEPS), model, style, ink=box_ink(rng, style, 0))
    for row in range(rows):
        y = box.y0 + box.height * (row + 0.5) / rows
        for x in (box.x0, box.x1 - side):
            thumbnail(canvas, rng, Box(x, y - side / 2, x + side, y + side / 2))
        link(canvas, ((box.x0 + side + 3, y), (model.x0, y)), style)
        link(canvas, ((model.x1, y), (box.x1 - side - 3, y)), style)


def draw_class_boxes(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Boxes with a name and a list of fields each, joined by lines, as data models are drawn."""
    columns, rows = max(2, int(box.width / 95)), max(1, int(box.height / 75))
    wide, tall, size = 0.68 * box.width / columns, 0.75 * box.height / rows, style.size
    spots: list[Box] = []
    for number in range(columns * rows):
        row, column = divmod(number, columns)
        left, top = box.x0 + box.width * (column + 0.1) / columns, box.y0 + box.height * (row + 0.1) / rows
        cell = Box(left, top, left + wide, top + tall)
        if spots:
            before = spots[-1] if column else spots[number - columns]
            canvas.line(before.centre, cell.centre, style.outline())
        spots.append(cell)
    for number, cell in enumerate(spots):
        canvas.rect(cell, Ink(BLACK, WHITE, style.line))
        head = Box(cell.x0, cell.y0, cell.x1, cell.y0 + 1.6 * size)
        canvas.rect(head, Ink(BLACK, tint(style.colour(number % 2), 0.5), style.line))
        fit_words(canvas, noun(rng).capitalize(), head, style.text(bold=True))
        for line in range(max(0, int((tall - 1.8 * size) / (1.2 * size)))):
            at = (cell.x0 + 3, head.y1 + size * (1.05 + 1.2 * line))
            canvas.words(f"{pick(rng, '+-#')} {noun(rng)}"[: int(wide / (0.6 * size))], at, style.text(0.85))


def draw_large_graph(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Many small nodes in groups with thin edges, a few of them named."""
    count = int(rng.integers(15, 60))
    groups = [(uniform(rng, 0.2, 0.8), uniform(rng, 0.2, 0.8)) for _ in range(int(rng.integers(2, 5)))]
    spots, owners = [], []
    for number in range(count):
        owner = number % len(groups)
        shares = [min(0.96, max(0.04, c + float(rng.normal()) * 0.11)) for c in groups[owner]]
        spots.append((box.x0 + shares[0] * box.width, box.y0 + shares[1] * box.height))
        owners.append(owner)
    edge = Ink((0.6, 0.6, 0.6), None, 0.4)
    for spot in spots:
        near = sorted(range(count), key=lambda other: math.dist(spots[other], spot))[1 : int(rng.integers(2, 5))]
        for other in near:
            canvas.line(spot, spots[other], edge)
        if chance(rng, 0.1):
            canvas.line(spot, spots[int(rng.integers(count))], edge)
    for number, spot in enumerate(spots):
        canvas.dot(spot, uniform(rng, 1.8, 4.0), Ink(BLACK, style.colour(owners[number]), 0.4))
        if number < 6:
            canvas.words(noun(rng), (spot[0] + 4, spot[1] + 2), style.text(0.8))


def draw_grid_world(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A board of cells with walls, a goal, a path of arrows, and a key at its side."""
    count = int(rng.integers(4, 9))
    cell = min(box.height, 0.7 * box.width) / count
    for row in range(count):
        for column in range(count):
            fill = (0.35, 0.35, 0.35) if chance(rng, 0.15) else WHITE
            x, y = box.x0 + cell * column, box.y0 + cell * row
            canvas.rect(Box(x, y, x + cell, y + cell), Ink(BLACK, fill, 0.5))
    row = column = 0
    while row < count - 1 or column < count - 1:
        down = column == count - 1 or (row < count - 1 and chance(rng, 0.5))
        start = (box.x0 + cell * (column + 0.5), box.y0 + cell * (row + 0.5))
        row, column = (row + 1, column) if down else (row, column + 1)
        link(canvas, (start, (box.x0 + cell * (column + 0.5), box.y0 + cell * (row + 0.5))), style)
    canvas.dot((box.x0 + cell * (count - 0.5), box.y0 + cell * (count - 0.5)), cell / 4, Ink(None, style.colour(1)))
    for number, name in enumerate(("wall", "goal", noun(rng))):
        y = box.y0 + 2 * style.size * (number + 1)
        left = box.x0 + cell * count + 8
        fills = ((0.35, 0.35, 0.35), style.colour(1), style.colour(0))
        canvas.rect(Box(left, y - style.size, left + style.size, y), Ink(BLACK, fills[number], 0.5))
        canvas.words(name, (left + 1.6 * style.size, y - 1), style.text())


def draw_molecules(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Rings and bonds with letters, as structural formulas are drawn."""
    ink = Ink(BLACK, None, max(0.7, style.line))
    count = max(1, min(int(rng.integers(1, 5)), int(box.width / 60)))
    radius = min(0.2 * box.height, 0.16 * box.width / count + 4)
    for number in range(count):
        x, y = box.x0 + box.width * (number + 0.5) / count, box.centre[1]
        canvas.polygon((x, y), radius, ink, corners=int(pick(rng, (5, 6, 6))))
        canvas.polygon((x, y), 0.78 * radius, ink, corners=6)
        if chance(rng, 0.6):
            canvas.polygon((x + 1.73 * radius, y), radius, ink, corners=6)
        for angle in (-90, 90, 150):
            turn = math.radians(angle)
            start = (x + radius * math.cos(turn), y + radius * math.sin(turn))
            end = (x + 1.6 * radius * math.cos(turn), y + 1.6 * radius * math.sin(turn))
            canvas.line(start, end, ink)
            group = pick(rng, ("OH", "NH", "O", "Me", "Cl", "R", "Br", "CN"))
            at = (x + 1.9 * radius * math.cos(turn), y + 2.0 * radius * math.sin(turn) + 0.35 * style.size)
            canvas.words(group, at, Type("sans", style.size), align=0.5)
        canvas.words(f"{number + 1}", (x, y + 0.3 * style.size), style.text(bold=True), align=0.5)


NETWORKS: tuple[Painter, ...] = (
    draw_molecules,
    draw_neurons,
    draw_feature_maps,
    draw_block_stack,
    draw_graph,
    draw_matrices,
    draw_sets,
    draw_cell,
    draw_example_pairs,
    draw_class_boxes,
    draw_large_graph,
    draw_grid_world,
)
