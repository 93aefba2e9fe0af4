"""The boxes on a figure as a screen reader gets them: one graphic each, in reading order, with letter and kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF

from auditor.boxes.editor import Editor
from auditor.boxes.panels import Panel
from auditor.ui.canvas.accessible import Part
from auditor.ui.canvas.boxes import BoxPainter, View


def panel_name(panel: Panel) -> str:
    """A panel by letter and kind: "Panel d, plot"."""
    name = f"Panel {panel.printed}" if panel.printed else "Panel without a letter"
    return ", ".join(part for part in (name, panel.kind) if part)


class BoxParts:
    """Called for the parts as they are now; kept until a panel or the view differs, however often a reader asks."""

    def __init__(self, editor: Callable[[], Editor | None], painter: BoxPainter, view: View) -> None:
        self._editor, self._painter, self._view = editor, painter, view
        self._of: tuple[object, ...] = ()
        self._parts: tuple[Part, ...] = ()

    def __call__(self) -> Sequence[Part]:
        """One part per panel, in reading order."""
        editor = self._editor()
        if editor is None:
            return ()
        corners = (self._view.to_widget(QPointF(0, 0)).toTuple(), self._view.to_widget(QPointF(1000, 1000)).toTuple())
        now = (editor.panels, *corners)
        if now != self._of:
            panels = [editor.panels[at] for at in editor.order()]
            self._parts = tuple(Part(panel_name(panel), self._painter.rect(panel.box)) for panel in panels)
            self._of = now
        return self._parts
