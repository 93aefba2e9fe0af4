"""What the Review page says and remembers beside answers: zoom, looks, pace, time, announcements."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.campaign import move_campaign
from auditor.ui.desk import Place
from auditor.ui.pages import review as review_module
from auditor.ui.pages.review import ReviewPage
from auditor.ui.window_state import pane_width
from pipeline.store.verdicts import Verdict
from pipeline.vocabulary import CampaignState
from pipeline.workspace import open_workspace
from tests.helpers.desk import Seat, seal_drawn
from tests.helpers.review import TOTAL, answers, key, settle

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window
Open = Callable[[], ReviewPage]


def recorded(seat: Seat) -> list[tuple[float | None, list[str]]]:
    def read(session: Session) -> list[tuple[float | None, list[str]]]:
        rows = session.execute(select(Verdict.active_seconds, Verdict.seen).order_by(Verdict.sequence))
        return [(row.active_seconds, list(row.seen)) for row in rows]

    with open_workspace(seat.folder) as workspace:
        return workspace.read(read)


def entered(seat: Seat, qtbot: QtBot, campaign: str = "") -> ReviewPage:
    page = ReviewPage(seat.desk)
    qtbot.addWidget(page)
    page.enter(Place(page.name, campaign))
    return page


def test_a_paused_audit_says_that_all_is_saved(seat: Seat, qtbot: QtBot):
    seat.write(move_campaign, "spring", CampaignState.PAUSED)
    page = entered(seat, qtbot, "spring")
    qtbot.waitUntil(lambda: page.view.message.words.text().startswith("This audit is paused."))
    assert page.session is None
    assert not page.header_part().isVisible()


def test_an_audit_of_panels_leads_to_panels(seat: Seat, qtbot: QtBot):
    with open_workspace(seat.folder) as workspace:
        seal_drawn(workspace, TOTAL, task="panel-boxes", name="boxes")
    page = entered(seat, qtbot, "boxes")
    qtbot.waitUntil(lambda: page.view.message.words.text() == "This audit asks for panels.")
    with qtbot.waitSignal(seat.desk.place_wanted) as wanted:
        page.view.message.button.click()
    assert (wanted.args[0].page, wanted.args[0].campaign) == ("panels", "boxes")


def test_without_a_name_the_oldest_audit_that_waits_is_opened(seat: Seat, open_page: Open, qtbot: QtBot):
    del open_page
    with open_workspace(seat.folder) as workspace:
        seal_drawn(workspace, 3, name="autumn")
    page = entered(seat, qtbot)
    qtbot.waitUntil(lambda: page.session is not None)
    assert page.subtitle == "spring"


def test_an_unknown_audit_is_named_in_a_sentence(seat: Seat, qtbot: QtBot):
    page = entered(seat, qtbot, "winter")
    qtbot.waitUntil(lambda: "There is no campaign 'winter'" in page.view.message.words.text())


def test_each_figure_comes_back_with_its_own_zoom(open_page: Open, qtbot: QtBot):
    page = open_page()
    canvas = page.view.canvas
    key(qtbot, page, "X")
    key(qtbot, page, "Equal")
    zoomed = canvas.percent
    assert zoomed > 100
    key(qtbot, page, "1")
    assert canvas.view.fitted
    key(qtbot, page, "Backspace")
    assert canvas.percent == zoomed


def test_the_zoom_is_kept_from_figure_to_figure_when_asked(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    seat.desk.preferences.set("keep_zoom", True)
    key(qtbot, page, "X")
    key(qtbot, page, "Equal")
    zoomed = page.view.canvas.percent
    key(qtbot, page, "1")
    assert page.view.canvas.percent == zoomed


def test_deep_values_that_were_stretched_are_recorded_with_the_answer(seat: Seat, open_page: Open, qtbot: QtBot):
    stream = io.BytesIO()
    deep = Image.new("I;16", (64, 40), 12)
    deep.paste(900, (0, 0, 32, 40))
    deep.save(stream, "PNG")
    for blob in (seat.folder / "blobs").rglob("*.png"):
        blob.write_bytes(stream.getvalue())
    page = open_page()
    assert page.view.canvas.stretched
    key(qtbot, page, "1")
    assert recorded(seat)[0][1][-1] == "stretched"


def test_the_time_of_a_reason_is_its_own_and_counts_from_the_answer(
    seat: Seat, open_page: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    now = [1000.0]
    monkeypatch.setattr("auditor.ui.pages.review_figure.time.monotonic", lambda: now[0])
    page = open_page()
    now[0] += 4.0
    key(qtbot, page, "2")
    now[0] += 2.5
    key(qtbot, page, "4")
    now[0] += 600.0
    key(qtbot, page, "1")
    assert [seconds for seconds, _ in recorded(seat)] == [4.0, 2.5, 60.0]
    assert page.pace.each == pytest.approx((6.5 + 60.0) / 2)


def test_time_in_another_window_does_not_count(
    seat: Seat, open_page: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    now = [1000.0]
    monkeypatch.setattr("auditor.ui.pages.review_figure.time.monotonic", lambda: now[0])
    page = open_page()
    now[0] += 3.0
    page.figure._application_changed(Qt.ApplicationState.ApplicationInactive)
    now[0] += 30.0
    page.figure._application_changed(Qt.ApplicationState.ApplicationActive)
    now[0] += 2.0
    key(qtbot, page, "1")
    assert recorded(seat)[0][0] == 5.0


def test_count_and_pace_can_be_switched_off(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    part = page._status
    part.show()
    key(qtbot, page, "1")
    assert part.today.text() == "1 today"
    assert part.each.text().endswith(" s each")
    seat.desk.preferences.set("show_pace", False)
    key(qtbot, page, "1")
    shown = [label.isVisibleTo(part) for label in (part.today, part.each, part.auditor)]
    assert shown == [False, False, True]


def test_a_pause_is_suggested_in_the_status_line(
    seat: Seat, open_page: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    page = open_page()
    seat.desk.preferences.set("pause_reminder", 20)
    monkeypatch.setattr(page.reminder, "due", lambda _now, minutes: minutes)
    key(qtbot, page, "1")
    assert seat.said[-1][0] == "Saved. Last answer: Yes. 20 minutes without a pause"


def test_a_screen_reader_hears_where_it_is_and_what_is_asked(
    open_page: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    told: list[str] = []
    monkeypatch.setattr(review_module, "announce", lambda _widget, text, **_more: told.append(text))
    page = open_page()
    key(qtbot, page, "2")
    key(qtbot, page, "4")
    caption = page.view.pane.caption.toPlainText()
    assert told[0].startswith(f"Figure 1 of {TOTAL}. Caption: Figure ")
    assert told[1:] == ["Saved: No. What is it instead?", f"Figure 2 of {TOTAL}. Caption: {caption}"]
    assert page.view.canvas.accessibleName() == told[-1]


def test_leaving_the_audit_with_an_unsaved_answer_says_so(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    place = seat.folder / "figaudit.sqlite"
    aside = place.rename(seat.folder / "elsewhere.sqlite")
    key(qtbot, page, "1")
    assert page.view.banner is not None
    with qtbot.waitSignal(seat.desk.toast_said) as said:
        seat.desk.seat("second")
    assert said.args[0].startswith("One answer was not saved")
    assert page.view.banner is None
    aside.rename(place)
    assert answers(seat) == [""] * TOTAL


def test_an_item_that_cannot_be_read_blocks_until_it_can(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    place = seat.folder / "figaudit.sqlite"
    page.figure.items._items.clear()
    aside = place.rename(seat.folder / "elsewhere.sqlite")
    assert page.session is not None
    page.acts.jump(4)
    qtbot.waitUntil(lambda: page.view.banner is not None)
    aside.rename(place)
    page.acts.retry()
    settle(qtbot, page)
    assert page.view.banner is None
    assert page.figure.index == 4


def test_coming_back_to_a_project_that_is_gone_keeps_the_place_and_blocks(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "L")
    place = seat.folder / "figaudit.sqlite"
    aside = place.rename(seat.folder / "elsewhere.sqlite")
    page.enter(Place(page.name))
    qtbot.waitUntil(lambda: page.view.banner is not None)
    assert page.session is not None
    assert (page.session.at, page.session.later) == (1, [0])
    page.view.bar.choices[0].click()
    assert page.session.pending is None
    aside.rename(place)
    key(qtbot, page, "Enter")
    assert page.view.banner is None
    key(qtbot, page, "1")
    assert answers(seat)[:2] == ["", "yes"]


def test_p_says_so_where_no_page_is_shown(open_page: Open, qtbot: QtBot, seat: Seat):
    page = open_page()
    key(qtbot, page, "P")
    assert seat.said[-1][0] == "The page of this figure is not shown in this audit"
    assert not page.figure.sheet.is_open


def test_the_width_of_the_text_is_remembered(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    page.view.splitter.moveSplitter(page.width() - 450, 1)
    width = page.view.pane.width()
    assert width != page.view.desk.theme.size("text_pane")
    qtbot.waitUntil(lambda: pane_width(seat.desk.preferences, "review", 0) == width)
    again = entered(seat, qtbot, "spring")
    again.resize(page.size())
    again.show()
    qtbot.waitUntil(lambda: again.session is not None and again.view.pane.width() == width)


def test_nothing_of_a_figure_is_in_the_settings(open_page: Open, qtbot: QtBot, tmp_path: Path):
    page = open_page()
    key(qtbot, page, "2")
    key(qtbot, page, "4")
    told: Any = (tmp_path / "settings" / "desk.json").read_text(encoding="utf-8")
    for word in ("Figure", "plot", "parser", "spring"):
        assert word not in told
