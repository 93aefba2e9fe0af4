from __future__ import annotations

import io
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from PIL import Image

from pipeline.classify.judges import JudgeInput, Judgement, load_judge
from pipeline.classify.native import NativeJudge
from pipeline.errors import ItemError, UsageError

KINDS = {"diagram", "plot", "photo", "screenshot", "table", "other"}


def png(pixels: np.ndarray) -> bytes:
    written = io.BytesIO()
    Image.fromarray(pixels).save(written, "PNG")
    return written.getvalue()


def right_share(judged: list[tuple[str, Judgement]]) -> float:
    return sum(kind == found.label for kind, found in judged) / len(judged)


def assert_distribution(found: Judgement) -> None:
    assert set(found.probabilities) == KINDS
    assert sum(found.probabilities.values()) == pytest.approx(1.0)
    assert min(found.probabilities.values()) >= 0
    assert found.confidence == found.probabilities[found.label] == max(found.probabilities.values())


def test_drawn_figures_that_training_never_saw_are_mostly_named_right(drawn: list[Any]) -> None:
    judge = load_judge("native")
    judged = [(one.kind, judge.judge(JudgeInput(one.png, one.structure))) for one in drawn]
    for _, found in judged:
        assert_distribution(found)
    assert {kind for kind, _ in judged} == KINDS
    assert right_share(judged) >= 0.85


def test_pixels_alone_are_mostly_named_right(drawn: list[Any]) -> None:
    judge = load_judge("native")
    judged = [(one.kind, judge.judge(JudgeInput(one.png))) for one in drawn]
    for _, found in judged:
        assert_distribution(found)
    assert right_share(judged) >= 0.75


def test_small_grey_and_jpeg_copies_are_mostly_named_right(drawn: list[Any], training_script: Any) -> None:
    judge, data = load_judge("native"), training_script("training_data")
    judged = [
        (one.kind, judge.judge(JudgeInput(data.altered(one.png, np.random.default_rng(number)))))
        for number, one in enumerate(drawn)
    ]
    assert right_share(judged) >= 0.7


def test_the_same_figure_gets_the_same_judgement(drawn: list[Any]) -> None:
    first, second = NativeJudge.load(), NativeJudge.load()
    for one in drawn[:6]:
        item = JudgeInput(one.png, one.structure)
        assert first.judge(item) == first.judge(item) == second.judge(item)


def test_structure_changes_the_judgement_only_where_there_is_some(drawn: list[Any]) -> None:
    judge = load_judge("native")
    bare = b'{"version":1,"page":[600,800],"bbox":[0,0,300,200],"caption_bbox":null,"words":[],"paths":[],'
    bare += b'"paths_total":0,"images":[[0,0,300,200]]}'
    changed = 0
    for one in drawn[:12]:
        pixels = judge.judge(JudgeInput(one.png))
        assert judge.judge(JudgeInput(one.png, bare)) == pixels
        changed += judge.judge(JudgeInput(one.png, one.structure)) != pixels
    assert changed >= 6


def test_a_caption_that_names_the_kind_counts(drawn: list[Any]) -> None:
    judge = load_judge("native")
    blob = (
        '{"version":1,"page":[600,800],"bbox":[0,0,300,200],"caption_bbox":[0,210,300,230],"paths":[],'
        '"words":[[0,210,40,220,"WORD",8,0]],"paths_total":0,"images":[[0,0,300,200]]}'
    )
    one = drawn[0]
    silent, spoken = (
        judge.judge(JudgeInput(one.png, blob.replace("WORD", word).encode())) for word in ("Results", "Schematic")
    )
    assert spoken.probabilities["diagram"] > silent.probabilities["diagram"]


@pytest.mark.parametrize("shape", [(1, 1, 3), (1, 3000, 3), (3000, 2, 3), (24, 24, 3), (900, 700, 3)])
@pytest.mark.parametrize("value", [0, 128, 255])
def test_blank_and_odd_images_get_a_judgement(shape: tuple[int, ...], value: int) -> None:
    assert_distribution(load_judge("native").judge(JudgeInput(png(np.full(shape, value, dtype=np.uint8)))))


def test_an_unreadable_structure_is_an_item_error() -> None:
    image = png(np.full((40, 40, 3), 255, dtype=np.uint8))
    for blob in (b"", b"no json", b"[]", b'{"version":1}', b'{"version":2,"bbox":[0,0,1,1]}', b"\xff\xfe"):
        with pytest.raises(ItemError, match="structure"):
            load_judge("native").judge(JudgeInput(image, blob))


def test_an_unknown_judge_is_a_usage_error_that_names_the_others() -> None:
    with pytest.raises(UsageError, match=r"'clever'.*native"):
        load_judge("clever")


def test_a_judge_has_a_name_and_the_version_of_its_model() -> None:
    judge = load_judge("native")
    assert judge.name == "native"
    assert judge.version == NativeJudge.load().model.version


def test_naming_the_judges_loads_no_heavy_library_and_judging_none_for_training() -> None:
    code = (
        "import sys; import pipeline.classify.judges as j; assert 'numpy' not in sys.modules; j.load_judge('native');"
        "assert not {'scipy', 'pandas', 'pymupdf', 'sklearn', 'torch'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
