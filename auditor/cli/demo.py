"""`figaudit demo`: six invented papers through the whole line, by the same commands that a user gives."""

from __future__ import annotations

import csv
import hashlib
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from sqlalchemy.orm import Session

from auditor.audits.adjudication import open_items
from auditor.audits.campaign import campaigns as all_campaigns
from auditor.audits.gate import find_gate
from auditor.cli.adjudicate import adjudicate
from auditor.cli.campaigns import create, items, seal
from auditor.cli.demo_desk import make_tries, open_for_you, tries_text
from auditor.cli.releases import build, verify
from auditor.cli.reports import report
from auditor.cli.verdicts import import_file
from pipeline.cli import stages
from pipeline.cli.front import emit, new_app, open_project
from pipeline.cli.practice import true_kinds, write_papers
from pipeline.errors import ExpectedError
from pipeline.settings import FILE
from pipeline.store.queries import population_rows

app = new_app("The whole line on invented papers.")

SEED = 7
CAMPAIGN = "practice"
VERSION = "1.0.0"
AUDITORS = {"first": 0.04, "second": 0.10}  # how often each practice auditor errs
UNSURE = 0.04
DEFAULT_FOLDER = Path("figaudit-demo")
ERROR_MODES = {"plot": "plot", "photo": "photo-like", "screenshot": "screenshot", "table": "table"}
POPULATION = "native.label = diagram"
STRATA = "native.confidence@0.9"
NOTICE = (
    "Everything in this demo is invented: papers, figures and venues are drawn by code, and the two auditors are\n"
    "simulated with a known share of slips. No number here says anything about real papers."
)


@app.command()
def demo(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the demo goes.")] = DEFAULT_FOLDER,
    headless: Annotated[bool, typer.Option("--headless", help="Print the report, open no window.")] = False,
) -> None:
    """Draw six invented papers, run the whole line on them with two simulated auditors, print the report.

    On a display the window then opens on two small audits. A demo that was stopped goes on where it stood; a finished
    one prints its report again.

    Example: figaudit demo --headless
    """
    folder = folder.expanduser()
    project = folder / "project"
    _say(f"{NOTICE}\n")
    _refuse_strangers(folder)
    _papers_in(folder, project)
    _audit(folder, project)
    _show(["report", CAMPAIGN], report, campaign=CAMPAIGN, project=project)
    _release(project)
    make_tries(project, SEED)
    _say(f"\nThe demo lies in {folder}; look around with --project {shlex.quote(str(project))}.\n{NOTICE}")
    _say(f"\n{tries_text(project)}")
    if not headless:
        open_for_you(project)


def _refuse_strangers(folder: Path) -> None:
    """A folder that holds something else is not to be filled with a demo."""
    if folder.exists() and not folder.is_dir():
        raise ExpectedError(f"{folder} is a file; name a folder for the demo")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "papers").is_dir():
        raise ExpectedError(f"{folder} holds other things; name an empty or new folder for the demo")


def _papers_in(folder: Path, project: Path) -> None:
    papers, truth = folder / "papers", folder / "truth.json"
    if not truth.exists():
        count = write_papers(papers, truth, seed=SEED)
        _say(f"Drew {count} invented papers into {papers}")
    if not (project / FILE).exists():
        _show(["init", str(project)], stages.init, folder=project)
    _show(["add", str(papers)], stages.add, paths=[papers], project=project)
    _show(["run"], stages.run, project=project)


def _audit(folder: Path, project: Path) -> None:
    with open_project(project) as workspace:
        states = workspace.read(_states)
        size = min(12, len(workspace.read(population_rows, POPULATION, [], accepted_from="native")))
    if CAMPAIGN not in states:
        options: dict[str, Any] = {
            "population": POPULATION,
            "strata": STRATA,
            "size": size,
            "overlap": 0.5,
            "auditors": ",".join(AUDITORS),
            "seed": SEED,
            "name": CAMPAIGN,
        }
        _show(["campaign", "create", *_flags(options)], create, **options, project=project)
    if states.get(CAMPAIGN, "draft") == "draft":
        _show(["campaign", "seal", CAMPAIGN], seal, campaign=CAMPAIGN, project=project)
    with open_project(project) as workspace:
        kinds = true_kinds(folder / "truth.json", workspace)
    for auditor in AUDITORS:
        sheet, answers = folder / f"items-{auditor}.csv", folder / f"verdicts-{auditor}.csv"
        _show(
            ["campaign", "items", CAMPAIGN, "--auditor", auditor, "--out", str(sheet)],
            items,
            campaign=CAMPAIGN,
            auditor=auditor,
            out=sheet,
            project=project,
        )
        _answer(sheet, answers, auditor, kinds)
        _show(["verdicts", "import", str(answers)], import_file, file=answers, project=project)
    _settle(project, kinds)


def _states(session: Session) -> dict[str, str]:
    return {campaign.name: campaign.state for campaign in all_campaigns(session)}


def _settle(project: Path, kinds: dict[str, str | None]) -> None:
    """A simulated lead settles what the auditors disagree on or cannot tell, by the truth."""
    with open_project(project) as workspace:
        unsettled = workspace.read(lambda session: open_items(session, find_gate(session, CAMPAIGN)))
    for item in (one for one in unsettled if one.decision is None):
        kind = kinds.get(item.image)
        options: dict[str, Any] = {
            "item": item.item,
            "answer": "yes" if kind == "diagram" else "no",
            "by": "lead",
            "reason": "the practice truth",
            "error_mode": None if kind == "diagram" else _mode(kind),
        }
        given = {name.replace("_", "-"): value for name, value in options.items() if value is not None}
        words = ["adjudicate", CAMPAIGN, *_flags(given)]
        _show(words, adjudicate, campaign=CAMPAIGN, **options, project=project)


def _answer(sheet: Path, answers: Path, auditor: str, kinds: dict[str, str | None]) -> None:
    """A simulated auditor fills in the sheet: knows the truth, errs now and then, always the same way."""
    with sheet.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    with answers.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["campaign", "item", "auditor", "answer", "error_mode", "note"])
        for row in rows:
            kind = kinds.get(row["image"])
            answer = _judged(kind == "diagram", _chance(auditor, row["item"]), AUDITORS[auditor])
            mode = _mode(kind) if answer == "no" else ""
            writer.writerow([CAMPAIGN, row["item"], auditor, answer, mode, ""])


def _judged(is_diagram: bool, chance: float, slips: float) -> str:
    if chance < UNSURE:
        return "unsure"
    return "yes" if is_diagram != (chance < UNSURE + slips) else "no"


def _mode(kind: str | None) -> str:
    return ERROR_MODES.get(kind or "", "other")


def _chance(auditor: str, item: str) -> float:
    """A number in [0, 1) that belongs to auditor and item."""
    return int(hashlib.sha256(f"{SEED}|{auditor}|{item}".encode()).hexdigest()[:8], 16) / 16**8


def _release(project: Path) -> None:
    if not (project / "releases" / f"{CAMPAIGN}-{VERSION}").exists():
        _show(
            ["release", "build", CAMPAIGN, "--version", VERSION, "--campaign", CAMPAIGN],
            build,
            name=CAMPAIGN,
            version=VERSION,
            campaign=[CAMPAIGN],
            project=project,
        )
    _show(["release", "verify", CAMPAIGN, VERSION], verify, release=CAMPAIGN, version=VERSION, project=project)


def _show(words: list[str], command: Callable[..., object], **options: Any) -> None:
    """Say which command comes, then run it."""
    project = options.get("project")
    place = ["--project", str(project)] if project is not None else []
    _say(f"\n$ figaudit {shlex.join([*words, *place])}")
    command(**options)


def _flags(options: dict[str, Any]) -> list[str]:
    return [word for name, value in options.items() for word in (f"--{name}", str(value))]


def _say(text: str) -> None:
    emit(text, {}, as_json=False)
    sys.stdout.flush()
