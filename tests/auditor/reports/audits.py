"""A real project with a sealed campaign and verdicts, made through the product's own functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy.orm import Session

from auditor.audits.campaign import create_campaign
from auditor.audits.design import CampaignSpec
from auditor.audits.gate import find_gate
from auditor.audits.seal import seal_campaign
from auditor.audits.verdicts import GivenAnswer, record_answers
from auditor.reports.report import Report, campaign_report
from pipeline.store.designs import Campaign, Item
from pipeline.store.verdicts import Assignment, Decision
from pipeline.workspace import Workspace
from tests.helpers.factories import add_score, make_figure, make_paper

VENUES = {"Alpha": 24, "Beta": 12}
YES, UNSURE, SKIP = ("yes", None), ("unsure", None), ("skip", None)
PLOT, TABLE = ("no", "plot"), ("no", "table")

Answer = tuple[str, str | None]


class Audit:
    """36 figures of two venues (24 and 12), all diagrams by the native judge, and what is done with them."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        workspace.write(_fill)

    def seal(self, **changes: Any) -> str:
        """Make and seal a campaign of 18 items, 12 from Alpha and 6 from Beta, 9 of them judged by both auditors."""
        spec = CampaignSpec(
            **{
                "auditors": ("first", "second"),
                "population": "native.label = diagram",
                "strata": "venue",
                "size": 18,
                "overlap": 0.5,
                "seed": 7,
                "name": "diagrams",
                **changes,
            }
        )
        self.workspace.write(create_campaign, spec)
        self.workspace.write(seal_campaign, str(spec.name))
        return str(spec.name)

    def judge(self, auditor: str, answer_of: Callable[[int], Answer | None], name: str = "diagrams") -> None:
        """Let an auditor answer; `answer_of` gets an item's place in the draw (Alpha comes first), None leaves it."""
        self.workspace.write(_judge, name, auditor, answer_of)

    def decide(self, place: int, answer: Answer, name: str = "diagrams") -> None:
        """Settle the item at this place of the draw."""
        self.workspace.write(_decide, name, place, answer)

    def shared(self, name: str = "diagrams") -> list[int]:
        """The places of items that several auditors judge, in the order of the draw."""
        return self.workspace.read(_places, name, shared=True)

    def alone(self, auditor: str, name: str = "diagrams") -> list[int]:
        """The places of items that only this auditor judges."""
        return self.workspace.read(_places, name, shared=False, auditor=auditor)

    def report(self, name: str = "diagrams") -> Report:
        """The report as it stands."""
        return self.workspace.read(campaign_report, name)


def _fill(session: Session) -> None:
    number = 0
    for at, (venue, figures) in enumerate(VENUES.items()):
        paper = make_paper(at, venue=venue)
        session.add(paper)
        session.flush()
        for _ in range(figures):
            number += 1
            figure = make_figure(paper, number)
            session.add(figure)
            session.flush()
            add_score(session, figure, confidence=0.9)


def _judge(session: Session, name: str, auditor: str, answer_of: Callable[[int], Answer | None]) -> None:
    gate = find_gate(session, name)
    rows = (
        session.query(Assignment.item_id, Item.position)
        .join(Item, Item.item_id == Assignment.item_id)
        .filter(Assignment.campaign_id == gate.key, Assignment.auditor == auditor)
        .order_by(Assignment.position)
    )
    answers = []
    for item, place in rows:
        answer = answer_of(place)
        if answer is not None:
            note = "cannot be judged" if answer == SKIP else None
            answers.append(GivenAnswer(item, *answer, note=note, active_seconds=4.0))
    record_answers(session, gate, auditor, answers)


def _decide(session: Session, name: str, place: int, answer: Answer) -> None:
    campaign = session.query(Campaign).filter_by(name=name).one()
    item = session.query(Item).filter_by(campaign_id=campaign.id, position=place).one()
    session.add(
        Decision(
            campaign_id=campaign.id,
            item_id=item.item_id,
            answer=answer[0],
            error_mode=answer[1],
            reason="looked again",
            decided_by="lead",
            evidence={},
        )
    )


def _places(session: Session, name: str, *, shared: bool, auditor: str | None = None) -> list[int]:
    query = (
        session.query(Item.position)
        .join(Assignment, Assignment.item_id == Item.item_id)
        .join(Campaign, Campaign.id == Item.campaign_id)
        .filter(Campaign.name == name, (Item.raters > 1) if shared else (Item.raters == 1))
    )
    if auditor is not None:
        query = query.filter(Assignment.auditor == auditor)
    return sorted({place for (place,) in query})
