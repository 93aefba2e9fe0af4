"""An audit that is paused or closed while somebody answers: told in an auditor's words, with a way out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from auditor.audits.campaign import move_campaign
from auditor.ui.desk import Form
from auditor.ui.pages.review import ReviewPage
from auditor.ui.shortcuts import Stroke
from auditor.ui.widgets.banner import BlockingBanner
from pipeline.vocabulary import CampaignState
from tests.helpers.desk import Seat
from tests.helpers.panels import CAMPAIGN, Sitting
from tests.helpers.review import answers, key

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window

Open = Callable[[], ReviewPage]


def banner_of(page: ReviewPage) -> BlockingBanner:
    assert page.view.banner is not None
    return page.view.banner


def told(banner: BlockingBanner) -> str:
    return f"{banner.accessibleName()} {banner.accessibleDescription()}"


def test_a_pause_is_told_as_the_leads_and_trying_again_works_once_it_is_over(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    seat.write(move_campaign, "spring", CampaignState.PAUSED)
    key(qtbot, page, "1")
    banner = banner_of(page)
    assert banner.accessibleName() == "The lead has paused this audit, so this answer is not saved yet"
    assert "figaudit" not in told(banner)
    assert "`" not in told(banner)
    assert (banner.button.text(), banner.way_out.text()) == ("Try again", "Leave it")
    seat.write(move_campaign, "spring", CampaignState.SEALED)
    key(qtbot, page, "Enter")
    assert answers(seat)[0] == "yes"


def test_an_answer_to_a_paused_audit_can_be_left(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    seat.write(move_campaign, "spring", CampaignState.PAUSED)
    key(qtbot, page, "1")
    qtbot.mouseClick(banner_of(page).way_out, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.view.shows_figure)
    assert "This audit is paused" in page.view.message.words.text()
    assert page.view.banner is None
    assert not page.unsaved
    assert page.leave()


def test_a_correction_to_a_closed_audit_leaves_the_earlier_answer(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    key(qtbot, page, "1")
    key(qtbot, page, "Backspace")
    seat.write(move_campaign, "spring", CampaignState.PAUSED)
    seat.write(move_campaign, "spring", CampaignState.CLOSED)
    key(qtbot, page, "3")
    banner = banner_of(page)
    assert banner.accessibleName() == "This audit was closed meanwhile, so this answer is not taken"
    assert banner.button.isHidden()
    assert banner.way_out.text() == "Keep the earlier answer"
    page.press(Stroke("Enter"))
    qtbot.waitUntil(lambda: not page.view.shows_figure)
    assert ("Kept as it was: Yes", "positive") in seat.said
    assert "This audit is closed" in page.view.message.words.text()
    assert answers(seat)[0] == "yes"


def test_all_ways_out_are_in_sight_in_the_smallest_window(seat: Seat, open_page: Open, qtbot: QtBot):
    page = open_page()
    page.resize(588, 320)
    page.set_form(Form.SMALLEST)
    seat.write(move_campaign, "spring", CampaignState.PAUSED)
    key(qtbot, page, "1")
    banner = banner_of(page)
    qtbot.waitUntil(lambda: banner.visibleRegion().boundingRect().height() == banner.height() > 0)
    for button in (banner.button, banner.way_out):
        assert button.isVisible()
        assert banner.rect().contains(button.geometry())


def test_boxes_that_a_paused_audit_does_not_take_can_be_left(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    sitting.wait_saved()
    sitting.seat.write(move_campaign, CAMPAIGN, CampaignState.PAUSED)
    sitting.key("2")
    sitting.drag((350, 80), (550, 200))
    page = sitting.page
    sitting.qtbot.waitUntil(lambda: page.view.banner is not None)
    assert page.view.banner is not None
    assert "`" not in told(page.view.banner)
    assert page.view.banner.way_out.text() == "Leave it unsaved"
    page.view.banner.way_out.click()
    sitting.qtbot.waitUntil(lambda: not page.view.shows_figure)
    assert page.view.message.words.text().startswith("This audit is paused. Every box is saved")
    assert not page.unsaved
    assert len(sitting.saved()[-1].boxes) == 1


def test_a_closed_audit_of_boxes_offers_the_way_out_only(sitting: Sitting):
    sitting.seat.write(move_campaign, CAMPAIGN, CampaignState.PAUSED)
    sitting.seat.write(move_campaign, CAMPAIGN, CampaignState.CLOSED)
    sitting.key("2")
    sitting.drag((350, 80), (550, 200))
    page = sitting.page
    sitting.qtbot.waitUntil(lambda: page.view.banner is not None)
    assert page.view.banner is not None
    assert page.view.banner.button.isHidden()
    assert sitting.key("Enter")
    sitting.qtbot.waitUntil(lambda: not page.view.shows_figure)
    assert "closed" in page.view.message.words.text()
