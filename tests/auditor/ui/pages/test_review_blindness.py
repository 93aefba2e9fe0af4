"""Nothing on the Review page, in any of its states, names a figure or tells what a machine or a lead knows of it."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot
from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.projection import BlindContext, BlindItem, BlindPage
from auditor.ui.desk import Form, Place
from auditor.ui.pages.review import ReviewPage
from auditor.ui.shortcuts import Stroke
from pipeline.store.designs import Item
from pipeline.store.figures import Figure
from pipeline.store.papers import Paper
from pipeline.store.routes import Route
from pipeline.store.scores import Score
from pipeline.store.verdicts import Assignment
from pipeline.workspace import create_workspace, open_workspace
from tests.helpers.blind_scan import leaks
from tests.helpers.desk import Seat, add_drawn, seal_drawn, seated
from tests.helpers.review import settle

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window


def secrets(session: Session) -> set[str]:
    """Every string that names a figure, an item or a paper, and what machine and lead say of them."""
    found: set[str] = {"t1_unanimous", "native", "confidence", "stratum", "blobs/", ".png", ".pdf"}
    for figure in session.scalars(select(Figure)):
        found |= {figure.figure_id, str(figure.image_sha256), figure.content_hash}
    for paper in session.scalars(select(Paper)):
        found |= {paper.paper_id, paper.document, str(paper.venue), str(paper.title), str(paper.pdf_sha256)}
    for row in session.execute(select(Assignment.assignment_id, Assignment.item_id)):
        found |= set(row)
    found |= set(session.scalars(select(Item.item_id)))
    found |= {str(score.confidence) for score in session.scalars(select(Score))}
    found |= {route.config_hash for route in session.scalars(select(Route))}
    return found - {"None"}


@pytest.fixture
def seat(tmp_path: Path, qtbot: QtBot) -> Iterator[Seat]:
    folder = tmp_path / "project"
    with create_workspace(folder) as workspace:
        add_drawn(workspace, 5, pdfs=True)
        seal_drawn(workspace, 5)
    with seated(folder, tmp_path / "settings", qtbot) as taken:
        yield taken


@pytest.fixture
def page(seat: Seat, qtbot: QtBot) -> Iterator[ReviewPage]:
    made = ReviewPage(seat.desk)
    qtbot.addWidget(made)
    qtbot.addWidget(made.header_part())
    qtbot.addWidget(made.status_part())
    made.resize(1204, 720)
    made.show()
    made.enter(Place(made.name, "spring"))
    settle(qtbot, made)
    yield made
    made.figure.sheet.stop()


def test_no_state_of_the_page_tells_anything(seat: Seat, page: ReviewPage, qtbot: QtBot, tmp_path: Path):
    with open_workspace(seat.folder) as workspace:
        forbidden = workspace.read(secrets)
    assert len(forbidden) > 40
    assert any(word.startswith("f_") for word in forbidden)
    page.figure.sheet.button.click()
    qtbot.waitUntil(lambda: page.figure.sheet.large.state == "figure", timeout=20_000)
    told: list[str] = []
    for name in ("", "Escape", "1", "2", "Equal", "4", "Backspace", "F1", "S", "Escape", "N", "Escape", "L", "J"):
        if name:
            page.press(Stroke(name))
            settle(qtbot, page)
        for part in (page, page.header_part(), page.status_part()):
            told += leaks(part, forbidden, files=[tmp_path / "settings"])
    assert told == []
    assert seat.said
    assert not [text for text, _ in seat.said if any(word in text for word in forbidden)]


def test_the_banner_and_its_details_tell_nothing(seat: Seat, page: ReviewPage, qtbot: QtBot):
    with open_workspace(seat.folder) as workspace:
        forbidden = workspace.read(secrets)
    place = seat.folder / "figaudit.sqlite"
    aside = place.rename(seat.folder / "elsewhere.sqlite")
    page.press(Stroke("1"))
    settle(qtbot, page)
    assert page.view.banner is not None
    for button in page.view.banner.findChildren(QWidget):
        if button.accessibleName() == "Copy details":
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text()
    assert leaks(page, forbidden) == []
    aside.rename(place)
    QGuiApplication.clipboard().clear()
    page.press(Stroke("Enter"))
    settle(qtbot, page)


def test_the_scan_finds_what_it_looks_for(qtbot: QtBot, tmp_path: Path):
    root = QWidget()
    qtbot.addWidget(root)
    label = QLabel("nothing", root)
    child = QObject(root)
    assert leaks(root, ["f_0123"]) == []
    child.setObjectName("item-f_0123")
    label.setToolTip("see F_0123")
    label.setProperty("figure", "f_0123")
    (tmp_path / "log.txt").write_text("shown f_0123", encoding="utf-8")
    found = leaks(root, ["f_0123"], files=[tmp_path])
    assert [where.removeprefix("f_0123 in ") for where in found] == [
        "file log.txt",
        "object name of QObject",
        "property figure of QLabel",
        "tool tip of QLabel",
    ]


def test_an_item_crosses_with_exactly_these_fields():
    names = [[field.name for field in dataclasses.fields(each)] for each in (BlindItem, BlindContext, BlindPage)]
    assert names == [
        ["assignment_id", "item", "image", "caption", "contexts", "page"],
        ["text", "marks"],
        ["pdf", "number", "frame"],
    ]


def test_the_page_loads_no_module_of_the_leads_side():
    lead = ("pipeline.store", "auditor.reports", "auditor.release", "auditor.library", "auditor.audits", "sqlalchemy")
    script = f"import sys, auditor.ui.pages.review\nprint([name for name in sys.modules if name.startswith({lead!r})])"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_all_answers_look_the_same(seat: Seat, page: ReviewPage, qtbot: QtBot):
    del seat
    for form, size in ((Form.WIDE, (1204, 720)), (Form.NARROW, (908, 460)), (Form.SMALLEST, (588, 348))):
        page.set_form(form)
        page.resize(*size)
        qtbot.wait(1)
        pictures = []
        for button in page.view.bar.choices:
            button.say("word", "a hint")
            image = button.grab().toImage()
            cap = image.width() // 3
            pictures.append(image.copy(cap, 0, image.width() - cap, image.height()))
        assert all(picture == pictures[0] for picture in pictures[1:])
