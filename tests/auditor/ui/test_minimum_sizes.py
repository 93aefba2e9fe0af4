"""Every page fits a screen of 1,280 x 800 and, in its smallest form, 640 x 400, in the widest of our fonts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from auditor.ui import app, projects
from auditor.ui import theme as theme_module
from auditor.ui.desk import Form, PageName, Place
from auditor.ui.preferences import Preferences
from auditor.ui.window import Window
from tests.helpers.audits import answer_all
from tests.helpers.desk import add_drawn, seal_drawn
from tests.helpers.dressing import undressed

DEJAVU = {"ui": ["DejaVu Sans"], "reading": ["DejaVu Serif"], "mono": ["DejaVu Sans Mono"]}


@pytest.fixture(scope="module")
def full_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Figures, an open campaign of answers, one of boxes, and a closed one with a report."""
    from pipeline.workspace import create_workspace

    folder = tmp_path_factory.mktemp("sizes") / "project"
    with create_workspace(folder) as workspace:
        add_drawn(workspace, 12, pdfs=True)
        seal_drawn(workspace, 12)
        seal_drawn(workspace, 6, name="boxes of compound figures", task="panel-boxes")
        done = seal_drawn(workspace, 12, name="winter", auditors=("second", "third"), overlap=1.0)
        for auditor in ("second", "third"):
            answer_all(workspace, folder.parent, done, auditor, lambda place: "no:plot" if place % 5 == 0 else "yes")
    return folder


@pytest.fixture(scope="module")
def window(full_project: Path, tmp_path_factory: pytest.TempPathFactory, qapp: QApplication) -> Iterator[Window]:
    """One window for all tests, as in real life: Qt keeps style rules of windows that are gone."""
    with undressed(qapp), pytest.MonkeyPatch.context() as patch:
        patch.setattr(theme_module, "_families", DEJAVU.__getitem__)
        made = app.build(Preferences(tmp_path_factory.mktemp("desk") / "desk.json"))
        opened: list[Path] = []
        projects.open_project(made.desk, full_project, auditor="first", opened=opened.append, failed=pytest.fail)
        made.show()
        while not opened:
            qapp.processEvents()
        yield made
        made.close()


PLACES = [
    Place(PageName.START),
    Place(PageName.CAMPAIGNS),
    Place(PageName.CAMPAIGNS, extra={"new": True}),
    Place(PageName.REVIEW, "spring"),
    Place(PageName.PANELS, "boxes of compound figures"),
    Place(PageName.REPORT, "winter"),
    Place(PageName.SETTINGS),
    Place(PageName.HELP, extra={"topic": "review"}),
]


@pytest.mark.parametrize("place", PLACES, ids=[f"{place.page}{' new' * bool(place.extra)}" for place in PLACES])
@pytest.mark.parametrize(
    ("size", "form", "text_size"),
    [((1280, 800), Form.WIDE, 100), ((640, 400), Form.SMALLEST, 100), ((1280, 800), Form.SMALLEST, 200)],
    ids=["1280x800", "640x400", "1280x800 with text at 200 %"],
)
def test_a_page_fits(window: Window, qtbot: QtBot, place: Place, size: tuple[int, int], form: Form, text_size: int):
    if window.desk.theme.text_size != text_size:
        window.desk.theme.choose(text_size=text_size)
    window.resize(*size)
    window.show_page(place)
    qtbot.waitUntil(lambda: window.desk.workers.folder is not None)
    settle(window, qtbot)
    assert window.form is form
    least = needed(window)
    assert (least.width() <= size[0], least.height() <= size[1]) == (True, True), (least, widest(window))
    assert (window.width(), window.height()) == size


def settle(window: Window, qtbot: QtBot) -> None:
    """Wait until what the page reads has arrived and is laid out."""
    busy: list[int] = [1]
    window.desk.workers.busy_changed.connect(busy.append)
    done: list[bool] = []
    for _ in range(3):  # what arrives may ask for more
        done.clear()
        window.desk.workers.on_database(lambda: True, done=done.append, failed=pytest.fail)
        qtbot.waitUntil(lambda: bool(done), timeout=20_000)
    qtbot.waitUntil(lambda: busy[-1] == 0, timeout=20_000)


def needed(window: Window) -> QSize:
    """The smallest size that rail, header, page and status bar ask for."""
    layout = window.layout()
    assert layout is not None
    layout.invalidate()
    return layout.minimumSize()


def widest(window: Window) -> list[tuple[str, int, int]]:
    """The visible parts that ask for most, to say what to look at."""
    parts = [part for part in window.findChildren(QWidget) if part.isVisible()]
    parts.sort(key=lambda part: -part.minimumSizeHint().width())
    return [
        (type(part).__name__, part.minimumSizeHint().width(), part.minimumSizeHint().height()) for part in parts[:6]
    ]


def test_the_fonts_are_really_those(window: Window):
    assert QFontInfo(window.desk.theme.font("body")).family() == "DejaVu Sans"
    assert QFontInfo(window.desk.theme.font("reading", family="reading")).family() == "DejaVu Serif"


def test_one_label_that_cannot_shrink_would_be_seen(window: Window):
    window.desk.theme.choose(text_size=100)
    layout = window.layout()
    assert layout is not None
    wide = QLabel("a long sentence that neither wraps nor elides " * 12)
    layout.addWidget(wide)
    wide.show()
    try:
        assert needed(window).width() > 1280
    finally:
        layout.removeWidget(wide)
        wide.setParent(None)
