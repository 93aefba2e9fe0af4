"""The bar over the canvas: fit, zoom, looks, a hint, and full screen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from auditor.ui.canvas.adjust import Adjustment
from auditor.ui.canvas.adjust_panel import AdjustPanel
from auditor.ui.canvas.figure import FigureCanvas
from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button, IconButton
from auditor.ui.widgets.cards import hairline
from auditor.ui.widgets.text import Label

HINT = "Space or drag to pan, wheel to zoom"
STRETCHED = "Stretched"
STRETCHED_WHY = (
    "The values of this figure are finer than a screen shows. The darkest is shown black, the lightest white."
)
_BACKGROUND = {
    "white": "Transparent parts: white",
    "grey": "Transparent parts: grey",
    "checker": "Transparent parts: checked",
}


class _Natural(Button):
    """The words "1:1" among icons: in their colour, marked while it is so."""

    def _words_role(self) -> str:
        return "accent_ink" if self.isChecked() else "text"


class CanvasToolbar(QWidget):
    """Shows and changes how the canvas looks at its figure; `full_screen_wanted` is the window's business."""

    full_screen_wanted = Signal()

    def __init__(self, theme: Theme, canvas: FigureCanvas, *, magnifier: bool = True) -> None:
        super().__init__()
        self._theme, self._canvas, self._own = theme, canvas, canvas
        self.fit = IconButton(theme, "fit", "Fit the figure", key="F", checkable=True)
        self.smaller = IconButton(theme, "minus", "Smaller", key="−")
        self.percent = Label(theme, "100 %", weight=500)
        self.larger = IconButton(theme, "plus", "Larger", key="=")
        self.natural = _Natural(theme, "1:1", kind="quiet")
        self.natural.setCheckable(True)
        self.magnifier = IconButton(theme, "magnifier", "Magnifier", key="M", checkable=True)
        self.adjust = IconButton(theme, "adjust", "Brightness and contrast", key="B", checkable=True)
        self.background = IconButton(theme, "background", _BACKGROUND["white"], key="T")
        self.stretched = Label(theme, STRETCHED, font="secondary", weight=500)
        self.hint = Label(theme, HINT, font="secondary", role="muted")
        self.full_screen = IconButton(theme, "fullscreen", "Full screen", key="F11")
        self.panel = AdjustPanel(theme, canvas)
        self._with_magnifier = magnifier
        self._say()
        self._lay_out()
        self._connect()
        self._follow()

    def set_hint(self, text: str) -> None:
        """Say something else at the right of the bar."""
        self.hint.setText(text)
        self._make_room()

    def look_at(self, other: FigureCanvas | None, hint: str = "") -> None:
        """Serve another canvas that lies over the own one, with its hint; None for the own one again."""
        if self._canvas is not self._own:
            self._canvas.view_changed.disconnect(self._follow)
        self._canvas = self._own if other is None else other
        if other is not None:
            other.view_changed.connect(self._follow)
        self.adjust.setVisible(other is None)  # its panel is for figures
        self.set_hint(hint or HINT)
        self._follow()

    def set_full_screen(self, *, on: bool) -> None:
        """The window is in full screen now, or no longer."""
        name = "Leave full screen" if on else "Full screen"
        self.full_screen.set_icon("fullscreen-leave" if on else "fullscreen", name)

    def toggle_adjust(self) -> None:
        """Show or hide brightness and contrast."""
        self.panel.toggle()
        self.adjust.setChecked(self.panel.isVisible())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The bar's ground and the line below it."""
        del event
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.colour("surface"))
            painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.colour("border"))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Drop the hint where it would be cut."""
        super().resizeEvent(event)
        self._make_room()

    def _say(self) -> None:
        self.natural.setAccessibleName("1:1")
        self.natural.setAccessibleDescription("Key X")
        self.natural.setToolTip("One pixel of the figure per pixel of the screen (X)")
        self.stretched.setToolTip(STRETCHED_WHY)
        self.stretched.setAccessibleDescription(STRETCHED_WHY)
        self.percent.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def _lay_out(self) -> None:
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 12, 1)
        row.setSpacing(4)
        for part in (self.fit, self.smaller, self.percent, self.larger, self.natural):
            row.addWidget(part)
        row.addSpacing(4)
        line = hairline(self._theme, vertical=True)
        line.setFixedHeight(20)
        row.addWidget(line)
        row.addSpacing(4)
        for part in (self.magnifier, self.adjust, self.background):
            row.addWidget(part)
        row.addSpacing(8)
        row.addWidget(self.stretched)
        row.addStretch(1)
        row.addWidget(self.hint)
        row.addSpacing(8)
        row.addWidget(self.full_screen)
        self.magnifier.setVisible(self._with_magnifier)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._dress()
        self._theme.changed.connect(self._dress)

    def _connect(self) -> None:
        canvas = self._own
        self.fit.clicked.connect(lambda: self._tell(FigureCanvas.fit))
        self.smaller.clicked.connect(lambda: self._canvas.zoom(larger=False))
        self.larger.clicked.connect(lambda: self._canvas.zoom(larger=True))
        self.natural.clicked.connect(lambda: self._tell(FigureCanvas.one_to_one))
        self.magnifier.clicked.connect(lambda: self._tell(FigureCanvas.toggle_magnifier))
        self.adjust.clicked.connect(self.toggle_adjust)
        self.background.clicked.connect(lambda: self._tell(FigureCanvas.next_background))
        self.full_screen.clicked.connect(self.full_screen_wanted)
        self.panel.closed.connect(self._follow)
        canvas.adjust_wanted.connect(self.toggle_adjust)
        canvas.view_changed.connect(self._follow)
        canvas.looks_changed.connect(self._follow)

    def _tell(self, command: Callable[[FigureCanvas], object]) -> None:
        command(self._canvas)

    def _dress(self) -> None:
        self.setFixedHeight(self._theme.size("toolbar"))
        self.percent.setFixedWidth(self.percent.fontMetrics().horizontalAdvance("3200 %") + 2)
        self.update()

    def _follow(self) -> None:
        canvas = self._canvas
        self.fit.setChecked(canvas.view.fitted)
        self.natural.setChecked(canvas.view.scale == 1 and not canvas.view.fitted)
        percent = canvas.percent
        said = f"{percent:.1f} %" if percent < 10 else f"{percent:.0f} %"
        if self.percent.text() != said:
            self.percent.setText(said)
        self.magnifier.setChecked(canvas.magnifier.on)
        self.adjust.setChecked(self.panel.isVisible() or canvas.adjustment != Adjustment())
        self.background.set_icon("background", _BACKGROUND[canvas.background])
        if self.stretched.isHidden() is canvas.stretched:
            self.stretched.setVisible(canvas.stretched)
            self._make_room()

    def _make_room(self) -> None:
        wanted = self.hint.fontMetrics().horizontalAdvance(self.hint.text()) + 4
        others = self._row.minimumSize().width()
        if not self.hint.isHidden():
            others -= self.hint.minimumSizeHint().width()
        self.hint.setVisible(bool(self.hint.text()) and others + wanted <= self.width())
