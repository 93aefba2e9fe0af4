"""The state of a review: what is asked, what is written, where it leads; without a window and without a database."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.audits.queue import OwnAnswer, QueuePlace
from auditor.audits.tasks import load_task
from auditor.ui.pages.review_session import Act, ReviewSession, Stage, Write, judged
from pipeline.vocabulary import AssignmentState

TASK = load_task("is-diagram")
YES, NO, UNSURE = 0, 1, 2


def place(number: int, own: OwnAnswer | None = None, skip: str | None = None) -> QueuePlace:
    state = AssignmentState.WAITING
    if own is not None:
        state = AssignmentState.DONE
    elif skip:
        state = AssignmentState.SKIPPED
    return QueuePlace(f"a{number}", f"i{number}", number, state, skip, own)


def own(answer: str, sequence: int, error_mode: str | None = None, note: str | None = None) -> OwnAnswer:
    return OwnAnswer(answer, error_mode, note, sequence, "2026-12-01T08:00:00.000Z")


def session(*places: QueuePlace) -> ReviewSession:
    return ReviewSession(TASK, places or tuple(place(number) for number in range(5)))


class Ledger:
    """Commits as the project does: each row gets the next number."""

    def __init__(self, desk: ReviewSession) -> None:
        self.desk = desk
        self.rows: list[Write] = []

    def commit(self, write: Write | None) -> Write:
        assert write is not None
        sent = self.desk.begin(write, active_seconds=1.5)
        self.rows.append(sent)
        row = own(sent.answer, len(self.rows), sent.error_mode, sent.note) if sent.act is Act.ANSWER else None
        self.desk.committed(row)
        return sent


def test_an_answer_moves_on_only_when_it_is_committed():
    desk = session()
    write = desk.answer(YES)
    assert write is not None
    desk.begin(write)
    assert desk.at == 0
    desk.committed(own("yes", 1))
    assert (desk.at, desk.settled, desk.was) == (1, 1, "")


def test_nothing_else_can_be_done_while_a_row_is_being_written():
    desk = session()
    write = desk.answer(YES)
    assert write is not None
    desk.begin(write)
    answers = [desk.answer(NO), desk.give_reason(0), desk.take_back(), desk.skip("image broken"), desk.renote("x")]
    assert answers == [None] * 5
    assert not any([desk.ask_skip(), desk.flag(), desk.undo(), desk.redo(), desk.escape(), desk.jump(3)])


def test_no_asks_for_its_reason_on_the_same_figure_and_the_reason_supersedes():
    desk = session()
    ledger = Ledger(desk)
    ledger.commit(desk.answer(NO))
    assert (desk.at, desk.stage, ledger.rows[0].error_mode) == (0, Stage.REASON, None)
    assert desk.answer(YES) is None
    write = ledger.commit(desk.give_reason(0))
    assert (write.answer, write.error_mode, write.before) == ("no", "plot", 1)
    assert (desk.at, desk.stage) == (1, Stage.ANSWER)


def test_enter_gives_no_reason_and_says_that_it_was_asked():
    desk = session()
    ledger = Ledger(desk)
    ledger.commit(desk.answer(NO))
    assert ledger.commit(desk.give_reason(None)).error_mode == ""
    assert desk.at == 1


def test_taking_back_withdraws_and_the_question_stands_again():
    desk = session()
    ledger = Ledger(desk)
    ledger.commit(desk.answer(NO))
    write = ledger.commit(desk.take_back())
    assert (write.act, write.before) == (Act.WITHDRAW, 1)
    assert (desk.at, desk.stage, desk.settled, desk.visiting) == (0, Stage.ANSWER, 0, False)
    assert not desk.undo()


def test_after_a_crash_the_reason_is_asked_again_but_not_when_none_was_given():
    asked = session(place(0, own("yes", 1)), place(1, own("no", 2)), place(2))
    assert (asked.at, asked.stage, asked.was) == (1, Stage.REASON, "no")
    given_none = session(place(0, own("yes", 1)), place(1, own("no", 2, "")), place(2))
    assert (given_none.at, given_none.stage) == (2, Stage.ANSWER)
    older = session(place(0, own("no", 1)), place(1, own("yes", 2)), place(2))
    assert (older.at, older.stage) == (2, Stage.ANSWER)


def test_one_key_reasons_write_answer_and_reason_in_one_row():
    desk = session()
    write = Ledger(desk).commit(desk.answer(NO, 3))
    assert (write.answer, write.error_mode, desk.at, desk.stage) == ("no", "table", 1, Stage.ANSWER)


def test_a_visit_starts_at_the_first_open_figure_and_skips_count():
    desk = session(place(0, own("yes", 1)), place(1, skip="image broken"), place(2), place(3))
    assert (desk.at, desk.settled, desk.mark(1)) == (2, 2, "skipped")


def test_a_skip_asks_its_reason_and_escape_leaves_the_question():
    desk = session()
    assert desk.skip("image broken") is None
    assert desk.ask_skip()
    assert desk.stage is Stage.SKIP
    assert desk.escape()
    assert (desk.stage, desk.at) == (Stage.ANSWER, 0)
    desk.ask_skip()
    write = Ledger(desk).commit(desk.skip("image broken"))
    assert (write.act, write.skip_reason, desk.at, desk.mark(0)) == (Act.SKIP, "image broken", 1, "skipped")


def test_flagged_figures_come_again_at_the_end_in_the_order_of_their_flags():
    desk = session()
    ledger = Ledger(desk)
    desk.flag()
    ledger.commit(desk.answer(YES))
    desk.flag()
    seen = []
    while desk.at is not None:
        seen.append(desk.at)
        ledger.commit(desk.answer(YES))
    assert seen == [3, 4, 0, 2]
    assert desk.stage is Stage.DONE


def test_flagging_the_last_open_figures_goes_round():
    desk = session(place(0), place(1))
    desk.flag()
    desk.flag()
    assert desk.at == 0
    desk.flag()
    assert desk.at == 1


def test_undo_goes_back_without_writing_and_a_new_answer_supersedes_and_returns():
    desk = session()
    ledger = Ledger(desk)
    for choice in (YES, UNSURE, YES):
        ledger.commit(desk.answer(choice))
    assert desk.undo()
    assert desk.undo()
    assert (desk.at, desk.was, desk.visiting) == (1, "unsure", True)
    write = ledger.commit(desk.answer(YES))
    assert (write.index, write.before) == (1, 2)
    assert (desk.at, desk.visiting) == (3, False)


def test_redo_walks_forward_to_where_the_auditor_stood():
    desk = session()
    ledger = Ledger(desk)
    for _ in range(3):
        ledger.commit(desk.answer(YES))
    seen = [(desk.undo(), desk.at)[1] for _ in range(3)]
    assert not desk.undo()
    back = [(desk.redo(), desk.at)[1] for _ in range(3)]
    assert (seen, back, desk.visiting) == ([2, 1, 0], [1, 2, 3], False)
    assert not desk.redo()


def test_undo_reaches_back_before_the_restart_in_the_order_of_the_ledger():
    desk = session(place(0, own("yes", 3)), place(1, own("yes", 1)), place(2, own("yes", 2)), place(3))
    seen = [(desk.undo(), desk.at)[1] for _ in range(3)]
    assert seen == [0, 2, 1]


def test_undo_works_when_everything_is_done_and_escape_comes_back():
    desk = session(place(0, own("yes", 1)))
    assert desk.stage is Stage.DONE
    assert desk.undo()
    assert (desk.at, desk.stage) == (0, Stage.ANSWER)
    assert desk.escape()
    assert (desk.at, desk.stage) == (None, Stage.DONE)


def test_changing_an_old_answer_to_no_asks_the_reason_before_returning():
    desk = session()
    ledger = Ledger(desk)
    ledger.commit(desk.answer(YES))
    desk.undo()
    ledger.commit(desk.answer(NO))
    assert (desk.at, desk.stage) == (0, Stage.REASON)
    ledger.commit(desk.give_reason(1))
    assert (desk.at, desk.stage) == (1, Stage.ANSWER)


def test_a_jump_to_an_open_figure_goes_on_from_there():
    desk = session()
    desk.jump(3)
    ledger = Ledger(desk)
    ledger.commit(desk.answer(YES))
    assert desk.at == 4
    ledger.commit(desk.answer(YES))
    assert desk.at == 0


def test_a_jump_to_a_settled_figure_comes_back():
    desk = session()
    ledger = Ledger(desk)
    ledger.commit(desk.answer(YES))
    ledger.commit(desk.answer(YES))
    desk.jump(0)
    assert (desk.at, desk.visiting) == (0, True)
    desk.escape()
    assert (desk.at, desk.visiting) == (2, False)


def test_a_note_goes_along_with_the_answer_and_is_gone_afterwards():
    desk = session()
    assert desk.renote(" odd axes ") is None
    assert desk.note == "odd axes"
    assert Ledger(desk).commit(desk.answer(YES)).note == "odd axes"
    assert desk.note == ""


def test_a_note_on_a_judged_figure_is_a_row_of_its_own_and_the_auditor_stays():
    desk = session()
    ledger = Ledger(desk)
    ledger.commit(desk.answer(YES))
    desk.undo()
    write = ledger.commit(desk.renote("look again"))
    assert (write.answer, write.note, write.before) == ("yes", "look again", 1)
    assert (desk.at, desk.visiting, desk.note) == (0, True, "look again")
    assert desk.renote("look again") is None


def test_a_note_while_the_reason_is_asked_keeps_asking():
    desk = session()
    ledger = Ledger(desk)
    ledger.commit(desk.answer(NO))
    ledger.commit(desk.renote("half a plot"))
    assert desk.stage is Stage.REASON
    assert ledger.commit(desk.give_reason(0)).note == "half a plot"


def test_the_answer_of_another_window_can_be_kept_or_replaced():
    desk = session()
    write = desk.answer(YES)
    assert write is not None
    desk.begin(write, active_seconds=2.0)
    again = desk.replacing(own("no", 7, "plot"))
    assert (again.before, again.answer, again.active_seconds) == (7, "yes", 2.0)
    desk.keep(own("no", 7, "plot"))
    assert (desk.mark(0), desk.at, desk.pending) == ("no", 1, None)


def test_what_another_window_took_back_stays_open():
    desk = session()
    ledger = Ledger(desk)
    ledger.commit(desk.answer(YES))
    desk.undo()
    write = desk.answer(UNSURE)
    assert write is not None
    desk.begin(write)
    desk.keep(None)
    assert (desk.mark(0), desk.at) == ("", 0)


def test_a_refresh_takes_in_other_rows_and_keeps_the_place():
    desk = session()
    desk.jump(2)
    desk.refresh([place(0, own("yes", 1)), *(place(number) for number in range(1, 5))])
    assert (desk.at, desk.settled) == (2, 1)
    desk.refresh([place(0, own("yes", 1)), place(1), place(2, own("no", 2, "plot")), place(3), place(4)])
    assert (desk.at, desk.settled) == (1, 2)


def test_what_comes_next_and_what_undo_shows_are_known_ahead():
    desk = session()
    assert (desk.ahead(3), desk.behind()) == ([1, 2, 3], None)
    Ledger(desk).commit(desk.answer(YES))
    assert (desk.ahead(9), desk.behind()) == ([2, 3, 4], 0)


def test_an_answer_is_counted_once_however_often_it_changes():
    first = Write(0, Act.ANSWER, answer="yes")
    assert judged(first) == 1
    assert judged(replace(first, before=1)) == 0
    assert judged(Write(0, Act.WITHDRAW, before=1)) == -1
    assert judged(Write(0, Act.SKIP)) == 0
    assert judged(Write(0, Act.SKIP, before=2)) == -1


def test_committing_without_a_pending_row_is_a_fault():
    with pytest.raises(ValueError, match="nothing was being written"):
        session().committed(None)


ACTS = ("yes", "no", "unsure", "reason", "none", "back", "skip", "later", "undo", "redo", "escape", "jump", "note")


def do(desk: ReviewSession, ledger: Ledger, act: str, number: int) -> None:
    if act in ("yes", "no", "unsure"):
        write: Any = desk.answer(("yes", "no", "unsure").index(act))
    elif act in ("reason", "none"):
        write = desk.give_reason(number if act == "reason" else None)
    elif act == "back":
        write = desk.take_back()
    elif act == "skip":
        write = desk.skip("image broken") if desk.ask_skip() else None
    elif act == "note":
        write = desk.renote(f"note {number}")
    else:
        steps = {"later": desk.flag, "undo": desk.undo, "redo": desk.redo, "escape": desk.escape}
        write = None
        desk.jump(number) if act == "jump" else steps[act]()
    if write is not None:
        ledger.commit(write)


@given(st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 4)), max_size=60))
def test_no_run_of_acts_loses_a_row_or_gets_stuck(acts: list[tuple[str, int]]):
    desk = session()
    ledger = Ledger(desk)
    for act, number in acts:
        do(desk, ledger, act, number)
        newest = {row.index: row for row in ledger.rows}
        for index in range(desk.total):
            row, shown = newest.get(index), desk.own[index]
            answer = row.answer if row is not None and row.act is Act.ANSWER else None
            assert (shown.answer if shown else None) == answer
        assert (desk.at is None) == (desk.stage is Stage.DONE)
        assert (desk.at is None) <= (desk.settled == desk.total)
        assert sorted(desk._history) == [index for index in range(desk.total) if desk.is_settled(index)]
    while desk.escape():
        pass
    for _ in range(20):
        if desk.stage is Stage.REASON:
            ledger.commit(desk.give_reason(None))
        elif desk.stage is Stage.ANSWER:
            ledger.commit(desk.answer(YES))
    assert (desk.settled, desk.stage) == (desk.total, Stage.DONE)
