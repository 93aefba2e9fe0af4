from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pipeline.extract.mentions import find_mentions

SHARED = Path(os.environ.get("FIGAUDIT_SHARED", Path(__file__).resolve().parents[4] / "shared"))

CASES = {
    "Figs. 3 and 4": "3 4",
    "Figures 2, 3, 4, and 5": "2 3 4 5",
    "see Figs. 4, 5, & 6.": "4 5 6",
    "Fig. 6 and 7 show": "6 7",
    "Figures 4 and 2": "4 2",
    "Figs. 2 to 4": "2 3 4",
    "Supplementary Figs. 4–6": "S4 S5 S6",
    "Supplementary Figs. 4, 6 and 8": "S4 S6 S8",
    "Fig. 1a": "1a",
    "Figures 4A–F": "4A 4B 4C 4D 4E 4F",
    "Figures 4B,C clearly": "4B 4C",
    "Fig. 3c and d indicate": "3c 3d",
    "in Fig. 3b and a decrease": "3b",
    "Fig. 2(a) through (c) and (d)": "2a 2b 2c 2d",
    "Fig. 3\u00a0(A\u00a0and\u00a0B)": "3A 3B",
    "(Fig. 3, A to C)": "3A 3B 3C",
    "Figures 1a , 1b, 1c": "1a 1b 1c",
    "Figure 1C–1F": "1C 1D 1E 1F",
    "Figure 3A– 3D)": "3A 3B 3C 3D",
    "Fig. 5(ii)": "5ii",
    "Fig. 3 (a blue line)": "3",
    "Figures 1 and S1A": "1 S1A",
    "Fig. 4f and S20,†": "4f S20",
    "Fig. S03": "S3",
    "Figure B.2": "B.2",
    "Extended Data Fig. 2a": "ED2a",
    "Fig-\nure 8": "8",
    "Fig- ure 4 uses": "4",
    "Figure \n94 \n1B": "1B",
    "Figure 11 and Figure 1a": "11 1a",
    "Figure 3, 10 samples": "3",
    "Figure one and Figures three & four of these publications": "",
    "Figure 13 of [12]": "",
    "Fig. 2nd": "",
    "Figure of merit 3": "",
    "configure 3": "",
}


@pytest.mark.parametrize("text", CASES)
def test_ids_of_a_mention(text: str) -> None:
    assert [one for _, _, ids in find_mentions(text) for one in ids] == CASES[text].split()


def test_the_span_is_the_mention_itself() -> None:
    text = "As seen before (Figs. 2a,b and 4), it holds."
    ((start, end, _),) = find_mentions(text)
    assert text[start:end] == "Figs. 2a,b and 4"


def test_every_mention_of_the_corpus_is_read() -> None:
    path = SHARED / "corpus" / "mentions.json"
    if not path.exists():
        pytest.skip("the corpus of papers is not here (../shared/corpus)")
    cases = json.loads(path.read_text(encoding="utf-8"))["mentions"]
    wrong = [c for c in cases if [i for _, _, ids in find_mentions(c["text"]) for i in ids] != c["expected"]]
    assert cases
    assert wrong == []
