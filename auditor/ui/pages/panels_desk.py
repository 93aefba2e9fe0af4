"""The editor of the present figure together with what shows it: canvas, tool, list, key bar and status."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPainter

from auditor.boxes.editor import Editor
from auditor.boxes.edits import Edge
from auditor.ui.canvas.boxes import BoxPainter
from auditor.ui.canvas.gestures import BoxTool, Mode
from auditor.ui.desk import Desk, Tone
from auditor.ui.pages import panels_words as words
from auditor.ui.pages.panels_hints import hints_of, ways_of
from auditor.ui.pages.panels_view import PanelsView
from auditor.ui.widgets.notices import announce
from auditor.ui.widgets.panel_list import panel_words

SPOKEN_AFTER_MS = 300  # a held arrow is read out once, at its end


class PanelsDesk(QObject):
    """Keeps everything that shows the panels in step with the editor; it never writes."""

    selected = Signal()  # another panel or edge is selected

    def __init__(self, desk: Desk, view: PanelsView) -> None:
        super().__init__(view)
        self._desk, self._view = desk, view
        self.editor: Editor | None = None
        self.tool = BoxTool(view.canvas)
        self.tool.touched = self.follow
        self._painter = BoxPainter(desk.theme, view.canvas, view.canvas)
        view.canvas.set_tool(self.tool)
        view.canvas.set_overlay(self._paint)
        self._ends = (True, True)
        self._spoken: tuple[int | None, Edge] = (None, Edge.NONE)
        self._voice = QTimer(self)
        self._voice.setSingleShot(True)
        self._voice.setInterval(SPOKEN_AFTER_MS)
        self._voice.timeout.connect(self._speak_place)

    def take(self, editor: Editor | None, *, first: bool, last: bool) -> None:
        """Show another figure's panels, or none; `first` and `last` say whether it stands at an end of the queue."""
        self.editor = editor
        self._ends = (first, last)
        self._spoken = (None, Edge.NONE)
        self.tool.set_editor(editor)
        self.follow()

    def set_mode(self, mode: Mode) -> None:
        """Select or draw."""
        self.tool.set_mode(mode)
        if mode is Mode.NEW and self.editor is not None:
            self.editor.select(None)
        self.follow()

    def follow(self) -> None:
        """Show the editor as it is now."""
        view, editor = self._view, self.editor
        if not self.tool.busy:
            view.pane.panels.take(editor)
            number = 0 if editor is None else len(editor.panels)
            view.pane.count.setText(words.count(number) if number else "")
            view.pane.empty.setVisible(editor is not None and not number)
            view.pane.panels.setVisible(bool(number))
        self._follow_tools()
        if not view.keys.asking:
            view.keys.show_keys(
                hints_of(editor, self.tool.mode), ways_of(editor, first=self._ends[0], last=self._ends[1])
            )
        self._say_drag()
        self._speak()
        view.canvas.update()

    def say_saved(self) -> None:
        """All steps are in the database: say so, with the place of the selected box."""
        editor = self.editor
        if editor is None:
            return
        what = words.place_of(editor.current) if editor.current is not None else words.count(len(editor.panels))
        if editor.draft.finished:
            what = words.finished_as(editor.draft)
        self._desk.say(f"Saved. {what}", Tone.POSITIVE)

    def moved(self) -> None:
        """An arrow moved a box or an edge: say where it is, and read it out after a pause."""
        if self.editor is not None and self.editor.current is not None:
            self._desk.say(words.place_of(self.editor.current))
        self._voice.start()

    # --- inside

    def _paint(self, painter: QPainter) -> None:
        self._painter.paint(painter, self.tool.shown)

    def _follow_tools(self) -> None:
        tools = self._view.tools
        tools.select.setChecked(self.tool.mode is Mode.SELECT)
        tools.new.setChecked(self.tool.mode is Mode.NEW)

    def _say_drag(self) -> None:
        drag, editor = self.tool.drag, self.editor
        if drag is None or editor is None:
            return
        name = f"Box {editor.current.printed}" if editor.current is not None and editor.current.printed else "Box"
        place = f"left {drag.x0:,.0f}, top {drag.y0:,.0f}, right {drag.x1:,.0f}, bottom {drag.y1:,.0f} px"
        self._desk.say(f"{name}: {place}")

    def _speak(self) -> None:
        """Read out what was selected, once."""
        editor = self.editor
        if editor is None or self.tool.busy or (editor.selected, editor.edge) == self._spoken:
            return
        self._spoken = (editor.selected, editor.edge)
        self.selected.emit()
        if editor.current is None or editor.selected is None:
            return
        if editor.edge is Edge.NONE:
            announce(self._view.canvas, panel_words(editor, editor.selected))
        else:
            announce(self._view.canvas, words.edge_told(editor.current, editor.edge, picked=True))

    def _speak_place(self) -> None:
        editor = self.editor
        if editor is None or editor.current is None or editor.selected is None:
            return
        if editor.edge is Edge.NONE:
            announce(self._view.canvas, panel_words(editor, editor.selected))
        else:
            announce(self._view.canvas, words.edge_told(editor.current, editor.edge, picked=False))
