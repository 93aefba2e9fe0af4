"""The demo's part for a person: two small audits of the invented figures that wait for auditor "you"."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy.orm import Session

from auditor.audits.campaign import campaigns, create_campaign
from auditor.audits.design import CampaignSpec
from auditor.audits.seal import seal_campaign
from auditor.cli.window import leave, require_display
from pipeline.cli.front import open_project, warn
from pipeline.errors import ExpectedError
from pipeline.store.queries import population_rows
from pipeline.vocabulary import CampaignState

YOU = "you"
TRIES = {"try-it": ("is-diagram", 10), "try-boxes": ("panel-boxes", 5)}  # name -> task, number of figures
UNSEEN = {"offscreen", "minimal"}  # platforms of Qt whose windows nobody sees


def make_tries(project: Path, seed: int) -> None:
    """Draw and seal the two audits, unless they are there already."""
    with open_project(project) as workspace:
        workspace.write(_make_tries, seed)


def open_for_you(project: Path) -> None:
    """Open the window on the demo for auditor "you", where there is a display; else return."""
    try:
        require_display(os.environ)
    except ExpectedError as error:
        if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            warn(f"the window cannot open: {error}")
        return
    if os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0] not in UNSEEN:
        leave(project, auditor=YOU, campaign="")


def _make_tries(session: Session, seed: int) -> None:
    states = {campaign.name: campaign.state for campaign in campaigns(session)}
    figures = len(population_rows(session, "", [], accepted_from="native"))
    for name, (task, wanted) in TRIES.items():
        if name not in states:
            size = min(wanted, figures)
            create_campaign(session, CampaignSpec(auditors=(YOU,), size=size, seed=seed, task=task, name=name))
        if states.get(name, CampaignState.DRAFT) == CampaignState.DRAFT:
            seal_campaign(session, name)
