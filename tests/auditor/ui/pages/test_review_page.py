"""The Review page on a real project: keys become rows, rows move on, and nothing moves without them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

from auditor.audits.desk_verdicts import DeskAnswer, answer_item
from auditor.ui.desk import Form, Place
from auditor.ui.pages import review_pen
from auditor.ui.pages.review import ReviewPage
from auditor.ui.pages.review_session import Stage
from auditor.ui.shortcuts import Stroke
from tests.helpers.desk import Seat, seated
from tests.helpers.review import TOTAL, answers, key, settle

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window


def test_an_answer_is_on_the_disk_before_the_next_figure_is_shown(
    seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot
):
    page = open_page()
    first = page.view.pane.caption.toPlainText()
    assert key(qtbot, page, "1")
    assert answers(seat) == ["yes", *[""] * (TOTAL - 1)]
    assert page.view.pane.caption.toPlainText() != first
    assert seat.said[-1] == ("Saved. Last answer: Yes", "positive")
    assert page._header.position.text() == f"2 of {TOTAL}"
    assert page._header.line.value() == 1


def test_the_caption_changes_in_the_paint_of_its_figure_and_never_before(
    open_page: Callable[[], ReviewPage], qtbot: QtBot
):
    page = open_page()
    seen: list[tuple[int, str]] = []
    page.view.canvas.painted.connect(
        lambda _key: seen.append((page.figure.index or 0, page.view.pane.caption.toPlainText()))
    )
    for name in ("1", "3", "1"):
        key(qtbot, page, name)
    assert [index for index, _ in seen] == [1, 2, 3]
    assert len({caption for _, caption in seen}) == 3
    items = page.figure.items._items
    assert all(caption == items[index].caption for index, caption in seen)


def test_the_number_pad_answers_too(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "Pad3")
    assert answers(seat)[0] == "unsure"


def test_a_held_key_answers_once(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    page.press(Stroke("1"))
    for _ in range(90):
        assert page.press(Stroke("1", repeat=True))
        qtbot.wait(1)
    settle(qtbot, page)
    assert answers(seat).count("yes") == 1


def test_a_second_press_within_the_same_paint_is_ignored(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    page.press(Stroke("1"))
    page.press(Stroke("2"))
    settle(qtbot, page)
    assert answers(seat) == ["yes", *[""] * (TOTAL - 1)]


def test_a_press_older_than_the_paint_is_no_answer(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    page.desk.clock.pressed_at(1_000_000, page.figure._painted_ms)  # the two clocks meet at the paint
    page.press(Stroke("1", stamp=1_000_000 - 5))
    settle(qtbot, page)
    assert answers(seat) == [""] * TOTAL
    key(qtbot, page, "1", stamp=1_000_000 + 5)
    assert answers(seat)[0] == "yes"


def test_nothing_is_answered_before_the_figure_is_painted(
    seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    page = open_page()
    held: list[Any] = []
    monkeypatch.setattr(page.cache, "has", lambda _path: False)
    monkeypatch.setattr(page.cache, "get", lambda _path, done, _failed: held.append(done))
    page.press(Stroke("1"))
    qtbot.waitUntil(lambda: page.figure.index == 1)
    assert page.view.canvas.state == "loading"
    assert page.press(Stroke("1"))
    page.view.bar.choices[0].click()
    qtbot.waitUntil(lambda: not page.view.bar.choices[0].isEnabled())  # for tools as well
    assert page.session is not None
    assert page.session.pending is None
    assert answers(seat).count("yes") == 1


def test_no_asks_its_reason_in_the_same_bar_and_the_figure_stays(
    seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot
):
    page = open_page()
    high, paints = page.view.bar.height(), page.view.canvas.geometry()
    key(qtbot, page, "2")
    assert page.view.bar.asked.question == "What is it instead?"
    assert (page.view.bar.height(), page.view.canvas.geometry()) == (high, paints)
    assert seat.said[-1][0] == "Saved: No. A reason is welcome, not required"
    own = seat.places()[0].own
    assert own is not None
    assert own.error_mode is None
    key(qtbot, page, "4")
    own = seat.places()[0].own
    assert own is not None
    assert (own.answer, own.error_mode) == ("no", "plot")
    assert page.figure.index == 1


def test_reasons_behind_more_work_by_their_keys_at_once(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "2")
    shown = [button.word for button in page.view.bar.choices if button.isVisible()]
    assert "Duplicate" not in shown
    assert page.view.bar.more_choices.isVisible()
    key(qtbot, page, "R")
    own = seat.places()[0].own
    assert own is not None
    assert own.error_mode == "duplicate"


def test_more_reasons_shows_the_rest(open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "2")
    key(qtbot, page, "Equal")
    assert "Duplicate" in [button.word for button in page.view.bar.choices if button.isVisible()]
    key(qtbot, page, "Equal")
    assert "Plot or chart" in [button.word for button in page.view.bar.choices if button.isVisible()]


@pytest.mark.parametrize("name", ["Escape", "Backspace"])
def test_no_can_be_taken_back(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot, name: str):
    page = open_page()
    key(qtbot, page, "2")
    key(qtbot, page, name)
    assert answers(seat) == [""] * TOTAL
    assert (page.figure.index, page.view.bar.asked.question) == (0, "Is this a schematic diagram?")
    key(qtbot, page, "1")
    assert answers(seat)[0] == "yes"


def test_enter_gives_no_reason(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "2")
    key(qtbot, page, "Enter")
    own = seat.places()[0].own
    assert own is not None
    assert own.error_mode == ""
    assert page.figure.index == 1


def test_after_a_restart_the_reason_is_asked_again(open_page: Callable[[], ReviewPage], qtbot: QtBot):
    first = open_page()
    key(qtbot, first, "1")
    key(qtbot, first, "2")
    again = open_page()
    assert again.session is not None
    assert (again.session.at, again.session.stage) == (1, Stage.REASON)


def test_one_key_reasons_answer_and_explain_at_once(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    assert not page.press(Stroke("7"))
    seat.desk.preferences.set("one_key_reasons", True)
    key(qtbot, page, "7")
    own = seat.places()[0].own
    assert own is not None
    assert (own.answer, own.error_mode, own.sequence) == ("no", "table", 1)


def test_undo_outlines_the_old_answer_and_a_new_one_supersedes(
    seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot
):
    page = open_page()
    key(qtbot, page, "1")
    key(qtbot, page, "Backspace")
    assert [button.was for button in page.view.bar.choices] == ["was: Yes", "", ""]
    assert seat.said[-1][0] == "Back at 1, answered Yes"
    key(qtbot, page, "3")
    assert answers(seat)[0] == "unsure"
    assert page.figure.index == 1
    assert [button.was for button in page.view.bar.choices] == ["", "", ""]


def test_redo_and_escape_come_back(open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    for name in ("1", "1", "1"):
        key(qtbot, page, name)
    key(qtbot, page, "Z", ctrl=True)
    key(qtbot, page, "PadPeriod")
    assert page.figure.index == 1
    key(qtbot, page, "Backspace", shift=True)
    assert page.figure.index == 2
    key(qtbot, page, "Escape")
    assert page.figure.index == 3
    assert not page.press(Stroke("Escape"))


def test_undo_with_nothing_before_says_so(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "Backspace")
    assert seat.said[-1][0] == "There is nothing to go back to"


def test_a_skip_says_why(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "S")
    assert page.view.bar.asked.question == "Why can it not be judged?"
    key(qtbot, page, "4")
    assert seat.places()[0].skip_reason == "image broken"
    assert seat.said[-1][0] == "Skipped: image broken"


def test_a_skip_for_another_reason_takes_it_in_words(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "S")
    page.press(Stroke("8"))
    assert page.view.note.isVisible()
    page.view.note.box.setPlainText("two figures in one")
    key(qtbot, page, "Enter", ctrl=True)
    assert seat.places()[0].skip_reason == "something else: two figures in one"


def test_a_skip_without_words_for_another_reason_is_none(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "S")
    page.press(Stroke("8"))
    key(qtbot, page, "Escape")
    assert seat.places()[0].skip_reason is None
    assert page.session is not None
    assert page.session.stage is Stage.SKIP


def test_a_note_is_typed_and_goes_along_with_the_answer(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    before = page.view.canvas.geometry()
    page.press(Stroke("N"))
    assert page.view.note.isVisible()
    assert page.view.canvas.geometry() == before
    page.view.note.box.setPlainText("cut at the left")
    key(qtbot, page, "Enter", ctrl=True)
    assert not page.view.note.isVisible()
    key(qtbot, page, "1")
    own = seat.places()[0].own
    assert own is not None
    assert own.note == "cut at the left"


def write_note(qtbot: QtBot, page: ReviewPage, text: str) -> None:
    """Open the note, type, and go elsewhere with the mouse, so that it stays open."""
    key(qtbot, page, "N")
    page.view.note.box.setPlainText(text)
    page.view.canvas.setFocus()


def notes(seat: Seat) -> list[str]:
    return [(place.own.note or "") if place.own else "" for place in seat.places()]


@pytest.mark.parametrize("by_mouse", [True, False])
def test_a_note_left_open_belongs_to_its_own_figure(
    seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot, *, by_mouse: bool
):
    page = open_page()
    write_note(qtbot, page, "of the first")
    if by_mouse:
        page.view.bar.choices[0].click()
        settle(qtbot, page)
    else:
        key(qtbot, page, "1")
    assert not page.view.note.isVisible()
    key(qtbot, page, "3")
    assert notes(seat) == ["of the first", *[""] * (TOTAL - 1)]


@pytest.mark.parametrize("name", ["L", "J", "S", "N"])
def test_an_act_beside_an_open_note_keeps_its_words(
    seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot, name: str
):
    page = open_page()
    write_note(qtbot, page, "of the first")
    key(qtbot, page, name)
    assert page.session is not None
    assert page.session.notes == {0: "of the first"}
    assert notes(seat) == [""] * TOTAL


def test_words_for_a_skip_are_its_reason_whatever_is_clicked(
    seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot
):
    page = open_page()
    key(qtbot, page, "S")
    key(qtbot, page, "8")
    page.view.note.box.setPlainText("two figures in one")
    page.view.bar.choices[0].click()
    settle(qtbot, page)
    assert answers(seat)[:2] == ["something else: two figures in one", ""]


def test_a_later_figure_comes_at_the_end(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "L")
    assert page.figure.index == 1
    for _ in range(TOTAL - 1):
        key(qtbot, page, "1")
    assert page.figure.index == 0
    key(qtbot, page, "1")
    assert answers(seat) == ["yes"] * TOTAL
    assert not page.view.shows_figure
    assert page.view.message.words.text() == f"All {TOTAL} figures of this audit are done. Every answer is saved."
    page.view.message.undo.click()
    settle(qtbot, page)
    assert page.view.shows_figure
    assert page.figure.index == 0
    key(qtbot, page, "Escape")
    assert not page.view.shows_figure


def test_the_jump_list_shows_own_marks_only_and_goes_there(open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "1")
    page.press(Stroke("J"))
    jump = page.view.jump
    rows = [str(jump.places.data(jump.places.index(row, 0))) for row in range(jump.places.rowCount())]
    assert rows[:2] == ["1\tYes", "2\t"]
    jump.number.setText("5")
    QTest.keyClick(jump.number, Qt.Key.Key_Return)
    settle(qtbot, page)
    assert not jump.isVisible()
    assert page.figure.index == 4


def test_the_guideline_lies_over_the_text_and_answers_go_on(
    seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot
):
    page = open_page()
    page.press(Stroke("F1"))
    drawer = page.view.guideline
    assert drawer.isVisible()
    corner = page.view.canvas.mapTo(page, QPoint(page.view.canvas.width(), 0))
    assert drawer.geometry().left() >= corner.x()
    key(qtbot, page, "1")
    assert answers(seat)[0] == "yes"
    assert drawer.isVisible()
    page.press(Stroke("Escape"))
    assert not drawer.isVisible()


def test_c_walks_the_mentions(open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    while len(page.view.pane.contexts) < 2:
        key(qtbot, page, "1")
    first = page.view.pane.context.toPlainText()
    assert page.view.pane.count.text() == "1 of 2"
    key(qtbot, page, "C")
    assert page.view.pane.context.toPlainText() != first
    assert page.view.pane.count.text() == "2 of 2"


def test_the_mouse_answers_under_the_same_guard(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    qtbot.mouseClick(page.view.bar.choices[2], Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert answers(seat)[0] == "unsure"


# --- what goes wrong --------------------------------------------------------------------------------------------------


@contextmanager
def project_gone(seat: Seat) -> Iterator[None]:
    """Another program moved the database away."""
    place = seat.folder / "figaudit.sqlite"
    aside = seat.folder / "elsewhere.sqlite"
    place.rename(aside)
    try:
        yield
    finally:
        aside.rename(place)


def test_an_answer_that_is_not_saved_blocks_and_nothing_moves(
    seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot
):
    page = open_page()
    key(qtbot, page, "1")
    caption, place = page.view.pane.caption.toPlainText(), page.view.canvas.geometry()
    with project_gone(seat):
        key(qtbot, page, "3")
        banner = page.view.banner
        assert banner is not None
        assert banner.height() == page.view.bar.height()
        assert not page.view.bar.isVisible()
        assert seat.said[-1] == ("Not saved: answer 2", "negative")
        assert page.press(Stroke("1")) is False
        assert (page.view.pane.caption.toPlainText(), page.view.canvas.geometry()) == (caption, place)
        key(qtbot, page, "Enter")  # in vain
        assert page.view.banner is banner
    key(qtbot, page, "Enter")
    assert page.view.banner is None
    assert answers(seat)[:2] == ["yes", "unsure"]
    assert page.figure.index == 2


def test_the_banner_says_what_is_safe_and_leaving_asks_first(
    seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    page = open_page()
    with project_gone(seat):
        key(qtbot, page, "1")
        assert page.view.banner is not None
        said = page.view.banner.accessibleDescription()
        assert "“Yes” for this figure is kept here meanwhile" in said
        asked: list[str] = []
        monkeypatch.setattr(
            "auditor.ui.pages.review.ask", lambda _parent, _theme, question: asked.append(question.title) or "stay"
        )
        assert not page.leave()
        assert asked == ["One answer is not saved yet"]
    key(qtbot, page, "Enter")
    assert page.leave()


def rival(session: Any, assignment_id: str, answer: str) -> None:
    answer_item(session, assignment_id, DeskAnswer(answer, error_mode="" if answer == "no" else None))


@pytest.mark.parametrize(("choice", "kept"), [("keep", "no"), ("replace", "yes")])
def test_two_windows_one_figure_asks_which_answer_counts(
    seat: Seat,
    open_page: Callable[[], ReviewPage],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    choice: str,
    kept: str,
):
    page = open_page()
    seat.write(rival, seat.places()[0].assignment_id, "no")
    asked: list[Any] = []
    monkeypatch.setattr(review_pen, "ask", lambda _parent, _theme, question: asked.append(question) or choice)
    key(qtbot, page, "1")
    assert "Another window answered this figure" in asked[0].text
    assert asked[0].text.endswith("with No. Keep which?")
    assert dict(asked[0].choices) == {"keep": "Keep No", "replace": "Replace with Yes"}
    assert answers(seat)[0] == kept
    assert page.figure.index == 1
    own = seat.places()[0].own
    assert own is not None
    assert own.sequence == (1 if choice == "keep" else 2)


def test_an_image_that_cannot_be_shown_leaves_the_skip(seat: Seat, qtbot: QtBot):
    for blob in (seat.folder / "blobs").rglob("*.png"):
        blob.write_bytes(b"not a picture")
    page = ReviewPage(seat.desk)
    qtbot.addWidget(page)
    page.resize(1204, 720)
    page.show()
    page.enter(Place(page.name, "spring"))
    qtbot.waitUntil(lambda: page.view.canvas.state == "trouble", timeout=10_000)
    assert page.press(Stroke("1"))
    page.view.bar.choices[0].click()
    assert page.session is not None
    assert page.session.pending is None
    page.press(Stroke("S"))
    page.press(Stroke("4"))
    qtbot.waitUntil(lambda: page.session is not None and page.session.at == 1)
    assert answers(seat)[:2] == ["image broken", ""]
    page.figure.sheet.stop()


def test_another_persons_queue_never_stays_on_the_page(seat: Seat, open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    seat.desk.seat("second")
    assert page.session is None
    assert not page.view.shows_figure
    page.enter(Place(page.name))
    qtbot.waitUntil(lambda: page.view.message.words.text() == "Nothing waits for you.")


def test_nobody_at_the_desk_is_sent_to_start(drawn_project: Path, tmp_path: Path, qtbot: QtBot):
    folder = Path(shutil.copytree(drawn_project, tmp_path / "project"))
    with seated(folder, tmp_path / "settings", qtbot, auditor="") as seat:
        page = ReviewPage(seat.desk)
        qtbot.addWidget(page)
        page.enter(Place(page.name))
        assert page.view.message.words.text() == "Nobody has said yet who sits here."
        with qtbot.waitSignal(seat.desk.place_wanted) as wanted:
            page.view.message.button.click()
        assert wanted.args[0].page == "start"


# --- counts, forms ----------------------------------------------------------------------------------------------------


def test_the_next_figure_is_shown_without_decoding_or_scaling(open_page: Callable[[], ReviewPage], qtbot: QtBot):
    page = open_page()
    qtbot.waitUntil(lambda: is_ready(page))
    before = page.cache.decodes
    key(qtbot, page, "1")
    qtbot.waitUntil(lambda: page.cache.decodes > before)  # the one after the next three
    assert page.cache.decodes == before + 1


def is_ready(page: ReviewPage) -> bool:
    """Whether the next three figures are decoded."""
    assert page.session is not None
    items = [page.figure.items._items.get(index) for index in page.session.ahead(3)]
    paths = [page.figure.items.path(item) for item in items if item is not None]
    return len(paths) == 3 and all(path is not None and page.cache.has(path) for path in paths)


@pytest.mark.parametrize(
    ("form", "size", "high"),
    [(Form.WIDE, (1204, 720), 104), (Form.NARROW, (908, 460), 102), (Form.SMALLEST, (588, 348), 102)],
)
def test_question_and_answers_are_whole_in_every_form(
    open_page: Callable[[], ReviewPage], qtbot: QtBot, form: Form, size: tuple[int, int], high: int
):
    page = open_page()
    page.set_form(form)
    page.resize(*size)
    bar = page.view.bar
    for name in ("", "2"):
        if name:
            key(qtbot, page, name)
        assert bar.height() == high
        seen = [button for button in (*bar.choices, *bar.links) if button.isVisible()]
        assert len(seen) >= 4
        inside = bar.rect()
        assert all(inside.contains(button.geometry()) for button in seen)
        assert not overlaps([*seen, bar.question])
        assert len({button.size().toTuple() for button in bar.choices if button.isVisible()}) == 1


def overlaps(widgets: list[QWidget]) -> list[tuple[str, str]]:
    pairs = [(a, b) for at, a in enumerate(widgets) for b in widgets[at + 1 :]]
    return [
        (a.accessibleName(), b.accessibleName())
        for a, b in pairs
        if a.geometry().adjusted(2, 2, -2, -2).intersects(b.geometry().adjusted(2, 2, -2, -2))
    ]


def test_the_page_never_widens_the_window(open_page: Callable[[], ReviewPage]):
    page = open_page()
    for form, width, height in ((Form.WIDE, 1280, 800), (Form.NARROW, 960, 540), (Form.SMALLEST, 640, 400)):
        page.set_form(form)
        least = page.minimumSizeHint()
        assert least.width() <= width - 76
        assert least.height() <= height - 80
        least = page.view.desk_part.minimumSizeHint()
        assert least.width() <= width - 52
        assert least.height() <= height - 52


def test_a_dialog_is_not_left_behind(open_page: Callable[[], ReviewPage]):
    page = open_page()
    assert not page.findChildren(QDialog)
