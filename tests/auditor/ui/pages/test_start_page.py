"""The Start page: what waits, what the lead can do, projects, joining, the demo; nothing of a design for the blind."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from auditor.audits.campaign import move_campaign
from auditor.audits.desk_verdicts import DeskAnswer, answer_item, skip_item
from auditor.ui import projects
from auditor.ui.desk import Form, PageName, Place, Trouble
from auditor.ui.pages import start_moves
from auditor.ui.pages.start import StartPage
from auditor.ui.shortcuts import Stroke
from pipeline.vocabulary import CampaignState
from pipeline.workspace import open_workspace
from tests.helpers.desk import Seat, add_drawn, seal_drawn, seated
from tests.helpers.stand import stand, windows_shown, words

TWO = {"auditors": ("first", "second"), "overlap": 0.5}


@pytest.fixture
def seat(qtbot: QtBot, project: Path, tmp_path: Path) -> Iterator[Seat]:
    """A desk on a project with 12 figures and no campaign; "first" sits there."""
    with open_workspace(project) as workspace:
        add_drawn(workspace)
    with seated(project, tmp_path / "settings", qtbot) as made:
        yield made


def seal(seat: Seat, **changes: object) -> None:
    with open_workspace(seat.folder) as workspace:
        seal_drawn(workspace, **changes)


def shown(seat: Seat, qtbot: QtBot, place: Place | None = None) -> StartPage:
    page = StartPage(seat.desk)
    stand(page, qtbot)
    page.enter(place or Place(PageName.START))
    qtbot.waitUntil(lambda: page._call is None)
    return page


def first_assignment(seat: Seat) -> str:
    return seat.places()[0].assignment_id


def test_audits_that_wait_are_rows_with_what_is_left(seat: Seat, qtbot: QtBot):
    seal(seat)
    seat.write(answer_item, first_assignment(seat), DeskAnswer("yes", active_seconds=60.0))
    page = shown(seat, qtbot)
    (row,) = page.waiting.rows
    assert row.title.text() == "spring"
    assert row.text.text() == "11 of 12 left, about 11 minutes"
    assert (row.progress.value(), row.progress.maximum()) == (1, 12)
    assert page.seat.text() == "first"


def test_the_first_row_has_the_focus_and_enter_goes_on(seat: Seat, qtbot: QtBot):
    seal(seat)
    page = shown(seat, qtbot)
    qtbot.waitUntil(page.waiting.rows[0].button.hasFocus)
    with qtbot.waitSignal(seat.desk.place_wanted) as gone:
        assert page.press(Stroke("Enter"))
    assert gone.args == [Place(PageName.REVIEW, "spring")]


def test_an_audit_is_begun_first_and_continued_later(seat: Seat, qtbot: QtBot):
    seal(seat)
    page = shown(seat, qtbot)
    assert page.waiting.rows[0].button.text() == "Begin"
    seat.write(answer_item, first_assignment(seat), DeskAnswer("yes"))
    seat.desk.waiting_changed.emit()
    qtbot.waitUntil(lambda: page.waiting.rows[0].button.text() == "Continue")


def test_enter_without_a_focus_goes_on_and_a_held_key_does_not(seat: Seat, qtbot: QtBot):
    seal(seat)
    page = shown(seat, qtbot)
    page.waiting.rows[0].button.clearFocus()
    assert not page.press(Stroke("Enter", repeat=True))
    with qtbot.waitSignal(seat.desk.place_wanted):
        assert page.press(Stroke("PadEnter"))


def test_boxes_go_on_at_panels(seat: Seat, qtbot: QtBot):
    seal(seat, task="panel-boxes")
    page = shown(seat, qtbot)
    with qtbot.waitSignal(seat.desk.place_wanted) as gone:
        qtbot.mouseClick(page.waiting.rows[0].button, Qt.MouseButton.LeftButton)
    assert gone.args == [Place(PageName.PANELS, "spring")]


def test_a_paused_audit_stands_there_without_a_way_on(seat: Seat, qtbot: QtBot):
    seal(seat)
    seat.write(move_campaign, "spring", CampaignState.PAUSED)
    page = shown(seat, qtbot)
    assert "Paused by the lead" in page.waiting.rows[0].text.text()
    assert not page.waiting.rows[0].button.isVisible()
    assert page.waiting.first_button() is None


def test_when_everything_is_judged_nothing_waits(seat: Seat, qtbot: QtBot):
    seal(seat, size=1)
    seat.write(answer_item, first_assignment(seat), DeskAnswer("yes"))
    page = shown(seat, qtbot)
    assert page.waiting.rows == []
    assert page.waiting.nothing.text() == "Nothing waits for you."
    assert page.waiting.nothing.isVisible()


def test_answers_given_meanwhile_change_the_numbers_and_keep_the_focus(seat: Seat, qtbot: QtBot):
    seal(seat)
    page = shown(seat, qtbot)
    qtbot.waitUntil(page.waiting.rows[0].button.hasFocus)
    seat.write(answer_item, first_assignment(seat), DeskAnswer("yes"))
    seat.desk.waiting_changed.emit()
    qtbot.waitUntil(lambda: page.waiting.rows[0].text.text() == "11 of 12 left")
    assert page.waiting.rows[0].button.hasFocus()


def test_the_lead_reads_who_has_answers_to_go_and_goes_there(seat: Seat, qtbot: QtBot):
    seal(seat, **TWO)
    page = shown(seat, qtbot)
    (row,) = page.lead.rows
    assert row.line.title == "spring waits for 9 answers by second"
    assert row.line.text.startswith("The report opens when all 18 are in.")
    with qtbot.waitSignal(seat.desk.place_wanted) as gone:
        qtbot.mouseClick(row.link, Qt.MouseButton.LeftButton)
    assert gone.args == [Place(PageName.CAMPAIGNS, "spring")]


def test_without_a_campaign_the_lead_is_asked_to_plan_one(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot)
    (row,) = page.lead.rows
    assert row.line.title == "No campaign yet"
    assert row.line.place == Place(PageName.CAMPAIGNS, extra={"new": True})


def test_skipped_figures_are_no_answers_that_are_in(seat: Seat, qtbot: QtBot):
    seal(seat, size=2)
    first, second = seat.places()
    seat.write(answer_item, first.assignment_id, DeskAnswer("yes"))
    seat.write(skip_item, second.assignment_id, "cannot be read", before=None)
    page = shown(seat, qtbot)
    assert page.lead.rows[-1].line.title == "Nothing is left to judge in spring: 1 answered, 1 skipped"
    seat.write(answer_item, second.assignment_id, DeskAnswer("no"))
    seat.desk.waiting_changed.emit()
    qtbot.waitUntil(lambda: page.lead.rows[-1].line.title == "All 2 answers of spring are in")


def test_projects_of_one_name_are_told_apart_by_where_they_lie(seat: Seat, qtbot: QtBot, tmp_path: Path):
    for folder in ("a/figaudit-demo/project", "b/figaudit-demo/project", "c/diagrams"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "figaudit.toml").touch()
        projects.remember(seat.desk.preferences, tmp_path / folder)
    page = shown(seat, qtbot)
    said = [(row.button.text(), row.button.said) for row in page.card.rows]
    assert said == [
        ("diagrams", "today"),
        ("figaudit-demo", f"in {tmp_path / 'b'}, today"),
        ("figaudit-demo", f"in {tmp_path / 'a'}, today"),
    ]


def test_nothing_of_the_design_reaches_the_page_of_somebody_who_judges(seat: Seat, qtbot: QtBot):
    seal(seat, strata="native.confidence@0.7", **TWO)
    page = shown(seat, qtbot)
    said = " | ".join(words(page))
    assert "spring" in said
    for secret in ("native", "confidence", "diagram =", "t1_unanimous", "0.7", "ICLR", ".png", "f_"):
        assert secret not in said


def test_somebody_new_is_asked_who_sits_here(seat: Seat, qtbot: QtBot):
    seal(seat, **TWO)
    seat.desk.seat("")
    page = shown(seat, qtbot)
    assert page.waiting.nothing.text().startswith("Say who sits here")
    qtbot.mouseClick(page.join_hint, Qt.MouseButton.LeftButton)
    panel = page.card.join_panel
    assert panel.isVisible()
    assert [panel.names.itemText(at) for at in range(panel.names.count())] == ["first", "second"]
    panel.names.setCurrentText(" second ")
    qtbot.mouseClick(panel.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: [row.waiting.total for row in page.waiting.rows] == [9])
    assert seat.desk.auditor == "second"
    assert not panel.isVisible()
    assert seat.desk.preferences.get("auditors")[str(seat.folder)] == "second"


@pytest.mark.parametrize("name", ["", "  ", "a/b", "a,b", "x" * 65])
def test_a_name_that_cannot_stand_is_said_at_the_field(seat: Seat, qtbot: QtBot, name: str):
    page = shown(seat, qtbot, Place(PageName.START, extra={"join": True}))
    panel = page.card.join_panel
    assert panel.isVisible()
    panel.names.setCurrentText(name)
    panel.submit()
    assert panel.field.note.text().startswith(("Choose", "Use"))
    assert seat.desk.auditor == "first"


def test_escape_closes_a_form_and_is_not_taken_else(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot)
    assert not page.press(Stroke("Escape"))
    qtbot.mouseClick(page.card.join, Qt.MouseButton.LeftButton)
    assert page.card.join_panel.isVisible()
    assert page.press(Stroke("Escape"))
    assert not page.card.join_panel.isVisible()
    assert page.card.join.isVisible()


def test_a_new_project_is_made_where_it_is_asked_for(seat: Seat, qtbot: QtBot, tmp_path: Path):
    page = shown(seat, qtbot)
    qtbot.mouseClick(page.card.new, Qt.MouseButton.LeftButton)
    panel = page.card.new_panel
    panel.submit()
    assert panel.name_field.note.text().startswith("Type a name")
    panel.name.setText("diagrams")
    panel.place.setText(str(tmp_path / "nowhere"))
    panel.submit()
    assert panel.place_field.note.text() == "Choose a folder that is there."
    panel.place.setText(str(tmp_path))
    qtbot.keyClick(panel.place, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: seat.desk.project == tmp_path / "diagrams")
    qtbot.waitUntil(lambda: [row.line.title for row in page.lead.rows] == ["No figures yet"])
    assert page.card.rows[0].button.text() == "diagrams"
    assert not panel.isVisible()
    assert seat.desk.auditor == ""


def test_another_project_of_the_list_opens_on_a_click(seat: Seat, qtbot: QtBot, tmp_path: Path):
    other = Path(shutil.copytree(seat.folder, tmp_path / "materials"))
    projects.remember(seat.desk.preferences, other, figures=1_234)
    page = shown(seat, qtbot)
    (row,) = page.card.rows
    assert row.button.said == "1,234 figures, today"
    qtbot.mouseClick(row.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: seat.desk.project == other)
    qtbot.waitUntil(lambda: page.card.rows[0].button.said == "12 figures, open now")


def test_a_project_that_is_gone_can_be_located_or_taken_off(
    seat: Seat, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("moved", "lost"):
        projects.remember(seat.desk.preferences, tmp_path / name)
    seat.desk.preferences.set("auditors", {str(tmp_path / "moved"): "second"})
    page = shown(seat, qtbot)
    qtbot.waitUntil(lambda: [row.button.said for row in page.card.rows] == ["Not found where it was"] * 2)
    lost, moved = page.card.rows
    assert not lost.button.isEnabled()
    qtbot.mouseClick(lost.remove, Qt.MouseButton.LeftButton)
    assert [row.button.text() for row in page.card.rows] == ["moved"]
    there = Path(shutil.copytree(seat.folder, tmp_path / "here"))
    monkeypatch.setattr(start_moves, "choose_folder", lambda *_said: there)
    moved = page.card.rows[0]
    qtbot.mouseClick(moved.locate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: [row.button.text() for row in page.card.rows] == ["here"])
    assert seat.desk.project == there
    assert seat.desk.auditor == "second"


def test_a_project_that_cannot_be_opened_is_said_at_the_list(
    seat: Seat, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    page = shown(seat, qtbot)
    monkeypatch.setattr(start_moves, "choose_folder", lambda *_said: tmp_path)
    qtbot.mouseClick(page.card.browse, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.card.banner.isVisible)
    assert "holds no project" in page.card.banner.words.text()
    assert seat.desk.project == seat.folder


def test_trouble_at_the_start_of_the_program_is_said_at_the_list(seat: Seat, qtbot: QtBot):
    trouble = Trouble("The project x cannot be opened.", "Its folder is not there.")
    page = shown(seat, qtbot, Place(PageName.START, extra={"trouble": trouble}))
    assert page.card.banner.words.text() == "The project x cannot be opened. Its folder is not there."


def test_a_database_that_refuses_is_said_and_old_rows_stay(seat: Seat, qtbot: QtBot):
    seal(seat)
    page = shown(seat, qtbot)
    database = seat.folder / "figaudit.sqlite"
    database.rename(seat.folder / "away")
    page.refresh()
    qtbot.waitUntil(page.trouble.isVisible)
    assert page.trouble.words.text().startswith("What waits for you cannot be read now. Every answer is safe.")
    assert [row.waiting.left for row in page.waiting.rows] == [12]
    (seat.folder / "away").rename(database)
    qtbot.mouseClick(page.trouble.action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.trouble.isVisible())


@pytest.fixture
def demo_program(seat: Seat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for the demo: copies the project to where the demo's project would be."""
    seal(seat, auditors=("you",))
    folder = tmp_path / "figaudit-demo"
    program = "import shutil, sys; print('$ figaudit run', flush=True); shutil.copytree(sys.argv[1], sys.argv[2])"
    command = [sys.executable, "-c", program, str(seat.folder), str(folder / "project")]
    monkeypatch.setattr(projects, "demo_folder", lambda: folder)
    monkeypatch.setattr(projects, "demo_command", lambda _folder: command)
    return folder


def test_the_demo_opens_with_figures_for_you(seat: Seat, qtbot: QtBot, demo_program: Path):
    page = shown(seat, qtbot)
    toasts: list[str] = []
    seat.desk.toast_said.connect(lambda text, _tone: toasts.append(text))
    qtbot.mouseClick(page.card.demo, Qt.MouseButton.LeftButton)
    assert not page.card.demo.isEnabled()
    assert page.card.demo_words.isVisible()
    qtbot.waitUntil(lambda: seat.desk.project == demo_program / "project")
    qtbot.waitUntil(lambda: [row.waiting.left for row in page.waiting.rows] == [12])
    assert seat.desk.auditor == "you"
    assert page.card.demo.isEnabled()
    assert "invented" in toasts[0]


def test_the_demo_does_not_take_the_project_away_from_somebody_who_judges(seat: Seat, qtbot: QtBot, demo_program: Path):
    page = shown(seat, qtbot)
    qtbot.mouseClick(page.card.demo, Qt.MouseButton.LeftButton)
    page.hide()
    with qtbot.waitSignal(seat.desk.toast_said):
        pass
    assert seat.desk.project == seat.folder
    assert projects.recent_projects(seat.desk.preferences)[0].folder == demo_program / "project"
    assert seat.desk.preferences.get("auditors")[str(demo_program / "project")] == "you"


def test_a_demo_can_be_stopped(seat: Seat, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(projects, "demo_folder", lambda: tmp_path / "demo")
    monkeypatch.setattr(projects, "demo_command", lambda _folder: [sys.executable, "-c", "input()"])
    page = shown(seat, qtbot)
    qtbot.mouseClick(page.card.demo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.moves.demo is not None and page.moves.demo.running)
    qtbot.mouseClick(page.card.demo_stop, Qt.MouseButton.LeftButton)
    assert page.moves.demo is None
    assert page.card.demo.isEnabled()
    assert seat.said[-1][0].startswith("The demo was stopped.")


def test_the_first_run_shows_the_ways_in_and_nothing_else(seat: Seat, qtbot: QtBot):
    seat.desk.workers.stop()
    page = shown(seat, qtbot)
    assert not page._left.isVisible()
    assert page.card.new.isVisible()
    assert page.card.browse.isVisible()
    assert page.card.join.isVisible()
    assert page.card.demo.isVisible()
    assert page.card.demo_hint.text() == "Invented data, ready in about a minute."


@pytest.mark.parametrize("form", list(Form))
@pytest.mark.parametrize("text_size", [100, 200])
def test_the_page_never_widens_the_window(seat: Seat, qtbot: QtBot, form: Form, text_size: int):
    seal(seat, **{**TWO, "name": "A rather long name of an audit that a lead gave it one day"})
    seat.desk.theme.choose(text_size=text_size)
    page = shown(seat, qtbot)
    page.set_form(form)
    least = page.minimumSizeHint()
    room = {Form.WIDE: (1204, 720), Form.NARROW: (1048, 560), Form.SMALLEST: (588, 348)}[form]
    assert least.width() <= room[0]
    assert least.height() <= room[1]
    page.resize(*room)
    assert page._scroll.content.width() <= room[0]


def test_no_part_of_the_page_flashes_as_a_window(seat: Seat, qtbot: QtBot, tmp_path: Path):
    seal(seat, **TWO)
    projects.remember(seat.desk.preferences, tmp_path / "lost")
    with windows_shown() as windows:
        page = shown(seat, qtbot)
        qtbot.waitUntil(lambda: page.card.rows[0].button.said == "Not found where it was")
        qtbot.mouseClick(page.card.join, Qt.MouseButton.LeftButton)
    assert windows == ["QWidget"]


@pytest.mark.parametrize(("size", "form"), [((1204, 720), Form.WIDE), ((588, 348), Form.SMALLEST)])
def test_at_the_first_run_nothing_is_squeezed_and_the_cards_stand_in_the_middle(
    seat: Seat, qtbot: QtBot, size: tuple[int, int], form: Form
):
    seat.desk.workers.stop()
    page = StartPage(seat.desk)
    page.set_form(form)
    stand(page, qtbot, size)
    page.enter(
        Place(PageName.START, extra={"trouble": Trouble("The project is gone.", "Its disk is not connected. " * 4)})
    )
    card = page.card
    height = seat.desk.theme.size("control")
    qtbot.waitUntil(lambda: {one.height() for one in (card.new, card.browse, card.join, card.demo)} == {height})
    assert card.width() >= 380
    middle = card.mapTo(page, card.rect().center()).x()
    assert abs(middle - size[0] // 2) < 12


def test_tab_goes_through_the_page_as_it_is_read(seat: Seat, qtbot: QtBot):
    seal(seat, **TWO)
    page = shown(seat, qtbot)
    rows, links = page.waiting.rows, [row.link for row in page.lead.rows]
    wanted = [rows[0].button, *links, page.card.new, page.card.browse, page.card.join, page.card.demo]
    assert len(links) == 1
    qtbot.waitUntil(wanted[0].hasFocus)
    reached = [wanted[0]]
    while len(reached) < len(wanted):
        qtbot.keyClick(reached[-1], Qt.Key.Key_Tab)
        reached.append(page.window().focusWidget())
    assert [one.accessibleName() for one in reached] == [one.accessibleName() for one in wanted]
