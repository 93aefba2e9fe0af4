"""The canvas paints what was asked for, says so once, and does no work on the main thread for a prefetched figure."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QAccessible, QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from auditor.ui.canvas import picture
from auditor.ui.canvas.accessible import Part
from auditor.ui.canvas.adjust import NEUTRAL, Adjustment
from auditor.ui.canvas.cache import FigureCache
from auditor.ui.canvas.figure import FigureCanvas
from auditor.ui.canvas.images import Figure, load_figure
from auditor.ui.shortcuts import Stroke
from auditor.ui.theme import Theme, tokens
from auditor.ui.workers import Workers
from tests.auditor.ui.pictures import RED, checkerboard, corners, save

REPOSITORY = Path(__file__).resolve().parents[4]


def shot(canvas: FigureCanvas) -> QImage:
    return canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def rgb(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()


def keys_of(canvas: FigureCanvas) -> list[object]:
    seen: list[object] = []
    canvas.painted.connect(seen.append)
    return seen


def test_a_figure_is_announced_once_when_its_own_pixels_were_painted(
    qtbot: QtBot, canvas: FigureCanvas, figure: Figure
):
    seen = keys_of(canvas)
    canvas.show_figure("first", figure)
    assert seen == []
    qtbot.waitUntil(lambda: seen == ["first"])
    canvas.update()
    before = canvas.paints
    qtbot.waitUntil(lambda: canvas.paints > before)
    canvas.show_figure("second", figure)
    qtbot.waitUntil(lambda: seen == ["first", "second"])


def test_neither_a_loading_sheet_nor_trouble_is_announced(qtbot: QtBot, canvas: FigureCanvas, figure: Figure):
    seen = keys_of(canvas)
    for show in (
        lambda: canvas.show_loading((600, 400), 48_000_000),
        lambda: (canvas.show_figure("never", figure), canvas.show_loading((600, 400))),
        lambda: (canvas.show_figure("nor this", figure), canvas.show_trouble("It is gone.")),
        lambda: canvas.show_figure("later", None, (600, 400)),
        lambda: canvas.show_trouble("The image of this figure is missing from the project."),
        canvas.show_nothing,
    ):
        before = canvas.paints
        show()
        qtbot.waitUntil(lambda before=before: canvas.paints > before)
    assert seen == []
    canvas.show_figure("now", figure)
    qtbot.waitUntil(lambda: seen == ["now"])


def test_a_hidden_canvas_announces_nothing(qtbot: QtBot, canvas: FigureCanvas, figure: Figure):
    seen = keys_of(canvas)
    canvas.hide()
    canvas.show_figure("unseen", figure)
    QApplication.processEvents()
    assert seen == []
    canvas.show()
    qtbot.waitUntil(lambda: seen == ["unseen"])


def test_a_prefetched_figure_is_painted_without_decoding_or_scaling(
    qtbot: QtBot, canvas: FigureCanvas, workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    paths = [save(corners((900 + at, 700)), tmp_path / f"{at}.png") for at in range(4)]
    cache, seen = FigureCache(workers), keys_of(canvas)
    cache.set_viewport(canvas.viewport())
    cache.prefetch(paths)
    qtbot.waitUntil(lambda: cache.decodes == 4)

    def nothing(*_: object) -> QImage:
        raise AssertionError("scaled while it was shown")

    monkeypatch.setattr(picture, "shrink", nothing)
    monkeypatch.setattr(cache, "scale", nothing)
    monkeypatch.setattr(picture.Picture, "_draw_meanwhile", nothing)
    for at, path in enumerate(paths):
        cache.get(path, lambda figure, at=at: canvas.show_figure(at, figure), pytest.fail)
        canvas.repaint()
        assert seen == list(range(at + 1))
    assert (cache.decodes, cache.scalings) == (4, 4)


def test_a_canvas_tells_the_cache_its_new_size(qtbot: QtBot, canvas: FigureCanvas, workers: Workers, tmp_path: Path):
    paths = [save(corners((900, 700)), tmp_path / f"{at}.png") for at in range(2)]
    cache = FigureCache(workers)
    cache.get(paths[0], lambda figure: canvas.show_figure(0, figure), pytest.fail)
    qtbot.waitUntil(lambda: canvas.figure is not None)
    canvas.resize(500, 380)
    cache.prefetch(paths[1:])
    qtbot.waitUntil(lambda: cache.has(paths[1]))
    cache.get(paths[1], lambda figure: canvas.show_figure(1, figure), pytest.fail)
    assert canvas.figure is not None
    assert canvas.view.whole in canvas.figure.renderings


def test_a_new_zoom_is_drawn_at_once_and_sharpened_off_the_main_thread(
    qtbot: QtBot, canvas: FigureCanvas, workers: Workers, tmp_path: Path
):
    path = save(corners((2000, 1500)), tmp_path / "large.png")
    cache = FigureCache(workers)
    cache.set_viewport(canvas.viewport())
    cache.get(path, lambda figure: canvas.show_figure(0, figure), pytest.fail)
    qtbot.waitUntil(lambda: canvas.figure is not None)
    before = cache.scalings
    canvas.zoom(larger=True)
    canvas.repaint()
    assert cache.scalings == before
    assert canvas.figure is not None
    assert canvas.view.whole not in canvas.figure.renderings
    assert rgb(shot(canvas).pixelColor(canvas.view.left + 20, canvas.view.top + 20)) == RED
    qtbot.waitUntil(lambda: cache.scalings == before + 1)
    assert canvas.view.whole in canvas.figure.renderings


def test_one_to_one_shows_every_pixel_as_it_is(canvas: FigureCanvas, tmp_path: Path):
    figure = load_figure(save(checkerboard((150, 100)), tmp_path / "checks.png"))
    canvas.show_figure(1, figure)
    canvas.one_to_one()
    shown = shot(canvas)
    assert shown.copy(QRect(canvas.view.left, canvas.view.top, 150, 100)) == figure.image


def test_pixels_are_sharp_squares_from_twice_their_size(canvas: FigureCanvas, tmp_path: Path):
    figure = load_figure(save(checkerboard((60, 40)), tmp_path / "checks.png"))
    canvas.show_figure(1, figure)
    for times in (2, 3, 8):
        canvas.zoom_by(times / canvas.view.scale, QPointF(200, 150))
        left, top, width, height = canvas.view.visible()
        shown = shot(canvas)
        for x, y in ((left, top), (left + width - 1, top + height - 1), (left + width // 2, top + height // 2)):
            wanted = figure.image.pixelColor(x // times, y // times)
            assert rgb(shown.pixelColor(canvas.view.left + x, canvas.view.top + y)) == rgb(wanted)


def test_shrinking_averages_and_does_not_drop_lines(canvas: FigureCanvas, tmp_path: Path):
    figure = load_figure(save(checkerboard((1600, 1200)), tmp_path / "checks.png"))
    canvas.show_figure(1, figure)
    shown = shot(canvas)
    middle = [shown.pixelColor(x, 150).red() for x in range(100, 300)]
    assert min(middle) > 100
    assert max(middle) < 155


@pytest.mark.parametrize("ratio", [1, 1.25, 1.5, 2])
def test_points_and_pixels_are_the_same_on_every_screen(tmp_path: Path, ratio: float):
    path = save(checkerboard((150, 100)), tmp_path / "checks.png")
    environment = {**os.environ, "QT_SCALE_FACTOR": str(ratio), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.auditor.ui.canvas.ratio_probe", str(path)],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        check=True,
        text=True,
    )
    said = json.loads(done.stdout)
    points = [[0.0, 0.0], [13.25, 77.5], [149.0, 99.0], [150.0, 100.0]]
    assert said["ratio"] == ratio
    assert said["exact"]
    assert said["points"] == [pytest.approx(point) for point in points]
    assert said["zoomed"] == [pytest.approx(point) for point in points]
    assert said["percent"] == 400
    assert said["scale"] == pytest.approx(4 / ratio)
    assert said["whole"] == [600, 400]


def test_a_strip_too_wide_for_qt_is_shown_at_every_zoom(canvas: FigureCanvas, tmp_path: Path):
    strip = Image.new("RGB", (40_000, 200), RED)
    canvas.show_figure(1, load_figure(save(strip, tmp_path / "strip.png")))
    for scale in (None, 0.3, 1.0, 1.3, 4.0, 32.0):
        if scale is not None:
            canvas.zoom_by(scale / canvas.view.scale, QPointF(canvas.rect().center()))
        assert rgb(shot(canvas).pixelColor(canvas.rect().center())) == RED


def test_the_far_end_of_a_strip_is_exact(canvas: FigureCanvas, tmp_path: Path):
    rows = bytes(at * 7919 % 251 for at in range(40_000)) * 64
    figure = load_figure(save(Image.frombytes("L", (40_000, 64), rows), tmp_path / "strip.png"))
    canvas.show_figure(1, figure)
    canvas.one_to_one()
    canvas.pan(-50_000, 0)
    left, top, width, height = canvas.view.visible()
    assert left > 39_900
    shown = shot(canvas).copy(QRect(canvas.view.left + left, canvas.view.top + top, width, height))
    assert shown == figure.image.copy(QRect(left, top, width, height))


def test_a_large_figure_at_a_middle_zoom_is_scaled_only_where_it_is_seen(canvas: FigureCanvas, tmp_path: Path):
    figure = load_figure(save(corners((6000, 4000)), tmp_path / "large.png"))
    canvas.show_figure(1, figure)
    canvas.zoom_by(0.7 / canvas.view.scale, QPointF(0, 0))
    shot(canvas)
    assert canvas.view.whole not in figure.renderings
    part = canvas._picture._part
    assert part is not None
    assert part[0].width() * part[0].height() < 2_000_000
    assert part[1].contains(QRect(*canvas.view.visible()))


def test_transparent_parts_lie_on_what_was_chosen(canvas: FigureCanvas, tmp_path: Path):
    clear = load_figure(save(Image.new("RGBA", (64, 64), (0, 0, 0, 0)), tmp_path / "clear.png"))
    canvas.show_figure(1, clear)
    canvas.one_to_one()
    seen = {}
    for name in ("white", "grey", "checker"):
        assert canvas.background == name
        shown = shot(canvas).copy(QRect(canvas.view.left, canvas.view.top, 64, 64))
        seen[name] = {rgb(shown.pixelColor(x, y)) for x in range(64) for y in range(64)}
        canvas.next_background()
    assert canvas.background == "white"
    assert seen["white"] == {(255, 255, 255)}
    assert len(seen["grey"]) == 1
    assert len(seen["checker"]) == 2


def test_looks_change_what_is_shown_and_nothing_of_the_figure(canvas: FigureCanvas, figure: Figure):
    canvas.show_figure(1, figure)
    before = figure.image.copy()
    at = QPoint(canvas.view.left + 20, canvas.view.top + 20)
    canvas.invert()
    assert rgb(shot(canvas).pixelColor(at)) == tuple(255 - value for value in RED)
    canvas.invert()
    assert rgb(shot(canvas).pixelColor(at)) == RED
    canvas.adjust(Adjustment(brightness=40))
    assert sum(rgb(shot(canvas).pixelColor(at))) > sum(RED)
    canvas.adjust(NEUTRAL)
    assert rgb(shot(canvas).pixelColor(at)) == RED
    assert figure.image == before


def test_the_magnifier_shows_what_lies_under_the_pointer_larger(canvas: FigureCanvas, tmp_path: Path):
    dot = Image.new("RGB", (1200, 900), "white")
    dot.paste(RED, (596, 446, 604, 454))
    canvas.show_figure(1, load_figure(save(dot, tmp_path / "dot.png")))
    centre = canvas.rect().center()

    def reds() -> int:
        shown = shot(canvas)
        return sum(rgb(shown.pixelColor(centre.x() + x, centre.y())) == RED for x in range(-60, 60))

    without = reds()
    assert canvas.press(Stroke("M"))
    assert reds() >= 12 > without
    assert canvas.press(Stroke("M"))
    assert reds() == without


def test_the_magnifier_shows_nothing_of_a_figure_beyond_its_edge(canvas: FigureCanvas, figure: Figure):
    canvas.show_figure(1, figure)
    ground = rgb(QColor(tokens()["light"]["canvas"]))
    corner = canvas.to_widget(QPointF(0, 0))
    at = corner.toPoint() + QPoint(4, -4)
    canvas.toggle_magnifier()
    canvas.invert()
    canvas.magnifier.follow(corner)
    shown = shot(canvas)
    assert rgb(shown.pixelColor(at)) == ground
    assert rgb(shown.pixelColor(corner.toPoint() + QPoint(4, 4))) == tuple(255 - value for value in RED)


def test_loading_says_so_only_after_a_glance(qtbot: QtBot, canvas: FigureCanvas):
    canvas.show_loading((600, 400), 48_000_000)
    assert canvas.sheet().width() / canvas.sheet().height() == pytest.approx(1.5, abs=0.01)
    colours = ink_of(shot(canvas), canvas)
    assert len(colours) == 1
    qtbot.waitUntil(lambda: not canvas._timer.isActive())
    assert len(ink_of(shot(canvas), canvas)) > 3


def ink_of(shown: QImage, canvas: FigureCanvas) -> set[int]:
    y = canvas.rect().center().y()
    return {shown.pixel(x, y + dy) for x in range(100, 300) for dy in range(-8, 9)}


def test_trouble_gives_the_reason_and_wraps_it(canvas: FigureCanvas):
    canvas.resize(QSize(260, 200))
    canvas.show_trouble("This figure cannot be shown: its file ends too early. It is unchanged.", "Skip it with 8.")
    surface = rgb(QColor(tokens()["light"]["surface"]))
    shown = shot(canvas)
    assert canvas.state == "trouble"
    assert rgb(shown.pixelColor(20, 100)) == surface
    assert rgb(shown.pixelColor(4, 100)) == rgb(QColor(tokens()["light"]["canvas"]))


def test_the_view_of_a_figure_is_left_and_found_again(canvas: FigureCanvas, figure: Figure):
    canvas.show_figure(1, figure)
    canvas.zoom_by(6.0, QPointF(50, 50))
    left = canvas.view_state()
    canvas.show_figure(2, figure)
    assert canvas.view.fitted
    canvas.show_figure(1, figure)
    canvas.restore_view(left)
    assert canvas.view_state() == left


def test_an_overlay_paints_in_points_of_the_widget_over_the_figure_only(canvas: FigureCanvas, figure: Figure):
    def paint(painter: QPainter) -> None:
        painter.fillRect(QRect(canvas.to_widget(QPointF(300, 200)).toPoint(), QSize(4, 4)), QColor(1, 2, 3))

    canvas.set_overlay(paint)
    canvas.show_loading((600, 400))
    middle = canvas.to_widget(QPointF(302, 202)).toPoint()
    assert rgb(shot(canvas).pixelColor(middle)) != (1, 2, 3)
    canvas.show_figure(1, figure)
    assert rgb(shot(canvas).pixelColor(canvas.to_widget(QPointF(302, 202)).toPoint())) == (1, 2, 3)


def test_the_canvas_never_widens_its_window(qtbot: QtBot, theme: Theme, figure: Figure):
    window = QWidget()
    qtbot.addWidget(window)
    canvas = FigureCanvas(theme)
    QVBoxLayout(window).addWidget(canvas)
    canvas.show_figure(1, figure)
    assert window.minimumSizeHint().width() < 200
    canvas.set_sentence("Figure 3 of 40. Caption: an overview.")
    assert canvas.accessibleName() == "Figure 3 of 40. Caption: an overview."


def test_a_screen_reader_hears_a_graphic_with_a_child_for_every_part(canvas: FigureCanvas, figure: Figure):
    canvas.set_sentence("Figure 3 of 40.")
    parts = [Part("Panel a, plot", QRectF(10, 10, 200, 150)), Part("Panel b, photo", QRectF(20, 20, 30, 30))]
    canvas.set_parts(lambda: parts)
    heard = QAccessible.queryAccessibleInterface(canvas)
    assert heard.role() == QAccessible.Role.Graphic
    assert heard.text(QAccessible.Text.Name) == "Figure 3 of 40."
    assert heard.childCount() == 0
    canvas.show_figure(1, figure)
    assert heard.childCount() == 2
    second = heard.child(1)
    assert second.role() == QAccessible.Role.Graphic
    assert second.text(QAccessible.Text.Name) == "Panel b, photo"
    assert second.rect() == QRect(canvas.mapToGlobal(QPoint(20, 20)), QSize(30, 30))
    assert heard.indexOfChild(second) == 1
    corner = canvas.mapToGlobal(QPoint(25, 25))
    assert heard.childAt(corner.x(), corner.y()).text(QAccessible.Text.Name) == "Panel b, photo"
    parts.clear()
    assert heard.childCount() == 0
    assert not second.isValid()
