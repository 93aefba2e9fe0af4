"""The pointer on the panels: a drag draws, moves or resizes, a click selects; one gesture is one step."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent

from auditor.boxes.editor import Editor
from auditor.boxes.edits import Edge, drawn, moved, resized
from auditor.boxes.hit import Hit, hits, next_hit
from auditor.ui.canvas.boxes import Shown
from pipeline.geometry import Box

THRESHOLD = 4.0  # screen px between a click and a drag
_DIAGONAL_DOWN, _DIAGONAL_UP = Qt.CursorShape.SizeFDiagCursor, Qt.CursorShape.SizeBDiagCursor
CURSORS = {
    Edge.NONE: Qt.CursorShape.SizeAllCursor,
    Edge.LEFT: Qt.CursorShape.SizeHorCursor,
    Edge.RIGHT: Qt.CursorShape.SizeHorCursor,
    Edge.TOP: Qt.CursorShape.SizeVerCursor,
    Edge.BOTTOM: Qt.CursorShape.SizeVerCursor,
    Edge.LEFT | Edge.TOP: _DIAGONAL_DOWN,
    Edge.RIGHT | Edge.BOTTOM: _DIAGONAL_DOWN,
    Edge.RIGHT | Edge.TOP: _DIAGONAL_UP,
    Edge.LEFT | Edge.BOTTOM: _DIAGONAL_UP,
}


class Mode(StrEnum):
    """What a drag does: work on the boxes that are there, or draw a new one."""

    SELECT = "select"
    NEW = "new"


class Sheet(Protocol):
    """What the tool asks of a canvas."""

    @property
    def scale(self) -> float:
        """Widget pixels per image pixel."""

    def update(self) -> None:
        """Paint again."""

    def setCursor(self, cursor: Qt.CursorShape, /) -> None:  # noqa: N802 - Qt's name
        """Show this cursor over the canvas."""

    def unsetCursor(self) -> None:  # noqa: N802 - Qt's name
        """Show the canvas's own cursor."""


class BoxTool:
    """Takes the canvas's presses, moves and releases; without an editor it takes none.

    `touched` is called when the selection or the box under the hand differs, `drawn` after a new box was made.
    """

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self.editor: Editor | None = None
        self.enabled = True  # what cannot be saved is not to grow
        self.mode = Mode.SELECT
        self.touched: Callable[[], object] = lambda: None
        self.drawn: Callable[[], object] = lambda: None
        self.drag: Box | None = None
        self._pressed: tuple[QPointF, QPointF] | None = None  # on the widget, on the image
        self._grip: Hit | None = None
        self._cycle = False

    @property
    def shown(self) -> Shown:
        """What is to be painted now."""
        if self.editor is None:
            return Shown()
        fresh = self.drag is not None and self._grip is None
        return Shown(self.editor.panels, None if fresh else self.editor.selected, self.editor.edge, self.drag)

    @property
    def busy(self) -> bool:
        """Whether a gesture is under way."""
        return self._pressed is not None

    def set_editor(self, editor: Editor | None) -> None:
        """Work on another figure's panels, or on none; a gesture under way is dropped."""
        self.cancel()
        self.editor = editor
        self._sheet.update()

    def set_mode(self, mode: Mode) -> None:
        """Say what a drag does."""
        self.cancel()
        self.mode = mode
        if mode is Mode.NEW:
            self._sheet.setCursor(Qt.CursorShape.CrossCursor)
        else:
            self._sheet.unsetCursor()

    def cancel(self) -> bool:
        """Drop the gesture under way; False when there is none."""
        if self._pressed is None:
            return False
        self._pressed = self._grip = self.drag = None
        self._sheet.update()
        self.touched()
        return True

    # --- what the canvas hands on

    def press(self, event: QMouseEvent, point: QPointF) -> bool:
        """A button goes down."""
        if self.editor is None or not self.enabled or event.button() is not Qt.MouseButton.LeftButton:
            return False
        if self.mode is Mode.NEW:
            self._grip = None
        else:
            found = self._found(point)
            if not found:
                self._select(None)
                return False  # beside all boxes the drag is the canvas's own
            at = [hit.at for hit in found]
            self._cycle = self.editor.selected in at
            if not self._cycle:
                self._select(next_hit(found, None))
            self._grip = self._gripped(found)
        self._pressed = (event.position(), point)
        return True

    def move(self, event: QMouseEvent, point: QPointF) -> bool:
        """The pointer moves, with or without a button."""
        if self.editor is None or not self.enabled:
            return False
        if self._pressed is None:
            self._hover(point)
            return False
        start, origin = self._pressed
        if self.drag is None and (event.position() - start).manhattanLength() < THRESHOLD:
            return True
        self.drag = self._dragged(self.editor, origin, point)
        self._sheet.update()
        self.touched()
        return True

    def release(self, event: QMouseEvent, point: QPointF) -> bool:
        """The button goes up: the gesture is one step, or a click."""
        if self.editor is None or self._pressed is None or event.button() is not Qt.MouseButton.LeftButton:
            return False
        grip, box, cycle = self._grip, self.drag, self._cycle
        self._pressed = self._grip = self.drag = None
        if box is None:
            if grip is not None and cycle:
                self._select(next_hit(self._found(point), self.editor.selected))
        elif grip is None:
            if self.editor.draw(box):
                self.drawn()
        else:
            self.editor.put(grip.at, box)
        self._sheet.update()
        self.touched()
        return True

    # --- inside

    def _found(self, point: QPointF) -> list[Hit]:
        return [] if self.editor is None else hits(self.editor.boxes, (point.x(), point.y()), self._sheet.scale)

    def _gripped(self, found: list[Hit]) -> Hit:
        """What a drag takes: an edge of the selected box first, then the smallest box here."""
        own = None if self.editor is None else next((hit for hit in found if hit.at == self.editor.selected), None)
        return own if own is not None and own.edges is not Edge.NONE else found[0]

    def _dragged(self, editor: Editor, origin: QPointF, point: QPointF) -> Box | None:
        by = point - origin
        if self._grip is None:
            if _beside(origin, point, editor.size):
                return None
            return drawn((origin.x(), origin.y()), (point.x(), point.y()), editor.size)
        if editor.selected != self._grip.at:
            editor.select(self._grip.at)
        box = editor.panels[self._grip.at].box
        if self._grip.edges is Edge.NONE:
            return moved(box, by.x(), by.y(), editor.size)
        return resized(box, self._grip.edges, (by.x(), by.y()), editor.size)

    def _hover(self, point: QPointF) -> None:
        if self.mode is Mode.NEW:
            self._sheet.setCursor(Qt.CursorShape.CrossCursor)
            return
        found = self._found(point)
        if found:
            self._sheet.setCursor(CURSORS[self._gripped(found).edges])
        else:
            self._sheet.unsetCursor()

    def _select(self, at: int | None) -> None:
        if self.editor is not None and at != self.editor.selected:
            self.editor.select(at)
            self._sheet.update()
            self.touched()


def _beside(start: QPointF, end: QPointF, size: tuple[int, int]) -> bool:
    """Whether a drag touches nothing of the image, from its beginning to its end."""
    across, down = sorted((start.x(), end.x())), sorted((start.y(), end.y()))
    return across[1] <= 0 or across[0] >= size[0] or down[1] <= 0 or down[0] >= size[1]
