"""The Campaigns page: the list, one campaign in full, its moves, and the form; shut for whoever still judges."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from auditor.audits.campaign import create_campaign, find_campaign, move_campaign
from auditor.audits.design import CampaignSpec
from auditor.audits.desk_verdicts import DeskAnswer, answer_item
from auditor.audits.overview import CampaignLine
from auditor.ui.desk import Form, PageName, Place
from auditor.ui.pages import campaigns as campaigns_module
from auditor.ui.pages.campaigns import CampaignsPage
from auditor.ui.pages.campaigns_words import close_question
from auditor.ui.shortcuts import Stroke
from auditor.ui.widgets.notices import Question
from pipeline.store.designs import Campaign
from pipeline.vocabulary import CampaignState
from pipeline.workspace import open_workspace
from tests.helpers.desk import Seat, add_drawn, seal_drawn, seated
from tests.helpers.stand import stand, windows_shown, words

TWO = {"auditors": ("first", "second"), "overlap": 0.5, "strata": "native.confidence@0.55"}
SECRETS = ("native", "confidence", "label =", "0.55", "t1_", "ICLR", "seed", "Seed")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def seat(qtbot: QtBot, project: Path, tmp_path: Path) -> Iterator[Seat]:
    """A desk on a project with 12 figures and no campaign; "lead" sits there."""
    with open_workspace(project) as workspace:
        add_drawn(workspace)
    with seated(project, tmp_path / "settings", qtbot, auditor="lead") as made:
        yield made


def seal(seat: Seat, **changes: object) -> None:
    with open_workspace(seat.folder) as workspace:
        seal_drawn(workspace, **changes)


def draft(seat: Seat, name: str = "plan", **changes: object) -> None:
    seat.write(create_campaign, CampaignSpec(auditors=("first",), size=6, name=name, **changes))


def shown(seat: Seat, qtbot: QtBot, place: Place | None = None) -> CampaignsPage:
    page = CampaignsPage(seat.desk)
    stand(page.header_part(), qtbot, (900, 52))
    stand(page, qtbot)
    page.enter(place or Place(PageName.CAMPAIGNS))
    settle(page, qtbot)
    return page


def settle(page: CampaignsPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(
        lambda: page._call is None and page.planner._call is None and not page.planner.form._rest.isActive()
    )


def campaign(seat: Seat, name: str = "plan") -> Campaign:
    with open_workspace(seat.folder) as workspace:
        return workspace.read(find_campaign, name)


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[Question]]:
    """What a person says to the questions that come (first in, first out), and the questions."""
    said: list[str] = []
    asked: list[Question] = []

    def ask(_parent: object, _theme: object, question: Question) -> str:
        asked.append(question)
        return said.pop(0)

    monkeypatch.setattr(campaigns_module, "ask", ask)
    return said, asked


def test_campaigns_stand_in_a_list_with_state_and_answers(seat: Seat, qtbot: QtBot):
    seal(seat, **TWO)
    draft(seat)
    seal(seat, name="old", auditors=("first",))
    seat.write(move_campaign, "old", CampaignState.CLOSED)
    page = shown(seat, qtbot)
    names = [row.accessibleName() for row in page.list.rows]
    assert names == ["old, Closed, 0 of 12 answered", "plan, Draft, not drawn", "spring, Open, 0 of 18 answered"]
    assert page.list.rows[0].accessibleDescription() == "Is this a schematic diagram?"


def test_the_place_chooses_a_campaign_and_a_click_another(seat: Seat, qtbot: QtBot):
    seal(seat, **TWO)
    draft(seat)
    page = shown(seat, qtbot, Place(PageName.CAMPAIGNS, "spring"))
    assert page.list.value == "spring"
    assert page.details.details.line.name == "spring"
    qtbot.mouseClick(page.list.rows[0], LEFT)
    settle(page, qtbot)
    assert page.details.details.line.name == "plan"


def test_somebody_without_figures_sees_the_design(seat: Seat, qtbot: QtBot):
    seal(seat, **TWO)
    page = shown(seat, qtbot)
    said = words(page)
    assert "native.label = diagram (12 figures)" in said
    assert "12, in proportion to their size" in said
    assert "confidence 0 to 0.55" in said
    assert not [word for word in said if "[" in word]
    assert campaign(seat, "spring").seal_hash in said


def test_whoever_still_judges_sees_no_design_and_no_form(seat: Seat, qtbot: QtBot):
    seal(seat, **TWO)
    draft(seat, population="native.label = diagram")
    seat.desk.seat("first")
    here = "You have 9 figures left to judge in this audit. Scores and results open when you are done"
    new = "You have 9 figures left to judge. Designs of new audits open when you are done"
    for name, sentence in (("spring", here), ("plan", new)):
        page = shown(seat, qtbot, Place(PageName.CAMPAIGNS, name))
        said = " | ".join(words(page._overview))
        assert sentence in said
        assert not [secret for secret in SECRETS if secret in said]
        qtbot.mouseClick(page.header.new, LEFT)
        assert not page.planning
        assert page.banner.isVisible()


def test_a_draft_names_who_will_judge(seat: Seat, qtbot: QtBot):
    seat.write(create_campaign, CampaignSpec(auditors=("first", "second"), size=6, name="plan"))
    assert "first, second" in words(shown(seat, qtbot).details)


def test_the_last_answer_opens_the_design(seat: Seat, qtbot: QtBot):
    seal(seat, size=1)
    seat.desk.seat("first")
    page = shown(seat, qtbot)
    assert page.details.details.design is None
    seat.write(answer_item, seat.places()[0].assignment_id, DeskAnswer("yes"))
    seat.desk.waiting_changed.emit()
    qtbot.waitUntil(lambda: page.details.details.design is not None)


def test_a_form_closes_when_somebody_sits_down_who_still_judges(seat: Seat, qtbot: QtBot):
    seal(seat, **TWO)
    page = shown(seat, qtbot)
    qtbot.mouseClick(page.header.new, LEFT)
    assert page.planning
    seat.desk.seat("first")
    qtbot.waitUntil(lambda: not page.planning)
    assert page.banner.isVisible()


def test_a_form_forgets_its_draft_when_somebody_sits_down_who_still_judges(seat: Seat, qtbot: QtBot):
    seal(seat, **TWO)
    draft(seat, population="native.label = diagram", strata="venue")
    page = shown(seat, qtbot)
    qtbot.mouseClick(page.details.buttons["change"], LEFT)
    settle(page, qtbot)
    assert page.planner.form.population.text() == "native.label = diagram"
    seat.desk.seat("first")
    qtbot.waitUntil(lambda: not page.planning)
    assert page.planner.form.population.text() == page.planner.form.strata.text() == ""
    assert page.planner.table.rows == []


def test_who_judges_goes_to_the_figures_from_here(seat: Seat, qtbot: QtBot):
    seal(seat, **TWO)
    seat.desk.seat("first")
    page = shown(seat, qtbot)
    for action, target in (("judge", PageName.REVIEW), ("report", PageName.REPORT)):
        with qtbot.waitSignal(seat.desk.place_wanted) as gone:
            qtbot.mouseClick(page.details.buttons[action], LEFT)
        assert gone.args == [Place(target, "spring")]
    seat.desk.seat("lead")
    qtbot.waitUntil(lambda: "judge" not in page.details.buttons)


def test_a_campaign_is_paused_and_resumed_without_a_question(seat: Seat, qtbot: QtBot):
    seal(seat)
    page = shown(seat, qtbot)
    with qtbot.waitSignal(seat.desk.waiting_changed):
        qtbot.mouseClick(page.details.buttons["pause"], LEFT)
    qtbot.waitUntil(lambda: "resume" in page.details.buttons)
    assert campaign(seat, "spring").state == "paused"
    qtbot.mouseClick(page.details.buttons["resume"], LEFT)
    qtbot.waitUntil(lambda: "pause" in page.details.buttons)
    assert campaign(seat, "spring").state == "sealed"
    assert seat.said[-1] == ("spring is open again.", "positive")


def test_closing_asks_and_the_safe_answer_keeps_it_open(
    seat: Seat, qtbot: QtBot, answers: tuple[list[str], list[Question]]
):
    seal(seat)
    said, asked = answers
    said += ["stay", "go"]
    page = shown(seat, qtbot)
    qtbot.mouseClick(page.details.buttons["close"], LEFT)
    assert asked[0].safe == "stay"
    assert asked[0].text.startswith("12 answers are missing and stay so.")
    settle(page, qtbot)
    assert campaign(seat, "spring").state == "sealed"
    qtbot.mouseClick(page.details.buttons["close"], LEFT)
    qtbot.waitUntil(lambda: list(page.details.buttons) == ["report"])
    assert campaign(seat, "spring").state == "closed"


def test_a_draft_is_drawn_and_sealed_after_one_question(
    seat: Seat, qtbot: QtBot, answers: tuple[list[str], list[Question]]
):
    draft(seat)
    said, asked = answers
    said += ["stay", "go"]
    page = shown(seat, qtbot)
    qtbot.mouseClick(page.details.buttons["seal"], LEFT)
    assert "none of this can change" in asked[0].text
    assert [verb for _, verb in asked[0].choices] == ["Keep as draft", "Draw and seal"]
    settle(page, qtbot)
    assert campaign(seat).state == "draft"
    qtbot.mouseClick(page.details.buttons["seal"], LEFT)
    qtbot.waitUntil(lambda: "pause" in page.details.buttons)
    assert campaign(seat).seal_hash
    assert ("plan is sealed: 6 figures are drawn.", "positive") in seat.said


def test_a_move_that_is_refused_is_said_and_changes_nothing(seat: Seat, qtbot: QtBot):
    seal(seat)
    page = shown(seat, qtbot)
    seat.write(move_campaign, "spring", CampaignState.CLOSED)
    qtbot.mouseClick(page.details.buttons["pause"], LEFT)
    qtbot.waitUntil(page.banner.isVisible)
    assert page.banner.words.text().startswith("Nothing was changed.")
    qtbot.mouseClick(page.banner.action, LEFT)
    qtbot.waitUntil(lambda: list(page.details.buttons) == ["report"])
    assert not page.banner.isVisible()


def test_without_a_campaign_the_page_offers_to_plan_one(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot)
    assert page.empty.text().startswith("No campaign yet.")
    qtbot.mouseClick(page.plan_one, LEFT)
    assert page.planning
    assert page.title == "New campaign"


def test_the_form_starts_with_a_plan_that_can_be_meant(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot, Place(PageName.CAMPAIGNS, extra={"new": True}))
    qtbot.waitUntil(lambda: page.planner.plan is not None)
    assert page.planner.faults == {}
    assert page.planner.form.number.value() == 12
    assert page.planner.headline.text() == "12 of 12 figures are drawn"
    assert page.planner.form.auditors.text() == "lead"
    assert page.planner.form.fields["population"].note.text().startswith("12 figures.")


def test_the_plan_follows_what_is_typed(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot, Place(PageName.CAMPAIGNS, extra={"new": True}))
    qtbot.waitUntil(lambda: page.planner.plan is not None)
    form = page.planner.form
    form.number.setValue(8)
    form.strata.setFocus()
    qtbot.keyClicks(form.strata, "native.confidence@0.55")
    qtbot.waitUntil(lambda: len(page.planner.table.rows) == 3)
    low, high = ("confidence 0 to 0.55", "4", "3"), ("confidence 0.55 to 1", "8", "5")
    assert page.planner.table.rows == [low, high, ("All", "12", "8")]
    assert page.planner.table.remarks


def new_form(seat: Seat, qtbot: QtBot) -> CampaignsPage:
    page = shown(seat, qtbot, Place(PageName.CAMPAIGNS, extra={"new": True}))
    qtbot.waitUntil(lambda: page.planner.plan is not None)
    return page


def test_nothing_is_called_wrong_before_anything_was_typed_or_tried(seat: Seat, qtbot: QtBot):
    seat.desk.seat("")
    page = new_form(seat, qtbot)
    form, planner = page.planner.form, page.planner
    note = form.fields["auditors"].note
    assert planner.faults == {"auditors": "name at least one auditor"}
    assert note.text() == "Names, separated by commas. Each gets a random order of their own."
    assert planner.work.text() == "12 answers in all. Still to fill in: Who."
    qtbot.mouseClick(page.header.save, LEFT)
    qtbot.waitUntil(lambda: note.text() == "Name at least one auditor.")
    qtbot.waitUntil(form.auditors.hasFocus)
    qtbot.keyClicks(form.auditors, "first")
    qtbot.waitUntil(lambda: note.text().startswith("Names,"))
    form.auditors.selectAll()
    qtbot.keyClick(form.auditors, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: note.text() == "Name at least one auditor.")


def test_the_plan_says_by_name_which_field_is_to_be_mended(seat: Seat, qtbot: QtBot):
    page = new_form(seat, qtbot)
    form = page.planner.form
    qtbot.keyClicks(form.population, "native.label == x")
    qtbot.keyClicks(form.strata, "colour")
    qtbot.waitUntil(lambda: page.planner.work.text() == "To be mended: Divide by, Which figures.")


def test_how_many_follows_how_many_there_are_and_comes_back(seat: Seat, qtbot: QtBot):
    page = new_form(seat, qtbot)
    form = page.planner.form
    form.number.setValue(8)
    qtbot.keyClicks(form.population, "native.confidence >= 0.6")
    qtbot.waitUntil(lambda: page.planner.headline.text() == "3 of 3 figures are drawn")
    assert (form.number.value(), form.fields["size"].note.text()) == (3, "All there are.")
    assert page.planner.faults == {}
    form.population.clear()
    qtbot.keyClick(form.population, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.planner.headline.text() == "8 of 12 figures are drawn")
    form.number.setValue(500)
    qtbot.waitUntil(lambda: page.planner.headline.text() == "12 of 12 figures are drawn")
    assert form.number.value() == 12


def test_an_example_of_which_figures_stays_beside_their_number(seat: Seat, qtbot: QtBot):
    page = new_form(seat, qtbot)
    note = page.planner.form.fields["population"].note
    example = "label = diagram and confidence >= 0.85"
    assert note.text() == f"12 figures. The list is frozen when you seal. For example: {example}."
    page.planner.form.population.setText(example.replace("0.85", "0.6"))
    qtbot.keyClick(page.planner.form.population, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: note.text().startswith("3 figures."))


def test_the_status_bar_does_not_say_that_a_form_is_saved(seat: Seat, qtbot: QtBot):
    draft(seat)
    page = shown(seat, qtbot)
    qtbot.mouseClick(page.header.new, LEFT)
    assert seat.said[-1] == ("Form not saved yet", "plain")
    seat.desk.say("Everything is saved")  # as the window does before it enters a page
    page.enter(Place(PageName.CAMPAIGNS))
    settle(page, qtbot)
    assert seat.said[-1][0].startswith("Form not saved yet")
    page.press(Stroke("Escape"))
    assert seat.said[-1] == ("The form was left. Nothing was saved or drawn.", "plain")


def test_after_the_seal_the_page_says_what_the_auditors_do(seat: Seat, qtbot: QtBot):
    seal(seat, **TWO)
    page = shown(seat, qtbot)
    told = next(said for said in words(page.details) if said.startswith("Next"))
    assert told.startswith("Next, for first and second: on Start, choose Join as auditor, then your own name.")
    assert told.endswith("figaudit open --auditor first")
    seat.desk.seat("first")
    qtbot.waitUntil(lambda: "judge" in page.details.buttons)
    assert not [said for said in words(page.details) if said.startswith("Next")]


@pytest.mark.parametrize(
    ("left", "unsettled", "told"),
    [
        ((), 0, "All answers are in. A closed campaign"),
        ((("first", 1),), None, "1 answer is missing and stays so. A closed campaign"),
        ((), 1, "All answers are in, but 1 figure is not settled: the auditors disagree or are unsure. It can be "),
        ((), 2, "All answers are in, but 2 figures are not settled: the auditors disagree or are unsure. They can be "),
    ],
)
def test_the_question_before_the_end_says_what_is_not_done(
    left: tuple[tuple[str, int], ...], unsettled: int | None, told: str
):
    line = CampaignLine("spring", "?", "answers", CampaignState.SEALED, 9, 9, left, 0, unsettled)
    title, text = close_question(line)
    assert title == "Close spring?"
    assert text.startswith(told)
    assert ("until then the report counts" in text) is bool(unsettled)
    assert text.endswith("A closed campaign takes no more answers and cannot be opened again.")


def test_a_query_that_cannot_be_read_is_said_at_its_field_with_its_column(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot, Place(PageName.CAMPAIGNS, extra={"new": True}))
    qtbot.waitUntil(lambda: page.planner.plan is not None)
    form = page.planner.form
    qtbot.keyClicks(form.population, "native.label == x")
    note = form.fields["population"].note
    qtbot.waitUntil(lambda: "column" in note.text())
    assert page.planner.headline.text() == "No plan yet"
    form.strata.setFocus()
    page.header.seal.click()
    qtbot.waitUntil(form.population.hasFocus)
    form.population.clear()
    qtbot.keyClick(form.population, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: note.text().startswith("12 figures."))


def test_a_form_is_saved_as_a_draft_and_changed_later(seat: Seat, qtbot: QtBot):
    page = shown(seat, qtbot, Place(PageName.CAMPAIGNS, extra={"new": True}))
    qtbot.waitUntil(lambda: page.planner.plan is not None)
    form = page.planner.form
    form.population.setText("native.label = diagram")
    form.strata.setText("native.confidence@0.55")
    form.number.setValue(8)
    form.share.segment("equal").click()
    form.auditors.setText("first, second")
    form.overlap.setValue(50)
    form.seed.setValue(7)
    form.name.setText("autumn")
    qtbot.mouseClick(page.header.save, LEFT)
    qtbot.waitUntil(lambda: not page.planning)
    qtbot.waitUntil(lambda: page.list.value == "autumn")
    settle(page, qtbot)
    made = campaign(seat, "autumn")
    assert (made.population, made.strata_spec) == ("native.label = diagram", "native.confidence@0.55")
    assert (made.size, made.overlap, made.seed, made.auditors) == (8, 0.5, 7, ["first", "second"])
    assert made.allocation["rule"] == "equal"
    qtbot.mouseClick(page.details.buttons["change"], LEFT)
    assert page.title == "Change campaign"
    assert form.values() == {
        "task": "is-diagram",
        "population": "native.label = diagram",
        "strata": "native.confidence@0.55",
        "size": 8,
        "rule": "equal",
        "overlap": 0.5,
        "auditors": ("first", "second"),
        "seed": 7,
        "name": "autumn",
    }
    form.number.setValue(6)
    qtbot.mouseClick(page.header.save, LEFT)
    qtbot.waitUntil(lambda: not page.planning)
    assert campaign(seat, "autumn").size == 6


def test_a_form_is_drawn_and_sealed_at_once(seat: Seat, qtbot: QtBot, answers: tuple[list[str], list[Question]]):
    said, asked = answers
    said.append("go")
    page = shown(seat, qtbot, Place(PageName.CAMPAIGNS, extra={"new": True}))
    qtbot.waitUntil(lambda: page.planner.plan is not None)
    page.planner.form.name.setText("autumn")
    qtbot.mouseClick(page.header.seal, LEFT)
    qtbot.waitUntil(lambda: not page.planning)
    assert campaign(seat, "autumn").state == "sealed"
    assert asked[0].title == "Draw and seal autumn?"


def test_a_name_that_is_taken_keeps_the_form_open_and_says_so(seat: Seat, qtbot: QtBot):
    seal(seat)
    page = shown(seat, qtbot, Place(PageName.CAMPAIGNS, extra={"new": True}))
    qtbot.waitUntil(lambda: page.planner.plan is not None)
    page.planner.form.name.setText("spring")
    qtbot.mouseClick(page.header.save, LEFT)
    field = page.planner.form.fields["name"]
    qtbot.waitUntil(lambda: "another name" in field.note.text())
    assert page.planning


def test_escape_leaves_the_form_and_its_words_stay(seat: Seat, qtbot: QtBot):
    draft(seat)
    page = shown(seat, qtbot)
    assert not page.press(Stroke("Escape"))
    qtbot.mouseClick(page.details.buttons["change"], LEFT)
    assert page.press(Stroke("Escape"))
    assert not page.planning
    qtbot.mouseClick(page.details.buttons["change"], LEFT)
    qtbot.mouseClick(page.planner.back, LEFT)
    assert not page.planning


def test_without_a_project_the_page_says_so(seat: Seat, qtbot: QtBot):
    seat.desk.workers.stop()
    page = shown(seat, qtbot)
    assert page.empty.text() == "No project is open. Open one, and its campaigns appear here."
    with qtbot.waitSignal(seat.desk.place_wanted) as gone:
        qtbot.mouseClick(page.plan_one, LEFT)
    assert gone.args[0].page is PageName.START


def test_a_list_that_cannot_be_read_offers_to_try_again(seat: Seat, qtbot: QtBot):
    seal(seat)
    database = seat.folder / "figaudit.sqlite"
    database.rename(seat.folder / "away")
    page = shown(seat, qtbot)
    assert page.banner.words.text().startswith("The campaigns cannot be read now.")
    (seat.folder / "away").rename(database)
    qtbot.mouseClick(page.banner.action, LEFT)
    qtbot.waitUntil(lambda: len(page.list.rows) == 1)
    assert not page.banner.isVisible()


@pytest.mark.parametrize("form", list(Form))
@pytest.mark.parametrize("planning", [False, True])
def test_the_page_never_widens_the_window(seat: Seat, qtbot: QtBot, form: Form, planning: bool):  # noqa: FBT001
    seal(seat, **{**TWO, "name": "A rather long name of an audit that a lead gave it one day"})
    page = shown(seat, qtbot, Place(PageName.CAMPAIGNS, extra={"new": planning}))
    assert page.planning is planning
    page.set_form(form)
    least = page.minimumSizeHint()
    room = {Form.WIDE: (1204, 720), Form.NARROW: (1048, 560), Form.SMALLEST: (588, 348)}[form]
    assert least.width() <= room[0]
    assert least.height() <= room[1]
    page.resize(*room)
    for scroll in page.findChildren(campaigns_module.ScrollPage):
        assert scroll.content.minimumSizeHint().width() <= room[0]


def test_no_part_of_the_page_flashes_as_a_window(seat: Seat, qtbot: QtBot):
    seal(seat, **TWO)
    with windows_shown() as windows:
        page = shown(seat, qtbot)
        qtbot.mouseClick(page.header.new, LEFT)
        settle(page, qtbot)
    assert windows == ["QWidget", "QWidget"]


def test_arrows_go_through_the_list_and_the_details_follow(seat: Seat, qtbot: QtBot):
    for name in ("spring", "autumn"):
        seal(seat, name=name)
    page = shown(seat, qtbot)
    page.list.rows[0].setFocus()
    qtbot.keyClick(page.list.rows[0], Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: page.details.details.line.name == "spring")
    assert page.list.value == "spring"
    assert page.list.rows[1].hasFocus()
