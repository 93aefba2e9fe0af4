from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from pipeline.acquire.practice.canvas import Canvas, Ink
from pipeline.acquire.practice.ink import ink_boxes, rendered
from pipeline.acquire.practice.placing import extent, fitted, moved
from pipeline.acquire.practice.writer import PageDrawing, Picture, Shape, TextAt, pdf_bytes, write_pdf
from pipeline.geometry import Box
from pipeline.pdf import open_pdf


def png(colour: tuple[int, int, int]) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (4, 2), colour).save(out, "PNG")
    return out.getvalue()


def test_text_shapes_and_pictures_are_read_back_where_they_were_put(tmp_path: Path):
    items = (
        TextAt(r"a (b) \ c", 20, 40, "sans", 10),
        TextAt("upward", 200, 150, "serif", 10, angle=90),
        Shape(((20, 60), (120, 60), (120, 90), (20, 90)), (1, 0, 0), (0, 0, 1), 2.0, closed=True),
        Picture(png((10, 200, 30)), Box(150, 20, 250, 70)),
    )
    path = tmp_path / "page.pdf"
    write_pdf([PageDrawing(300, 200, items), PageDrawing(100, 100, ())], path, title="Two (2) pages")
    with open_pdf(path) as document:
        assert document.pages == 2
        page = document.page(1)
        text, turned = page.lines
        assert text.text == r"a (b) \ c"
        assert text.box.x0 == pytest.approx(20, abs=0.5)
        assert text.box.y0 < 40 < text.box.y1 < 45
        assert turned.rotation == 270
        assert (turned.box.x1, turned.box.y1) == pytest.approx((202, 150), abs=2.0)
        assert turned.box.y0 < 125
        assert all(drawing.box == Box(20, 60, 120, 90) for drawing in page.drawings)
        assert {drawing.stroke for drawing in page.drawings} >= {(1.0, 0.0, 0.0)}
        assert {drawing.fill for drawing in page.drawings} >= {(0.0, 0.0, 1.0)}
        (image,) = page.images
        assert image.as_tuple() == pytest.approx((150, 20, 250, 70), abs=0.01)
        shown = Image.open(io.BytesIO(document.render(1, Box(190, 40, 200, 50), dpi=72).png))
        assert shown.convert("RGB").getpixel((5, 5)) == (10, 200, 30)


def test_writing_twice_gives_the_same_bytes():
    page = PageDrawing(300, 200, (TextAt("same", 20, 40), Picture(png((1, 2, 3)), Box(0, 0, 10, 10))))
    assert pdf_bytes([page]) == pdf_bytes([page])


def test_ink_boxes_measure_dark_pixels_only():
    canvas = Canvas()
    canvas.rect(Box(10, 20, 60, 50), Ink(None, (0, 0, 0)))
    canvas.rect(Box(5, 5, 90, 90), Ink(None, (0.98, 0.98, 0.98)))
    canvas.items.reverse()
    dark, blank = ink_boxes([canvas.page(100, 100), PageDrawing(100, 100, ())])
    assert dark == Box(10, 20, 60, 50)
    assert blank is None


def test_rendering_has_the_size_of_the_page():
    with Image.open(io.BytesIO(rendered(PageDrawing(72, 36, ()), dpi=100))) as image:
        assert image.size == (100, 50)


def test_round_corners_stay_inside_the_box():
    canvas = Canvas()
    canvas.rect(Box(10, 10, 90, 60), Ink(width=0.0), radius=12)
    assert extent(canvas.items) == Box(10, 10, 90, 60)
    (ink,) = ink_boxes([canvas.page(100, 100)])
    assert ink is not None
    assert ink.as_tuple() == pytest.approx((10, 10, 90, 60), abs=1.0)


def test_too_large_drawings_are_scaled_into_the_box_and_good_ones_left_alone():
    canvas = Canvas()
    canvas.rect(Box(-50, 0, 150, 100), Ink(width=0.0))
    canvas.items.append(TextAt("tick", 0, 20, angle=90))
    room = Box(0, 0, 100, 100)
    assert room.contains(extent(fitted(canvas.items, room)), slack=1e-6)
    small = moved(canvas.items, 60, 5, factor=0.2)
    assert fitted(small, room) == small
