from __future__ import annotations

import sys

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python does not count references to None")
def test_calls_into_qt_cost_none_no_reference(qtbot: QtBot):
    """A Qt built for later Pythons takes one with each call, until the program stops with "deallocating None"."""
    widget = QWidget()
    qtbot.addWidget(widget)
    before = sys.getrefcount(None)
    for _ in range(1_000):
        widget.update()
        widget.setToolTip("x")
    assert sys.getrefcount(None) - before > -100
