from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.campaign import create_campaign
from auditor.audits.design import make_plan
from auditor.audits.seal import seal_campaign
from auditor.audits.showing import page_remarks, shown_for
from pipeline.store.verdicts import Assignment
from pipeline.workspace import Workspace
from tests.helpers.audits import SPEC

WITH, WITHOUT = ("image", "caption", "contexts", "page"), ("image", "caption", "contexts")


@pytest.mark.parametrize(
    ("population", "strata", "shown"),
    [
        ("", "", WITH),
        ("native.label = diagram and confidence >= 0.5", "native.confidence@0.5,0.7", WITH),
        ('caption ~ "venue and year"', "path", WITH),
        ("figure.page > 3", "caption_status", WITH),
        ("", "venue", WITHOUT),
        ("venue in (ICLR, ICML)", "", WITHOUT),
        ("not (paper.year >= 2020)", "", WITHOUT),
        ("", "native.confidence@0.5,paper.platform", WITHOUT),
        ("decision is null", "", WITHOUT),
        ("extra.source = web", "", WITHOUT),
    ],
)
def test_the_page_stays_hidden_where_its_head_could_tell_the_stratum(
    population: str, strata: str, shown: tuple[str, ...]
):
    assert shown_for("is-diagram", population=population, strata=strata) == shown
    assert bool(page_remarks("is-diagram", population=population, strata=strata)) == (shown == WITHOUT)


@pytest.mark.parametrize(("strata", "shown"), [("venue,year", WITHOUT), ("native.confidence@0.7", WITH)])
def test_the_plan_says_so_and_the_seal_does_so(project: Workspace, strata: str, shown: tuple[str, ...]):
    spec = replace(SPEC, strata=strata)
    told = [remark for remark in project.read(make_plan, spec).remarks if "do not see the page" in remark]
    assert ["venue, year" in remark for remark in told] == ([True] if shown == WITHOUT else [])

    def seal(session: Session) -> set[tuple[str, ...]]:
        campaign, _ = create_campaign(session, spec)
        seal_campaign(session, campaign.name)
        return {tuple(names) for names in session.scalars(select(Assignment.shown))}

    assert project.write(seal) == {shown}
