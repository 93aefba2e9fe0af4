"""Panels drawn over a figure: outlines with colour, dash and letter, handles of the selected one, never a fill.

What does not move is painted once into a layer and blitted, so that dragging one box among a thousand costs one box.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from auditor.boxes.edits import Edge, edge_value
from auditor.boxes.panels import Panel
from auditor.ui.theme import Theme, tokens
from pipeline.geometry import Box

LINE, LINE_SELECTED, LINE_EDGE, CASING = 2.0, 3.0, 5.0, 2.0  # screen px; the casing lies on either side
CORNER, MIDDLE = 9.0, 7.0  # handles
HANDLES_FROM = 40.0  # screen px of a box's smaller side
PLATES_FROM = 24.0
PLATE_HEIGHT, PLATE_PADDING, PLATE_GAP = 22.0, 7.0, 4.0
HANDLES = [
    Edge.LEFT | Edge.TOP,
    Edge.RIGHT | Edge.TOP,
    Edge.LEFT | Edge.BOTTOM,
    Edge.RIGHT | Edge.BOTTOM,
    Edge.LEFT,
    Edge.TOP,
    Edge.RIGHT,
    Edge.BOTTOM,
]
EDGE_WORDS = {Edge.LEFT: "Left", Edge.TOP: "Top", Edge.RIGHT: "Right", Edge.BOTTOM: "Bottom"}


class View(Protocol):
    """What the painter asks of a canvas: where a point of the image lies on the widget."""

    def to_widget(self, point: QPointF, /) -> QPointF:
        """A point of the image in the widget's coordinates."""

    def sheet(self) -> QRectF:
        """Where the whole image lies on the widget."""


@dataclass(frozen=True)
class Shown:
    """What is to be seen: the panels, which one is selected, its active edge, and a box under the hand."""

    panels: Sequence[Panel] = ()
    selected: int | None = None
    edge: Edge = Edge.NONE
    drag: Box | None = None  # in place of the selected panel's box, or a new one when none is selected


def colour_and_dash(panel: Panel, at: int) -> tuple[QColor, list[float]]:
    """Colour and dash of a panel: by its letter, so that they stay when others come and go; else by its place."""
    said = tokens()["panels"]
    number = ascii_lowercase.index(panel.letter) if len(panel.letter) == 1 and panel.letter in ascii_lowercase else at
    turn = number % len(said["colours"])
    return QColor(said["colours"][turn]), [float(length) for length in said["dashes"][turn]]


class BoxPainter:
    """Paints panels in widget coordinates; keep one per canvas, it remembers the layer of boxes that stand still."""

    def __init__(self, theme: Theme, canvas: QWidget, view: View) -> None:
        self._theme = theme
        self._canvas = canvas
        self._view = view
        self._layer = QPixmap()
        self._layer_of: tuple[object, ...] = ()
        self._kept: Sequence[Panel] = ()
        self.layers_painted = 0  # how often the still boxes were painted, for whoever measures

    def paint(self, painter: QPainter, shown: Shown) -> None:
        """All that is to be seen of the panels."""
        painter.drawPixmap(0, 0, self._still(shown))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        panel = None if shown.selected is None else shown.panels[shown.selected]
        if panel is not None and shown.selected is not None:
            colour, _dash = colour_and_dash(panel, shown.selected)
            self._selected(painter, panel, colour, shown)
        elif shown.drag is not None:
            colour, dash = colour_and_dash(Panel(shown.drag), len(shown.panels))
            self._outline(painter, self.rect(shown.drag), colour, dash)

    def rect(self, box: Box) -> QRectF:
        """A box on the widget, its lines in the middle of device pixels."""
        ratio = self._canvas.devicePixelRatioF()
        start, end = (self._view.to_widget(QPointF(x, y)) for x, y in ((box.x0, box.y0), (box.x1, box.y1)))
        left, top, right, bottom = (round(v * ratio) / ratio for v in (start.x(), start.y(), end.x(), end.y()))
        return QRectF(left, top, right - left, bottom - top)

    # --- the boxes that stand still

    def _still(self, shown: Shown) -> QPixmap:
        wanted = (
            shown.selected,
            self._canvas.width(),
            self._canvas.height(),
            self._canvas.devicePixelRatioF(),
            self._view.to_widget(QPointF(0, 0)).toTuple(),
            self._view.to_widget(QPointF(1000, 1000)).toTuple(),
            self._theme.text_size,
        )
        if wanted != self._layer_of or not self._same_others(shown):
            self._paint_layer(shown)
            self._layer_of = wanted
        self._kept = shown.panels
        return self._layer

    def _same_others(self, shown: Shown) -> bool:
        """Whether no panel but the selected one differs from those in the layer."""
        if shown.panels is self._kept:
            return True
        if len(shown.panels) != len(self._kept):
            return False
        pairs = enumerate(zip(shown.panels, self._kept, strict=True))
        return all(new is old or at == shown.selected for at, (new, old) in pairs)

    def _paint_layer(self, shown: Shown) -> None:
        self.layers_painted += 1
        ratio = self._canvas.devicePixelRatioF()
        if self._layer.size() != self._canvas.size() * ratio or self._layer.devicePixelRatio() != ratio:
            self._layer = QPixmap(self._canvas.size() * ratio)
            self._layer.setDevicePixelRatio(ratio)
        self._layer.fill(Qt.GlobalColor.transparent)
        painter = QPainter(self._layer)
        seen = QRectF(self._canvas.rect()).adjusted(-LINE_EDGE, -LINE_EDGE, LINE_EDGE, LINE_EDGE)
        for at, panel in enumerate(shown.panels):
            if at == shown.selected:
                continue
            rect = self.rect(panel.box)
            if rect.intersects(seen):
                self._panel(painter, panel, at, rect)
        painter.end()

    def _panel(self, painter: QPainter, panel: Panel, at: int, rect: QRectF) -> None:
        colour, dash = colour_and_dash(panel, at)
        self._outline(painter, rect, colour, dash)
        self._plate(painter, rect, panel.letter, colour, dash)

    # --- the selected one

    def _selected(self, painter: QPainter, panel: Panel, colour: QColor, shown: Shown) -> None:
        box = shown.drag or panel.box
        rect = self.rect(box)
        self._outline(painter, rect, colour, [], width=LINE_SELECTED)
        self._plate(painter, rect, panel.letter, colour, [])
        if shown.edge is not Edge.NONE:
            self._active_edge(painter, rect, box, shown.edge)
        if min(rect.width(), rect.height()) >= HANDLES_FROM:
            self._handles(painter, rect, colour, shown.edge)

    def _handles(self, painter: QPainter, rect: QRectF, colour: QColor, active: Edge) -> None:
        said = tokens()["panels"]
        for edges in HANDLES:
            side = MIDDLE if edges in EDGE_WORDS else CORNER
            handle = QRectF(0, 0, side, side)
            handle.moveCenter(handle_point(rect, edges))
            filled = edges is active
            painter.setPen(QPen(QColor(said["edge"]) if filled else colour, LINE))
            painter.setBrush(QColor(said["edge"] if filled else said["plate"]))
            painter.drawRect(handle)

    def _active_edge(self, painter: QPainter, rect: QRectF, box: Box, edge: Edge) -> None:
        said = tokens()["panels"]
        ends = {
            Edge.LEFT: (rect.topLeft(), rect.bottomLeft()),
            Edge.TOP: (rect.topLeft(), rect.topRight()),
            Edge.RIGHT: (rect.topRight(), rect.bottomRight()),
            Edge.BOTTOM: (rect.bottomLeft(), rect.bottomRight()),
        }[edge]
        for role, width in (("casing", LINE_EDGE + 2 * CASING), ("edge", LINE_EDGE)):
            painter.setPen(_pen(QColor(said[role]), width))
            painter.drawLine(*ends)
        self._edge_plate(painter, rect, f"{EDGE_WORDS[edge]} edge {edge_value(box, edge):,.0f} px")

    def _edge_plate(self, painter: QPainter, rect: QRectF, text: str) -> None:
        """A dark plate that names the active edge: below the figure, else near the box, where it covers some of it."""
        said = tokens()["panels"]
        font = self._theme.font("secondary", 600)
        metrics = QFontMetricsF(font)
        plate = QRectF(0, 0, metrics.horizontalAdvance(text) + 3 * PLATE_PADDING, metrics.height() + PLATE_PADDING)
        plate.moveCenter(QPointF(rect.center().x(), rect.bottom() + plate.height() / 2 + 3 * PLATE_GAP))
        below = self._view.sheet().bottom() + 1.5 * PLATE_GAP
        if below + plate.height() <= self._canvas.height():
            plate.moveTop(below)
        elif plate.bottom() > self._canvas.height():
            plate.moveBottom(rect.top() - 3 * PLATE_GAP)
        if plate.top() < 0:
            plate.moveBottom(self._canvas.height() - PLATE_GAP)
        plate.moveLeft(max(PLATE_GAP, min(plate.left(), self._canvas.width() - plate.width() - PLATE_GAP)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(said["plate_text"]))
        painter.drawRoundedRect(plate, self._theme.radius("control"), self._theme.radius("control"))
        painter.setFont(font)
        painter.setPen(QColor(said["plate"]))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)

    # --- parts of both

    def _outline(
        self, painter: QPainter, rect: QRectF, colour: QColor, dash: Sequence[float], *, width: float = LINE
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_pen(QColor(tokens()["panels"]["casing"]), width + CASING))
        painter.drawRect(rect)
        painter.setPen(_pen(colour, width, dash))
        painter.drawRect(rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _plate(self, painter: QPainter, rect: QRectF, letter: str, colour: QColor, dash: Sequence[float]) -> None:
        if not letter or min(rect.width(), rect.height()) <= PLATES_FROM:
            return
        said = tokens()["panels"]
        font = self._theme.font("secondary", 600)
        metrics = QFontMetricsF(font)
        width = max(PLATE_HEIGHT, metrics.horizontalAdvance(letter) + 2 * PLATE_PADDING)
        height = max(PLATE_HEIGHT, metrics.height() + 4)
        plate = QRectF(rect.right() - width - PLATE_GAP, rect.top() + PLATE_GAP, width, height)
        radius = self._theme.radius("cap")
        painter.setPen(_pen(colour, 1.5, dash))
        painter.setBrush(QColor(said["plate"]))
        painter.drawRoundedRect(plate, radius, radius)
        painter.setFont(font)
        painter.setPen(QColor(said["plate_text"]))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, letter)


def handle_point(rect: QRectF, edges: Edge) -> QPointF:
    """Where the handle of one edge or corner stands."""
    x = rect.left() if Edge.LEFT in edges else rect.right() if Edge.RIGHT in edges else rect.center().x()
    y = rect.top() if Edge.TOP in edges else rect.bottom() if Edge.BOTTOM in edges else rect.center().y()
    return QPointF(x, y)


def _pen(colour: QColor, width: float, dash: Sequence[float] = ()) -> QPen:
    """A pen whose dash lengths are px, not multiples of its width."""
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if dash:
        pen.setDashPattern([length / width for length in dash])
    return pen
