from __future__ import annotations

import csv
import io
import json
import statistics
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.handout import task_text
from auditor.audits.projection import (
    BlindContext,
    BlindItem,
    BlindPage,
    blind_items,
    blind_items_by_id,
    items_csv,
)
from auditor.audits.tasks import load_task
from pipeline.store.figures import Figure
from pipeline.store.papers import Paper
from pipeline.store.scores import Score
from pipeline.store.verdicts import Assignment, Verdict
from pipeline.workspace import Workspace
from tests.helpers.audits import answer_all, items_of, seal_one
from tests.helpers.factories import PATHS, Invented, new_project

FORBIDDEN = ("scores", "routes", "designs", "panels", "annotations", "queries", "tables")
LEADS = (
    "campaign",
    "design",
    "sampling",
    "strata",
    "allocation",
    "assignment",
    "progress",
    "adjudication",
    "seal",
    "judges",
    "details",
    "planning",
)
AUDITORS = (
    *("hashing", "tasks", "labels", "gate", "ledger", "queue", "projection", "verdicts"),
    *("verdict_files", "verdict_exports", "intake", "handout"),
    *("task_files", "desk_places", "desk_verdicts", "desk_boxes", "box_ledger"),
    *("disagreements", "overview"),  # the counts that stand on Start beside what waits
)


def test_a_blind_item_has_these_fields_and_no_other():
    seen = {each: [field.name for field in fields(each)] for each in (BlindItem, BlindContext, BlindPage)}
    assert seen == {
        BlindItem: ["assignment_id", "item", "image", "caption", "contexts", "page"],
        BlindContext: ["text", "marks"],
        BlindPage: ["pdf", "number", "frame"],
    }


def test_the_auditors_side_has_no_road_to_scores_or_designs():
    code = (
        "import importlib, json, sys\n"
        "loaded = {}\n"
        "for name in sys.argv[1:]:\n"
        "    importlib.import_module('auditor.audits.' + name)\n"
        "    loaded[name] = sorted(sys.modules)\n"
        "print(json.dumps(loaded))"
    )
    done = subprocess.run([sys.executable, "-c", code, *AUDITORS], capture_output=True, text=True, check=True)
    for name, modules in json.loads(done.stdout).items():
        assert f"auditor.audits.{name}" in modules
        assert not set(modules) & {f"pipeline.store.{table}" for table in FORBIDDEN}, name
        assert not set(modules) & {f"auditor.audits.{module}" for module in LEADS}, name


def test_verdicts_are_recorded_by_a_process_that_never_loads_the_design(project: Workspace):
    gate = seal_one(project)
    assignment = items_of(project, gate, "first")[0].assignment_id
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from auditor.audits.verdicts import record_verdict\n"
        "from pipeline.workspace import open_workspace\n"
        f"with open_workspace(Path({str(project.folder)!r})) as workspace:\n"
        f"    workspace.write(record_verdict, {assignment!r}, 'No', error_mode='Plot')\n"
        "assert 'pipeline.store.designs' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    verdicts = project.read(lambda session: [(v.answer, v.error_mode) for v in session.scalars(select(Verdict))])
    assert verdicts == [("no", "plot")]


def test_no_relationship_leads_from_what_auditors_load_to_anything():
    assert [list(table.__mapper__.relationships) for table in (Assignment, Verdict, Figure)] == [[], [], []]


def test_the_items_file_holds_nothing_but_its_four_columns(project: Workspace, tmp_path: Path):
    gate = seal_one(project)
    text = items_csv(items_of(project, gate, "first"))
    read = list(csv.DictReader(io.StringIO(text)))
    assert list(read[0]) == ["item", "image", "caption", "contexts"]
    assert len(read) == 45

    def secrets(session: Session) -> set[str]:
        # Drawn from the database as it is, so that a new column that leaks is seen.
        found = {"native", "ICLR", "ICML", "NeurIPS", "0.5", gate.campaign_id, "audit-1", "first", "second", *PATHS}
        found |= {str(score.confidence) for score in session.scalars(select(Score))}
        for figure in session.scalars(select(Figure)):
            found |= {figure.figure_id, figure.content_hash}
        return found

    leaked = {secret for secret in project.read(secrets) if secret in text}
    assert leaked == set()
    answer_all(project, tmp_path, gate, "second", lambda place: "no:plot" if place % 2 else "yes")
    assert items_csv(items_of(project, gate, "first")) == text, "another auditor's verdicts change nothing"


def test_what_the_task_does_not_show_is_left_empty(project: Workspace):
    gate = seal_one(project)
    project.write(lambda session: session.execute(Assignment.__table__.update().values(shown=["image"])))
    assert {(item.caption, item.contexts) for item in project.read(blind_items, gate, "first")} == {("", ())}


def test_a_paragraph_that_mentions_a_figure_twice_stands_once(project: Workspace):
    gate = seal_one(project)
    texts = [{"text": "One  paragraph."}, {"text": "Another."}, {"text": "One paragraph."}]
    project.write(lambda session: session.execute(Figure.__table__.update().values(contexts=texts)))
    contexts = items_of(project, gate, "first")[0].contexts
    assert [context.text for context in contexts] == ["One paragraph.", "Another."]


def marked(project: Workspace, contexts: list[dict[str, object]]) -> list[tuple[str, list[str]]]:
    gate = seal_one(project)
    project.write(lambda session: session.execute(Figure.__table__.update().values(contexts=contexts)))
    seen = items_of(project, gate, "first")[0].contexts
    return [(each.text, [each.text[begin:end] for begin, end in each.marks]) for each in seen]


def test_the_mentions_of_a_paragraph_are_marked_in_the_text_that_is_shown(project: Workspace):
    text = "  As Figure\u00a03  shows,\n\tsee Figs. 3\n and 4, also Fig. 3."
    spans = [
        (text.index(said), text.index(said) + len(said)) for said in ("Figure\u00a03", "Figs. 3\n and 4", "Fig. 3.")
    ]
    contexts = [{"page": 1, "text": text, "mention": "3", "span": list(span)} for span in (spans[2], *spans, spans[0])]
    assert marked(project, contexts) == [
        ("As Figure 3 shows, see Figs. 3 and 4, also Fig. 3.", ["Figure 3", "Figs. 3 and 4", "Fig. 3."])
    ]


def test_spans_that_say_nothing_mark_nothing(project: Workspace):
    texts = {"No span at all.": None, "Beyond  the end.": [90, 99], "Only a blank.": [4, 5], "Too few.": [1]}
    contexts = [{"text": text, "span": span} for text, span in texts.items()]
    assert marked(project, [*contexts, {"text": "   ", "span": [0, 2]}]) == [
        ("No span at all.", []),
        ("Beyond the end.", []),
        ("Only a blank.", []),
        ("Too few.", []),
    ]


def test_spans_that_overlap_are_one_mark(project: Workspace):
    contexts = [{"text": "See Figures 3a and 3b here.", "span": span} for span in ([4, 21], [4, 14], [10, 18])]
    assert marked(project, contexts) == [("See Figures 3a and 3b here.", ["Figures 3a and 3b"])]


def test_items_come_in_the_order_that_was_asked_for(project: Workspace):
    gate = seal_one(project, strata="")
    items = items_of(project, gate, "first")
    asked = [items[7], items[0], items[3]]
    names = [item.assignment_id for item in asked]
    assert project.read(blind_items_by_id, [*names[:2], "a_none", names[2]]) == asked
    assert project.read(blind_items_by_id, []) == []


def test_the_page_is_shown_where_the_assignment_says_so_and_where_there_is_one(project: Workspace):
    gate = seal_one(project, strata="")

    def pages_after(statement: object) -> list[BlindPage | None]:
        project.write(lambda session: session.execute(statement))
        return [item.page for item in items_of(project, gate, "first")]

    pages = [item.page for item in items_of(project, gate, "first")]
    assert {page.frame for page in pages if page} == {(10.0, 20.0, 110.0, 220.0)}
    assert {page.number for page in pages if page} == set(range(1, 10))
    pdfs = set(project.read(lambda session: session.scalars(select(Paper.pdf_sha256)).all()))
    assert {Path(page.pdf).stem for page in pages if page} <= pdfs
    assert all(page.pdf.startswith(f"blobs/{Path(page.pdf).name[:2]}/") for page in pages if page)
    assert {page.frame for page in pages_after(Figure.__table__.update().values(bbox=None)) if page} == {None}
    assert set(pages_after(Assignment.__table__.update().values(shown=["image"]))) == {None}
    assert None not in pages_after(Assignment.__table__.update().values(shown=["page"]))
    assert set(pages_after(Paper.__table__.update().values(pdf_sha256=None))) == {None}


@pytest.mark.parametrize("name", ["is-diagram", "figure-type"])
def test_the_task_in_words_tells_all_and_nothing_of_a_judge(name: str):
    task = load_task(name)
    text = task_text(task)
    for word in (task.question, task.guideline, *(answer.meaning for answer in task.answers)):
        assert word in text
    for mode in task.error_modes:
        assert f"  {mode.word}\n" in text
    assert ("error_mode" in text) == bool(task.error_modes)
    assert not {"native", "imported", "machine", "judge ", "label", "confidence"} & set(text.casefold().split())


def test_the_order_of_a_thousand_items_tells_nothing_of_their_scores(tmp_path: Path):
    with new_project(tmp_path / "big", Invented(figures=2000)) as workspace:
        gate = seal_one(workspace, size=1000, overlap=1.0)

        def confidences(session: Session, auditor: str) -> list[float]:
            statement = (
                select(Score.confidence)
                .join(Assignment, Assignment.subject_row == Score.figure_id)
                .where(Assignment.auditor == auditor)
                .order_by(Assignment.position)
            )
            return [float(value) for value in session.scalars(statement) if value is not None]

        orders = {auditor: workspace.read(confidences, auditor) for auditor in ("first", "second")}
        images = {auditor: [item.image for item in items_of(workspace, gate, auditor)] for auditor in orders}
    places = list(range(1000))
    # Under no relation the correlation of 1,000 pairs has standard deviation 0.032; seeds are fixed.
    for order in orders.values():
        assert abs(statistics.correlation(places, order)) < 0.1
        assert abs(statistics.correlation(order[:-1], order[1:])) < 0.1
    second = {image: place for place, image in enumerate(images["second"])}
    assert abs(statistics.correlation(places, [second[image] for image in images["first"]])) < 0.1
    assert sorted(orders["first"]) == sorted(orders["second"])
