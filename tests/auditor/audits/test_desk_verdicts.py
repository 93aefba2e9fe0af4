from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select, update
from sqlalchemy.orm import Session

from auditor.audits.adjudication import Ruling, open_items, record_decision
from auditor.audits.campaign import find_campaign, move_campaign
from auditor.audits.desk_verdicts import ConflictError, DeskAnswer, answer_item, skip_item, withdraw_answer
from auditor.audits.gate import CampaignGate
from auditor.audits.intake import WrongRowsError
from auditor.audits.ledger import ledger_rows, verify_chains
from auditor.audits.proofs import assignment_faults, decision_faults
from auditor.audits.queue import OwnAnswer, QueuePlace, desk_queue
from auditor.audits.verdict_exports import answers_csv
from auditor.audits.verdicts import Outcome, current_verdicts
from auditor.release.writeback import audits_of
from auditor.reports.tallies import NO_MODE, read_tallies
from pipeline.errors import ExpectedError, UsageError
from pipeline.store.verdicts import Assignment, Verdict
from pipeline.vocabulary import AssignmentState, CampaignState
from pipeline.workspace import Workspace
from tests.helpers.audits import answer_all, row, seal_one, shared_items, take_in, write_verdicts


@pytest.fixture
def gate(project: Workspace) -> CampaignGate:
    return seal_one(project, size=12, strata="")


def places(project: Workspace, gate: CampaignGate, auditor: str = "first") -> list[QueuePlace]:
    return list(project.read(desk_queue, gate.name, auditor).places)


def whole(project: Workspace, gate: CampaignGate) -> list[str]:
    def faults(session: Session) -> list[str]:
        campaign = find_campaign(session, gate.name)
        return verify_chains(session, gate) + assignment_faults(session, campaign) + decision_faults(session, gate)

    return project.read(faults)


def answers(project: Workspace, gate: CampaignGate) -> list[tuple[str, str | None]]:
    return [(each.answer, each.error_mode) for each in project.read(current_verdicts, gate)]


def test_an_answer_its_reason_and_a_second_thought_are_rows_of_one_chain(project: Workspace, gate: CampaignGate):
    first = places(project, gate)[0]
    assert (first.state, first.own) == (AssignmentState.WAITING, None)
    said = project.write(answer_item, first.assignment_id, DeskAnswer("No", active_seconds=2.5, seen=("stretched",)))
    assert (said.answer, said.error_mode, said.sequence) == ("no", None, 1)
    reason = project.write(answer_item, first.assignment_id, DeskAnswer("no", "Plot", active_seconds=1.0, before=1))
    assert (reason.error_mode, reason.sequence) == ("plot", 2)
    project.write(answer_item, first.assignment_id, DeskAnswer("yes", note="after all", before=2))
    rows = project.read(ledger_rows, gate)
    assert [(each.answer, each.error_mode, each.supersedes) for each in rows] == [
        ("no", None, None),
        ("no", "plot", 1),
        ("yes", None, 2),
    ]
    assert rows[0].seen == ("image", "caption", "contexts", "page", "stretched")
    assert rows[1].seen == ("image", "caption", "contexts", "page")
    now = places(project, gate)[0]
    assert (now.state, now.own) == (
        AssignmentState.DONE,
        OwnAnswer("yes", None, "after all", 3, rows[2].recorded_at),
    )
    assert whole(project, gate) == []


def test_a_reason_may_be_not_asked_yet_or_not_given(project: Workspace, gate: CampaignGate):
    first = places(project, gate)[0].assignment_id
    assert project.write(answer_item, first, DeskAnswer("no")).error_mode is None
    assert project.write(answer_item, first, DeskAnswer("no", "", before=1)).error_mode == ""
    own = places(project, gate)[0].own
    assert own is not None
    assert (own.error_mode, own.sequence) == ("", 2)
    with pytest.raises(UsageError, match="cannot stand with answer 'yes'"):
        project.write(answer_item, first, DeskAnswer("yes", "plot", before=2))
    with pytest.raises(UsageError, match="unknown answer 'withdrawn'"):
        project.write(answer_item, first, DeskAnswer("withdrawn", before=2))
    assert whole(project, gate) == []


def test_what_is_said_again_is_not_recorded_again(project: Workspace, gate: CampaignGate):
    """A press that is tried again after a trouble whose end nobody saw must stand in the ledger once."""
    first = places(project, gate)[0].assignment_id
    said = project.write(answer_item, first, DeskAnswer("yes"))
    assert project.write(answer_item, first, DeskAnswer("yes")) == said
    project.write(withdraw_answer, first, before=1)
    project.write(withdraw_answer, first, before=1)
    project.write(skip_item, first, "image broken", before=None)
    project.write(skip_item, first, "image broken", before=1)
    assert [each.answer for each in project.read(ledger_rows, gate)] == ["yes", "withdrawn"]


def test_an_answer_that_was_taken_back_waits_again_and_may_be_given_again(project: Workspace, gate: CampaignGate):
    first = places(project, gate)[0]
    project.write(answer_item, first.assignment_id, DeskAnswer("yes"))
    project.write(withdraw_answer, first.assignment_id, before=1)
    assert places(project, gate)[0] == first
    assert answers(project, gate) == []
    assert whole(project, gate) == []
    again = project.write(answer_item, first.assignment_id, DeskAnswer("no", "table"))
    assert [each.supersedes for each in project.read(ledger_rows, gate)] == [None, 1, 2]
    assert places(project, gate)[0].own == again
    assert whole(project, gate) == []


def test_a_judged_item_may_be_skipped_and_a_skipped_one_judged(project: Workspace, gate: CampaignGate):
    first = places(project, gate)[0].assignment_id
    project.write(answer_item, first, DeskAnswer("yes"))
    project.write(skip_item, first, " image broken ", before=1)
    skipped = places(project, gate)[0]
    assert (skipped.state, skipped.skip_reason, skipped.own) == (AssignmentState.SKIPPED, "image broken", None)
    assert answers(project, gate) == []
    assert whole(project, gate) == []
    project.write(answer_item, first, DeskAnswer("unsure"))
    judged = places(project, gate)[0]
    assert (judged.state, judged.skip_reason) == (AssignmentState.DONE, None)
    assert whole(project, gate) == []
    with pytest.raises(UsageError, match="needs its reason"):
        project.write(skip_item, first, "  ", before=3)


def test_another_window_is_not_written_over(project: Workspace, gate: CampaignGate):
    first = places(project, gate)[0].assignment_id
    project.write(answer_item, first, DeskAnswer("no"))
    with pytest.raises(ConflictError, match="Another window answered this figure with No") as caught:
        project.write(answer_item, first, DeskAnswer("yes"))
    assert caught.value.current == places(project, gate)[0].own
    project.write(withdraw_answer, first, before=1)
    for late in (
        lambda: project.write(answer_item, first, DeskAnswer("yes", before=1)),
        lambda: project.write(skip_item, first, "image broken", before=1),
    ):
        with pytest.raises(ConflictError, match="took the answer to this figure back") as caught:
            late()
        assert caught.value.current.answer == "withdrawn"
    project.write(answer_item, first, DeskAnswer("yes"))
    for stale in (
        lambda: project.write(withdraw_answer, first, before=1),
        lambda: project.write(skip_item, first, "image broken", before=None),
    ):
        with pytest.raises(ConflictError, match="with Yes"):
            stale()
    assert [each.answer for each in project.read(ledger_rows, gate)] == ["no", "withdrawn", "yes"]


@pytest.mark.parametrize(
    ("state", "way_out"), [("paused", "campaign resume audit-1"), ("closed", "adjudicate audit-1")]
)
def test_a_campaign_that_takes_nothing_says_the_way_out(
    project: Workspace, gate: CampaignGate, state: str, way_out: str
):
    first = places(project, gate)[0].assignment_id
    project.write(answer_item, first, DeskAnswer("yes"))
    project.write(move_campaign, gate.name, CampaignState(state))
    given: list[Callable[[], Any]] = [
        lambda: project.write(answer_item, first, DeskAnswer("no", before=1)),
        lambda: project.write(withdraw_answer, first, before=1),
        lambda: project.write(skip_item, first, "image broken", before=1),
    ]
    for each in given:
        with pytest.raises(ExpectedError, match=way_out):
            each()
    assert len(places(project, gate)) == 9


def test_strange_assignments_and_drafts_are_refused(project: Workspace, gate: CampaignGate):
    with pytest.raises(UsageError, match="not in the audit any more"):
        project.write(answer_item, "a_none", DeskAnswer("yes"))
    with pytest.raises(UsageError, match="auditor 'third' has no items"):
        project.read(desk_queue, gate.name, "third")
    project.write(lambda session: setattr(find_campaign(session, gate.name), "state", "draft"))
    with pytest.raises(ExpectedError, match="is a draft: seal it first"):
        project.read(desk_queue, gate.name, "first")


def test_an_answer_takes_five_short_statements(project: Workspace, gate: CampaignGate):
    first = places(project, gate)[0].assignment_id
    seen: list[str] = []
    event.listen(project._engine, "before_cursor_execute", lambda *call: seen.append(call[2].split()[0]))
    project.write(answer_item, first, DeskAnswer("no"))
    assert seen == ["BEGIN", "SELECT", "SELECT", "SELECT", "INSERT", "UPDATE"]
    seen.clear()
    project.write(answer_item, first, DeskAnswer("no"))
    assert seen == ["BEGIN", "SELECT", "SELECT"]
    seen.clear()
    project.write(skip_item, first, "image broken", before=1)
    assert len(seen) == 7


def test_two_people_and_a_file_read_the_same_after_a_withdrawal(project: Workspace, gate: CampaignGate, tmp_path: Path):
    shared = shared_items(project, gate)
    mine = {each.item: each.assignment_id for each in places(project, gate)}
    other = {each.item: each.assignment_id for each in places(project, gate, "second")}
    for item in shared[:2]:
        project.write(answer_item, mine[item], DeskAnswer("yes", active_seconds=4.0))
        project.write(answer_item, other[item], DeskAnswer("no", "", active_seconds=2.0))
    project.write(withdraw_answer, mine[shared[0]], before=1)
    assert [each.item for each in project.read(open_items, gate)] == [shared[1]]
    tallies = project.read(read_tallies, gate.name)
    assert (tallies.auditors[0].judged, tallies.auditors[0].changed, tallies.auditors[0].seconds) == (1, 1, 4.0)
    assert [(each.incorrect, each.disagreement) for each in tallies.strata] == [(1, 1)]
    assert tallies.strata[0].modes == {NO_MODE: 1}
    assert len(tallies.ratings) == 1
    assert tallies.faults == ()
    released = project.read(lambda session: audits_of(session, [find_campaign(session, gate.name)]))
    counts = {audit.item: audit.counts for audits in released.values() for audit in audits if audit.counts}
    assert counts == {shared[0]: {"no": 1}, shared[1]: {"no": 1, "yes": 1}}
    text, rows = project.read(answers_csv, [gate])
    assert rows == 3
    assert "withdrawn" not in text
    path = tmp_path / "again.csv"
    path.write_text(text, encoding="utf-8")
    assert take_in(project, path).outcome == Outcome(repeated=3)
    # What a file says of an answer that was taken back is a new answer, not a changed one.
    yes = write_verdicts(tmp_path / "yes.csv", [row(gate, shared[0], "first")])
    assert take_in(project, yes).outcome == Outcome(recorded=1)
    assert whole(project, gate) == []


def test_a_decision_may_leave_out_what_was_taken_back_before_it(project: Workspace, gate: CampaignGate):
    item = shared_items(project, gate)[0]
    mine = next(each.assignment_id for each in places(project, gate) if each.item == item)
    other = next(each.assignment_id for each in places(project, gate, "second") if each.item == item)
    project.write(answer_item, mine, DeskAnswer("yes"))
    project.write(answer_item, other, DeskAnswer("unsure"))
    project.write(withdraw_answer, mine, before=1)
    project.write(record_decision, gate.name, item, Ruling("yes", "lead", "plain"))
    assert whole(project, gate) == []
    tallies = project.read(read_tallies, gate.name)
    assert tallies.decided == 1


def test_a_file_cannot_take_an_answer_back_nor_leave_a_new_reason_out(
    project: Workspace, gate: CampaignGate, tmp_path: Path
):
    first, second = places(project, gate)[:2]
    project.write(answer_item, first.assignment_id, DeskAnswer("no"))
    taken = write_verdicts(tmp_path / "w.csv", [row(gate, first.item, "first", "withdrawn")])
    with pytest.raises(WrongRowsError, match="unknown answer 'withdrawn'; task is-diagram knows yes, no, unsure"):
        take_in(project, taken)
    bare = write_verdicts(tmp_path / "b.csv", [row(gate, second.item, "first", "no")])
    with pytest.raises(WrongRowsError, match="answer 'no' needs an error mode"):
        take_in(project, bare)


def test_a_meddled_withdrawal_shows(project: Workspace, gate: CampaignGate):
    first = places(project, gate)[0].assignment_id
    project.write(answer_item, first, DeskAnswer("yes"))
    project.write(withdraw_answer, first, before=1)
    project.write(lambda session: session.execute(update(Assignment.__table__).values(state="done")))
    assert any("done, but its answer was taken back" in fault for fault in whole(project, gate))
    last = select(Verdict.id).where(Verdict.answer == "withdrawn").scalar_subquery()
    project.write(lambda session: session.execute(Verdict.__table__.delete().where(Verdict.id == last)))
    project.write(lambda session: session.execute(update(Assignment.__table__).values(state="waiting")))
    assert any("it is waiting, but a verdict stands on it" in fault for fault in whole(project, gate))


def test_a_reason_given_after_the_answer_is_no_change(project: Workspace, tmp_path: Path):
    gate = seal_one(project, size=12, strata="", auditors=("first",), overlap=0.0)
    answer_all(project, tmp_path, gate, "first", lambda place: "no:plot" if place else "yes")
    assert project.read(read_tallies, gate.name).auditors[0].changed == 0
    first, second = places(project, gate)[:2]
    project.write(answer_item, first.assignment_id, DeskAnswer("no", before=1))
    project.write(answer_item, first.assignment_id, DeskAnswer("no", "plot", before=13))
    assert project.read(read_tallies, gate.name).auditors[0].changed == 1
    project.write(answer_item, second.assignment_id, DeskAnswer("no", "table", before=2))
    assert project.read(read_tallies, gate.name).auditors[0].changed == 2
