"""The Report page on a real project: what it shows, when it stays shut, and what it hands out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from auditor.audits.campaign import create_campaign
from auditor.audits.design import CampaignSpec
from auditor.reports.html import render_html
from auditor.reports.render import render_markdown
from auditor.ui.desk import Desk, Form, PageName, Place, Tone
from auditor.ui.pages import report_export
from auditor.ui.pages.report import ReportPage
from auditor.ui.preferences import Preferences
from auditor.ui.shortcuts import Stroke
from auditor.ui.theme import Theme
from auditor.ui.widgets.cards import TitleLine
from auditor.ui.widgets.charts.chart import ChartView
from auditor.ui.widgets.charts.table import ResultTable
from auditor.ui.workers import Workers
from pipeline.errors import ExpectedError
from pipeline.vocabulary import CampaignState
from pipeline.workspace import Workspace
from tests.auditor.reports.audits import PLOT, TABLE, UNSURE, YES, Audit


@pytest.fixture
def audit(workspace: Workspace) -> Audit:
    return Audit(workspace)


@pytest.fixture
def desk(qtbot: QtBot, workspace: Workspace, tmp_path: Path) -> Iterator[Desk]:
    workers = Workers()
    desk = Desk(preferences=Preferences(tmp_path / "desk.json"), theme=Theme("light"), workers=workers)
    opened: list[Path] = []
    workers.open_project(workspace.folder, done=opened.append, failed=pytest.fail)
    qtbot.waitUntil(lambda: bool(opened))
    yield desk
    workers.stop()


Shown = Callable[..., ReportPage]


@pytest.fixture
def show(qtbot: QtBot, desk: Desk) -> Iterator[Shown]:
    """Show the page as the window does, with its header part, and wait until it has read."""
    kept: list[QWidget] = []

    def shown(campaign: str = "", *, auditor: str = "", size: tuple[int, int] = (1204, 720)) -> ReportPage:
        desk.seat(auditor)
        window = QWidget()
        page = ReportPage(desk)
        page.setParent(window)
        page.header_part().setParent(window)
        window.resize(*size)
        page.resize(*size)
        page.set_form(Form.of(size[0] + 76, size[1] + 80))
        qtbot.addWidget(window)
        kept.append(window)
        window.show()
        page.enter(Place(PageName.REPORT, campaign))
        qtbot.waitUntil(lambda: page.reading is not None)
        return page

    yield shown
    kept.clear()


def finished(audit: Audit, name: str = "diagrams") -> None:
    audit.seal(name=name)
    for auditor in ("first", "second"):
        audit.judge(auditor, lambda place: {2: PLOT, 5: TABLE, 14: PLOT}.get(place, YES), name)


def told(page: QWidget) -> str:
    """All words on the page that can be seen."""
    words = "\n".join(one.text() for one in page.findChildren(QLabel) if one.isVisibleTo(page))
    return words.replace("\N{NO-BREAK SPACE}", " ")


def cut(page: QWidget) -> list[str]:
    """The words that wrap and have less room than they need."""
    labels = [one for one in page.findChildren(QLabel) if one.isVisibleTo(page) and one.wordWrap()]
    return [one.text() for one in labels if one.height() < one.heightForWidth(one.width()) - 1]


def test_a_finished_audit_shows_its_number_with_its_interval(show: Shown, audit: Audit):
    finished(audit)
    page = show("diagrams")
    text = told(page)
    assert "83.3 %" in text
    assert "of the 36 figures labelled “diagram” are diagrams" in text
    assert "95 % interval" in text
    assert "Whole, checked just now" in text
    names = [chart.accessibleName() for chart in page.findChildren(ChartView)]
    assert sorted(name.split()[0] for name in names) == ["83.3", "Agreement:", "Precision", "What"]
    (table,) = page.findChildren(ResultTable)
    assert [table.item(row, 1).text() for row in range(2)] == ["Alpha", "Beta"]
    assert page.header_part().export.isVisible()


def test_a_percent_sign_stays_on_the_line_of_its_number(show: Shown, audit: Audit):
    finished(audit)
    page = show("diagrams")
    wrapped = [one.text() for one in page.findChildren(QLabel) if one.isVisibleTo(page) and one.wordWrap()]
    assert any("\N{NO-BREAK SPACE}%" in text for text in wrapped)
    assert not any(" %" in text for text in wrapped)


def test_the_words_beside_a_title_take_no_more_room_than_their_lines(qtbot: QtBot, show: Shown, audit: Audit):
    finished(audit)
    page = show("diagrams", size=(1204, 1400))
    for card in page._content.cards():
        for line in card.findChildren(TitleLine):
            qtbot.waitUntil(lambda line=line: line.height() <= line.heightForWidth(line.width()) + 1)


@pytest.mark.parametrize(
    ("auditor", "sentence"),
    [
        ("second", "You have 13 figures left to judge in this audit. Scores and results open when you are done"),
        ("lead", "The report opens when all 27 answers are in. 14 are in so far."),
    ],
)
def test_an_open_audit_shows_a_sentence_and_no_number_of_the_result(
    show: Shown, audit: Audit, auditor: str, sentence: str
):
    audit.seal()
    audit.judge("first", lambda place: PLOT if place == 2 else YES)
    page = show("diagrams", auditor=auditor)
    assert sentence in told(page)
    assert not page.findChildren(ChartView)
    assert "%" not in told(page)
    part = page.header_part()
    assert not part.export.isVisible()
    assert not part.copy.isVisible()


def test_the_report_opens_when_the_last_answer_is_in(qtbot: QtBot, show: Shown, audit: Audit, desk: Desk):
    audit.seal()
    audit.judge("first", lambda _place: YES)
    page = show("diagrams", auditor="second")
    audit.judge("second", lambda _place: YES)
    desk.waiting_changed.emit()
    qtbot.waitUntil(lambda: page.reading is not None and page.reading.shown is not None)
    assert "100 %" in told(page)


def test_another_person_does_not_see_what_the_one_before_saw(qtbot: QtBot, show: Shown, audit: Audit, desk: Desk):
    finished(audit)
    page = show("diagrams", auditor="lead")
    assert page.findChildren(ChartView)
    audit.seal(name="again", seed=3)
    page._campaign = "again"
    desk.seat("first")
    assert not [chart for chart in page.findChildren(ChartView) if chart.isVisibleTo(page)]
    qtbot.waitUntil(lambda: page.reading is not None)
    assert "You have" in told(page)


def test_no_campaign_and_a_draft_say_what_comes_next(qtbot: QtBot, show: Shown, audit: Audit, desk: Desk):
    page = show()
    assert "No campaign yet. A campaign draws figures at random and asks people about them." in told(page)
    audit.workspace.write(create_campaign, CampaignSpec(auditors=("first",), size=5, name="plan"))
    page.enter(Place(PageName.REPORT))
    qtbot.waitUntil(lambda: page.reading is not None and page.reading.campaign == "plan")
    assert "The campaign plan is a draft" in told(page)
    with qtbot.waitSignal(desk.place_wanted) as wanted:
        page.findChild(QWidget, "next").click()
    assert wanted.args[0].page is PageName.CAMPAIGNS


def test_the_newest_open_report_is_shown_first_and_another_can_be_chosen(
    qtbot: QtBot, show: Shown, audit: Audit, desk: Desk
):
    finished(audit, "one")
    finished(audit, "two")
    audit.seal(name="three")
    page = show()
    chooser = page.header_part().chooser
    assert chooser.isVisible()
    assert [chooser.itemText(at) for at in range(3)] == ["one", "two", "three"]
    assert page.reading.campaign == chooser.currentText() == "two"
    chooser.setCurrentIndex(0)
    chooser.activated.emit(0)
    qtbot.waitUntil(lambda: page.reading is not None)
    assert page.reading.campaign == "one"
    assert show().reading.campaign == "one"  # remembered
    del desk


def test_newer_answers_are_told_and_counted_by_update(qtbot: QtBot, show: Shown, audit: Audit, desk: Desk):
    finished(audit)
    page = show("diagrams")
    assert not page.stale.isVisible()
    audit.judge("first", lambda place: PLOT if place in {1, 3} else None)
    audit.judge("second", lambda place: PLOT if place in {1, 3} else None)
    desk.waiting_changed.emit()
    qtbot.waitUntil(page.stale.isVisible)
    assert "answers are newer than this report." in page.stale.words.text()
    before = page.reading
    page.stale.action.click()
    qtbot.waitUntil(lambda: page.reading is not before)
    assert not page.stale.isVisible()
    assert "72.2 %" in told(page)


def test_the_methods_text_is_copied(show: Shown, audit: Audit):
    finished(audit)
    page = show("diagrams")
    page.header_part().copy.click()
    assert QGuiApplication.clipboard().text() == audit.report().methods


@pytest.mark.parametrize(("suffix", "render"), [(".html", render_html), (".md", render_markdown)])
def test_the_report_is_exported(
    qtbot: QtBot,
    show: Shown,
    audit: Audit,
    desk: Desk,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    suffix: str,
    render: Callable[..., str],
):
    finished(audit)
    page = show("diagrams")
    target = tmp_path / f"report{suffix}"
    monkeypatch.setattr(report_export, "ask_file", lambda *_: target)
    with qtbot.waitSignal(desk.toast_said) as said:
        page.header_part().export.click()
    assert said.args == [f"Report saved as report{suffix}", Tone.POSITIVE]
    assert target.read_text(encoding="utf-8") == render(audit.report())


def test_a_place_that_takes_nothing_is_told(
    qtbot: QtBot, show: Shown, audit: Audit, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    finished(audit)
    page = show("diagrams")
    (tmp_path / "file").touch()
    monkeypatch.setattr(report_export, "ask_file", lambda *_: tmp_path / "file" / "report.html")
    with qtbot.waitSignal(desk.toast_said) as said:
        page.header_part().export.click()
    text, tone = said.args
    assert tone is Tone.NEGATIVE
    assert "report.html" in text


@pytest.mark.parametrize(
    ("said", "form", "path"),
    [
        ("/x/report", "HTML page (*.html)", "/x/report.html"),
        ("/x/report", "Markdown (*.md)", "/x/report.md"),
        ("/x/v1.2", "Markdown (*.md)", "/x/v1.2.md"),
        ("/x/report.md", "HTML page (*.html)", "/x/report.md"),
    ],
)
def test_a_file_without_an_ending_gets_that_of_its_form(said: str, form: str, path: str):
    assert report_export.with_suffix(said, form) == Path(path)


def test_a_project_that_cannot_be_read_is_told_with_a_way_on(
    qtbot: QtBot, show: Shown, audit: Audit, desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    finished(audit)
    page = show("diagrams")

    def refuse(*_: object, **__: object) -> None:
        raise ExpectedError("the disk is gone")

    with monkeypatch.context() as patch:
        patch.setattr("auditor.ui.pages.report.read_report", refuse)
        page.enter(Place(PageName.REPORT))
        qtbot.waitUntil(lambda: "the disk is gone" in told(page))
    page.findChild(QWidget, "next").click()
    qtbot.waitUntil(lambda: page.reading is not None)
    assert "83.3 %" in told(page)
    del desk


def test_tampering_is_told_with_a_sign_and_a_word(show: Shown, audit: Audit):
    from sqlalchemy import text

    finished(audit)
    audit.workspace.write(lambda session: session.execute(text("UPDATE strata SET size = size + 1")))
    shown = told(show("diagrams"))
    assert "Broken, checked just now" in shown
    assert "1 fault found" in shown
    assert "The record of this audit was changed after it was made" in shown


@pytest.mark.parametrize("size", [(1204, 720), (1024, 560), (588, 360), (1844, 1000)])
@pytest.mark.parametrize("text_size", [100, 200])
def test_the_page_needs_no_more_room_than_the_window_has(
    qtbot: QtBot, show: Shown, audit: Audit, desk: Desk, size: tuple[int, int], text_size: int
):
    audit.seal()
    one, *_ = audit.shared()
    audit.judge("first", lambda place: UNSURE if place == one else YES)
    audit.judge("second", lambda place: PLOT if place == 14 else YES)
    desk.theme.choose(text_size=text_size)
    page = show("diagrams", size=size)
    least = page.minimumSizeHint()
    assert least.width() <= size[0]
    assert least.height() <= size[1]
    assert page._scroll.horizontalScrollBar().maximum() == 0
    assert page._scroll.content.width() <= size[0]
    qtbot.waitUntil(lambda: not cut(page))


def test_cards_stand_in_one_column_where_there_is_little_room(qtbot: QtBot, show: Shown, audit: Audit):
    def columns(page: ReportPage) -> int:
        return len({card.x() for card in page._content.cards()})

    finished(audit)
    wide, narrow = (show("diagrams", size=size) for size in ((1204, 720), (588, 360)))
    qtbot.waitUntil(lambda: (columns(wide), columns(narrow)) == (2, 1))


def test_a_closed_campaign_without_an_answer_says_so(show: Shown, audit: Audit):
    from auditor.audits.campaign import move_campaign

    audit.seal()
    audit.workspace.write(move_campaign, "diagrams", CampaignState.CLOSED)
    page = show("diagrams", auditor="first")
    assert "no item has a label yet" in told(page)
    assert "Closed, final" in page.header_part().state.text()


def test_the_state_says_final_only_when_nothing_is_left_to_settle(qtbot: QtBot, show: Shown, audit: Audit, desk: Desk):
    from auditor.audits.campaign import move_campaign

    audit.seal()
    one, *_ = audit.shared()
    audit.judge("first", lambda place: PLOT if place == one else YES)
    audit.judge("second", lambda _place: YES)
    page = show("diagrams")
    state = page.header_part().state
    assert state.text() == "Open, 1 not settled"
    assert "answers can still be changed until it is" in told(page)
    for change, said in (
        (lambda: audit.workspace.write(move_campaign, "diagrams", CampaignState.CLOSED), "Closed, 1 not settled"),
        (lambda: audit.decide(one, YES), "Closed, final"),
    ):
        change()
        before = page.reading
        page.enter(Place(PageName.REPORT, "diagrams"))
        qtbot.waitUntil(lambda before=before: page.reading is not before)
        assert state.text() == said
        assert ("1 of 18 figures is not settled, counted as wrong here." in told(page)) == ("not settled" in said)
        assert "answers can still be changed" not in told(page)
    del desk


def test_a_campaign_of_boxes_tells_how_far_it_is(show: Shown, audit: Audit):
    audit.seal(task="panel-boxes", name="boxes")
    shut = show("boxes", auditor="first")
    assert "have boxes" not in told(shut), "what others did stays shut for whoever has figures left"
    assert "left to judge in this audit" in told(shut)
    page = show("boxes", auditor="lead")
    assert "0 have boxes" in told(page)
    assert not page.findChildren(ChartView)
    assert not page.header_part().export.isVisible()


def test_the_keys_of_the_page(qtbot: QtBot, show: Shown, audit: Audit, desk: Desk, monkeypatch: pytest.MonkeyPatch):
    finished(audit)
    page = show("diagrams", size=(588, 360))
    bar = page._scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    for keys, place in (("End", bar.maximum()), ("Home", 0), ("PageDown", bar.pageStep()), ("PageUp", 0)):
        assert page.press(Stroke(keys))
        assert bar.value() == place
    asked: list[str] = []
    monkeypatch.setattr(report_export, "ask_file", lambda _parent, campaign: asked.append(campaign))
    assert page.press(Stroke("S", ctrl=True))
    assert asked == ["diagrams"]
    before = page.reading
    assert page.press(Stroke("F5"))
    qtbot.waitUntil(lambda: page.reading is not before)
    assert not page.press(Stroke("S"))
    assert not page.press(Stroke("Tab"))
    del desk


def test_the_focus_stays_on_the_page_when_the_report_is_made_anew(qtbot: QtBot, show: Shown, audit: Audit):
    finished(audit)
    page = show("diagrams")
    page.window().activateWindow()
    (table,) = page.findChildren(ResultTable)
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    before = page._content
    assert page.press(Stroke("F5"))
    qtbot.waitUntil(lambda: page._content is not before)
    focus = page.window().focusWidget()
    assert focus is page or page.isAncestorOf(focus)
