"""`figaudit init`, `add`, `run`, `status`: from files to figures with machine labels."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from pipeline.acquire.importers import Dataset, ImportedFigure, RefusedRow, read_dataset
from pipeline.acquire.local import find_files
from pipeline.acquire.stage import Imported, forget_refusals, import_figures, register_files
from pipeline.acquire.tables import is_table
from pipeline.cli.front import JsonOption, ProjectOption, emit, leave, new_app, open_project, project_folder, warn
from pipeline.cli.progress import progress_for
from pipeline.errors import ExitCode, ExpectedError, UsageError
from pipeline.run import RunOptions, StageReport, figure_counts
from pipeline.run import run as run_stages
from pipeline.run import status as stage_status
from pipeline.vocabulary import FigureKind
from pipeline.workspace import Workspace, create_workspace

ROWS_A_FLUSH = 4_000  # one flush of the disk for so many images
ROWS_A_TRANSACTION = 500  # each is flushed to the disk, so not too few
SHOWN_FAILURES = 20

T = TypeVar("T")

app = new_app("Papers in: a project, its files, the stages.")


@app.command()
def init(
    folder: Annotated[Path | None, typer.Argument(help="The folder of the new project. [default: current]")] = None,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a new project: a folder with figaudit.toml and a database.

    Example: figaudit init my-project
    """
    target = project_folder(folder or project)
    create_workspace(target).close()
    emit(
        f"Made the project {target}\nNext: figaudit add PAPERS --project {target}",
        {"project": str(target)},
        as_json=as_json,
    )


@app.command()
def add(
    paths: Annotated[list[Path], typer.Argument(help="PDFs, folders, or tables (.csv, .jsonl).")],
    images: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The tables are datasets of images that lie in this folder.")
    ] = None,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Register PDFs (with a table that describes them), or take in an existing dataset of images.

    Examples: figaudit add papers/ · figaudit add data.jsonl --images images/
    """
    with open_project(project) as workspace:
        if images is None:
            _add_files(workspace, paths, as_json=as_json)
        else:
            _add_datasets(workspace, paths, images, as_json=as_json)


def _add_files(workspace: Workspace, paths: Sequence[Path], *, as_json: bool) -> None:
    found = find_files(paths)
    for remark in found.remarks:
        warn(remark)
    registered = workspace.write(register_files, found.files)
    text = (
        f"{len(found.files)} PDFs: {registered.new} new, {registered.changed} changed, {registered.known} known already"
        "\nNext: figaudit run"
    )
    emit(text, {**asdict(registered), "remarks": list(found.remarks)}, as_json=as_json)


def _add_datasets(workspace: Workspace, tables: Sequence[Path], images: Path, *, as_json: bool) -> None:
    totals: dict[str, int] = dict.fromkeys(("new", "changed", "known", "refused"), 0)
    refusals: list[str] = []
    labels: Counter[str] = Counter()
    for table in tables:
        if not is_table(table) or not table.is_file():
            raise UsageError(f"{table} is not a table; with --images name .csv or .jsonl files")
        _import(workspace, Dataset(table.absolute(), images.absolute(), workspace.blobs), totals, refusals, labels)
    text = (
        f"{sum(totals.values())} rows: {totals['new']} new, {totals['changed']} changed, "
        f"{totals['known']} known already, {totals['refused']} refused"
    )
    for refusal in refusals[:SHOWN_FAILURES]:
        warn(refusal)
    if len(refusals) > SHOWN_FAILURES:
        warn(f"… and {len(refusals) - SHOWN_FAILURES} more; `figaudit status` lists them all")
    strange = {label: count for label, count in sorted(labels.items()) if label not in set(FigureKind)}
    if strange:
        named = ", ".join(f"{label} ({count})" for label, count in strange.items())
        warn(f"labels outside the vocabulary ({', '.join(FigureKind)}), kept as they are: {named}")
    if labels:
        text += "\nTheir labels are those of a judge named imported: query imported.label, imported.confidence"
    emit(f"{text}\nNext: figaudit run", {**totals, "strange_labels": strange}, as_json=as_json)
    if refusals:
        leave(ExitCode.ITEMS_FAILED)


def _import(
    workspace: Workspace, dataset: Dataset, totals: dict[str, int], refusals: list[str], labels: Counter[str]
) -> None:
    name = str(dataset.table)
    workspace.write(forget_refusals, name)
    rows = _with_place(read_dataset(dataset), totals)
    while read := list(islice(rows, ROWS_A_FLUSH)):
        os.sync()  # images are on the disk before a row refers to them
        for start in range(0, len(read), ROWS_A_TRANSACTION):
            batch = read[start : start + ROWS_A_TRANSACTION]
            done: Imported = workspace.write(import_figures, batch, table=name)
            for key, count in asdict(done).items():
                totals[key] += count
        labels.update(row.label for row in read if isinstance(row, ImportedFigure) and row.label is not None)
        refusals.extend(
            f"{dataset.table.name} line {row.line}: {row.reason}" for row in read if isinstance(row, RefusedRow)
        )


def _with_place(rows: Iterator[T], totals: dict[str, int]) -> Iterator[T]:
    """The rows; an error that ends the table says how much of it is in the project already."""
    try:
        yield from rows
    except ExpectedError as error:
        there = sum(totals.values())
        kept = (
            f"{there:,} rows before it are in the project, the same command again goes on"
            if there
            else "nothing was taken"
        )
        raise ExpectedError(f"{error} ({kept})") from error


@app.command()
def run(
    retry_failed: Annotated[bool, typer.Option("--retry-failed", help="Try again what stands failed.")] = False,
    workers: Annotated[int | None, typer.Option(min=1, help="How many processes. [default: one a core]")] = None,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Acquire, extract and classify whatever is new or changed; stop it at any time, it goes on from there.

    Example: figaudit run --workers 2
    """
    with open_project(project) as workspace:
        reports = run_stages(workspace, RunOptions(retry_failed, workers), progress_for(as_json=as_json))
        counts = workspace.read(figure_counts)
    _show(reports, counts, as_json=as_json, every_reason=False)
    if any(report.failed for report in reports):
        leave(ExitCode.ITEMS_FAILED)


@app.command()
def status(project: ProjectOption = None, as_json: JsonOption = False) -> None:
    """Say where every stage stands: ok, skipped, failed with the reason, pending.

    Example: figaudit status
    """
    with open_project(project) as workspace:
        reports = stage_status(workspace)
        counts = workspace.read(figure_counts)
    _show(reports, counts, as_json=as_json, every_reason=True)


def _show(reports: list[StageReport], counts: dict[str, int], *, as_json: bool, every_reason: bool) -> None:
    record: dict[str, Any] = {"stages": {report.stage: asdict(report) for report in reports}, **counts}
    emit("\n".join(_status_lines(reports, counts, every_reason=every_reason)), record, as_json=as_json)


def _status_lines(reports: list[StageReport], counts: dict[str, int], *, every_reason: bool) -> Iterator[str]:
    yield f"{'stage':<10}{'in':>9}{'ok':>9}{'skipped':>9}{'failed':>9}{'pending':>9}"
    for report in reports:
        numbers = (report.candidates, report.ok, report.skipped, report.failed, report.pending)
        yield f"{report.stage:<10}" + "".join(f"{number:>9,}" for number in numbers)
    yield (
        f"{counts['figures']:,} figures from {counts['papers']:,} papers; {counts['without image']:,} without image, "
        f"{counts['without caption']:,} without caption, {counts['not mentioned']:,} not mentioned in the text"
    )
    for report in reports:
        reasons = [*(("failed", *one) for one in report.failures), *(("skipped", *one) for one in report.skips)]
        shown = reasons if every_reason else reasons[:SHOWN_FAILURES]
        for kind, name, reason in shown:
            yield f"{report.stage} {kind}: {name}: {reason.removeprefix(name + ': ')}"
        if len(shown) < len(reasons):
            yield f"… and {len(reasons) - len(shown):,} more; `figaudit status` lists them all"
