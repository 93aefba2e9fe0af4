from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pipeline.extract.paper import extract_paper
from pipeline.geometry import Box, iou
from pipeline.vocabulary import CaptionStatus, MentionStatus, NumberStatus

if TYPE_CHECKING:
    from tests.pipeline.extract.conftest import DrawnPaper


def labelled(path: Any) -> dict[str, Any]:
    return {figure.label: figure for figure in extract_paper(path, dpi=72).figures if figure.label}


def near(found: Box | None, drawn: tuple[float, float, float, float]) -> bool:
    return found is not None and iou(found, Box(*drawn)) >= 0.9


@pytest.mark.parametrize(
    "label",
    [
        "Figure 1: Growth of",
        "Fig. 1. Growth of",
        "FIG. 1. Growth of",
        "Figure 1 | Growth of",
        "FIGURE 1 / Growth of",
        "Fig. 1 Growth of",
    ],
)
def test_a_vector_figure_with_its_caption_below_is_found_in_every_label_style(paper: DrawnPaper, label: str):
    paper.new_page()
    y = paper.body(60, 80, 8, width=470, first="As Fig. 1 shows, nothing moved.")
    paper.plot((150, y + 10, 440, y + 190))
    paper.line(60, y + 210, f"{label} leaves over the days of the second run.", size=9)
    paper.body(60, y + 240, 10, width=470)
    figure = labelled(paper.save())["Figure 1"]
    assert near(figure.bbox, (150, y + 10, 440, y + 190))
    assert figure.caption == f"{label} leaves over the days of the second run."
    assert figure.caption_status is CaptionStatus.FOUND
    assert figure.mention_status is MentionStatus.FOUND
    assert [context.mention for context in figure.contexts] == ["1"]


def test_captions_above_are_found_by_the_document_and_not_given_the_text_below(paper: DrawnPaper):
    boxes = {}
    for number in (1, 2, 3):
        paper.new_page()
        paper.line(60, 70, f"Figure {number}. Leaves of batch {number} after the second run.", size=9)
        boxes[number] = (120, 84, 430, 240)
        paper.plot(boxes[number])
        paper.body(60, 280, 30, width=470)
    found = labelled(paper.save())
    assert all(near(found[f"Figure {number}"].bbox, box) for number, box in boxes.items())


def test_two_columns_keep_their_figures_apart(paper: DrawnPaper):
    paper.new_page()
    paper.plot((60, 80, 280, 230))
    paper.plot((310, 80, 530, 290))
    paper.line(60, 246, "Figure 1: Leaves in the left pan.", size=9)
    paper.line(305, 306, "Figure 2: Leaves in the right pan.", size=9)
    paper.body(60, 280, 38)
    paper.body(305, 340, 33)
    found = labelled(paper.save())
    assert near(found["Figure 1"].bbox, (60, 80, 280, 230))
    assert near(found["Figure 2"].bbox, (310, 80, 530, 290))


def test_figures_side_by_side_in_one_column_part_between_their_captions(paper: DrawnPaper):
    paper.new_page()
    paper.body(60, 80, 6, width=470)
    paper.photo((70, 160, 280, 300))
    paper.photo((300, 160, 510, 300))
    for x, number in ((70, 1), (300, 2)):
        paper.line(x, 316, f"Figure {number}: The kettle before the spoon", size=9)
        paper.line(x, 327, "was lifted from the bench.", size=9)
    paper.body(60, 360, 20, width=470)
    found = labelled(paper.save())
    assert near(found["Figure 1"].bbox, (70, 160, 280, 300))
    assert near(found["Figure 2"].bbox, (300, 160, 510, 300))
    assert found["Figure 2"].caption == "Figure 2: The kettle before the spoon was lifted from the bench."


def test_a_caption_at_the_side_takes_the_picture_beside_it(paper: DrawnPaper):
    paper.new_page()
    paper.body(60, 80, 6, width=470)
    paper.photo((60, 170, 380, 330))
    for row, text in enumerate(("Figure 1: The kettle", "on the bench, with", "its spoon at rest.")):
        paper.line(395, 182 + 11 * row, text, size=9)
    paper.body(60, 370, 20, width=470)
    assert near(labelled(paper.save())["Figure 1"].bbox, (60, 170, 380, 330))


def test_a_frame_around_figure_and_caption_stays_outside(paper: DrawnPaper):
    paper.new_page()
    paper.body(60, 80, 6, width=470)
    paper.plot((120, 170, 420, 330))
    paper.line(70, 350, "Figure 1: Leaves in a framed pan of the second run.", size=9)
    paper.frame((58, 162, 534, 360))
    paper.body(60, 390, 20, width=470)
    assert near(labelled(paper.save())["Figure 1"].bbox, (120, 170, 420, 330))


def test_running_heads_do_not_join_a_figure_at_the_top(paper: DrawnPaper):
    for number in (1, 2, 3):
        paper.new_page()
        paper.line(60, 40, f"Journal of drawn kettles, volume {number}", size=8)
        paper.page.draw_line((60, 46), (530, 46), width=0.5)
        paper.plot((120, 56, 420, 200))
        paper.line(60, 220, f"Figure {number}: Leaves of run {number} under a running head.", size=9)
        paper.body(60, 260, 30, width=470)
    found = labelled(paper.save())
    assert all(near(found[f"Figure {number}"].bbox, (120, 56, 420, 200)) for number in (1, 2, 3))


def test_tables_are_not_figures_and_keep_their_rules(paper: DrawnPaper):
    paper.new_page()
    paper.body(60, 80, 4, width=470)
    paper.line(60, 150, "Table 1: Counted leaves of the two runs.", size=9)
    for y in (158, 174, 220):
        paper.page.draw_line((60, y), (400, y), width=0.8)
    for row in range(3):
        for column in range(4):
            paper.line(70 + 80 * column, 170 + 18 * row, f"{row}{column}.5", size=9)
    paper.plot((120, 240, 420, 380))
    paper.line(60, 400, "Figure 1: Leaves under a table, of the second run.", size=9)
    paper.body(60, 430, 20, width=470)
    figures = extract_paper(paper.save(), dpi=72).figures
    assert [figure.label for figure in figures] == ["Figure 1"]
    assert near(figures[0].bbox, (120, 240, 420, 380))


def test_numbers_that_start_again_in_an_appendix_are_kept_and_marked(paper: DrawnPaper):
    for heading in ("", "Appendix A"):
        paper.new_page()
        if heading:
            paper.line(60, 70, heading, size=14, font="tibo")
        top = 99 if heading else 90
        y = paper.body(60, top, 8, width=470, first="Figure 1 has the leaves of this part.")
        paper.plot((120, y + 10, 420, y + 160))
        paper.line(60, y + 180, "Figure 1: Leaves of this part of the paper.", size=9)
        paper.body(60, y + 210, 16, width=470)
    first, second = extract_paper(paper.save(), dpi=72).figures
    assert (first.label, second.label) == ("Figure 1", "Figure 1")
    assert (first.number_status, second.number_status) == (NumberStatus.FOUND, NumberStatus.REPEATED)
    assert [context.page for context in first.contexts] == [1]
    assert [context.page for context in second.contexts] == [2]


def test_a_list_of_captions_without_figures_gets_no_boxes(paper: DrawnPaper):
    paper.new_page()
    y = paper.body(60, 80, 20, width=470)
    for number in (1, 2, 3, 4):
        paper.line(60, y + 30 * number, f"Figure S{number}. Leaves that only the supporting files hold.", size=9)
    figures = extract_paper(paper.save(), dpi=72).figures
    assert [figure.label for figure in figures] == [f"Figure S{number}" for number in (1, 2, 3, 4)]
    assert {figure.caption_status for figure in figures} == {CaptionStatus.NO_FIGURE}
    assert all(figure.bbox is None and figure.png is None for figure in figures)


def test_a_caption_on_another_page_is_linked_by_the_foot_of_the_picture(paper: DrawnPaper):
    paper.new_page()
    y = paper.body(60, 80, 20, width=470)
    for number in (1, 2):
        paper.line(60, y + 30 * number, f"Figure {number}. Leaves of run {number}, drawn at the end.", size=9)
    for number in (1, 2):
        paper.new_page()
        paper.photo((100, 100, 480, 500))
        paper.line(270, 700, f"Figure {number}")
    found = labelled(paper.save())
    assert [(found[f"Figure {n}"].page, found[f"Figure {n}"].caption_page) for n in (1, 2)] == [(2, 1), (3, 1)]
    assert near(found["Figure 2"].bbox, (100, 100, 480, 500))


def test_a_sentence_that_begins_with_a_label_is_no_caption(paper: DrawnPaper):
    paper.new_page()
    paper.plot((120, 80, 420, 240))
    paper.line(60, 260, "Figure 1: Leaves of the first run, at noon.", size=9)
    paper.body(60, 300, 10, width=470, first="Figure 1 shows that none of them moved.")
    figures = extract_paper(paper.save(), dpi=72).figures
    assert [figure.caption for figure in figures] == ["Figure 1: Leaves of the first run, at noon."]
    assert len(figures[0].contexts) == 1


def test_a_figure_of_code_alone_is_its_text(paper: DrawnPaper):
    paper.new_page()
    for row, text in enumerate(("for leaf in pan:", "    count += 1", "    if leaf.moved:", "        stop()")):
        paper.line(90, 80 + 11 * row, text, size=9, font="cour")
    paper.line(60, 136, "Figure 1: How the leaves are counted.", size=9)
    paper.body(60, 170, 30, width=470)
    assert near(labelled(paper.save())["Figure 1"].bbox, (90, 74, 186, 115))


def test_a_sideways_page_gives_boxes_of_the_unrotated_page(paper: DrawnPaper):
    paper.new_page()
    paper.body(60, 80, 6, width=470)
    paper.plot((150, 170, 440, 350))
    paper.line(60, 370, "Figure 1: Leaves on a turned page of the run.", size=9)
    paper.body(60, 400, 20, width=470)
    paper.page.set_rotation(90)
    figure = labelled(paper.save())["Figure 1"]
    assert near(figure.bbox, (150, 170, 440, 350))


def test_structure_holds_words_paths_and_images_in_points(paper: DrawnPaper):
    paper.new_page()
    paper.body(60, 80, 6, width=470)
    paper.plot((150, 170, 440, 350))
    paper.photo((460, 180, 520, 220))
    paper.line(60, 370, "Figure 1: Leaves of the structured run.", size=9)
    paper.body(60, 400, 20, width=470)
    path = paper.save()
    figure = labelled(path)["Figure 1"]
    blob = json.loads(figure.structure)
    assert set(blob) == {"version", "page", "bbox", "caption_bbox", "words", "paths", "paths_total", "images"}
    assert blob["version"] == 1
    assert blob["page"] == [595.0, 842.0]
    assert {"0.1", "15", "Figure"} <= {word[4] for word in blob["words"]}
    assert "kettle" not in {word[4] for word in blob["words"]}
    assert sum(path["curves"] for path in blob["paths"]) == 1
    assert len(blob["images"]) == 1
    assert labelled(path)["Figure 1"].structure == figure.structure


def test_the_image_starts_at_the_box_and_has_its_size(paper: DrawnPaper):
    paper.new_page()
    paper.plot((150, 170, 440, 350))
    paper.line(60, 370, "Figure 1: Leaves of the run in pixels.", size=9)
    paper.body(60, 400, 20, width=470)
    figure = extract_paper(paper.save(), dpi=144).figures[0]
    assert figure.dpi == 144
    assert abs(figure.width - 2 * figure.bbox.width) <= 1
    assert abs(figure.height - 2 * figure.bbox.height) <= 1
    assert len(figure.perceptual_hash) == 16


def test_a_paper_without_text_or_pages_of_nothing_gives_no_labelled_figures(paper: DrawnPaper):
    paper.new_page()
    paper.new_page()
    paper.photo((100, 100, 400, 300))
    figures = extract_paper(paper.save(), dpi=72).figures
    assert [(figure.label, figure.page, figure.caption_status) for figure in figures] == [
        (None, 2, CaptionStatus.NO_TEXT)
    ]
