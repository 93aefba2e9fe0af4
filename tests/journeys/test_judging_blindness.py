"""Review and Panels with all that opens on them: whatever is pressed, drawn or refused, nothing betrays a figure.

The same walk as in `test_desk_blindness`, with the same project and the same senses.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from sqlalchemy import delete, func, select

from auditor.audits.desk_boxes import BoxesToSave, DeskBox, box_history, save_boxes
from auditor.audits.desk_verdicts import DeskAnswer, answer_item
from auditor.audits.projection import blind_items_by_id
from auditor.ui.desk import PageName
from auditor.ui.pages.panels_session import Mark
from pipeline.geometry import Box
from pipeline.store.verdicts import Verdict
from pipeline.workspace import open_workspace
from tests.helpers.blind_walk import WIDE, Walk
from tests.helpers.secret_project import FIGURES, Secrets

# What the offscreen platform says of every window and popup.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "does not support raise", "does not support grabbing")


@contextmanager
def database_away(secrets: Secrets) -> Iterator[None]:
    """The project's database is not where it was."""
    place = secrets.folder / "figaudit.sqlite"
    aside = place.rename(secrets.folder / "elsewhere.sqlite")
    yield
    aside.rename(place)


def test_review_with_the_page(walk: Walk, secrets: Secrets, dialogs: list[str], capfd: pytest.CaptureFixture[str]):
    """Every drawer, card, list and bar of Review, on whole, damaged and missing figures."""
    walk.window.resize(*WIDE)
    walk.go(PageName.REVIEW, "spring")
    page = walk.review
    walk.look("review")
    walk.press("F1", "F1", "J", "Escape", "C", "M", "M", "B", "B", "I", "I", "T", "Equal", "X", "F")
    walk.click("Blind", page.header_part())
    walk.look("blind card")
    QApplication.activePopupWidget().close()
    seen: set[str] = set()
    for at in range(FIGURES):
        seen.add(page.view.canvas._state)
        walk.press("P", look=False)
        walk.until(lambda: page.figure.sheet.large.state not in {"loading", "empty"})
        walk.look(f"page of figure {at}")
        seen.add(f"page: {page.figure.sheet.large.state}")
        walk.press("P", "L", look=False)
    assert seen == {"figure", "trouble", "page: figure", "page: trouble"}
    walk.press("J")
    walk.press("Escape", look=False)
    answer_all_ways(walk)
    blocked(walk, secrets)
    conflict(walk, secrets, dialogs)
    dialogs.append("leave")
    restored(walk, secrets)
    for _ in walk.in_every_form():
        walk.press("C", "F1", "F1", "N")
        walk.press("Escape", look=False)
    skip_the_rest(walk)
    assert "Every answer is saved" in page.view.message.words.text()
    walk.press("J")
    assert walk.found == []
    assert walk.found_in_output(capfd) == []


def test_review_without_the_page(walk: Walk):
    """A design that cuts by venue shows no page: nothing of it is there, not even its number."""
    walk.window.resize(*WIDE)
    walk.go(PageName.REVIEW, "reading")
    page = walk.review
    for _ in range(FIGURES):
        walk.press("P")
        assert page.figure.sheet.large.state == "empty"
        assert page.figure._item is not None
        assert page.figure._item.page is None
        assert not page.figure.sheet.number.isVisible()
        assert not page.figure.sheet.number.text()
        walk.press("L", look=False)
    walk.press("2", "3", "J")
    assert walk.found == []


def test_panels(walk: Walk, secrets: Secrets, dialogs: list[str], capfd: pytest.CaptureFixture[str]):
    """Boxes, letters, kinds, questions, skips, the banner and a conflict on Panels."""
    walk.window.resize(*WIDE)
    walk.go(PageName.PANELS, "boxes")
    page = walk.panels
    walk.look("panels")
    seen = {page.view.canvas._state}
    for _ in range(FIGURES - 1):
        walk.press("PageDown")
        seen.add(page.view.canvas._state)
    assert seen == {"figure", "trouble"}
    to_a_whole_drawing(walk)
    walk.press("F1", "F1")
    draw(walk)
    walk.look("a letter field")
    walk.press("Escape", look=False)
    for keys in (("F3", "2"), ("Right", "Ctrl+Right", "Shift+Right", "Escape"), ("0", "Escape"), ("F2",)):
        walk.press(*keys)
    close_field(walk)
    for _ in walk.in_every_form():
        walk.press("F4", "F4")
        walk.look(f"panels {walk.window.form.value}")
    walk.press("Ctrl+Z", "Ctrl+Shift+Z", "8", "Escape", "Ctrl+Enter")
    blocked_boxes(walk, secrets)
    for choice in ("theirs", "mine"):
        conflict_boxes(walk, secrets, dialogs, choice)
    while page.session is not None and page.session.at is not None:
        walk.press("8", "4")
    assert "Every box is saved" in page.view.message.words.text()
    assert walk.found == []
    assert walk.found_in_output(capfd) == []


def to_a_whole_figure(walk: Walk) -> None:
    """Go to the next figure that waits and can be shown."""
    page = walk.review
    session = page.session
    assert session is not None
    for at in range(session.total):
        if not session.is_settled(at):
            page.acts.jump(at)
            walk.settle()
            if page.figure.seen:
                return
    raise AssertionError("no figure waits that can be shown")


def answer_all_ways(walk: Walk) -> None:
    """An answer, one with a reason, one taken back, a note, undo and redo, a skip that is not meant."""
    page = walk.review
    for keys in (("1",), ("2", "4"), ("2", "Escape", "Backspace", "Shift+Backspace", "S", "Escape", "N")):
        to_a_whole_figure(walk)
        walk.press(*keys)
    walk.type(page.view.note.box, "a note of my own")
    walk.press("Ctrl+Enter")
    assert page.session is not None
    assert page.session.settled == 2


def blocked(walk: Walk, secrets: Secrets) -> None:
    """The banner over the answers, with its details on the clipboard."""
    page = walk.review
    to_a_whole_figure(walk)
    with database_away(secrets):
        walk.press("1")
        assert page.view.banner is not None
        walk.click("Copy details", page.view.banner)
        walk.look("details")
        assert QGuiApplication.clipboard().text()
    walk.press("Enter")
    assert page.view.banner is None


def restored(walk: Walk, secrets: Secrets) -> None:
    """Somebody put an older copy of the database in place: the answer that is to be replaced is not there."""
    page = walk.review
    to_a_whole_figure(walk)
    walk.press("3", look=False)
    with open_workspace(secrets.folder) as workspace:
        newest = select(func.max(Verdict.id)).scalar_subquery()
        workspace.write(lambda session: session.execute(delete(Verdict).where(Verdict.id == newest)))
    walk.press("Backspace", "1")
    assert page.view.banner is not None
    walk.click("Copy details", page.view.banner)
    walk.look("details of what is gone")
    walk.go(PageName.START)
    walk.sit("second")
    walk.sit("first")
    walk.go(PageName.REVIEW, "spring")


def conflict(walk: Walk, secrets: Secrets, dialogs: list[str]) -> None:
    """Another window answers the same figure first."""
    page = walk.review
    assert page.session is not None
    for choice in ("keep", "replace"):
        to_a_whole_figure(walk)
        assert page.session.at is not None
        with open_workspace(secrets.folder) as workspace:
            workspace.write(answer_item, page.session.ids[page.session.at], DeskAnswer("unsure"))
        dialogs.append(choice)
        walk.press("1")
        assert not dialogs


def skip_the_rest(walk: Walk) -> None:
    """Skip what is left, once in words of one's own."""
    page = walk.review
    walk.press("S", "8")
    walk.type(page.view.note.box, "my own reason")
    walk.press("Escape")
    while page.session is not None and page.session.at is not None:
        walk.press("S", "4")


def to_a_whole_drawing(walk: Walk) -> None:
    """Go to the next figure of boxes that waits and can be shown."""
    page = walk.panels
    session = page.session
    assert session is not None
    for at in range(session.total):
        if session.marks[at] is Mark.IN_WORK:
            page._go(at)
            walk.settle()
            if page.work.tool.enabled and page.view.canvas._state == "figure":
                return
    raise AssertionError("no figure waits that can be drawn on")


def draw(walk: Walk) -> None:
    """A box by the mouse; its letter field stays open."""
    canvas = walk.panels.view.canvas
    walk.press("2", look=False)
    start, end = (canvas.to_widget(QPointF(*point)).toPoint() for point in ((20, 20), (200, 150)))
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(canvas, (start + end) / 2)
    walk.look("drawing")
    QTest.mouseMove(canvas, end)
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=end)
    walk.settle()


def close_field(walk: Walk) -> None:
    """Take what stands in the letter field."""
    panels = walk.panels.view.pane.panels
    if panels.editing:
        QTest.keyClick(panels.findChildren(QLineEdit)[-1], Qt.Key.Key_Return)
        walk.until(lambda: not panels.editing)
    walk.settle()


def blocked_boxes(walk: Walk, secrets: Secrets) -> None:
    """The banner over the keys, with its details on the clipboard."""
    page = walk.panels
    to_a_whole_drawing(walk)
    with database_away(secrets):
        draw(walk)
        close_field(walk)
        walk.until(lambda: page.view.banner is not None)
        assert page.view.banner is not None
        walk.click("Copy details", page.view.banner)
        walk.look("details of boxes")
        assert QGuiApplication.clipboard().text()
    walk.click("Try again", page.view.banner)
    walk.until(lambda: page.saver.idle)


def conflict_boxes(walk: Walk, secrets: Secrets, dialogs: list[str], choice: str) -> None:
    """Another window saves boxes of the same figure first."""
    page = walk.panels
    to_a_whole_drawing(walk)
    assert page.session is not None
    assert page.session.at is not None
    assignment = page.session.ids[page.session.at]
    with open_workspace(secrets.folder) as workspace:
        states = workspace.read(box_history, assignment)
        image = Path(workspace.read(blind_items_by_id, [assignment])[0].image).stem
        other = BoxesToSave(
            (DeskBox("q", "q", "", Box(5, 5, 50, 50)),),
            finished=False,
            image_sha256=image,
            before=states[-1].sequence if states else None,
        )
        workspace.write(save_boxes, assignment, other)
    dialogs.append(choice)
    draw(walk)
    close_field(walk)
    walk.until(lambda: not dialogs)
    walk.settle()
    walk.look(f"kept {choice}")
    walk.press("0", "0")
    walk.press("Ctrl+Enter")
