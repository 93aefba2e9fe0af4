"""The desk's own icons: line drawings in a box of 20 px, coloured at load and drawn at device pixels."""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from auditor.ui.theme import Theme
from pipeline.resources import resource, resources_folder

RATIOS = (1.0, 1.25, 1.5, 1.75, 2.0, 3.0)  # the device pixel ratios an icon is drawn for
_ACCENT = re.compile(r'<[^>]*class="accent"[^>]*>')


def names() -> list[str]:
    """The names of all icons, sorted."""
    return sorted(path.stem for path in (resources_folder() / "icons").glob("*.svg"))


def icon(theme: Theme, name: str, role: str = "text", size: int | None = None) -> QIcon:
    """An icon in the colour of `role`, sharp on every usual screen; make it anew when the theme changes."""
    made = QIcon()
    for ratio in RATIOS:
        made.addPixmap(pixmap(theme, name, role, size, ratio=ratio))
    return made


def pixmap(theme: Theme, name: str, role: str = "text", size: int | None = None, *, ratio: float = 1.0) -> QPixmap:
    """An icon as a picture of `size` px (20 by default, multiplied by the text size) on a screen of this ratio."""
    side = size or theme.size("icon")
    ink = theme.colour(role).name()
    accent = theme.colour("accent").name() if role == "text" else ink
    key = f"figaudit {name} {ink} {accent} {side} {ratio}"
    drawn = QPixmap()
    if not QPixmapCache.find(key, drawn):
        drawn = _drawn(_source(name), ink, accent, round(side * ratio))
        drawn.setDevicePixelRatio(ratio)
        QPixmapCache.insert(key, drawn)
    return drawn


def _drawn(source: str, ink: str, accent: str, pixels: int) -> QPixmap:
    coloured = _ACCENT.sub(lambda tag: tag[0].replace("currentColor", accent), source).replace("currentColor", ink)
    made = QPixmap(pixels, pixels)
    made.fill(Qt.GlobalColor.transparent)
    with QPainter(made) as painter:
        QSvgRenderer(QByteArray(coloured.encode())).render(painter, QRectF(0, 0, pixels, pixels))
    return made


@cache
def _source(name: str) -> str:
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")
