"""What the Projects card asks for: another project, a new one, one that moved, and the demo."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QWidget

from auditor.ui import projects
from auditor.ui.desk import Desk, Tone, Trouble
from auditor.ui.pages.start_panels import choose_folder
from auditor.ui.pages.start_projects import ProjectsCard


class ProjectMoves(QObject):
    """Does what the card asks for and says in the card what went wrong; `changed` says that the list differs."""

    changed = Signal()

    def __init__(self, desk: Desk, card: ProjectsCard, page: QWidget) -> None:
        super().__init__(page)
        self._desk = desk
        self._card = card
        self._page = page
        self.gone: frozenset[Path] = frozenset()  # projects that are not where they were
        self.demo: projects.Demo | None = None
        card.open_wanted.connect(self.open)
        card.browse_wanted.connect(lambda: self.browse("Open a project"))
        card.new_wanted.connect(lambda: card.open_new(projects.documents()))
        card.new_panel.wanted.connect(self._make)
        card.locate_wanted.connect(self._locate)
        card.remove_wanted.connect(self._remove)
        card.demo_wanted.connect(self._make_demo)
        card.demo_stopped.connect(self.stop_demo)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.stop_demo)

    def open(self, folder: Path, auditor: str = "") -> None:
        """Open a project in place of the present one."""
        self._card.say_trouble(None)
        projects.open_project(self._desk, folder, auditor=auditor, opened=self._opened, failed=self._card.say_trouble)

    def browse(self, title: str) -> bool:
        """Let the person pick a project and open it; whether one was picked."""
        folder = choose_folder(self._page, title, self._desk.project.parent if self._desk.project else None)
        if folder is not None:
            self.open(folder)
        return folder is not None

    def look(self) -> None:
        """See which projects are there; a disk that does not answer must not hold the window."""
        folders = [project.folder for project in projects.recent_projects(self._desk.preferences)]
        self._desk.workers.pool(partial(_gone, folders), done=self._looked, failed=lambda _error: None)

    def stop_demo(self) -> None:
        """End a demo that is being made; the next one goes on from there."""
        if self.demo is not None:
            self.demo.stop()
            self._drop_demo()
            self._desk.say("The demo was stopped. The next try goes on from there.")

    def _opened(self, folder: Path) -> None:
        self._card.close_panels()
        self._desk.say(f"{projects.RecentProject(folder, '').name} is open.", Tone.POSITIVE)

    def _make(self, folder: Path) -> None:
        self._card.say_trouble(None)
        projects.make_project(self._desk, folder, opened=self._opened, failed=self._card.say_trouble)

    def _locate(self, before: Path) -> None:
        folder = choose_folder(self._page, f"Where {before.name} lies now", None)
        if folder is None:
            return
        self._card.say_trouble(None)

        def opened(there: Path) -> None:
            projects.forget(self._desk.preferences, before)
            self.changed.emit()
            self._opened(there)

        seat = str(self._desk.preferences.get("auditors").get(str(before), ""))
        projects.open_project(self._desk, folder, auditor=seat, opened=opened, failed=self._card.say_trouble)

    def _remove(self, folder: Path) -> None:
        projects.forget(self._desk.preferences, folder)
        self._card.say_trouble(None)
        self.changed.emit()

    def _looked(self, gone: frozenset[Path]) -> None:
        if gone != self.gone:
            self.gone = gone
            self.changed.emit()

    def _make_demo(self) -> None:
        if self.demo is not None:
            return
        self._card.say_trouble(None)
        self.demo = projects.Demo(projects.demo_folder(), self)
        self.demo.stepped.connect(self._demo_stepped)
        self.demo.finished.connect(self._demo_made)
        self.demo.failed.connect(self._demo_failed)
        self.demo.start()

    def _demo_stepped(self, words: str, done: int, total: int) -> None:
        self._card.show_demo(f"{words}, step {done + 1} of {total}", done, total)
        self._desk.say(f"Making the demo: {words[0].lower()}{words[1:]}.")

    def _demo_made(self, folder: Path) -> None:
        self._drop_demo()
        self._desk.toast(f"The demo is ready. Everything in it is invented. It lies in {folder.parent}.")
        if self._page.isVisible():
            self.open(folder, projects.DEMO_AUDITOR)
        else:  # nobody takes the project away from under a person who judges
            known = self._desk.preferences.get("auditors")
            self._desk.preferences.set("auditors", {**known, str(folder): projects.DEMO_AUDITOR})
            projects.remember(self._desk.preferences, folder)
            self.changed.emit()

    def _demo_failed(self, trouble: Trouble) -> None:
        self._drop_demo()
        self._card.say_trouble(trouble)
        self._desk.say(trouble.title, Tone.NEGATIVE)

    def _drop_demo(self) -> None:
        if self.demo is not None:
            self.demo.deleteLater()
            self.demo = None
        self._card.show_demo("", 0, 0)


def _gone(folders: list[Path]) -> frozenset[Path]:
    return frozenset(folder for folder in folders if not _is_project(folder))


def _is_project(folder: Path) -> bool:
    try:
        return (folder / "figaudit.toml").is_file()
    except OSError:  # a name that no disk takes, a share that does not answer
        return False
