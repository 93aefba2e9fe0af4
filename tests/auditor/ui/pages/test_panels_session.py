"""Which figure comes next, and in which order steps are saved: without Qt and without a database."""

from __future__ import annotations

from auditor.boxes.panels import Draft, Panel
from auditor.ui.pages.panels_keys import action_of, arrow_of, edge_of, keys_here, letter_of
from auditor.ui.pages.panels_session import Mark, PanelSession, SaveLine, Step
from auditor.ui.shortcuts import Stroke
from pipeline.geometry import Box

WORK, DONE, NONE, SKIPPED = Mark.IN_WORK, Mark.DONE, Mark.NO_PANELS, Mark.SKIPPED


def session(*marks: Mark) -> PanelSession:
    return PanelSession([str(at) for at in range(len(marks))], marks)


def drafts(count: int) -> list[Draft]:
    return [Draft((Panel(Box(0, 0, 10 + at, 10)),)) for at in range(count)]


def line() -> SaveLine:
    spent = iter(range(1, 100))
    return SaveLine(None, lambda: float(next(spent)))


def test_the_first_figure_is_the_first_that_is_not_settled():
    assert session(DONE, SKIPPED, WORK, WORK).at == 2
    assert session(DONE, NONE).at is None
    assert session().at is None


def test_done_goes_to_the_next_that_waits_and_around_the_end():
    found = session(WORK, DONE, WORK, WORK)
    found.go(2)
    assert found.next_waiting() == 3
    found.go(3)
    found.set_mark(DONE)
    assert found.next_waiting() == 0


def test_steps_beside_stop_at_the_ends():
    found = session(WORK, WORK)
    assert (found.beside(-1), found.beside(1)) == (None, 1)
    found.at = None
    assert (found.beside(-1), found.beside(1)) == (1, None)


def test_what_is_brought_ahead_is_what_comes_and_what_was_before():
    found = session(WORK, WORK, DONE, WORK, WORK)
    found.go(1)
    assert found.coming(2) == [3, 4, 0]


def test_steps_are_saved_one_after_the_other_each_on_top_of_the_one_before():
    queue, states = line(), drafts(2)
    for depth, draft in enumerate(states, 1):
        queue.step(draft, depth=depth)
    first = queue.take()
    assert (first, queue.take(), queue.unsaved) == (Step(states[0], 1.0), None, 2)
    queue.committed(7)
    assert (queue.take(), queue.before) == (Step(states[1], 2.0), 7)
    queue.committed(8)
    assert queue.idle


def test_a_run_is_saved_once_when_it_settles_or_when_another_step_follows():
    queue, states = line(), drafts(4)
    queue.step(states[0], depth=1, running=True)
    queue.step(states[1], depth=1, running=True)
    assert (queue.take(), queue.unsaved) == (None, 1)
    queue.step(states[2], depth=2, running=True)
    assert queue.take() == Step(states[1], 1.0)
    queue.committed(1)
    queue.step(states[3], depth=3)
    taken = queue.take()
    assert taken is not None
    assert taken.draft == states[2]
    queue.committed(2)
    taken = queue.take()
    assert taken is not None
    assert taken.draft == states[3]


def test_a_failed_step_stays_the_first_and_nothing_is_written_until_tried_again():
    queue, states = line(), drafts(2)
    queue.step(states[0], depth=1)
    first = queue.take()
    queue.failed()
    queue.step(states[1], depth=2)
    assert (queue.take(), queue.unsaved, queue.blocked) == (None, 2, True)
    queue.resume()
    assert queue.take() == first


def test_after_another_windows_save_the_own_step_goes_on_top_of_it_or_is_dropped():
    queue = line()
    queue.step(drafts(1)[0], depth=1)
    queue.take()
    queue.failed()
    queue.resume(before=5)
    assert (queue.before, queue.take() is not None) == (5, True)
    queue.drop()
    assert queue.idle


def test_digits_are_commands_on_the_pad_too_and_letters_are_panels():
    assert [action_of(Stroke(key)) for key in ("2", "Pad2", "A", "Delete")] == ["new", "new", "", "delete"]
    assert [letter_of(Stroke(key, text=text)) for key, text in (("A", "a"), ("A", "ф"), ("2", "2"))] == ["a", "a", ""]
    assert letter_of(Stroke("Z", ctrl=True)) == ""
    assert action_of(Stroke("Z", ctrl=True)) == "undo"


def test_a_held_command_acts_once_and_a_held_arrow_goes_on():
    assert action_of(Stroke("Delete", repeat=True)) == ""
    assert arrow_of(Stroke("Left", repeat=True)) == (-1, 0)
    assert arrow_of(Stroke("Down", shift=True)) == (0, 10)
    assert arrow_of(Stroke("Down", ctrl=True)) is None
    assert edge_of(Stroke("Down", ctrl=True)) is not None


def test_every_key_has_its_words():
    assert all(words for _, words in keys_here())
    assert len({keys for keys, _ in keys_here()}) == len(keys_here())
