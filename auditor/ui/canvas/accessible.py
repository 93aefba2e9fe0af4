"""What a screen reader gets of the canvas: a graphic with a sentence, and one for each part a page draws over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QPoint, QRect, QRectF
from PySide6.QtGui import QAccessible, QAccessibleInterface, QWindow
from PySide6.QtWidgets import QAccessibleWidget, QWidget

if TYPE_CHECKING:
    from auditor.ui.canvas.figure import FigureCanvas

# Qt keeps bare pointers to what the factory made and never says when it is done with one.
_kept: list[QAccessibleInterface] = []
_installed: list[Callable[[str, QObject], QAccessibleInterface | None]] = []


@dataclass(frozen=True)
class Part:
    """One thing on the figure: its name and where it lies, in points of the canvas."""

    name: str
    area: QRectF


class _PartInterface(QAccessibleInterface):
    """A part by its number; the same object serves whatever part has that number."""

    def __init__(self, canvas: FigureCanvas, number: int) -> None:
        super().__init__()
        self._canvas = canvas
        self._number = number

    def isValid(self) -> bool:  # noqa: N802 - Qt's name
        return self._number < len(self._canvas.parts())

    def object(self) -> QObject:
        return cast("QObject", None)  # a part is no widget

    def window(self) -> QWindow:
        return self._canvas.window().windowHandle()

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Graphic

    def state(self) -> QAccessible.State:
        return QAccessible.State()

    def text(self, kind: QAccessible.Text) -> str:
        return self._canvas.parts()[self._number].name if kind == QAccessible.Text.Name and self.isValid() else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:  # noqa: N802 - Qt's name
        del kind, text  # a reader names nothing

    def rect(self) -> QRect:
        area = self._canvas.parts()[self._number].area.toAlignedRect() if self.isValid() else QRect()
        return QRect(self._canvas.mapToGlobal(area.topLeft()), area.size())

    def parent(self) -> QAccessibleInterface:
        return QAccessible.queryAccessibleInterface(self._canvas)

    def child(self, index: int) -> QAccessibleInterface:
        del index
        return cast("QAccessibleInterface", None)

    def childAt(self, x: int, y: int) -> QAccessibleInterface:  # noqa: N802 - Qt's name
        del x, y
        return cast("QAccessibleInterface", None)

    def childCount(self) -> int:  # noqa: N802 - Qt's name
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802 - Qt's name
        del child
        return -1

    @property
    def number(self) -> int:
        """Which part it is."""
        return self._number


class _CanvasInterface(QAccessibleWidget):
    """The canvas: its own widgets first, then the parts."""

    def __init__(self, canvas: FigureCanvas) -> None:
        super().__init__(canvas, QAccessible.Role.Graphic)
        self._canvas = canvas
        self._parts: list[_PartInterface] = []

    def childCount(self) -> int:  # noqa: N802 - Qt's name
        return super().childCount() + len(self._canvas.parts())

    def child(self, index: int) -> QAccessibleInterface:
        own = super().childCount()
        return super().child(index) if index < own else self._part(index - own)

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802 - Qt's name
        if isinstance(child, _PartInterface):
            return super().childCount() + child.number
        return super().indexOfChild(child)

    def childAt(self, x: int, y: int) -> QAccessibleInterface:  # noqa: N802 - Qt's name
        point = self._canvas.mapFromGlobal(QPoint(x, y))
        under = [at for at, part in enumerate(self._canvas.parts()) if part.area.contains(point)]
        if not under:
            return super().childAt(x, y)
        sizes = [part.area.width() * part.area.height() for part in self._canvas.parts()]
        return self._part(min(under, key=lambda at: sizes[at]))

    def _part(self, number: int) -> _PartInterface:
        while len(self._parts) <= number:
            self._parts.append(_PartInterface(self._canvas, len(self._parts)))
        return self._parts[number]


def no_parts() -> Sequence[Part]:
    """Nothing lies on the figure."""
    return ()


def install() -> None:
    """Have Qt ask here for what a canvas is; once per process."""
    if _installed:
        return

    def factory(_kind: str, thing: QObject) -> QAccessibleInterface | None:
        from auditor.ui.canvas.figure import FigureCanvas

        if not isinstance(thing, QWidget) or not isinstance(thing, FigureCanvas):
            return None
        made = _CanvasInterface(thing)
        _kept.append(made)
        return made

    _installed.append(factory)
    QAccessible.installFactory(factory)
