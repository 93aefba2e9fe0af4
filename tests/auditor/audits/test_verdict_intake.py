from __future__ import annotations

import csv
import io
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.assignment import reassign_skipped
from auditor.audits.campaign import create_campaign, find_campaign, move_campaign
from auditor.audits.intake import Intake, WrongRowsError
from auditor.audits.ledger import check_chain, ledger_rows
from auditor.audits.verdict_exports import answers_csv, ledger_csv
from auditor.audits.verdict_files import ledger_row, read_verdict_file
from auditor.audits.verdicts import Outcome, current_verdicts, record_verdict
from pipeline.errors import ExpectedError, UsageError
from pipeline.store.verdicts import Assignment, Verdict
from pipeline.vocabulary import CampaignState
from pipeline.workspace import Workspace
from tests.helpers.audits import SPEC, answer_all, items_of, row, seal_one, shared_items, take_in, write_verdicts


def stored(workspace: Workspace) -> list[Verdict]:
    return workspace.read(lambda session: list(session.scalars(select(Verdict).order_by(Verdict.id))))


def state_of(workspace: Workspace, item: str, auditor: str) -> tuple[str, str | None]:
    def read(session: Session) -> tuple[str, str | None]:
        statement = select(Assignment).where(Assignment.item_id == item, Assignment.auditor == auditor)
        found = session.scalars(statement).one()
        return found.state, found.skip_reason

    return workspace.read(read)


def test_a_file_is_recorded_once_and_a_change_supersedes(project: Workspace, tmp_path: Path):
    gate = seal_one(project)
    items = [item.item for item in items_of(project, gate, "first")][:4]
    rows = [
        row(gate, items[0], "first", "YES"),
        row(gate, items[1], "first", "No", error_mode="Photo_Like", note=" looks like a photo "),
        row(gate, items[2], "first", "unsure"),
        row(gate, items[3], "first", ""),
    ]
    path = write_verdicts(tmp_path / "v.csv", rows)
    assert take_in(project, path) == Intake(rows=4, blank=1, outcome=Outcome(recorded=3))
    assert [(v.answer, v.error_mode, v.note, v.sequence) for v in stored(project)] == [
        ("yes", None, None, 1),
        ("no", "photo-like", "looks like a photo", 2),
        ("unsure", None, None, 3),
    ]
    assert {state_of(project, item, "first")[0] for item in items[:3]} == {"done"}
    assert state_of(project, items[3], "first") == ("waiting", None)
    assert take_in(project, path) == Intake(rows=4, blank=1, outcome=Outcome(repeated=3))
    assert len(stored(project)) == 3

    rows[0]["answer"] = "unsure"
    again = take_in(project, write_verdicts(path, rows))
    assert again.outcome == Outcome(changed=1, repeated=2)
    newest = stored(project)[-1]
    assert (newest.answer, newest.supersedes) == ("unsure", stored(project)[0].id)
    current = {verdict.item: verdict.answer for verdict in project.read(current_verdicts, gate)}
    assert current == {items[0]: "unsure", items[1]: "no", items[2]: "unsure"}
    assert stored(project)[0].seen == ["image", "caption", "contexts"]


def test_every_wrong_row_is_named_with_its_line_and_nothing_is_recorded(project: Workspace, tmp_path: Path):
    gate = seal_one(project)
    project.write(create_campaign, SPEC)  # audit-2, a draft
    shared = shared_items(project, gate)
    seconds = {item.item for item in items_of(project, gate, "second")}
    alone = next(item.item for item in items_of(project, gate, "first") if item.item not in seconds)
    good = row(gate, shared[0], "first")
    wrong = [
        ({**good, "campaign": "audit-9"}, "there is no campaign 'audit-9'"),
        ({**good, "campaign": "audit-2"}, "campaign audit-2 is a draft: seal it first"),
        ({**good, "campaign": ""}, "the campaign is missing"),
        (
            {**good, "auditor": "thrid"},
            "auditor 'thrid' has no items in campaign audit-1; its auditors are first, second",
        ),
        ({**good, "auditor": ""}, "the auditor is missing"),
        ({**good, "item": "i_nothing"}, "item i_nothing is not in campaign audit-1"),
        ({**good, "item": ""}, r"item \(empty\) is not in campaign"),
        (row(gate, alone, "second"), f"item {alone} is not assigned to second"),
        (row(gate, shared[1], "first", "maybe"), "unknown answer 'maybe'; task is-diagram knows yes, no, unsure"),
        (row(gate, shared[2], "first", "no"), "answer 'no' needs an error mode"),
        (row(gate, shared[3], "first", "no", error_mode="ugly"), "unknown error mode 'ugly'"),
        (row(gate, shared[4], "first", "yes", error_mode="plot"), "error mode 'plot' cannot stand with answer 'yes'"),
        (row(gate, shared[5], "first", "skip"), "a skip needs its reason"),
        (row(gate, shared[6], "first", "", note="hm"), "the answer is missing, although"),
        (good, "stands in line 2 already"),
    ]
    path = write_verdicts(tmp_path / "v.csv", [good, *(each for each, _ in wrong)])
    with pytest.raises(WrongRowsError, match="15 wrong rows, nothing was imported") as caught:
        take_in(project, path)
    assert [fault.line for fault in caught.value.faults] == list(range(3, 18))
    for line, (_, told) in enumerate(wrong, 3):
        assert any(fault.line == line for fault in caught.value.faults)
        with pytest.raises(ExpectedError, match=f"line {line}: .*{told}"):
            raise caught.value
    assert stored(project) == []
    assert state_of(project, shared[0], "first") == ("waiting", None)


def test_another_auditors_file_is_told_in_one_line(project: Workspace, tmp_path: Path):
    gate = seal_one(project, overlap=0.0)
    seconds = [item.item for item in items_of(project, gate, "second")]
    path = write_verdicts(tmp_path / "v.csv", [row(gate, item, "first") for item in seconds])
    with pytest.raises(WrongRowsError) as caught:
        take_in(project, path)
    _, *told = str(caught.value).splitlines()
    lines, _, reason = told[0].partition(": ")
    assert len(told) == 1
    assert lines == "  30 rows, lines 2, 3, 4, 5, 6 and 25 more"
    assert reason.startswith(f"30 items are not assigned to first, the first: item {seconds[0]} is not")
    assert reason.endswith("; all of them are with second: is this that auditor's file?")
    assert len(caught.value.faults) == 30
    strange = write_verdicts(tmp_path / "w.csv", [row(gate, f"i_{at}", "first") for at in range(4)])
    with pytest.raises(
        WrongRowsError, match=r"lines 2, 3, 4, 5: 4 items are not in campaign audit-\d, the first: item i_0"
    ):
        take_in(project, strange)


def test_the_same_reason_is_told_once_with_all_its_lines(project: Workspace, tmp_path: Path):
    gate = seal_one(project)
    items = [item.item for item in items_of(project, gate, "first")]
    path = write_verdicts(tmp_path / "v.csv", [row(gate, item, "first", "perhaps") for item in items[:3]])
    with pytest.raises(WrongRowsError, match="lines 2, 3, 4: unknown answer 'perhaps'"):
        take_in(project, path)


def test_options_fill_what_the_file_does_not_say(project: Workspace, tmp_path: Path):
    gate = seal_one(project)
    items = [item.item for item in items_of(project, gate, "first")]
    path = tmp_path / "first.csv"
    path.write_text(
        f"item,image,caption,contexts,answer,mood\n{items[0]},x.png,A caption,,yes,fine\n{items[1]},,,,,\n",
        encoding="utf-8",
    )
    assert read_verdict_file(path).ignored == ("mood",)
    with pytest.raises(WrongRowsError, match="lines 2, 3: the campaign is missing"):
        take_in(project, path)
    for name in (gate.name, gate.campaign_id):
        assert take_in(project, path, campaign=name, auditor="first").blank == 1
    assert [verdict.answer for verdict in stored(project)] == ["yes"]


def test_an_option_that_contradicts_the_file_is_a_fault(project: Workspace, tmp_path: Path):
    gate = seal_one(project)
    seal_one(project)
    item = shared_items(project, gate)[0]
    path = write_verdicts(tmp_path / "v.csv", [row(gate, item, "first")])
    with pytest.raises(WrongRowsError, match="auditor is 'first', but --auditor says 'second'"):
        take_in(project, path, auditor="second")
    with pytest.raises(WrongRowsError, match="campaign is 'audit-1', but --campaign says 'audit-2'"):
        take_in(project, path, campaign="audit-2")
    by_id = write_verdicts(tmp_path / "w.csv", [{**row(gate, item, "first"), "campaign": gate.campaign_id}])
    assert take_in(project, by_id, campaign="audit-1").outcome == Outcome(recorded=1)


@pytest.mark.parametrize("state", [CampaignState.PAUSED, CampaignState.CLOSED])
def test_only_a_sealed_campaign_takes_verdicts(project: Workspace, tmp_path: Path, state: CampaignState):
    gate = seal_one(project)
    path = write_verdicts(tmp_path / "v.csv", [row(gate, shared_items(project, gate)[0], "first")])
    project.write(move_campaign, gate.name, state)
    with pytest.raises(WrongRowsError, match=f"campaign audit-1 is {state.value}"):
        take_in(project, path)
    assignment = items_of(project, gate, "first")[0].assignment_id
    with pytest.raises(ExpectedError, match=f"campaign audit-1 is {state.value}"):
        project.write(record_verdict, assignment, "yes")


def test_a_skip_is_no_verdict_and_goes_to_somebody_else(project: Workspace, tmp_path: Path):
    gate = seal_one(project)
    seconds = {item.item for item in items_of(project, gate, "second")}
    alone = next(item.item for item in items_of(project, gate, "first") if item.item not in seconds)
    shared = shared_items(project, gate)[0]
    skips = [row(gate, item, "first", "Skip", note="I wrote this paper") for item in (alone, shared)]
    path = write_verdicts(tmp_path / "v.csv", skips)
    assert take_in(project, path).outcome == Outcome(skipped=2)
    assert take_in(project, path).outcome == Outcome(repeated=2)
    assert stored(project) == []
    assert state_of(project, alone, "first") == ("skipped", "I wrote this paper")

    def reassign(session: Session) -> list[tuple[str, str]]:
        handed = reassign_skipped(session, find_campaign(session, gate.name))
        return [(each.item, each.given_to) for each in handed]

    assert project.write(reassign) == [(alone, "second")], "the shared item has been with everybody"
    assert project.write(reassign) == []
    assert items_of(project, gate, "second")[-1].item == alone
    take_in(project, write_verdicts(path, [row(gate, alone, "second"), row(gate, shared, "first")]))
    assert state_of(project, alone, "second") == ("done", None)
    assert state_of(project, shared, "first") == ("done", None)


def test_a_skip_does_not_take_a_verdict_back(project: Workspace, tmp_path: Path):
    gate = seal_one(project)
    item = items_of(project, gate, "first")[0]
    project.write(record_verdict, item.assignment_id, "yes")
    path = write_verdicts(tmp_path / "v.csv", [row(gate, item.item, "first", "skip", note="tired")])
    with pytest.raises(WrongRowsError, match=r"line 2: .* is judged already"):
        take_in(project, path)
    with pytest.raises(ExpectedError, match="is judged already"):
        project.write(record_verdict, item.assignment_id, "skip", note="tired")


def test_one_verdict_at_a_time(project: Workspace):
    gate = seal_one(project)
    item = items_of(project, gate, "first")[0]
    assert project.write(record_verdict, item.assignment_id, "YES") == Outcome(recorded=1)
    assert project.write(record_verdict, item.assignment_id, "yes") == Outcome(repeated=1)
    assert project.write(record_verdict, item.assignment_id, "no", error_mode="plot") == Outcome(changed=1)
    with pytest.raises(UsageError, match="no assignment 'a_nothing'"):
        project.write(record_verdict, "a_nothing", "yes")
    with pytest.raises(UsageError, match="unknown answer"):
        project.write(record_verdict, item.assignment_id, "maybe")


def test_an_export_can_be_imported_and_is_the_same_bytes(project: Workspace, tmp_path: Path):
    gate = seal_one(project)
    answers = ["yes", "no:plot", "unsure", "no:crop includes caption or body text"]
    for auditor in ("first", "second"):
        answer_all(project, tmp_path, gate, auditor, lambda place: answers[place % 4])
    text, count = project.read(answers_csv, [gate])
    assert count == 90
    assert text.splitlines()[0] == "campaign,item,auditor,answer,error_mode,note"
    assert text.splitlines()[1:] == sorted(text.splitlines()[1:])
    path = tmp_path / "export.csv"
    path.write_bytes(text.encode())
    assert take_in(project, path).outcome == Outcome(repeated=90)
    assert project.read(answers_csv, [gate]) == (text, 90)


def test_the_full_export_holds_the_whole_ledger(project: Workspace):
    gate = seal_one(project)
    item = items_of(project, gate, "first")[0]
    project.write(record_verdict, item.assignment_id, "yes", note='a "quoted",\nnote')
    project.write(record_verdict, item.assignment_id, "unsure")
    text, count = project.read(ledger_csv, [gate])
    cells = list(csv.DictReader(io.StringIO(text, newline="")))
    assert (count, [each["superseded"] for each in cells]) == (2, ["yes", "no"])
    rows = [ledger_row(each) for each in cells]
    assert rows == project.read(ledger_rows, gate)
    assert check_chain(gate.campaign_id, "first", rows) == []


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_csv_of_every_office_program_is_read(tmp_path: Path, ending: str, delimiter: str, bom: str):
    lines = ["Item,Answer,Note", "i_1,yes,", '"i_2",no,"two\nlines"', "", "i_3,unsure,é"]
    path = tmp_path / "v.csv"
    path.write_bytes((bom + ending.join(lines).replace(",", delimiter)).encode())
    rows = read_verdict_file(path).rows
    assert [(each.line, each.item, each.answer) for each in rows] == [
        (2, "i_1", "yes"),
        (3, "i_2", "no"),
        (6, "i_3", "unsure"),
    ]
    assert rows[2].note == "é"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"item,answer\ni_1,\xff\n", "is not UTF-8 \\(line 2\\)"),
        (b"", "has no column item and no column answer"),
        (b"item,note\n", "has no column answer"),
        (b"item,answer,answer\n", "names column answer twice"),
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, data: bytes, told: str):
    path = tmp_path / "v.csv"
    path.write_bytes(data)
    with pytest.raises(ExpectedError, match=told):
        read_verdict_file(path)
    with pytest.raises(ExpectedError, match="cannot be read: No such file"):
        read_verdict_file(tmp_path / "none.csv")


def test_rows_that_are_not_csv_are_faults(tmp_path: Path):
    path = tmp_path / "v.csv"
    path.write_bytes(b'item,answer\ni_1,yes,more\ni_2,"open\n')
    faults = read_verdict_file(path).faults
    assert [(fault.line, fault.reason[:20]) for fault in faults] == [
        (2, "3 cells, but the hea"),
        (3, "not readable as CSV "),
    ]


def test_json_lines_are_read_like_csv(tmp_path: Path):
    path = tmp_path / "v.jsonl"
    records = [{"item": "i_1", "answer": "yes", "note": None}, {"item": "i_2", "answer": 1}, ["i_3"], {"item": "i_4"}]
    records.append({"item": "i_5", "note": "\ud83d"})
    path.write_text("\n".join([*map(json.dumps, records), "{", ""]), encoding="utf-8")
    read = read_verdict_file(path)
    assert [(each.line, each.item, each.answer) for each in read.rows] == [(1, "i_1", "yes"), (4, "i_4", "")]
    assert [(fault.line, fault.reason.split(" (")[0]) for fault in read.faults] == [
        (2, "answer must be a text or null"),
        (3, "not a JSON object"),
        (5, "note must be a text or null"),
        (6, "not JSON"),
    ]


@given(
    st.binary(max_size=200) | st.text('item,answer\n\r"; \t{}i_1é\0', max_size=80).map(str.encode),
    st.sampled_from(["v.csv", "v.jsonl"]),
)
def test_no_bytes_make_the_reader_fall(data: bytes, name: str):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(b"item,answer\n" + data)
        try:
            read = read_verdict_file(path)
        except ExpectedError:
            return
    assert all(each.line >= 1 for each in (*read.rows, *read.faults))
