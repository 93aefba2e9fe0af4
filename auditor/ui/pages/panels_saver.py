"""Saves every step of one figure as it is made, in order, and says loudly when one is not saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from auditor.boxes.editor import Editor
from auditor.ui.desk import Desk, Tone
from auditor.ui.pages import panels_store
from auditor.ui.pages.panels_session import SaveLine
from auditor.ui.pages.panels_words import LOST
from auditor.ui.pages.review_time import ActiveTime
from pipeline.errors import ExpectedError

if TYPE_CHECKING:
    from auditor.ui.pages.panels_store import BoxItem

RUN_MS = 600  # a run of the same arrow ends, and is saved, after so long a pause
SLOW_MS = 200  # a save that takes longer is told of


class PanelSaver(QObject):
    """The saved side of an editor; nothing is said to be saved before the commit returned."""

    saved = Signal()  # everything so far is in the database
    slow = Signal()  # a save takes its time: what stands as saved is not all
    troubled = Signal(object)  # the ExpectedError of a step that is not
    conflicted = Signal(object)  # what another window saved, a BoxState
    skipped = Signal(str)  # the figure is skipped, with this reason
    overtaken = Signal()  # another window saved the figure before it could be skipped

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self.time = ActiveTime()
        self._item: BoxItem | None = None
        self._editor: Editor | None = None
        self._line = SaveLine(None, self._seconds)
        self._then: Callable[[], object] | None = None
        self._skip = ""  # the reason of a skip that is not saved yet
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(RUN_MS)
        self._timer.timeout.connect(self.settle)
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(SLOW_MS)
        self._slow.timeout.connect(self.slow)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._application_changed)

    @property
    def idle(self) -> bool:
        """Whether everything is saved."""
        return self._line.idle

    @property
    def blocked(self) -> bool:
        """Whether a step could not be saved and waits for another try."""
        return self._line.blocked

    @property
    def unsaved(self) -> int:
        """How many steps are not saved yet."""
        return self._line.unsaved

    @property
    def before(self) -> int | None:
        """The number of the newest saved state that this window knows."""
        return self._line.before

    @property
    def moving_on(self) -> bool:
        """Whether something waits for the last step to be saved."""
        return self._then is not None or (bool(self._skip) and not self.blocked)

    def start(self, item: BoxItem | None, editor: Editor | None) -> None:
        """Save the steps of another figure from now on; those of the one before still go to the disk."""
        self._timer.stop()
        self._slow.stop()
        self._item, self._editor, self._then, self._skip = item, editor, None, ""
        self._line = SaveLine(None if item is None else item.before, self._seconds)
        if editor is not None:
            editor.changed = self._stepped

    def again(self) -> None:
        """Save the panels as they are, although they did not change: a skipped figure goes back into work."""
        if self._editor is not None:
            self._line.step(self._editor.draft, depth=self._editor.history.undo_steps)
            self._pump()

    def settle(self) -> None:
        """Save the run of arrows that is still growing."""
        self._timer.stop()
        if self._editor is not None:
            self._editor.history.end_run()
        self._line.settle()
        self._pump()

    def after(self, then: Callable[[], object]) -> None:
        """Call this when all is saved, at once when it is; not before another try when something is blocked."""
        self._then = then
        self.settle()
        self._go_on()

    def skip(self, reason: str) -> None:
        """Skip the figure once its boxes are saved."""
        self._skip = reason
        self.after(self._write_skip)

    def retry(self) -> None:
        """Write what failed again."""
        self._line.resume()
        if self._skip and self._line.idle:
            self._then = self._write_skip
        self._pump()
        self._go_on()

    def keep_mine(self, theirs: int | None) -> None:
        """Save this window's panels on top of the other's; both stay in the ledger."""
        self._line.resume(before=theirs)
        self._pump()

    def drop(self) -> None:
        """Let the other window's panels hold: forget what is not saved here."""
        self._line.drop()
        self._then, self._skip = None, ""

    # --- inside

    def _stepped(self, running: bool) -> None:  # noqa: FBT001 - the editor's own signature
        if self._editor is None:
            return
        self._line.step(self._editor.draft, depth=self._editor.history.undo_steps, running=running)
        if running:
            self._timer.start()
        else:
            self._timer.stop()
        self._pump()

    def _pump(self) -> None:
        if self._item is not None and self._write_next(self._item, self._line):
            self._slow.start()

    def _write_next(self, item: BoxItem, line: SaveLine) -> bool:
        step = line.take()
        if step is None:
            return False
        project = self._desk.project
        self._desk.workers.write(
            panels_store.save,
            item.item,
            step,
            line.before,
            done=lambda sequence: self._committed(item, line, sequence, project=project),
            failed=lambda error: self._failed(line, error),
        )
        return True

    def _committed(self, item: BoxItem, line: SaveLine, sequence: int | None, *, project: Path | None) -> None:
        line.committed(sequence)
        if line is not self._line:
            self._finish(item, line, project)
            return
        self._slow.stop()
        self._pump()
        if line.idle:
            self.saved.emit()
        self._go_on()

    def _finish(self, item: BoxItem, line: SaveLine, project: Path | None) -> None:
        """The figure was left while this step was written: those behind it follow, but into no other project."""
        if project == self._desk.project:
            self._write_next(item, line)
        elif not line.idle:
            self._say_lost()

    def _failed(self, line: SaveLine, error: ExpectedError) -> None:
        line.failed()
        if line is not self._line:
            self._say_lost()
            return
        self._slow.stop()
        theirs = panels_store.newer_state(error)
        if theirs is None:
            self.troubled.emit(error)
        else:
            self.conflicted.emit(theirs)

    def _say_lost(self) -> None:
        self._desk.toast(LOST, Tone.NEGATIVE)

    def _write_skip(self) -> None:
        item, line = self._item, self._line
        if item is not None:
            self._slow.start()
            self._desk.workers.write(
                panels_store.skip,
                item.item.assignment_id,
                self._skip,
                line.before,
                done=lambda _nothing: self._skip_done(line),
                failed=lambda error: self._skip_failed(line, error),
            )

    def _skip_done(self, line: SaveLine) -> None:
        if line is self._line:
            self._slow.stop()
            reason, self._skip = self._skip, ""
            self.skipped.emit(reason)

    def _skip_failed(self, line: SaveLine, error: ExpectedError) -> None:
        if line is not self._line:
            self._say_lost()
            return
        self._slow.stop()
        if panels_store.newer_state(error) is not None:
            self._skip = ""
            self.overtaken.emit()
            return
        line.blocked = True
        self.troubled.emit(error)

    def _go_on(self) -> None:
        if self._line.idle and self._then is not None:
            then, self._then = self._then, None
            then()

    def _application_changed(self, state: Qt.ApplicationState) -> None:
        """Time in another program is not time spent on a figure."""
        if state is Qt.ApplicationState.ApplicationActive:
            self.time.resume(monotonic())
        else:
            self.time.pause(monotonic())

    def _seconds(self) -> float | None:
        now = monotonic()
        spent = self.time.seconds(now)
        self.time.start(now)
        return spent
