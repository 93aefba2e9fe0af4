"""Handing items out: who judges which item, at which place of that auditor's own order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from auditor.audits.sampling import Lottery
from pipeline.store.designs import Campaign, Item
from pipeline.store.verdicts import Assignment
from pipeline.vocabulary import AssignmentState, short_digest


@dataclass(frozen=True)
class Handover:
    """A skipped item that another auditor got."""

    item: str
    skipped_by: str
    given_to: str


def assignment_id_of(item_id: str, auditor: str) -> str:
    """The public id of an item given to an auditor."""
    return "a_" + short_digest(item_id, auditor)


def hand_out(
    session: Session,
    campaign: Campaign,
    items: Sequence[Mapping[str, Any]],
    judges_of: Mapping[str, Sequence[str]],
    *,
    shown: Sequence[str],
) -> int:
    """Insert the assignments of freshly drawn items and return their number.

    `judges_of` maps a figure id to its auditors. An auditor's order is that of sha256(seed | campaign id | auditor |
    figure id): it knows nothing of strata or scores.
    """
    lottery = Lottery(campaign.seed, campaign.campaign_id)
    by_subject = {item["subject_id"]: item for item in items}
    subjects_of: dict[str, list[str]] = defaultdict(list)
    for subject, auditors in judges_of.items():
        for auditor in auditors:
            subjects_of[auditor].append(subject)
    rows = [
        _row(campaign, by_subject[subject], auditor, position=position, shown=shown)
        for auditor, subjects in subjects_of.items()
        for position, subject in enumerate(lottery.order(auditor, subjects), 1)
    ]
    session.execute(insert(Assignment), rows)
    return len(rows)


def _row(
    campaign: Campaign, item: Mapping[str, Any], auditor: str, *, position: int, shown: Sequence[str]
) -> dict[str, Any]:
    return {
        "assignment_id": assignment_id_of(item["item_id"], auditor),
        "campaign_id": campaign.id,
        "campaign": campaign.campaign_id,
        "task": campaign.task,
        "item_id": item["item_id"],
        "auditor": auditor,
        "position": position,
        "state": AssignmentState.WAITING,
        "subject_kind": item["subject_kind"],
        "subject_id": item["subject_id"],
        "subject_row": item["subject_row"],
        "content_hash": item["content_hash"],
        "shown": list(shown),
    }


def reassign_skipped(session: Session, campaign: Campaign) -> list[Handover]:
    """Give every skipped item that lacks an auditor to the one with the least work who has not had it yet.

    It stands at the end of that auditor's order. Items that every auditor has had stay as they are.
    """
    had: dict[str, set[str]] = defaultdict(set)
    skipped: dict[str, list[Assignment]] = defaultdict(list)
    load = dict.fromkeys(map(str, campaign.auditors), 0)
    for assignment in session.scalars(select(Assignment).where(Assignment.campaign_id == campaign.id)):
        had[assignment.item_id].add(assignment.auditor)
        load[assignment.auditor] = load.get(assignment.auditor, 0) + 1
        if assignment.state == AssignmentState.SKIPPED:
            skipped[assignment.item_id].append(assignment)
    asked = session.execute(select(Item.item_id, Item.raters).where(Item.campaign_id == campaign.id))
    raters = {row.item_id: row.raters for row in asked}
    done: list[Handover] = []
    for item_id in sorted(skipped):
        active = len(had[item_id]) - len(skipped[item_id])
        free = sorted((load[name], name) for name in campaign.auditors if name not in had[item_id])
        if active >= raters[item_id] or not free:
            continue
        _, auditor = free[0]
        _append(session, campaign, skipped[item_id][0], auditor)
        load[auditor] += 1
        done.append(Handover(item_id, skipped[item_id][0].auditor, auditor))
    return done


def _append(session: Session, campaign: Campaign, like: Assignment, auditor: str) -> None:
    last = session.scalar(
        select(func.max(Assignment.position)).where(
            Assignment.campaign_id == campaign.id, Assignment.auditor == auditor
        )
    )
    item = {
        name: getattr(like, name) for name in ("item_id", "subject_kind", "subject_id", "subject_row", "content_hash")
    }
    session.execute(insert(Assignment), [_row(campaign, item, auditor, position=(last or 0) + 1, shown=like.shown)])
