"""The right of the header on Campaigns: a new campaign over the list; over the form its state and its buttons."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from auditor.ui.desk import Form
from auditor.ui.theme import Theme
from auditor.ui.widgets.buttons import Button
from auditor.ui.widgets.text import Label


class CampaignsHeader(QWidget):
    """The buttons of the page; what they do the page decides."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.hint = Label(theme, "Draft, nothing drawn yet", role="muted")
        self.save = Button(theme, "Save draft")
        self.seal = Button(theme, "Draw and seal…", kind="primary", icon="seal")
        self.new = Button(theme, "New campaign…", kind="primary", icon="plus")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(3))
        for widget in (self.hint, self.save, self.seal, self.new):
            row.addWidget(widget)

    def set_form(self, form: Form) -> None:
        """Less in the smallest form, where the sentence of the status bar stands beside the buttons."""
        self.new.show_words(form is not Form.SMALLEST)
        self.seal.set_icon("" if form is Form.SMALLEST else "seal")

    def follow(self, *, planning: bool, wide: bool, has_list: bool) -> None:
        """Show what fits the list or the form; an empty list offers its first campaign itself."""
        for widget in (self.save, self.seal):
            widget.setVisible(planning)
        self.hint.setVisible(planning and wide)
        self.new.setVisible(not planning and has_list)
