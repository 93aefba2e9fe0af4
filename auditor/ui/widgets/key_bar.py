"""The bar under the canvas that names the keys of the moment, each a button too; asks short questions in its place.

Its own row is always equally high. A question that needs more rows grows upwards over the canvas: nothing moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from auditor.ui.shortcuts import Caps
from auditor.ui.theme import Theme
from auditor.ui.widgets.key_button import KeyButton
from auditor.ui.widgets.slots import Ground
from auditor.ui.widgets.text import Label

MARGIN, GAP = 16, 8


@dataclass(frozen=True)
class KeyHint:
    """One key with its words; `action` is said when the button is pressed."""

    key: str
    word: str
    action: str


class KeyBar(Ground):
    """Hints from the left, the way on at the right; or a question with one button per choice."""

    acted = Signal(str)
    height_changed = Signal()

    def __init__(self, theme: Theme, caps: Caps) -> None:
        super().__init__(theme, "surface", edge="top")
        self._theme, self._caps = theme, caps
        self._hints: tuple[KeyHint, ...] = ()
        self._ways: tuple[KeyHint, ...] = ()
        self._asking = False
        self._question = Label(theme, "", font="body", weight=600)
        self._question.setParent(self)
        self._question.hide()
        self._left: list[KeyButton] = []
        self._right: list[KeyButton] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyle)

    @property
    def asking(self) -> bool:
        """Whether a question stands in the bar."""
        return self._asking

    @property
    def words(self) -> list[str]:
        """What can be read on the bar, from the left."""
        buttons = [button.word for button in (*self._left, *self._right) if not button.isHidden()]
        return [self._question.text(), *buttons] if self._asking else buttons

    def show_keys(self, hints: Sequence[KeyHint], ways: Sequence[KeyHint]) -> None:
        """Name these keys, the ways on at the right."""
        if not self._asking and (tuple(hints), tuple(ways)) == (self._hints, self._ways):
            return
        self._asking = False
        self._fill(hints, ways)

    def ask(self, question: str, choices: Sequence[KeyHint]) -> None:
        """Ask in place of the hints."""
        self._asking = True
        self._question.setText(question)
        self._fill(choices, ())

    def row_height(self) -> int:
        """The height of the bar's own row."""
        return self._theme.size("key_bar")

    def wanted_height(self, width: int) -> int:
        """How high it is at this width: its own row, more only while it asks."""
        rows = self._rows(width) if self._asking else 1
        return self.row_height() + (rows - 1) * (self._theme.size("control") + GAP)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """One row."""
        return QSize(320, self.row_height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Never what keeps a window wide: hints that have no room are left out."""
        return QSize(120, self.row_height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Place the buttons anew."""
        super().resizeEvent(event)
        self._arrange()

    # --- inside

    def _fill(self, hints: Sequence[KeyHint], ways: Sequence[KeyHint]) -> None:
        self._hints, self._ways = tuple(hints), tuple(ways)
        for button in (*self._left, *self._right):
            button.hide()
            button.deleteLater()
        self._left, self._right = [self._button(hint) for hint in hints], [self._button(way) for way in ways]
        self._question.setVisible(self._asking)
        self.height_changed.emit()
        self._arrange()

    def _button(self, hint: KeyHint) -> KeyButton:
        button = KeyButton(self._theme, self._caps, hint.word, key=hint.key)
        button.setParent(self)
        button.clicked.connect(lambda: self.acted.emit(hint.action))
        return button

    def _arrange(self) -> None:
        if self._asking:
            self._flow(self.width(), place=True)
            return
        height = self._theme.size("control")
        top = (self.height() - height) // 2
        right = self.width() - MARGIN
        for button in reversed(self._right):
            right -= button.sizeHint().width()
            button.setGeometry(right, top, button.sizeHint().width(), height)
            button.setVisible(right >= MARGIN)
            right -= GAP
        left = MARGIN - GAP
        for button in self._left:
            width = button.sizeHint().width()
            fits = left + width <= right
            button.setVisible(fits)
            if not fits:
                left = self.width()  # a later, shorter hint does not jump the queue
                continue
            button.setGeometry(left, top, width, height)
            left += width + GAP

    def _rows(self, width: int) -> int:
        return self._flow(width, place=False)

    def _flow(self, width: int, *, place: bool) -> int:
        """Lay question and choices out in rows; gives how many there are."""
        height = self._theme.size("control")
        step = height + GAP
        left, row = MARGIN, 0
        for each in (self._question, *self._left):
            wide = min(each.sizeHint().width(), width - 2 * MARGIN)
            if left > MARGIN and left + wide > width - MARGIN:
                left, row = MARGIN, row + 1
            if place:
                each.setGeometry(left, (self.row_height() - height) // 2 + row * step, wide, height)
                each.show()
            left += wide + GAP
        return row + 1

    def _restyle(self) -> None:
        self.height_changed.emit()
        self.updateGeometry()
        self._arrange()
        self.update()
