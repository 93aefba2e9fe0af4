"""The frame: pages on their keys, one road for each key press, forms by size, counts, titles, faults, closing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from auditor.ui import projects
from auditor.ui.crash import FaultLog, Faults
from auditor.ui.desk import Form, PageName, Place, Tone
from auditor.ui.waiting import RailCounts
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.fault_view import SAFE, UNSURE
from auditor.ui.window import SAVED, Window
from pipeline.workspace import open_workspace
from tests.helpers.desk import add_drawn, seal_drawn
from tests.helpers.frame import MadeUpPage, framed, made_up

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    with framed(tmp_path / "settings", monkeypatch) as made:
        made.show()
        made.activateWindow()
        qtbot.waitUntil(made.isActiveWindow)
        yield made


def never(*said: object) -> None:
    raise AssertionError(said)


def open_project(window: Window, qtbot: QtBot, folder: Path, auditor: str = "") -> None:
    found: list[Path] = []
    projects.open_project(window.desk, folder, auditor=auditor, opened=found.append, failed=never)
    qtbot.waitUntil(lambda: bool(found))


def focused(window: Window) -> object:
    return window.focusWidget()


def test_ctrl_and_a_digit_go_through_the_rail_in_its_order(window: Window, qtbot: QtBot):
    seen = []
    for digit in (Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4, Qt.Key.Key_5, Qt.Key.Key_7, Qt.Key.Key_1):
        qtbot.keyClick(window, digit, CTRL)
        seen.append(window.place.page.value)
        assert window.rail.button(window.place.page).isChecked()
    assert seen == ["campaigns", "review", "panels", "report", "help", "start"]


def test_a_page_is_made_at_its_first_visit_and_kept(window: Window):
    assert set(window._pages) == {PageName.START}
    window.show_page(Place(PageName.REVIEW, "spring"))
    page = made_up(window, PageName.REVIEW)
    window.show_page(Place(PageName.START))
    window.show_page(Place(PageName.REVIEW, "autumn"))
    assert window.page(PageName.REVIEW) is page
    assert [place.campaign for place in page.entered] == ["spring", "autumn"]
    assert page.part.isVisible()
    assert not made_up(window, PageName.START).part.isVisible()


def test_a_click_on_the_rail_goes_there_and_a_page_that_holds_on_stays(window: Window, qtbot: QtBot):
    rail = window.rail
    qtbot.mouseClick(rail.button(PageName.PANELS), Qt.MouseButton.LeftButton)
    assert window.place.page is PageName.PANELS
    made_up(window, PageName.PANELS).may_leave = False
    qtbot.mouseClick(rail.button(PageName.HELP), Qt.MouseButton.LeftButton)
    assert window.place.page is PageName.PANELS
    assert rail.button(PageName.PANELS).isChecked()
    assert not rail.button(PageName.HELP).isChecked()


def test_the_page_hears_a_press_first_and_once(window: Window, qtbot: QtBot):
    page = made_up(window, PageName.START)
    page.reader.setFocus()
    qtbot.keyClick(page.reader, Qt.Key.Key_S)  # goes up through its parents, as nobody takes it
    assert [stroke.key for stroke in page.strokes] == ["S"]
    page.taken = {"F1"}
    qtbot.keyClick(page.reader, Qt.Key.Key_F1)
    assert window.place.page is PageName.START
    page.taken = set()
    qtbot.keyClick(page.reader, Qt.Key.Key_F1)
    assert window.place == Place(PageName.HELP, extra={"topic": "start"})


def test_a_press_is_heard_although_the_focus_went_to_a_parent_before(window: Window, qtbot: QtBot):
    page = made_up(window, PageName.START)
    page.reader.setFocus()
    qtbot.keyClick(page.reader, Qt.Key.Key_S)
    page.setFocus()
    qtbot.keyClick(page, Qt.Key.Key_N)
    assert [stroke.key for stroke in page.strokes] == ["S", "N"]


def test_a_press_is_heard_also_while_another_window_is_in_front(window: Window, qtbot: QtBot):
    page = made_up(window, PageName.START)
    page.reader.setFocus()
    qtbot.keyClick(page.reader, Qt.Key.Key_S)
    page.setFocus()
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not page)
    qtbot.keyClick(page, Qt.Key.Key_N)
    qtbot.keyClick(page, Qt.Key.Key_1)
    assert [stroke.key for stroke in page.strokes] == ["S", "N", "1"]


def test_enter_works_a_button_of_words_once(window: Window, qtbot: QtBot):
    page = made_up(window, PageName.START)
    button = Button(window.desk.theme, "Go on")
    page.layout().addWidget(button)
    clicks: list[int] = []
    button.clicked.connect(lambda: clicks.append(1))
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Return)
    qtbot.keyClick(button, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert len(clicks) == 2
    page.taken = {"Enter"}
    qtbot.keyClick(button, Qt.Key.Key_Return)
    assert len(clicks) == 2


def test_a_closed_window_counts_no_more(window: Window):
    window.desk.waiting_changed.emit()
    assert window._counts._pause.isActive()
    assert window.close()
    window.desk.waiting_changed.emit()
    assert not window._counts._pause.isActive()


def test_what_is_typed_stays_in_the_field_and_only_keys_that_lead_out_reach_the_page(window: Window, qtbot: QtBot):
    page = made_up(window, PageName.START)
    page.field.setFocus()
    qtbot.keyClicks(page.field, "no?1")
    qtbot.keyClick(page.field, Qt.Key.Key_Backspace)
    assert page.field.text() == "no?"
    assert not page.strokes
    assert window.overlays.drawer is None
    qtbot.keyClick(page.field, Qt.Key.Key_Escape)
    qtbot.keyClick(page.field, Qt.Key.Key_Return, CTRL)
    qtbot.keyClick(page.field, Qt.Key.Key_F2)
    assert [stroke.key for stroke in page.strokes] == ["Escape", "Enter", "F2"]


def test_caps_are_learnt_from_what_is_typed(window: Window, qtbot: QtBot):
    page = made_up(window, PageName.START)
    page.field.setFocus()
    qtbot.keyClicks(page.field, "s")
    assert window.desk.caps.cap("S") == "S"


def test_a_dialog_has_its_keys_for_itself(window: Window, qtbot: QtBot):
    page = made_up(window, PageName.START)
    dialog = QDialog(window)
    dialog.setModal(True)
    dialog.show()
    qtbot.waitUntil(dialog.isVisible)
    qtbot.keyClick(dialog, Qt.Key.Key_3, CTRL)
    qtbot.keyClick(dialog, Qt.Key.Key_S)
    assert window.place.page is PageName.START
    assert not page.strokes
    dialog.close()


def test_f6_goes_round_rail_page_and_status(window: Window, qtbot: QtBot):
    page = made_up(window, PageName.START)
    page.field.setFocus()
    qtbot.keyClick(page.field, Qt.Key.Key_F6)
    assert focused(window) is window.status
    qtbot.keyClick(window.status, Qt.Key.Key_F6)
    assert focused(window) is window.rail.button(PageName.START)
    qtbot.keyClick(window.rail.button(PageName.START), Qt.Key.Key_Down)
    assert focused(window) is window.rail.button(PageName.CAMPAIGNS)
    qtbot.keyClick(window.rail.button(PageName.CAMPAIGNS), Qt.Key.Key_F6)
    assert focused(window) is page.field


def test_enter_on_the_rail_opens_the_page(window: Window, qtbot: QtBot):
    window.rail.take_focus()
    qtbot.keyClick(window.rail.button(PageName.START), Qt.Key.Key_Up)
    qtbot.keyClick(window.rail.button(PageName.HELP), Qt.Key.Key_Return)
    assert window.place.page is PageName.HELP


def test_the_question_mark_lists_the_keys_and_escape_closes_the_list_alone(window: Window, qtbot: QtBot):
    page = made_up(window, PageName.START)
    qtbot.keyClick(page, Qt.Key.Key_Question, SHIFT)
    drawer = window.overlays.drawer
    assert drawer is not None
    assert drawer.isVisible()
    words = [label.text() for label in drawer.findChildren(type(window.header.title))]
    assert {"Undo", "Campaigns", "Full screen, and back"} <= set(words)
    page.strokes.clear()
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert window.overlays.drawer is None
    assert not page.strokes
    qtbot.keyClick(page, Qt.Key.Key_Question, SHIFT)
    qtbot.keyClick(page, Qt.Key.Key_Question, SHIFT)
    assert window.overlays.drawer is None


def test_f11_is_full_screen_and_back(window: Window, qtbot: QtBot):
    qtbot.keyClick(window, Qt.Key.Key_F11)
    qtbot.waitUntil(window.isFullScreen)
    qtbot.keyClick(window, Qt.Key.Key_F11)
    qtbot.waitUntil(lambda: not window.isFullScreen())


@pytest.mark.parametrize(
    ("size", "text_size", "form"),
    [
        ((1280, 800), 100, Form.WIDE),
        ((1060, 800), 100, Form.NARROW),
        ((640, 400), 100, Form.SMALLEST),
        ((1280, 800), 200, Form.SMALLEST),
    ],
)
def test_the_page_hears_how_much_room_there_is(
    window: Window, qtbot: QtBot, size: tuple[int, int], text_size: int, form: Form
):
    window.desk.theme.choose(text_size=text_size)
    window.resize(*size)
    qtbot.waitUntil(lambda: window.form is form)
    page = made_up(window, PageName.START)
    assert page.forms[-1] is form
    assert window.size() == QSize(*size)
    narrow = window.desk.theme.size("rail_narrow" if form is not Form.WIDE else "rail")
    assert window.rail.width() == narrow
    assert window.status.isVisible() == (form is not Form.SMALLEST)
    window.desk.say("Not saved: answer 213", Tone.NEGATIVE)
    assert window.status.line.isVisible()
    assert window.status.line.words.width() > 40


def test_the_window_can_be_as_small_as_640_by_400_whatever_the_page(window: Window):
    made_up(window, PageName.START).setMinimumSize(2000, 2000)
    window.resize(640, 400)
    assert window.size() == QSize(640, 400)


def test_a_blind_page_is_named_in_the_title_and_nothing_else(window: Window, qtbot: QtBot, project: Path):
    open_project(window, qtbot, project)
    assert window.windowTitle() == f"Start – {projects.RecentProject(project, '').name} – Figaudit"
    made_up(window, PageName.REVIEW).subtitle = "spring audit"
    window.show_page(Place(PageName.REVIEW, "spring"))
    assert window.windowTitle() == "Review – Figaudit"
    assert window.header.subtitle.text() == "spring audit"


def test_the_rail_counts_what_waits_for_me_and_locks_the_report(window: Window, qtbot: QtBot, project: Path):
    with open_workspace(project) as workspace:
        add_drawn(workspace, 4)
        seal_drawn(workspace, size=4)
        seal_drawn(workspace, task="panel-boxes", name="boxes", size=3)
    open_project(window, qtbot, project, "first")
    rail = window.rail
    qtbot.waitUntil(lambda: rail.button(PageName.REVIEW).count > 0)
    assert (rail.button(PageName.REVIEW).count, rail.button(PageName.PANELS).count) == (4, 3)
    assert rail.button(PageName.REPORT).reason.startswith("You have 7 figures left to judge. ")  # in two audits
    assert rail.button(PageName.REVIEW).accessibleName() == "Review, 4 waiting for you"
    assert rail.button(PageName.REPORT).isEnabled()
    window.desk.seat("second")
    qtbot.waitUntil(lambda: rail.button(PageName.REVIEW).count == 0)
    assert not rail.button(PageName.REPORT).reason


def test_the_lock_counts_one_figure_as_one():
    assert "1 figure left" in RailCounts({}, 1).lock
    assert "1,200 figures left" in RailCounts({}, 1200).lock
    assert not RailCounts({}, 0).lock


def test_the_status_says_what_is_saved_once_a_project_is_open(window: Window, qtbot: QtBot, project: Path):
    assert not window.status.line.words.text()
    open_project(window, qtbot, project)
    assert (window.status.line.words.text(), window.status.line.tone) == (SAVED, Tone.POSITIVE)
    window.desk.say("Not saved: answer 213", Tone.NEGATIVE)
    window.show_page(Place(PageName.HELP))
    assert window.status.line.words.text() == SAVED


def test_two_windows_work_on_one_project(
    window: Window, qtbot: QtBot, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with framed(tmp_path / "other", monkeypatch) as other:
        for one in (window, other):
            open_project(one, qtbot, project)
        assert window.desk.project == other.desk.project == project


@pytest.fixture
def guarded(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    faults = Faults(FaultLog(tmp_path / "logs"))
    with framed(tmp_path / "settings", monkeypatch, faults=faults) as made:
        made.show()
        qtbot.waitExposed(made)
        yield made


def test_a_page_that_cannot_be_made_gives_way_to_an_explanation(guarded: Window, tmp_path: Path):
    guarded.show_page(Place(PageName.SETTINGS))
    view = guarded._fault_view
    assert view.isVisible()
    assert "RuntimeError" in view.details
    log = (tmp_path / "logs" / "figaudit.log").read_text(encoding="utf-8")
    assert "frame.py" in log
    assert "paper 7" not in log + view.details
    guarded.show_page(Place(PageName.START))
    assert not view.isVisible()


def test_go_on_opens_the_page_anew(guarded: Window, qtbot: QtBot):
    guarded.show_page(Place(PageName.REVIEW, "spring"))
    before = made_up(guarded, PageName.REVIEW)
    faults = guarded._faults
    assert faults is not None
    faults.note(ValueError("no"))
    view = guarded._fault_view
    assert view._text.text() == SAFE
    assert not before.isVisible()
    qtbot.mouseClick(view._go_on, Qt.MouseButton.LeftButton)
    after = made_up(guarded, PageName.REVIEW)
    assert after is not before
    assert [place.campaign for place in after.entered] == ["spring"]


def test_a_fault_while_something_waits_to_be_written_does_not_promise_too_much(guarded: Window):
    made_up(guarded, PageName.START).may_leave = False
    assert guarded._faults is not None
    guarded._faults.note(ValueError("no"))
    assert guarded._fault_view._text.text() == UNSURE


def test_a_cancelled_close_keeps_everything_open_and_saves_nothing(window: Window, qtbot: QtBot):
    page = made_up(window, PageName.START)
    page.may_leave = False
    assert not window.close()
    assert window.isVisible()
    assert not window.desk.preferences.file.exists()
    done: list[object] = []
    window.desk.workers.pool(lambda: "alive", done=done.append, failed=never)
    qtbot.waitUntil(lambda: done == ["alive"])
    page.may_leave = True
    assert window.close()
    assert window.desk.preferences.get("window")["geometry"][2:] == [window.width(), window.height()]
    assert window.desk.preferences.file.exists()


def test_a_closed_window_takes_no_keys_any_more(window: Window, qtbot: QtBot):
    page: MadeUpPage = made_up(window, PageName.START)
    window.close()
    qtbot.keyClick(page, Qt.Key.Key_S)
    assert not page.strokes


def test_tab_stops_once_at_the_rail(window: Window):
    stops = [name for name in PageName if window.rail.button(name).focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert stops == [window.place.page]
    window.show_page(Place(PageName.REPORT))
    stops = [name for name in PageName if window.rail.button(name).focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert stops == [PageName.REPORT]


def test_the_sentence_of_the_status_has_the_room_of_the_header_in_the_smallest_form(window: Window, qtbot: QtBot):
    window.show()
    window.resize(640, 400)
    qtbot.waitUntil(lambda: window.form is Form.SMALLEST)
    window.desk.say("Computed from 700 answers in 0.3 s", Tone.POSITIVE)
    assert not window.status.line.words.elided
    assert window.status.line.width() > 300


def test_a_page_entered_for_the_first_time_has_the_focus_itself(window: Window, qtbot: QtBot):
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    made_up(window, PageName.START).field.setFocus()
    window.show_page(Place(PageName.REPORT))
    assert focused(window) is window.page(PageName.REPORT)
