"""Existing datasets: rows become figures with stored images, or are refused with a reason."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from pipeline.acquire.importers import Dataset, ImportedFigure, RefusedRow, contexts_of, read_dataset
from pipeline.errors import ExpectedError
from pipeline.files import Blobs


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    images = tmp_path / "images"
    images.mkdir()
    Image.new("RGB", (30, 20), "red").save(images / "red.png")
    Image.new("L", (7, 9), 3).save(images / "grey.jpg")
    Image.effect_noise((400, 400), 80).save(images / "whole.jpg")
    whole = (images / "whole.jpg").read_bytes()
    (images / "cut.jpg").write_bytes(whole[: len(whole) // 2])
    (images / "text.png").write_text("not an image")
    (images / "empty.png").write_bytes(b"")
    (images / "huge.png").write_bytes(_png_that_claims(20_000, 15_000))
    return Dataset(tmp_path / "data.jsonl", images, Blobs(tmp_path / "blobs"))


def _png_that_claims(width: int, height: int) -> bytes:
    """A PNG whose header names a size; its pixels are never reached."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"")), (b"IEND", b""))
    packed = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def _read(dataset: Dataset, *rows: dict[str, object]) -> list[ImportedFigure | RefusedRow]:
    dataset.table.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return list(read_dataset(dataset))


def test_a_row_with_everything(dataset: Dataset):
    row = {
        "id": 7,
        "image": "red.png",
        "label": "diagram",
        "confidence": "0.9",
        "caption": "A box",
        "context": "See 1.",
        "venue": "ICLR",
        "year": 2024,
        "path": "t1",
        "cascade_tier": "tier1",
        "shade": [1, 2],
    }
    (figure,) = _read(dataset, row)
    assert isinstance(figure, ImportedFigure)
    assert (figure.source_id, figure.label, figure.confidence, figure.path, figure.tier) == (
        "7",
        "diagram",
        0.9,
        "t1",
        "tier1",
    )
    assert (figure.width, figure.height, figure.extension) == (30, 20, "png")
    assert (figure.paper.venue, figure.paper.year, figure.extra) == ("ICLR", 2024, {"shade": [1, 2]})
    assert figure.contexts == ("See 1.",)
    stored = dataset.blobs.path(figure.image_sha256, "png")
    assert stored.read_bytes() == (dataset.images / "red.png").read_bytes()


def test_names_of_a_published_dataset_are_understood(dataset: Dataset):
    row = {
        "id": 0,
        "platform": "OpenReview",
        "platform_id": "abc",
        "figure_path": "grey.jpg",
        "figure_number": "3",
        "figure_caption": "C",
        "figure_type": "plot",
        "clip_type": "diagram",
        "clip_confidence": 0.7,
        "figure_context": "<paragraph_1>One.</paragraph_1>\n<paragraph_2>Two.</paragraph_2>",
        "cascade_path": "p",
    }
    (figure,) = _read(dataset, row)
    assert isinstance(figure, ImportedFigure)
    assert (figure.label, figure.confidence, figure.path, figure.number) == ("diagram", 0.7, "p", "3")
    assert figure.paper_key == ("OpenReview", "abc")
    assert figure.contexts == ("One.", "Two.")
    assert figure.extra == {"figure_type": "plot"}


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"id": 2, "image": "no.png"}, "the image no.png cannot be read: No such file"),
        ({"id": 2, "image": "../data.jsonl"}, "lies outside"),
        ({"id": 2, "image": "text.png"}, "is not a picture that can be read"),
        ({"id": 2, "image": "cut.jpg"}, "the image cut.jpg is damaged"),
        ({"id": 2, "image": "a\0.png"}, "characters that are no text"),
        ({"id": 2, "image": "red.png", "caption": "\ud800"}, "characters that are no text"),
        ({"id": 2, "image": "red.png", "confidence": 10**400}, "is not a number"),
        ({"id": 2, "image": "empty.png"}, "is not a picture that can be read"),
        ({"id": 2, "image": "huge.png"}, "20000 x 15000 pixels; the limit is 80,000,000"),
        ({"id": 2, "image": "red.png", "confidence": "high"}, "the confidence 'high' is not a number"),
        ({"id": 2, "image": "red.png", "confidence": 90}, "is not between 0 and 1"),
        ({"id": 2, "image": "red.png", "year": "MMXX"}, "this row: the year 'MMXX' is not a year"),
        ({"id": 1, "image": "red.png"}, "the id 1 stands in line 1 already"),
        ({"id": 2}, "no image in this row"),
        ({"image": "red.png"}, "no id in this row"),
    ],
)
def test_refused_rows_name_line_and_reason_and_the_others_go_in(dataset: Dataset, row: dict[str, object], reason: str):
    good, bad, after = _read(dataset, {"id": 1, "image": "red.png"}, row, {"id": 3, "image": "grey.jpg"})
    assert isinstance(good, ImportedFigure)
    assert isinstance(after, ImportedFigure)
    assert isinstance(bad, RefusedRow)
    assert bad.line == 2
    assert reason in bad.reason


def test_a_table_without_the_columns(dataset: Dataset):
    with pytest.raises(ExpectedError, match=r"line 1: no `image` column"):
        _read(dataset, {"id": 1, "picture": "red.png"})


def test_images_must_be_a_folder(dataset: Dataset, tmp_path: Path):
    with pytest.raises(ExpectedError, match="is not a folder"):
        list(read_dataset(Dataset(dataset.table, tmp_path / "no", dataset.blobs)))


@pytest.mark.parametrize(
    ("cell", "texts"),
    [
        (None, ()),
        ("", ()),
        (["a", {"text": "b"}], ("a", "b")),
        ('["a", "b"]', ("a", "b")),
        ("[3] shows it", ("[3] shows it",)),
        ("plain", ("plain",)),
    ],
)
def test_contexts(cell: object, texts: tuple[str, ...]):
    assert contexts_of(cell) == texts


def test_a_kind_that_a_foreign_program_would_have_to_draw_is_refused_unread(
    dataset: Dataset, monkeypatch: pytest.MonkeyPatch
):
    lines = ("%!PS-Adobe-3.0 EPSF-3.0", "%%BoundingBox: 0 0 30 20", "%%EndComments", "showpage", "%%EOF", "")
    (dataset.images / "drawn.png").write_text("\n".join(lines), encoding="ascii")
    started: list[object] = []
    monkeypatch.setattr("PIL.EpsImagePlugin.Ghostscript", lambda *_: started.append(1))
    (refused,) = _read(dataset, {"id": 1, "image": "drawn.png"})
    assert isinstance(refused, RefusedRow)
    assert "EPS" in refused.reason
    assert not started
