"""One campaign in full: its design only for those who have nothing left to judge."""

from __future__ import annotations

from pathlib import Path

from auditor.audits.campaign import create_campaign, move_campaign
from auditor.audits.details import campaign_details
from pipeline.vocabulary import CampaignState
from pipeline.workspace import Workspace
from tests.helpers.audits import SPEC, answer_all, seal_one

SECRETS = ("native.label", "native.confidence", "[0.5, 0.7)", "ICLR")


def test_a_design_is_shut_until_its_auditor_has_judged_everything(project: Workspace, tmp_path: Path):
    gate = seal_one(project, name="spring")
    shut = project.read(campaign_details, "spring", "first")
    assert shut.design is None
    assert shut.shut.startswith("You have 45 figures left to judge in this audit.")
    assert not [secret for secret in SECRETS if secret in repr(shut)]
    answer_all(project, tmp_path, gate, "first", lambda _place: "yes")
    opened = project.read(campaign_details, "spring", "first")
    assert opened.shut == ""
    assert opened.design is not None
    assert opened.design.population == "native.label = diagram"
    assert sum(stratum.sampled for stratum in opened.design.strata) == opened.design.size == 60
    assert project.read(campaign_details, "spring", "second").design is None


def test_somebody_without_figures_sees_every_design(project: Workspace):
    seal_one(project, name="spring")
    assert project.read(campaign_details, "spring", "lead").design is not None


def test_nobody_in_particular_sees_no_design_while_answers_are_owed(project: Workspace):
    seal_one(project, name="spring")
    details = project.read(campaign_details, "spring", "")
    assert details.design is None
    assert "who sits here" in details.shut
    project.write(move_campaign, "spring", CampaignState.CLOSED)
    assert project.read(campaign_details, "spring", "").design is not None


def test_a_draft_shows_the_plan_of_today_and_is_shut_with_the_planner(project: Workspace):
    project.write(create_campaign, SPEC)
    details = project.read(campaign_details, "audit-1", "first")
    assert details.design is not None
    assert details.design.remarks
    assert details.line.total == 0
    seal_one(project, name="spring")
    assert project.read(campaign_details, "audit-1", "first").design is None
