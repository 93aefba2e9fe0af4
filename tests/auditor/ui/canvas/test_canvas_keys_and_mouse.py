"""Keys and mouse on the canvas: what it takes for itself, what goes to the page's tool, and what passes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QSlider
from pytestqt.qtbot import QtBot

from auditor.ui.canvas.figure import FigureCanvas
from auditor.ui.canvas.images import Figure
from auditor.ui.shortcuts import Stroke


def test_the_keys_of_the_canvas_work_and_others_pass(canvas: FigureCanvas, figure: Figure):
    canvas.show_figure(1, figure)
    assert canvas.press(Stroke("X"))
    assert canvas.percent == 100
    assert canvas.press(Stroke("Equal"))
    assert canvas.press(Stroke("PadPlus"))
    assert canvas.percent == 150
    assert canvas.press(Stroke("PadMinus"))
    assert canvas.percent == 125
    assert canvas.press(Stroke("F"))
    assert canvas.view.fitted
    assert canvas.press(Stroke("I"))
    assert canvas.adjustment.inverted
    assert canvas.press(Stroke("I", repeat=True))
    assert canvas.adjustment.inverted
    assert canvas.press(Stroke("T"))
    assert canvas.background == "grey"
    for other in (Stroke("1"), Stroke("Tab"), Stroke("F", ctrl=True), Stroke("X", shift=True), Stroke("Enter")):
        assert not canvas.press(other)


def test_arrows_pan_what_is_larger_than_the_canvas_only(canvas: FigureCanvas, figure: Figure):
    canvas.show_figure(1, figure)
    assert not canvas.press(Stroke("Right"))
    canvas.one_to_one()
    before = canvas.view.left
    assert canvas.press(Stroke("Right"))
    assert canvas.view.left == before - 60


def test_arrows_and_space_are_left_to_what_has_the_focus(qtbot: QtBot, canvas: FigureCanvas, figure: Figure):
    slider = QSlider(canvas)
    button = QPushButton(canvas)
    canvas.show_figure(1, figure)
    canvas.one_to_one()
    for widget, key in ((slider, "Left"), (button, "Space")):
        widget.show()
        widget.setFocus()
        qtbot.waitUntil(widget.hasFocus)
        assert not canvas.press(Stroke(key))


def drag(canvas: FigureCanvas, start: QPoint, end: QPoint, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
    QTest.mousePress(canvas, button, Qt.KeyboardModifier.NoModifier, start)
    moved = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(end),
        QPointF(canvas.mapToGlobal(end)),
        button,
        button,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(canvas, moved)
    QTest.mouseRelease(canvas, button, Qt.KeyboardModifier.NoModifier, end)


class Recorder:
    def __init__(self, *, takes: bool) -> None:
        self.takes = takes
        self.seen: list[tuple[str, float, float]] = []

    def _note(self, what: str, point: QPointF) -> bool:
        self.seen.append((what, point.x(), point.y()))
        return self.takes

    def press(self, event: QMouseEvent, point: QPointF) -> bool:
        del event
        return self._note("press", point)

    def move(self, event: QMouseEvent, point: QPointF) -> bool:
        del event
        return self._note("move", point)

    def release(self, event: QMouseEvent, point: QPointF) -> bool:
        del event
        return self._note("release", point)


def test_a_drag_pans_a_figure_larger_than_the_canvas(canvas: FigureCanvas, figure: Figure):
    canvas.show_figure(1, figure)
    canvas.one_to_one()
    left, top = canvas.view.left, canvas.view.top
    drag(canvas, QPoint(200, 150), QPoint(170, 160))
    assert (canvas.view.left, canvas.view.top) == (left - 30, top + 10)


def test_a_tool_gets_points_of_the_figure_and_keeps_the_canvas_still(canvas: FigureCanvas, figure: Figure):
    tool = Recorder(takes=True)
    canvas.show_figure(1, figure)
    canvas.one_to_one()
    canvas.set_tool(tool)
    left, top = canvas.view.left, canvas.view.top
    drag(canvas, QPoint(200, 150), QPoint(170, 160))
    assert (canvas.view.left, canvas.view.top) == (left, top)
    assert tool.seen == [
        ("press", 200 - left, 150 - top),
        ("move", 170 - left, 160 - top),
        ("release", 170 - left, 160 - top),
    ]


def test_what_a_tool_does_not_want_pans(canvas: FigureCanvas, figure: Figure):
    canvas.show_figure(1, figure)
    canvas.one_to_one()
    canvas.set_tool(Recorder(takes=False))
    left = canvas.view.left
    drag(canvas, QPoint(200, 150), QPoint(180, 150))
    assert canvas.view.left == left - 20


def test_space_and_the_middle_button_pan_past_a_tool(
    canvas: FigureCanvas, figure: Figure, monkeypatch: pytest.MonkeyPatch
):
    tool = Recorder(takes=True)
    canvas.show_figure(1, figure)
    canvas.one_to_one()
    canvas.set_tool(tool)
    left = canvas.view.left
    drag(canvas, QPoint(200, 150), QPoint(180, 150), Qt.MouseButton.MiddleButton)
    assert canvas.view.left == left - 20
    monkeypatch.setattr(canvas, "underMouse", lambda: True)
    assert canvas.press(Stroke("Space"))
    drag(canvas, QPoint(200, 150), QPoint(190, 150))
    assert canvas.view.left == left - 30
    assert tool.seen == []
    QTest.keyRelease(canvas, Qt.Key.Key_Space)
    drag(canvas, QPoint(200, 150), QPoint(190, 150))
    assert canvas.view.left == left - 30
    assert [what for what, _x, _y in tool.seen] == ["press", "move", "release"]


def test_the_wheel_zooms_where_the_pointer_is(canvas: FigureCanvas, figure: Figure):
    canvas.show_figure(1, figure)
    canvas.one_to_one()
    at = QPointF(120, 90)
    before = canvas.to_image(at)
    turn = QWheelEvent(
        at,
        QPointF(canvas.mapToGlobal(at.toPoint())),
        QPoint(),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(canvas, turn)
    assert canvas.percent == pytest.approx(156.25)
    after = canvas.to_image(at)
    assert (after.x(), after.y()) == pytest.approx((before.x(), before.y()), abs=0.5)
