from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from auditor.audits.box_ledger import box_chain_heads, box_genesis, verify_box_chains
from auditor.audits.campaign import find_campaign
from auditor.audits.desk_boxes import BoxesToSave, BoxState, ConflictError, DeskBox, box_history, save_boxes
from auditor.audits.desk_verdicts import DeskAnswer, answer_item, skip_item
from auditor.audits.gate import CampaignGate
from auditor.audits.intake import WrongRowsError
from auditor.audits.ledger import genesis, verify_chains
from auditor.audits.progress import BoxProgress, box_progress_of
from auditor.audits.projection import blind_items_by_id
from auditor.audits.proofs import assignment_faults
from auditor.audits.queue import QueuePlace, blind_work_left, desk_queue, judged_since, waiting_for
from auditor.audits.seal import verify_seal
from auditor.audits.verdicts import record_verdict
from auditor.release.selection import release_campaigns
from auditor.reports.tallies import read_tallies
from pipeline.errors import ExpectedError, UsageError
from pipeline.geometry import Box
from pipeline.store.verdicts import BoxRevision
from pipeline.vocabulary import AssignmentState
from pipeline.workspace import Workspace
from tests.helpers.audits import row, seal_one, take_in, write_verdicts

A = DeskBox("a", "(a)", "plot", Box(0, 0, 120, 200))
B = DeskBox("b", "(b)", "diagram", Box(120.5, 0, 277, 200), "accepted")


@pytest.fixture
def gate(project: Workspace) -> CampaignGate:
    return seal_one(project, task="panel-boxes", size=12, strata="")


def places(project: Workspace, gate: CampaignGate) -> list[QueuePlace]:
    return list(project.read(desk_queue, gate.name, "first").places)


def state(project: Workspace, place: QueuePlace, *boxes: DeskBox, finished: bool, **more: Any) -> BoxesToSave:
    image = Path(project.read(blind_items_by_id, [place.assignment_id])[0].image).stem
    return BoxesToSave(boxes, finished, image, **more)


def faults(project: Workspace, gate: CampaignGate) -> list[str]:
    def read(session: Session) -> list[str]:
        campaign = find_campaign(session, gate.name)
        found = verify_seal(session, campaign) + verify_chains(session, gate) + verify_box_chains(session, gate)
        return found + assignment_faults(session, campaign)

    return project.read(read)


def test_every_saved_state_is_kept_and_the_last_one_counts(project: Workspace, gate: CampaignGate):
    place = places(project, gate)[0]
    assert project.read(box_history, place.assignment_id) == ()
    one = project.write(save_boxes, place.assignment_id, state(project, place, A, finished=False, active_seconds=3.0))
    assert (one.boxes, one.finished, one.sequence) == ((A,), False, 1)
    assert places(project, gate)[0].state is AssignmentState.WAITING
    two = project.write(save_boxes, place.assignment_id, state(project, place, A, B, finished=True, before=1))
    assert places(project, gate)[0].state is AssignmentState.DONE
    none = project.write(save_boxes, place.assignment_id, state(project, place, finished=True, before=2))
    assert project.read(box_history, place.assignment_id) == (one, two, none)
    again = project.write(save_boxes, place.assignment_id, state(project, place, A, finished=False, before=3))
    assert project.read(box_history, place.assignment_id)[-1] == again
    assert places(project, gate)[0].state is AssignmentState.WAITING
    assert faults(project, gate) == []
    heads = project.read(box_chain_heads, gate)
    assert [head.length for head in heads] == [4, 0]
    assert heads[1].head == box_genesis(gate.campaign_id, "second") != genesis(gate.campaign_id, "second")


def test_a_state_that_is_saved_already_is_not_saved_again(project: Workspace, gate: CampaignGate):
    place = places(project, gate)[0]
    given = state(project, place, A, B, finished=True)
    first = project.write(save_boxes, place.assignment_id, given)
    assert project.write(save_boxes, place.assignment_id, given) == first
    assert project.write(save_boxes, place.assignment_id, replace(given, before=1)) == first
    assert len(project.read(box_history, place.assignment_id)) == 1


def test_another_windows_boxes_are_not_written_over(project: Workspace, gate: CampaignGate):
    place = places(project, gate)[0]
    saved = project.write(save_boxes, place.assignment_id, state(project, place, A, finished=True))
    with pytest.raises(ConflictError, match=r"Another window saved the boxes of this figure \(done\)") as caught:
        project.write(save_boxes, place.assignment_id, state(project, place, B, finished=True))
    assert caught.value.current == saved
    other = places(project, gate)[1]
    unknown = state(project, other, B, finished=True, before=7)
    with pytest.raises(UsageError, match="no saved state 7"):
        project.write(save_boxes, other.assignment_id, unknown)
    assert project.read(box_history, place.assignment_id) == (saved,)


@pytest.mark.parametrize(
    ("box", "told"),
    [
        (replace(A, box=Box(0, 0, math.nan, 5)), "a side is not a number"),
        (replace(A, box=Box(0, 0, math.inf, 5)), "a side is not a number"),
        (replace(A, box=Box(5, 0, 5, 5)), "it has no area"),
        (replace(A, box=Box(5, 9, 8, 5)), "it has no area"),
        (replace(A, box=Box(-2, 0, 5, 5)), "it reaches beyond the image"),
        (replace(A, box=Box(0, 0, 5, 555.5)), "it reaches beyond the image"),
        (replace(A, box=Box(0, 0, 300, 300)), "it reaches beyond the image"),
        (replace(A, origin="guessed"), "origin 'guessed' is none of drawn, accepted, edited"),
        (replace(A, letter="a" * 65), "a letter or kind is longer than 64 characters"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_box_that_cannot_be_meant_is_refused(project: Workspace, gate: CampaignGate, box: DeskBox, told: str):
    place = places(project, gate)[0]
    with pytest.raises(UsageError, match=f"box 2: {told}"):
        project.write(save_boxes, place.assignment_id, state(project, place, A, box, finished=False))
    assert project.read(box_history, place.assignment_id) == ()


def test_boxes_of_another_image_are_refused(project: Workspace, gate: CampaignGate):
    place, other = places(project, gate)[:2]
    with pytest.raises(UsageError, match="another image"):
        project.write(save_boxes, place.assignment_id, state(project, other, A, finished=True))


def test_a_skip_puts_finished_boxes_back_into_work(project: Workspace, gate: CampaignGate):
    place = places(project, gate)[0]
    project.write(save_boxes, place.assignment_id, state(project, place, A, finished=True))
    project.write(skip_item, place.assignment_id, "image broken", before=1)
    skipped = places(project, gate)[0]
    assert (skipped.state, skipped.skip_reason) == (AssignmentState.SKIPPED, "image broken")
    assert [(each.boxes, each.finished) for each in project.read(box_history, place.assignment_id)] == [
        ((A,), True),
        ((A,), False),
    ]
    assert faults(project, gate) == []
    with pytest.raises(ConflictError):
        project.write(skip_item, place.assignment_id, "another reason", before=1)


def test_what_each_auditor_sees_and_has_left(project: Workspace, gate: CampaignGate):
    first, second, third, fourth = places(project, gate)[:4]
    project.write(save_boxes, first.assignment_id, state(project, first, A, finished=True, active_seconds=4.0))
    project.write(save_boxes, second.assignment_id, state(project, second, finished=True, active_seconds=2.0))
    project.write(save_boxes, third.assignment_id, state(project, third, B, finished=False))
    project.write(skip_item, fourth.assignment_id, "image broken", before=None)
    own = [each.own.answer if each.own else None for each in places(project, gate)[:4]]
    assert own == ["done", "no panels", "in work", None]
    waiting = project.read(waiting_for, "first")[0]
    assert (waiting.kind, waiting.total, waiting.done, waiting.skipped, waiting.left) == ("boxes", 9, 2, 1, 6)
    assert waiting.seconds == 3.0
    assert project.read(judged_since, "first", "2026-01-01") == 2
    assert project.read(blind_work_left, "first") == 6
    progress = project.read(lambda session: box_progress_of(session, find_campaign(session, gate.name)))
    assert progress[0] == BoxProgress("first", 9, done=1, no_panels=1, in_work=1, skipped=1, waiting=5)
    with pytest.raises(ExpectedError, match="of 18 figures 1 have boxes, 1 have no panels, 1 are in work and 1 were"):
        project.read(read_tallies, gate.name)


def test_answers_and_boxes_do_not_mix(project: Workspace, gate: CampaignGate, tmp_path: Path):
    place = places(project, gate)[0]
    for refused in (
        lambda: project.write(answer_item, place.assignment_id, DeskAnswer("yes")),
        lambda: project.write(record_verdict, place.assignment_id, "yes"),
        lambda: take_in(project, write_verdicts(tmp_path / "v.csv", [row(gate, place.item, "first")])),
    ):
        with pytest.raises((ExpectedError, WrongRowsError), match="asks for boxes, not for answers"):
            refused()
    answers = seal_one(project, size=12, strata="", name="answers")
    other = places(project, answers)[0]
    with pytest.raises(ExpectedError, match="asks for answers, not for boxes"):
        project.write(save_boxes, other.assignment_id, state(project, other, A, finished=True))
    with pytest.raises(ExpectedError, match="boxes do not go into releases yet; leave it out"):
        project.read(release_campaigns, [gate.name])
    assert [each.name for each in project.read(release_campaigns, [])] == ["answers"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"finished": False}, "box revision 2 of first (item"),
        ({"boxes": []}, "was changed after it was recorded"),
        ({"previous_hash": "x"}, "was changed after it was recorded"),
        ({"sequence": 9}, "box revisions 2 to 8 of first are missing"),
        ({"item_id": "i_x"}, "is not on its own assignment"),
    ],
)
def test_a_changed_box_revision_shows(project: Workspace, gate: CampaignGate, change: dict[str, Any], told: str):
    place = places(project, gate)[0]
    project.write(save_boxes, place.assignment_id, state(project, place, A, finished=False))
    project.write(save_boxes, place.assignment_id, state(project, place, A, finished=True, before=1))
    assert faults(project, gate) == []
    table: Any = BoxRevision.__table__
    project.write(lambda session: session.execute(update(table).where(table.c.sequence == 2).values(**change)))
    assert any(told in fault for fault in faults(project, gate))


def test_a_cut_chain_shows_by_the_state_of_the_assignment(project: Workspace, gate: CampaignGate):
    place = places(project, gate)[0]
    project.write(save_boxes, place.assignment_id, state(project, place, A, finished=False))
    project.write(save_boxes, place.assignment_id, state(project, place, A, finished=True, before=1))
    table: Any = BoxRevision.__table__
    project.write(lambda session: session.execute(table.delete().where(table.c.sequence == 2)))
    assert any("its boxes are in work" in fault for fault in faults(project, gate))
    project.write(lambda session: session.execute(table.delete()))
    assert any("is gone" in fault for fault in faults(project, gate))


def test_a_saved_state_reads_back_as_it_was_given(project: Workspace, gate: CampaignGate):
    place = places(project, gate)[0]
    odd = DeskBox("ii", "II", "other", Box(0.1 + 0.2, 1 / 3, 276.999999, 555), "edited")
    saved = project.write(save_boxes, place.assignment_id, state(project, place, odd, finished=False))
    assert project.read(box_history, place.assignment_id) == (
        BoxState((odd,), finished=False, sequence=1, recorded_at=saved.recorded_at),
    )
