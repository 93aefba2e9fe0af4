"""What a lead sees of a project at one look: how far each audit is, what could not be read, what stands to be settled.

Counts only, read without a design: the same window shows them to people who have figures to judge.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from auditor.audits.disagreements import undecided
from auditor.audits.gate import CampaignGate, campaign_gates, find_gate
from auditor.audits.queue import blind_work_left
from auditor.audits.tasks import load_task
from pipeline.store.figures import Figure
from pipeline.store.papers import Paper, Source
from pipeline.store.runs import Run
from pipeline.store.verdicts import Assignment
from pipeline.vocabulary import AssignmentState, CampaignState, RunStatus, StageName

SHOWN_REASONS = 4
BOXES = "boxes"
FAULT = "internal fault"
_FILE = re.compile(r"\S*[/\\]\S*|\S+\.(?:pdf|png|jpe?g|tiff?|csv|jsonl)\b|\b[0-9a-f]{16,}\b", re.IGNORECASE)


@dataclass(frozen=True)
class CampaignLine:
    """One campaign in a list; `left` names the auditors who still owe answers, `mine` counts those of who asks.

    `unsettled` counts figures that need a decision; None while answers are missing and for campaigns of boxes.
    """

    name: str
    question: str
    kind: str
    state: CampaignState
    total: int
    done: int
    left: tuple[tuple[str, int], ...]
    mine: int
    unsettled: int | None

    @property
    def complete(self) -> bool:
        """Whether all answers are in."""
        return self.total > 0 and not self.left


@dataclass(frozen=True)
class Unread:
    """The papers that could not be read, of how many, and why: (reason, papers), the most frequent first."""

    papers: int
    of: int
    reasons: tuple[tuple[str, int], ...]
    refused_rows: int = 0


@dataclass(frozen=True)
class Overview:
    """A project at one look."""

    figures: int
    papers: int
    campaigns: tuple[CampaignLine, ...]
    unread: Unread


def overview(session: Session, auditor: str) -> Overview:
    """The project as its lead wants it first; `auditor` is who asks, "" for somebody who did not say."""
    current = Figure.superseded_by.is_(None) & Figure.withdrawn.is_(False)
    return Overview(
        figures=session.scalar(select(func.count(Figure.id)).where(current)) or 0,
        papers=session.scalar(select(func.count(Paper.id))) or 0,
        campaigns=tuple(campaign_lines(session, auditor)),
        unread=unread_papers(session),
    )


def campaign_lines(session: Session, auditor: str) -> list[CampaignLine]:
    """Every campaign with its counts, newest first."""
    return [campaign_line(session, gate, auditor) for gate in reversed(campaign_gates(session))]


def shut_reason(session: Session, auditor: str, campaign: str = "") -> str:
    """Why this person may not see the design of a campaign ("" = plan a new one), "" when nothing speaks against it."""
    if auditor:
        left = blind_work_left(session, auditor, campaign)
        return left_sentence(left, here=bool(campaign)) if left else ""
    if not _is_owed(session, campaign):
        return ""
    return "Say on the Start page who sits here. Whoever has figures left to judge does not see how they were drawn."


def left_sentence(left: int, *, here: bool = True) -> str:
    """Why results are shut for somebody with this many figures to judge, in this audit (`here`) or in any."""
    figures = "1 figure" if left == 1 else f"{left:,} figures"
    if here:
        return (
            f"You have {figures} left to judge in this audit. "
            "Scores and results open when you are done, so that your answers stay your own."
        )
    return (
        f"You have {figures} left to judge. "
        "Designs of new audits open when you are done, so that your answers stay your own."
    )


def unread_papers(session: Session) -> Unread:
    """The files that could not be taken or read, with reasons that differ only in names and numbers put together."""
    read = (StageName.ACQUIRE.value, StageName.EXTRACT.value)
    rows = session.execute(
        select(Run.item, Run.name, Run.reason).where(
            Run.stage.in_(read), Run.current.is_(True), Run.status == RunStatus.FAILED.value
        )
    ).all()
    refused = sum(row.item.startswith("row ") for row in rows)
    reasons = Counter(
        plain_reason(str(row.reason), row.name) for row in rows if not row.item.startswith("row ")
    ).most_common()
    return Unread(
        papers=sum(number for _, number in reasons),
        of=session.scalar(select(func.count(Source.id))) or 0,
        reasons=tuple(_shortened(reasons)),
        refused_rows=refused,
    )


def plain_reason(reason: str, name: str) -> str:
    """The cause in a reason, without the names of files, numbers of pages and the advice behind it.

    >>> plain_reason("a.pdf: encrypted with a password; save a copy without one and add that.", "a.pdf")
    'encrypted with a password'
    >>> plain_reason("/papers/a.pdf could not be written: No space left on device; free the disk", "a.pdf")
    'a file could not be written: No space left on device'
    """
    told = re.sub(r"^[^;(]*\.pdf: ", "", reason.removeprefix(f"{name}: "))
    if told.startswith(FAULT):
        return FAULT  # what an exception says may quote anything
    cause = re.split(r"[;(]|\.(?:\s|$)", told)[0]
    return _FILE.sub("a file", re.sub(r"\bpage \d+", "a page", cause)).strip(" ,")


def _shortened(reasons: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """The most frequent reasons; the others are put together, so that a list stays a sentence."""
    found = list(reasons)
    rest = sum(number for _, number in found[SHOWN_REASONS:])
    return found[:SHOWN_REASONS] + ([("other reasons", rest)] if rest else [])


def campaign_line(session: Session, gate: CampaignGate, auditor: str) -> CampaignLine:
    """One campaign with its counts; `auditor` is who asks."""
    counts = _counts(session, gate)
    task = load_task(gate.task)
    left = _left(counts)
    settled = gate.state is not CampaignState.DRAFT and task.kind != BOXES
    return CampaignLine(
        name=gate.name,
        question=task.question,
        kind=task.kind,
        state=gate.state,
        total=sum(each.total() for each in counts.values()),
        done=sum(each[AssignmentState.DONE] for each in counts.values()),
        left=left,
        mine=blind_work_left(session, auditor, gate.name) if auditor else 0,
        unsettled=undecided(session, gate) if settled and (not left or gate.state is CampaignState.CLOSED) else None,
    )


def _counts(session: Session, gate: CampaignGate) -> dict[str, Counter[str]]:
    """Each auditor's figures by state, by name."""
    rows = session.execute(
        select(Assignment.auditor, Assignment.state, func.count())
        .where(Assignment.campaign_id == gate.key)
        .group_by(Assignment.auditor, Assignment.state)
        .order_by(Assignment.auditor)
    )
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for auditor, state, number in rows:
        found[auditor][state] = number
    return found


def _left(counts: dict[str, Counter[str]]) -> tuple[tuple[str, int], ...]:
    """Who owes answers, and how many."""
    given = (AssignmentState.DONE, AssignmentState.SKIPPED)
    owed = {auditor: sum(n for state, n in each.items() if state not in given) for auditor, each in counts.items()}
    return tuple((auditor, number) for auditor, number in owed.items() if number)


def _is_owed(session: Session, campaign: str) -> bool:
    """Whether anybody still owes answers, in one campaign or in any."""
    open_states = {CampaignState.SEALED, CampaignState.PAUSED}
    chosen = [find_gate(session, campaign)] if campaign else campaign_gates(session)
    return any(_left(_counts(session, gate)) for gate in chosen if gate.state in open_states)
