"""The Panels page on a real project: what is drawn is saved, what is moved past is not, what fails is not lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from auditor.audits.campaign import move_campaign
from auditor.audits.desk_boxes import BoxesToSave, box_history, save_boxes
from auditor.audits.projection import blind_items_by_id
from auditor.boxes.panels import FigureState
from auditor.ui.desk import Form, PageName, Place
from auditor.ui.pages import panels_store
from auditor.ui.pages.panels import PanelsPage
from auditor.ui.pages.panels_session import Mark
from pipeline.errors import TroubleCause, UnavailableError
from pipeline.geometry import Box
from pipeline.vocabulary import CampaignState
from pipeline.workspace import Workspace, open_workspace
from tests.helpers.blind_scan import leaks
from tests.helpers.desk import seated
from tests.helpers.panels import CAMPAIGN, COUNT, Sitting


def again(sitting: Sitting) -> Sitting:
    """Another window on the same project, as after a restart."""
    second = Sitting(sitting.seat, sitting.qtbot)
    second.enter()
    return second


# --- drawing and saving


def test_a_box_drawn_with_the_mouse_is_saved_before_it_is_said_to_be(sitting: Sitting):
    sitting.draw((100, 80), (300, 200))
    sitting.wait_saved(1)
    [state] = sitting.saved()
    [box] = state.boxes
    assert (box.letter, box.origin, state.finished) == ("a", "drawn", False)
    assert abs(box.box.x0 - 100) <= 2
    assert abs(box.box.y1 - 200) <= 2
    assert sitting.said.startswith("Saved. Box a: left ")
    assert [tone for text, tone in sitting.seat.said if text.startswith("Saved.")] == ["positive"]


@pytest.mark.parametrize("end", [(300, 200), (40, 200), (300, 20), (40, 20)])
def test_a_box_can_be_drawn_in_all_four_directions(sitting: Sitting, end: tuple[int, int]):
    sitting.draw((150, 90), end)
    [box] = sitting.editor.boxes
    assert box.x0 < box.x1
    assert box.y0 < box.y1
    assert abs(box.x0 - min(150, end[0])) <= 2
    assert abs(box.y1 - max(90, end[1])) <= 2


@pytest.mark.parametrize("scale", [0.1, 16.0])
def test_a_click_without_a_drag_makes_no_box_at_any_zoom(sitting: Sitting, scale: float):
    sitting.page.view.canvas._moved(lambda: sitting.page.view.canvas.view.zoom_to(scale))
    sitting.key("2")
    canvas = sitting.page.view.canvas
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.rect().center())
    sitting.wait_saved(0)
    assert not sitting.editor.panels


def test_nothing_is_drawn_before_the_figure_is_there(box_project: Path, tmp_path: Path, qtbot: QtBot):
    with seated(box_project, tmp_path / "settings", qtbot) as seat:
        found = Sitting(seat, qtbot)
        found.page.enter(Place(PageName.PANELS, CAMPAIGN))
        found.key("2")
        QTest.mousePress(found.page.view.canvas, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
        assert found.editor is None
        found.wait_figure(0)
        assert not found.editor.panels


def test_a_drag_moves_a_box_and_a_handle_resizes_it(sitting: Sitting):
    sitting.draw((100, 80), (300, 200))
    sitting.key("1")
    before = sitting.editor.boxes[0]
    sitting.drag(before.centre, (before.centre[0] + 40, before.centre[1] + 20))
    after = sitting.editor.boxes[0]
    assert (after.width, after.height) == (before.width, before.height)
    assert after.x0 > before.x0 + 35
    sitting.drag((after.x1, after.y1), (after.x1 + 30, after.y1 + 30))
    assert sitting.editor.boxes[0].x0 == after.x0
    assert sitting.editor.boxes[0].x1 > after.x1 + 25
    sitting.wait_saved(3)


def test_a_box_moved_against_the_border_keeps_its_size(sitting: Sitting):
    sitting.draw((100, 80), (300, 200))
    sitting.key("1")
    before = sitting.editor.boxes[0]
    sitting.drag(before.centre, (-500, before.centre[1]))
    after = sitting.editor.boxes[0]
    assert (after.x0, after.width) == (0, before.width)


def test_a_small_box_inside_a_large_one_is_reached_by_click_and_the_large_one_by_clicking_again(sitting: Sitting):
    sitting.draw((50, 40), (500, 350))
    sitting.draw((200, 150), (260, 200))
    sitting.key("1")
    sitting.editor.select(None)
    canvas = sitting.page.view.canvas
    spot = canvas.to_widget(QPointF(230, 175)).toPoint()
    chosen = []
    for _ in range(3):
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=spot)
        chosen.append(sitting.editor.selected)
    assert chosen == [1, 0, 1]


# --- keys


def test_tab_goes_through_the_boxes_in_reading_order_and_then_leaves_the_canvas(sitting: Sitting):
    sitting.draw((350, 80), (550, 200))
    sitting.draw((50, 80), (250, 200))
    sitting.editor.select(None)
    sitting.page.view.canvas.setFocus()
    assert sitting.key("Tab")
    assert sitting.editor.selected == 1
    assert sitting.key("Tab")
    assert sitting.editor.selected == 0
    assert not sitting.key("Tab")
    assert sitting.key("Shift+Tab")
    assert sitting.editor.selected == 0


def test_arrows_move_by_one_and_ten_pixels_and_a_run_is_one_step_and_one_revision(sitting: Sitting):
    sitting.draw((100, 80), (300, 200))
    sitting.wait_saved(1)
    before = sitting.editor.boxes[0]
    for _ in range(5):
        sitting.key("Right", repeat=True)
    sitting.wait_saved(2)
    assert sitting.editor.boxes[0].x0 == before.x0 + 5
    sitting.key("Shift+Down")
    sitting.wait_saved(3)
    assert sitting.editor.boxes[0].y0 == before.y0 + 10
    sitting.key("Ctrl+Z")
    sitting.key("Ctrl+Z")
    assert sitting.editor.boxes[0] == before
    sitting.wait_saved(5)


def test_an_edge_is_picked_and_moved_by_keys(sitting: Sitting):
    sitting.draw((100, 80), (300, 200))
    before = sitting.editor.boxes[0]
    sitting.key("Ctrl+Right")
    sitting.key("Shift+Right")
    sitting.key("Left")
    assert sitting.editor.boxes[0] == Box(before.x0, before.y0, before.x1 + 9, before.y1)
    sitting.key("Escape")
    sitting.key("Right")
    assert sitting.editor.boxes[0].x0 == before.x0 + 1


def test_a_box_is_made_named_and_fitted_without_the_mouse(sitting: Sitting):
    sitting.page.view.canvas.setFocus()
    sitting.key("2")
    assert sitting.key("Enter")
    sitting.close_field()
    sitting.key("Ctrl+Left")
    sitting.key("Shift+Right")
    sitting.wait_saved(2)
    [box] = sitting.saved()[-1].boxes
    assert (box.letter, box.box) == ("a", Box(10, 0, 640, 400))
    sitting.key("1")
    assert not sitting.key("Enter")


def test_a_bare_letter_selects_its_panel_also_where_the_layout_prints_another(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    sitting.draw((350, 80), (550, 200))
    assert sitting.key("A", text="a")
    assert sitting.editor.selected == 0
    assert sitting.key("B", text="и")
    assert sitting.editor.selected == 1


def test_the_letter_is_edited_in_the_list_and_a_doubled_one_is_asked_about(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    sitting.draw((350, 80), (550, 200))
    sitting.key("F2")
    field = sitting.field
    assert field.selectedText() == "b"
    QTest.keyClicks(field, "(A)")
    sitting.close_field()
    assert sitting.page.view.keys.words[0] == "Letter (A) is already used. Use it again?"
    assert sitting.editor.panels[1].letter == "b"
    sitting.key("Enter")
    assert (sitting.editor.panels[1].letter, sitting.editor.panels[1].printed) == ("a", "(A)")


def test_the_kind_is_said_by_one_digit_and_is_optional(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    sitting.key("F3")
    sitting.key("3")
    assert sitting.editor.panels[0].kind == "photo"
    sitting.wait_saved()
    assert sitting.saved()[-1].boxes[0].kind == "photo"


def test_no_plain_key_does_what_undo_does_not_bring_back(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    sitting.wait_saved()
    before = sitting.editor.draft
    for key in [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ123456790", "Delete", "Enter", "Backspace", "Space", "Minus", "Equal"]:
        sitting.editor.select(0)
        sitting.key(key, text=key.lower() if key.isalpha() and len(key) == 1 else "")
        sitting.key("Escape")
        if sitting.editor.draft != before:
            sitting.key("Ctrl+Z")
        assert sitting.editor.draft == before, key
        assert sitting.at == 0


# --- undo over saving, moving on and a restart


def test_deleting_saving_undoing_and_saving_again_works(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    sitting.key("Delete")
    sitting.wait_saved(2)
    sitting.key("Ctrl+Z")
    sitting.wait_saved(3)
    assert len(sitting.saved()[-1].boxes) == 1
    sitting.key("Ctrl+Shift+Z")
    sitting.wait_saved(4)
    assert not sitting.saved()[-1].boxes


def test_undo_works_after_leaving_and_returning_and_touches_no_other_figure(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    sitting.wait_saved()
    sitting.key("PageDown")
    sitting.wait_figure(1)
    sitting.key("Ctrl+Z")
    sitting.wait_saved()
    assert not sitting.saved(1)
    assert len(sitting.saved(0)) == 1
    sitting.key("PageUp")
    sitting.wait_figure(0)
    sitting.key("Ctrl+Z")
    sitting.wait_saved(2)
    assert not sitting.editor.panels


def test_the_saved_steps_can_be_taken_back_after_a_restart(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    sitting.draw((350, 80), (550, 200))
    sitting.key("Ctrl+Z")
    sitting.wait_saved(3)
    second = again(sitting)
    assert [panel.letter for panel in second.editor.panels] == ["a"]
    second.key("Ctrl+Shift+Z")
    assert [panel.letter for panel in second.editor.panels] == ["a", "b"]
    for _ in range(2):
        second.key("Ctrl+Z")
    assert not second.editor.panels
    second.wait_saved()


# --- states


def test_done_shows_the_next_figure_only_after_the_save(sitting: Sitting, monkeypatch: pytest.MonkeyPatch):
    order: list[str] = []
    write, read = sitting.seat.desk.workers.write, sitting.seat.desk.workers.read

    def noted(kind: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def run(fn: Callable[..., Any], *args: Any, **more: Any) -> Any:
            if fn in (panels_store.save, panels_store.read_item):
                done = more["done"]
                more["done"] = lambda result: (order.append(f"{kind} returned"), done(result))
                order.append(kind)
            return call(fn, *args, **more)

        return run

    sitting.draw((50, 80), (250, 200))
    sitting.wait_saved(1)
    monkeypatch.setattr(sitting.seat.desk.workers, "write", noted("save", write))
    monkeypatch.setattr(sitting.seat.desk.workers, "read", noted("read", read))
    sitting.key("Ctrl+Enter")
    sitting.wait_figure(1)
    assert order == ["save", "save returned", "read", "read returned"]
    assert sitting.state_of(0) == "done"
    assert sitting.saved()[-1].finished


def test_moving_on_and_back_writes_nothing(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    sitting.key("0")
    sitting.key("0")
    sitting.wait_saved(2)
    before = sitting.saved(0)
    for key, at in (("PageDown", 1), ("PageDown", 2), ("PageUp", 1), ("PageUp", 0)):
        sitting.key(key)
        sitting.wait_figure(at)
    assert sitting.saved(0) == before
    assert not sitting.saved(1)
    assert not sitting.saved(2)
    assert sitting.page.view.pane.state.value == "no panels"


def test_no_panels_asks_when_boxes_are_there_and_is_undone_by_one_key(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    sitting.key("0")
    assert sitting.page.view.keys.words[0] == "Take 1 panel away? Undo brings them back."
    sitting.key("Escape")
    assert len(sitting.editor.panels) == 1
    sitting.key("0")
    sitting.key("0")
    sitting.wait_saved()
    assert sitting.editor.draft.state is FigureState.NO_PANELS
    assert sitting.state_of(0) == "done"
    sitting.key("Ctrl+Z")
    sitting.wait_saved()
    assert len(sitting.editor.panels) == 1
    assert sitting.state_of(0) == "waiting"
    assert sitting.page.session is not None
    assert sitting.page.session.mark is Mark.IN_WORK


def test_done_on_an_empty_figure_asks_whether_it_has_no_panels(sitting: Sitting):
    sitting.key("Ctrl+Enter")
    assert sitting.page.view.keys.words[0] == "No box is drawn. Has this figure no panels?"
    assert sitting.at == 0
    sitting.key("0")
    sitting.wait_figure(1)
    [state] = sitting.saved(0)
    assert (state.finished, state.boxes) == (True, ())


def test_coming_back_to_the_page_keeps_the_place_and_loses_no_step(sitting: Sitting):
    sitting.key("PageDown")
    sitting.wait_figure(1)
    sitting.draw((50, 80), (250, 200))
    sitting.page.enter(Place(PageName.PANELS))
    sitting.key("Right")
    sitting.qtbot.waitUntil(lambda: len(sitting.saved(1)) == 2)
    sitting.page.enter(Place(PageName.PANELS))
    sitting.key("Right")
    sitting.qtbot.waitUntil(lambda: sitting.page.saver.idle and sitting.page.figure.seen)
    sitting.wait_figure(1)
    assert sitting.editor.boxes[0].x0 == sitting.saved(1)[-1].boxes[0].box.x0


def test_while_another_figure_is_on_its_way_no_key_and_no_button_changes_the_old_one(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    sitting.wait_saved(1)
    sitting.key("PageDown")
    for key in ("Right", "Delete", "0", "Ctrl+Z", "F3", "Ctrl+Enter"):
        sitting.key(key)
    sitting.page.view.pane.state.segment("done").click()
    sitting.page.view.tools.undo.click()
    sitting.wait_figure(1)
    sitting.wait_saved(1)
    assert not sitting.saved(1)
    assert sitting.page.view.pane.state.value == "in work"


def test_a_skip_asks_its_reason_keeps_the_boxes_and_goes_on(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    sitting.key("8")
    assert sitting.page.view.keys.words[0] == "Why skip it?"
    sitting.key("4")
    sitting.wait_figure(1)
    place = sitting.seat.places(CAMPAIGN)[0]
    assert (place.state.value, place.skip_reason) == ("skipped", "image broken")
    assert "Saved. Skipped: image broken" in [text for text, _ in sitting.seat.said]
    sitting.key("PageUp")
    sitting.wait_figure(0)
    assert sitting.page.view.pane.state.value == "skipped"
    assert len(sitting.editor.panels) == 1


def test_an_edit_takes_a_skipped_figure_into_work_again(sitting: Sitting):
    sitting.key("8")
    sitting.key("5")
    sitting.wait_figure(1)
    sitting.key("PageUp")
    sitting.wait_figure(0)
    sitting.draw((50, 80), (250, 200))
    sitting.wait_saved()
    assert sitting.state_of(0) == "waiting"
    assert sitting.page.view.pane.state.value == "in work"


def test_the_states_at_the_foot_of_the_pane_do_what_they_say(sitting: Sitting):
    state = sitting.page.view.pane.state
    sitting.draw((50, 80), (250, 200))
    state.segment("done").click()
    sitting.wait_saved()
    assert (state.value, sitting.state_of(0), sitting.at) == ("done", "done", 0)
    state.segment("in work").click()
    sitting.wait_saved()
    assert (state.value, sitting.state_of(0)) == ("in work", "waiting")
    state.segment("skipped").click()
    assert state.value == "in work"
    assert sitting.page.view.keys.asking


def test_when_every_figure_is_settled_the_page_says_so_and_shows_the_last_one_again(sitting: Sitting):
    for at in range(COUNT):
        sitting.wait_figure(at)
        sitting.key("8")
        sitting.key("4")
    sitting.qtbot.waitUntil(lambda: not sitting.page.view.shows_figure)
    words = sitting.page.view.message.words.text()
    assert words == "All 4 figures of this audit are done. 4 of them you skipped. Every box is saved."
    sitting.page.view.message.button.click()
    sitting.wait_figure(COUNT - 1)


def test_a_restart_stands_at_the_first_figure_that_is_not_settled(sitting: Sitting):
    sitting.key("8")
    sitting.key("4")
    sitting.wait_figure(1)
    second = Sitting(sitting.seat, sitting.qtbot)
    second.page.enter(Place(PageName.PANELS, CAMPAIGN))
    second.wait_figure(1)


# --- trouble


def broken(patch: pytest.MonkeyPatch) -> None:
    """Let every save fail as on a full disk."""

    def fail(*_: object) -> None:
        raise UnavailableError("the disk is full", cause=TroubleCause.FULL)

    patch.setattr(panels_store, "save", fail)


def left(sitting: Sitting, patch: pytest.MonkeyPatch, choice: str) -> bool:
    """Whether the page lets go, with this answer to its question."""
    asked: list[str] = []
    patch.setattr(
        "auditor.ui.pages.panels.ask", lambda _parent, _theme, question: asked.append(question.title) or choice
    )
    may = sitting.page.leave()
    assert asked == ["This figure is not saved yet"]
    return may


def test_a_failed_save_stops_the_page_keeps_the_boxes_and_goes_on_afterwards(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
):
    sitting.draw((50, 80), (250, 200))
    sitting.wait_saved(1)
    place = sitting.page.view.canvas.geometry()
    with monkeypatch.context() as patch:
        broken(patch)
        sitting.key("Right")
        sitting.key("Ctrl+Enter")
        sitting.qtbot.waitUntil(lambda: sitting.page.view.banner is not None)
        banner = sitting.page.view.banner
        assert banner.accessibleName() == "The disk is full, so these 2 steps are not saved yet"
        assert sitting.page.view.canvas.geometry() == place
        assert sitting.said == "Not saved: this figure"
        assert sitting.at == 0
        assert not sitting.key("Delete")
        sitting.drag((100, 100), (200, 150))
        assert not left(sitting, patch, "stay")
        assert left(sitting, patch, "leave")
        sitting.page.enter(Place(PageName.PANELS, CAMPAIGN))
        assert len(sitting.saved()) == 1
        banner.button.click()
        sitting.qtbot.waitUntil(lambda: sitting.page.saver.blocked)
    assert sitting.page.view.banner is not None
    sitting.page.view.banner.button.click()
    sitting.wait_figure(1)
    assert sitting.page.view.banner is None
    assert [len(state.boxes) for state in sitting.saved(0)] == [1, 1, 1]
    assert sitting.saved(0)[-1].finished
    assert sitting.page.leave()


def test_a_failed_skip_stops_the_page_and_goes_on_afterwards(sitting: Sitting, monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as patch:

        def fail(*_: object) -> None:
            raise UnavailableError("held", cause=TroubleCause.LOCKED)

        patch.setattr(panels_store, "skip", fail)
        sitting.key("8")
        sitting.key("4")
        sitting.qtbot.waitUntil(lambda: sitting.page.view.banner is not None)
        assert not left(sitting, patch, "stay")
        assert left(sitting, patch, "leave")
        sitting.page.enter(Place(PageName.PANELS))
        assert sitting.page.unsaved
        assert sitting.state_of(0) == "waiting"
    sitting.page.view.banner.button.click()
    sitting.wait_figure(1)
    assert sitting.state_of(0) == "skipped"


def test_nothing_is_drawn_on_a_figure_whose_skip_is_on_its_way(sitting: Sitting, monkeypatch: pytest.MonkeyPatch):
    gate = threading.Event()
    skip = panels_store.skip

    def wait(*given: Any) -> None:
        assert gate.wait(30)
        skip(*given)

    monkeypatch.setattr(panels_store, "skip", wait)
    sitting.key("2")
    sitting.key("8")
    sitting.key("4")
    sitting.drag((50, 80), (250, 200))
    gate.set()
    sitting.wait_figure(1)
    assert sitting.state_of(0) == "skipped"
    assert not sitting.saved(0)


def test_a_skip_after_another_windows_save_shows_its_boxes(sitting: Sitting):
    other_window(sitting, Box(5, 5, 50, 50))
    sitting.key("8")
    sitting.key("4")
    sitting.qtbot.waitUntil(lambda: sitting.editor is not None and len(sitting.editor.panels) == 1)
    assert sitting.state_of(0) == "waiting"
    assert sitting.said == "Another window saved this figure meanwhile. Its boxes are shown now."


def test_a_save_that_takes_long_is_not_said_to_be_saved(sitting: Sitting, monkeypatch: pytest.MonkeyPatch):
    gate = threading.Event()
    save = panels_store.save

    def wait(*given: Any) -> int | None:
        gate.wait(20)
        return save(*given)

    monkeypatch.setattr(panels_store, "save", wait)
    sitting.draw((50, 80), (250, 200))
    sitting.qtbot.waitUntil(lambda: sitting.said == "Saving…")
    assert not [text for text, _ in sitting.seat.said if text.startswith("Saved.")]
    gate.set()
    sitting.qtbot.waitUntil(lambda: sitting.said.startswith("Saved."))


def other_window(sitting: Sitting, box: Box) -> int:
    """Save a box as another window would; gives its number."""
    assert sitting.page.session is not None
    assignment = sitting.page.session.ids[0]

    def write(session: Any) -> int:
        from auditor.audits.desk_boxes import DeskBox

        [item] = blind_items_by_id(session, [assignment])
        history = box_history(session, assignment)
        before = history[-1].sequence if history else None
        boxes = (DeskBox("x", "x", "", box),)
        wanted = BoxesToSave(boxes, finished=False, image_sha256=Path(item.image).stem, before=before)
        return save_boxes(session, assignment, wanted).sequence or 0

    return sitting.seat.write(write)


@pytest.mark.parametrize("choice", ["mine", "theirs"])
def test_two_windows_on_one_figure_ask_which_boxes_count(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch, choice: str
):
    theirs = Box(5, 5, 50, 50)
    other_window(sitting, theirs)
    asked: list[str] = []

    def answer(_parent: object, _theme: object, question: Any) -> str:
        asked.append(question.text)
        return choice

    monkeypatch.setattr("auditor.ui.pages.panels.ask", answer)
    sitting.draw((100, 80), (300, 200))
    sitting.qtbot.waitUntil(lambda: bool(asked))
    sitting.qtbot.waitUntil(lambda: sitting.page.saver.idle and sitting.page.figure.seen)
    sitting.wait_figure(0)
    letters = [box.letter for box in sitting.saved()[-1].boxes]
    assert asked[0].startswith("Another window saved this figure with 1 box.")
    if choice == "theirs":
        assert letters == ["x"]
        assert sitting.editor.boxes == [theirs]
    else:
        assert letters == ["a"]
        assert [len(state.boxes) for state in sitting.saved()] == [1, 1]
        sitting.key("Ctrl+Z")
        assert sitting.editor.boxes == [theirs]


def test_an_image_that_is_missing_says_so_and_can_be_skipped(sitting: Sitting):
    assert sitting.page.session is not None
    with open_workspace(sitting.seat.folder) as workspace:
        [item] = workspace.read(blind_items_by_id, [sitting.page.session.ids[1]])
    (sitting.seat.folder / item.image).unlink()
    second = again(sitting)
    second.key("PageDown")
    sitting.qtbot.waitUntil(lambda: second.page.view.canvas.state == "trouble" and second.editor is None)
    second.key("2")
    second.key("0")
    second.key("Ctrl+Enter")
    assert not second.saved(1)
    second.key("8")
    second.key("4")
    second.wait_figure(2)
    assert second.state_of(1) == "skipped"


def test_a_paused_campaign_says_so(sitting: Sitting):
    sitting.seat.write(move_campaign, CAMPAIGN, CampaignState.PAUSED)
    second = Sitting(sitting.seat, sitting.qtbot)
    second.page.enter(Place(PageName.PANELS, CAMPAIGN))
    sitting.qtbot.waitUntil(lambda: "paused" in second.page.view.message.words.text())


def test_without_a_campaign_of_boxes_nothing_waits(workspace: Workspace, tmp_path: Path, qtbot: QtBot):
    folder = workspace.folder
    with seated(folder, tmp_path / "settings", qtbot) as seat:
        page = PanelsPage(seat.desk)
        qtbot.addWidget(page)
        page.enter(Place(PageName.PANELS))
        qtbot.waitUntil(lambda: page.view.message.words.text() == "Nothing waits for you.")


# --- form and words


@pytest.mark.parametrize(
    ("form", "size"), [(Form.WIDE, (1204, 720)), (Form.NARROW, (1000, 560)), (Form.SMALLEST, (588, 348))]
)
def test_the_page_fits_every_form_of_the_window(sitting: Sitting, form: Form, size: tuple[int, int]):
    sitting.page.set_form(form)
    sitting.page.resize(*size)
    least = sitting.page.minimumSizeHint()
    assert least.width() <= size[0]
    assert least.height() <= size[1]
    assert sitting.page.view.keys.geometry().bottom() == sitting.page.view.height() - 1


def test_a_question_with_many_choices_grows_upwards_and_moves_nothing(sitting: Sitting):
    sitting.page.set_form(Form.SMALLEST)
    sitting.page.resize(588, 348)
    place = sitting.page.view.canvas.geometry()
    row = sitting.page.view.keys.height()
    sitting.key("8")
    assert sitting.page.view.keys.height() > row
    assert sitting.page.view.canvas.geometry() == place
    sitting.key("Escape")
    assert sitting.page.view.keys.height() == row


def test_the_guideline_lies_over_the_list_and_never_over_the_figure(sitting: Sitting):
    view = sitting.page.view
    sitting.key("F1")
    assert view.guideline.isVisible()
    left = view.guideline.mapTo(view, QPoint(0, 0)).x()
    assert left >= view.canvas.mapTo(view, QPoint(view.canvas.width(), 0)).x()
    sitting.draw((50, 80), (250, 200))
    assert len(sitting.editor.panels) == 1
    sitting.key("Escape")
    assert not view.guideline.isVisible()


def test_the_list_reads_every_panel_out_in_full(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    model = sitting.page.view.pane.panels.model()
    told = model.data(model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole)
    box = sitting.editor.boxes[0]
    size = f"{box.width:.0f} by {box.height:.0f} pixels, left {box.x0:.0f}, top {box.y0:.0f}"
    assert told == f"Panel a, {size}, drawn, 1 of 1."


def test_nothing_on_the_page_names_the_figure_or_its_item(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    sitting.key("8")
    sitting.key("Escape")
    sitting.wait_saved()
    assert sitting.page.session is not None
    with open_workspace(sitting.seat.folder) as workspace:
        items = workspace.read(blind_items_by_id, sitting.page.session.ids)
    forbidden = [word for item in items for word in (item.assignment_id, item.item, Path(item.image).stem)]
    forbidden += ["diagram\n", "score", "stratum", str(sitting.seat.folder), "ICLR", "invented paper"]
    parts = (sitting.page, sitting.page.header_part(), sitting.page.status_part())
    found = [leak for part in parts if part is not None for leak in leaks(part, forbidden)]
    said = " ".join(text for text, _ in sitting.seat.said)
    assert not found
    assert not [word for word in forbidden if word in said]
    assert leaks(sitting.page, ["Conversion", "Overview"])  # the scan reads what stands there
