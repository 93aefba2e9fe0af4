"""PDFs are found in files and folders, with the rows that describe them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pipeline.acquire.local import find_files
from pipeline.errors import ExpectedError


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    for name in ("a.pdf", "sub/b.PDF", "sub/c.pdf", "notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"%PDF-1.4")
    return tmp_path


def _found(*paths: Path) -> dict[str, dict[str, object]]:
    return {file.path.name: file.metadata for file in find_files(paths).files}


def test_a_folder_is_searched_through(papers: Path):
    assert list(_found(papers)) == ["a.pdf", "b.PDF", "c.pdf"]


def test_a_table_in_the_folder_describes_its_pdfs(papers: Path):
    (papers / "meta.csv").write_text("file,title,year\na.pdf,A,2020\nsub/c,C,\nz.pdf,Z,\n")
    found = find_files([papers])
    assert {file.path.name: file.metadata for file in found.files} == {
        "a.pdf": {"title": "A", "year": "2020"},
        "b.PDF": {},
        "c.pdf": {"title": "C"},
    }
    assert found.remarks == (f"{papers / 'meta.csv'} line 4: no PDF named z.pdf",)


def test_a_named_table_brings_its_pdfs(papers: Path):
    (papers / "meta.jsonl").write_text('{"id": "a", "venue": "V"}\n')
    assert _found(papers / "meta.jsonl") == {"a.pdf": {"id": "a", "venue": "V"}}


def test_a_row_finds_a_pdf_in_another_folder_by_its_name(papers: Path):
    table = papers / "tables" / "meta.csv"
    table.parent.mkdir()
    table.write_text("id,venue\nc,V\n")
    assert _found(papers / "sub", table)["c.pdf"] == {"id": "c", "venue": "V"}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("file,year\na.pdf,next year\n", r"meta.csv line 2: the year 'next year' is not a year"),
        ("file\na.pdf\na.pdf\n", r"meta.csv line 3: a.pdf is described in line 2 already"),
        ("title\nA\n", r"no `file` or `id` names the PDF"),
        ("id,image\n7,7.png\n", r"meta.csv line 2: this row names an image; .* add `--images DIR`"),
        ("id\nx\ny\n", r"none of its 2 rows names a PDF that is here \(the first asks for x\)"),
    ],
)
def test_faulty_rows_are_named(papers: Path, rows: str, message: str):
    (papers / "meta.csv").write_text(rows)
    with pytest.raises(ExpectedError, match=message):
        find_files([papers / "a.pdf", papers / "meta.csv"])


def test_a_table_of_something_else_in_a_folder_is_left_alone(papers: Path):
    (papers / "other.csv").write_text("x,y\n1,2\n")
    assert "not used" in find_files([papers]).remarks[0]


@pytest.mark.parametrize(
    ("name", "message"), [("no.pdf", "does not exist"), ("notes.txt", "neither a PDF nor a table")]
)
def test_paths_that_are_nothing(papers: Path, name: str, message: str):
    with pytest.raises(ExpectedError, match=message):
        find_files([papers / name])


def test_what_looks_like_a_pdf_and_cannot_be_one_is_a_remark(papers: Path):
    (papers / "lost.pdf").symlink_to(papers / "nowhere.pdf")
    os.mkfifo(papers / "pipe.pdf")
    Path(os.fsdecode(os.fsencode(papers) + b"/bad\xff.pdf")).write_bytes(b"%PDF-1.4")
    (papers / "folder.pdf").mkdir()
    found = find_files([papers])
    assert [file.path.name for file in found.files] == ["a.pdf", "b.PDF", "c.pdf"]
    assert [remark.partition(": ")[2] for remark in found.remarks] == [
        "left out, its name is not UTF-8 text; rename the file",
        "left out, it is a link to nothing",
        "left out, it is a pipe or device",
    ]


def test_a_name_that_no_disk_can_hold(papers: Path):
    with pytest.raises(ExpectedError, match="File name too long"):
        find_files([papers / ("x" * 5000 + ".pdf")])


def test_two_spellings_of_one_path_are_one_file(papers: Path):
    assert len(find_files([papers / "a.pdf", papers / "sub" / ".." / "a.pdf"]).files) == 1
