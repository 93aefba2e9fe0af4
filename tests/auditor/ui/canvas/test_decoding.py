"""Every kind of image file is shown as it was meant, or refused with a reason that names no file."""

from __future__ import annotations

import hashlib
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageCms
from PySide6.QtGui import QImage

from auditor.ui.canvas import images
from auditor.ui.canvas.colour import display_pixels
from auditor.ui.canvas.images import Figure, ImageTrouble, figure_size, load_figure
from tests.auditor.ui.pictures import BLUE, CORNERS, GREEN, HEIGHT, RED, WIDTH, YELLOW, corners, save, save_turned

LOSSY = 24  # levels that a lossy file may differ


def quarter(figure: Figure, at: int) -> tuple[int, int, int, int]:
    x = figure.width // 4 + (at % 2) * figure.width // 2
    y = figure.height // 4 + (at // 2) * figure.height // 2
    colour = figure.image.pixelColor(x, y)
    return colour.red(), colour.green(), colour.blue(), colour.alpha()


def shows_corners(figure: Figure, within: int = 0) -> bool:
    shown = [quarter(figure, at)[:3] for at in range(4)]
    return all(
        abs(one - other) <= within
        for colour, wanted in zip(shown, CORNERS, strict=True)
        for one, other in zip(colour, wanted, strict=True)
    )


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("extension", ["jpg", "png", "webp", "tif"])
def test_a_turned_picture_stands_upright(tmp_path: Path, extension: str, orientation: int):
    options = {"lossless": True} if extension == "webp" else {"quality": 95} if extension == "jpg" else {}
    path = save_turned(tmp_path / f"turned.{extension}", orientation, **options)
    figure = load_figure(path)
    assert figure.size == (WIDTH, HEIGHT)
    assert figure_size(path) == (WIDTH, HEIGHT, path.stat().st_size)
    assert shows_corners(figure, LOSSY if extension == "jpg" else 0)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("plain.png", {}),
        ("plain.bmp", {}),
        ("plain.tif", {}),
        ("packed.tif", {"compression": "tiff_lzw"}),
        ("lossless.webp", {"lossless": True}),
    ],
)
def test_an_exact_file_is_shown_to_the_pixel(tmp_path: Path, name: str, options: dict[str, object]):
    figure = load_figure(save(corners(), tmp_path / name, **options))
    wanted = np.asarray(corners().convert("RGBA"))
    plain = figure.image.convertToFormat(QImage.Format.Format_RGBA8888)
    shown = np.asarray(plain.constBits()).reshape(wanted.shape)
    assert (shown == wanted).all()
    assert not figure.transparent
    assert not figure.stretched
    assert figure.frames == 1


def test_a_palette_of_colours_is_shown_as_its_colours(tmp_path: Path):
    for name in ("few.png", "few.gif"):
        assert shows_corners(load_figure(save(corners().quantize(8), tmp_path / name)), 1)


def test_a_palette_with_a_clear_colour_is_transparent(tmp_path: Path):
    picture = corners().quantize(8)
    clear = picture.getpixel((2, 2))
    figure = load_figure(save(picture, tmp_path / "clear.png", transparency=clear))
    assert figure.transparent
    assert quarter(figure, 0)[3] == 0
    assert quarter(figure, 1) == pytest.approx((*GREEN, 255), abs=1)


def test_a_palette_with_half_clear_colours_is_transparent(tmp_path: Path):
    picture = corners().quantize(8)
    figure = load_figure(save(picture, tmp_path / "half.png", transparency=bytes([128] * 8)))
    assert figure.transparent
    assert quarter(figure, 2) == pytest.approx((*BLUE, 128), abs=2)


def test_transparency_is_kept_and_a_full_alpha_channel_is_none(tmp_path: Path):
    picture = corners().convert("RGBA")
    assert not load_figure(save(picture, tmp_path / "full.png")).transparent
    picture.putpixel((0, 0), (10, 20, 30, 100))
    figure = load_figure(save(picture, tmp_path / "one.png"))
    assert figure.transparent
    assert figure.image.format() == QImage.Format.Format_ARGB32_Premultiplied
    shown = figure.image.pixelColor(0, 0)
    assert (shown.red(), shown.green(), shown.blue(), shown.alpha()) == pytest.approx((10, 20, 30, 100), abs=2)


def test_grey_with_transparency_is_transparent(tmp_path: Path):
    picture = Image.merge("LA", (Image.new("L", (8, 8), 90), Image.new("L", (8, 8), 0)))
    assert load_figure(save(picture, tmp_path / "grey.png")).transparent


def test_a_palette_with_an_alpha_channel_keeps_both():
    picture = corners().quantize(8).convert("PA")  # a mode that files come in but Pillow writes to none
    picture.putalpha(Image.linear_gradient("L").resize(picture.size))
    shown = display_pixels(picture).image
    assert shown.mode == "RGBa"
    assert shown.convert("RGBA").getpixel((60, 39))[:3] == pytest.approx(YELLOW, abs=2)


@pytest.mark.parametrize("mode", ["1", "L"])
def test_grey_and_black_and_white_are_shown(tmp_path: Path, mode: str):
    picture = Image.new(mode, (8, 8), 1 if mode == "1" else 77)
    shown = load_figure(save(picture, tmp_path / "grey.png")).image.pixelColor(3, 3)
    assert shown.red() == shown.green() == shown.blue() == (255 if mode == "1" else 77)


def png(size: tuple[int, int], depth: int, colour: int, rows: bytes, *, interlaced: bool = False) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", *size, depth, colour, 0, 0, int(interlaced))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("depth", "row", "wanted"), [(1, 0b01000000, 255), (2, 0b00010000, 85), (4, 0x05, 85)])
def test_grey_of_few_bits_spans_black_to_white(tmp_path: Path, depth: int, row: int, wanted: int):
    path = tmp_path / "bits.png"
    path.write_bytes(png((2, 1), depth, 0, bytes([0, row])))
    assert load_figure(path).image.pixelColor(1, 0).red() == wanted


def test_an_interlaced_file_is_shown(tmp_path: Path):
    path = tmp_path / "interlaced.png"
    path.write_bytes(png((1, 1), 8, 2, bytes([0, *RED]), interlaced=True))
    colour = load_figure(path).image.pixelColor(0, 0)
    assert (colour.red(), colour.green(), colour.blue()) == RED


@pytest.mark.parametrize("extension", ["png", "tif"])
def test_deep_grey_of_a_low_range_is_stretched_and_says_so(tmp_path: Path, extension: str):
    values = np.linspace(0, 20, 64 * 4).astype(np.uint16).reshape(4, 64)
    figure = load_figure(save(Image.fromarray(values), tmp_path / f"deep.{extension}"))
    assert figure.stretched
    assert figure.image.pixelColor(0, 0).red() == 0
    assert figure.image.pixelColor(63, 3).red() == 255


def test_deep_grey_of_full_range_is_not_stretched(tmp_path: Path):
    values = np.array([[0, 65535, 32768]], dtype=np.uint16)
    figure = load_figure(save(Image.fromarray(values), tmp_path / "deep.png"))
    assert not figure.stretched
    assert [figure.image.pixelColor(x, 0).red() for x in range(3)] == [0, 255, 128]


def test_numbers_with_gaps_are_stretched(tmp_path: Path):
    values = np.array([[-1.5, 0.0, np.nan, 1.5, np.inf]], dtype=np.float32)
    figure = load_figure(save(Image.fromarray(values), tmp_path / "numbers.tif"))
    assert figure.stretched
    assert [figure.image.pixelColor(x, 0).red() for x in range(5)] == [0, 128, 0, 255, 255]


def test_a_deep_picture_of_one_value_is_shown(tmp_path: Path):
    figure = load_figure(save(Image.fromarray(np.full((3, 3), 65535, np.uint16)), tmp_path / "flat.png"))
    assert figure.image.pixelColor(1, 1).red() == 255


@pytest.mark.parametrize("marked", [True, False])
def test_printing_inks_are_shown_the_right_way_round(tmp_path: Path, marked: bool):  # noqa: FBT001
    inks = Image.new("CMYK", (16, 16), (0, 255, 255, 0))  # red
    if not marked:
        inks = Image.eval(inks, lambda value: 255 - value)  # undone again when its mark is gone
    path = save(inks, tmp_path / "inks.jpg", quality=95)
    data = path.read_bytes()
    start = data.index(b"\xff\xee")
    assert data[start + 4 : start + 9] == b"Adobe"
    if not marked:
        length = struct.unpack(">H", data[start + 2 : start + 4])[0]
        path.write_bytes(data[:start] + data[start + 2 + length :])
    colour = load_figure(path).image.pixelColor(8, 8)
    assert colour.red() > 200
    assert colour.green() < 60
    assert colour.blue() < 60


def test_printing_inks_in_tiff_are_shown(tmp_path: Path):
    colour = load_figure(save(Image.new("CMYK", (4, 4), (255, 0, 255, 0)), tmp_path / "inks.tif")).image.pixelColor(
        1, 1
    )
    assert (colour.red(), colour.green(), colour.blue()) == (0, 255, 0)


def test_lab_is_shown_by_its_colours(tmp_path: Path):
    turn = ImageCms.buildTransform(ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB")
    lab = ImageCms.applyTransform(corners(), turn)
    assert lab is not None
    assert lab.mode == "LAB"
    assert shows_corners(load_figure(save(lab, tmp_path / "lab.tif")), 8)


def test_a_profile_that_cannot_be_read_is_no_reason_not_to_show_the_picture(tmp_path: Path):
    assert shows_corners(load_figure(save(corners(), tmp_path / "odd.png", icc_profile=b"not a profile at all")))


def test_the_first_of_several_frames_is_shown_and_they_are_counted(tmp_path: Path):
    others = [Image.new("RGB", (WIDTH, HEIGHT), colour) for colour in (YELLOW, BLUE)]
    for name in ("frames.gif", "frames.tif", "frames.webp"):
        options = {"lossless": True} if name.endswith("webp") else {}
        figure = load_figure(save(corners(), tmp_path / name, save_all=True, append_images=others, **options))
        assert figure.frames == 3
        assert shows_corners(figure, 3)


def test_a_strip_wider_than_qt_can_paint_is_loaded(tmp_path: Path):
    figure = load_figure(save(Image.new("L", (40_000, 20), 200), tmp_path / "strip.png"))
    assert figure.size == (40_000, 20)
    assert figure.image.pixelColor(39_999, 19).red() == 200


def test_more_pixels_than_fit_are_refused_with_their_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(images, "MAX_PIXELS", 2_000)
    with pytest.raises(ImageTrouble, match=r"64 × 40 pixels"):
        load_figure(save(corners(), tmp_path / "large.png"))


def broken(kind: str, folder: Path) -> Path:
    path = folder / "secret-figure-17.png"
    if kind == "cut":
        save(Image.effect_noise((300, 300), 60), path)
        path.write_bytes(path.read_bytes()[:20_000])
    elif kind == "noise":
        path.write_bytes(b"this is no picture")
    elif kind == "empty":
        path.write_bytes(b"")
    elif kind == "folder":
        path.mkdir()
    elif kind == "damaged":
        save(Image.effect_noise((300, 300), 60), path)
        data = bytearray(path.read_bytes())
        data[60:400] = bytes(340)
        path.write_bytes(bytes(data))
    return path


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("cut", "ends too early"),
        ("noise", "not a picture"),
        ("empty", "not a picture"),
        ("folder", "cannot be read"),
        ("missing", "missing from the project"),
        ("damaged", "damaged"),
    ],
)
def test_a_file_that_cannot_be_shown_says_why_and_names_nothing(tmp_path: Path, kind: str, reason: str):
    with pytest.raises(ImageTrouble, match=reason) as caught:
        load_figure(broken(kind, tmp_path))
    said = f"{caught.value} {caught.value.details}"
    assert "secret" not in said
    assert str(tmp_path) not in said


@pytest.mark.parametrize("kind", ["noise", "empty", "folder", "missing"])
def test_the_header_of_a_broken_file_says_why(tmp_path: Path, kind: str):
    with pytest.raises(ImageTrouble) as caught:
        figure_size(broken(kind, tmp_path))
    assert "secret" not in f"{caught.value} {caught.value.details}"


def test_reading_changes_no_file(tmp_path: Path):
    path = save_turned(tmp_path / "turned.jpg", 6)
    path.chmod(0o444)
    before = hashlib.sha256(path.read_bytes()).digest()
    figure_size(path)
    load_figure(path)
    assert hashlib.sha256(path.read_bytes()).digest() == before
    assert [file.name for file in tmp_path.iterdir()] == ["turned.jpg"]
