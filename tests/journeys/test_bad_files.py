"""Bad files are named with their reason, nothing else is lost, and what is mended goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from auditor.cli import app
from pipeline.acquire.practice.papers import write_practice_papers
from tests.helpers.command import Done, run


def _text_pdf(path: Path, pages: int, **save: Any) -> None:
    document = pymupdf.open()
    for number in range(pages):
        document.new_page().insert_text((72, 72), f"Page {number + 1} of an invented report.")
    document.save(path, **save)
    document.close()


@pytest.fixture(scope="session")
def bad_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bad")
    drawn = write_practice_papers(folder / "drawn", seed=3)
    good = drawn.files[0].read_bytes()
    papers = folder / "papers"
    papers.mkdir()
    (papers / "good.pdf").write_bytes(good)
    (papers / "copy of good.pdf").write_bytes(good)
    (papers / "empty.pdf").write_bytes(b"")
    (papers / "short.pdf").write_bytes(good[: len(good) // 2])
    (papers / "page.pdf").write_text("<!DOCTYPE html><html><body>Please log in</body></html>")
    (papers / "picture.pdf").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    _text_pdf(papers / "locked.pdf", 2, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="u", owner_pw="o")
    _text_pdf(papers / "long.pdf", 500)
    return papers


def _status(project: Path) -> dict[str, Any]:
    record: dict[str, Any] = run(app, "status", "--json", "--project", project).record
    return record


def _ran(project: Path, *options: str) -> Done:
    return run(app, "run", "--workers", "2", "--project", project, *options)


def test_each_bad_file_is_named_and_nothing_else_is_lost(project: Path, bad_folder: Path):
    originals = {path: path.read_bytes() for path in bad_folder.iterdir()}
    assert run(app, "add", bad_folder, "--project", project).code == 0
    done = _ran(project)
    assert done.code == 3
    state = _status(project)
    acquire = state["stages"]["acquire"]
    assert acquire["candidates"] == 8 == acquire["ok"] + acquire["skipped"] + acquire["failed"]
    reasons = dict(acquire["failures"])
    assert {name: _kind(reason) for name, reason in reasons.items()} == {
        "empty.pdf": "empty",
        "short.pdf": "cut short",
        "page.pdf": "HTML",
        "picture.pdf": "not a PDF",
        "locked.pdf": "encrypted",
    }
    assert all(name in done.out for name in reasons)
    assert len(acquire["skips"]) == 1
    assert state["stages"]["extract"]["ok"] == 2
    assert state["figures"] > 5
    assert {path: path.read_bytes() for path in bad_folder.iterdir()} == originals
    again = _ran(project)
    assert again.code == 3  # as long as an item stands failed
    assert _status(project) == state


def _kind(reason: str) -> str:
    return next(word for word in ("empty", "cut short", "HTML", "not a PDF", "encrypted") if word in reason)


def test_a_mended_file_goes_on_by_itself_and_a_replaced_one_replaces_its_figures(project: Path, tmp_path: Path):
    drawn = write_practice_papers(tmp_path / "drawn", seed=3).files
    paper = tmp_path / "in" / "paper.pdf"
    paper.parent.mkdir()
    paper.write_bytes(b"")
    run(app, "add", paper.parent, "--project", project)
    assert _ran(project).code == 3
    paper.write_bytes(drawn[0].read_bytes())
    assert _ran(project).code == 0
    first = _export(project)
    paper.write_bytes(drawn[1].read_bytes())
    assert _ran(project).code == 0
    second = _export(project)
    assert {row["document"] for row in first} == {"paper"} == {row["document"] for row in second}
    assert {row["id"] for row in first}.isdisjoint(row["id"] for row in second)
    paper.unlink()
    assert _ran(project).code == 0  # it was copied, so nothing is lost
    assert _export(project) == second


def _export(project: Path) -> list[dict[str, Any]]:
    out = project / "figures.jsonl"
    assert run(app, "export", "figures", "--out", out, "--project", project).code == 0
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def test_a_metadata_table_describes_its_papers_and_a_changed_one_describes_them_again(project: Path, tmp_path: Path):
    drawn = write_practice_papers(tmp_path / "papers", seed=3)
    run(app, "add", drawn.folder, "--project", project)
    assert _ran(project).code == 0
    before = _export(project)
    table = drawn.metadata.read_text(encoding="utf-8")
    assert "Accept" in table or "accept" in table
    drawn.metadata.write_text(table.replace("ccept", "CCEPT"), encoding="utf-8")
    added = run(app, "add", drawn.folder, "--project", project, "--json").record
    assert added["changed"] > 0
    assert _ran(project).code == 0
    assert _export(project) == before


def test_another_resolution_supersedes_every_figure_and_judges_it_again(project: Path, tmp_path: Path):
    paper = write_practice_papers(tmp_path / "drawn", seed=3).files[0]
    run(app, "add", paper, "--project", project)
    assert _ran(project).code == 0
    first = _export(project)
    (project / "figaudit.toml").write_text("dpi = 100\n", encoding="utf-8")
    assert _ran(project).code == 0
    second = _export(project)
    assert [row["id"] for row in second] == [row["id"] for row in first]
    assert {row["dpi"] for row in first} == {200}
    assert {row["dpi"] for row in second} == {100}
    assert all(row["judges"] for row in second)
