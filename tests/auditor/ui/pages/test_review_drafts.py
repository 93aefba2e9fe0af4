"""Notes on figures without an answer and figures put off: kept in the project until the answer has them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from auditor.ui.desk import Place
from auditor.ui.pages import review, review_drafts
from auditor.ui.pages.review import ReviewPage
from auditor.ui.pages.review_drafts import Drafts, drafts_path, read_drafts, write_drafts
from pipeline.errors import UnavailableError
from tests.helpers.desk import Seat
from tests.helpers.review import key, settle

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window

Open = Callable[[], ReviewPage]


def kept(seat: Seat) -> Drafts:
    return read_drafts(drafts_path(seat.folder, "spring", "first"))


def note(qtbot: QtBot, page: ReviewPage, text: str) -> None:
    key(qtbot, page, "N")
    page.view.note.box.setPlainText(text)
    key(qtbot, page, "Escape")


def test_a_note_and_a_figure_put_off_are_there_again_in_another_window(seat: Seat, open_page: Open, qtbot: QtBot):
    first = open_page()
    note(qtbot, first, "cut at the left")
    key(qtbot, first, "L")
    qtbot.waitUntil(lambda: len(kept(seat).later) == 1)
    second = open_page()
    assert second.session is not None
    assert (second.figure.index, second.session.later) == (1, [0])
    second.view.jump.wanted.emit(0)
    settle(qtbot, second)
    assert second.session.note == "cut at the left"
    key(qtbot, second, "1")
    own = seat.places()[0].own
    assert own is not None
    assert own.note == "cut at the left"


def test_what_is_being_typed_is_kept_without_leaving_the_field(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "N")
    page.view.note.box.setPlainText("half a sen")
    qtbot.waitUntil(lambda: list(kept(seat).notes.values()) == ["half a sen"])
    assert page.view.note.isVisible()


def test_a_note_is_kept_no_more_once_its_answer_has_it(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    note(qtbot, page, "cut at the left")
    qtbot.waitUntil(lambda: bool(kept(seat).notes))
    key(qtbot, page, "1")
    qtbot.waitUntil(lambda: kept(seat) == Drafts({}, []))
    again = open_page()
    assert again.session is not None
    assert again.session.notes == {}


def test_a_skip_keeps_the_note_of_its_figure(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    note(qtbot, page, "cut at the left")
    key(qtbot, page, "S")
    key(qtbot, page, "4")
    key(qtbot, page, "Backspace")
    assert page.session is not None
    assert page.session.note == "cut at the left"
    assert list(kept(seat).notes.values()) == ["cut at the left"]


def test_the_file_names_nobody_and_holds_own_words_only(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    note(qtbot, page, "cut at the left")
    qtbot.waitUntil(lambda: bool(kept(seat).notes))
    path = drafts_path(seat.folder, "spring", "first")
    assert path.parent == seat.folder / "cache"
    assert "first" not in path.name
    assert "spring" not in path.name
    assert page.session is not None
    assert json.loads(path.read_bytes()) == {"notes": {page.session.ids[0]: "cut at the left"}, "later": []}


def test_two_people_and_two_audits_have_their_own_drafts(tmp_path: Path):
    paths = {drafts_path(tmp_path, campaign, who) for campaign in ("spring", "autumn") for who in ("first", "second")}
    assert len(paths) == 4


@pytest.mark.parametrize("content", ["", "no json", "[]", '{"notes": [], "later": 3}', '{"notes": {}}'])
def test_a_file_that_cannot_be_understood_is_no_draft(tmp_path: Path, content: str):
    path = tmp_path / "desk.json"
    path.write_text(content, encoding="utf-8")
    assert read_drafts(path) == Drafts()


def test_nothing_to_keep_makes_no_file(tmp_path: Path):
    write_drafts(tmp_path / "desk.json", Drafts())
    assert not list(tmp_path.iterdir())


def test_a_note_that_cannot_be_kept_stays_here_and_leaving_asks(
    seat: Seat, open_page: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    def refused(*_arguments: Any) -> None:
        raise UnavailableError("the disk refuses")

    asked: list[str] = []

    def ask(_parent: object, _theme: object, question: Any) -> str:
        asked.append(question.title)
        return "stay"

    page = open_page()
    monkeypatch.setattr(review, "ask", ask)
    with monkeypatch.context() as broken:
        broken.setattr(review_drafts, "write_atomically", refused)
        note(qtbot, page, "cut at the left")
        qtbot.waitUntil(lambda: page.unsaved == "A note is not saved yet")
        assert not page.leave()
        assert asked == ["A note is not saved yet"]
        assert page.session is not None
        assert page.session.note == "cut at the left"
    assert page.leave()
    assert not page.unsaved
    assert list(kept(seat).notes.values()) == ["cut at the left"]


def test_closing_at_once_keeps_what_stands_in_the_field(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "N")
    page.view.note.box.setPlainText("last words")
    assert page.leave()
    assert list(kept(seat).notes.values()) == ["last words"]
    page.enter(Place(page.name, "spring"))
    settle(qtbot, page)
    assert page.session is not None
    assert page.session.note == "last words"


def test_a_note_shows_on_its_button_and_only_on_its_own_figure(open_page: Open, qtbot: QtBot):
    page = open_page()

    def marked() -> bool:
        [button] = [each for each in page.view.bar.side if each.word == "Note"]
        assert button.accessibleName() == ("Note, written" if button.marked else "Note")
        return button.marked

    assert not marked()
    note(qtbot, page, "cut at the left")
    assert marked()
    key(qtbot, page, "1")
    assert not marked()
    key(qtbot, page, "Backspace")
    assert marked()
    note(qtbot, page, "")
    assert not marked()
