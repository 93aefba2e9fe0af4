"""The editor of the present figure together with what shows it: canvas, tool, list, key bar and status."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPainter

from auditor.boxes.editor import Editor
from auditor.boxes.edits import Edge
from auditor.ui.canvas.box_parts import BoxParts
from auditor.ui.canvas.boxes import BoxPainter
from auditor.ui.canvas.gestures import BoxTool, Mode
from auditor.ui.desk import Desk, Form, Tone
from auditor.ui.pages import panels_words as words
from auditor.ui.pages.panels_hints import NAMING, NAMING_NEW, hints_of, ways_of
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
        self._figure = ""
        self._left: dict[str, tuple[int, Edge]] = {}  # what was selected on the figures that were left
        self.tool = BoxTool(view.canvas)
        self.tool.touched = self.follow
        self._painter = BoxPainter(desk.theme, view.canvas, view.canvas)
        view.canvas.set_tool(self.tool)
        view.canvas.set_overlay(self._paint)
        view.canvas.set_parts(BoxParts(lambda: self.editor, self._painter, view.canvas))
        self._ends = (True, True)
        self._spoken: tuple[int | None, Edge] = (None, Edge.NONE)
        self._voice = QTimer(self)
        self._voice.setSingleShot(True)
        self._voice.setInterval(SPOKEN_AFTER_MS)
        self._voice.timeout.connect(self._speak_place)

    def take(self, figure: str, editor: Editor | None, *, ends: tuple[bool, bool]) -> None:
        """Show another figure's panels; `ends` says whether it is the first and whether it is the last of the queue."""
        self._keep_selection()
        self._figure, self.editor, self._ends = figure, editor, ends
        self._spoken = (None, Edge.NONE)
        self.tool.set_editor(editor)
        at, edge = self._left.get(figure, (-1, Edge.NONE))
        if editor is not None and 0 <= at < len(editor.panels):
            editor.select(at)
            editor.pick_edge(edge)
        self.follow()

    def forget(self) -> None:
        """Show no figure, and forget what was selected on those before."""
        self.take("", None, ends=(True, True))
        self._left.clear()

    def set_mode(self, mode: Mode) -> None:
        """Select or draw."""
        self.tool.set_mode(mode)
        if mode is Mode.NEW and self.editor is not None:
            self.editor.select(None)
        self.follow()

    def hold(self, held: bool) -> None:  # noqa: FBT001 - reads like Qt's own setters
        """Let nothing be drawn, by the mouse neither, on a figure that is left once its last step is saved."""
        self.tool.enabled &= not held

    def follow(self) -> None:
        """Show the editor as it is now."""
        view, editor = self._view, self.editor
        if not self.tool.busy:
            view.pane.panels.take(editor)
            number = 0 if editor is None else len(editor.panels)
            view.pane.count.setText(words.count(number) if number else "")
            view.pane.empty.setText(words.empty(finished=editor is not None and editor.draft.finished))
            view.pane.empty.setVisible(editor is not None and not number)
            view.pane.panels.setVisible(bool(number))
        self._follow_tools()
        if not view.keys.asking:
            self._say_keys()
        self._say_drag()
        self._speak()
        view.canvas.update()

    def _say_keys(self) -> None:
        panels, editor = self._view.pane.panels, self.editor
        ways = ways_of(editor, first=self._ends[0], last=self._ends[1])
        hints = hints_of(editor, self.tool.mode)
        if panels.editing:
            hints = NAMING_NEW if panels.names_new else NAMING
            ways = tuple(way for way in ways if way.action == "finish")  # what else leads on is typed into the field
        self._view.keys.show_keys(hints, ways)

    def say_saved(self) -> None:
        """All steps are in the database: say so, with the place of the selected box."""
        editor = self.editor
        if editor is None:
            return
        what = self._place() if editor.current is not None else words.count(len(editor.panels))
        if editor.draft.finished:
            what = words.finished_as(editor.draft)
        self._desk.say(f"Saved. {what}", Tone.POSITIVE)

    def moved(self, *, differs: bool) -> None:
        """An arrow was pressed: say where box or edge is now, and read it out after a pause, also at the border."""
        if differs and self._place():
            self._desk.say(self._place())
        self._voice.start()

    # --- inside

    def _place(self) -> str:
        """Where the selected box lies."""
        current = None if self.editor is None else self.editor.current
        return "" if current is None else words.place_of(current, short=self._view.form is Form.SMALLEST)

    def _keep_selection(self) -> None:
        editor = self.editor
        if editor is not None and editor.selected is not None:
            self._left[self._figure] = (editor.selected, editor.edge)
        else:
            self._left.pop(self._figure, None)

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
