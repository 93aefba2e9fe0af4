from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from pipeline.extract.paper import extract_paper
from pipeline.geometry import Box, iou

SHARED = Path(os.environ.get("FIGAUDIT_SHARED", Path(__file__).resolve().parents[4] / "shared"))
TRUTH = SHARED / "corpus" / "figures.json"
DOCUMENTS = json.loads(TRUTH.read_text(encoding="utf-8"))["documents"] if TRUTH.exists() else {"none": {}}


def letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def right(figure: dict[str, Any], found: list[Any]) -> bool:
    return any(
        one.label == figure["label"] and one.page == figure["page"] and iou(one.bbox, Box.of(figure["bbox"])) >= 0.8
        for one in found
    )


@pytest.mark.parametrize("document", DOCUMENTS)
def test_figures_of_a_corpus_paper_are_found(document: str) -> None:
    if document == "none":
        pytest.skip("the corpus of papers is not here (../shared/corpus)")
    truth = DOCUMENTS[document]["figures"]
    found = [one for one in extract_paper(SHARED / "corpus" / "pdf" / f"{document}.pdf", dpi=72).figures if one.label]
    boxed = [one for one in found if one.bbox is not None]
    hits = sum(right(figure, boxed) for figure in truth)
    assert 2 * hits / (len(truth) + len(boxed)) >= 0.9
    heads = {one.label: letters(one.caption)[:30] for one in found}
    assert sum(heads.get(f["label"]) == letters(f["caption"])[:30] for f in truth) >= 0.8 * len(truth)
    bare = {one["label"] for one in DOCUMENTS[document].get("captions_without_figure", ())}
    assert {one.label for one in found if one.bbox is None} == bare
