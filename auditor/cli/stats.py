"""`figaudit stats`: the statistics of the reports for numbers typed in or tables from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from auditor.cli.stats_tables import PairTable, read_pairs, read_strata
from pipeline.cli.front import JsonOption, ProjectOption, emit, new_app
from pipeline.errors import ExpectedError, UsageError

app = new_app("Intervals and agreement for numbers typed in or tables from elsewhere, computed as in reports.")

ConfidenceOption = Annotated[
    float, typer.Option("--confidence", help="Confidence level, between 0 and 1.", show_default=True)
]
TableArgument = Annotated[Path, typer.Argument(metavar="T.csv", show_default=False)]


@contextmanager
def _explained(kind: type[ExpectedError] = UsageError) -> Iterator[None]:
    """Turn what the statistics refuse (counts or levels that cannot be) into an error a person can act on."""
    try:
        yield
    except ValueError as error:
        raise kind(str(error)) from error


@app.command(epilog="Example:  figaudit stats wilson 81 263")
def wilson(
    successes: Annotated[int, typer.Argument(metavar="SUCCESSES", help="Records found correct.", show_default=False)],
    trials: Annotated[int, typer.Argument(metavar="TRIALS", help="Records audited.", show_default=False)],
    confidence: ConfidenceOption = 0.95,
    population: Annotated[
        int | None,
        typer.Option(help="Number of all records: corrects for drawing without replacement.", show_default=False),
    ] = None,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the Wilson (score) interval of one proportion."""
    del project  # every command takes it, this one needs no project
    from auditor.reports.document import as_text
    from auditor.reports.single import single_facts, single_proportion, single_record

    with _explained():
        result = single_proportion(successes, trials, confidence=confidence, population=population)
    emit(as_text([single_facts(result)]).rstrip("\n"), single_record(result), as_json=as_json)


@app.command(epilog="Example:  figaudit stats stratified strata.csv --no-fpc")
def stratified(
    table: TableArgument,
    fpc: Annotated[
        bool, typer.Option("--fpc/--no-fpc", help="Correct for drawing without replacement from N records.")
    ] = True,
    confidence: ConfidenceOption = 0.95,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the precision of a stratified audit with its score interval, and other intervals beside it.

    T.csv has the columns stratum, N (records), n (audited), correct.
    """
    del project  # every command takes it, this one needs no project
    from auditor.reports import comparison
    from auditor.reports.document import as_text

    strata = read_strata(table)
    if not any(stratum.population for stratum in strata):
        raise ExpectedError(f"{table}: no stratum holds a record (N is 0 everywhere)")
    with _explained():
        result = comparison.compare(strata, confidence=confidence, fpc=fpc)
    emit(as_text(comparison.blocks(result)).rstrip("\n"), comparison.record(result), as_json=as_json)


@app.command(epilog="Example:  figaudit stats kappa labels.csv")
def kappa(
    table: TableArgument,
    confidence: ConfidenceOption = 0.95,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print Cohen's kappa of two raters with its interval and companions.

    T.csv holds two columns of labels (one line per item, the first line may name the raters) or a square table of
    counts (first rater in the rows), with or without category names; the output says which was read.
    """
    del project  # every command takes it, this one needs no project
    from auditor.reports.agreement import agreement_card, card_blocks, card_record
    from auditor.reports.document import Sentence, as_text

    pairs = read_pairs(table)
    with _explained():
        card = agreement_card(pairs.raters, pairs.categories, pairs.counts, confidence=confidence)
    page = [Sentence(_reading(table, pairs)), *card_blocks(card)]
    record = {"reading": pairs.reading, "left_out": pairs.left_out, **card_record(card)}
    emit(as_text(page).rstrip("\n"), record, as_json=as_json)


def _reading(table: Path, pairs: PairTable) -> str:
    text = f"{table.name} was read as {pairs.reading}."
    if pairs.left_out:
        text += f" Lines without a label from both raters were left out: {pairs.left_out}."
    return text
