"""Nothing that an auditor can reach in the window betrays a figure, on any page, by any sense.

The project of this walk consists of words that occur nowhere by chance: every label, score, path, stratum, name and id,
and what another person and a lead said of the same figures. After each step everything is read that a person or a tool
for people can read: see `tests.helpers.blind_senses`. What lies inside the project's folder is not looked at: any
program opens that. Neither is a lead's own wording, such as the name of an audit.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication

from auditor.ui.desk import Form, PageName, Place, Tone
from auditor.ui.pages import review_words
from tests.helpers.blind_senses import everything_told, found_in
from tests.helpers.blind_walk import WIDE, Walk
from tests.helpers.secret_project import FIGURES, LABEL, Secrets

# What the offscreen platform says of every window and popup.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "does not support raise", "does not support grabbing")
OPEN = ("spring", "reading", "boxes")


def test_pages_around_the_work(walk: Walk, capfd: pytest.CaptureFixture[str]):
    """Start, Campaigns, a shut Report, Settings and Help, in every form, with all that opens on them."""
    for _ in walk.in_every_form():
        for name in PageName:
            walk.go(name, "spring" if name is PageName.REPORT else "")
            walk.look(f"{name.value} {walk.window.form.value}")
            if walk.window.form is Form.WIDE:
                walk.press("?")
    walk.go(PageName.START, join=True)
    walk.look("who sits here")
    assert walk.start.card.join_panel.isVisible()
    walk.press("Escape")
    walk.click("New project…")
    walk.look("a new project")
    walk.press("Escape")
    for campaign in (*OPEN, "autumn"):
        walk.go(PageName.CAMPAIGNS, campaign)
        assert walk.campaigns.details.details is not None
        assert walk.campaigns.details.details.shut
        walk.look(f"campaign {campaign}")
        walk.go(PageName.REPORT, campaign)
        assert walk.report.reading is not None
        assert walk.report.reading.shown is None
        walk.look(f"report of {campaign}")
    walk.go(PageName.CAMPAIGNS)
    walk.click("New campaign…")
    walk.look("no form")
    assert not walk.campaigns.planning
    walk.go(PageName.CAMPAIGNS, new=True)
    walk.look("no form either")
    assert not walk.campaigns.planning
    help_page = walk.window.page(PageName.HELP)
    walk.go(PageName.HELP)
    for topic in help_page.buttons:
        help_page.show_topic(topic)
        walk.look(f"help {topic}")
    walk.type(help_page.search, "score")
    walk.look("help search")
    walk.click("Copy system details")
    walk.look("system details")
    walk.window.desk.toast("The demo is ready.", Tone.POSITIVE)
    walk.look("toast")
    walk.window.overlays.show_messages(walk.window.toasts.messages)
    walk.look("messages")
    assert walk.found == []
    assert len(walk.steps) > 45
    assert walk.texts > 100_000
    assert walk.found_in_output(capfd) == []


@pytest.mark.parametrize("name", [PageName.REVIEW, PageName.PANELS])
def test_a_fault_tells_where_and_not_of_what(
    walk: Walk, secrets: Secrets, name: PageName, capfd: pytest.CaptureFixture[str]
):
    """An exception whose words are secrets: in a slot, in the background, and when the page is opened again."""
    walk.window.resize(*WIDE)
    walk.go(name, "spring" if name is PageName.REVIEW else "boxes")

    def fail(*_: object) -> None:
        raise KeyError(str(secrets.folder / "blobs" / secrets.ids[0])) from ValueError(" ".join(secrets.all))

    view = walk.window._fault_view
    for way in ("slot", "background"):
        if way == "slot":
            QTimer.singleShot(0, fail)
        else:
            walk.window.desk.workers.read(fail, done=print, failed=print)
        walk.until(view.isVisible)
        walk.look(f"fault in the {way}")
        walk.click("Copy details", view)
        walk.look("its details")
        assert "KeyError" in QGuiApplication.clipboard().text()
        walk.click("Go on", view)
        walk.look("went on")
        assert not view.isVisible()
    log = walk.settings / "logs" / "figaudit.log"
    assert log.read_text(encoding="utf-8").count("builtins.ValueError") == 2
    assert walk.found == []
    assert walk.found_in_output(capfd) == []


def test_only_the_finished_audit_opens(walk: Walk, secrets: Secrets):
    """DESK c: of an audit with figures left design and report stay shut; of the finished one they open, no more."""
    walk.window.resize(*WIDE)
    for campaign in OPEN:
        walk.go(PageName.REPORT, campaign)
        assert walk.report.reading is not None
        assert walk.report.reading.reason.startswith(f"You have {FIGURES} figures left to judge in this audit.")
        walk.look(f"report of {campaign}")
    assert walk.found == []
    walk.go(PageName.REPORT, "winter")
    assert walk.report.reading.shown is not None
    walk.look("report of winter", secrets.beside_design)
    walk.click("Copy methods text")
    walk.look("methods", secrets.beside_design)
    assert "quaggajudge" in QGuiApplication.clipboard().text(), "the methods name the judge, so the look could fail"
    QGuiApplication.clipboard().clear()
    walk.go(PageName.CAMPAIGNS, "winter")
    assert walk.campaigns.details.details is not None
    assert walk.campaigns.details.details.design is not None
    walk.look("campaign winter", secrets.beside_design)
    assert walk.found == []


def test_nothing_of_the_person_before_stays(walk: Walk):
    """A lead who has finished looked at designs, wrote notes and boxes; then an auditor sits down."""
    walk.window.resize(*WIDE)
    walk.sit("second")
    walk.go(PageName.CAMPAIGNS, "spring")
    assert walk.campaigns.details.details is not None
    assert walk.campaigns.details.details.design is not None, "a lead may see it"
    walk.go(PageName.CAMPAIGNS, new=True)
    assert walk.campaigns.planning
    walk.campaigns.planner.form.population.setText("label = auklabel")
    walk.go(PageName.REPORT, "winter")
    walk.go(PageName.REVIEW, "spring")
    while walk.review.session is not None and walk.review.session.note != "hoatzinnote":
        walk.press("Backspace", look=False)
    walk.press("N", look=False)
    assert walk.review.view.note.box.toPlainText() == "hoatzinnote"
    walk.go(PageName.PANELS, "boxes")
    walk.click("Look at the last one")
    while walk.panels.work.editor is None:  # two figures of the project cannot be shown
        walk.press("PageUp", look=False)
    for word in ("puduletter", LABEL, "hoatzinnote", "auklabel"):
        assert found_in(everything_told(), [word]), "the person before has seen it in this window"
    walk.window.show_page(Place(PageName.CAMPAIGNS, "spring"))  # its design is still on its way
    walk.window.show_page(Place(PageName.START))
    walk.sit("first")
    walk.heard.take()
    walk.look("sat down")
    for name in PageName:
        walk.window.show_page(Place(name, "spring" if name is PageName.REPORT else ""))
        walk.look(f"{name.value} at once")
        walk.settle()
        walk.look(f"{name.value}")
    assert walk.found == []


def test_a_leak_in_the_window_is_found(walk: Walk, monkeypatch: pytest.MonkeyPatch):
    """The walk could fail: one word too many on Review shows, also when it is not on show any more."""
    monkeypatch.setattr(review_words, "position", lambda session: f"{session.settled} of {session.total}, axolotlpath")
    walk.go(PageName.REVIEW, "spring")
    walk.go(PageName.START)
    walk.look("back at the start")
    senses = " ".join(walk.found)
    assert "axolotlpath in text of Label" in senses
    assert "axolotlpath in announced" in senses
    assert "axolotlpath in accessible Name of FigureCanvas" in senses
    assert "axolotlpath in painted on Window" not in senses, "the page is not on show any more"
