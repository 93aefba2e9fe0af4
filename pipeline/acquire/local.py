"""Finds PDFs in files and folders and the table rows that describe them; checks and stores one PDF."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.acquire.paper import paper_of
from pipeline.acquire.tables import is_table, read_table
from pipeline.errors import ExpectedError, ItemError
from pipeline.files import Blobs
from pipeline.pdf import open_pdf

ROW_KEYS = ("file", "id")


@dataclass(frozen=True)
class FoundFile:
    """A PDF to register, with the cells of its table row ({} = none)."""

    path: Path
    metadata: dict[str, Any]


@dataclass(frozen=True)
class Found:
    """All PDFs of a request, and remarks on rows and files that match nothing."""

    files: tuple[FoundFile, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class PdfItem:
    """One registered PDF on its way into the project."""

    path: str
    blobs: str


@dataclass(frozen=True)
class StoredPdf:
    """A PDF that opened and was copied under its hash."""

    sha256: str
    pages: int


def fingerprint(path: Path) -> str:
    """Size and modification time of a file: what changes when a file is replaced; `gone` when it is not there."""
    try:
        status = path.stat()
    except OSError:
        return "gone"
    return f"{status.st_size}:{status.st_mtime_ns}"


def metadata_hash(metadata: dict[str, Any]) -> str:
    """A hash of a table row's cells."""
    return hashlib.sha256(json.dumps(metadata, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def find_files(paths: Iterable[Path]) -> Found:
    """The PDFs named by paths, sorted; folders are searched through, with the tables that lie beside their PDFs.

    Raises ExpectedError for a path that does not exist or is neither PDF, folder nor table, and for a faulty table.
    """
    pdfs: dict[Path, dict[str, Any]] = {}
    tables: list[tuple[Path, bool]] = []
    remarks: list[str] = []
    for path in (Path(os.path.abspath(path.expanduser())) for path in paths):  # noqa: PTH100 - resolves `..`, keeps links
        if _is_folder(path):
            _search(path, pdfs, tables, remarks)
        elif is_table(path):
            tables.append((path, True))
        elif path.suffix.lower() == ".pdf" and _is_text(path):
            pdfs[path] = {}
        else:
            raise ExpectedError(f"{path} is neither a PDF nor a table (.csv, .jsonl); name a PDF, a folder or a table")
    remarks.extend(remark for table, named in tables for remark in _describe(table, pdfs, named=named))
    return Found(tuple(FoundFile(path, pdfs[path]) for path in sorted(pdfs)), tuple(remarks))


def _is_folder(path: Path) -> bool:
    """Whether a path is a folder; raises ExpectedError when nothing is there."""
    try:
        path.stat()
    except OSError as error:
        if os.path.islink(path):  # noqa: PTH114 - says no where pathlib raises
            raise ExpectedError(f"{path} is a link to nothing; mend the link") from error
        raise ExpectedError(f"{_shown(path)} does not exist; check the name ({error.strerror})") from error
    return path.is_dir()


def _search(
    folder: Path, pdfs: dict[Path, dict[str, Any]], tables: list[tuple[Path, bool]], remarks: list[str]
) -> None:
    """Collect the PDFs and tables inside a folder; what looks like a PDF and cannot be one becomes a remark."""
    for path in sorted(folder.rglob("*")):
        if is_table(path) and path.is_file():
            tables.append((path, False))
        elif path.suffix.lower() != ".pdf":
            continue
        elif not _is_text(path):
            remarks.append(f"{_shown(path)}: left out, its name is not UTF-8 text; rename the file")
        elif path.is_file():
            pdfs[path] = {}
        elif not path.is_dir():
            kind = "a link to nothing" if path.is_symlink() else "a pipe or device"
            remarks.append(f"{path}: left out, it is {kind}")


def _is_text(path: Path) -> bool:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def _shown(path: Path) -> str:
    return str(path).encode(errors="backslashreplace").decode()[:300]


def _describe(table: Path, pdfs: dict[Path, dict[str, Any]], *, named: bool) -> list[str]:
    """Give every PDF its row of one table; rows that match none become remarks."""
    remarks: list[str] = []
    taken: dict[Path, int] = {}
    stems: dict[str, list[Path]] = {}
    for path in pdfs:
        stems.setdefault(path.stem, []).append(path)
    matched = rows = 0
    for row in read_table(table):
        rows += 1
        keys = [str(row.cells[key]).strip() for key in ROW_KEYS if key in row.cells]
        if not keys:
            if named:
                raise ExpectedError(
                    f"{table} line {row.line}: no `file` or `id` names the PDF this row describes; "
                    "for a dataset of images add `--images DIR`"
                )
            return [f"{table}: not used, its rows have no `file` or `id` column"]
        match = _beside(keys, table.parent, pdfs, named=named) or _by_stem(keys, stems)
        if match is None:
            if named and "image" in row.cells and "file" not in row.cells:
                raise ExpectedError(
                    f"{table} line {row.line}: this row names an image; for a dataset of images add `--images DIR`"
                )
            remarks.append(f"{table} line {row.line}: no PDF named {keys[0]}")
            continue
        matched += 1
        if match in taken:
            raise ExpectedError(f"{table} line {row.line}: {match.name} is described in line {taken[match]} already")
        taken[match] = row.line
        cells = {name: cell for name, cell in row.cells.items() if name != "file"}
        paper_of(
            cells, where=f"{table} line {row.line}"
        )  # a faulty cell is to be named now, not in the middle of a run
        pdfs[match] = cells
    if named and rows and not matched:
        raise ExpectedError(
            f"{table}: none of its {rows} rows names a PDF that is here (the first asks for {remarks[0].split()[-1]}); "
            "name the folder of the PDFs too, or for a dataset of images add `--images DIR`"
        )
    return remarks


def _beside(keys: list[str], folder: Path, pdfs: dict[Path, dict[str, Any]], *, named: bool) -> Path | None:
    """The PDF that a row names by its place beside the table; a table given by name also brings PDFs in."""
    for name in (name for key in keys for name in (key, f"{key}.pdf")):
        path = folder / name
        if path in pdfs:
            return path
        if named and path.suffix.lower() == ".pdf" and path.is_file():
            pdfs[path] = {}
            return path
    return None


def _by_stem(keys: list[str], stems: dict[str, list[Path]]) -> Path | None:
    """The one PDF anywhere in the request whose file name fits."""
    fitting = {path for key in keys for path in stems.get(key.removesuffix(".pdf").rpartition("/")[2], ())}
    return fitting.pop() if len(fitting) == 1 else None


def store_pdf(item: PdfItem) -> StoredPdf:
    """Check one PDF and copy it under its hash; raises ItemError with the reason it cannot be used."""
    path = Path(item.path)
    with open_pdf(path) as document:
        pages = document.pages
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ItemError(
            f"{path.name}: cannot be read ({error.strerror}); check the path and its permissions"
        ) from error
    return StoredPdf(Blobs(Path(item.blobs)).store(data, "pdf"), pages)
