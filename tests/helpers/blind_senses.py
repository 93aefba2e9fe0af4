"""All senses by which a person, or a tool for people, can learn something from a window, each as (where, text).

`blind_scan` reads the widgets, their models, the clipboard and files. This adds what only assistive tools ask for (the
accessible tree with the parts that are no widgets), what is painted as text, what is announced, and what the process
writes to its two outputs. Files inside the project are not among them: any program can open those, and ARCHITECTURE
says that on one machine roles are courtesy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleInterface,
    QGuiApplication,
    QPaintDevice,
    QPaintEngine,
    QPainter,
    QTextItem,
)
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import Shiboken

from tests.helpers.blind_scan import clipboard_texts, file_texts, told_by

Told = Iterable[tuple[str, str]]
KINDS = [(kind, kind.name) for kind in QAccessible.Text if kind is not QAccessible.Text.UserText]
MOST_CELLS = 400


# --- painted ----------------------------------------------------------------------------------------------------------


class _TextEngine(QPaintEngine):
    """Keeps the words and drops the pixels."""

    def __init__(self, texts: list[str]) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self._texts = texts

    def begin(self, _device: QPaintDevice) -> bool:
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def updateState(self, _state: object) -> None:  # noqa: N802 - Qt's name
        pass

    def drawTextItem(self, _place: object, item: QTextItem) -> None:  # noqa: N802 - Qt's name
        self._texts.append(item.text())

    def drawPixmap(self, *_: object) -> None:  # noqa: N802 - Qt's name
        pass

    drawImage = drawTiledPixmap = drawPolygon = drawPath = drawPixmap  # noqa: N815 - Qt's names
    drawRects = drawLines = drawEllipse = drawPoints = drawPixmap  # noqa: N815 - Qt's names


class TextDevice(QPaintDevice):
    """A paint device of a size that keeps every text that is painted on it, by Python or inside Qt."""

    def __init__(self, size: QSize) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._size = size
        self._engine = _TextEngine(self.texts)

    def paintEngine(self) -> QPaintEngine:  # noqa: N802 - Qt's name
        return self._engine

    def metric(self, metric: QPaintDevice.PaintDeviceMetric) -> int:
        kinds = QPaintDevice.PaintDeviceMetric
        known = {
            kinds.PdmWidth: self._size.width(),
            kinds.PdmHeight: self._size.height(),
            kinds.PdmDepth: 32,
            kinds.PdmDpiX: 96,
            kinds.PdmDpiY: 96,
            kinds.PdmPhysicalDpiX: 96,
            kinds.PdmPhysicalDpiY: 96,
            kinds.PdmDevicePixelRatio: 1,
        }
        return known[metric] if metric in known else super().metric(metric)


def painted_texts(widget: QWidget) -> Iterator[tuple[str, str]]:
    """The texts that a widget and what is shown in it paint now."""
    device = TextDevice(widget.size())
    painter = QPainter(device)
    widget.render(painter, QPoint(0, 0))
    painter.end()
    for text in device.texts:
        yield f"painted on {type(widget).__name__}", text


# --- read out ---------------------------------------------------------------------------------------------------------


def accessible_texts(widget: QWidget) -> Iterator[tuple[str, str]]:
    """What assistive tools read of a widget and all below it, hidden parts and parts that are no widgets too."""
    root = QAccessible.queryAccessibleInterface(widget)
    waiting = [root] if root is not None else []
    while waiting:
        part = waiting.pop()
        holder = part.object()
        what = type(holder).__name__ if holder is not None else "a part"
        for kind, name in KINDS:
            text = part.text(kind)
            if text:
                yield f"accessible {name} of {what}", text
        yield from _accessible_contents(part, what)
        children = (part.child(number) for number in range(min(part.childCount(), MOST_CELLS)))
        waiting += [child for child in children if child is not None and child.isValid()]


def _accessible_contents(part: QAccessibleInterface, what: str) -> Iterator[tuple[str, str]]:
    words, value = part.textInterface(), part.valueInterface()
    if words is not None:
        yield f"accessible text of {what}", words.text(0, words.characterCount())
    if value is not None:
        yield f"accessible value of {what}", str(value.currentValue())


# --- while it happens -------------------------------------------------------------------------------------------------


@dataclass
class Overheard:
    """What was painted and announced since it was asked last, also what was gone again before anybody looked."""

    texts: list[tuple[str, str]] = field(default_factory=list)

    def take(self) -> list[tuple[str, str]]:
        """What was heard, and begin anew."""
        heard, self.texts = self.texts, []
        return heard


@contextmanager
def overhearing() -> Iterator[Overheard]:
    """Hear every text that Python code paints, and every announcement, while the block runs."""
    heard = Overheard()
    draw, draw_static, update = QPainter.drawText, QPainter.drawStaticText, QAccessible.updateAccessibility

    def drawn(painter: QPainter, *arguments: Any) -> Any:
        heard.texts += [("painted in passing", each) for each in arguments if isinstance(each, str)]
        return draw(painter, *arguments)

    def drawn_static(painter: QPainter, *arguments: Any) -> Any:
        heard.texts.append(("painted in passing", arguments[-1].text()))
        return draw_static(painter, *arguments)

    def updated(event: Any) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            heard.texts.append(("announced", event.message()))
        update(event)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QPainter, "drawText", drawn)
        patch.setattr(QPainter, "drawStaticText", drawn_static)
        patch.setattr(QAccessible, "updateAccessibility", updated)
        yield heard


# --- together ---------------------------------------------------------------------------------------------------------


def everything_told(files: Iterable[Path] = ()) -> Iterator[tuple[str, str]]:
    """Everything that all windows of this process tell now, with clipboard and files (folders are searched)."""
    for window in QApplication.topLevelWidgets():
        if not Shiboken.isValid(window):
            continue
        yield from told_by(window)
        yield from accessible_texts(window)
        if window.isVisible():
            yield from painted_texts(window)
    for native in QGuiApplication.topLevelWindows():
        yield "title of a window", f"{native.title()} {native.filePath()} {native.objectName()}"
    yield from clipboard_texts()
    yield from file_texts(files)


def found_in(told: Told, words: Iterable[str]) -> list[str]:
    """Where a word stands in what was told; the words are looked for as parts of words, whatever their case."""
    wanted = {word.casefold(): word for word in words if word}
    texts = [(where, text.casefold()) for where, text in told if text]
    whole = "\0".join(text for _, text in texts)
    there = [word for word in wanted if word in whole]
    return sorted({f"{wanted[word]} in {where}" for word in there for where, text in texts if word in text})
