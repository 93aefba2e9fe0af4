"""Projects on this machine: the recent ones, opening and making one, and the demo in a process of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLocale, QObject, QProcess, QProcessEnvironment, QStandardPaths, Signal

from auditor.ui.desk import Desk, Trouble
from auditor.ui.preferences import Preferences
from pipeline.errors import ExpectedError

Opened = Callable[[Path], object]
Failed = Callable[[Trouble], object]

MOST_RECENT = 12
DEMO_AUDITOR = "you"
DEMO_STEPS = 16  # commands that the demo gives, one after the other; only for the length of its bar
KEPT_OUTPUT = 4_000


@dataclass(frozen=True)
class RecentProject:
    """One project that was open on this machine; `figures` is what it held then, None when nobody counted."""

    folder: Path
    opened: str
    figures: int | None = None

    @property
    def name(self) -> str:
        """The folder's name, its parent's where it says nothing by itself."""
        plain = self.folder.name
        if plain == "project":
            return self.folder.parent.name or plain
        return f"{self.folder.parent.name}/{plain}" if plain == "figaudit" else plain

    @property
    def place(self) -> Path:
        """The folder in which the one of that name lies."""
        return self.folder.parent.parent if self.folder.name == "project" else self.folder.parent


def recent_projects(preferences: Preferences) -> list[RecentProject]:
    """The projects of this machine, the one opened last first; nobody knows where a relative path led."""
    found: dict[Path, RecentProject] = {}
    for said in preferences.get("projects"):
        if isinstance(said, dict) and isinstance(said.get("folder"), str) and Path(said["folder"]).is_absolute():
            figures = said.get("figures")
            known = figures if isinstance(figures, int) else None
            project = RecentProject(Path(said["folder"]), str(said.get("opened", "")), known)
            found.setdefault(project.folder, project)
    return list(found.values())


def last_project(preferences: Preferences) -> Path | None:
    """The project that was open last, None when there was none."""
    return next((project.folder for project in recent_projects(preferences)), None)


def whole(preferences: Preferences, folder: Path) -> Path:
    """The one path by which a project is remembered, whichever way it was named: links and ".." are followed.

    One that stands in the list already is left as it is: a disk that does not answer must not hold the window.
    """
    if any(project.folder == folder for project in recent_projects(preferences)):
        return folder
    return folder.expanduser().resolve()


def remember(preferences: Preferences, folder: Path, *, figures: int | None = None) -> None:
    """Put a project at the top of the list; `figures` None keeps the number known before."""
    folder = whole(preferences, folder)
    before = {project.folder: project for project in recent_projects(preferences)}
    known = before.pop(folder, None)
    if figures is None and known is not None:
        figures = known.figures
    newest = RecentProject(folder, datetime.now(UTC).isoformat(timespec="seconds"), figures)
    _store(preferences, [newest, *before.values()])


def count_figures(preferences: Preferences, folder: Path, figures: int) -> None:
    """Note how many figures a project of the list holds; its place and date stay."""
    projects = recent_projects(preferences)
    _store(
        preferences,
        [RecentProject(one.folder, one.opened, figures) if one.folder == folder else one for one in projects],
    )


def forget(preferences: Preferences, folder: Path) -> None:
    """Take a project off the list; its folder stays as it is."""
    _store(preferences, [project for project in recent_projects(preferences) if project.folder != folder])
    known = dict(preferences.get("auditors"))
    if known.pop(str(folder), None) is not None:
        preferences.set("auditors", known)


def _store(preferences: Preferences, projects: list[RecentProject]) -> None:
    rows: list[dict[str, Any]] = [
        {"folder": str(project.folder), "opened": project.opened}
        | ({} if project.figures is None else {"figures": project.figures})
        for project in projects[:MOST_RECENT]
    ]
    preferences.set("projects", rows)


def opened_when(opened: str, now: datetime | None = None) -> str:
    """When a project was open last, in words: "today", "yesterday", "2 March", "2 March 2024"; "" when unknown."""
    try:
        then = datetime.fromisoformat(opened).astimezone()
    except ValueError:
        return ""
    today = (now or datetime.now(UTC)).astimezone()
    days = (today.date() - then.date()).days
    if days in {0, 1}:
        return ("today", "yesterday")[days]
    day = f"{then.day} {QLocale.c().monthName(then.month)}"
    return day if then.year == today.year else f"{day} {then.year}"


def open_project(
    desk: Desk,
    folder: Path,
    *,
    auditor: str = "",
    opened: Callable[[Path], object],
    failed: Callable[[Trouble], object],
) -> None:
    """Open a project in place of the present one, remember it, and seat who sat there before (or `auditor`)."""
    folder = whole(desk.preferences, folder)

    def done(there: Path) -> None:
        taken(desk, there, auditor=auditor)
        opened(there)

    desk.workers.open_project(folder, done=done, failed=lambda error: failed(open_trouble(folder, error)))


def taken(desk: Desk, folder: Path, *, auditor: str = "") -> None:
    """Tell the desk that another project is open: it stands in the list, and who sat there sits there again."""
    remember(desk.preferences, folder)
    desk.seat("")  # the same name in another project is to be remembered there too
    desk.seat(auditor or str(desk.preferences.get("auditors").get(str(folder), "")))
    desk.project_changed.emit()


def make_project(desk: Desk, folder: Path, *, opened: Opened, failed: Failed) -> None:
    """Make a new, empty project and open it."""

    def make() -> None:
        from pipeline.workspace import create_workspace

        create_workspace(folder).close()

    def refused(error: ExpectedError) -> None:
        failed(Trouble("No project was made.", sentence(error), str(error)))

    desk.workers.on_database(
        make, done=lambda _none: open_project(desk, folder, opened=opened, failed=failed), failed=refused
    )


def open_trouble(folder: Path, error: ExpectedError) -> Trouble:
    """Why a project cannot be opened, in words for a person who did not type its path."""
    if not folder.exists():
        text = "Its folder is not there: it was moved or renamed, or its disk is not connected. Nothing was changed."
    elif not (folder / "figaudit.toml").exists():
        text = "This folder holds no project. Choose the folder that holds figaudit.toml."
    else:
        text = sentence(error)
    return Trouble(f"The project {RecentProject(folder, '').name} cannot be opened.", text, str(error))


def sentence(error: ExpectedError | str) -> str:
    """A message as a sentence: it begins with a capital and ends with a full stop."""
    text = str(error).strip()
    if not text:
        return ""
    begun = text if text.startswith(("/", "~", "`")) else text[0].upper() + text[1:]
    return begun if begun.endswith((".", "?")) else f"{begun}."


def documents() -> Path:
    """Where this person keeps documents, else the home folder."""
    place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(place) if place and Path(place).is_dir() else Path.home()


def demo_folder() -> Path:
    """Where the demo goes: beside the documents of this person."""
    return documents() / "figaudit-demo"


def demo_command(folder: Path) -> list[str]:
    """The program and arguments that make the demo in a folder."""
    return [sys.executable, "-m", "auditor", "demo", str(folder), "--headless"]


def _in_order() -> QProcessEnvironment:
    """The environment in which a program says things in their order: a pipe would hold back all but its errors."""
    environment = QProcessEnvironment.systemEnvironment()
    environment.insert("PYTHONUNBUFFERED", "1")
    return environment


class Demo(QObject):
    """Makes the demo project in another process: `stepped` (words, done, of), then `finished` or `failed`."""

    stepped = Signal(str, int, int)
    finished = Signal(object)  # the project's folder
    failed = Signal(object)  # a Trouble

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder = folder
        self._steps = 0
        self._said = ""
        self._process = QProcess(self)
        self._process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        self._process.setProcessEnvironment(_in_order())
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(self._ended)
        self._process.errorOccurred.connect(self._broken)

    @property
    def running(self) -> bool:
        """Whether it is under way."""
        return self._process.state() != QProcess.ProcessState.NotRunning

    def start(self) -> None:
        """Begin, or go on where a stopped demo stood."""
        program, *arguments = demo_command(self.folder)
        self.stepped.emit("Drawing invented papers", 0, DEMO_STEPS)
        self._process.start(program, arguments)

    def stop(self) -> None:
        """End it; what is finished stays, and the next start goes on from there."""
        self._process.blockSignals(True)  # nobody wants to hear that what was stopped has ended
        self._process.kill()
        self._process.waitForFinished(2_000)

    def _read(self) -> None:
        text = self._process.readAllStandardOutput().toStdString()
        self._said = (self._said + text)[-KEPT_OUTPUT:]
        for line in text.splitlines():
            if line.startswith("$ figaudit "):
                self._steps += 1
                words = DEMO_WORDS.get(line.split()[2], "Working")
                self.stepped.emit(words, min(self._steps, DEMO_STEPS - 1), DEMO_STEPS)

    def _ended(self, code: int, _status: object) -> None:
        self._read()
        if code == 0:
            self.finished.emit(self.folder / "project")
            return
        last = next((line for line in reversed(self._said.splitlines()) if line.strip()), "")
        text = sentence(last.removeprefix("figaudit: ")) or f"It ended with code {code}."
        self.failed.emit(Trouble("The demo could not be made.", text, self._said))

    def _broken(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            text = "The program that makes it did not start. Your projects are as they were."
            self.failed.emit(Trouble("The demo could not be made.", text, self._process.errorString()))


DEMO_WORDS = {
    "init": "Making the project",
    "add": "Taking the papers in",
    "run": "Reading papers, finding figures",
    "campaign": "Drawing the audits",
    "verdicts": "Two simulated auditors answer",
    "adjudicate": "Settling disagreements",
    "report": "Writing the report",
    "release": "Building the release",
    "open": "Almost ready",
}
