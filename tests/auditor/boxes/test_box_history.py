"""Any sequence of commands can be taken back to the beginning and made again to the end, also after a restart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from auditor.boxes.editor import Editor
from auditor.boxes.edits import Edge, drawn
from auditor.boxes.history import History
from auditor.boxes.panels import Draft, FigureState, Origin, Panel, plain_letter
from pipeline.geometry import Box

SIZE = (400, 300)
POINTS = st.tuples(st.integers(-20, 420), st.integers(-20, 320))
COMMANDS = st.one_of(
    st.tuples(st.just("draw"), POINTS, POINTS),
    st.tuples(st.just("arrow"), st.sampled_from([(1, 0), (-1, 0), (0, 10), (0, -10)])),
    st.tuples(st.just("edge"), st.sampled_from([Edge.LEFT, Edge.TOP, Edge.RIGHT, Edge.BOTTOM])),
    st.tuples(st.just("name"), st.sampled_from(["a", "(B)", "c", ""])),
    st.tuples(st.just("kind"), st.sampled_from(["plot", "photo", ""])),
    st.tuples(st.sampled_from(["delete", "next", "back", "out", "finish", "reopen", "none", "undo", "redo"])),
)


def obey(editor: Editor, command: tuple) -> None:  # noqa: C901, PLR0912 - a table of commands
    match command:
        case ("draw", start, end):
            editor.draw(drawn(start, end, SIZE))
        case ("arrow", step):
            editor.arrow(*step)
        case ("edge", edge):
            editor.pick_edge(edge)
        case ("name", printed) if editor.selected is not None:
            editor.name(editor.selected, printed)
        case ("kind", kind) if editor.selected is not None:
            editor.set_kind(editor.selected, kind)
        case ("delete",):
            editor.delete()
        case ("next",):
            editor.select_next(1)
        case ("back",):
            editor.select_next(-1)
        case ("out",):
            editor.step_out()
        case ("finish",):
            editor.finish()
        case ("reopen",):
            editor.reopen()
        case ("none",):
            editor.no_panels()
        case ("undo",):
            editor.undo()
        case ("redo",):
            editor.redo()


@given(st.lists(COMMANDS, max_size=200))
def test_undoing_all_brings_back_the_beginning_and_redoing_all_the_end(commands: list[tuple]):
    editor = Editor(SIZE)
    for command in commands:
        obey(editor, command)
    while editor.redo():
        pass
    final = editor.draft
    while editor.undo():
        pass
    assert editor.draft == Draft()
    while editor.redo():
        pass
    assert editor.draft == final


@given(st.lists(COMMANDS, max_size=80))
def test_what_was_saved_after_every_step_gives_the_same_steps_back_after_a_restart(commands: list[tuple]):
    editor = Editor(SIZE)
    saved: list[Draft] = []

    def save(_running: bool) -> None:  # noqa: FBT001 - the editor's own signature
        editor.history.end_run()
        saved.append(editor.draft)

    editor.changed = save
    for command in commands:
        obey(editor, command)
    again = History.replayed(saved)
    assert again.present == editor.draft
    assert again.undo_steps <= editor.history.undo_steps
    while again.undo():
        pass
    assert again.present == Draft()


@given(st.lists(COMMANDS, max_size=80))
def test_the_selection_always_names_a_panel_that_is_there(commands: list[tuple]):
    editor = Editor(SIZE)
    for command in commands:
        obey(editor, command)
        assert editor.selected is None or editor.selected < len(editor.panels)
        assert editor.edge is Edge.NONE or editor.selected is not None


def two_boxes() -> Editor:
    editor = Editor(SIZE)
    editor.draw(Box(10, 10, 110, 110))
    editor.draw(Box(120, 10, 220, 110))
    return editor


def test_undo_and_redo_of_saved_steps_survive_a_restart():
    editor = two_boxes()
    drafts = [Draft(editor.panels[:1]), editor.draft, Draft(editor.panels[:1])]  # drawn, drawn, one taken back
    again = History.replayed(drafts)
    assert (again.undo_steps, again.redo_steps) == (1, 1)
    again.redo()
    assert again.present == editor.draft


def test_a_run_of_the_same_arrow_is_one_step_and_another_arrow_begins_a_new_one():
    editor = two_boxes()
    before = editor.history.undo_steps
    for _ in range(5):
        editor.arrow(1, 0)
    assert editor.history.undo_steps == before + 1
    editor.arrow(0, 1)
    assert editor.history.undo_steps == before + 2
    editor.undo()
    editor.undo()
    assert editor.boxes[1] == Box(120, 10, 220, 110)


def test_a_run_ends_when_it_is_saved():
    editor = two_boxes()
    editor.arrow(1, 0)
    editor.history.end_run()
    editor.arrow(1, 0)
    editor.undo()
    assert editor.boxes[1].x0 == 121


def test_an_edit_takes_a_done_figure_into_work_again_and_undo_brings_done_back():
    editor = two_boxes()
    editor.finish()
    assert editor.draft.state is FigureState.DONE
    editor.arrow(1, 0)
    assert editor.draft.state is FigureState.IN_WORK
    editor.undo()
    assert editor.draft.state is FigureState.DONE


def test_no_panels_takes_the_boxes_and_undo_brings_them_back():
    editor = two_boxes()
    editor.no_panels()
    assert (editor.draft.state, editor.panels) == (FigureState.NO_PANELS, ())
    editor.undo()
    assert len(editor.panels) == 2


def test_an_arrow_moves_the_active_edge_only_across_it():
    editor = two_boxes()
    editor.pick_edge(Edge.RIGHT)
    assert not editor.arrow(0, 10)
    assert editor.arrow(10, 0)
    assert editor.boxes[1] == Box(120, 10, 230, 110)


def test_escape_goes_from_the_edge_to_the_box_to_nothing():
    editor = two_boxes()
    editor.pick_edge(Edge.TOP)
    assert [editor.step_out(), editor.edge, editor.selected] == [True, Edge.NONE, 1]
    assert [editor.step_out(), editor.selected] == [True, None]
    assert not editor.step_out()


def test_deleting_selects_the_panel_read_next():
    editor = two_boxes()
    editor.draw(Box(230, 10, 330, 110))
    editor.select_letter("b")
    editor.delete()
    assert editor.current is not None
    assert editor.current.letter == "c"
    editor.delete()
    assert editor.current is not None
    assert editor.current.letter == "a"


def test_a_letter_selects_its_panel_and_goes_on_to_the_next_with_the_same_one():
    editor = two_boxes()
    editor.name(1, "(A)")
    assert editor.panels[1].letter == "a"
    assert editor.panels[1].printed == "(A)"
    assert editor.doubled("A", 1)
    assert not editor.doubled("b", 1)
    editor.select(None)
    assert [editor.select_letter("a") and editor.selected for _ in range(3)] == [0, 1, 0]
    assert not editor.select_letter("z")


def test_changing_an_accepted_box_makes_it_edited_and_a_drawn_one_stays_drawn():
    editor = Editor(SIZE, History(Draft((Panel(Box(0, 0, 9, 9), "a", origin=Origin.ACCEPTED), Panel(Box(0, 0, 5, 5))))))
    editor.put(0, Box(0, 0, 10, 10))
    editor.put(1, Box(0, 0, 6, 6))
    assert [panel.origin for panel in editor.panels] == [Origin.EDITED, Origin.DRAWN]


def test_the_plain_letter_is_lower_case_without_brackets():
    assert [plain_letter(text) for text in ("(A)", "b.", " ii ", "[C1]", "")] == ["a", "b", "ii", "c1", ""]


def test_words_that_stand_for_no_letter_may_stand_on_many_panels():
    editor = two_boxes()
    editor.name(0, "unreadable")
    assert not editor.doubled("unreadable", 1)
