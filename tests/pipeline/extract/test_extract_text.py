from __future__ import annotations

import pytest

from pipeline.extract.labels import parse_label
from pipeline.extract.text import clean, join_lines


def test_faults_of_the_text_layer_are_mended() -> None:
    assert clean("Gr¨uneisen  ﬁrst\x07 run\u200b") == "Grüneisen first run"


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["Microsoft Aca-", "demic fields"], "Microsoft Academic fields"),
        (["a self-", "supervised model"], "a self-supervised model"),
        (["the COVID-", "19 data"], "the COVID-19 data"),
        (["a soft\u00ad", "Hyphen"], "a softHyphen"),
        (["one", "", "two"], "one two"),
    ],
)
def test_lines_join_with_their_hyphens_decided(lines: list[str], text: str) -> None:
    assert join_lines(lines) == text


@pytest.mark.parametrize(
    ("text", "normal", "mark"),
    [
        ("Figure 3: A", "Figure 3", ":"),
        ("FIGURE 1 | XRD", "Figure 1", "|"),
        ("F IGURE 2. The", "Figure 2", "."),
        ("Fig. 1 (a) The", "Figure 1", ""),
        ("Figure 2.1. The", "Figure 2.1", "."),
        ("Figure B.2: The", "Figure B.2", ":"),
        ("Fig. S03. The", "Figure S3", "."),
        ("Supplementary Figure 4. The", "Figure S4", "."),
        ("Extended Data Fig. 2 | The", "Extended Data Figure 2", "|"),
    ],
)
def test_labels_have_a_normal_form(text: str, normal: str, mark: str) -> None:
    label = parse_label(text)
    assert label is not None
    assert (label.normal, label.mark) == (normal, mark)


@pytest.mark.parametrize("text", ["Figures are drawn", "Figured 3", "Prefix Figure 3"])
def test_other_words_are_no_labels(text: str) -> None:
    assert parse_label(text) is None
