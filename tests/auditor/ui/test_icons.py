"""The icons: all there, all drawn the same way, coloured by role, sharp at device pixels."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPixmapCache
from PySide6.QtWidgets import QApplication

from auditor.ui import icons
from auditor.ui.desk import PageName
from auditor.ui.theme import Theme
from pipeline.resources import resource

CODE = Path(icons.__file__).parent


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    assert qapp is not None
    QPixmapCache.clear()
    yield Theme("light")
    QPixmapCache.clear()


def inks(picture: QImage) -> set[str]:
    """The colours of all pixels that are covered in full."""
    points = ((x, y) for x in range(picture.width()) for y in range(picture.height()))
    seen = (picture.pixelColor(x, y) for x, y in points)
    return {colour.name() for colour in seen if colour.alpha() == 255}


def like(one: QColor, other: QColor) -> bool:
    """The same but for rounding where a picture holds colours multiplied by their opacity."""
    return max(abs(one.red() - other.red()), abs(one.green() - other.green()), abs(one.blue() - other.blue())) <= 2


def test_every_page_of_the_rail_has_its_icon() -> None:
    assert {page.value for page in PageName} <= set(icons.names())


def test_no_icon_lies_about_unused() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in sorted(CODE.rglob("*.py")))
    assert [name for name in icons.names() if f'"{name}"' not in code] == []


@pytest.mark.parametrize("name", icons.names())
def test_every_icon_is_a_line_drawing_in_the_same_box_and_pen(name: str) -> None:
    root = ET.fromstring(resource("icons", f"{name}.svg").read_text(encoding="utf-8"))  # noqa: S314 - our own file
    assert root.get("viewBox") == "0 0 20 20"
    assert (root.get("stroke-width"), root.get("stroke-linecap"), root.get("fill")) == ("1.5", "round", "none")
    for part in root.iter():
        assert part.get("fill") in (None, "none", "currentColor")
        assert part.get("stroke") in (None, "none", "currentColor")
        assert part.get("style") is None


@pytest.mark.parametrize("name", icons.names())
def test_every_icon_draws_something_that_stays_inside_its_box(name: str, theme: Theme) -> None:
    picture = icons.pixmap(theme, name, "muted", 80).toImage()
    covered = [(x, y) for x in range(80) for y in range(80) if picture.pixelColor(x, y).alpha() > 0]
    assert len(covered) > 80
    assert all(0 < x < 79 and 0 < y < 79 for x, y in covered), "a line at the rim would be cut"


def test_an_icon_has_the_colour_of_its_role(theme: Theme) -> None:
    picture = icons.pixmap(theme, "lock", "negative", 60).toImage()
    assert inks(picture) == {theme.colour("negative").name()}


def test_the_dot_of_an_icon_is_in_the_accent_only_beside_plain_words(theme: Theme) -> None:
    plain = inks(icons.pixmap(theme, "report", "text", 80).toImage())
    assert theme.colour("text").name() in plain
    assert any(like(QColor(ink), theme.colour("accent")) for ink in plain)
    on_button = inks(icons.pixmap(theme, "report", "accent_text", 80).toImage())
    assert on_button == {theme.colour("accent_text").name()}


def test_an_icon_follows_scheme_and_text_size(theme: Theme) -> None:
    before = icons.pixmap(theme, "tick")
    theme.choose("dark", text_size=200)
    after = icons.pixmap(theme, "tick")
    assert (before.width(), after.width()) == (20, 40)
    assert QColor(theme.colour("text")).name() in inks(after.toImage())


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_an_icon_is_drawn_at_device_pixels(theme: Theme, ratio: float) -> None:
    picture = icons.pixmap(theme, "fit", ratio=ratio)
    assert picture.size() == QSize(round(20 * ratio), round(20 * ratio))
    assert picture.devicePixelRatio() == ratio
    assert picture.deviceIndependentSize().toSize() == QSize(20, 20)


def test_an_icon_is_drawn_once_and_then_kept(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    draw = icons._drawn
    monkeypatch.setattr(icons, "_drawn", lambda *how: drawn.append(1) or draw(*how))
    first, second = icons.pixmap(theme, "page"), icons.pixmap(theme, "page")
    assert len(drawn) == 1
    assert first.toImage() == second.toImage()


def test_an_icon_for_qt_offers_every_usual_ratio(theme: Theme) -> None:
    made = icons.icon(theme, "plus")
    for ratio in icons.RATIOS:
        assert made.pixmap(QSize(20, 20), ratio).size() == QSize(round(20 * ratio), round(20 * ratio))


def test_an_unknown_icon_is_named(theme: Theme) -> None:
    with pytest.raises(FileNotFoundError, match="icons/unicorn"):
        icons.pixmap(theme, "unicorn")
