"""`figaudit campaign`: plan, create, seal, pause, resume, close, list and show audits, and hand their items out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.allocation import parse_allocation
from auditor.audits.assignment import reassign_skipped
from auditor.audits.campaign import campaigns, create_campaign, find_campaign, move_campaign, spec_of
from auditor.audits.design import CampaignSpec, Plan, make_plan, plan_record
from auditor.audits.gate import find_gate, require_open, require_sealed
from auditor.audits.handout import copy_images, task_file, task_text
from auditor.audits.judges import require_scores
from auditor.audits.progress import BoxProgress, Progress, asks_for_boxes, box_progress_of, progress_of
from auditor.audits.projection import BlindItem, blind_items, items_csv
from auditor.audits.queue import require_auditor
from auditor.audits.seal import seal_campaign
from auditor.audits.strata import stratum_name
from auditor.audits.tasks import load_task
from auditor.audits.verdicts import answers_task
from pipeline.cli.front import JsonOption, ProjectOption, emit, new_app, open_project, output_file, warn
from pipeline.errors import UsageError
from pipeline.files import write_atomically
from pipeline.store.designs import Campaign, Stratum
from pipeline.vocabulary import CampaignState
from pipeline.workspace import Workspace

app = new_app("Blind audits: draw figures by a sealed design and hand them to auditors.")

CampaignArgument = Annotated[str, typer.Argument(metavar="CAMPAIGN", help="Its name or id.")]
Population = Annotated[
    str, typer.Option(metavar="QUERY", help='Which figures, for example "native.label = diagram". [default: all]')
]
Strata = Annotated[
    str,
    typer.Option(metavar="COLUMNS", help="Columns of the strata; numbers after @ cut a column into bands."),
]
Size = Annotated[int | None, typer.Option(min=1, help="Number of items to draw.")]
AllocationText = Annotated[
    str, typer.Option("--allocation", metavar="RULE", help="proportional, equal, or by hand: NAME=n,NAME=n or JSON.")
]
Overlap = Annotated[float, typer.Option(help="Share of the items that every auditor judges, 0 to 1.")]
Auditors = Annotated[str, typer.Option(metavar="NAMES", help="The auditors, separated by commas.")]
Seed = Annotated[int, typer.Option(help="Any whole number; the same seed repeats the draw.")]
TaskName = Annotated[str, typer.Option("--task", help="What is asked: is-diagram, figure-type or panel-boxes.")]
JudgeName = Annotated[
    str | None,
    typer.Option("--judge", metavar="NAME", help="Whose labels are audited. [default: accepted_from of the project]"),
]
Name = Annotated[str | None, typer.Option(help="A name of your own. [default: audit-1, audit-2, …]")]


@app.command()
def plan(
    population: Population = "",
    strata: Strata = "",
    size: Size = None,
    allocation: AllocationText = "proportional",
    overlap: Overlap = 0.0,
    task: TaskName = "is-diagram",
    judge: JudgeName = None,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the strata and shares that a design would have, and write nothing.

    Example: figaudit campaign plan --population "native.label = diagram" --strata venue --size 500
    """
    with open_project(project) as workspace:
        spec = CampaignSpec(
            auditors=(),
            population=population,
            strata=strata,
            size=size,
            allocation=parse_allocation(allocation),
            overlap=overlap,
            task=task,
            accepted_from=_judge(workspace, judge),
        )
        made = workspace.read(make_plan, spec)
    emit(_plan_text(made), plan_record(made), as_json=as_json)


@app.command()
def create(
    auditors: Auditors,
    population: Population = "",
    strata: Strata = "",
    size: Size = None,
    allocation: AllocationText = "proportional",
    overlap: Overlap = 0.0,
    seed: Seed = 1,
    task: TaskName = "is-diagram",
    judge: JudgeName = None,
    name: Name = None,
    replace: Annotated[bool, typer.Option("--replace", help="Give the draft of this name a new design.")] = False,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a draft campaign and show its plan; nothing is drawn before `campaign seal`.

    Proportional and equal shares give each stratum at least 30 items (in small samples half of an equal share, but 2,
    or 1 when there are hardly more items than strata), or all it has.

    Example: figaudit campaign create --population "native.label = diagram" --strata
    venue,native.confidence@0.5,0.7,0.85 --size 60 --overlap 0.5 --auditors first,second --seed 7
    """
    with open_project(project) as workspace:
        spec = CampaignSpec(
            auditors=tuple(auditors.split(",")),
            population=population,
            strata=strata,
            size=size,
            allocation=parse_allocation(allocation),
            overlap=overlap,
            seed=seed,
            task=task,
            name=name,
            accepted_from=_judge(workspace, judge),
        )
        campaign, made = workspace.write(create_campaign, spec, replace=replace)
    head = f"campaign {campaign.name} ({campaign.campaign_id}) is a draft"
    step = f"next: figaudit campaign seal {campaign.name}"
    emit(f"{head}\n\n{_plan_text(made)}\n{step}", {**_record(campaign), **plan_record(made)}, as_json=as_json)


def _judge(workspace: Workspace, asked: str | None) -> str:
    """The judge whose labels are audited; one that is named must have scored something."""
    if asked is not None:
        workspace.read(require_scores, asked)
    return asked or workspace.settings.accepted_from


@app.command()
def seal(campaign: CampaignArgument, project: ProjectOption = None, as_json: JsonOption = False) -> None:
    """Draw the items, hand them out and freeze the design; verdicts are taken from now on.

    Example: figaudit campaign seal audit-1
    """
    with open_project(project) as workspace:
        sealed, made = workspace.write(seal_campaign, campaign)
        steps = "".join(_next_step(sealed, auditor) for auditor in sealed.auditors)
    head = f"campaign {sealed.name} is sealed: {made.size} items drawn, seal {sealed.seal_hash}"
    emit(f"{head}\n\n{_plan_text(made)}{steps}", {**_record(sealed), **plan_record(made)}, as_json=as_json)


def _next_step(campaign: Campaign, auditor: str) -> str:
    if asks_for_boxes(campaign):
        return f"\nnext: figaudit open --auditor {auditor}, page Panels"
    by_file = f"figaudit campaign items {campaign.name} --auditor {auditor} --out {auditor}.csv"
    return f"\nnext: figaudit open --auditor {auditor}, or by file: {by_file}"


@app.command()
def pause(campaign: CampaignArgument, project: ProjectOption = None, as_json: JsonOption = False) -> None:
    """Take no verdicts until `campaign resume`.

    Example: figaudit campaign pause audit-1
    """
    _move(project, campaign, CampaignState.PAUSED, as_json=as_json)


@app.command()
def resume(campaign: CampaignArgument, project: ProjectOption = None, as_json: JsonOption = False) -> None:
    """Take verdicts again after `campaign pause`.

    Example: figaudit campaign resume audit-1
    """
    _move(project, campaign, CampaignState.SEALED, as_json=as_json)


@app.command()
def close(campaign: CampaignArgument, project: ProjectOption = None, as_json: JsonOption = False) -> None:
    """End the judging for good; disagreements can still be settled.

    Example: figaudit campaign close audit-1
    """
    _move(project, campaign, CampaignState.CLOSED, as_json=as_json)


def _move(project: Path | None, name: str, state: CampaignState, *, as_json: bool) -> None:
    with open_project(project) as workspace:
        campaign = workspace.write(move_campaign, name, state)
    emit(f"campaign {campaign.name} is {campaign.state}", _record(campaign), as_json=as_json)


@app.command("list")
def list_campaigns(project: ProjectOption = None, as_json: JsonOption = False) -> None:
    """List the campaigns of the project.

    Example: figaudit campaign list
    """
    with open_project(project) as workspace:
        found = workspace.read(_all)
    lines = [
        f"{campaign.name:<20} {campaign.state:<7} {campaign.task:<12} {campaign.size:>6} items  "
        f"{sum(each.done for each in progress)} of {sum(each.total for each in progress)} "
        f"{'finished' if asks_for_boxes(campaign) else 'verdicts'}  "
        f"{campaign.campaign_id}"
        for campaign, progress in found
    ]
    records = [{**_record(campaign), "progress": _progress_records(progress)} for campaign, progress in found]
    emit("\n".join(lines) or "no campaign yet; `figaudit campaign create`", {"campaigns": records}, as_json=as_json)


def _all(session: Session) -> list[tuple[Campaign, list[Progress]]]:
    return [(campaign, progress_of(session, campaign)) for campaign in campaigns(session)]


@app.command()
def show(campaign: CampaignArgument, project: ProjectOption = None, as_json: JsonOption = False) -> None:
    """Show a campaign's design, state and progress, but no verdict.

    Example: figaudit campaign show audit-1
    """
    with open_project(project) as workspace:
        text, record = workspace.read(_show, campaign)
    emit(text, record, as_json=as_json)


def _show(session: Session, name: str) -> tuple[str, dict[str, Any]]:
    campaign = find_campaign(session, name)
    progress = progress_of(session, campaign)
    record = {**_record(campaign), "progress": _progress_records(progress)}
    if campaign.state == CampaignState.DRAFT:
        made = make_plan(session, spec_of(campaign))
        return f"{_design_text(campaign)}\n\n{_plan_text(made)}", {**record, **plan_record(made)}
    strata = session.scalars(select(Stratum).where(Stratum.campaign_id == campaign.id).order_by(Stratum.position)).all()
    rows = [(stratum_name(each.value), each.size, each.sampled) for each in strata]
    record["strata"] = [
        {"value": each.value, "name": stratum_name(each.value), "size": each.size, "sampled": each.sampled}
        for each in strata
    ]
    done = "\n".join(
        f"  {each.auditor:<20} {each.done} of {each.total} judged, {each.skipped} skipped, {each.waiting} waiting"
        for each in progress
    )
    if asks_for_boxes(campaign):
        boxes = box_progress_of(session, campaign)
        record["boxes"] = [asdict(each) for each in boxes]
        done = "\n".join(_boxes_text(each) for each in boxes)
    return f"{_design_text(campaign)}\n\n{_strata_text(rows)}\n\nprogress\n{done}", record


def _boxes_text(each: BoxProgress) -> str:
    return (
        f"  {each.auditor:<20} {each.done} of {each.total} with boxes, {each.no_panels} without panels, "
        f"{each.in_work} in work, {each.skipped} skipped, {each.waiting} waiting"
    )


@app.command()
def items(
    campaign: CampaignArgument,
    auditor: Annotated[str, typer.Option(help="Whose items.")],
    out: Annotated[Path | None, typer.Option(help="The CSV file to write. [default: standard output]")] = None,
    images: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Copy the images there; the file names these copies.")
    ] = None,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write an auditor's items as CSV, in that auditor's order: item, image, caption, contexts, and nothing else.

    The auditor adds the columns answer, error_mode and note; `figaudit verdicts import` reads them. With --out F.csv
    the question, guideline and answers go to F.task.txt; with --images DIR these three are all that an auditor needs.

    Example: figaudit campaign items audit-1 --auditor first --out first.csv --images first-images
    """
    if images is not None and out is None:
        raise UsageError("--images needs --out FILE: the paths in the file begin at its own folder")
    if as_json and out is None:
        raise UsageError("--json needs --out FILE: without it the items themselves go to standard output")
    with open_project(project) as workspace:
        gate, found = workspace.read(_items, campaign, auditor)
        _warn_of_missing_images(workspace, found)
        if images is not None and out is not None:
            found = copy_images(workspace.folder, found, images.absolute(), beside=out.absolute().parent)
    text = items_csv(found)
    if out is None:
        print(text, end="")  # noqa: T201 - the items are the command's output
        return
    task, told = load_task(gate.task), task_file(out)
    write_atomically(output_file(out), text.encode("utf-8"))
    write_atomically(told.absolute(), task_text(task).encode("utf-8"))
    record = {
        "campaign": gate.campaign_id,
        "auditor": auditor,
        "items": len(found),
        "file": str(out),
        "task_file": str(told),
        "images": None if images is None else str(images),
    }
    words = ", ".join(answer.word for answer in task.answers)
    modes = f"\nerror modes: {', '.join(mode.word for mode in task.error_modes)}" if task.error_modes else ""
    copied = f", images to {images}" if images is not None else ""
    emit(
        f"{len(found)} items of {auditor} written to {out}, the task to {told}{copied}\n"
        f"question: {task.question}\nanswers: {words}{modes}",
        record,
        as_json=as_json,
    )


def _items(session: Session, name: str, auditor: str) -> tuple[Any, list[BlindItem]]:
    gate = find_gate(session, name)
    answers_task(gate)
    require_sealed(gate)
    require_auditor(session, gate, auditor)
    return gate, blind_items(session, gate, auditor)


def _warn_of_missing_images(workspace: Workspace, found: Sequence[BlindItem]) -> None:
    missing = [item.image for item in found if not (workspace.folder / item.image).is_file()]
    if missing:
        warn(f"{len(missing)} images are missing in the project, the first is {missing[0]}; restore blobs from a copy")


@app.command()
def reassign(campaign: CampaignArgument, project: ProjectOption = None, as_json: JsonOption = False) -> None:
    """Give skipped items to an auditor who has not had them, at the end of that auditor's order.

    Example: figaudit campaign reassign audit-1
    """
    with open_project(project) as workspace:
        handed = workspace.write(_reassign, campaign)
    counts = {name: sum(each.given_to == name for each in handed) for name in sorted({h.given_to for h in handed})}
    told = ", ".join(f"{number} to {name}" for name, number in counts.items()) or "nothing to hand over"
    emit(f"skipped items handed over: {told}", {"handed": [asdict(each) for each in handed]}, as_json=as_json)


def _reassign(session: Session, name: str) -> list[Any]:
    require_open(find_gate(session, name))
    return reassign_skipped(session, find_campaign(session, name))


def _record(campaign: Campaign) -> dict[str, Any]:
    names = (
        *("campaign_id", "name", "state", "task", "population", "population_size", "strata_spec", "allocation"),
        *("size", "overlap", "auditors", "seed", "seal_hash", "sealed_at", "closed_at"),
    )
    return {name: getattr(campaign, name) for name in names}


def _progress_records(progress: Sequence[Progress]) -> list[dict[str, Any]]:
    return [{**asdict(each), "waiting": each.waiting} for each in progress]


def _design_text(campaign: Campaign) -> str:
    lines = {
        "campaign": f"{campaign.name} ({campaign.campaign_id}), {campaign.state}",
        "task": f"{campaign.task}: {load_task(campaign.task).question}",
        "population": f"{campaign.population or 'all figures'} ({campaign.population_size} figures)",
        "strata": campaign.strata_spec or "none",
        "sample": f"{campaign.size} items, {campaign.allocation['rule']}, seed {campaign.seed}",
        "auditors": f"{', '.join(campaign.auditors)}; overlap {campaign.overlap:g}",
        "seal": campaign.seal_hash or "not sealed",
    }
    return "\n".join(f"{name:<11} {said}" for name, said in lines.items())


def _plan_text(made: Plan) -> str:
    rows = [(stratum.name, stratum.size, stratum.sampled) for stratum in made.strata]
    twice = (
        f"{made.overlap_items} of {made.size} items are judged by every auditor"
        if made.overlap_items
        else "no item is judged by two auditors: agreement will not be known (`--overlap`)"
    )
    return "\n".join([_strata_text(rows), "", twice, *made.remarks])


def _strata_text(rows: Sequence[tuple[str, int, int]]) -> str:
    width = max(len("stratum"), *(len(name) for name, _, _ in rows))
    total = ("all", sum(size for _, size, _ in rows), sum(took for _, _, took in rows))
    lines = [f"{name:<{width}}  {size:>9}  {took:>6}" for name, size, took in [*rows, total]]
    return "\n".join([f"{'stratum':<{width}}  {'figures':>9}  {'items':>6}", *lines])
