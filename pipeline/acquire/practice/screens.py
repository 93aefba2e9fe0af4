"""Screens of invented programs: windows with menus, lists, forms, chats, terminals, phones."""

from __future__ import annotations

from collections.abc import Callable

from pipeline.acquire.practice.boxes import thumbnail
from pipeline.acquire.practice.canvas import BLACK, WHITE, Canvas, Ink, Rng, Type, chance, mix, pick, uniform
from pipeline.acquire.practice.style import Style, tint
from pipeline.acquire.practice.words import BUTTONS, MENU, noun, phrase
from pipeline.acquire.practice.writer import Colour
from pipeline.geometry import Box

Painter = Callable[[Canvas, Rng, Box, Style], None]
GREY: Colour = (0.6, 0.6, 0.62)


def _letters(box: Box, colour: Colour = BLACK) -> Type:
    return Type("sans", max(4.0, min(7.5, 0.032 * (box.width + box.height) / 2)), colour)


def _window(canvas: Canvas, rng: Rng, box: Box, style: Style) -> tuple[Box, Colour]:
    """A window with title bar and menu; returns what is left inside and the colour of its letters."""
    dark = chance(rng, 0.25)
    ground, pen = ((0.16, 0.17, 0.2), (0.9, 0.9, 0.9)) if dark else (pick(rng, (WHITE, (0.96, 0.96, 0.97))), BLACK)
    bar = mix(ground, style.colour(0), pick(rng, (0.1, 0.3, 0.9)))
    face = _letters(box, pen)
    tall = 1.9 * face.size
    canvas.rect(box, Ink(GREY, ground, 0.7), radius=pick(rng, (0.0, 4.0)))
    canvas.rect(Box(box.x0, box.y0, box.x1, box.y0 + tall), Ink(None, bar))
    for number in range(3):
        mark = ((0.9, 0.35, 0.3), (0.95, 0.75, 0.25), (0.35, 0.75, 0.35))[number]
        canvas.dot((box.x0 + 6 + 7 * number, box.y0 + tall / 2), 2.0, Ink(None, mark))
    title = f"{noun(rng).capitalize()} Desk - {noun(rng)}.{pick(rng, ('txt', 'csv', 'kite'))}"
    shown = Type("sans", face.size, WHITE if sum(bar) < 1.3 else BLACK)
    canvas.words(title, (box.centre[0], box.y0 + 0.68 * tall), shown, align=0.5)
    top = box.y0 + tall
    if chance(rng, 0.7):
        for number in range(max(2, int(box.width / (5 * face.size)))):
            at = (box.x0 + 5 + number * 4.4 * face.size, top + 1.2 * face.size)
            canvas.words(MENU[number % len(MENU)], at, face)
        top += 1.7 * face.size
        canvas.line((box.x0, top), (box.x1, top), Ink(GREY, None, 0.5))
    return Box(box.x0 + 4, top + 4, box.x1 - 4, box.y1 - 4), pen


def draw_list_window(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A side list, a table or picture, and buttons."""
    inside, pen = _window(canvas, rng, box, style)
    face = _letters(box, pen)
    split = inside.x0 + uniform(rng, 0.2, 0.35) * inside.width
    canvas.line((split, inside.y0), (split, inside.y1), Ink(GREY, None, 0.5))
    row, chosen = 1.6 * face.size, int(rng.integers(0, 5))
    for number in range(int(inside.height / row)):
        y = inside.y0 + row * number
        if number == chosen:
            canvas.rect(Box(inside.x0, y, split - 2, y + row), Ink(None, mix(style.colour(0), WHITE, 0.4)))
        canvas.words(f"{noun(rng)} {number + 1:02d}", (inside.x0 + 4, y + 0.72 * row), face)
    right = Box(split + 5, inside.y0, inside.x1, inside.y1 - 2.4 * face.size)
    if chance(rng, 0.5):
        thumbnail(canvas, rng, right.grow(-4))
    else:
        _rows(canvas, rng, right, face)
    _buttons(canvas, rng, inside, style, face)


def _rows(canvas: Canvas, rng: Rng, area: Box, face: Type) -> None:
    row = 1.6 * face.size
    columns = max(2, int(area.width / (6 * face.size)))
    for number in range(int(area.height / row)):
        y = area.y0 + row * (number + 0.72)
        for column in range(columns):
            text = noun(rng) if column == 0 or number == 0 else f"{uniform(rng, 0, 99):.1f}"
            canvas.words(text, (area.x0 + column * area.width / columns, y), face)
        canvas.line((area.x0, y + 0.3 * row), (area.x1, y + 0.3 * row), Ink((0.85, 0.85, 0.85), None, 0.4))


def _buttons(canvas: Canvas, rng: Rng, inside: Box, style: Style, face: Type) -> None:
    wide = 5.5 * face.size
    for number in range(int(rng.integers(1, 4))):
        right = inside.x1 - number * (wide + 4)
        button = Box(right - wide, inside.y1 - 1.9 * face.size, right, inside.y1)
        strong = number == 0
        fill = style.colour(0) if strong else (0.88, 0.88, 0.88)
        canvas.rect(button, Ink(GREY, fill, 0.5), radius=2.5)
        colour = WHITE if sum(fill) < 1.5 else BLACK
        canvas.centred([pick(rng, BUTTONS)], button.centre, Type("sans", face.size, colour))


def draw_form(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A form: questions, entry fields, ticked choices, a slider."""
    inside, pen = _window(canvas, rng, box, style)
    face = _letters(box, pen)
    row = 2.6 * face.size
    for number in range(max(2, int((inside.height - row) / row))):
        y = inside.y0 + row * number
        canvas.words(f"{noun(rng).capitalize()}:", (inside.x0 + 4, y + 0.6 * row), face)
        field = Box(inside.x0 + 0.33 * inside.width, y + 2, inside.x1 - 6, y + row - 3)
        kind = int(rng.integers(3))
        if kind == 0:
            canvas.rect(field, Ink(GREY, WHITE, 0.6), radius=2)
            canvas.words(phrase(rng, 2), (field.x0 + 3, y + 0.6 * row), _letters(box))
        elif kind == 1:
            for option in range(3):
                x = field.x0 + option * field.width / 3
                at = (x + 3, y + 0.48 * row)
                canvas.dot(at, 2.5, Ink(GREY, style.colour(0) if option == 1 else WHITE, 0.6))
                canvas.words(noun(rng), (x + 8, y + 0.6 * row), face)
        else:
            canvas.line((field.x0, field.centre[1]), (field.x1, field.centre[1]), Ink(GREY, None, 1.5))
            knob = (field.x0 + uniform(rng, 0.1, 0.9) * field.width, field.centre[1])
            canvas.dot(knob, 3.5, Ink(GREY, style.colour(0), 0.5))
    _buttons(canvas, rng, inside, style, face)


def draw_chat(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A talk in bubbles, left and right, on a phone or in a window."""
    phone = box.height > 100 and chance(rng, 0.5)
    if phone:
        wide = min(box.width, 0.55 * box.height)
        frame = Box(box.centre[0] - wide / 2, box.y0, box.centre[0] + wide / 2, box.y1)
        canvas.rect(frame, Ink(BLACK, (0.15, 0.15, 0.15), 1), radius=10)
        inside = frame.grow(-4, -10)
        canvas.rect(inside, Ink(None, (0.95, 0.95, 0.97)))
    else:
        inside, _ = _window(canvas, rng, box, style)
        canvas.rect(inside, Ink(None, (0.95, 0.95, 0.97)))
    face = _letters(inside)
    y, number = inside.y0 + 4, 0
    while y + 4 * face.size < inside.y1:
        lines = int(rng.integers(1, 3))
        wide, tall = uniform(rng, 0.5, 0.75) * inside.width, (1.3 * lines + 0.8) * face.size
        mine = number % 2 == 1
        left = inside.x1 - wide - 4 if mine else inside.x0 + 4
        fill = tint(style.colour(0), 0.6) if mine else WHITE
        canvas.rect(Box(left, y, left + wide, y + tall), Ink(None, fill), radius=5)
        for line in range(lines):
            count = max(1, int(wide / (4.2 * face.size)))
            canvas.words(phrase(rng, count), (left + 4, y + face.size * (1.1 + 1.3 * line)), face)
        y, number = y + tall + 4, number + 1


def draw_terminal(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A dark terminal with commands and their answers."""
    ground = pick(rng, (BLACK, (0.12, 0.12, 0.15), (0.0, 0.17, 0.21)))
    size = _letters(box).size
    canvas.rect(box, Ink(GREY, ground, 0.8), radius=pick(rng, (0.0, 4.0)))
    canvas.rect(Box(box.x0, box.y0, box.x1, box.y0 + 1.8 * size), Ink(None, (0.3, 0.3, 0.33)))
    title = Type("sans", size, WHITE)
    canvas.words(f"{noun(rng)}: shell", (box.centre[0], box.y0 + 1.25 * size), title, align=0.5)
    y = box.y0 + 3.2 * size
    room = int(box.width / (0.62 * size)) - 2
    while y < box.y1 - 0.6 * size:
        answer = chance(rng, 0.6)
        colour = (0.8, 0.85, 0.8) if answer else style.colour(0)
        text = f"{phrase(rng, 3)} {rng.integers(1, 999)}" if answer else f"$ {noun(rng)} --{noun(rng)} {noun(rng)}"
        bright = mix(colour, WHITE, 0.4)
        canvas.words(text[:room], (box.x0 + 4, y), Type("mono", size, bright))
        y += 1.3 * size


def draw_web_page(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A web page: address bar, headline, cards with pictures."""
    face = _letters(box)
    canvas.rect(box, Ink(GREY, WHITE, 0.8))
    canvas.rect(Box(box.x0, box.y0, box.x1, box.y0 + 2 * face.size), Ink(None, (0.87, 0.88, 0.9)))
    field = Box(box.x0 + 20, box.y0 + 2.5, box.x1 - 12, box.y0 + 2 * face.size - 2.5)
    canvas.rect(field, Ink(None, WHITE), radius=4)
    address = Type("sans", 0.8 * face.size, (0.3, 0.3, 0.3))
    canvas.words(f"{noun(rng)}.example/{noun(rng)}", (field.x0 + 5, field.y1 - 2), address)
    top = box.y0 + 2 * face.size
    canvas.rect(Box(box.x0, top, box.x1, top + 2.6 * face.size), Ink(None, style.colour(0)))
    head = Type("sans-bold", 1.4 * face.size, WHITE if sum(style.colour(0)) < 1.8 else BLACK)
    canvas.words(phrase(rng, 2).title(), (box.x0 + 8, top + 1.8 * face.size), head)
    cards = max(2, int(box.width / 75))
    step, card_top = box.width / cards, top + 3.2 * face.size
    for number in range(cards):
        left = box.x0 + step * (number + 0.06)
        card = Box(left, card_top, left + 0.88 * step, box.y1 - 5)
        canvas.rect(card, Ink((0.8, 0.8, 0.8), (0.98, 0.98, 0.98), 0.6), radius=3)
        thumbnail(canvas, rng, Box(card.x0 + 4, card.y0 + 4, card.x1 - 4, card.y0 + 0.5 * card.height))
        for line in range(max(1, int(0.4 * card.height / (1.4 * face.size)))):
            at = (card.x0 + 4, card.y0 + 0.5 * card.height + face.size * (1.2 + 1.4 * line))
            canvas.words(phrase(rng, max(1, int(card.width / (5 * face.size)))), at, face)


SCREENS: tuple[Painter, ...] = (
    draw_list_window,
    draw_list_window,
    draw_form,
    draw_chat,
    draw_terminal,
    draw_web_page,
)


def draw_screen(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """A screen of a kind drawn at random."""
    pick(rng, SCREENS)(canvas, rng, box, style)
