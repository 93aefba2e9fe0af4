"""The application in a theme and back in its own clothes, with nothing of it left for the next test."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from auditor.ui import style
from auditor.ui.theme import Theme


@contextmanager
def undressed(application: QApplication) -> Iterator[None]:
    """Whatever dresses the application inside, it has its style, palette and font again afterwards."""
    before = application.style().name(), application.palette(), application.font()
    try:
        yield
    finally:
        for dresser in application.findChildren(style._Dresser):
            dresser.retire()
        application.setStyle(before[0])
        application.setPalette(before[1])
        application.setFont(before[2])


@contextmanager
def dressed(application: QApplication) -> Iterator[Theme]:
    """The application in a light theme; its style sheet goes too, so no window of a test before may be half gone."""
    with undressed(application):
        theme = Theme("light")
        style.apply(application, theme)
        try:
            yield theme
        finally:
            application.setStyleSheet("")


@contextmanager
def swept() -> Iterator[None]:
    """What was closed inside is gone afterwards.

    A desk that is collected later, on a thread of the next test, takes its running timers down on the wrong thread.
    """
    try:
        yield
    finally:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()
