"""Working the Panels page as the window does: keys, drags, and what became of them in the database."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from auditor.audits.desk_boxes import BoxState, box_history
from auditor.ui.desk import PageName, Place
from auditor.ui.pages.panels import PanelsPage
from auditor.ui.shortcuts import Stroke
from pipeline.workspace import open_workspace
from tests.helpers.desk import Seat

CAMPAIGN = "spring"
COUNT = 4  # figures in the project of `box_project`


class Sitting:
    """The page on show, and hands on it."""

    def __init__(self, seat: Seat, qtbot: QtBot) -> None:
        self.seat, self.qtbot = seat, qtbot
        self.page = PanelsPage(seat.desk)
        for widget in (self.page, self.page.header_part(), self.page.status_part()):
            qtbot.addWidget(widget)
        self.page.resize(1200, 700)
        self.page.show()

    def enter(self) -> None:
        self.page.enter(Place(PageName.PANELS, CAMPAIGN))
        self.wait_figure(0)

    def wait_figure(self, at: int) -> None:
        self.qtbot.waitUntil(lambda: self.at == at and self.page.figure.seen and self.page.work.tool.enabled)

    def wait_saved(self, states: int | None = None) -> None:
        self.qtbot.waitUntil(lambda: self.page.saver.idle)
        if states is not None:
            assert len(self.saved()) == states

    @property
    def at(self) -> int | None:
        return None if self.page.session is None else self.page.session.at

    @property
    def editor(self) -> Any:
        return self.page.work.editor

    def key(self, name: str, *, text: str = "", repeat: bool = False) -> bool:
        *modifiers, key = name.split("+")
        stroke = Stroke(
            key, ctrl="Ctrl" in modifiers, shift="Shift" in modifiers, alt="Alt" in modifiers, text=text, repeat=repeat
        )
        return self.page.press(stroke)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        canvas = self.page.view.canvas
        points = [canvas.to_widget(QPointF(*point)).toPoint() for point in (start, end)]
        middle = QPoint((points[0].x() + points[1].x()) // 2, (points[0].y() + points[1].y()) // 2)
        QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=points[0])
        QTest.mouseMove(canvas, middle)
        QTest.mouseMove(canvas, points[1])
        QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=points[1])

    def draw(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.key("2")
        self.drag(start, end)
        self.close_field()

    def close_field(self) -> None:
        if self.page.view.pane.panels.editing:
            QTest.keyClick(self.field, Qt.Key.Key_Return)
            self.qtbot.waitUntil(lambda: not self.page.view.pane.panels.editing)

    @property
    def field(self) -> QLineEdit:
        """The letter field that is open; closed ones go a little later."""
        return self.page.view.pane.panels.findChildren(QLineEdit)[-1]

    def saved(self, at: int = 0) -> tuple[BoxState, ...]:
        assert self.page.session is not None
        with open_workspace(self.seat.folder) as workspace:
            return workspace.read(box_history, self.page.session.ids[at])

    def state_of(self, at: int) -> str:
        return self.seat.places(CAMPAIGN)[at].state.value

    @property
    def said(self) -> str:
        return self.seat.said[-1][0]
