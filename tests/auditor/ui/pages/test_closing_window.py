"""The window closes only when it is known what became of every answer, and never says saved of one that is not."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from auditor.ui.crash import Fault
from auditor.ui.desk import PageName, Place
from auditor.ui.pages import review_store
from auditor.ui.shortcuts import Stroke
from auditor.ui.widgets.fault_view import UNSURE
from auditor.ui.widgets.notices import Question
from auditor.ui.window import Window
from pipeline.errors import TroubleCause, UnavailableError
from tests.helpers.desk import Seat
from tests.helpers.frame import framed
from tests.helpers.review import begin, put_in
from tests.helpers.review import page_of as review

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window


class Slow:
    """A commit that waits for `gate` and fails while `fails`."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.gate = threading.Event()
        self.fails = False
        self._commit = review_store.commit
        patch.setattr(review_store, "commit", self)

    def __call__(self, session: Any, *rest: Any) -> Any:
        assert self.gate.wait(30)
        if self.fails:
            raise UnavailableError("the disk is full", cause=TroubleCause.FULL)
        return self._commit(session, *rest)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    return Slow(monkeypatch)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions on leaving; each is answered by "stay", or by what the list's owner puts in place of it."""
    questions: list[str] = []

    def ask(_parent: object, _theme: object, question: Question) -> str:
        questions.append(question.title)
        return "stay" if len(questions) == 1 else "leave"

    monkeypatch.setattr("auditor.ui.pages.review.ask", ask)
    return questions


@pytest.fixture
def window(drawn_copy: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    with framed(tmp_path / "frame", monkeypatch) as made:
        put_in(monkeypatch)
        made.show()
        begin(made, drawn_copy, qtbot)
        yield made
        review(made).pen.is_blocked = False
        qtbot.waitUntil(lambda: made.desk.workers.writes == 0)


def test_closing_waits_for_the_answer_on_its_way(window: Window, slow: Slow, qtbot: QtBot):
    review(window).press(Stroke("1"))
    assert not window.close()
    assert window.status.line.words.text() == "One answer is not saved yet"
    slow.gate.set()
    qtbot.waitUntil(lambda: window._stopped)
    assert not window.isVisible()


def test_an_answer_that_fails_while_closing_is_told(window: Window, slow: Slow, asked: list[str], qtbot: QtBot):
    slow.fails = True
    review(window).press(Stroke("1"))
    assert not window.close()
    slow.gate.set()
    qtbot.waitUntil(lambda: bool(asked))
    assert asked == ["One answer is not saved yet"]
    assert window.isVisible()
    assert window.close()


def test_an_answer_left_unsaved_is_not_forgotten_on_other_pages(
    window: Window, slow: Slow, asked: list[str], qtbot: QtBot
):
    slow.fails = True
    slow.gate.set()
    review(window).press(Stroke("1"))
    qtbot.waitUntil(lambda: review(window).pen.is_blocked)
    window.show_page(Place(PageName.HELP))
    assert window.place.page is PageName.REVIEW  # "stay"
    window.show_page(Place(PageName.HELP))
    assert window.place.page is PageName.HELP
    assert window.status.line.words.text() == "One answer is not saved yet"
    asked.clear()
    assert not window.close()
    assert window.place.page is PageName.REVIEW
    assert len(asked) == 1
    assert window.close()


def test_a_page_that_failed_lives_until_its_answer_is_written(window: Window, slow: Slow, qtbot: QtBot):
    page = review(window)
    page.press(Stroke("1"))
    window.show_fault(Fault("details"))
    assert not page.isVisible()
    assert window._fault_view._text.text() == UNSURE
    with qtbot.waitSignal(page.destroyed):
        slow.gate.set()
    assert window.status.line.words.text() == "Saved. Last answer: Yes"


def test_a_fault_of_one_page_promises_nothing_of_an_answer_on_its_way_from_another(window: Window, slow: Slow):
    page = review(window)
    page.press(Stroke("1"))
    window.show_page(Place(PageName.HELP))
    window.show_fault(Fault("details"))
    assert window._fault_view._text.text() == UNSURE
    slow.gate.set()


def test_another_audit_is_not_kept_shut_by_an_answer_left_unsaved(seat: Seat, open_page: Any, qtbot: QtBot, slow: Slow):
    slow.fails = True
    slow.gate.set()
    page = open_page()
    page.press(Stroke("1"))
    qtbot.waitUntil(lambda: page.pen.is_blocked)
    with qtbot.waitSignal(seat.desk.toast_said) as said:
        page.enter(Place(PageName.REVIEW, "autumn"))
    assert said.args[0].startswith("One answer was not saved")
    assert page.view.banner is None
    assert not page.unsaved
