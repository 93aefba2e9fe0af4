"""`figaudit verdicts`: read auditors' answers from a file, write them back out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy.orm import Session

from auditor.audits.gate import campaign_gates, find_gate
from auditor.audits.intake import Intake, import_verdicts
from auditor.audits.verdict_exports import answers_csv, ledger_csv
from auditor.audits.verdict_files import VerdictFile, read_verdict_file
from pipeline.cli.front import JsonOption, ProjectOption, emit, new_app, open_project, output_file
from pipeline.errors import UsageError
from pipeline.files import write_atomically

app = new_app("Auditors' answers as files.")


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV or JSONL with the columns item, answer, …")],
    campaign: Annotated[str, typer.Option(help="Name or id, where the file does not say it.")] = "",
    auditor: Annotated[str, typer.Option(help="Who answered, where the file does not say it.")] = "",
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Record the answers of a file: columns campaign, item, auditor, answer, error_mode, note.

    Every row is checked first; wrong rows are named with their lines and then nothing is imported. The same file may
    be imported again: an answer that is there already changes nothing, a changed one supersedes it. `skip` with a note
    says why an item cannot be judged. Rows without an answer are left blank.

    Example: figaudit verdicts import first.csv --campaign audit-1 --auditor first
    """
    read = read_verdict_file(file)
    with open_project(project) as workspace:
        intake = workspace.write(import_verdicts, read, campaign=campaign, auditor=auditor)
    outcome = intake.outcome
    record = {
        "file": str(file),
        "rows": intake.rows,
        "recorded": outcome.recorded,
        "changed": outcome.changed,
        "already_recorded": outcome.repeated,
        "skipped": outcome.skipped,
        "left_blank": intake.blank,
        "ignored_columns": list(read.ignored),
    }
    emit(_text(file, read, intake), record, as_json=as_json)


def _text(file: Path, read: VerdictFile, intake: Intake) -> str:
    outcome = intake.outcome
    counts = {
        "recorded": outcome.recorded,
        "changed (the old answers are kept and superseded)": outcome.changed,
        "already recorded": outcome.repeated,
        "skipped with a reason": outcome.skipped,
        "left blank": intake.blank,
    }
    told = [f"  {number:>6} {what}" for what, number in counts.items() if number or what == "recorded"]
    ignored = [f"columns without a meaning here: {', '.join(read.ignored)}"] if read.ignored else []
    return "\n".join([f"{file}: {intake.rows} rows", *told, *ignored])


@app.command("export")
def export_file(
    campaign: Annotated[str | None, typer.Argument(metavar="[CAMPAIGN]", help="Name or id. [default: all]")] = None,
    out: Annotated[Path | None, typer.Option(help="The CSV file to write. [default: standard output]")] = None,
    full: Annotated[bool, typer.Option("--full", help="The whole ledger: superseded rows, times, hashes.")] = False,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the answers that count as CSV, in the form that `verdicts import` reads; the same answers, the same bytes.

    Example: figaudit verdicts export audit-1 --out verdicts.csv
    """
    if as_json and out is None:
        raise UsageError("--json needs --out FILE: without it the verdicts themselves go to standard output")
    with open_project(project) as workspace:
        text, rows = workspace.read(_export, campaign, full=full)
    if out is None:
        print(text, end="")  # noqa: T201 - the verdicts are the command's output
        return
    write_atomically(output_file(out), text.encode("utf-8"))
    emit(f"{rows} rows written to {out}", {"rows": rows, "file": str(out)}, as_json=as_json)


def _export(session: Session, campaign: str | None, *, full: bool) -> tuple[str, int]:
    chosen = campaign_gates(session) if campaign is None else [find_gate(session, campaign)]
    return (ledger_csv if full else answers_csv)(session, chosen)
