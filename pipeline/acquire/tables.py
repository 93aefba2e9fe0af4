"""Reads tables that people bring, CSV or JSON lines, with the line number of every row."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.errors import ExpectedError

TABLE_ENDINGS = {".csv", ".tsv", ".jsonl", ".ndjson"}


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row by column name (lower case), and the line of the file it begins on."""

    line: int
    cells: dict[str, Any]


def is_table(path: Path) -> bool:
    """Whether the ending is one of a table."""
    return path.suffix.lower() in TABLE_ENDINGS


def read_table(path: Path) -> Iterator[TableRow]:
    """The rows of a table in order; raises ExpectedError naming file and line for what cannot be read.

    CSV (comma, semicolon or tab, UTF-8 with or without a byte-order mark) needs a header line; JSON lines need an
    object a line. Empty cells are left out.
    """
    try:
        if path.suffix.lower() in {".csv", ".tsv"}:
            yield from _csv_rows(path)
        else:
            yield from _json_rows(path)
    except UnicodeDecodeError as error:
        raise ExpectedError(
            f"{path} is not UTF-8 text ({error.reason} at byte {error.start}); save it as UTF-8"
        ) from error
    except OSError as error:
        raise ExpectedError(f"{path} cannot be read: {error.strerror}") from error


def _csv_rows(path: Path) -> Iterator[TableRow]:
    csv.field_size_limit(1 << 30)
    with path.open(encoding="utf-8-sig", newline="") as stream:
        header = stream.readline()
        stream.seek(0)
        delimiter = max("\t;,", key=header.count)
        reader = csv.reader(stream, delimiter=delimiter, strict=True)
        try:
            names = [name.strip().lower() for name in next(reader, [])]
            _check_header(path, names)
            begins = reader.line_num + 1
            for cells in reader:
                if len(cells) > len(names):
                    raise ExpectedError(
                        f"{path} line {begins}: {len(cells)} cells under {len(names)} column names; "
                        "put quotes around cells that hold the separator"
                    )
                if any(cells):
                    yield TableRow(begins, {name: cell for name, cell in zip(names, cells, strict=False) if cell != ""})
                begins = reader.line_num + 1
        except csv.Error as error:
            raise ExpectedError(f"{path} line {reader.line_num}: {error}; mend the line") from error


def _check_header(path: Path, names: list[str]) -> None:
    if not any(names):
        raise ExpectedError(f"{path} is empty; its first line must name the columns")
    twice = sorted({name for name in names if names.count(name) > 1 and name})
    if twice:
        raise ExpectedError(f"{path} line 1: the column {twice[0]!r} stands twice; rename one")


def _json_rows(path: Path) -> Iterator[TableRow]:
    with path.open(encoding="utf-8-sig") as stream:
        for number, line in enumerate(stream, 1):
            if not line.strip():
                continue
            try:
                value = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise ExpectedError(
                    f"{path} line {number}: not JSON that can be read ({error}); mend the line"
                ) from error
            if not isinstance(value, dict):
                raise ExpectedError(f"{path} line {number}: an object is expected, {type(value).__name__} found")
            yield TableRow(
                number, {str(key).strip().lower(): cell for key, cell in value.items() if cell not in (None, "")}
            )
