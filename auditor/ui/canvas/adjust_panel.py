"""Brightness and contrast over the canvas: two sliders, invert and the way back; the keys go on working beside it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSlider, QStyle, QStyleOptionSlider, QWidget

from auditor.ui.canvas.adjust import NEUTRAL, STEPS, Adjustment
from auditor.ui.canvas.figure import FigureCanvas
from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button, IconButton
from auditor.ui.widgets.text import Label


class AdjustPanel(QWidget):
    """Lies in the canvas's left upper corner while it is open; nothing it does is stored."""

    closed = Signal()

    def __init__(self, theme: Theme, canvas: FigureCanvas) -> None:
        super().__init__(canvas)
        self._theme, self._canvas = theme, canvas
        self.brightness = _Slider(theme, "Brightness")
        self.contrast = _Slider(theme, "Contrast")
        self.invert = Button(theme, "Invert", key="I", kind="quiet")
        self.reset = Button(theme, "As it is", kind="quiet")
        self.close_button = IconButton(theme, "close", "Close", key="B")
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 8, 8, 12)
        grid.setHorizontalSpacing(12)
        for row, (name, slider) in enumerate((("Brightness", self.brightness), ("Contrast", self.contrast))):
            grid.addWidget(Label(theme, name, weight=500), row, 0)
            grid.addWidget(slider, row, 1)
        grid.addWidget(self.close_button, 0, 2)
        buttons = QHBoxLayout()
        buttons.addWidget(self.invert)
        buttons.addWidget(self.reset)
        buttons.addStretch(1)
        grid.addLayout(buttons, 2, 0, 1, 3)
        self.hide()
        self._connect()

    def toggle(self) -> None:
        """Open with the focus in it, or close and give the focus to the canvas."""
        if self.isVisible():
            self.hide()
            self._canvas.setFocus()
            self.closed.emit()
            return
        self._take_over()
        self._place()
        self.show()
        self.raise_()
        self.brightness.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Stay inside a canvas that shrinks."""
        del watched
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The raised ground."""
        del event
        radius = self._theme.radius("row")
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.colour("canvas"))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.colour("control"), 1))
            painter.setBrush(self._theme.colour("raised"))
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), radius, radius)

    def _connect(self) -> None:
        for slider in (self.brightness, self.contrast):
            slider.valueChanged.connect(self._moved)
        self.invert.clicked.connect(self._canvas.invert)
        self.reset.clicked.connect(lambda: self._canvas.adjust(NEUTRAL))
        self.close_button.clicked.connect(self.toggle)
        self._canvas.looks_changed.connect(self._take_over)
        self._canvas.installEventFilter(self)

    def _moved(self) -> None:
        inverted = self._canvas.adjustment.inverted
        self._canvas.adjust(Adjustment(self.brightness.value(), self.contrast.value(), inverted))

    def _take_over(self) -> None:
        shown = self._canvas.adjustment
        for slider, value in ((self.brightness, shown.brightness), (self.contrast, shown.contrast)):
            if slider.value() != value:
                blocked = slider.blockSignals(True)
                slider.setValue(value)
                slider.blockSignals(blocked)

    def _place(self) -> None:
        hint = self.sizeHint()
        self.setGeometry(8, 8, min(hint.width(), self._canvas.width() - 16), hint.height())


class _Slider(QSlider):
    """From less to more, nothing in the middle: a track, the part that differs from nothing, a round handle."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self.setRange(-STEPS, STEPS)
        self.setSingleStep(5)
        self.setPageStep(25)
        self.setMinimumWidth(theme.scaled(120))
        self.setMinimumHeight(theme.size("hit"))
        self.setAccessibleName(name)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The handle is where the style has it, so that it can be taken where it is seen."""
        del event
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_SliderHandle
        place = self.style().subControlRect(QStyle.ComplexControl.CC_Slider, option, part, self)
        at, middle, line = place.center().x() + 0.5, self.width() / 2, self.height() / 2
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.colour("control"), 2))
            painter.drawLine(QPointF(place.width() / 2, line), QPointF(self.width() - place.width() / 2, line))
            painter.setPen(QPen(self._theme.colour("accent"), 4))
            painter.drawLine(QPointF(middle, line), QPointF(at, line))
            painter.setPen(QPen(self._theme.colour("control"), 1.5))
            painter.setBrush(self._theme.colour("surface"))
            radius = place.height() / 2 - 1
            painter.drawEllipse(QPointF(at, line), radius, radius)
