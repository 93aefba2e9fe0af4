"""The form for a new campaign: its plan, and for each field what is wrong with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from auditor.audits.campaign import find_campaign
from auditor.audits.planning import draw_and_seal, plan_draft, save_draft
from pipeline.errors import ExpectedError
from pipeline.workspace import Workspace
from tests.helpers.audits import SPEC, seal_one


def test_a_plan_tells_strata_sizes_and_all_answers(project: Workspace):
    plan = project.read(plan_draft, SPEC)
    assert plan.faults == {}
    assert (plan.population_size, plan.size, plan.overlap_items) == (400, 60, 30)
    assert plan.answers == 90
    assert sum(stratum.sampled for stratum in plan.strata) == 60
    assert sum(stratum.size for stratum in plan.strata) == 400


@pytest.mark.parametrize(
    ("changes", "field", "word"),
    [
        ({"population": "native.label = "}, "population", "column"),
        ({"population": "colour = red"}, "population", "colour"),
        ({"population": "caption ~ nowhere"}, "population", "empty"),
        ({"strata": "colour"}, "strata", "colour"),
        ({"strata": "venue,venue"}, "strata", "twice"),
        ({"size": 401}, "size", "401"),
        ({"size": 2}, "size", "strata"),
        ({"auditors": (), "overlap": 0.0}, "auditors", "auditor"),
        ({"auditors": ("first",)}, "overlap", "two auditors"),
    ],
)
def test_each_fault_is_said_at_its_field(project: Workspace, changes: dict[str, Any], field: str, word: str):
    plan = project.read(plan_draft, replace(SPEC, **changes))
    assert list(plan.faults) == [field]
    assert word in plan.faults[field]


def test_a_size_above_the_population_still_tells_how_many_there_are(project: Workspace):
    assert project.read(plan_draft, replace(SPEC, size=401)).population_size == 400


def test_strata_and_population_that_are_both_wrong_are_both_said(project: Workspace):
    plan = project.read(plan_draft, replace(SPEC, strata="colour", population="label ="))
    assert set(plan.faults) == {"strata", "population"}
    assert project.read(plan_draft, replace(SPEC, strata="colour")).population_size == 400


def test_a_name_that_is_taken_is_said_before_saving(project: Workspace):
    seal_one(project, name="spring")
    assert "spring" not in project.read(plan_draft, replace(SPEC, name="summer")).faults
    assert "already" in project.read(plan_draft, replace(SPEC, name="spring")).faults["name"]


def test_a_draft_that_is_changed_keeps_or_changes_its_name(project: Workspace):
    assert project.write(save_draft, replace(SPEC, name="spring")) == "spring"
    assert project.read(plan_draft, replace(SPEC, name="spring", size=50), replaces="spring").faults == {}
    project.write(save_draft, replace(SPEC, name="spring", size=50), replaces="spring")
    assert project.read(find_campaign, "spring").size == 50
    assert project.write(save_draft, replace(SPEC, name="autumn", size=40), replaces="spring") == "autumn"
    with pytest.raises(ExpectedError, match="no campaign 'spring'"):
        project.read(find_campaign, "spring")


def test_drawing_from_the_form_seals_in_one_step_or_leaves_nothing(project: Workspace):
    assert project.write(draw_and_seal, replace(SPEC, name="spring")) == ("spring", 60)
    assert project.read(find_campaign, "spring").seal_hash
    with pytest.raises(ExpectedError):
        project.write(draw_and_seal, replace(SPEC, name="autumn", auditors=("a|b",)))
    with pytest.raises(ExpectedError, match="no campaign"):
        project.read(find_campaign, "autumn")


def test_a_sealed_campaign_is_never_dropped_by_a_form_that_began_with_its_draft(project: Workspace):
    project.write(save_draft, replace(SPEC, name="spring"))
    project.write(draw_and_seal, replace(SPEC, name="spring"), replaces="spring")
    with pytest.raises(ExpectedError, match="never changes"):
        project.write(save_draft, replace(SPEC, name="spring", size=50), replaces="spring")
    project.write(save_draft, replace(SPEC, name="autumn"), replaces="spring")
    assert project.read(find_campaign, "spring").seal_hash
