"""What is painted besides the figure: the contact shadow, the sheet of one that loads, and of one in trouble."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from auditor.ui.canvas.picture import Backdrop
from auditor.ui.theme import Theme, tokens

BACKGROUNDS = ("white", "grey", "checker")
_SHADOWS = ((2, 26), (1, 46))  # outset in logical px and strength of 255


def ink() -> QColor:
    """The dark colour of what lies on figures, the same in both themes."""
    return QColor(tokens()["panels"]["plate_text"])


def paper() -> QColor:
    """White, as figures are printed on."""
    return QColor(tokens()["panels"]["plate"])


def backdrop(name: str, ratio: float) -> Backdrop:
    """What lies under transparent pixels: "white", "grey" or "checker"."""
    grey = QColor.fromRgbF(*(0.5 for _ in range(3)))
    if name == "grey":
        return Backdrop((grey,))
    if name == "checker":
        light = QColor.fromRgbF(*(0.8 for _ in range(3)))
        return Backdrop((paper(), light), max(2, round(8 * ratio)))
    return Backdrop((paper(),))


def paint_shadow(painter: QPainter, sheet: QRectF) -> None:
    """The 2 px contact shadow around a sheet, a little stronger below and to the right."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    for outset, strength in _SHADOWS:
        colour = ink()
        colour.setAlpha(strength)
        around = sheet.adjusted(-outset / 2, -outset / 2, outset, outset)
        painter.setBrush(colour)
        painter.drawRoundedRect(around, outset / 2, outset / 2)
    painter.restore()


def paint_loading(painter: QPainter, theme: Theme, sheet: QRectF, text: str) -> None:
    """An empty sheet; `text`, where there is any, in its middle."""
    painter.fillRect(sheet, theme.colour("background"))
    if text:
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour("muted"))
        room = sheet.adjusted(-400, -40, 400, 40)  # a strip of a sheet is no reason to cut the words
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)


def paint_trouble(painter: QPainter, theme: Theme, room: QRectF, words: tuple[str, str]) -> QRectF:
    """A sheet with the reason and what to do, in the middle of the room; returns where it lies."""
    width = min(float(theme.scaled(460)), room.width() - 24)
    inside = width - 2 * theme.scaled(24)
    wrap = int(Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap)
    fonts = (theme.font("reading", 500), theme.font("body"))
    heights = []
    for font, text in zip(fonts, words, strict=True):
        painter.setFont(font)
        needed = painter.boundingRect(QRectF(0, 0, inside, 10_000), wrap, text).height() if text else 0.0
        heights.append(needed)
    gap, icon, pad = theme.scaled(12), theme.scaled(28), theme.scaled(28)
    height = min(pad * 2 + icon + gap + heights[0] + (gap + heights[1] if words[1] else 0), room.height() - 8)
    sheet = QRectF(0, 0, width, height)
    sheet.moveCenter(room.center())
    paint_shadow(painter, sheet)
    painter.fillRect(sheet, theme.colour("surface"))
    top = sheet.top() + min(pad, (height - heights[0] - heights[1] - icon - 2 * gap) / 2)
    _paint_sign(painter, theme, QPointF(sheet.center().x(), top + icon / 2), icon)
    top += icon + gap
    for font, text, needed, role in zip(fonts, words, heights, ("text", "muted"), strict=True):
        painter.setFont(font)
        painter.setPen(theme.colour(role))
        painter.drawText(QRectF(sheet.center().x() - inside / 2, top, inside, needed), wrap, text)
        top += needed + gap
    return sheet


def _paint_sign(painter: QPainter, theme: Theme, centre: QPointF, size: int) -> None:
    """A triangle with a stroke and a dot, in the colour of what works but wants a look."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = painter.pen()
    pen.setColor(theme.colour("caution"))
    pen.setWidthF(size / 14)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half, x, y = size / 2, centre.x(), centre.y()
    painter.drawPolygon(
        [QPointF(x, y - half * 0.85), QPointF(x + half, y + half * 0.8), QPointF(x - half, y + half * 0.8)]
    )
    painter.drawLine(QPointF(x, y - half * 0.25), QPointF(x, y + half * 0.25))
    painter.drawPoint(QPointF(x, y + half * 0.52))
    painter.restore()
