from __future__ import annotations

import io

import numpy as np
from PIL import Image, ImageDraw

from pipeline.classify.alignment import even_steps, tick_columns, tick_rows
from pipeline.classify.pixels import pixel_features
from pipeline.classify.raster import read_raster


def features(image: Image.Image) -> dict[str, float]:
    written = io.BytesIO()
    image.save(written, "PNG")
    return pixel_features(read_raster(written.getvalue()))


def sheet() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (380, 260), "white")
    return image, ImageDraw.Draw(image)


def plot() -> Image.Image:
    image, draw = sheet()
    draw.line((50, 20, 50, 220, 350, 220), fill="black", width=2)
    for number in range(6):
        draw.text((20, 30 + 34 * number), f"{number}0", fill="black")
        draw.text((70 + 50 * number, 230), f"{number}5", fill="black")
    draw.line([(60 + 10 * n, 120 + int(60 * np.sin(n / 3))) for n in range(28)], fill="blue", width=2)
    return image


def diagram() -> Image.Image:
    image, draw = sheet()
    for number in range(3):
        draw.rectangle((20 + 120 * number, 100, 110 + 120 * number, 150), outline="black", width=2)
        draw.text((40 + 120 * number, 118), "encode", fill="black")
    draw.line((110, 125, 140, 125), fill="black", width=2)
    return image


def photo() -> Image.Image:
    noise = np.random.default_rng(3).normal(0, 14, (260, 380, 3)).cumsum(axis=1) / 3 + 120
    return Image.fromarray(np.clip(noise, 0, 255).astype(np.uint8))


def test_axes_and_ticks_are_seen() -> None:
    found, other = features(plot()), features(diagram())
    assert found["axis_corner"] > 0.7
    assert found["frame"] == 0
    assert found["tick_both"] == 1
    assert found["tick_row"] > 1.5
    assert found["axis_row"] == found["tick_row"]
    assert found["axis_column"] == found["tick_column"] > 1.5
    assert other["tick_both"] == 0
    assert other["axis_corner"] < 0.5


def test_boxes_are_seen() -> None:
    found, other = features(diagram()), features(plot())
    assert found["boxes"] > other["boxes"] == 0
    assert found["boxes"] == np.log1p(3)


def test_filled_boxes_and_bars_are_told_apart() -> None:
    image, draw = sheet()
    for number, top in enumerate((40, 90, 70, 130)):
        draw.rectangle((60 + 70 * number, top, 90 + 70 * number, 220), fill=(40, 90, 200))
    bars = features(image)
    image, draw = sheet()
    for number in range(3):
        draw.rectangle((20 + 120 * number, 100, 110 + 120 * number, 150), fill=(150, 200, 240), outline="black")
        draw.text((40 + 120 * number, 118), "encode", fill="black")
    boxes = features(image)
    assert bars["bars"] == np.log1p(4)
    assert boxes["filled_boxes"] == np.log1p(3)
    assert boxes["bars"] <= np.log1p(1)
    assert bars["filled_boxes"] == 0


def test_texture_colours_and_border_tell_a_photo() -> None:
    found, other = features(photo()), features(plot())
    for name in ("textured_blocks", "colour_entropy", "colours_90", "soft_of_edges"):
        assert found[name] > other[name], name
    assert found["border_white"] < 0.3 < other["border_white"]


def test_measures_hardly_change_with_the_size_of_the_image() -> None:
    small = plot()
    large = small.resize((1140, 780), Image.Resampling.BICUBIC)
    for name in ("white", "axis_corner", "longest_level", "border_white"):
        assert abs(features(small)[name] - features(large)[name]) < 0.12, name


def test_every_image_has_the_same_features_in_the_same_order_and_all_are_numbers() -> None:
    names = list(features(plot()))
    for image in (diagram(), photo(), Image.new("RGB", (1, 1)), Image.new("L", (4000, 3), 7)):
        found = features(image)
        assert list(found) == names
        assert np.isfinite(list(found.values())).all()


def test_even_steps_counts_the_places_of_a_scale() -> None:
    assert even_steps(np.array([40.0, 10.0, 20.0, 30.0]), size=5.0) == 4
    assert even_steps(np.array([10.0, 20.0, 55.0, 61.0]), size=5.0) == 0
    assert even_steps(np.array([10.0, 15.0, 20.0]), size=8.0) == 0  # lines of text touch, ticks do not
    assert even_steps(np.array([1.0, 2.0]), size=1.0) == 0


def test_ticks_stand_in_columns_and_rows() -> None:
    column = np.array([[20.0 - 4 * (n % 2), 30.0 * n, 30.0, 30.0 * n + 8] for n in range(5)])
    assert [scale.ticks for scale in tick_columns(column, slack=1.0)] == [5]
    assert tick_rows(column, slack=1.0) == []
    assert [scale.ticks for scale in tick_rows(column[:, [1, 0, 3, 2]], slack=1.0)] == [5]
    assert tick_columns(column[:2], slack=1.0) == []
