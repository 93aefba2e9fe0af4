from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pymupdf
import pytest

from pipeline.errors import ItemError
from pipeline.geometry import Box
from pipeline.pdf import open_pdf
from pipeline.pdf import page as pages


def drawn(path: Path, **options: object) -> Path:
    document = pymupdf.open()
    page = document.new_page(width=400, height=300)
    page.insert_text((50, 60), "Plain words", fontsize=12)
    page.insert_text((200, 200), "Upward", fontsize=9, rotate=90)
    page.draw_rect(pymupdf.Rect(100, 100, 180, 160), color=(1, 0, 0), fill=(0, 0, 1), width=2)
    page.draw_bezier((20, 250), (60, 200), (100, 290), (140, 250))
    pixmap = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 8, 8), 0)
    pixmap.clear_with(120)
    page.insert_image(pymupdf.Rect(250, 100, 300, 150), pixmap=pixmap)
    document.save(path, **options)
    return path


def reason(path: Path) -> str:
    with pytest.raises(ItemError) as caught, open_pdf(path) as pdf:
        pdf.page(1)
    return caught.value.reason


def test_files_that_cannot_be_used_say_why(tmp_path: Path) -> None:
    whole = drawn(tmp_path / "whole.pdf").read_bytes()
    files = {
        "empty.pdf": (b"", "the file is empty"),
        "page.pdf": (b"<!DOCTYPE html><html>log in</html>", "a web page (HTML)"),
        "text.pdf": (b"just some text", "not a PDF"),
        "cut.pdf": (whole[: len(whole) // 2], "cut short"),
    }
    for name, (content, words) in files.items():
        (tmp_path / name).write_bytes(content)
        assert words in reason(tmp_path / name)
        assert name in reason(tmp_path / name)
    assert "cannot be read" in reason(tmp_path / "missing.pdf")


def test_a_password_is_named_and_an_empty_one_opens(tmp_path: Path) -> None:
    locked = drawn(tmp_path / "locked.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="x", owner_pw="y")
    assert "encrypted with a password" in reason(locked)
    free = drawn(tmp_path / "free.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="", owner_pw="y")
    with open_pdf(free) as pdf:
        assert pdf.page(1).lines[0].text.strip() == "Plain words"


def test_a_damaged_file_that_is_whole_is_read(tmp_path: Path) -> None:
    path = drawn(tmp_path / "whole.pdf")
    path.write_bytes(path.read_bytes().replace(b"startxref", b"startxref\n9"))
    with open_pdf(path) as pdf:
        assert pdf.pages == 1


def test_a_page_gives_words_drawings_and_pictures(tmp_path: Path) -> None:
    with open_pdf(drawn(tmp_path / "whole.pdf")) as pdf:
        page = pdf.page(1)
    assert (page.width, page.height) == (400, 300)
    assert {(word.text, word.rotation, round(word.size)) for word in page.words} == {
        ("Plain", 0, 12),
        ("words", 0, 12),
        ("Upward", 270, 9),
    }
    square, border, curve = page.drawings
    assert (square.stroke, square.fill, square.rects) == (None, (0, 0, 1), 1)
    assert (border.stroke, border.fill, border.width) == ((1, 0, 0), None, 2)
    assert square.points == ((100, 100), (180, 100), (180, 160), (100, 160))
    assert curve.curves == 1
    assert page.images == (Box(250, 100, 300, 150),)


def test_a_rotated_and_cropped_page_is_told_in_its_unrotated_crop_box(tmp_path: Path) -> None:
    document = pymupdf.open(drawn(tmp_path / "whole.pdf"))
    document[0].set_cropbox(pymupdf.Rect(40, 30, 390, 290))
    document[0].set_rotation(90)
    document.save(tmp_path / "turned.pdf")
    with open_pdf(tmp_path / "turned.pdf") as pdf:
        page = pdf.page(1)
        assert (page.width, page.height, page.rotation) == (350, 260, 90)
        assert page.images == (Box(210, 70, 260, 120),)
        assert pdf.grey(1, Box(215, 75, 255, 115)).mean() == pytest.approx(120, abs=2)


def test_an_image_is_byte_stable_and_starts_at_its_box(tmp_path: Path) -> None:
    box = Box(99.5, 99.5, 180.5, 160.5)
    with open_pdf(drawn(tmp_path / "whole.pdf")) as pdf:
        first = pdf.render(1, box, dpi=144)
        assert (first.width, first.height, first.dpi) == (162, 122, 144)
        assert pdf.grey(1, box, dpi=144)[0].max() < 250
    with open_pdf(tmp_path / "whole.pdf") as pdf:
        assert pdf.render(1, box, dpi=144).png == first.png


def test_a_huge_box_lowers_the_resolution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.pdf.MAX_PIXELS", 100_000)
    with open_pdf(drawn(tmp_path / "whole.pdf")) as pdf:
        image = pdf.render(1, Box(0, 0, 400, 300), dpi=200)
    assert image.dpi < 72
    assert image.width * image.height <= 101_000


def test_very_many_drawings_are_kept_as_cells_with_their_true_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "MAX_PATHS", 1)
    with open_pdf(drawn(tmp_path / "whole.pdf")) as pdf:
        page = pdf.page(1)
    assert [drawing.count for drawing in page.drawings] == [1, 1, 1]
    assert [len(drawing.points) for drawing in page.drawings] == [4, 0, 0]
    assert page.drawings_total == 3


def test_the_library_loads_only_when_a_pdf_is_opened() -> None:
    code = "import sys, pipeline.pdf, pipeline.extract.paper; print('pymupdf' in sys.modules, 'scipy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
