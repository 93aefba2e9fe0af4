"""Report: what the answers of a campaign say, on one page; shut while answers are still given."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractSlider, QApplication, QComboBox, QTableWidget, QVBoxLayout, QWidget

from auditor.ui.desk import Desk, Form, PageName, Place, Tone
from auditor.ui.pages import report_export
from auditor.ui.pages.page import Page
from auditor.ui.pages.report_board import Board
from auditor.ui.pages.report_header import HeaderPart
from auditor.ui.pages.report_message import message
from auditor.ui.pages.report_reading import Reading, newer_answers, read_report
from auditor.ui.shortcuts import Stroke
from auditor.ui.widgets.cards import SoftBanner
from auditor.ui.widgets.scroll import ScrollPage
from auditor.ui.widgets.text import Label
from auditor.ui.workers import Call
from pipeline.errors import ExpectedError

#: How often an open report asks whether there are newer answers.
LOOK_MS = 20_000
SCROLLS = {
    "PageDown": QAbstractSlider.SliderAction.SliderPageStepAdd,
    "PageUp": QAbstractSlider.SliderAction.SliderPageStepSub,
    "Home": QAbstractSlider.SliderAction.SliderToMinimum,
    "End": QAbstractSlider.SliderAction.SliderToMaximum,
}


class ReportPage(Page):
    """The report of one campaign."""

    name = PageName.REPORT
    title = "Report"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.reading: Reading | None = None
        self._campaign = ""
        self._call: Call | None = None
        self._part = HeaderPart(desk)
        self._part.chooser.activated.connect(self._chosen)
        self._part.copy.clicked.connect(self._copy_methods)
        self._part.export.clicked.connect(self._export)
        self.stale = SoftBanner(desk.theme, Tone.CAUTION, "", "Update")
        self.stale.acted.connect(self._read)
        self.stale.hide()
        self._scroll = ScrollPage(desk.theme)
        self._content: QWidget | None = None
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._scroll)
        self._scroll.body.addWidget(self.stale)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)
        desk.waiting_changed.connect(self._look)
        desk.auditor_changed.connect(self._start_anew)
        desk.project_changed.connect(self._project_changed)
        self.set_form(Form.WIDE)

    def header_part(self) -> QWidget:
        """The campaign chooser when there are several, the state, and the two buttons."""
        return self._part

    def enter(self, place: Place) -> None:
        """Read the report anew: of the campaign asked for, of the last one, or of the newest that is open."""
        self._campaign = place.campaign or self._campaign or self._remembered()
        self._timer.start()
        self._read()

    def leave(self) -> bool:
        """Always."""
        self._timer.stop()
        return True

    def set_form(self, form: Form) -> None:
        """Give the page narrower margins where there is less room."""
        side = self.desk.theme.space(5 if form is Form.WIDE else 3)
        self._scroll.body.setContentsMargins(side, side - 5, side, side)
        self._part.set_form(form)

    def press(self, stroke: Stroke) -> bool:
        """F5 reads the report anew, Ctrl+S exports it; the page keys scroll where no table or list takes them."""
        action = next((action for keys, action in SCROLLS.items() if stroke.means(keys)), None)
        if action is not None and not isinstance(QApplication.focusWidget(), QTableWidget | QComboBox):
            self._scroll.verticalScrollBar().triggerAction(action)
            return True
        if stroke.repeat:
            return False
        if stroke.means("F5"):
            self._read()
            return True
        if stroke.means("Ctrl+S") and self._part.export.isEnabled():
            self._export()
            return True
        return False

    def keys_here(self) -> list[tuple[str, str]]:
        """The keys of this page."""
        return [("F5", "Update the report"), ("Ctrl+S", "Export the report"), ("PageDown", "Scroll")]

    # --- reading

    def _read(self) -> None:
        if self._call is not None:
            self._call.cancel()
        if self.desk.project is None:
            self._show_message("No project is open. Open one, and its report appears here.", "start")
            return
        if self._content is None:
            self._show(Label(self.desk.theme, "Counting the answers …", role="muted", wrap=True))
        self._call = self.desk.workers.read(
            read_report, auditor=self.desk.auditor, campaign=self._campaign, done=self._got, failed=self._failed
        )

    def _got(self, reading: Reading) -> None:
        self._call = None
        self.reading = reading
        self._campaign = reading.campaign
        self.stale.hide()
        self._remember()
        if not reading.campaigns:
            self._show_message(
                "No campaign yet. A campaign draws figures at random and asks people about them.", "plan"
            )
        elif reading.shown is None:
            self._show_message(reading.reason, {"draft": "campaigns", "sealed": "waiting"}.get(reading.state, ""))
        else:
            board = Board(self.desk.theme, reading.shown)
            board.copy_wanted.connect(self._copy_methods)
            self._show(board)
            self.desk.say(
                f"Computed from {reading.shown.answers:,} answers in {reading.shown.seconds:.1f} s", Tone.POSITIVE
            )
        self._part.show_reading(reading)
        self.subtitle = "" if len(reading.campaigns) > 1 else reading.campaign
        self.header_changed.emit()

    def _failed(self, error: ExpectedError) -> None:
        self._call = None
        self.reading = None
        self._part.show_reading(None)
        self._show_message(f"The report could not be read: {error}. Nothing was changed.", "retry")

    def _look(self) -> None:
        """Ask whether answers came since the report on show."""
        reading = self.reading
        if not self.isVisible() or self.desk.project is None or self._call is not None or reading is None:
            return
        if reading.shown is None:
            if reading.campaigns:
                self._read()
            return
        self.desk.workers.read(
            newer_answers,
            campaign=reading.campaign,
            counted=reading.shown.counted,
            done=lambda newer: self._tell_newer(reading, newer),
            failed=lambda _error: None,  # the report on show stays right; the next look tells
        )

    def _tell_newer(self, reading: Reading, newer: int) -> None:
        if self.reading is reading and newer:
            answers = "1 answer is" if newer == 1 else f"{newer:,} answers are"
            self.stale.say(Tone.CAUTION, f"{answers} newer than this report.", "Update")
            self.stale.show()

    def _start_anew(self) -> None:
        """Somebody else sits here: what the one before could see is gone at once."""
        self._clear()
        if self.isVisible():
            self._read()

    def _project_changed(self) -> None:
        self._campaign = ""
        self._start_anew()

    def _clear(self) -> None:
        self.reading = None
        self.stale.hide()
        self._part.show_reading(None)
        self._drop_content()

    # --- showing

    def _drop_content(self) -> None:
        content, self._content = self._content, None
        if content is None:
            return
        if content.isAncestorOf(self.window().focusWidget() or self):
            self.setFocus()  # else it would wander to the rail
        content.hide()
        content.deleteLater()

    def _show(self, content: QWidget) -> None:
        self._drop_content()
        self._content = content
        self._scroll.body.addWidget(content, 1)
        content.show()

    def _show_message(self, text: str, kind: str) -> None:
        self._show(message(self.desk, text, kind, self._read))

    # --- doing

    def _chosen(self, _at: int) -> None:
        self._campaign = str(self._part.chooser.currentData())
        self._clear()
        self._read()

    def _copy_methods(self) -> None:
        if self.reading is not None and self.reading.shown is not None:
            QGuiApplication.clipboard().setText(self.reading.shown.summary.methods)
            self.desk.say("Methods text copied", Tone.POSITIVE)

    def _export(self) -> None:
        if self.reading is None or self.reading.shown is None:
            return
        report = self.reading.shown.report
        path = report_export.ask_file(self, self.reading.campaign)
        if path is not None:
            self.desk.workers.pool(
                lambda: report_export.save_report(report, path),
                done=lambda saved: self.desk.toast(f"Report saved as {saved.name}"),
                failed=lambda error: self.desk.toast(str(error), Tone.NEGATIVE),
            )

    # --- remembering

    def _remembered(self) -> str:
        said = self.desk.preferences.get("window").get("reports")
        return str(said.get(str(self.desk.project), "")) if isinstance(said, dict) else ""

    def _remember(self) -> None:
        window = self.desk.preferences.get("window")
        said = window.get("reports")
        known = said if isinstance(said, dict) else {}
        self.desk.preferences.set("window", {**window, "reports": {**known, str(self.desk.project): self._campaign}})
