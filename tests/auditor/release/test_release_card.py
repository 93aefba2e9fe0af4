from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from auditor.audits.tasks import load_task
from auditor.release.build import build_release
from auditor.release.card import cell, hub_licence, size_category
from auditor.release.images import as_png
from auditor.release.request import ReleaseRequest, check_request, version_key
from auditor.release.views import VIEWS
from auditor.release.writeback import label_of
from auditor.reports.numbers import limits, percent
from auditor.reports.report import campaign_report
from pipeline.errors import ExpectedError, UsageError
from pipeline.store.papers import Paper
from pipeline.workspace import Workspace

REQUEST = ReleaseRequest("figs", "1.0.0")
CC = "CC BY 4.0"


def card_of(workspace: Workspace) -> str:
    return (build_release(workspace, REQUEST).folder / "README.md").read_text()


def test_the_cards_numbers_are_those_of_report_and_data(workspace: Workspace) -> None:
    card = card_of(workspace)
    report = workspace.read(campaign_report, "audit-1")
    assert report.headline in card.replace("\\", "")
    assert limits(report.precision.score) in card
    assert percent(report.precision.overall.precision) in card
    assert report.tallies.design.campaign_id in card
    assert "| diagram | 16 |" in card
    assert "| unanimous | 7 |" in card
    assert "Without a stated licence, images included: 4 records." in card
    assert "Stratified sample of 8 of 16 figures, seed 7, 2 auditors, 100 % of the items judged by all" in card


def test_the_reports_beside_the_verdicts_are_those_of_the_report_command(workspace: Workspace) -> None:
    folder = build_release(workspace, REQUEST).folder
    (path,) = folder.glob("audits/*/report.json")
    record = json.loads(path.read_text())
    assert record["campaign"]["seal_hash"] == json.loads((path.parent / "design.json").read_text())["seal_hash"]
    assert record["ledger"]["faults"] == []
    assert path.with_name("report.md").read_text().startswith("# Audit report")


def test_front_matter_is_readable_and_names_the_data(workspace: Workspace) -> None:
    _, front, _ = card_of(workspace).split("---\n", 2)
    entries = {key: json.loads(value) for key, value in (line.split(": ", 1) for line in front.splitlines())}
    assert entries["license"] == "other"
    assert entries["size_categories"] == ["n<1K"]
    assert entries["configs"][0]["data_files"] == [{"split": "train", "path": "data.jsonl"}]
    assert entries["annotations_creators"] == ["expert-generated", "machine-generated"]


def test_words_from_outside_cannot_break_the_cards_tables(workspace: Workspace) -> None:
    workspace.write(_rename_venue, "A|B\n# <b>`x`")
    card = card_of(workspace)
    assert r"| A\|B # \<b\>\`x\` | 8 |" in card
    assert "\n# <b>" not in card


def _rename_venue(session: Session, name: str) -> None:
    session.execute(update(Paper).where(Paper.venue == "ICML").values(venue=name))
    assert session.scalars(select(Paper).where(Paper.venue == name)).first() is not None


def test_every_table_row_has_as_many_cells_as_its_header(workspace: Workspace) -> None:
    width = 0
    for line in card_of(workspace).splitlines():
        cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
        assert cells in {0, width} or width == 0, line
        width = cells


def test_view_conditions_select_in_sql_what_the_release_counts() -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE data (accepted)")
    values = [True, False, None]
    connection.executemany("INSERT INTO data VALUES (?)", [(value,) for value in values])
    for view in VIEWS:
        found = connection.execute(f"SELECT count(*) FROM data WHERE {view.query}").fetchone()[0]  # noqa: S608 - ours
        assert found == sum(view.holds(value) for value in values), view.name
    connection.close()


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ({CC: 3}, "cc-by-4.0"),
        ({"cc-by-4.0": 1}, "cc-by-4.0"),
        ({"http://creativecommons.org/licenses/by-nc-sa/4.0/": 2}, "cc-by-nc-sa-4.0"),
        ({"CC0": 2}, "cc0-1.0"),
        ({CC: 3, "(none)": 1}, "other"),
        ({"(none)": 1}, "other"),
        ({"All rights reserved": 1}, "other"),
    ],
)
def test_the_hub_licence_is_the_one_all_records_state(stated: dict[str, int], expected: str) -> None:
    assert hub_licence(stated) == expected


def test_size_categories_at_their_borders() -> None:
    assert [size_category(rows) for rows in (1, 999, 1_000, 57_100, 10_000_000)] == [
        "n<1K",
        "n<1K",
        "1K<n<10K",
        "10K<n<100K",
        "n>10M",
    ]


def test_cells_keep_plain_words() -> None:
    assert cell("NeurIPS 2024") == "NeurIPS 2024"


@pytest.mark.parametrize(
    "version", ["1", "1.0", "01.0.0", "1.0.0-", "v1.0.0", "1.0.0+x", "", "1.0.0-rc_1", "1.0.0-a..b"]
)
def test_what_is_no_version_is_refused(version: str) -> None:
    with pytest.raises(UsageError, match="is not a version"):
        check_request(ReleaseRequest("figs", version))


@pytest.mark.parametrize("name", ["", ".hidden", "a/b", "../up", "a b", "figs-1.0.0", "x" * 65, "-x"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="cannot name a release"):
        check_request(ReleaseRequest(name, "1.0.0"))


def test_versions_sort_as_semantic_versions() -> None:
    ordered = ["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-rc.2", "1.0.0-rc.10", "1.0.0", "1.2.0", "1.10.0", "2.0.0"]
    assert sorted([*ordered[3:], *ordered[:3]], key=version_key) == ordered


def test_answers_read_as_labels() -> None:
    is_diagram, kinds = load_task("is-diagram"), load_task("figure-type")
    assert [label_of(is_diagram, answer) for answer in ("yes", "no")] == ["diagram", "not diagram"]
    assert label_of(kinds, "plot") == "plot"


def test_bytes_that_are_no_image_are_named(tmp_path: Path) -> None:
    with pytest.raises(ExpectedError, match=r"x\.jpg cannot be converted to PNG"):
        as_png(b"no image", name=str(tmp_path / "x.jpg"))
