"""Where everything in the answer bar stands, from the room, the form of the window and the number of choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QLabel, QWidget

from auditor.ui.desk import Form
from auditor.ui.theme import Theme
from auditor.ui.widgets.key_button import KeyButton

MARGIN, GAP = 20, 6
RING = 4  # a boxed button keeps room for its focus ring inside its own rectangle


# Sizes of the words on the choices and on how many lines, the best first.
SIZES = (("answer", 1), ("body", 1), ("answer", 2), ("body", 2), ("secondary", 2), ("axis", 2))
SIZES_LOW = (("body", 1), ("secondary", 1), ("axis", 1), ("body", 2), ("secondary", 2), ("axis", 2))


@dataclass(frozen=True)
class Room:
    """Width, height and form of the bar."""

    width: int
    height: int
    form: Form
    theme: Theme


@dataclass
class Plan:
    """A rectangle for each widget that is seen; `separator` is the x of the line before the actions, -1 for none."""

    places: dict[QWidget, QRect] = field(default_factory=dict)
    separator: int = -1
    small: bool = False
    tight: bool = False  # the question goes on two lines where there is height for one: it takes smaller type


def arranged(
    room: Room,
    *,
    question: QLabel,
    links: Sequence[KeyButton],
    choices: Sequence[KeyButton],
    actions: Sequence[KeyButton],
) -> Plan:
    """The plan for one bar: question left and choices beside it, or question above and choices below."""
    if room.form is Form.WIDE:
        return _wide(room, question, links, choices, actions)
    return _narrow(room, question, links, choices, actions)


def word_size(choices: Sequence[KeyButton], *, low: bool) -> str:
    """The largest size in which the words of all choices have room: they share it, so that none stands out."""
    for name, lines in SIZES_LOW if low else SIZES:
        if all(choice.word_fits(name, lines=lines) for choice in choices):
            return name
    return SIZES[-1][0]


def _wide(
    room: Room, question: QLabel, links: Sequence[KeyButton], choices: Sequence[KeyButton], actions: Sequence[KeyButton]
) -> Plan:
    plan = Plan()
    right = room.width - MARGIN
    if actions:
        columns = [max(button.sizeHint().width() for button in actions[at::2]) for at in (0, 1)]
        left = right - sum(columns) - GAP
        _grid_of_actions(plan, actions, left, columns, room.height)
        plan.separator = left - 16
        right = plan.separator - 20
    asked = _question_width(room, question, links, len(choices))
    _question_left(plan, room, question, links, asked)
    _choices(plan, room, choices, QRect(MARGIN + asked + 24, 0, right - MARGIN - asked - 24, room.height))
    return plan


def _question_width(room: Room, question: QLabel, links: Sequence[KeyButton], choices: int) -> int:
    """As wide as the question on one line where that leaves the choices their room, else it wraps."""
    under = sum(link.sizeHint().width() for link in links) + GAP * len(links)
    line = question.fontMetrics().horizontalAdvance(question.text()) + 8
    most = room.width * (0.26 if choices > 4 else 0.3)
    return round(min(max(line, under, 160), max(most, min(under, room.width * 0.34))))


def _question_left(plan: Plan, room: Room, question: QLabel, links: Sequence[KeyButton], width: int) -> None:
    control = room.theme.size("control")
    line = question.fontMetrics().lineSpacing()
    lines = 1 if question.fontMetrics().horizontalAdvance(question.text()) <= width else 2
    high = lines * line
    top = max(6, (room.height - high - control) // 2)
    plan.places[question] = QRect(MARGIN + 4, top, width, high)
    x = MARGIN - 2  # a bare button has a margin of its own: its cap stands under the question
    for link in links:
        wide = min(link.sizeHint().width(), MARGIN + width - x + 24)
        plan.places[link] = QRect(x, top + high + 2, wide, control)
        x += wide + GAP


def _grid_of_actions(plan: Plan, actions: Sequence[KeyButton], left: int, columns: list[int], height: int) -> None:
    control = actions[0].sizeHint().height()
    top = (height - 2 * control - GAP) // 2
    for number, button in enumerate(actions):
        row, column = divmod(number, 2)
        x = left + (columns[0] + GAP) * column
        plan.places[button] = QRect(x, top + row * (control + GAP), columns[column], control)


def _choices(plan: Plan, room: Room, choices: Sequence[KeyButton], space: QRect) -> None:
    if not choices:
        return
    rows = 1 if len(choices) <= 4 else 2
    columns = -(-len(choices) // rows)
    most = room.theme.size("answer_most") + 2 * RING
    width = min(most, (space.width() + GAP) // columns - GAP)
    high = room.theme.size("answer" if rows == 1 else "answer_small") + (2 * RING if rows == 1 else 0)
    high = min(high, (space.height() - 6) // rows)
    used = columns * width + (columns - 1) * GAP
    left = space.left() + max(0, (space.width() - used) // 2)
    top = space.top() + (space.height() - rows * high - (rows - 1) * 2) // 2
    for number, button in enumerate(choices):
        row, column = divmod(number, columns)
        plan.places[button] = QRect(left + column * (width + GAP), top + row * (high + 2), width, high)


def _narrow(
    room: Room, question: QLabel, links: Sequence[KeyButton], choices: Sequence[KeyButton], actions: Sequence[KeyButton]
) -> Plan:
    plan = Plan()
    crowded = len(choices) > 4
    line = room.theme.scaled(28 if crowded else 38)
    right = room.width - 12
    for button in reversed(actions):
        width = button.sizeHint().width()
        plan.places[button] = QRect(right - width, 2, width, line)
        right -= width + GAP
    left = 16
    wanted = question.fontMetrics().horizontalAdvance(question.text()) + 8
    links_wide = sum(link.sizeHint().width() + GAP for link in links)
    asked = min(wanted, max(right - left - links_wide, (right - left) // 2))
    plan.places[question] = QRect(left, 2, asked, line)
    plan.tight = asked < wanted
    left += asked + GAP
    for link in links:
        width = min(link.sizeHint().width(), max(right - left, 0))
        if width >= room.theme.size("hit"):
            plan.places[link] = QRect(left, 2, width, line)
        left += width + GAP
    _choices_below(plan, choices, QRect(12, line + 2, room.width - 24, room.height - line - 6))
    return plan


def _choices_below(plan: Plan, choices: Sequence[KeyButton], space: QRect) -> None:
    if not choices:
        return
    rows = 1 if len(choices) <= 4 else 2
    columns = -(-len(choices) // rows)
    width = (space.width() + GAP) // columns - GAP
    high = space.height() // rows
    for number, button in enumerate(choices):
        row, column = divmod(number, columns)
        plan.places[button] = QRect(space.left() + column * (width + GAP), space.top() + row * high, width, high)
    plan.small = rows == 2
