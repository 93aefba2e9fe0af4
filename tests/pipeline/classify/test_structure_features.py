from __future__ import annotations

import json
from typing import Any

import pytest

from pipeline.classify.captions import caption_cues
from pipeline.classify.drawings import Structure, drawing_features, read_structure

KINDS = ("diagram", "plot", "photo", "screenshot", "table", "other")


def path(points: list[tuple[float, float]], **parts: Any) -> dict[str, Any]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    plain = {"stroke": [0, 0, 0], "fill": None, "width": 1.0, "lines": 0, "curves": 0, "rects": 0}
    return plain | {"box": [min(xs), min(ys), max(xs), max(ys)], "points": points} | parts


def line(x0: float, y0: float, x1: float, y1: float) -> dict[str, Any]:
    return path([(x0, y0), (x1, y1)], lines=1)


def rect(x0: float, y0: float, x1: float, y1: float) -> dict[str, Any]:
    return path([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], rects=1)


def word(text: str, x: float, y: float, *, turned: int = 0) -> list[Any]:
    return [x, y, x + 5.0 * len(text), y + 8.0, text, 8.0, turned]


def structure(**parts: Any) -> Structure:
    blob = {"version": 1, "page": [600, 800], "bbox": [0, 0, 300, 200], "caption_bbox": [0, 210, 300, 240]}
    blob |= {"words": [], "paths": [], "images": []} | parts
    blob.setdefault("paths_total", len(blob["paths"]))
    return read_structure(json.dumps(blob).encode())


def plot() -> Structure:
    ticks = [word(str(number * 10), 10 - 5.0 * len(str(number * 10)) + 10, 20 + 30 * number) for number in range(5)]
    ticks += [word(f"0.{number}", 40 + 45 * number, 185) for number in range(6)]
    marks = [line(25, 24 + 30 * number, 29, 24 + 30 * number) for number in range(5)]
    marks += [line(45 + 45 * number, 180, 45 + 45 * number, 176) for number in range(6)]
    axes = [line(25, 180, 290, 180), line(25, 10, 25, 180)]
    curve = path([(30, 100), (280, 40)], lines=60)
    return structure(words=[*ticks, word("loss", 2, 90, turned=270)], paths=[*axes, *marks, curve])


def diagram() -> Structure:
    boxes = [rect(20 + 90 * number, 60, 80 + 90 * number, 100) for number in range(3)]
    names = [word(text, 30 + 90 * number, 76) for number, text in enumerate(("read", "think", "write"))]
    links = [line(80 + 90 * number, 80, 105 + 90 * number, 80) for number in range(2)]
    heads = [
        path([(110 + 90 * n, 80), (104 + 90 * n, 77), (104 + 90 * n, 83)], lines=3, fill=[0, 0, 0], stroke=None)
        for n in range(2)
    ]
    return structure(words=names, paths=[*boxes, *links, *heads])


def test_numbers_at_axes_are_ticks() -> None:
    found, other = drawing_features(plot()), drawing_features(diagram())
    for name in ("pdf_tick_columns", "pdf_tick_rows", "pdf_tick_both", "pdf_ticks", "pdf_turned", "pdf_long_paths"):
        assert found[name] > 0, name
        assert other[name] == 0, name
    assert found["pdf_tick_row"] > found["pdf_tick_column"]
    assert found["pdf_numbers"] > 0.9
    assert found["pdf_level_axes"] > 0
    assert found["pdf_upright_axes"] > 0


def test_boxes_with_words_and_arrow_heads_are_counted() -> None:
    found, other = drawing_features(diagram()), drawing_features(plot())
    for name in ("pdf_heads", "pdf_boxes", "pdf_worded_boxes"):
        assert found[name] > other[name] == 0, name
    assert found["pdf_worded_boxes"] == pytest.approx(1.386, abs=0.001)  # ln(1 + 3)


def test_uneven_numbers_are_no_ticks() -> None:
    words = [word(text, x, 50) for text, x in (("1", 10), ("2", 30), ("3", 90), ("4", 230))]
    assert drawing_features(structure(words=words))["pdf_tick_rows"] == 0


def test_the_caption_is_kept_apart_from_the_figure() -> None:
    found = structure(words=[word("inside", 10, 10), word("Figure", 0, 212), word("1", 40, 212)])
    assert found.texts == ("inside",)
    assert found.caption == "Figure 1"
    assert drawing_features(found)["pdf_words"] == pytest.approx(0.693, abs=0.001)


def test_image_cover_is_a_share_of_the_figure() -> None:
    found = drawing_features(structure(images=[[0, 0, 300, 100], [400, 400, 500, 500]]))
    assert found["pdf_image_cover"] == pytest.approx(0.5)


def test_every_structure_has_the_same_features_in_the_same_order() -> None:
    assert list(drawing_features(structure())) == list(drawing_features(plot())) == list(drawing_features(diagram()))
    assert not structure().telling
    assert plot().telling


@pytest.mark.parametrize(
    ("caption", "kind"),
    [
        ("Schematic overview of the proposed method.", "diagram"),
        ("Loss as a function of time; the dashed line is the mean.", "plot"),
        ("SEM images of both samples. Scale bars: 2 µm.", "photo"),
        ("Screenshot of the annotation interface.", "screenshot"),
        ("Map of the stations.", "other"),
    ],
)
def test_a_caption_speaks_for_a_kind(caption: str, kind: str) -> None:
    cues = dict(zip(KINDS, caption_cues(caption, KINDS), strict=True))
    assert max(cues, key=lambda name: cues[name]) == kind
    assert 0.5 < cues[kind] < 1


@pytest.mark.parametrize("caption", ["", "Figure 3: Events of the year.", "Data are mean ± SEM."])
def test_a_caption_may_say_nothing(caption: str) -> None:
    assert caption_cues(caption, KINDS) == (0.0,) * len(KINDS)
