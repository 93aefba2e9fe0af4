"""What comes back after a restart: the window's place and size, the page with its campaign, the widths of panes."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QRegion, QScreen
from PySide6.QtWidgets import QWidget

from auditor.ui.desk import Desk, PageName, Place
from auditor.ui.preferences import Preferences

FIRST_SIZE = QSize(1280, 800)
LEAST_SIZE = QSize(480, 320)
GRIP = QSize(120, 24)  # so much of the window's top has to lie on a screen, else nobody can move it
FARTHEST = 1_000_000  # px; Qt counts in 32 bits
CAMPAIGN_PAGES = {PageName.REVIEW, PageName.PANELS, PageName.REPORT}


def restore_window(window: QWidget, preferences: Preferences) -> None:
    """Put the window where it was; one whose screen is missing or too small now goes to the primary screen."""
    said = preferences.get("window")
    frame = _rectangle(said.get("geometry"))
    if frame is None:
        frame = _centred(FIRST_SIZE)
    elif not (_can_be_moved(frame) and _fits(frame.size())):
        frame = _centred(frame.size())
    elif not _is_seen(frame):
        frame = _moved_in(frame)
    window.setGeometry(frame)
    if said.get("maximized") is True:
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)


def keep_window(window: QWidget, preferences: Preferences) -> None:
    """Remember where the window is; full screen and maximized keep the size it has beside them."""
    frame = window.normalGeometry() if window.isMaximized() or window.isFullScreen() else window.geometry()
    if frame.isValid():
        geometry = [frame.x(), frame.y(), frame.width(), frame.height()]
        said = {**preferences.get("window"), "geometry": geometry, "maximized": window.isMaximized()}
        preferences.set("window", said)


def pane_width(preferences: Preferences, pane: str, otherwise: int) -> int:
    """The width a person gave a pane, `otherwise` when nobody did."""
    panes = preferences.get("window").get("panes")
    width = panes.get(pane) if isinstance(panes, dict) else None
    return width if isinstance(width, int) and width > 0 else otherwise


def keep_pane_width(preferences: Preferences, pane: str, width: int) -> None:
    """Remember the width of a pane."""
    said = preferences.get("window")
    panes = said.get("panes")
    preferences.set("window", {**said, "panes": {**(panes if isinstance(panes, dict) else {}), pane: width}})


def keep_place(desk: Desk, place: Place) -> None:
    """Remember the page and campaign of the open project."""
    if desk.project is None:
        return
    campaign = place.campaign if place.page in CAMPAIGN_PAGES else ""
    known = dict(desk.preferences.get("place"))
    known[str(desk.project)] = {"page": place.page.value, "campaign": campaign}
    desk.preferences.set("place", known)


def last_place(desk: Desk) -> Place:
    """Where the open project was left; Start when nobody knows."""
    said: Any = desk.preferences.get("place").get(str(desk.project))
    if not isinstance(said, dict) or said.get("page") not in list(PageName):
        return Place(PageName.START)
    return Place(PageName(said["page"]), str(said.get("campaign", "")))


def _rectangle(said: object) -> QRect | None:
    if not isinstance(said, list) or len(said) != 4 or not all(type(value) is int for value in said):
        return None
    if max(abs(value) for value in said) > FARTHEST:
        return None
    x, y, width, height = said
    return QRect(x, y, max(width, LEAST_SIZE.width()), max(height, LEAST_SIZE.height()))


def _can_be_moved(frame: QRect) -> bool:
    """Whether enough of the window's top lies on a screen that is there."""
    for screen in QGuiApplication.screens():
        seen = screen.availableGeometry().intersected(QRect(frame.topLeft(), QSize(frame.width(), GRIP.height())))
        if seen.width() >= GRIP.width() and seen.height() >= GRIP.height() // 2:
            return True
    return False


def _fits(size: QSize) -> bool:
    """Whether the screens together have room for it: else its foot, with the answers, lies below them."""
    screen: QScreen | None = QGuiApplication.primaryScreen()
    return screen is None or size.boundedTo(screen.availableVirtualSize()) == size


def _is_seen(frame: QRect) -> bool:
    """Whether all of it lies on screens; it may span several."""
    unseen = QRegion(frame)
    for screen in QGuiApplication.screens():
        unseen -= QRegion(screen.availableGeometry())
    return unseen.isEmpty()


def _moved_in(frame: QRect) -> QRect:
    """The frame on the screen that shows most of it, no larger than that: its foot holds the answers."""
    rooms = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    room = max(rooms, key=lambda one: _area(one.intersected(frame)))
    size = frame.size().boundedTo(room.size())
    x = min(max(frame.x(), room.x()), room.x() + room.width() - size.width())
    y = min(max(frame.y(), room.y()), room.y() + room.height() - size.height())
    return QRect(x, y, size.width(), size.height())


def _area(one: QRect) -> int:
    return one.width() * one.height() if one.isValid() else 0


def _centred(size: QSize) -> QRect:
    """A window of this size in the middle of the primary screen, smaller when it would not fit."""
    screen: QScreen | None = QGuiApplication.primaryScreen()
    room = screen.availableGeometry() if screen is not None else QRect(0, 0, size.width(), size.height())
    fitting = size.boundedTo(room.size())
    frame = QRect(0, 0, fitting.width(), fitting.height())
    frame.moveCenter(room.center())
    return frame
