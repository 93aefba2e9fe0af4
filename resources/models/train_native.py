"""Trains the native judge and writes its model and its card: `python resources/models/train_native.py --corpus DIR`.

Run it from the repository's folder in the project's environment. The same input gives the same model, byte for byte.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]  # the script runs without being installed

from model_card import model_card  # noqa: E402 - needs the path above
from training_data import KINDS, Rows, corpus_cuttings, drawn_cuttings, measure  # noqa: E402 - the same

from pipeline.classify.model import softmax, standardised  # noqa: E402 - the same

Floats = NDArray[np.float64]

REAL_WEIGHT = 8.0  # one real figure counts as much as this many drawn ones
PENALTY = 40.0  # of the squared weights; a larger one suits the real figures, a smaller one the kinds only drawn
BINS = 10  # of the reliability diagram
# Two pages of annotation tools are called `other` by the corpus and `screenshot` by our vocabulary: half of each.
HALVES = {("eacl_longeval", name): ("other", "screenshot") for name in ("Figure 8", "Figure 9")}


@dataclass(frozen=True, slots=True)
class Sample:
    """Rows to fit or to ask: features (n, features), wanted shares of the kinds (n, kinds), weights (n)."""

    features: Floats
    shares: Floats
    weights: Floats


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted linear model; `logits` of rows are its only use."""

    mean: Floats
    scale: Floats
    weights: Floats
    bias: Floats

    def logits(self, rows: Floats) -> Floats:
        """Logits (n, kinds) of rows of features."""
        return np.asarray(standardised(rows, self.mean, self.scale) @ self.weights.T + self.bias)


@dataclass(frozen=True, slots=True)
class Answers:
    """Logits of figures by judges that never saw their paper."""

    pixels: Floats
    judge: Floats


def wanted_shares(rows: Rows) -> Floats:
    """One row a figure over KINDS; all zero for a compound of several kinds, which teaches nothing."""
    shares = np.zeros((len(rows), len(KINDS)))
    for number, (paper, name, kind) in enumerate(zip(rows.papers, rows.names, rows.kinds, strict=True)):
        for part in HALVES.get((paper, name), (kind,)):
            if part in KINDS:
                shares[number, KINDS.index(part)] += 1.0
    return np.asarray(shares / np.maximum(shares.sum(axis=1, keepdims=True), 1.0))


def sample(rows: Rows, chosen: NDArray[np.bool_], *, weight: float, structure: bool) -> Sample:
    """The chosen figures with all their altered copies, which share the figure's weight."""
    shares = wanted_shares(rows)
    chosen = chosen & (shares.sum(axis=1) > 0) & (rows.telling if structure else True)
    pixels = rows.pixels[chosen]
    copies = pixels.shape[1]
    features = pixels.reshape(-1, pixels.shape[2])
    if structure:
        features = np.concatenate([features, np.repeat(rows.drawings[chosen], copies, axis=0)], axis=1)
    each = np.full(len(features), weight / copies)
    return Sample(features, np.repeat(shares[chosen], copies, axis=0), each)


def fit(samples: Sequence[Sample]) -> Fit:
    """Weighted multinomial logistic regression with a ridge penalty, by L-BFGS from zero."""
    from scipy.optimize import minimize

    features = np.concatenate([one.features for one in samples])
    shares = np.concatenate([one.shares for one in samples])
    weights = np.concatenate([one.weights for one in samples])
    mean = np.average(features, axis=0, weights=weights)
    scale = np.sqrt(np.average((features - mean) ** 2, axis=0, weights=weights)) + 1e-6
    rows = standardised(features, mean, scale)
    rows = np.concatenate([rows, np.ones((len(rows), 1))], axis=1)
    shape = (shares.shape[1], rows.shape[1])
    free = np.ones(shape)
    free[:, -1] = 0.0  # the bias is not penalised

    def loss(flat: Floats) -> tuple[float, Floats]:
        matrix = flat.reshape(shape)
        found = softmax(rows @ matrix.T)
        value = -(weights[:, None] * shares * np.log(found + 1e-12)).sum()
        gradient = ((found - shares) * weights[:, None]).T @ rows + PENALTY * free * matrix
        return float(value + 0.5 * PENALTY * (free * matrix**2).sum()), gradient.ravel()

    start = np.zeros(shape[0] * shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 400, "gtol": 1e-3})
    matrix = found.x.reshape(shape)
    return Fit(mean, scale, matrix[:, :-1], matrix[:, -1])


def fit_heads(real: Rows, drawn: Rows, keep_real: NDArray[np.bool_], keep_drawn: NDArray[np.bool_]) -> tuple[Fit, Fit]:
    """The head for pixels alone and the one with structure, from the figures kept."""
    heads = [
        fit(
            [
                sample(real, keep_real, weight=REAL_WEIGHT, structure=structure),
                sample(drawn, keep_drawn, weight=1.0, structure=structure),
            ]
        )
        for structure in (False, True)
    ]
    return heads[0], heads[1]


def answer(heads: tuple[Fit, Fit], rows: Rows) -> Answers:
    """What both ways of judging say of every figure, unaltered."""
    pixels = heads[0].logits(rows.pixels[:, 0])
    structure = heads[1].logits(np.concatenate([rows.pixels[:, 0], rows.drawings], axis=1))
    return Answers(pixels, np.where(rows.telling[:, None], structure, pixels))


def cross_validate(real: Rows, drawn: Rows) -> tuple[Answers, Answers]:
    """Answers to every figure by heads fitted without its paper (real) or its file (drawn)."""
    papers, files = np.unique(real.papers), np.unique(drawn.papers)
    folds = dict(zip(files, np.arange(len(files)) % len(papers), strict=True))
    fold = np.array([folds[file] for file in drawn.papers])
    size = (len(real), len(KINDS)), (len(drawn), len(KINDS))
    found = [Answers(np.zeros(shape), np.zeros(shape)) for shape in size]
    for number, paper in enumerate(papers):
        heads = fit_heads(real, drawn, real.papers != paper, fold != number)
        for rows, out, held in ((real, found[0], real.papers == paper), (drawn, found[1], fold == number)):
            told = answer(heads, rows)
            out.pixels[held], out.judge[held] = told.pixels[held], told.judge[held]
        print(f"  without {paper}: done", flush=True)
    return found[0], found[1]


def calibrate(logits: Floats, cues: Floats, shares: Floats) -> tuple[float, float]:
    """Sharpness of the logits and weight of the caption's cues that fit best, drawn towards 1 and 0."""
    from scipy.optimize import minimize

    def loss(values: Floats) -> float:
        found = softmax(np.exp(values[0]) * logits + values[1] * cues)
        return float(-(shares * np.log(found + 1e-12)).sum() + 2.0 * values[0] ** 2 + 0.5 * values[1] ** 2)

    found = minimize(loss, np.array([0.0, 0.5]), method="L-BFGS-B", bounds=((-1.5, 1.0), (0.0, 4.0)))
    return float(np.exp(found.x[0])), float(found.x[1])


def calibrated(logits: Floats, rows: Rows, *, captions: bool) -> Floats:
    """Probabilities with a calibration fitted on the other papers each time."""
    cues = rows.cues * captions
    shares = wanted_shares(rows)
    found = np.zeros_like(logits)
    for paper in np.unique(rows.papers):
        held = rows.papers == paper
        sharpness, weight = calibrate(logits[~held], cues[~held], shares[~held])
        found[held] = softmax(sharpness * logits[held] + weight * cues[held])
    return found


def score(probabilities: Floats, kinds: NDArray[np.str_]) -> dict[str, Any]:
    """Accuracy, recall and precision as counts, log loss, expected calibration error; `mixed` is left out."""
    known = np.isin(kinds, KINDS)
    probabilities, kinds = probabilities[known], kinds[known]
    labels = np.array(KINDS)[probabilities.argmax(axis=1)]
    right = labels == kinds
    own = probabilities[np.arange(len(kinds)), [KINDS.index(kind) for kind in kinds]]
    return {
        "figures": len(kinds),
        "right": int(right.sum()),
        "accuracy": round(float(right.mean()), 3),
        "recall": {kind: [int(right[kinds == kind].sum()), int((kinds == kind).sum())] for kind in KINDS},
        "precision": {kind: [int(right[labels == kind].sum()), int((labels == kind).sum())] for kind in KINDS},
        "log_loss": round(float(-np.log(np.maximum(own, 1e-6)).mean()), 3),
        "calibration_error": round(_calibration_error(probabilities.max(axis=1), right), 3),
    }


def _calibration_error(confidence: Floats, right: NDArray[np.bool_]) -> float:
    """The mean gap between confidence and share of right labels over ten bins, weighted by their size."""
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
    gaps = [
        abs(float(confidence[bins == one].mean() - right[bins == one].mean())) * float((bins == one).mean())
        for one in np.unique(bins)
    ]
    return float(sum(gaps))


def head_numbers(head: Fit, names: tuple[str, ...], sharpness: float) -> dict[str, Any]:
    """One head as the model file holds it, six significant digits."""
    return {
        "features": list(names),
        "mean": _digits(head.mean),
        "scale": _digits(head.scale),
        "weights": [_digits(row) for row in head.weights],
        "bias": _digits(head.bias),
        "sharpness": round(sharpness, 3),
    }


def _digits(values: Floats) -> list[float]:
    return [float(f"{value:.4g}") for value in values]


def train(real: Rows, drawn: Rows, about: dict[str, Any]) -> dict[str, Any]:
    """The whole model file: heads fitted on everything, calibration and numbers from cross-validation."""
    told, told_drawn = cross_validate(real, drawn)
    shares = wanted_shares(real)
    sharpness, _ = calibrate(told.pixels, real.cues * 0, shares)
    judge_sharpness, weight = calibrate(told.judge, real.cues, shares)
    counts = {kind: int((real.kinds == kind).sum()) for kind in KINDS}
    numbers = about | {
        "papers": len(np.unique(real.papers)),
        "mixed_left_out": int((real.kinds == "mixed").sum()),
        "majority": round(max(counts.values()) / sum(counts.values()), 3),
        "with_structure": int((real.telling & (real.kinds != "mixed")).sum()),
        "judge": score(calibrated(told.judge, real, captions=True), real.kinds),
        "without_caption": score(calibrated(told.judge, real, captions=False), real.kinds),
        "pixels_alone": score(calibrated(told.pixels, real, captions=False), real.kinds),
        "drawn_judge": score(softmax(judge_sharpness * told_drawn.judge), drawn.kinds),
        "drawn_pixels": score(softmax(sharpness * told_drawn.pixels), drawn.kinds),
    }
    heads = fit_heads(real, drawn, np.ones(len(real), bool), np.ones(len(drawn), bool))
    names = real.pixel_names, (*real.pixel_names, *real.drawing_names)
    model = {
        "kinds": list(KINDS),
        "pixels": head_numbers(heads[0], names[0], sharpness),
        "structure": head_numbers(heads[1], names[1], judge_sharpness),
        "caption_weight": round(weight, 3),
        "numbers": numbers,
    }
    digest = hashlib.sha256(json.dumps(model, sort_keys=True).encode()).hexdigest()[:8]
    return {"version": f"1-{digest}", **model}


def main() -> None:
    """Measures all figures, trains, and writes `native-1.json` and `native-1.md`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True, help="folder with figures.json and pdf/")
    parser.add_argument("--drawn", type=int, default=1000, help="how many figures to draw")
    parser.add_argument("--seed", type=int, default=1, help="of drawing and altering")
    parser.add_argument("--out", type=Path, default=HERE, help="folder for model and card")
    given = parser.parse_args()
    real = measure(corpus_cuttings(given.corpus), seed=given.seed)
    print(f"{len(real)} real figures measured", flush=True)
    drawn = measure(drawn_cuttings(given.drawn, given.seed), seed=given.seed + 1)
    print(f"{len(drawn)} drawn figures measured", flush=True)
    write(train(real, drawn, {"drawn": given.drawn, "seed": given.seed}), given.out)


def write(model: dict[str, Any], folder: Path) -> None:
    """Model and card into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "native-1.json").write_text(json.dumps(model) + "\n", encoding="utf-8")
    (folder / "native-1.md").write_text(model_card(model), encoding="utf-8")
    print(f"wrote {folder / 'native-1.json'}: {json.dumps(model['numbers'])}")


if __name__ == "__main__":
    main()
