"""Campaigns: making a draft, finding one, and moving it through its states."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import count

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from auditor.audits.allocation import Allocation
from auditor.audits.design import CampaignSpec, Plan, check_overlap, make_plan
from auditor.audits.hashing import canonical_json
from auditor.audits.sampling import PURPOSES
from auditor.audits.strata import parse_strata, strata_text
from auditor.audits.tasks import load_task
from pipeline.errors import ExpectedError, UsageError
from pipeline.store.base import now
from pipeline.store.designs import Campaign
from pipeline.vocabulary import CampaignState, short_digest

NAME_LENGTH = 64
LARGEST_SEED = 10**18 - 1  # databases hold whole numbers of 64 bits
LOOKS_LIKE_ID = re.compile(r"c_[0-9a-f]{16}")

_MOVES = {
    CampaignState.PAUSED: (CampaignState.SEALED,),
    CampaignState.SEALED: (CampaignState.PAUSED,),
    CampaignState.CLOSED: (CampaignState.SEALED, CampaignState.PAUSED),
}


def create_campaign(session: Session, spec: CampaignSpec, *, replace: bool = False) -> tuple[Campaign, Plan]:
    """A draft campaign and its plan on the figures of today; nothing is drawn before the seal.

    `replace` gives a draft of the same name a new design. Raises UsageError for a spec that cannot be meant and
    ExpectedError for a name that is taken.
    """
    if abs(spec.seed) > LARGEST_SEED:
        raise UsageError(f"seed {spec.seed}: use a whole number of at most 18 digits")
    auditors = _auditors(spec.auditors, spec.overlap)
    task = load_task(spec.task)
    name = _name(session, spec.name)
    _make_room(session, name, replace=replace)
    plan = make_plan(session, spec)
    campaign = Campaign(
        campaign_id="",
        name=name,
        task=task.name,
        task_hash=task.task_hash,
        population=spec.population.strip(),
        population_size=plan.population_size,
        population_hash=plan.population_hash,
        strata_spec=strata_text(parse_strata(spec.strata)),
        allocation=_allocation(spec),
        size=plan.size,
        seed=spec.seed,
        overlap=spec.overlap,
        auditors=auditors,
        state=CampaignState.DRAFT,
    )
    campaign.campaign_id = campaign_id_of(campaign)
    session.add(campaign)
    session.flush()
    return campaign, plan


def campaign_id_of(campaign: Campaign) -> str:
    """The public id of a campaign: `c_` and 16 hex of the sha256 over its design; the same design repeats it."""
    return "c_" + short_digest(
        campaign.name,
        campaign.task,
        campaign.population,
        campaign.strata_spec,
        campaign.size,
        campaign.seed,
        campaign.overlap,
        canonical_json(campaign.allocation),
        canonical_json(campaign.auditors),
    )


def spec_of(campaign: Campaign) -> CampaignSpec:
    """What a stored campaign asks for."""
    said = campaign.allocation
    return CampaignSpec(
        auditors=tuple(campaign.auditors),
        population=campaign.population,
        strata=campaign.strata_spec,
        size=campaign.size,
        allocation=Allocation(said["rule"], said["by_hand"]),
        overlap=campaign.overlap,
        seed=campaign.seed,
        task=campaign.task,
        name=campaign.name,
        accepted_from=said["accepted_from"],
    )


def campaigns(session: Session) -> Sequence[Campaign]:
    """Every campaign, oldest first."""
    return session.scalars(select(Campaign).order_by(Campaign.id)).all()


def find_campaign(session: Session, name: str) -> Campaign:
    """The campaign with this name or id; raises UsageError listing what there is."""
    chosen = or_(Campaign.name == name, Campaign.campaign_id == name)
    campaign = session.scalars(select(Campaign).where(chosen)).one_or_none()
    if campaign is None:
        known = ", ".join(campaign.name for campaign in campaigns(session))
        raise UsageError(
            f"there is no campaign {name!r}; " + (f"known are {known}" if known else "none was created yet")
        )
    return campaign


def move_campaign(session: Session, name: str, state: CampaignState) -> Campaign:
    """The campaign in its new state: paused, sealed again, or closed; raises ExpectedError when it cannot go there."""
    campaign = find_campaign(session, name)
    if campaign.state == state:
        return campaign
    if campaign.state not in _MOVES[state]:
        way = "seal it first" if campaign.state == CampaignState.DRAFT else "a closed campaign stays closed"
        raise ExpectedError(f"campaign {campaign.name} is {campaign.state} and cannot become {state}: {way}")
    campaign.state = state
    if state is CampaignState.CLOSED:
        campaign.closed_at = now()
    return campaign


def _allocation(spec: CampaignSpec) -> dict[str, object]:
    return {
        "rule": spec.allocation.rule,
        "by_hand": dict(spec.allocation.by_hand),
        # A bare `label` in the population means this judge for good, whatever the settings say at the seal.
        "accepted_from": spec.accepted_from,
    }


def _auditors(names: Sequence[str], overlap: float) -> list[str]:
    auditors = [unicodedata.normalize("NFC", name.strip()) for name in names]
    if not auditors:
        raise UsageError("auditors are missing: `--auditors first,second`")
    for name in auditors:
        if not _plain(name) or name in PURPOSES or set(name) & set("|,"):
            raise UsageError(
                f"auditor {name!r}: use a plain name of 1 to {NAME_LENGTH} characters, without | , / \\ "
                f"and none of {', '.join(sorted(PURPOSES))}"
            )
    if len({name.casefold() for name in auditors}) < len(auditors):
        raise UsageError(f"auditors {', '.join(auditors)}: a name stands twice")
    check_overlap(overlap)
    if overlap and len(auditors) < 2:
        raise UsageError("an overlap needs two auditors or more; name them all, or leave `--overlap` out")
    return auditors


def _name(session: Session, asked: str | None) -> str:
    if asked is None:
        taken = {campaign.name for campaign in campaigns(session)}
        return next(name for name in (f"audit-{number}" for number in count(1)) if name not in taken)
    name = unicodedata.normalize("NFC", asked.strip())
    if not _plain(name) or LOOKS_LIKE_ID.fullmatch(name):
        raise UsageError(
            f"name {asked!r}: use 1 to {NAME_LENGTH} printable characters without / and \\, and no campaign's id"
        )
    return name


def _plain(name: str) -> bool:
    """Whether a name can stand in a line of text and in a path."""
    return (
        0 < len(name) <= NAME_LENGTH and name.isprintable() and not set(name) & set("/\\") and name not in {".", ".."}
    )


def _make_room(session: Session, name: str, *, replace: bool) -> None:
    there = session.scalars(select(Campaign).where(Campaign.name == name)).one_or_none()
    if there is None:
        return
    if there.state != CampaignState.DRAFT:
        raise ExpectedError(f"campaign {name} is {there.state} and never changes; choose another name")
    if not replace:
        raise ExpectedError(
            f"campaign {name} is there as a draft; `--replace` gives it the new design, or choose another name"
        )
    session.delete(there)
    session.flush()
