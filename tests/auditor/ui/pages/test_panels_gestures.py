"""The pointer and the painter on a canvas of their own: what a drag does at any zoom, what is painted and how often."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from auditor.boxes.editor import Editor
from auditor.boxes.edits import Edge
from auditor.boxes.history import History
from auditor.boxes.panels import Draft, Panel
from auditor.ui.canvas.boxes import BoxPainter, colour_and_dash
from auditor.ui.canvas.figure import FigureCanvas
from auditor.ui.canvas.gestures import BoxTool, Mode
from auditor.ui.canvas.images import Figure
from auditor.ui.theme import Theme, tokens
from pipeline.geometry import Box

SIZE = (800, 600)
LEFT = Qt.MouseButton.LeftButton


class Bench:
    """A canvas with a black figure, an editor and a tool."""

    def __init__(self, qtbot: QtBot, panels: tuple[Panel, ...] = ()) -> None:
        image = QImage(*SIZE, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.black)
        self.theme = Theme("light")
        self.canvas = FigureCanvas(self.theme)
        qtbot.addWidget(self.canvas)
        self.canvas.resize(900, 700)
        self.canvas.show_figure(1, Figure(image, *SIZE), SIZE)
        self.editor = Editor(SIZE, History(Draft(panels)))
        self.tool = BoxTool(self.canvas)
        self.tool.set_editor(self.editor)
        self.painter = BoxPainter(self.theme, self.canvas, self.canvas)
        self.canvas.set_tool(self.tool)
        self.canvas.set_overlay(lambda painter: self.painter.paint(painter, self.tool.shown))
        self.canvas.show()
        self.paint()

    def paint(self) -> None:
        self.canvas.grab()

    def at(self, x: float, y: float) -> QPoint:
        return self.canvas.to_widget(QPointF(x, y)).toPoint()

    def press(self, x: float, y: float) -> None:
        QTest.mousePress(self.canvas, LEFT, pos=self.at(x, y))

    def move(self, x: float, y: float) -> None:
        QTest.mouseMove(self.canvas, self.at(x, y))

    def release(self, x: float, y: float) -> None:
        QTest.mouseRelease(self.canvas, LEFT, pos=self.at(x, y))

    def drag(self, *points: tuple[float, float]) -> None:
        self.press(*points[0])
        for point in points[1:]:
            self.move(*point)
        self.release(*points[-1])

    def pixel(self, x: float, y: float) -> QColor:
        return self.canvas.grab().toImage().pixelColor(self.at(x, y))


def boxes(*given: Box) -> tuple[Panel, ...]:
    return tuple(Panel(box, chr(ord("a") + at), chr(ord("a") + at)) for at, box in enumerate(given))


def test_a_drag_is_one_step_however_many_moves_it_has(qtbot: QtBot):
    bench = Bench(qtbot, boxes(Box(100, 100, 300, 300)))
    bench.drag((200, 200), (210, 205), (220, 230), (260, 240))
    assert bench.editor.history.undo_steps == 1
    assert bench.editor.boxes[0] == Box(160, 140, 360, 340)


def test_escape_drops_the_gesture_and_no_step_is_made(qtbot: QtBot):
    bench = Bench(qtbot, boxes(Box(100, 100, 300, 300)))
    bench.press(200, 200)
    bench.move(260, 260)
    assert bench.tool.drag is not None
    assert bench.tool.cancel()
    bench.release(260, 260)
    assert bench.editor.history.undo_steps == 0
    assert bench.editor.boxes[0] == Box(100, 100, 300, 300)


@pytest.mark.parametrize("moved", [0, 1, 3])
def test_less_than_four_pixels_of_the_screen_is_a_click(qtbot: QtBot, moved: int):
    bench = Bench(qtbot, boxes(Box(100, 100, 300, 300)))
    bench.tool.set_mode(Mode.NEW)
    start = bench.at(400, 400)
    QTest.mousePress(bench.canvas, LEFT, pos=start)
    QTest.mouseMove(bench.canvas, start + QPoint(moved, 0))
    QTest.mouseRelease(bench.canvas, LEFT, pos=start + QPoint(moved, 0))
    assert len(bench.editor.panels) == 1


def test_a_handle_dragged_past_the_opposite_side_goes_on_there(qtbot: QtBot):
    bench = Bench(qtbot, boxes(Box(100, 100, 300, 300)))
    bench.drag((300, 200), (200, 200), (40, 200))
    assert bench.editor.boxes[0] == Box(40, 100, 100, 300)


def test_at_a_large_zoom_a_box_of_one_pixel_can_be_drawn(qtbot: QtBot):
    bench = Bench(qtbot)
    bench.canvas.one_to_one()
    for _ in range(20):
        bench.canvas.zoom(larger=True, at=QPointF(bench.at(400, 300)))
    bench.tool.set_mode(Mode.NEW)
    bench.drag((400.1, 300.1), (400.5, 300.5), (400.9, 300.9))
    assert bench.editor.boxes == [Box(400, 300, 401, 301)]


@pytest.mark.parametrize("end", [(-10, -10), (-40, 650), (840, -5)])
def test_a_drag_beside_the_image_draws_nothing(qtbot: QtBot, end: tuple[int, int]):
    bench = Bench(qtbot)
    bench.tool.set_mode(Mode.NEW)
    start = (840, 640) if end[0] > 800 else (-40, -40)
    bench.drag(start, end)
    assert not bench.editor.panels
    bench.drag((-40, -40), (100, 100))
    assert [panel.box for panel in bench.editor.panels] == [Box(0, 0, 100, 100)]


def test_beside_the_boxes_the_drag_is_left_to_the_canvas(qtbot: QtBot):
    bench = Bench(qtbot, boxes(Box(100, 100, 300, 300)))
    bench.editor.select(0)
    bench.drag((500, 500), (520, 520), (560, 560))
    assert bench.editor.selected is None
    assert bench.editor.history.undo_steps == 0


def test_the_selected_boxs_edge_goes_before_a_smaller_box_under_it(qtbot: QtBot):
    bench = Bench(qtbot, boxes(Box(100, 100, 400, 400), Box(380, 200, 480, 300)))
    bench.editor.select(0)
    bench.drag((400, 250), (420, 250), (430, 250))
    assert bench.editor.boxes == [Box(100, 100, 430, 400), Box(380, 200, 480, 300)]


def test_a_box_is_an_outline_with_casing_and_is_never_filled(qtbot: QtBot):
    bench = Bench(qtbot, boxes(Box(100, 100, 300, 300)))
    line, inside = bench.pixel(100, 200), bench.pixel(200, 200)
    image = bench.canvas.grab().toImage()
    row = [image.pixelColor(bench.at(100, 200) + QPoint(step, 0)).name().upper() for step in range(-3, 4)]
    assert line.name().upper() == tokens()["panels"]["colours"][0]
    assert inside == QColor(Qt.GlobalColor.black)
    assert tokens()["panels"]["casing"] in row


def test_colour_and_dash_follow_the_letter_and_repeat_after_the_eighth():
    letters = [colour_and_dash(Panel(Box(0, 0, 1, 1), letter), 0) for letter in "abcdefghi"]
    assert len({(colour.name(), tuple(dash)) for colour, dash in letters}) == 8
    assert letters[8] == letters[0]
    assert colour_and_dash(Panel(Box(0, 0, 1, 1), "common"), 2) == letters[2]


def test_handles_are_hidden_on_a_box_that_is_small_on_the_screen(qtbot: QtBot):
    bench = Bench(qtbot, boxes(Box(100, 100, 130, 130), Box(300, 100, 500, 300)))
    corners = []
    for at, box in enumerate(bench.editor.boxes):
        bench.editor.select(at)
        image = bench.canvas.grab().toImage()
        corner = bench.at(box.x1, box.y1)
        corners.append(image.pixelColor(corner + QPoint(1, 1)).name())
    assert corners[1] == QColor(tokens()["panels"]["plate"]).name()
    assert corners[0] != corners[1]


def test_the_active_edge_lies_on_the_figure_in_its_own_colour(qtbot: QtBot):
    bench = Bench(qtbot, boxes(Box(100, 100, 300, 300)))
    bench.editor.select(0)
    bench.editor.pick_edge(Edge.RIGHT)
    assert bench.pixel(300, 150).name().upper() == tokens()["panels"]["edge"]
    assert bench.pixel(100, 150).name().upper() == tokens()["panels"]["colours"][0]


def test_dragging_one_box_of_a_thousand_paints_the_others_once(qtbot: QtBot):
    many = boxes(*(Box(x * 20, y * 24, x * 20 + 18, y * 24 + 22) for y in range(25) for x in range(40)))
    bench = Bench(qtbot, many)
    bench.press(410, 300)
    bench.move(420, 310)
    bench.paint()
    painted = bench.painter.layers_painted
    for step in range(30):
        bench.move(420 + step, 310)
        bench.paint()
    assert bench.painter.layers_painted == painted
    bench.release(449, 310)
    bench.editor.arrow(1, 0)
    bench.paint()
    assert bench.painter.layers_painted == painted
    bench.editor.select(None)
    bench.paint()
    assert bench.painter.layers_painted == painted + 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_boxes_look_the_same_in_both_themes(qtbot: QtBot, scheme: str):
    bench = Bench(qtbot, boxes(Box(100, 100, 300, 300)))
    bench.theme.choose(scheme)
    assert bench.pixel(100, 200).name().upper() == tokens()["panels"]["colours"][0]
