"""Starts the desk: the window is shown first, then the project opens behind it."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from auditor.ui import icons, projects, style
from auditor.ui.crash import FaultLog, Faults
from auditor.ui.desk import Desk, PageName, Place, Tone, Trouble
from auditor.ui.garbage import MainThreadCollector
from auditor.ui.preferences import Preferences, settings_folder
from auditor.ui.theme import Theme
from auditor.ui.window import Window
from auditor.ui.window_state import last_place
from auditor.ui.workers import Workers
from pipeline.errors import ExitCode, ExpectedError

UNPAINTED_MS = 500  # a window that starts minimised is never painted, and its project opens all the same
TIMES = "FIGAUDIT_START_TIMES"


def run(project: Path | None, *, auditor: str = "", place: Place | None = None) -> int:
    """Open the window, on a project when one is given; returns the exit code once it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Qt's loop would never let Python hear of Ctrl+C
    application = QApplication.instance() or QApplication(["figaudit"])
    assert isinstance(application, QApplication)  # noqa: S101 - for the type checker
    faults = Faults(FaultLog(settings_folder() / "logs"))
    faults.install()
    window = _built(faults)
    if window is None:
        faults.uninstall()
        return int(ExitCode.FAILED)
    collector = MainThreadCollector(window)
    Opening(window, project, auditor=auditor, place=place).begin()
    window.show()
    code = application.exec()
    collector.stop()
    faults.uninstall()
    return code


def _built(faults: Faults) -> Window | None:
    """The window; None when it could not be made, which the terminal is then told: there is nowhere else to say so."""
    try:
        return build(faults=faults)
    except ExpectedError:
        faults.uninstall()
        raise  # the front end says it in its own words
    except Exception as error:  # noqa: BLE001 - a fault of ours, whatever it is, is told and not swallowed
        details = faults.note(error).details
        sys.stderr.write(f"{_not_opened(faults.log.file, details)}\n")
        sys.stderr.flush()
        return None


def _not_opened(log: Path, details: str) -> str:
    """Why there is no window, for the terminal: the details stand in the log, or here when no disk took them."""
    told = (
        "figaudit: the window could not open because of a fault in Figaudit; every answer is safe, nothing was changed"
    )
    if log.is_file():
        return f"{told}. What went wrong stands at the end of {log}"
    return f"{told}. What went wrong:\n{details}"


def build(preferences: Preferences | None = None, *, faults: Faults | None = None) -> Window:
    """The window on its Start page, not shown yet and without a project; a QApplication has to exist."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)  # noqa: S101 - the caller's part, and for the type checker
    application.setApplicationName("Figaudit")
    application.setDesktopFileName("figaudit")
    preferences = preferences or Preferences()
    theme = Theme(preferences.get("theme"), text_size=preferences.get("text_size"))
    style.apply(application, theme)
    application.setWindowIcon(icons.icon(theme, "logo", "accent", 64))
    window = Window(Desk(preferences=preferences, theme=theme, workers=Workers()), faults)
    window.show_page(Place(PageName.START))
    return window


class Opening(QObject):
    """The way from a painted window to an open project and the place where work went on last."""

    def __init__(self, window: Window, project: Path | None, *, auditor: str = "", place: Place | None = None) -> None:
        super().__init__(window)
        self._window = window
        self._desk = window.desk
        self._project = project
        self._auditor = auditor
        self._place = place
        self._begun = False

    def begin(self) -> None:
        """Open the project once the window is painted."""
        self._window.painted.connect(self._open)
        QTimer.singleShot(UNPAINTED_MS, self, self._open)

    def _open(self) -> None:
        if self._begun:
            return
        self._begun = True
        _tell_time("window painted")
        folder = self._project or projects.last_project(self._desk.preferences)
        if folder is not None:
            projects.open_project(self._desk, folder, auditor=self._auditor, opened=self._opened, failed=self._refused)

    def _opened(self, _folder: Path) -> None:
        _tell_time("project open")
        if self._place is not None and self._place.campaign:
            campaign = self._place.campaign
            self._desk.workers.read(_page_of, campaign, done=self._go_to, failed=self._no_campaign)
        elif self._place is not None:
            self._window.show_page(self._place)
        elif self._desk.auditor and self._window.place.page is PageName.START:
            place = last_place(self._desk)
            if place.page is not PageName.START:
                self._window.show_page(place)

    def _go_to(self, page: PageName) -> None:
        campaign = "" if self._place is None else self._place.campaign
        self._window.show_page(Place(page, campaign))

    def _no_campaign(self, error: ExpectedError) -> None:
        self._desk.toast(projects.sentence(error), Tone.CAUTION)

    def _refused(self, trouble: Trouble) -> None:
        self._desk.go(PageName.START, trouble=trouble)
        self._desk.toast(f"{trouble.title} {trouble.text}", Tone.NEGATIVE)


def _page_of(session: Any, campaign: str) -> PageName:
    """The page on which a campaign's question is answered."""
    from auditor.audits.gate import find_gate
    from auditor.audits.tasks import load_task

    kind = load_task(find_gate(session, campaign).task).kind
    return PageName.PANELS if kind == "boxes" else PageName.REVIEW


def _tell_time(what: str) -> None:
    """Say on standard error how long the process has lived, when somebody measures the start."""
    if os.environ.get(TIMES):
        sys.stderr.write(f"{what} {_seconds_alive():.2f} s after the start\n")
        sys.stderr.flush()


def _seconds_alive() -> float:
    """How long this process has lived; since Python began to count where the system does not tell."""
    try:
        started = int(Path("/proc/self/stat").read_text(encoding="ascii").rpartition(")")[2].split()[19])
        return time.clock_gettime(time.CLOCK_BOOTTIME) - started / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, AttributeError):
        return time.process_time()
