from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import event, text
from sqlalchemy.orm import Session

from auditor.audits.campaign import create_campaign, move_campaign
from auditor.audits.desk_verdicts import DeskAnswer, answer_item, skip_item, withdraw_answer
from auditor.audits.queue import Waiting, blind_work_left, desk_queue, judged_since, known_auditors, waiting_for
from auditor.audits.verdicts import GivenAnswer, record_answers
from pipeline.vocabulary import CampaignState
from pipeline.workspace import Workspace
from tests.helpers.audits import SPEC, items_of, seal_one


def moment(**ago: float) -> str:
    return (datetime.now(tz=UTC) - timedelta(**ago)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def test_what_waits_for_an_auditor_is_counted_by_campaign(project: Workspace):
    one = seal_one(project, strata="", size=12)
    seal_one(project, strata="", size=12, task="figure-type", name="kinds", auditors=("second",), overlap=0.0)
    places = project.read(desk_queue, one.name, "first").places
    project.write(answer_item, places[0].assignment_id, DeskAnswer("no", active_seconds=3.0))
    project.write(answer_item, places[0].assignment_id, DeskAnswer("no", "plot", active_seconds=2.0, before=1))
    project.write(answer_item, places[1].assignment_id, DeskAnswer("yes", active_seconds=1.0))
    project.write(skip_item, places[2].assignment_id, "image broken", before=None)
    assert project.read(waiting_for, "first") == [
        Waiting(
            campaign="audit-1",
            campaign_id=one.campaign_id,
            task="is-diagram",
            question="Is this a schematic diagram?",
            kind="answers",
            state=CampaignState.SEALED,
            total=9,
            done=2,
            skipped=1,
            seconds=3.0,
        )
    ]
    assert project.read(waiting_for, "first")[0].left == 6
    second = project.read(waiting_for, "second")
    assert [(each.campaign, each.left, each.seconds) for each in second] == [("audit-1", 9, None), ("kinds", 12, None)]
    assert project.read(waiting_for, "nobody") == []
    assert project.read(known_auditors) == ["first", "second"]


def test_paused_campaigns_still_wait_and_drafts_and_closed_ones_do_not(project: Workspace):
    seal_one(project, strata="", size=12)
    seal_one(project, strata="", size=12, name="closed")
    project.write(move_campaign, "audit-1", CampaignState.PAUSED)
    project.write(move_campaign, "closed", CampaignState.CLOSED)

    def draft(session: Session) -> None:
        create_campaign(session, SPEC)

    project.write(draft)
    assert [(each.campaign, each.state) for each in project.read(waiting_for, "first")] == [
        ("audit-1", CampaignState.PAUSED)
    ]
    assert project.read(blind_work_left, "first") == 9


def test_blind_work_is_left_until_all_is_judged_or_skipped(project: Workspace):
    gate = seal_one(project, strata="", size=4, overlap=0.0)
    other = seal_one(project, strata="", size=6, overlap=0.0, name="other")
    items = items_of(project, gate, "first")
    assert project.read(blind_work_left, "first") == 2 + 3
    assert (
        project.read(blind_work_left, "first", "other")
        == project.read(blind_work_left, "first", other.campaign_id)
        == 3
    )
    project.write(record_answers, gate, "first", [GivenAnswer(items[0].item, "yes")])
    project.write(skip_item, items[1].assignment_id, "image broken", before=None)
    assert project.read(blind_work_left, "first", "audit-1") == 0
    project.write(withdraw_answer, items[0].assignment_id, before=1)
    assert project.read(blind_work_left, "first", "audit-1") == 1
    assert project.read(blind_work_left, "nobody") == 0


def test_what_was_judged_since_a_moment_counts_items_that_stand(project: Workspace):
    gate = seal_one(project, strata="", size=12)
    places = project.read(desk_queue, gate.name, "first").places
    for place in places[:3]:
        project.write(answer_item, place.assignment_id, DeskAnswer("no"))
    project.write(answer_item, places[0].assignment_id, DeskAnswer("no", "plot", before=1))
    project.write(withdraw_answer, places[1].assignment_id, before=2)
    assert project.read(judged_since, "first", moment(hours=1)) == 2
    assert project.read(judged_since, "first", moment(hours=-1)) == 0
    assert project.read(judged_since, "second", moment(hours=1)) == 0


@pytest.mark.parametrize("items", [20, 200])
def test_the_statements_do_not_grow_with_the_items(project: Workspace, items: int):
    seal_one(project, strata="", size=items)
    seen: list[str] = []
    event.listen(project._engine, "before_cursor_execute", lambda *call: seen.append(call[2]))
    counts = []
    for ask in (
        lambda: project.read(waiting_for, "first"),
        lambda: project.read(known_auditors),
        lambda: project.read(judged_since, "first", moment(hours=1)),
        lambda: project.read(blind_work_left, "first"),
        lambda: project.read(desk_queue, "audit-1", "first"),
    ):
        seen.clear()
        ask()
        counts.append(len(seen) - 1)  # BEGIN
    assert counts == [3, 2, 2, 2, 4]


def test_a_task_of_another_version_does_not_hide_what_is_known(project: Workspace):
    seal_one(project, strata="", size=12)
    seal_one(project, strata="", size=12, name="strange")
    strange = text("UPDATE campaigns SET task = 'is-cat' WHERE name = 'strange'")
    project.write(lambda session: session.execute(strange))
    assert [each.campaign for each in project.read(waiting_for, "first")] == ["audit-1"]
    assert project.read(judged_since, "first", moment(hours=1)) == 0
    assert project.read(blind_work_left, "first") == 9
