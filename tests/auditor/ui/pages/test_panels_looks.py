"""What is to be seen and heard on the Panels page: boxes by name, the place that was left, nothing that moves."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from auditor.boxes.edits import Edge
from auditor.ui.desk import Form, PageName, Place, Trouble
from auditor.ui.pages import panels_store
from auditor.ui.theme import Theme
from auditor.ui.widgets.segments import Segments
from pipeline.errors import TroubleCause, UnavailableError
from tests.helpers.panels import Sitting

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every window


def test_a_screen_reader_gets_one_graphic_per_box_in_reading_order(sitting: Sitting):
    sitting.draw((350, 80), (550, 200))
    sitting.draw((50, 80), (250, 200))
    sitting.key("F3")
    sitting.key("1")
    canvas = sitting.page.view.canvas
    face = QAccessible.queryAccessibleInterface(canvas)
    own = face.childCount() - 2
    children = [face.child(own + at) for at in range(2)]
    assert [child.role() for child in children] == [QAccessible.Role.Graphic] * 2
    letters = [sitting.editor.panels[at].printed for at in sitting.editor.order()]
    names = [child.text(QAccessible.Text.Name) for child in children]
    assert names == [f"Panel {letters[0]}, plot", f"Panel {letters[1]}"]
    assert children[0].rect().left() < children[1].rect().left()
    before = children[0].rect()
    canvas.one_to_one()
    canvas.zoom(larger=True)
    assert children[0].rect() != before
    sitting.key("Delete")
    assert face.childCount() == own + 1


def test_a_figure_comes_back_with_its_zoom_and_its_selected_edge(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    sitting.draw((350, 80), (550, 200))
    sitting.key("Ctrl+Right")
    canvas = sitting.page.view.canvas
    canvas.one_to_one()
    canvas.zoom(larger=True)
    left = (sitting.editor.selected, sitting.editor.edge, canvas.percent)
    assert left[1] is Edge.RIGHT
    sitting.key("PageDown")
    sitting.wait_figure(1)
    assert canvas.view.fitted
    assert sitting.editor.selected is None
    sitting.key("PageUp")
    sitting.wait_figure(0)
    assert (sitting.editor.selected, sitting.editor.edge, canvas.percent) == left
    sitting.wait_saved()
    shown = canvas.key
    sitting.page.enter(Place(PageName.PANELS))
    sitting.qtbot.waitUntil(lambda: canvas.key != shown)
    sitting.wait_figure(0)
    assert (sitting.editor.selected, sitting.editor.edge, canvas.percent) == left


def test_the_list_of_figures_shows_what_is_settled_and_goes_there_by_number(sitting: Sitting):
    sitting.key("0")
    sitting.qtbot.waitUntil(lambda: sitting.state_of(0) != "waiting" and sitting.page.saver.idle)
    sitting.key("Ctrl+G")
    jump = sitting.page.view.jump
    assert jump.isVisible()
    assert [jump.places.index(row, 0).data().partition("\t")[2] for row in range(2)] == ["No panels", ""]
    assert not jump.geometry().intersects(sitting.page.view.canvas.geometry())
    QTest.keyClicks(jump.number, "3")
    QTest.keyClick(jump.number, Qt.Key.Key_Return)
    sitting.wait_figure(2)
    assert not jump.isVisible()


def test_keys_in_the_list_of_figures_change_no_box_and_escape_closes_it(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    box = sitting.editor.boxes[0]
    sitting.page.activateWindow()
    sitting.key("Ctrl+G")
    jump = sitting.page.view.jump
    jump.list.setFocus()
    assert jump.holds_focus()
    assert not any(sitting.key(name) for name in ("Right", "Delete", "Ctrl+Enter", "8"))
    assert sitting.editor.boxes == [box]
    assert sitting.key("Escape")
    assert not jump.isVisible()
    assert sitting.at == 0


def test_the_pane_is_as_wide_as_designed_and_the_states_share_a_row(sitting: Sitting):
    view = sitting.page.view
    assert view.pane.width() == sitting.seat.desk.theme.size("panel_pane")
    tops = {view.pane.state.segment(value).y() for value in ("in work", "done", "no panels", "skipped")}
    assert len(tops) == 1


def test_the_status_says_how_far_undo_goes_and_who_sits_here(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    part = sitting.page.status_part()
    assert part is not None
    sitting.wait_saved(1)
    sitting.qtbot.waitUntil(lambda: part.steps.text() == "1 step can be undone")
    assert part.auditor.text() == "first"


def test_in_the_smallest_window_the_place_of_a_box_is_told_in_few_words(sitting: Sitting):
    sitting.page.set_form(Form.SMALLEST)
    sitting.draw((50, 80), (250, 200))
    sitting.wait_saved()
    box = sitting.editor.boxes[0]
    words = f"Box a: {box.x0:,.0f}, {box.y0:,.0f} to {box.x1:,.0f}, {box.y1:,.0f} px"
    sitting.qtbot.waitUntil(lambda: sitting.said == f"Saved. {words}")


@pytest.mark.parametrize("form", [Form.WIDE, Form.NARROW, Form.SMALLEST])
def test_the_figure_stands_still_whatever_comes_and_goes(sitting: Sitting, form: Form):
    page, canvas = sitting.page, sitting.page.view.canvas
    page.set_form(form)
    page.resize(*{Form.WIDE: (1204, 720), Form.NARROW: (948, 540), Form.SMALLEST: (588, 348)}[form])
    sitting.draw((50, 80), (250, 200))

    def stands() -> tuple[object, ...]:
        return canvas.geometry().getRect(), canvas.sheet().getRect(), canvas.percent

    first = stands()
    for name in ("F1", "F1", "Ctrl+G", "Escape", "8", "Escape", "F3", "Escape", "F4", "F4"):
        sitting.key(name)
        assert stands() == first, name
    page.view.block(Trouble("The disk is full", "All is safe."))
    assert stands() == first
    page.view.unblock()
    assert stands() == first


def test_segments_stand_two_by_two_before_they_stand_one_under_the_other(sitting: Sitting):
    row = Segments(Theme("light"), [("a", "In work"), ("b", "Done"), ("c", "No panels"), ("d", "Skipped")])
    sitting.qtbot.addWidget(row)
    high = row.heightForWidth(600)
    assert [row.heightForWidth(width) // high for width in (600, 216, 80)] == [1, 2, 4]
    row.resize(216, 2 * high)
    row.show()
    places = [row.segment(value).geometry() for value in "abcd"]
    assert (places[0].y(), places[1].y(), places[2].y()) == (0, 0, high)
    assert (places[0].x(), places[2].x()) == (0, 0)
    assert places[1].x() == places[3].x() > 0


def test_enter_tries_again_wherever_the_focus_went(sitting: Sitting, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> None:
        raise UnavailableError("no space left", cause=TroubleCause.FULL)

    page = sitting.page
    with monkeypatch.context() as patch:
        patch.setattr(panels_store, "save", full)
        sitting.key("2")
        sitting.drag((50, 80), (250, 200))
        sitting.qtbot.waitUntil(lambda: page.view.banner is not None)
    page.view.canvas.setFocus()
    assert not sitting.key("Enter", repeat=True)
    assert sitting.key("Enter")
    sitting.wait_saved(1)
    assert page.view.banner is None


def test_the_plate_of_an_edge_stands_below_the_figure_and_covers_none_of_it(sitting: Sitting):
    sitting.draw((50, 80), (250, 200))
    canvas = sitting.page.view.canvas
    sheet = canvas.sheet().toAlignedRect()
    foot = canvas.rect()
    foot.setTop(sheet.bottom() + 4)
    before = canvas.grab(foot).toImage()
    inside = sheet.adjusted(0, canvas.to_widget(QPointF(0, 230)).toPoint().y() - sheet.top(), 0, 0)
    figure = canvas.grab(inside).toImage()
    sitting.key("Ctrl+Right")
    assert canvas.grab(foot).toImage() != before
    assert canvas.grab(inside).toImage() == figure


def test_an_arrow_against_the_border_leaves_what_is_saved_said_to_be(sitting: Sitting):
    sitting.draw((0, 80), (250, 200))
    for _ in range(3):
        sitting.key("Left")
    sitting.wait_saved()
    sitting.qtbot.waitUntil(lambda: sitting.said.startswith("Saved. Box a: left 0,"))
    sitting.key("Left")
    assert sitting.said.startswith("Saved. Box a: left 0,")
