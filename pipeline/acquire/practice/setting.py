"""Text set in lines: runs of fonts broken to a width, justified by stretching blanks, hyphenated where it helps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.acquire.practice.metrics import text_width
from pipeline.acquire.practice.writer import Command, TextAt
from pipeline.geometry import Box

TIE = "\u00a0"  # a blank where a line must not break
ASCENT, DESCENT = 0.76, 0.22
_LOOSE = 0.12  # share of the width that may stay empty before a long word is divided
_VOWELS = "aeiouy"


@dataclass(frozen=True, slots=True)
class Run:
    """Words in one font."""

    text: str
    font: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of runs; slack is the width left over, in points; the last line of a paragraph is not stretched."""

    runs: tuple[Run, ...]
    size: float
    slack: float
    last: bool

    @property
    def text(self) -> str:
        """The line's letters; ties are still ties."""
        return "".join(run.text for run in self.runs)


def break_lines(runs: Sequence[Run], width: float, size: float, *, indent: float = 0.0) -> list[Line]:
    """The runs in lines of the width (points); the first line leaves room for the indent."""
    tokens = [Run(word, run.font) for run in runs for word in run.text.split(" ") if word]
    lines: list[Line] = []
    row: list[Run] = []
    used, room = 0.0, width - indent
    while tokens:
        token = tokens.pop(0)
        blank = text_width(" ", row[-1].font, size) if row else 0.0
        wide = text_width(token.text, token.font, size)
        if row and used + blank + wide > room:
            head, rest = _divided(token, room - used - blank, size, loose=room - used > _LOOSE * room)
            if head is not None:
                row.append(head)
                used += blank + text_width(head.text, head.font, size)
            tokens.insert(0, rest)
            lines.append(_line(row, size, room - used, last=False))
            row, used, room = [], 0.0, width
            continue
        row.append(token)
        used += blank + wide
    if row:
        lines.append(_line(row, size, room - used, last=True))
    return lines


def _divided(token: Run, room: float, size: float, *, loose: bool) -> tuple[Run | None, Run]:
    """The part of a long word that fits with a hyphen, and the rest; None when the word stays whole."""
    word = token.text
    if not loose or len(word) < 8 or not word.isalpha() or word[0].isupper():
        return None, token
    for cut in range(len(word) - 3, 2, -1):
        if word[cut - 1] in _VOWELS and word[cut] not in _VOWELS:
            head = word[:cut] + "-"
            if text_width(head, token.font, size) <= room:
                return Run(head, token.font), Run(word[cut:], token.font)
    return None, token


def _line(row: list[Run], size: float, slack: float, *, last: bool) -> Line:
    joined: list[Run] = []
    for number, token in enumerate(row):
        text = token.text + (" " if number < len(row) - 1 else "")
        if joined and joined[-1].font == token.font:
            joined[-1] = Run(joined[-1].text + text, token.font)
        else:
            joined.append(Run(text, token.font))
    return Line(tuple(joined), size, slack, last)


def set_line(line: Line, x: float, y: float, *, justify: bool = True, align: float = 0.0) -> list[Command]:
    """The line as text on the baseline y from x; unjustified lines may stand centred (0.5) or right (1)."""
    blanks = line.text.count(" ") + line.text.count(TIE)
    gap = line.slack / blanks if justify and not line.last and blanks else 0.0
    x += 0.0 if justify else align * line.slack
    items: list[Command] = []
    for run in line.runs:
        text = run.text.replace(TIE, " ")
        items.append(TextAt(text, x, y, run.font, line.size, word_gap=gap))
        x += text_width(text, run.font, line.size) + gap * text.count(" ")
    return items


def line_box(line: Line, x: float, y: float, *, justify: bool = True, align: float = 0.0) -> Box:
    """The box of a set line, from the tops of tall letters to the feet of deep ones."""
    width = sum(text_width(run.text.replace(TIE, " "), run.font, line.size) for run in line.runs)
    if justify and not line.last:
        width += line.slack
    left = x + (0.0 if justify else align * line.slack)
    return Box(left, y - ASCENT * line.size, left + width, y + DESCENT * line.size)
