"""The lead's look at a project: counts for everybody, and who may see a design."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.audits.overview import campaign_lines, overview, plain_reason, shut_reason, unread_papers
from pipeline.store.papers import Source
from pipeline.store.runs import Attempt, record
from pipeline.vocabulary import CampaignState, RunStatus
from pipeline.workspace import Workspace
from tests.helpers.audits import answer_all, seal_one


def test_a_line_counts_answers_and_names_who_owes_how_many(project: Workspace, tmp_path: Path):
    gate = seal_one(project, name="spring")
    before = project.read(campaign_lines, "first")[0]
    assert (before.name, before.state, before.done) == ("spring", CampaignState.SEALED, 0)
    assert before.total == 90
    assert dict(before.left) == {"first": 45, "second": 45}
    assert before.mine == 45
    assert before.unsettled is None
    answer_all(project, tmp_path, gate, "first", lambda _place: "yes")
    after = project.read(campaign_lines, "first")[0]
    assert (after.done, after.left, after.mine, after.complete) == (45, (("second", 45),), 0, False)


def test_figures_to_settle_are_counted_when_all_answers_are_in(project: Workspace, tmp_path: Path):
    gate = seal_one(project, name="spring")
    answer_all(project, tmp_path, gate, "first", lambda _place: "yes")
    assert project.read(campaign_lines, "first")[0].unsettled is None
    answer_all(project, tmp_path, gate, "second", lambda place: "unsure" if place < 3 else "yes")
    line = project.read(campaign_lines, "first")[0]
    assert line.complete
    assert line.unsettled == 3


def test_planning_is_shut_for_whoever_has_figures_left_in_any_audit(project: Workspace):
    assert project.read(shut_reason, "first") == ""
    seal_one(project, name="spring")
    assert project.read(shut_reason, "first").startswith("You have 45 figures left")
    assert project.read(shut_reason, "lead") == ""


def test_the_newest_campaign_stands_first(project: Workspace):
    seal_one(project, name="spring")
    seal_one(project, name="autumn", seed=8)
    assert [line.name for line in project.read(overview, "first").campaigns] == ["autumn", "spring"]


def test_an_overview_counts_figures_and_papers(project: Workspace):
    found = project.read(overview, "")
    assert (found.figures, found.papers) == (400, 12)


@pytest.mark.parametrize(
    ("reason", "plain"),
    [
        ("a.pdf: encrypted with a password; save a copy without one and add that.", "encrypted with a password"),
        ("a.pdf: page 7 cannot be read (bad stream); the file is damaged.", "a page cannot be read"),
        ("a.pdf: not a PDF (it does not begin with %PDF).", "not a PDF"),
        ("a.pdf: has no pages.", "has no pages"),
        ("another name.pdf: has no pages.", "has no pages"),
        ("internal fault: KeyError: 'figure 3 of b.pdf'; please report it with the log", "internal fault"),
        (
            "/p/blobs/0a/0a1b.pdf could not be written: No space left; free the disk",
            "a file could not be written: No space left",
        ),
        ("cannot open b.PDF", "cannot open a file"),
    ],
)
def test_a_reason_is_shortened_to_its_cause(reason: str, plain: str):
    assert plain_reason(reason, "a.pdf") == plain


def test_papers_that_could_not_be_read_are_grouped_by_cause(project: Workspace):
    def fail(session: object) -> None:
        for number in range(9):
            path = f"/papers/{number}.pdf"
            session.add(  # type: ignore[attr-defined]
                Source(path=path, fingerprint="x", metadata_={}, metadata_hash="x", paper_id=None)
            )
        causes = ["encrypted with a password; save a copy."] * 3 + ["not a PDF (really)."] * 2
        for number, cause in enumerate(causes):
            record(session, attempt(f"/papers/{number}.pdf", f"{number}.pdf: {cause}"))  # type: ignore[arg-type]
        record(session, attempt("row t.csv 4", "no image"))  # type: ignore[arg-type]
        record(session, attempt("/papers/0.pdf", "", RunStatus.OK))  # type: ignore[arg-type]

    project.write(fail)
    unread = project.read(unread_papers)
    assert unread.reasons == (("encrypted with a password", 2), ("not a PDF", 2))
    assert (unread.papers, unread.of, unread.refused_rows) == (4, 9, 1)


def attempt(item: str, reason: str, status: RunStatus = RunStatus.FAILED) -> Attempt:
    return Attempt(
        stage="acquire",
        item=item,
        name=Path(item).name,
        status=status,
        reason=reason or None,
        transient=False,
        stage_version="1",
        input_hash="x",
        seconds=0.1,
    )
