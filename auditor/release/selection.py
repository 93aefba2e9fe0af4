"""Which figures a release holds and which campaigns stand behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.progress import asks_for_boxes
from auditor.release.facts import Selected
from auditor.release.request import ReleaseRequest
from auditor.release.writeback import Audit, headline, judge_of
from pipeline.errors import ExpectedError, UsageError
from pipeline.store.designs import Campaign
from pipeline.store.figures import Figure
from pipeline.store.papers import Paper
from pipeline.store.queries import population_rows
from pipeline.vocabulary import CampaignState

CHUNK = 400


def release_campaigns(session: Session, names: Sequence[str]) -> list[Campaign]:
    """The named campaigns, or every sealed, paused or closed one that asks for answers; oldest first.

    Raises UsageError for an unknown name, ExpectedError for a draft, in which nothing was judged yet, and for boxes.
    """
    known = session.scalars(select(Campaign).order_by(Campaign.id)).all()
    if not names:
        return [
            campaign for campaign in known if campaign.state != CampaignState.DRAFT and not asks_for_boxes(campaign)
        ]
    chosen = [_named(known, name) for name in dict.fromkeys(names)]
    for campaign in chosen:
        if campaign.state == CampaignState.DRAFT:
            raise ExpectedError(
                f"campaign {campaign.name} is a draft; seal it and collect verdicts before it can stand in a release"
            )
        if asks_for_boxes(campaign):
            raise ExpectedError(
                f"campaign {campaign.name} asks for boxes, and boxes do not go into releases yet; leave it out"
            )
    return sorted({campaign.id: campaign for campaign in chosen}.values(), key=lambda campaign: campaign.id)


def _named(known: Iterable[Campaign], name: str) -> Campaign:
    for campaign in known:
        if name in {campaign.name, campaign.campaign_id}:
            return campaign
    names = ", ".join(campaign.name for campaign in known)
    raise UsageError(f"there is no campaign {name!r}; " + (f"known are {names}" if names else "none was created yet"))


@dataclass(frozen=True)
class Selection:
    """The figures of a release by id, their audits, and the campaigns' populations as their queries find them now.

    `audited_outside` counts items that a population given by hand leaves out, `taken_down` figures that would be in the
    release but for its takedown list.
    """

    figures: Sequence[Selected]
    audits: Mapping[str, Sequence[Audit]]
    populations_now: Mapping[str, Sequence[str]]
    audited_outside: int
    taken_down: int


def select_figures(
    session: Session,
    request: ReleaseRequest,
    campaigns: Sequence[Campaign],
    *,
    audits: Mapping[str, Sequence[Audit]],
    accepted_from: str,
) -> Selection:
    """The figures of the population, each audited one by the row that was judged.

    A sealed campaign never follows a rerun: where a newer row exists, the judged row is released and marked superseded.
    Raises ExpectedError when nothing is left to release.
    """
    populations = {
        campaign.campaign_id: population_rows(session, campaign.population, [], accepted_from=judge_of(campaign))
        for campaign in campaigns
    }
    found = list(populations.values())
    if request.population is not None or not campaigns:
        found = [population_rows(session, request.population or "", [], accepted_from=accepted_from)]
    rows = {row.figure_id: row.row for part in found for row in part}
    judged = {figure_id: _judged_row(of_figure) for figure_id, of_figure in audits.items()}
    outside = set() if request.population is None else set(judged) - set(rows)
    rows.update((figure_id, row) for figure_id, row in judged.items() if figure_id not in outside)
    down = _taken_down(session, request.takedown) & set(rows)
    if not set(rows) - down:
        raise ExpectedError(
            "the release would be empty: no current figure with an image matches its population; "
            "run the pipeline first, or give another --population"
        )
    old = _superseded(session, judged.values())
    return Selection(
        figures=[Selected(name, row, row in old) for name, row in sorted(rows.items()) if name not in down],
        audits=audits,
        populations_now={name: [row.figure_id for row in part] for name, part in populations.items()},
        audited_outside=len(outside),
        taken_down=len(down),
    )


def _taken_down(session: Session, ids: Sequence[str]) -> set[str]:
    """The figures that a list of figure and paper ids takes down; a mistyped id must not leave its figure in."""
    found: set[str] = set()
    for name in ids:
        of_paper = select(Paper.id).where(Paper.paper_id == name)
        named = (Figure.figure_id == name) | Figure.paper_id.in_(of_paper)
        figures = set(session.scalars(select(Figure.figure_id).where(named)))
        if not figures:
            raise UsageError(f"the takedown list names {name!r}, which is no figure or paper of this project")
        found |= figures
    return found


def common_judge(campaigns: Sequence[Campaign], *, otherwise: str) -> str:
    """The judge sealed with all the campaigns; `otherwise` when there are none, or they name several."""
    judges = {judge_of(campaign) for campaign in campaigns}
    return judges.pop() if len(judges) == 1 else otherwise


def _judged_row(audits: Sequence[Audit]) -> int:
    shown = headline(audits)
    return max(audit.row for audit in audits) if shown is None else shown.row


def _superseded(session: Session, rows: Iterable[int]) -> set[int]:
    wanted, found = sorted(set(rows)), set[int]()
    for start in range(0, len(wanted), CHUNK):
        part = wanted[start : start + CHUNK]
        old = select(Figure.id).where(
            Figure.id.in_(part), Figure.superseded_by.is_not(None) | Figure.withdrawn.is_(True)
        )
        found.update(session.scalars(old))
    return found
