"""How far a campaign is: counts for its lead, without any answer in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from auditor.audits.gate import find_gate
from auditor.audits.queue import DONE, IN_WORK, NO_PANELS, QueuePlace, queue_of
from auditor.audits.tasks import TaskKind, load_task, task_names
from pipeline.store.designs import Campaign
from pipeline.store.verdicts import Assignment
from pipeline.vocabulary import AssignmentState


@dataclass(frozen=True)
class Progress:
    """One auditor's assignments by state; `waiting` counts leased ones too."""

    auditor: str
    total: int
    done: int
    skipped: int

    @property
    def waiting(self) -> int:
        """The assignments that still need a verdict."""
        return self.total - self.done - self.skipped


def progress_of(session: Session, campaign: Campaign) -> list[Progress]:
    """The progress of each auditor, in the order in which the campaign names them."""
    statement = (
        select(Assignment.auditor, Assignment.state, func.count())
        .where(Assignment.campaign_id == campaign.id)
        .group_by(Assignment.auditor, Assignment.state)
    )
    counted: dict[str, Counter[str]] = {name: Counter() for name in campaign.auditors}
    for auditor, state, number in session.execute(statement):
        counted.setdefault(auditor, Counter())[state] = number
    return [
        Progress(auditor, states.total(), states[AssignmentState.DONE], states[AssignmentState.SKIPPED])
        for auditor, states in counted.items()
    ]


@dataclass(frozen=True)
class BoxProgress:
    """One auditor's part of a campaign of boxes, by figures; `waiting` ones have no saved box yet."""

    auditor: str
    total: int
    done: int
    no_panels: int
    in_work: int
    skipped: int
    waiting: int


def asks_for_boxes(campaign: Campaign) -> bool:
    """Whether auditors of this campaign draw boxes instead of giving answers."""
    # A task of another version of the program has no kind that is known here.
    return campaign.task in task_names() and load_task(campaign.task).kind is TaskKind.BOXES


def box_progress_of(session: Session, campaign: Campaign) -> list[BoxProgress]:
    """How far each auditor is with the boxes of a campaign, in the order in which the campaign names them."""
    gate = find_gate(session, campaign.campaign_id)
    found = []
    for auditor in campaign.auditors:
        fates = Counter(_fate(place) for place in queue_of(session, gate, auditor))
        found.append(
            BoxProgress(
                auditor=auditor,
                total=fates.total(),
                done=fates[DONE],
                no_panels=fates[NO_PANELS],
                in_work=fates[IN_WORK],
                skipped=fates[AssignmentState.SKIPPED],
                waiting=fates[AssignmentState.WAITING],
            )
        )
    return found


def _fate(place: QueuePlace) -> str:
    if place.state is AssignmentState.SKIPPED:
        return AssignmentState.SKIPPED
    return AssignmentState.WAITING if place.own is None else place.own.answer


def boxes_sentence(name: str, progress: Sequence[BoxProgress]) -> str:
    """What is done of a campaign of boxes, and that its report comes later."""
    total = sum(each.total for each in progress)
    done = sum(each.done for each in progress)
    none = sum(each.no_panels for each in progress)
    work = sum(each.in_work for each in progress)
    skipped = sum(each.skipped for each in progress)
    return (
        f"campaign {name} asks for boxes: of {total:,} figures {done:,} have boxes, {none:,} have no panels, "
        f"{work:,} are in work and {skipped:,} were skipped; how well the boxes of two people agree is not reported yet"
    )
