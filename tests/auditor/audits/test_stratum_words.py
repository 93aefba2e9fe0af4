"""Strata are named in words for a person; the design keeps its own names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from auditor.audits.details import campaign_details
from auditor.audits.planning import plan_draft
from auditor.audits.stratum_words import remarks_in_words, stratum_words
from pipeline.workspace import Workspace
from tests.helpers.audits import SPEC, seal_one


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"native.confidence": "[0.5, 0.85)"}, "confidence 0.5 to 0.85"),
        ({"confidence": "[0.85, 1]"}, "confidence 0.85 to 1"),
        ({"native.confidence": "< 0"}, "confidence below 0"),
        ({"width": ">= 300"}, "width 300 or more"),
        ({"native.confidence": "(none)"}, "no confidence"),
        ({"venue": "ICLR", "year": 2021}, "ICLR, year 2021"),
        ({"caption_status": "found"}, "found"),
        ({"extra.note": "[see, page)"}, "[see, page)"),
        ({}, "all figures"),
    ],
)
def test_a_value_says_its_column_where_it_means_nothing_without(value: dict[str, Any], told: str):
    assert stratum_words(value) == told


def test_remarks_name_strata_as_the_table_does():
    value = {"native.confidence": "[0.5, 0.85)"}
    assert remarks_in_words(["stratum [0.5, 0.85) gets no item", "small"], [value]) == (
        "the stratum “confidence 0.5 to 0.85” gets no item",
        "small",
    )


def test_plan_and_sealed_campaign_name_strata_in_words(project: Workspace):
    spec = replace(SPEC, strata="native.confidence@0.5", name="spring")
    planned = [line.name for line in project.read(plan_draft, spec).strata]
    assert planned
    assert all(name.startswith("confidence ") and "[" not in name for name in planned)
    seal_one(project, strata=spec.strata, name="spring")
    design = project.read(campaign_details, "spring", "").design
    shut = project.read(campaign_details, "spring", "somebody else").design
    assert design is None  # somebody still owes answers
    assert shut is not None
    assert [line.name for line in shut.strata] == planned
