from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from auditor.audits.allocation import parse_allocation
from auditor.audits.campaign import create_campaign, find_campaign, move_campaign
from auditor.audits.design import CampaignSpec, make_plan
from auditor.audits.gate import find_gate, require_open
from auditor.audits.judges import label_judges
from auditor.audits.progress import progress_of
from auditor.audits.sampling import Lottery
from auditor.audits.seal import seal_campaign, seal_document, seal_hash_of, verify_seal
from pipeline.errors import ExpectedError, UsageError
from pipeline.store.designs import Campaign, Item, Stratum
from pipeline.store.figures import Figure
from pipeline.store.scores import Score
from pipeline.store.scores import add_score as add_score_of
from pipeline.store.verdicts import Assignment
from pipeline.vocabulary import CampaignState, short_digest
from pipeline.workspace import Workspace
from tests.helpers.audits import SPEC, items_of, seal_one
from tests.helpers.factories import Invented, add_invented, add_score, make_figure, make_paper, new_project


def rows(workspace: Workspace, table: Any) -> list[Any]:
    return workspace.read(lambda session: list(session.scalars(select(table).order_by(table.id))))


def test_a_draft_draws_nothing_and_a_seal_freezes_the_strata(project: Workspace):
    campaign, plan = project.write(create_campaign, SPEC)
    assert (campaign.name, campaign.state, campaign.seal_hash) == ("audit-1", "draft", None)
    assert rows(project, Item) == rows(project, Stratum) == rows(project, Assignment) == []
    sealed, again = project.write(seal_campaign, "audit-1")
    assert (sealed.state, again) == ("sealed", plan)
    strata = rows(project, Stratum)
    assert sum(each.size for each in strata) == sealed.population_size == 400
    assert sum(each.sampled for each in strata) == len(rows(project, Item)) == 60
    assert strata[0].value == {"venue": "ICLR", "native.confidence": "[0, 0.5)"}
    assert {each.value["venue"] for each in strata} == {"ICLR", "ICML", "NeurIPS", "(none)"}


def test_items_are_the_smallest_digests_of_their_stratum(project: Workspace):
    gate = seal_one(project)
    plan = project.read(make_plan, SPEC)
    by_stratum = Counter[Any]()
    drawn = {item.subject_id: item for item in rows(project, Item)}
    lottery = Lottery(7, gate.campaign_id)
    for planned in plan.strata:
        keys = [row.figure_id for row in planned.rows.rows]
        expected = {keys[at] for at in lottery.smallest("draw", keys, planned.sampled)}
        assert expected == set(drawn) & set(keys)
        for key in expected:
            assert drawn[key].inclusion_probability == planned.sampled / planned.size
            assert drawn[key].item_id == "i_" + short_digest(gate.campaign_id, key)
            by_stratum[drawn[key].stratum_id] += 1
    assert sum(by_stratum.values()) == 60


def test_overlap_and_orders(project: Workspace):
    gate = seal_one(project)
    given = rows(project, Assignment)
    per_item = Counter(each.item_id for each in given)
    assert Counter(per_item.values()) == {2: 30, 1: 30}
    assert Counter(each.auditor for each in given) == {"first": 45, "second": 45}
    assert {item.item_id: item.raters for item in rows(project, Item)} == dict(per_item)
    subjects = {each.item_id: each.subject_id for each in given}
    for auditor in ("first", "second"):
        order = [subjects[item.item] for item in items_of(project, gate, auditor)]
        assert order == Lottery(7, gate.campaign_id).order(auditor, sorted(order))
    assert {each.assignment_id for each in given} == {"a_" + short_digest(e.item_id, e.auditor) for e in given}


def test_the_same_design_in_another_project_draws_the_same(project: Workspace, tmp_path: Any):
    with new_project(tmp_path / "q", Invented(figures=400)) as other:
        assert seal_one(project).campaign_id == seal_one(other).campaign_id
        seals = [rows(each, Campaign)[0].seal_hash for each in (project, other)]
        assert seals[0] == seals[1]


def test_a_seal_takes_the_population_of_its_moment(project: Workspace):
    project.write(create_campaign, SPEC)
    project.write(add_more)
    sealed, plan = project.write(seal_campaign, "audit-1")
    assert sealed.population_size == plan.population_size == 401


def add_more(session: Session) -> None:
    paper = make_paper(99)
    session.add(paper)
    session.flush()
    figure = make_figure(paper, 9999)
    session.add(figure)
    session.flush()
    add_score(session, figure, confidence=0.9)


def test_a_sealed_campaign_does_not_follow_a_supersession(project: Workspace):
    gate = seal_one(project)
    before = items_of(project, gate, "first")

    def supersede(session: Session) -> None:
        drawn = session.scalars(select(Item.subject_row)).all()
        newest = session.scalars(select(Figure.id).order_by(Figure.id.desc())).first()
        session.execute(update(Figure).where(Figure.id.in_(drawn), Figure.id != newest).values(superseded_by=newest))

    project.write(supersede)
    assert items_of(project, gate, "first") == before
    assert project.read(lambda session: verify_seal(session, find_campaign(session, gate.name))) == []


def test_states_move_as_the_contract_says(project: Workspace):
    project.write(create_campaign, SPEC)
    for state in (CampaignState.PAUSED, CampaignState.SEALED, CampaignState.CLOSED):
        with pytest.raises(ExpectedError, match="seal it first"):
            project.write(move_campaign, "audit-1", state)
    project.write(seal_campaign, "audit-1")
    for state in (CampaignState.PAUSED, CampaignState.SEALED, CampaignState.PAUSED, CampaignState.CLOSED):
        assert project.write(move_campaign, "audit-1", state).state == state
        gate = project.read(find_gate, "audit-1")
        if state is CampaignState.SEALED:
            require_open(gate)
        else:
            with pytest.raises(ExpectedError, match=f"campaign audit-1 is {state.value}"):
                require_open(gate)
    with pytest.raises(ExpectedError, match="a closed campaign stays closed"):
        project.write(move_campaign, "audit-1", CampaignState.SEALED)
    with pytest.raises(ExpectedError, match="never repeated"):
        project.write(seal_campaign, "audit-1")


def test_names(project: Workspace):
    project.write(create_campaign, SPEC)
    assert project.write(create_campaign, SPEC)[0].name == "audit-2"
    named = replace(SPEC, name="audit-2")
    with pytest.raises(ExpectedError, match="is there as a draft; `--replace`"):
        project.write(create_campaign, named)
    replaced, _ = project.write(create_campaign, replace(named, size=80), replace=True)
    assert (replaced.name, replaced.size) == ("audit-2", 80)
    project.write(seal_campaign, "audit-2")
    with pytest.raises(ExpectedError, match="never changes; choose another name"):
        project.write(create_campaign, named, replace=True)
    assert project.read(find_campaign, replaced.campaign_id).name == "audit-2"
    with pytest.raises(UsageError, match="no campaign 'audit-9'; known are audit-1, audit-2"):
        project.read(find_campaign, "audit-9")
    for name in ("", " ", "a\nb", "c_0123456789abcdef", "x" * 65, "a/b", "a\\b", "..", "a\x7fb"):
        with pytest.raises(UsageError, match="printable characters"):
            project.write(create_campaign, replace(SPEC, name=name))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"size": 401}, "size 401 is above the population of 400"),
        ({"size": None}, "a size is missing"),
        ({"population": "native.label = plot"}, "the population is empty"),
        ({"population": "native.label diagram"}, "column 14"),
        ({"strata": "nonsense"}, "nonsense"),
        ({"strata": "native.label@0.5"}, "cuts need a column of numbers"),
        ({"task": "is-cat"}, "no task 'is-cat'; known are figure-type, is-diagram"),
        ({"auditors": ("first", "First")}, "stands twice"),
        ({"auditors": ("first", "")}, "plain name"),
        ({"auditors": ("first", "overlap")}, "plain name"),
        ({"auditors": ("a|b",), "overlap": 0}, "plain name"),
        ({"auditors": ("a/b",), "overlap": 0}, "plain name"),
        ({"auditors": ("x" * 65,), "overlap": 0}, "1 to 64 characters"),
        ({"auditors": ()}, "auditors are missing"),
        ({"auditors": ("first",)}, "needs two auditors"),
        ({"seed": 10**18}, "at most 18 digits"),
        ({"overlap": 1.5}, "from 0 to 1"),
        ({"overlap": -0.1}, "from 0 to 1"),
        ({"overlap": float("nan")}, "from 0 to 1"),
        ({"allocation": parse_allocation("ICLR=60")}, "no number for"),
    ],
)
def test_a_design_that_cannot_be_meant_leaves_nothing_behind(project: Workspace, changes: dict[str, Any], told: str):
    with pytest.raises(UsageError, match=told):
        project.write(create_campaign, replace(SPEC, **changes))
    assert rows(project, Campaign) == []


@pytest.mark.parametrize("overlap", [1.5, -0.1, float("nan")])
def test_a_plan_refuses_the_overlaps_that_a_campaign_refuses(project: Workspace, overlap: float):
    with pytest.raises(UsageError, match="from 0 to 1"):
        project.read(make_plan, replace(SPEC, auditors=(), overlap=overlap))


def test_by_hand_without_a_size(project: Workspace):
    spec = CampaignSpec(
        auditors=("only",), strata="venue", allocation=parse_allocation("ICLR=5,ICML=6,NeurIPS=7,(none)=2")
    )
    campaign, plan = project.write(create_campaign, spec)
    assert (campaign.size, [each.sampled for each in plan.strata]) == (20, [5, 6, 7, 2])


def test_a_bare_label_means_the_judge_of_the_day_it_was_written(project: Workspace):
    spec = replace(SPEC, population="label = diagram", strata="confidence@0.5", accepted_from="native")
    project.write(create_campaign, spec)
    assert project.write(seal_campaign, "audit-1")[0].allocation["accepted_from"] == "native"


def test_the_seal_can_be_recomputed_and_sees_every_change(project: Workspace):
    gate = seal_one(project)

    def faults(session: Session) -> list[str]:
        return verify_seal(session, find_campaign(session, gate.name))

    def document(session: Session) -> Any:
        return seal_document(session, find_campaign(session, gate.name))

    assert project.read(faults) == []
    assert seal_hash_of(project.read(document)) == rows(project, Campaign)[0].seal_hash
    for statement, told in (
        (update(Campaign).values(seed=8), "changed after the seal"),
        (update(Campaign).values(population="venue = ICLR"), "changed after the seal"),
        (update(Stratum).where(Stratum.position == 1).values(size=1), "changed after the seal"),
        (update(Item).where(Item.position == 1).values(content_hash="x"), "changed after the seal"),
        (update(Item).where(Item.position == 1).values(raters=9), "changed after the seal"),
        (update(Assignment).where(Assignment.position == 1).values(subject_row=1), "points at something else"),
        (Assignment.__table__.delete().where(Assignment.position == 1), "assignments of"),
    ):
        assert any(told in fault for fault in tried(project, statement, faults)), statement
    assert project.read(faults) == []


def tried(workspace: Workspace, statement: Any, fn: Any) -> list[str]:
    """What fn finds after the statement, which is then rolled back."""
    found: list[str] = []

    class Undo(Exception):  # noqa: N818 - not an error, the way out of the transaction
        pass

    def attempt(session: Session) -> None:
        session.execute(statement)
        found.extend(fn(session))
        raise Undo

    with pytest.raises(Undo):
        workspace.write(attempt)
    return found


def test_progress_counts_and_keeps_silent_about_answers(project: Workspace):
    gate = seal_one(project)
    progress = project.read(lambda session: progress_of(session, find_campaign(session, gate.name)))
    assert [(each.auditor, each.total, each.done, each.skipped, each.waiting) for each in progress] == [
        ("first", 45, 0, 0, 45),
        ("second", 45, 0, 0, 45),
    ]


def label_some(session: Session, judge: str = "native", label: str = "plot") -> None:
    """Fifty figures get another label."""
    for figure in session.scalars(select(Figure).order_by(Figure.id).limit(50)).all():
        add_score_of(session, Score(figure_id=figure.id, judge=judge, label=label, probabilities={}, judge_version="9"))


def test_a_population_that_is_not_all_diagrams_is_remarked_on(project: Workspace):
    every = replace(SPEC, population="", strata="venue")
    assert not any("not labelled" in told for told in project.read(make_plan, every).remarks)
    project.write(label_some)
    told = "50 of 400 figures are not labelled diagram by the judge native: this audit measures how many are diagrams"
    assert told in project.read(make_plan, every).remarks[-1]
    assert not any("not labelled" in told for told in project.read(make_plan, SPEC).remarks)
    project.write(create_campaign, every)
    assert told in project.write(seal_campaign, "audit-1")[1].remarks[-1]
    nobody = project.read(make_plan, replace(every, accepted_from="nobody"))
    assert not any("not labelled" in told for told in nobody.remarks), "no scores, nothing to say"


def test_kinds_compared_with_another_judge_than_the_imported_one_are_remarked_on(project: Workspace):
    kinds = replace(SPEC, population="", task="figure-type")
    assert not any("compared" in told for told in project.read(make_plan, kinds).remarks)
    project.write(label_some, "imported")
    told = [
        told for told in project.read(make_plan, kinds).remarks if told.startswith("compared with the judge native")
    ]
    assert "FIGAUDIT_ACCEPTED_FROM=imported" in told[0]
    of_import = project.read(make_plan, replace(kinds, accepted_from="imported")).remarks
    assert not any("compared with" in each for each in of_import)
    assert any("350 of 400 figures have no label of the judge imported" in each for each in of_import)


def test_whose_labels_an_audit_is_about():
    for population, task, judges in (
        ("", "is-diagram", ("native",)),
        ("imported.label = diagram and figure.label = 'x.label'", "is-diagram", ("imported",)),
        ("imported.label = diagram", "figure-type", ("native",)),
    ):
        assert label_judges(population, task, accepted_from="native") == judges


def test_invented_projects_are_reproducible(tmp_path: Any):
    with new_project(tmp_path / "q") as workspace:
        figures = workspace.write(add_invented, Invented(figures=5, papers=2))
        assert len({figure.figure_id for figure in figures}) == 5
