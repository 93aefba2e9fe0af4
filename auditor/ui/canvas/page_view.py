"""A page with crop marks around its figure: small beside the text, large in the figure's place."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from auditor.ui.canvas.figure import FigureCanvas
from auditor.ui.canvas.images import Figure
from auditor.ui.canvas.page_renderer import Frame, PageImage
from auditor.ui.canvas.sheet import paper
from auditor.ui.theme import Theme, tokens

PREVIEW, PREVIEW_SMALL = 160, 114  # px high
_ASPECT = 8.5 / 11  # of a page that is not drawn yet


def paint_crop_marks(painter: QPainter, frame: QRectF, width: float) -> None:
    """Corner brackets around a frame, on a thin white casing: they lie on the page, so both themes have them alike."""
    arm = max(6.0, min(frame.width(), frame.height(), 96.0) / 4)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for colour, line in ((paper(), width + 1), (QColor(tokens()["light"]["accent"]), width)):
        painter.setPen(QPen(colour, line, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin))
        for corner, across, down in (
            (frame.topLeft(), arm, arm),
            (frame.topRight(), -arm, arm),
            (frame.bottomLeft(), arm, -arm),
            (frame.bottomRight(), -arm, -arm),
        ):
            painter.drawPolyline([corner + QPointF(0, down), corner, corner + QPointF(across, 0)])
    painter.restore()


class PagePreview(QWidget):
    """The page small, its figure framed; a click asks to open it."""

    opened = Signal()

    def __init__(self, theme: Theme, *, height: int = PREVIEW_SMALL) -> None:
        super().__init__()
        self._theme = theme
        self._height = height
        self._page: PageImage | None = None
        self._frame: Frame | None = None
        self._scaled: QImage | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Page with the figure framed")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.update)

    def set_height(self, height: int) -> None:
        """Take another height in px."""
        self._height = height
        self._scaled = None
        self.updateGeometry()
        self.update()

    def show_page(self, page: PageImage | None, frame: Frame | None = None) -> None:
        """Show a page with the figure's box in points; None is an empty sheet until the page has come."""
        self._page, self._frame, self._scaled = page, frame, None
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As wide as the page is at this height."""
        aspect = self._page.points[0] / self._page.points[1] if self._page else _ASPECT
        return QSize(min(round(self._height * aspect), 2 * self._height), self._height)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The page, a hairline around it, the crop marks."""
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("sunken"))
        if self._page is not None:
            ratio = self.devicePixelRatioF()
            size = QSize(round(self.width() * ratio), round(self.height() * ratio))
            if self._scaled is None or self._scaled.size() != size:
                mode = Qt.TransformationMode.SmoothTransformation
                self._scaled = self._page.image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, mode)
            painter.drawImage(QRectF(self.rect()), self._scaled)
        painter.setPen(self._theme.colour("border"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        if self._page is not None and self._frame is not None:
            across, down = self.width() / self._page.points[0], self.height() / self._page.points[1]
            x0, y0, x1, y1 = self._frame
            frame = QRectF(x0 * across, y0 * down, (x1 - x0) * across, (y1 - y0) * down).adjusted(-2, -2, 2, 2)
            paint_crop_marks(painter, frame.intersected(QRectF(self.rect()).adjusted(2, 2, -2, -2)), 1.6)
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Ask to open the page."""
        if self.rect().contains(event.position().toPoint()):
            self.opened.emit()


class PageView(FigureCanvas):
    """The page large over a canvas, in the figure's place, with crop marks around the figure."""

    def __init__(self, theme: Theme, over: QWidget) -> None:
        super().__init__(theme, over)
        self._over = over
        self._frame: Frame | None = None
        self.set_overlay(self._paint_marks)
        self.set_sentence("Page with the figure framed")
        self.hide()
        over.installEventFilter(self)

    def open(self) -> None:
        """Cover the canvas; an empty sheet until the page is there."""
        self.setGeometry(self._over.rect())
        if self.figure is None and self.state != "trouble":
            self.show_loading((850, 1100))
        self.show()
        self.raise_()

    def close_page(self) -> None:
        """The figure again."""
        self.hide()
        self.show_nothing()

    def show_page(self, page: PageImage, frame: Frame | None) -> None:
        """The page with the figure's box in points."""
        self._frame = page.to_pixels(frame) if frame is not None else None
        self.show_figure("page", Figure(page.image, page.image.width(), page.image.height()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Stay as large as the canvas."""
        del watched
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._over.rect())
        return False

    def _paint_marks(self, painter: QPainter) -> None:
        if self._frame is None:
            return
        left, top = self.to_widget(QPointF(self._frame[0], self._frame[1])).toTuple()
        right, bottom = self.to_widget(QPointF(self._frame[2], self._frame[3])).toTuple()
        paint_crop_marks(painter, QRectF(left - 3, top - 3, right - left + 6, bottom - top + 6), 2.5)
