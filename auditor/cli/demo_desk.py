"""The demo's part for a person: two small audits of the invented figures that wait for auditor "you"."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

from sqlalchemy.orm import Session

from auditor.audits.campaign import campaigns, create_campaign
from auditor.audits.design import CampaignSpec
from auditor.audits.queue import waiting_for
from auditor.audits.seal import seal_campaign
from auditor.cli.window import leave, require_display
from pipeline.cli.front import open_project, warn
from pipeline.errors import ExpectedError
from pipeline.store.queries import population_rows
from pipeline.vocabulary import CampaignState

YOU = "you"
BOXES = "panel-boxes"
TRIES = {"try-it": ("is-diagram", 10), "try-boxes": (BOXES, 5)}  # name -> task, number of figures
LETTERED = 'caption ~ "(b)" or caption ~ "; b "'  # captions that name parts: there is something to draw boxes around
LEAST_LETTERED = 3
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
        leave(project.resolve(), auditor=YOU, campaign="")


def tries_text(project: Path) -> str:
    """What waits for auditor "you", and the line that opens it, to be given in any folder."""
    with open_project(project) as workspace:
        waiting = [each for each in workspace.read(waiting_for, YOU) if each.left]
    if not waiting:
        return f"The small audits of auditor “{YOU}” are answered. This opens the window on them:\n{_opening(project)}"
    said = " and ".join(f"{each.campaign} ({each.left} of {each.total} figures left)" for each in waiting)
    audits = "A small audit waits" if len(waiting) == 1 else f"{len(waiting)} small audits wait"
    return f"{audits} for auditor “{YOU}”, {said}:\n{_opening(project)}"


def _opening(project: Path) -> str:
    return f"$ {command()} open --project {shlex.quote(str(project.resolve()))} --auditor {YOU}"


def command() -> str:
    """How the program that runs now is called in this terminal: by its name where that is found, else by its path."""
    own = Path(sys.argv[0]).absolute()
    if own.stem != "figaudit":
        return f"{shlex.quote(sys.executable)} -m auditor"
    found = shutil.which("figaudit")
    return "figaudit" if found and Path(found).resolve() == own.resolve() else shlex.quote(str(own))


def _make_tries(session: Session, seed: int) -> None:
    states = {campaign.name: campaign.state for campaign in campaigns(session)}
    for name, (task, wanted) in TRIES.items():
        if name not in states:
            population, figures = _to_try(session, task)
            size = min(wanted, figures)
            spec = CampaignSpec(auditors=(YOU,), population=population, size=size, seed=seed, task=task, name=name)
            create_campaign(session, spec)
        if states.get(name, CampaignState.DRAFT) == CampaignState.DRAFT:
            seal_campaign(session, name)


def _to_try(session: Session, task: str) -> tuple[str, int]:
    """Which figures a small audit is about, and their number; all of them where hardly one has lettered parts."""
    if task == BOXES:
        lettered = len(population_rows(session, LETTERED, [], accepted_from="native"))
        if lettered >= LEAST_LETTERED:
            return LETTERED, lettered
    return "", len(population_rows(session, "", [], accepted_from="native"))
