"""Tables people bring: every row with its line, every fault named with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.acquire.tables import read_table
from pipeline.errors import ExpectedError


def _rows(path: Path, data: str | bytes) -> list[tuple[int, dict[str, object]]]:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return [(row.line, row.cells) for row in read_table(path)]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_csv_with_each_separator_and_a_byte_order_mark(tmp_path: Path, separator: str):
    text = '\ufeffFile,Title\nx.pdf,"two\nlines"\n\ny.pdf,\n'.replace(",", separator)
    assert _rows(tmp_path / "t.csv", text) == [(2, {"file": "x.pdf", "title": "two\nlines"}), (5, {"file": "y.pdf"})]


def test_json_lines(tmp_path: Path):
    text = '{"ID": 1, "year": 2020, "venue": null}\n\n{"id": "b", "keywords": ["x", "y"]}\n'
    assert _rows(tmp_path / "t.jsonl", text) == [(1, {"id": 1, "year": 2020}), (3, {"id": "b", "keywords": ["x", "y"]})]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("t.csv", "a,b\n1,2,3\n", r"t.csv line 2: 3 cells under 2 column names"),
        ("t.csv", "", "t.csv is empty"),
        ("t.csv", "a,A\n", "line 1: the column 'a' stands twice"),
        ("t.csv", b"a\n\xff\n", "t.csv is not UTF-8 text"),
        ("t.csv", 'a\n"x', "t.csv line 2: unexpected end of data"),
        ("t.jsonl", "{}\n{", "t.jsonl line 2: not JSON"),
        ("t.jsonl", "[" * 100_000, "t.jsonl line 1: not JSON"),
        ("t.jsonl", "[1]\n", "t.jsonl line 1: an object is expected, list found"),
    ],
)
def test_faults(tmp_path: Path, name: str, data: str | bytes, message: str):
    with pytest.raises(ExpectedError, match=message):
        _rows(tmp_path / name, data)


def test_a_missing_table(tmp_path: Path):
    with pytest.raises(ExpectedError, match=r"no\.csv cannot be read: No such file"):
        list(read_table(tmp_path / "no.csv"))
