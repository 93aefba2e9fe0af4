"""Toasts that wait, a banner that blocks without moving anything, and dialogs whose Escape is the safe choice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QEnterEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QGraphicsOpacityEffect, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from auditor.ui.desk import PageName, Place, Tone, Trouble
from auditor.ui.theme import Theme
from auditor.ui.widgets import notices
from auditor.ui.widgets.banner import BlockingBanner
from auditor.ui.widgets.notices import Question, QuestionDialog, Toast, Toasts, ask
from tests.helpers.dressing import dressed
from tests.helpers.frame import framed

FULL = Trouble(
    "The disk is full, so this answer is not saved yet",
    "All 212 answers before it are safe. Free some space on the disk that holds the project, then try again.",
    "OSError 28",
)
SEAL = Question("Draw and seal?", "Nothing of it can be changed later.", [("stay", "Go back"), ("go", "Seal")], "stay")


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    with dressed(qapp) as made:
        yield made


@pytest.fixture
def place(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(1000, 600)
    made.show()
    return made


@pytest.mark.parametrize(("width", "height"), [(1204, 104), (588, 102)])
def test_the_blocking_banner_is_as_high_as_the_bar_and_shows_all_its_words(
    theme: Theme, qtbot: QtBot, width: int, height: int
):
    holder = QWidget()
    qtbot.addWidget(holder)
    holder.resize(width, 400)
    banner = BlockingBanner(theme, FULL, height=height)
    banner.setParent(holder)
    banner.resize(width, height)
    holder.show()
    qtbot.waitExposed(holder)
    assert banner.size().toTuple() == (width, height)
    assert banner._words.verticalScrollBar().maximum() == 0
    for button in (banner.button, banner._copy):
        assert banner.rect().contains(button.geometry())


def test_try_again_and_copy_details_are_buttons_with_keys(theme: Theme, place: QWidget, qtbot: QtBot):
    banner = BlockingBanner(theme, FULL, height=104)
    banner.setParent(place)
    banner.show()
    banner.take_focus()
    with qtbot.waitSignal(banner.retry):
        qtbot.keyClick(banner.button, Qt.Key.Key_Space)
    qtbot.mouseClick(banner._copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == f"{FULL.title}\n{FULL.text}\n{FULL.details}"
    banner.say(Trouble("The disk is still full", "Free some space."))
    assert banner.accessibleName() == "The disk is still full"


def test_a_toast_goes_by_itself_and_stays_in_the_messages(
    theme: Theme, place: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(notices, "TOAST_MS", 30)
    toasts = Toasts(place, theme)
    with qtbot.waitSignal(toasts.changed) as counted:
        toasts.say("The demo is ready.")
    assert counted.args == [1]
    assert len(toasts.shown) == 1
    qtbot.waitUntil(lambda: not toasts.shown)
    assert [(message.text, message.tone) for message in toasts.messages] == [("The demo is ready.", Tone.POSITIVE)]


def test_a_toast_waits_while_somebody_hovers_over_it_or_stands_on_it(theme: Theme, place: QWidget, qtbot: QtBot):
    toasts = Toasts(place, theme)
    toast = toasts.say("The demo is ready.")
    assert not toast.waiting
    middle = toast.rect().toRectF().center()
    QApplication.sendEvent(toast, QEnterEvent(middle, middle, middle))
    assert toast.waiting
    QApplication.sendEvent(toast, QEvent(QEvent.Type.Leave))
    assert not toast.waiting
    place.activateWindow()
    qtbot.waitUntil(place.isActiveWindow)
    toast.close_button.setFocus()
    assert toast.waiting
    qtbot.keyClick(toast.close_button, Qt.Key.Key_Space)
    assert not toasts.shown


def test_toasts_stand_above_each_other_at_the_bottom_right(theme: Theme, place: QWidget):
    toasts = Toasts(place, theme)
    toasts.bottom = 28
    first, second = toasts.say("One."), toasts.say("A longer one that takes two lines, because it says so much more.")
    for toast in (first, second):
        assert place.rect().adjusted(0, 0, 0, -28).contains(toast.geometry())
    assert first.geometry().bottom() < second.geometry().top()
    place.resize(640, 400)
    assert second.geometry().right() < 640
    assert second.geometry().bottom() < 400 - 28


def choose(key: Qt.Key | None, value: str = "") -> QObject:
    """Answer the dialog that opens next, by a key or by a click on the button of a value."""

    def act() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QuestionDialog)
        if key is not None:
            QApplication.sendEvent(dialog, _press(key))
        else:
            dialog.buttons[value].click()

    timer = QTimer()
    timer.setSingleShot(True)
    timer.timeout.connect(act)
    timer.start(0)
    return timer


def _press(key: Qt.Key) -> QEvent:
    from PySide6.QtGui import QKeyEvent

    return QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)


def test_escape_is_the_safe_choice_and_so_is_enter(theme: Theme, place: QWidget):
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        timer = choose(key)
        assert ask(place, theme, SEAL) == "stay"
        assert timer.parent() is None


def test_a_button_named_by_its_verb_gives_its_choice(theme: Theme, place: QWidget):
    timer = choose(None, "go")
    assert ask(place, theme, SEAL) == "go"
    assert timer.parent() is None


def test_a_question_in_a_small_window_shows_its_words(theme: Theme, place: QWidget):
    dialog = QuestionDialog(theme, SEAL, place)
    assert [button.text() for button in dialog.buttons.values()] == ["Go back", "Seal"]
    assert dialog.width() <= 640
    assert dialog.height() <= 400
    dialog.deleteLater()


def test_the_messages_lie_behind_the_status_bar(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with framed(tmp_path, monkeypatch) as window:
        window.show()
        qtbot.waitExposed(window)
        link = window.status._messages
        assert not link.isVisible()
        window.desk.toast("The demo is ready.")
        assert link.text() == "Messages (1)"
        qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
        assert window.overlays.drawer is not None
        assert window.toasts.shown == ()  # the list says the same
        words = [label.text() for label in window.overlays.drawer.findChildren(type(window.header.title))]
        assert "The demo is ready." in words


def test_a_toast_can_stand_in_a_layout_of_another_scheme(qtbot: QtBot):
    theme = Theme("dark")
    holder = QWidget()
    qtbot.addWidget(holder)
    toast = Toast(theme, "The demo is ready.", Tone.PLAIN)
    QVBoxLayout(holder).addWidget(toast)
    assert toast.graphicsEffect() is None
    theme.choose("light")
    assert toast.graphicsEffect() is not None


def test_a_toast_fades_in_only_where_motion_is_welcome(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with framed(tmp_path, monkeypatch) as window:
        window.show()
        qtbot.waitExposed(window)
        assert window.toasts.moves()
        toast = window.toasts.say("The demo is ready.")
        assert isinstance(toast.graphicsEffect(), QGraphicsOpacityEffect)
        qtbot.waitUntil(lambda: not isinstance(toast.graphicsEffect(), QGraphicsOpacityEffect))
        window.show_page(Place(PageName.REVIEW))
        assert not window.toasts.moves()
        window.show_page(Place(PageName.START))
        window.desk.preferences.set("motion", False)
        assert not window.toasts.moves()
