"""Run with QT_SCALE_FACTOR set: prints how a canvas on such a screen maps points and draws pixels, as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from auditor.ui.canvas.figure import FigureCanvas
from auditor.ui.canvas.images import load_figure
from auditor.ui.theme import Theme

POINTS = ((0.0, 0.0), (13.25, 77.5), (149.0, 99.0), (150.0, 100.0))


def main(path: Path) -> None:
    application = QApplication([])
    window = QWidget()
    layout = QVBoxLayout(window)
    layout.setContentsMargins(7, 9, 0, 0)  # the canvas begins between two device pixels at fractional ratios
    canvas = FigureCanvas(Theme("light"))
    layout.addWidget(canvas)
    window.resize(407, 309)
    window.show()
    application.processEvents()
    figure = load_figure(path)
    canvas.show_figure(1, figure)
    canvas.one_to_one()
    application.processEvents()
    shown = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    view = canvas.view
    exact = shown.copy(QRect(view.left, view.top, *view.whole)) == figure.image
    there_and_back = [canvas.to_image(canvas.to_widget(QPointF(*point))).toTuple() for point in POINTS]
    canvas.zoom_by(4.0, canvas.to_widget(QPointF(30, 30)))
    after = [canvas.to_image(canvas.to_widget(QPointF(*point))).toTuple() for point in POINTS]
    fixed = canvas.to_widget(QPointF(30, 30)).toTuple()
    result = {"ratio": canvas.devicePixelRatioF(), "exact": exact, "points": there_and_back, "zoomed": after}
    result |= {"percent": canvas.percent, "scale": canvas.scale, "whole": view.whole, "fixed": fixed}
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
