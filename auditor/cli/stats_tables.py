"""The tables that `figaudit stats` reads: strata with their counts, and pairs of labels or a square table of counts."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from auditor.statistics.stratified import Stratum
from pipeline.errors import ExpectedError

STRATUM_COLUMNS = ("stratum", "N", "n", "correct")
MOST_CATEGORIES = 100

Line = tuple[int, list[str]]


def read_lines(path: Path) -> list[Line]:
    """The lines of a CSV file that hold anything, each with its line number; raises ExpectedError naming the cause."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.reader(stream, strict=True)
            lines = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except OSError as error:
        raise ExpectedError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError:
        raise ExpectedError(f"{path} is not UTF-8 text; save it as CSV in UTF-8") from None
    except csv.Error as error:
        raise ExpectedError(f"{path} is not a CSV file: {error}") from error
    filled = [(number, row) for number, row in lines if any(row)]
    if not filled:
        raise ExpectedError(f"{path} is empty")
    return filled


def read_strata(path: Path) -> list[Stratum]:
    """The strata of a table with the columns stratum, N, n, correct in any order; others are ignored.

    Raises ExpectedError naming the line and what is wrong with it.
    """
    (_, header), *lines = read_lines(path)
    missing = [name for name in STRATUM_COLUMNS if header.count(name) != 1]
    if missing:
        raise ExpectedError(
            f"{path}: the first line must name the columns {', '.join(STRATUM_COLUMNS)}, separated by commas; "
            f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing or there twice"
        )
    if not lines:
        raise ExpectedError(f"{path} has a header but no stratum below it")
    places = [header.index(name) for name in STRATUM_COLUMNS]
    strata: dict[str, Stratum] = {}
    for number, row in lines:
        place = f"{path} line {number}"
        if len(row) != len(header):
            raise ExpectedError(f"{place}: {len(row)} cells, the header has {len(header)}")
        name, *counts = (row[at] for at in places)
        if name in strata:
            raise ExpectedError(f"{place}: stratum {name!r} was there before")
        whole = [_whole(cell, f"{place}: {column}") for cell, column in zip(counts, STRATUM_COLUMNS[1:], strict=True)]
        strata[name] = _stratum(name, whole, place)
    return list(strata.values())


def _stratum(name: str, counts: Sequence[int], place: str) -> Stratum:
    population, audited, correct = counts
    if correct > audited:
        raise ExpectedError(f"{place}: correct ({correct}) cannot exceed n ({audited})")
    if audited > population:
        raise ExpectedError(f"{place}: n ({audited}) cannot exceed N ({population})")
    return Stratum(name, population, audited, correct)


def _whole(cell: str, place: str) -> int:
    if not (cell.isascii() and cell.isdigit()):
        raise ExpectedError(f"{place} is {cell!r}; a whole number of at least 0 is needed, without separators")
    return int(cell)


@dataclass(frozen=True, slots=True)
class PairTable:
    """Two raters' answers as counts; `reading` says how the file was understood, `left_out` its incomplete rows."""

    raters: tuple[str, str]
    categories: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]
    reading: str
    left_out: int = 0


def read_pairs(path: Path) -> PairTable:
    """Two raters' answers: two columns of labels, or a square table of counts with or without names.

    Raises ExpectedError naming the line and what is wrong with it.
    """
    lines = read_lines(path)
    width = len(lines[0][1])
    for number, row in lines:
        if len(row) != width:
            raise ExpectedError(f"{path} line {number}: {len(row)} cells, the first line has {width}")
    table = _counts([row for _, row in lines])
    if table is not None:
        return table
    if width == 2:
        return _labels(path, lines)
    raise ExpectedError(
        f"{path}: neither two columns of labels (one line per item, one column per rater) nor a square table of "
        f"counts (one row and one column per category): it has {len(lines)} lines of {width} cells"
    )


def _counts(rows: Sequence[Sequence[str]]) -> PairTable | None:
    """The rows as a square table of counts: bare, under a header, or under a header and behind names; else None."""
    bare = _square(rows)
    if bare is not None:
        names = tuple(str(at) for at in range(1, len(bare) + 1))
        return PairTable(("first rater", "second rater"), names, bare, "a square table of counts without names")
    header, *body = rows
    under_header = _square(body)
    if under_header is not None:
        return PairTable(
            ("first rater", "second rater"),
            tuple(header),
            under_header,
            "a square table of counts under category names",
        )
    named = _square([row[1:] for row in body])
    if named is not None and [row[0] for row in body] == list(header[1:]):
        return PairTable(
            ("first rater", "second rater"), tuple(header[1:]), named, "a square table of counts with category names"
        )
    return None


def _square(rows: Sequence[Sequence[str]]) -> tuple[tuple[int, ...], ...] | None:
    if len(rows) < 2 or any(len(row) != len(rows) for row in rows):
        return None
    if not all(cell.isascii() and cell.isdigit() for row in rows for cell in row):
        return None
    return tuple(tuple(int(cell) for cell in row) for row in rows)


def _labels(path: Path, lines: Sequence[Line]) -> PairTable:
    first, *rest = [tuple(row) for _, row in lines]
    known = {label for row in rest for label in row if label}
    header = not all(label in known for label in first)
    rows = rest if header else [first, *rest]
    complete = [row for row in rows if all(row)]
    categories = _ordered({label for row in complete for label in row})
    if len(categories) > MOST_CATEGORIES:
        raise ExpectedError(f"{path}: {len(categories)} different labels; at most {MOST_CATEGORIES} can be compared")
    if len(categories) == 1:
        categories = (*categories, f"not {categories[0]}")
    if not complete:
        raise ExpectedError(f"{path}: no line has a label from both raters")
    seen = Counter(complete)
    counts = tuple(tuple(seen[row, column] for column in categories) for row in categories)
    raters = (first[0] or "first", first[1] or "second") if header else ("first column", "second column")
    reading = "two columns of labels, " + ("the first line names the raters" if header else "without a header")
    return PairTable(raters, categories, counts, reading, len(rows) - len(complete))


def _ordered(labels: set[str]) -> tuple[str, ...]:
    """The labels by name, a plain yes before its no."""
    first = {"yes": 0, "correct": 0, "true": 0, "1": 0}
    return tuple(sorted(labels, key=lambda label: (first.get(label.casefold(), 1), label)))
