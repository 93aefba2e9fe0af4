"""The toolbar shows and changes what the canvas does, and fits every width without cutting a word."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from auditor.ui.canvas.adjust import NEUTRAL, Adjustment
from auditor.ui.canvas.figure import FigureCanvas
from auditor.ui.canvas.images import load_figure
from auditor.ui.canvas.toolbar import CanvasToolbar
from auditor.ui.shortcuts import Stroke
from auditor.ui.theme import Theme
from tests.auditor.ui.pictures import corners, save


class Desk:
    def __init__(self, qtbot: QtBot) -> None:
        self.theme = Theme("light")
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.canvas = FigureCanvas(self.theme)
        self.bar = CanvasToolbar(self.theme, self.canvas)
        column = QVBoxLayout(self.window)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        column.addWidget(self.bar)
        column.addWidget(self.canvas, 1)
        self.window.resize(832, 616)
        self.window.show()
        qtbot.waitExposed(self.window)


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    return Desk(qtbot)


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def test_buttons_zoom_and_the_number_follows(desk: Desk, tmp_path: Path):
    desk.canvas.show_figure(1, load_figure(save(corners((2000, 1500)), tmp_path / "a.png")))
    assert desk.bar.percent.text() == "34 %"
    assert desk.bar.fit.isChecked()
    click(desk.bar.larger)
    assert desk.bar.percent.text() == "40 %"
    assert not desk.bar.fit.isChecked()
    click(desk.bar.natural)
    assert desk.bar.percent.text() == "100 %"
    click(desk.bar.smaller)
    assert desk.bar.percent.text() == "80 %"
    click(desk.bar.fit)
    assert desk.bar.percent.text() == "34 %"
    click(desk.bar.fit)
    assert desk.bar.fit.isChecked()


def test_looks_follow_their_keys(desk: Desk):
    desk.canvas.press(Stroke("M"))
    assert desk.bar.magnifier.isChecked()
    click(desk.bar.magnifier)
    assert not desk.canvas.magnifier.on
    desk.canvas.press(Stroke("T"))
    assert desk.bar.background.toolTip() == "Transparent parts: grey (T)"


def test_brightness_and_contrast_open_by_key_and_change_what_is_shown(desk: Desk):
    desk.canvas.press(Stroke("B"))
    panel = desk.bar.panel
    assert panel.isVisible()
    assert desk.bar.adjust.isChecked()
    panel.brightness.setValue(30)
    panel.contrast.setValue(-10)
    assert desk.canvas.adjustment == Adjustment(30, -10)
    desk.canvas.invert()
    assert (panel.brightness.value(), panel.contrast.value()) == (30, -10)
    click(panel.reset)
    assert desk.canvas.adjustment == NEUTRAL
    assert panel.brightness.value() == 0
    desk.canvas.press(Stroke("B"))
    assert not panel.isVisible()
    assert not desk.bar.adjust.isChecked()


def test_an_adjusted_figure_stays_marked_after_the_panel_is_closed(desk: Desk):
    desk.canvas.adjust(Adjustment(contrast=20))
    assert desk.bar.adjust.isChecked()
    desk.canvas.adjust(NEUTRAL)
    assert not desk.bar.adjust.isChecked()


def test_stretched_values_are_named_while_such_a_figure_is_shown(desk: Desk, tmp_path: Path):
    deep = Image.fromarray(np.arange(64, dtype=np.uint16).reshape(8, 8))
    desk.canvas.show_figure(1, load_figure(save(deep, tmp_path / "deep.png")))
    assert desk.bar.stretched.isVisible()
    desk.canvas.show_figure(2, load_figure(save(corners(), tmp_path / "plain.png")))
    assert not desk.bar.stretched.isVisible()


def test_full_screen_is_asked_for_and_shown(qtbot: QtBot, desk: Desk):
    with qtbot.waitSignal(desk.bar.full_screen_wanted):
        click(desk.bar.full_screen)
    desk.bar.set_full_screen(on=True)
    assert desk.bar.full_screen.accessibleName() == "Leave full screen"
    desk.bar.set_full_screen(on=False)
    assert desk.bar.full_screen.accessibleName() == "Full screen"


@pytest.mark.parametrize("text_size", [100, 200])
def test_a_narrow_bar_drops_the_hint_and_nothing_else(desk: Desk, text_size: int):
    desk.theme.choose(text_size=text_size)
    desk.window.resize(1400, 616)
    QApplication.processEvents()
    assert desk.bar.hint.isVisible()
    assert not desk.bar.hint.elided
    desk.window.resize(desk.window.minimumSizeHint().width(), 400)
    QApplication.processEvents()
    assert not desk.bar.hint.isVisible()
    assert desk.bar.full_screen.geometry().right() < desk.bar.width()
    assert not desk.bar.percent.elided
    assert desk.bar.minimumSizeHint().width() < (520 if text_size == 100 else 900)


def test_every_control_has_a_name_and_a_size_to_hit(desk: Desk):
    bar = desk.bar
    for control in (bar.fit, bar.smaller, bar.larger, bar.natural, bar.magnifier, bar.adjust, bar.background):
        assert control.accessibleName()
        assert control.height() >= 32
        assert control.width() >= 32


def test_the_magnifier_can_stand_elsewhere(qtbot: QtBot, desk: Desk):
    bar = CanvasToolbar(desk.theme, desk.canvas, magnifier=False)
    qtbot.addWidget(bar)
    assert bar.magnifier.isHidden()
    assert not bar.adjust.isHidden()
