"""Verdict files: CSV or JSONL in, CSV out. Only the form is judged here, never the content."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from auditor.audits.ledger import LedgerRow
from auditor.audits.projection import COLUMNS as ITEM_COLUMNS
from pipeline.errors import ExpectedError

COLUMNS = ("campaign", "item", "auditor", "answer", "error_mode", "note")
LEDGER_COLUMNS = (
    *COLUMNS,
    *("sequence", "recorded_at", "superseded", "supersedes", "active_seconds", "seen", "content_hash"),
    *("app_version", "previous_hash", "hash"),
)
LONGEST_CELL = 1 << 24


@dataclass(frozen=True)
class FileRow:
    """One row of a verdict file with the line it begins at; an absent cell is ""."""

    line: int
    campaign: str
    item: str
    auditor: str
    answer: str
    error_mode: str
    note: str


@dataclass(frozen=True, order=True)
class Fault:
    """What is wrong with the row that begins at a line.

    `cause` is the same for rows that are wrong in one way though each names its own item; `owners` are the auditors
    who have an item that was not given to the auditor of the row.
    """

    line: int
    reason: str
    cause: str = ""
    owners: tuple[str, ...] = ()


@dataclass(frozen=True)
class VerdictFile:
    """The rows of a file, the rows that could not be read, and the columns that mean nothing here."""

    rows: tuple[FileRow, ...]
    faults: tuple[Fault, ...] = ()
    ignored: tuple[str, ...] = field(default=())


def read_verdict_file(path: Path) -> VerdictFile:
    """The rows of a CSV or JSONL file (by its ending) in UTF-8 with or without BOM.

    Commas, semicolons or tabs may part the columns. Raises ExpectedError when the file as a whole cannot be read.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ExpectedError(f"{path} cannot be read: {error.strerror}; check the path and its permissions") from error
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise ExpectedError(f"{path} is not UTF-8 (line {line}); save it as CSV in UTF-8 and try again") from error
    records = _json_lines(text) if path.suffix.lower() in {".jsonl", ".ndjson"} else _csv_records(path, text)
    rows, faults, ignored = [], [], dict[str, None]()
    for line, record in records:
        if isinstance(record, str):
            faults.append(Fault(line, record))
            continue
        ignored |= dict.fromkeys(name for name in record if name not in COLUMNS and name not in ITEM_COLUMNS)
        cells = {name: unicodedata.normalize("NFC", record.get(name, "").strip()) for name in COLUMNS}
        rows.append(FileRow(line, **cells))
    return VerdictFile(tuple(rows), tuple(faults), tuple(ignored))


_Record = tuple[int, Mapping[str, str] | str]  # the line, and the cells or what is wrong with them


def _csv_records(path: Path, text: str) -> Iterator[_Record]:
    csv.field_size_limit(LONGEST_CELL)
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        names = [name.strip().casefold() for name in next(reader, [])]
    except csv.Error as error:
        raise ExpectedError(f"{path}: the header line cannot be read ({error}); mend it and try again") from error
    _check_header(path, names)
    line = reader.line_num + 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield line, f"not readable as CSV ({error}); the rows after it were not read"
            return
        if len(cells) > len(names) and any(cells[len(names) :]):
            yield line, f"{len(cells)} cells, but the header names {len(names)} columns"
        elif any(cell.strip() for cell in cells):
            yield line, dict(zip(names, cells, strict=False))
        line = reader.line_num + 1


def _check_header(path: Path, names: Sequence[str]) -> None:
    missing = [name for name in ("item", "answer") if name not in names]
    if missing:
        raise ExpectedError(
            f"{path} has no column {' and no column '.join(missing)}; "
            f"the first line must name the columns {', '.join(COLUMNS)}"
        )
    twice = sorted({name for name in names if name in COLUMNS and names.count(name) > 1})
    if twice:
        raise ExpectedError(f"{path} names column {twice[0]} twice; keep one of them")


def _json_lines(text: str) -> Iterator[_Record]:
    for line, said in enumerate(text.split("\n"), 1):
        if not said.strip():
            continue
        try:
            record = json.loads(said)
        except json.JSONDecodeError as error:
            yield line, f"not JSON (column {error.colno}: {error.msg})"
            continue
        if not isinstance(record, dict):
            yield line, "not a JSON object"
            continue
        wrong = [name for name in COLUMNS if not _is_text(record.get(name))]
        yield line, f"{wrong[0]} must be a text or null" if wrong else {k: v or "" for k, v in record.items()}


def _is_text(value: object) -> bool:
    """Whether a JSON value is a text that UTF-8 can hold (half a surrogate pair is not), or null."""
    return value is None or (isinstance(value, str) and value == value.encode(errors="ignore").decode())


def to_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as CSV text with a header; None becomes an empty cell."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def ledger_cells(row: LedgerRow, *, superseded: bool) -> dict[str, Any]:
    """A ledger row as the cells of a full export; `seen` is JSON, so that `ledger_row` can read all of it back."""
    cells = {name: getattr(row, name) for name in LEDGER_COLUMNS if name not in {"superseded", "seen"}}
    return {**cells, "superseded": "yes" if superseded else "no", "seen": json.dumps(list(row.seen))}


def ledger_row(cells: Mapping[str, str]) -> LedgerRow:
    """The ledger row in the cells of a full export; raises ValueError or KeyError when they hold none."""
    return LedgerRow(
        campaign=cells["campaign"],
        auditor=cells["auditor"],
        sequence=int(cells["sequence"]),
        item=cells["item"],
        answer=cells["answer"],
        error_mode=cells["error_mode"] or None,
        note=cells["note"] or None,
        active_seconds=float(cells["active_seconds"]) if cells["active_seconds"] else None,
        seen=tuple(json.loads(cells["seen"])),
        content_hash=cells["content_hash"],
        app_version=cells["app_version"],
        recorded_at=cells["recorded_at"],
        supersedes=int(cells["supersedes"]) if cells["supersedes"] else None,
        previous_hash=cells["previous_hash"],
        hash=cells["hash"],
    )
