"""A page of headings, sentences, facts and tables, written as text with aligned columns or as Markdown."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the title."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Sentence:
    """Running text; `important` sets it apart, for what a reader must not miss."""

    text: str
    important: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Lines of a name and its value."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose first `words` columns hold words (aligned left), the others numbers (aligned right)."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1


Block = Heading | Sentence | Facts | Table


def as_text(blocks: Iterable[Block]) -> str:
    """The blocks as plain text, lines of running text at most 100 characters long."""
    return "\n\n".join(_text(block) for block in blocks) + "\n"


def _text(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{text}\n{('=' if level == 1 else '-') * len(text)}"
        case Sentence(text, important):
            return _important(text) if important else "\n".join(_lines(text, WIDTH))
        case Facts(rows):
            return _facts(rows)
        case Table(header, rows, words):
            return _columns((header, *rows), words)


def _important(text: str) -> str:
    return "\n".join(f"{'  ' if at else '! '}{line}" for at, line in enumerate(_lines(text, WIDTH - 2)))


#: A quantity stays on one line: "81.15 %", "[78.21, 98.35] %".
_QUANTITY = re.compile(r"\[-?[\d.]+, -?[\d.]+\](?: %)?|\d %")
_HARD_SPACE = "\N{NO-BREAK SPACE}"


def _lines(text: str, width: int) -> list[str]:
    """The text in lines of this width; words longer than that stay whole."""
    joined = _QUANTITY.sub(lambda match: match[0].replace(" ", _HARD_SPACE), text)
    lines = textwrap.wrap(joined, width, break_long_words=False, break_on_hyphens=False)
    return [line.replace(_HARD_SPACE, " ") for line in lines] or [""]


def _facts(rows: Sequence[tuple[str, str]]) -> str:
    margin = max((len(name) for name, _ in rows), default=0) + 2
    lines = []
    for name, value in rows:
        first, *more = _lines(value, max(WIDTH - margin, 40))
        lines += [name.ljust(margin) + first, *(" " * margin + line for line in more)]
    return "\n".join(line.rstrip() for line in lines)


def _columns(rows: Sequence[Sequence[str]], words: int) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if at < words else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    return "\n".join((lines[0], "-" * (sum(widths) + 2 * len(widths) - 2), *lines[1:]))


def as_markdown(blocks: Iterable[Block]) -> str:
    """The blocks as Markdown with pipe tables; what a reader could mistake for markup is escaped."""
    return "\n\n".join(_markdown(block) for block in blocks) + "\n"


def _markdown(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {_escaped(text)}"
        case Sentence(text, important):
            return f"**{_escaped(text)}**" if important else _escaped(text)
        case Facts(rows):
            return "\n".join(f"- {_escaped(name)}: {_escaped(value)}" for name, value in rows)
        case Table(header, rows, words):
            rule = ["---" if at < words else "---:" for at in range(len(header))]
            lines = [[_escaped(cell) for cell in header], rule, *([_escaped(cell) for cell in row] for row in rows)]
            return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _escaped(text: str) -> str:
    """The text with markup escaped, except in `code`; a newline would end a list item or a table row."""
    parts = re.split(r"(`[^`]+`)", " ".join(text.split()))
    return "".join(part if at % 2 else re.sub(r"([\\`*_<>|#~])", r"\\\1", part) for at, part in enumerate(parts))
