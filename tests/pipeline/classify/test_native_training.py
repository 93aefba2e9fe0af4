from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from pipeline.classify.judges import JudgeInput, load_judge
from pipeline.classify.model import read_model
from pipeline.resources import resource

KINDS = ("diagram", "plot", "photo", "screenshot", "table", "other")
Load = Callable[[str], ModuleType]


def rows(training_script: Load, groups: int, seed: int) -> Any:
    """Figures whose first features give their kind away, in several papers, one of them `mixed`."""
    rng = np.random.default_rng(seed)
    kinds = np.array([*KINDS, "mixed"] * groups)
    papers = np.repeat([f"paper {number}" for number in range(groups)], len(KINDS) + 1)
    own = np.eye(len(KINDS) + 1)[np.tile(np.arange(len(KINDS) + 1), groups)][:, : len(KINDS)]
    pixels = 2 * own[:, None, :] + rng.normal(0, 0.3, (len(kinds), 3, len(KINDS)))
    return training_script("training_data").Rows(
        papers=papers,
        names=np.array([f"Figure {number}" for number in range(len(kinds))]),
        kinds=kinds,
        pixels=pixels,
        drawings=rng.normal(0, 1, (len(kinds), 2)),
        telling=rng.random(len(kinds)) < 0.5,
        cues=0.6 * own,
        pixel_names=tuple(f"p{number}" for number in range(len(KINDS))),
        drawing_names=("d0", "d1"),
    )


def test_the_card_tells_the_numbers_of_the_model_file(training_script: Load) -> None:
    raw = json.loads(resource("models", "native-1.json").read_text(encoding="utf-8"))
    card = resource("models", "native-1.md").read_text(encoding="utf-8")
    assert card == training_script("model_card").model_card(raw)
    for name in ("judge", "pixels_alone"):
        assert f"{raw['numbers'][name]['accuracy']:.3f}" in card


def test_the_model_file_is_small_and_knows_our_words_and_features(training_script: Load) -> None:
    path = resource("models", "native-1.json")
    assert path.stat().st_size < 500_000
    model = read_model(path)
    assert model.kinds == KINDS == training_script("training_data").KINDS
    for head in (model.pixels, model.structure):
        assert head.weights.shape == (len(KINDS), len(head.features)) == (len(KINDS), len(head.mean))
    assert model.numbers["judge"]["accuracy"] >= model.numbers["majority"] + 0.15
    assert model.numbers["pixels_alone"]["accuracy"] >= model.numbers["majority"] + 0.1


def test_training_learns_and_gives_the_same_model_twice(training_script: Load, tmp_path: Path) -> None:
    script = training_script("train_native")
    real, drawn = rows(training_script, 4, 1), rows(training_script, 6, 2)
    first, second = (script.train(real, drawn, {"drawn": 42, "seed": 2}) for _ in range(2))
    assert first == second
    assert first["numbers"]["judge"]["accuracy"] > 0.9
    assert first["numbers"]["judge"]["figures"] == 24
    assert first["numbers"]["mixed_left_out"] == 4
    script.write(first, tmp_path)
    assert read_model(tmp_path / "native-1.json").version == first["version"]
    assert "24 real figures of 4 open-access papers" in (tmp_path / "native-1.md").read_text(encoding="utf-8")


def test_no_figure_is_judged_by_a_model_that_saw_its_paper(
    training_script: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = training_script("train_native")
    real, drawn = rows(training_script, 3, 1), rows(training_script, 3, 2)
    seen: list[tuple[set[str], set[str]]] = []
    fit_heads = script.fit_heads

    def watch(one: Any, other: Any, keep_one: Any, keep_other: Any) -> Any:
        seen.append((set(one.papers[keep_one]), set(other.papers[keep_other])))
        return fit_heads(one, other, keep_one, keep_other)

    monkeypatch.setattr(script, "fit_heads", watch)
    script.cross_validate(real, drawn)
    everything = set(real.papers)
    assert [everything - kept for kept, _ in seen] == [{"paper 0"}, {"paper 1"}, {"paper 2"}]
    assert [everything - kept for _, kept in seen] == [{"paper 0"}, {"paper 1"}, {"paper 2"}]


def test_calibration_error_is_the_gap_between_confidence_and_truth(training_script: Load) -> None:
    script = training_script("train_native")
    probabilities = np.array([[0.8, 0.2, 0, 0, 0, 0]] * 10)
    kinds = np.array(["diagram"] * 6 + ["plot"] * 4 + ["mixed"])
    found = script.score(np.concatenate([probabilities, probabilities[:1]]), kinds)
    assert found["accuracy"] == 0.6
    assert found["calibration_error"] == pytest.approx(0.2)
    assert found["recall"]["plot"] == [0, 4]
    assert found["precision"]["diagram"] == [6, 10]


def test_real_figures_of_the_corpus_are_named_right(training_script: Load) -> None:
    """The model has seen these figures: this guards reading and features, the model card tells the accuracy."""
    shared = Path(os.environ.get("FIGAUDIT_SHARED", Path(__file__).parents[4] / "shared"))
    if not (shared / "corpus" / "figures.json").exists():
        pytest.skip(f"no corpus of real papers at {shared / 'corpus'}")
    judge = load_judge("native")
    found = [
        (one.kind, judge.judge(JudgeInput(one.png, one.structure)).label)
        for one in training_script("training_data").corpus_cuttings(
            shared / "corpus", papers=("acl_s2orc", "eacl_longeval", "iop_jpcs", "nhess_hazard")
        )
        if one.kind != "mixed"
    ]
    assert len(found) == 22
    assert sum(kind == label for kind, label in found) >= 17
