"""The look of the blindness walk sees a leak of every kind: each is planted once and has to be found."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractListModel, QByteArray, QMimeData, QModelIndex, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPaintEvent, QStandardItemModel, QStaticText, QTextDocument
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QListView,
    QPlainTextEdit,
    QProgressBar,
    QStyledItemDelegate,
    QTableWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from auditor.ui.canvas.accessible import Part
from auditor.ui.canvas.figure import FigureCanvas
from auditor.ui.canvas.images import Figure
from auditor.ui.crash import FaultLog
from auditor.ui.preferences import Preferences
from auditor.ui.theme import Theme
from auditor.ui.widgets.notices import announce
from tests.helpers.blind_senses import everything_told, found_in, overhearing

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
LEAK = "plantedleak"
Plant = Callable[[QWidget, Path], object]


class Painted(QWidget):
    """Paints a text in one of the ways that Qt knows."""

    def __init__(self, parent: QWidget, way: str) -> None:
        super().__init__(parent)
        self._way = way
        self.resize(200, 40)
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        if self._way == "text":
            painter.drawText(4, 20, LEAK)
        elif self._way == "static":
            painter.drawStaticText(4, 20, QStaticText(LEAK))
        elif self._way == "document":
            document = QTextDocument()
            document.setHtml(f"<b>{LEAK}</b>")
            document.drawContents(painter, QRectF(0, 0, 200, 40))
        painter.end()


class Rows(QAbstractListModel):
    """A row whose tool tip, and nothing else, tells."""

    def __init__(self, role: int) -> None:
        super().__init__()
        self._role = role

    def rowCount(self, _parent: QModelIndex | None = None) -> int:  # noqa: N802 - Qt's name
        return 3

    def data(self, index: QModelIndex, role: int = 0) -> object:
        return f"about {LEAK}" if (index.row(), role) == (2, self._role) else None


class Telling(QStyledItemDelegate):
    """Paints what no role of the model says."""

    def paint(self, painter: QPainter, option: object, _index: object) -> None:
        painter.drawText(option.rect, 0, LEAK)  # type: ignore[attr-defined]


def in_a_list(root: QWidget, role: int, *, painted: bool = False) -> None:
    view = QListView(root)
    view.model_kept = Rows(role)  # type: ignore[attr-defined] - a view does not own its model
    view.setModel(view.model_kept)  # type: ignore[attr-defined]
    if painted:
        view.kept = Telling()  # type: ignore[attr-defined]
        view.setItemDelegate(view.kept)  # type: ignore[attr-defined]
        view.show()


def on_the_clipboard(kind: str) -> None:
    data = QMimeData()
    data.setText("nothing")
    data.setData(kind, QByteArray(f"<i>{LEAK}</i>".encode()))
    QGuiApplication.clipboard().setMimeData(data)


def in_a_table(root: QWidget, where: str) -> None:
    table = QTableWidget(2, 2, root)
    if where == "head":
        table.setHorizontalHeaderLabels(["a", LEAK])
    else:
        table.setVerticalHeaderLabels(["a", LEAK])


def in_a_box(root: QWidget, *, data: bool) -> None:
    box = QComboBox(root)
    box.addItem("nothing", LEAK) if data else box.addItem(LEAK)


def in_a_hidden_model(root: QWidget) -> None:
    view = QListView(root)
    model = QStandardItemModel(1, 1, root)
    model.setData(model.index(0, 0), LEAK, Qt.ItemDataRole.UserRole + 3)
    view.setModel(model)
    view.hide()


def as_a_part(root: QWidget) -> None:
    canvas = FigureCanvas(Theme("light"), root)
    canvas.show_figure(1, Figure(QImage(10, 10, QImage.Format.Format_RGB32), 10, 10))
    canvas.set_parts(lambda: [Part(f"Panel a, {LEAK}", QRectF(0, 0, 10, 10))])


def as_a_progress(root: QWidget) -> None:
    QProgressBar(root).setFormat(f"%v of {LEAK}")


def in_a_window_of_its_own(root: QWidget) -> None:
    other = QWidget(root, Qt.WindowType.Tool)
    other.setWindowTitle(LEAK)


def gone_at_once(root: QWidget, way: str) -> None:
    """A text that was painted, and is not there any more when somebody looks."""
    painted = Painted(root, way)
    painted.grab()
    painted.setParent(None)
    painted.deleteLater()


KINDS: dict[str, Plant] = {
    "tool tip": lambda root, _: QLabel(root).setToolTip(LEAK),
    "status tip": lambda root, _: QLabel(root).setStatusTip(LEAK),
    "what's this": lambda root, _: QLabel(root).setWhatsThis(LEAK),
    "object name": lambda root, _: QLabel(root).setObjectName(f"row-{LEAK}"),
    "property": lambda root, _: QLabel(root).setProperty("figure", LEAK),
    "text of a hidden label": lambda root, _: QLabel(LEAK, root).hide(),
    "placeholder": lambda root, _: QPlainTextEdit(root).setPlaceholderText(LEAK),
    "accessible name": lambda root, _: QLabel(root).setAccessibleName(LEAK),
    "accessible description": lambda root, _: QLabel(root).setAccessibleDescription(LEAK),
    "accessible part": lambda root, _: as_a_part(root),
    "progress": lambda root, _: as_a_progress(root),
    "display role": lambda root, _: in_a_list(root, Qt.ItemDataRole.DisplayRole),
    "tool tip role": lambda root, _: in_a_list(root, Qt.ItemDataRole.ToolTipRole),
    "accessible role": lambda root, _: in_a_list(root, Qt.ItemDataRole.AccessibleDescriptionRole),
    "own role": lambda root, _: in_a_list(root, Qt.ItemDataRole.UserRole),
    "role of a hidden list": lambda root, _: in_a_hidden_model(root),
    "delegate": lambda root, _: in_a_list(root, -1, painted=True),
    "head of a column": lambda root, _: in_a_table(root, "head"),
    "head of a row": lambda root, _: in_a_table(root, "side"),
    "choice": lambda root, _: in_a_box(root, data=False),
    "data of a choice": lambda root, _: in_a_box(root, data=True),
    "painted text": lambda root, _: Painted(root, "text"),
    "painted static text": lambda root, _: Painted(root, "static"),
    "painted document": lambda root, _: Painted(root, "document"),
    "painted and gone": lambda root, _: gone_at_once(root, "text"),
    "painted as static and gone": lambda root, _: gone_at_once(root, "static"),
    "title": lambda root, _: root.setWindowTitle(f"{LEAK} – Figaudit"),
    "file of a title": lambda root, _: root.setWindowFilePath(f"/{LEAK}.png"),
    "another window": lambda root, _: in_a_window_of_its_own(root),
    "announcement": lambda root, _: announce(root, f"It is a {LEAK}."),
    "clipboard": lambda _, __: QGuiApplication.clipboard().setText(LEAK),
    "clipboard as HTML": lambda _, __: on_the_clipboard("text/html"),
    "clipboard as a kind of its own": lambda _, __: on_the_clipboard("application/x-figure"),
    "log": lambda _, folder: FaultLog(folder / "logs").write(f"KeyError {LEAK}"),
    "settings": lambda _, folder: Preferences(folder / "desk.json").set("place", {"a": {"campaign": LEAK}}),
    "name of a file": lambda _, folder: (folder / f"{LEAK}.txt").write_text("nothing", encoding="utf-8"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_leak_of_every_kind_is_found(qtbot: QtBot, tmp_path: Path, kind: str):
    root = QWidget()
    root.resize(300, 200)
    qtbot.addWidget(root)
    QGuiApplication.clipboard().clear()
    with overhearing() as heard:
        root.show()
        told = [*everything_told([tmp_path]), *heard.take()]
        assert found_in(told, [LEAK]) == [], "nothing is planted yet"
        KINDS[kind](root, tmp_path)
        told = [*everything_told([tmp_path]), *heard.take()]
    QGuiApplication.clipboard().clear()
    found = found_in(told, ["axolotlpath", LEAK.upper()])
    assert found
    assert all(leak.startswith(LEAK.upper()) for leak in found)


def test_a_leak_on_either_output_is_found(capfd: pytest.CaptureFixture[str]):
    print(f"figure {LEAK}")  # noqa: T201 - the point of the test
    sys.stderr.write(f"warning {LEAK}\n")
    out, err = capfd.readouterr()
    assert len(found_in([("standard output", out), ("standard error", err)], [LEAK])) == 2
