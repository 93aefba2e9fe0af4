"""The letters of panels: the field in the list that names one, and what becomes of what is typed there."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from auditor.boxes.editor import Editor
from auditor.ui.pages import panels_questions as questions
from auditor.ui.pages.panels_desk import PanelsDesk
from auditor.ui.pages.panels_view import PanelsView


class PanelsLetters(QObject):
    """Opens and closes the letter field; a letter that another panel has is asked about first."""

    asked = Signal(object)  # a Question for the key bar

    def __init__(self, view: PanelsView, work: PanelsDesk) -> None:
        super().__init__(view)
        self._view, self._work = view, work
        self._doubled = ""  # what waits for "use it again"
        view.pane.panels.letter_typed.connect(self._typed)
        view.pane.panels.left.connect(view.end_letter)
        view.pane.panels.left.connect(work.follow)

    @property
    def _editor(self) -> Editor | None:
        """The editor, while steps are taken."""
        return self._work.editor if self._work.tool.enabled else None

    def edit(self, *, new: bool = False) -> bool:
        """Open the field of the selected panel, which may be a `new` one; False where there is none."""
        editor = self._editor
        if editor is None or editor.selected is None:
            return False
        opened = self._view.edit_letter(new=new)
        self._work.follow()
        return opened

    def end(self, *, keep: bool) -> None:
        """Close the field with what was typed, or with the letter that was there."""
        self._view.pane.panels.end_letter(keep=keep)

    def again(self) -> None:
        """Give the selected panel the letter that another one has already."""
        editor = self._editor
        if editor is not None and editor.selected is not None:
            editor.name(editor.selected, self._doubled)
            self._work.follow()

    def _typed(self, at: int, printed: str) -> None:
        editor = self._editor
        if editor is None or at >= len(editor.panels) or editor.panels[at].printed == printed.strip():
            return
        if editor.doubled(printed, at):
            editor.select(at)
            self._doubled = printed.strip()
            self.asked.emit(questions.doubled(self._doubled))
            return
        editor.name(at, printed)
        self._work.follow()
