"""The Projects card: recent projects, the ways to another one, and how far the demo is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from auditor.ui import icons
from auditor.ui.desk import Tone, Trouble
from auditor.ui.pages.start_panels import JoinPanel, NewProjectPanel
from auditor.ui.projects import RecentProject, opened_when
from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.cards import Card, SoftBanner, hairline
from auditor.ui.widgets.progress import ProgressLine
from auditor.ui.widgets.text import Label, Link

SHOWN = 5
PAD = 10


class ProjectButton(QAbstractButton):
    """One recent project: folder icon, name, how many figures it holds and when it was open."""

    def __init__(self, theme: Theme, project: RecentProject, *, current: bool, there: bool, twin: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._current = current
        self.project = project
        self.there = there
        self.setText(project.name)
        self.said = project_text(project, current=current, there=there)
        if twin:  # the name alone does not tell which of them it is
            self.said = f"in {project.place}, {self.said}"
        self.setAccessibleName(f"{project.name}, {self.said}")
        self.setToolTip(str(project.folder))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setProperty("ringRadius", theme.radius("row"))
        theme.changed.connect(self.updateGeometry)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Two lines of text with room around them."""
        lines = sum(QFontMetrics(font).height() for font in self._fonts())
        return QSize(self._theme.scaled(200), lines + self._theme.scaled(2 + 2 * PAD))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Names are cut before they widen the card."""
        return QSize(self._theme.scaled(80), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint ground, icon and the two lines."""
        theme, pad, side = self._theme, self._theme.scaled(PAD), self._theme.size("icon")
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_ground(painter)
            name = "folder" if self.there else "warning"
            role = "accent_ink" if self._current else "muted" if self.there else "caution"
            picture = icons.pixmap(theme, name, role, ratio=self.devicePixelRatioF())
            painter.drawPixmap(pad, (self.height() - side) // 2, picture)
            left = 2 * pad + side
            room, top = self.width() - left - pad, pad
            for font, text, ink in zip(self._fonts(), (self.text(), self.said), ("text", "muted"), strict=True):
                metrics = QFontMetrics(font)
                painter.setFont(font)
                painter.setPen(theme.colour(ink))
                words = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
                painter.drawText(QRect(left, top, room, metrics.height()), 0, words)
                top += metrics.height() + theme.scaled(2)

    def _paint_ground(self, painter: QPainter) -> None:
        role = "accent_soft" if self._current else "background" if self.underMouse() or self.isDown() else ""
        if role:
            radius = self._theme.radius("row")
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour(role))
            painter.drawRoundedRect(QRectF(self.rect()), radius, radius)

    def _fonts(self) -> tuple[QFont, QFont]:
        return self._theme.font("body", 600), self._theme.font("secondary")


def project_text(project: RecentProject, *, current: bool, there: bool) -> str:
    """The second line of a project: "2,855 figures, yesterday"."""
    if not there:
        return "Not found where it was"
    when = "open now" if current else opened_when(project.opened)
    return ", ".join(part for part in (_figures(project.figures), when) if part) or str(project.folder.parent)


def _figures(number: int | None) -> str:
    if number is None:
        return ""
    return "1 figure" if number == 1 else f"{number:,} figures"


class ProjectRow(QWidget):
    """A project of the list; one that is not found offers to be looked for or taken off."""

    opened = Signal(object)
    located = Signal(object)
    removed = Signal(object)

    def __init__(self, theme: Theme, project: RecentProject, *, current: bool, there: bool, twin: bool = False) -> None:
        super().__init__()
        self.button = ProjectButton(theme, project, current=current, there=there, twin=twin)
        self.button.setEnabled(there)
        self.button.clicked.connect(lambda: self.opened.emit(project.folder))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.button)
        self.locate, self.remove = Link(theme, "Locate…"), Link(theme, "Remove from list")
        self.locate.clicked.connect(lambda: self.located.emit(project.folder))
        self.remove.clicked.connect(lambda: self.removed.emit(project.folder))
        links = QHBoxLayout()
        links.setContentsMargins(theme.scaled(2 * PAD) + theme.size("icon"), 0, 0, theme.scaled(4))
        links.setSpacing(theme.space(4))
        for link in (self.locate, self.remove):
            link.setAccessibleDescription(project.name)
            links.addWidget(link)
        links.addStretch(1)
        column.addLayout(links)
        for link in (self.locate, self.remove):
            link.setVisible(not there)
        if there:
            links.setContentsMargins(0, 0, 0, 0)


class ProjectsCard(Card):
    """Recent projects over the ways to another one; its small forms and its banner open inside it."""

    open_wanted = Signal(object)
    browse_wanted = Signal()
    new_wanted = Signal()
    join_wanted = Signal()
    demo_wanted = Signal()
    demo_stopped = Signal()
    locate_wanted = Signal(object)
    remove_wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Projects")
        self._theme = theme
        self.rows: list[ProjectRow] = []
        self._shown: object = None
        self.banner = SoftBanner(theme, Tone.NEGATIVE, "")
        self.banner.hide()
        self.body.addWidget(self.banner)
        self._list = QVBoxLayout()
        self._list.setSpacing(theme.scaled(4))
        self.body.addLayout(self._list)
        self._line = hairline(theme)
        self.body.addWidget(self._line)
        self.join_panel, self.new_panel = JoinPanel(theme), NewProjectPanel(theme)
        for panel in (self.join_panel, self.new_panel):
            panel.hide()
            panel.closed.connect(self.close_panels)
            self.body.addWidget(panel)
        self._ways = QWidget()
        self._add_ways(theme)
        self.body.addWidget(self._ways)
        self._demo_line = QWidget()
        self._add_demo(theme)
        self.body.addWidget(self._demo_line)

    def _add_ways(self, theme: Theme) -> None:
        column = QVBoxLayout(self._ways)
        column.setContentsMargins(0, theme.space(1), 0, 0)
        column.setSpacing(theme.scaled(6))
        self.new = Button(theme, "New project…", icon="plus")
        self.browse = Button(theme, "Open project…", icon="folder")
        self.join = Button(theme, "Join as auditor…", icon="people")
        self.demo = Button(theme, "Try the demo", kind="quiet", icon="play")
        wanted = (self.new_wanted, self.browse_wanted, self.join_wanted, self.demo_wanted)
        for button, signal in zip((self.new, self.browse, self.join, self.demo), wanted, strict=True):
            button.align_left()
            button.clicked.connect(lambda _checked=False, signal=signal: signal.emit())
            column.addWidget(button)
        self.demo_hint = Label(
            theme, "Invented data, ready in about a minute.", font="secondary", role="muted", wrap=True
        )
        column.addWidget(self.demo_hint)

    def _add_demo(self, theme: Theme) -> None:
        self.demo_words = Label(theme, font="secondary", role="muted", wrap=True)
        self.demo_progress = ProgressLine(theme)
        self.demo_progress.setAccessibleName("The demo")
        self.demo_stop = Link(theme, "Stop")
        self.demo_stop.clicked.connect(self.demo_stopped)
        column = QVBoxLayout(self._demo_line)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        row = QHBoxLayout()
        row.addWidget(self.demo_words, 1)
        row.addWidget(self.demo_stop)
        column.addLayout(row)
        column.addWidget(self.demo_progress)
        self._demo_line.hide()

    def show_projects(self, projects: Sequence[RecentProject], current: Path | None, gone: frozenset[Path]) -> None:
        """Show the newest projects; those in `gone` are not where they were. The same again changes nothing."""
        wanted = (tuple(projects[:SHOWN]), current, gone, self._theme.text_size)
        if wanted == self._shown:
            return
        self._shown = wanted
        focused = next((row.button.project.folder for row in self.rows if row.button.hasFocus()), None)
        for row in self.rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        names = Counter(project.name for project in projects[:SHOWN])
        for project in projects[:SHOWN]:
            here, twin = project.folder == current, names[project.name] > 1
            row = ProjectRow(self._theme, project, current=here, there=here or project.folder not in gone, twin=twin)
            row.opened.connect(self.open_wanted)
            row.located.connect(self.locate_wanted)
            row.removed.connect(self.remove_wanted)
            self._list.addWidget(row)
            row.show()  # at once: what is not shown yet cannot take the focus
            if project.folder == focused:
                row.button.setFocus()
            self.rows.append(row)
        self._line.setVisible(bool(self.rows))

    def stops(self) -> list[QWidget]:
        """Where Tab stops below the projects, in order."""
        join, new = self.join_panel, self.new_panel
        asked = [join.names, join.go, join.cancel, new.name, new.place, new.browse, new.go, new.cancel]
        return [*asked, self.new, self.browse, self.join, self.demo, self.demo_stop]

    def say_trouble(self, trouble: Trouble | None) -> None:
        """Say at the top of the card what went wrong; None takes it away."""
        self.banner.setVisible(trouble is not None)
        if trouble is not None:
            self.banner.say(Tone.NEGATIVE, f"{trouble.title} {trouble.text}")

    def open_join(self, known: Sequence[str], auditor: str) -> None:
        """Ask who sits here."""
        self._open(self.join_panel)
        self.join_panel.ask(known, auditor)

    def open_new(self, place: Path) -> None:
        """Ask for a new project inside this folder."""
        self._open(self.new_panel)
        self.new_panel.ask(place)

    def close_panels(self) -> bool:
        """Take the open form away; whether there was one."""
        was = self.asking
        self._open(None)
        return was

    @property
    def asking(self) -> bool:
        """Whether one of the small forms is open."""
        return self.join_panel.isVisibleTo(self) or self.new_panel.isVisibleTo(self)

    def _open(self, panel: QWidget | None) -> None:
        for each in (self.join_panel, self.new_panel):
            each.setVisible(each is panel)
        self._ways.setVisible(panel is None)

    def show_demo(self, words: str, done: int, total: int) -> None:
        """Say how far the demo is; "" when none is being made."""
        self._demo_line.setVisible(bool(words))
        self.demo.setEnabled(not words)
        self.demo_hint.setVisible(not words)
        self.demo_words.setText(words)
        self.demo_progress.set(done, total)
