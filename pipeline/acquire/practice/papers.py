"""Six small practice papers as PDFs with a metadata table beside them, and the truth about every figure."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from pipeline.acquire.practice.ink import ink_boxes
from pipeline.acquire.practice.manuscript import DrawnFigure, Manuscript
from pipeline.acquire.practice.plans import PLANS, PaperPlan
from pipeline.acquire.practice.truth import FigureTruth, PaperTruth, PracticeSet, write_truth
from pipeline.acquire.practice.writer import PageDrawing, write_pdf
from pipeline.vocabulary import FigureKind

METADATA = "papers.csv"
COLUMNS = ("file", "title", "venue", "year", "decision", "licence", "doi", "url", "bibtex")
_PRACTICE = 20_000  # keeps this stream of random numbers apart from other uses of the same seed


def write_practice_papers(folder: Path, *, seed: int, truth: Path | None = None) -> PracticeSet:
    """Draws the six papers and `papers.csv` into the folder and returns what they hold.

    The same seed gives the same bytes. `truth` names a JSON file for the answers; keep it out of the folder that
    is added to a project. Raises OSError when a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    papers = tuple(_write_paper(plan, folder, (_PRACTICE, seed, number)) for number, plan in enumerate(PLANS, 1))
    metadata = folder / METADATA
    metadata.write_text(_metadata_table(), encoding="utf-8", newline="")
    if truth is not None:
        write_truth(papers, truth)
    return PracticeSet(folder, metadata, papers)


def _write_paper(plan: PaperPlan, folder: Path, seed: tuple[int, ...]) -> PaperTruth:
    manuscript = Manuscript(plan, seed)
    pages = manuscript.set()
    write_pdf(pages, folder / plan.file, title=plan.title)
    figures = _figures_of(manuscript)
    return PaperTruth(plan.file, plan.title, len(pages), figures, tuple(manuscript.mentions))


def _figures_of(manuscript: Manuscript) -> tuple[FigureTruth, ...]:
    sheet = manuscript.plan.sheet
    places = {place.name: place for place in manuscript.composer.placed}
    wanted = [(figure, places[figure.number]) for figure in manuscript.figures]
    inks = ink_boxes([PageDrawing(sheet.width, sheet.height, place.commands) for _, place in wanted])
    found = []
    for (figure, place), ink in zip(wanted, inks, strict=True):
        if ink is None:
            raise RuntimeError(f"{manuscript.plan.file}: figure {figure.number} was drawn without ink")
        found.append(
            FigureTruth(
                label=f"Figure {figure.number}",
                printed_label=f"{manuscript.plan.label.word} {figure.number}",
                page=place.page,
                bbox=ink,
                caption=figure.caption,
                caption_bbox=place.caption_box,
                kind=figure.plan.kind,
                compound=figure.plan.panels is not None,
                panels=tuple(letter.strip("()") for letter in figure.letters),
                raster=_is_raster(figure),
            )
        )
    return tuple(found)


def _is_raster(figure: DrawnFigure) -> bool:
    return figure.plan.raster or (figure.plan.kind is FigureKind.PHOTO and figure.plan.panels is None)


def _metadata_table() -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    for number, plan in enumerate(PLANS, 1):
        doi = f"10.5555/figaudit.practice.{number}"
        url = f"https://example.org/figaudit/practice/{number}"
        row = (plan.file, plan.title, plan.venue, plan.year, plan.decision, "CC0-1.0", doi, url, _bibtex(plan, number))
        table.writerow(row)
    return out.getvalue()


def _bibtex(plan: PaperPlan, number: int) -> str:
    authors = " and ".join(plan.authors)
    word = re.sub(r"[^a-z]", "", plan.title.split()[0].lower())
    return (
        f"@misc{{practice{number}{word}, title={{{plan.title}}}, author={{{authors}}}, year={{{plan.year}}}, "
        f"howpublished={{{plan.venue}}}, note={{invented}}}}"
    )
