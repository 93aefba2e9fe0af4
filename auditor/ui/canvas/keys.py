"""The keys of the canvas, by their place on the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QApplication

from auditor.ui.shortcuts import Stroke

if TYPE_CHECKING:
    from auditor.ui.canvas.figure import FigureCanvas
    from auditor.ui.canvas.pointer import Pointer

KEYS = (
    ("F", "Fit the figure"),
    ("X", "One pixel of the figure per pixel of the screen"),
    ("Minus", "Smaller"),
    ("Equal", "Larger"),
    ("M", "Magnifier"),
    ("B", "Brightness and contrast"),
    ("I", "Invert"),
    ("T", "What lies under transparent parts"),
)
PAN = 0.15  # of the canvas, per press of an arrow
_ARROWS = {"Left": (1, 0), "Right": (-1, 0), "Up": (0, 1), "Down": (0, -1)}


def press(canvas: FigureCanvas, pointer: Pointer, stroke: Stroke) -> bool:
    """Do what a key means on the canvas; False when it means nothing there or what has the focus wants it."""
    if not stroke.plain or stroke.shift:
        return False
    if stroke.key in _ARROWS or stroke.key == "Space":
        return _press_with_focus(canvas, pointer, stroke)
    action = _actions(canvas).get(next((key for key, _name in KEYS if stroke.means(key)), ""))
    if action is None:
        return False
    if not stroke.repeat or stroke.means("Minus") or stroke.means("Equal"):
        action()
    return True


def _press_with_focus(canvas: FigureCanvas, pointer: Pointer, stroke: Stroke) -> bool:
    """Arrows and Space, which a slider or a button that has the focus wants for itself."""
    focus = QApplication.focusWidget()
    if stroke.key in _ARROWS:
        across, down = _ARROWS[stroke.key]
        wanted = isinstance(focus, QAbstractSlider)
        return not wanted and canvas.pan(across * PAN * canvas.width(), down * PAN * canvas.height())
    if isinstance(focus, QAbstractButton) or not canvas.underMouse():
        return False
    pointer.hold_space()
    return True


def _actions(canvas: FigureCanvas) -> dict[str, Callable[[], object]]:
    return {
        "F": canvas.fit,
        "X": canvas.one_to_one,
        "Minus": lambda: canvas.zoom(larger=False),
        "Equal": lambda: canvas.zoom(larger=True),
        "M": canvas.toggle_magnifier,
        "B": canvas.adjust_wanted.emit,
        "I": canvas.invert,
        "T": canvas.next_background,
    }
