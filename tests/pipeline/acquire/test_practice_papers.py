from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from pipeline.acquire.practice.manuscript import Manuscript
from pipeline.acquire.practice.papers import COLUMNS, write_practice_papers
from pipeline.acquire.practice.plans import PLANS
from pipeline.acquire.practice.truth import FigureTruth, PaperTruth, PracticeSet
from pipeline.acquire.practice.writer import write_pdf
from pipeline.geometry import Box
from pipeline.pdf import open_pdf
from pipeline.vocabulary import FigureKind


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> PracticeSet:
    folder = tmp_path_factory.mktemp("practice")
    return write_practice_papers(folder / "papers", seed=7, truth=folder / "truth.json")


def page_texts(folder: Path, paper: PaperTruth) -> list[str]:
    with open_pdf(folder / paper.file) as document:
        pages = [document.page(number, drawings=False) for number in range(1, document.pages + 1)]
    return [flowing(" ".join(line.text for line in page.lines)) for page in pages]


def flowing(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").split())


def paired(drawn: PracticeSet) -> list[tuple[PaperTruth, FigureTruth]]:
    return [(paper, figure) for paper in drawn.papers for figure in paper.figures]


def test_same_seed_gives_the_same_bytes(drawn: PracticeSet, tmp_path: Path):
    again = write_practice_papers(tmp_path / "again", seed=7)
    assert again.papers == drawn.papers
    for mine, yours in zip(drawn.files, again.files, strict=True):
        assert mine.read_bytes() == yours.read_bytes()
    assert drawn.metadata.read_bytes() == again.metadata.read_bytes()


def test_another_seed_draws_another_paper(drawn: PracticeSet, tmp_path: Path):
    pages = Manuscript(PLANS[2], (8, 3)).set()
    write_pdf(pages, tmp_path / "other.pdf")
    assert (tmp_path / "other.pdf").read_bytes() != drawn.files[2].read_bytes()


def test_six_papers_of_two_to_five_pages_and_nothing_but_them_and_their_table(drawn: PracticeSet):
    assert len(drawn.papers) == 6
    assert all(2 <= paper.pages <= 5 for paper in drawn.papers)
    assert sorted(path.name for path in drawn.folder.iterdir()) == sorted(
        [*(paper.file for paper in drawn.papers), "papers.csv"]
    )
    for paper in drawn.papers:
        with open_pdf(drawn.folder / paper.file) as document:
            assert document.pages == paper.pages


def test_the_metadata_table_names_every_file_and_each_venue_twice(drawn: PracticeSet):
    with drawn.metadata.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert tuple(rows[0]) == COLUMNS
    assert [row["file"] for row in rows] == [paper.file for paper in drawn.papers]
    assert set(Counter(row["venue"] for row in rows).values()) == {2}
    assert all(row["title"] in row["bibtex"] for row in rows)


def test_every_kind_occurs_and_diagrams_and_plots_fill_their_strata(drawn: PracticeSet):
    kinds = Counter(figure.kind for _, figure in paired(drawn))
    assert set(kinds) == set(FigureKind)
    assert sum(kinds.values()) >= 40
    assert kinds[FigureKind.DIAGRAM] >= 12
    assert kinds[FigureKind.PLOT] >= 10


def test_numbers_run_from_one_without_gaps_and_the_appendix_has_its_own(drawn: PracticeSet):
    for paper in drawn.papers:
        main = [figure.label for figure in paper.figures if "S" not in figure.label.split()[1]]
        assert main == [f"Figure {number}" for number in range(1, len(main) + 1)]
    assert [f.label for _, f in paired(drawn) if f.label.startswith("Figure S")] == ["Figure S1", "Figure S2"]


def test_figure_boxes_equal_the_ink_on_the_printed_page(drawn: PracticeSet):
    for paper in drawn.papers:
        with open_pdf(drawn.folder / paper.file) as document:
            for figure in paper.figures:
                around = figure.bbox.grow(2.5)
                dark = document.grey(figure.page, around, dpi=144) < 245
                rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
                ink = Box(columns[0] / 2, rows[0] / 2, (columns[-1] + 1) / 2, (rows[-1] + 1) / 2)
                found = Box(ink.x0 + around.x0, ink.y0 + around.y0, ink.x1 + around.x0, ink.y1 + around.y0)
                assert found.as_tuple() == pytest.approx(figure.bbox.as_tuple(), abs=0.51), (paper.file, figure.label)


def test_captions_stand_clear_of_their_figures_and_above_them_in_one_paper(drawn: PracticeSet):
    above = Counter(
        paper.file for paper, figure in paired(drawn) if figure.caption_bbox.y1 < figure.bbox.y0 and figure.caption
    )
    assert list(above) == ["practice_05_paper_boats.pdf"]
    assert above["practice_05_paper_boats.pdf"] == len(drawn.papers[4].figures)
    for paper, figure in paired(drawn):
        assert not figure.bbox.overlaps(figure.caption_bbox), (paper.file, figure.label)


def test_figures_do_not_overlap_each_other_or_leave_the_page(drawn: PracticeSet):
    for paper in drawn.papers:
        for index, figure in enumerate(paper.figures):
            assert Box(0, 0, 612, 842).contains(figure.bbox)
            for other in paper.figures[:index]:
                assert other.page != figure.page or not other.bbox.overlaps(figure.bbox)


def test_captions_are_in_the_text_layer_inside_their_boxes(drawn: PracticeSet):
    for paper in drawn.papers:
        with open_pdf(drawn.folder / paper.file) as document:
            pages = [document.page(number) for number in range(1, document.pages + 1)]
        for figure in paper.figures:
            words = [word for word in pages[figure.page - 1].words if figure.caption_bbox.contains(word.box, slack=3.0)]
            read = "".join(word.text for word in words).replace("-", "")
            assert read == figure.caption.replace(" ", "").replace("-", ""), (paper.file, figure.label)
            assert figure.caption.startswith(figure.printed_label)


def test_every_mention_is_in_the_text_layer_of_its_page_and_cites_real_figures(drawn: PracticeSet):
    for paper in drawn.papers:
        texts = page_texts(drawn.folder, paper)
        known = {figure.label.split()[1] for figure in paper.figures}
        cited = set()
        for mention in paper.mentions:
            assert mention.text in texts[mention.page - 1], (paper.file, mention)
            numbers = {identifier.rstrip("abcdefABCDEF") for identifier in mention.ids}
            assert numbers <= known, mention
            cited |= numbers
        assert cited == known


def test_label_styles_differ_between_papers(drawn: PracticeSet):
    styles = {
        paper.figures[2].caption.split("3", 1)[0] + "3" + paper.figures[2].caption.split("3", 1)[1][:2]
        for paper in drawn.papers
    }
    assert styles == {"Figure 3: ", "Fig. 3. ", "FIG. 3. ", "Figure 3 |", "Figure 3. ", "Fig. 3: "}


def test_the_truth_file_holds_what_is_returned(drawn: PracticeSet):
    stored = json.loads((drawn.folder.parent / "truth.json").read_text(encoding="utf-8"))
    assert [paper["file"] for paper in stored["papers"]] == [paper.file for paper in drawn.papers]
    first = stored["papers"][0]["figures"][0]
    assert first["kind"] == drawn.papers[0].figures[0].kind
    assert first["bbox"]["x0"] == drawn.papers[0].figures[0].bbox.x0
