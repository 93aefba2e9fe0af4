"""The native judge's trained model as plain numbers, and its arithmetic: a linear part and many trees."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Whole = NDArray[np.int32]

FLOOR = 1e-4  # no part of the model may rule a kind out alone
REACH = 3.0  # a feature further than this many standard deviations away counts as that far


@dataclass(frozen=True, slots=True)
class Linear:
    """Multinomial logistic regression on standardised features: weights (kinds, features), bias (kinds)."""

    mean: Floats
    scale: Floats
    weights: Floats
    bias: Floats

    def probabilities(self, row: Floats) -> Floats:
        """Probabilities of the kinds for one row of features."""
        standard = np.clip((row - self.mean) / self.scale, -REACH, REACH)
        return softmax(self.weights @ standard + self.bias)


@dataclass(frozen=True, slots=True)
class Trees:
    """Trees laid end to end: node i asks `row[feature[i]] <= threshold[i]` and goes to `low` or `high`.

    A leaf has feature -1 and points with `low` to its row of `leaves`, shares of the kinds in thousandths.
    """

    roots: Whole
    feature: Whole
    threshold: Floats
    low: Whole
    high: Whole
    leaves: Floats

    def probabilities(self, row: Floats) -> Floats:
        """The mean share of each kind over all trees, for one row of features."""
        nodes = self.roots
        asked = self.feature[nodes]
        while (asked >= 0).any():
            below = row[asked] <= self.threshold[nodes]
            following = np.where(below, self.low[nodes], self.high[nodes])
            nodes = np.where(asked >= 0, following, nodes)
            asked = self.feature[nodes]
        mean = self.leaves[self.low[nodes]].mean(axis=0)
        return np.asarray(mean / mean.sum(), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Head:
    """One trained judge: which features it reads, both parts, and how sharply they are believed."""

    features: tuple[str, ...]
    linear: Linear
    trees: Trees
    sharpness: float

    def probabilities(self, features: Mapping[str, float]) -> Floats:
        """Calibrated probabilities of the kinds from named features."""
        row = np.array([features[name] for name in self.features], dtype=np.float64)
        return blend(self.linear.probabilities(row), self.trees.probabilities(row), self.sharpness)


@dataclass(frozen=True, slots=True)
class NativeModel:
    """The model file: kinds in the order of all probabilities, a head for pixels alone and one with structure."""

    version: str
    kinds: tuple[str, ...]
    pixels: Head
    structure: Head
    numbers: Mapping[str, Any]


def softmax(logits: Floats) -> Floats:
    """Probabilities in the proportions of exp(logits)."""
    powers = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum(), dtype=np.float64)


def blend(linear: Floats, trees: Floats, sharpness: float) -> Floats:
    """The geometric mean of both parts raised to `sharpness`: above 1 is bolder, below 1 more careful."""
    logits = 0.5 * (np.log(linear + FLOOR) + np.log(trees + FLOOR))
    return softmax(sharpness * logits)


def read_model(path: Path) -> NativeModel:
    """The model in a file that the training script wrote."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    return NativeModel(
        version=str(raw["version"]),
        kinds=tuple(raw["kinds"]),
        pixels=_head(raw["pixels"]),
        structure=_head(raw["structure"]),
        numbers=raw["numbers"],
    )


def _head(raw: Mapping[str, Any]) -> Head:
    linear, trees = raw["linear"], raw["trees"]
    return Head(
        features=tuple(raw["features"]),
        linear=Linear(*(_floats(linear[name]) for name in ("mean", "scale", "weights", "bias"))),
        trees=Trees(
            roots=_whole(trees["roots"]),
            feature=_whole(trees["feature"]),
            threshold=_floats(trees["threshold"]),
            low=_whole(trees["low"]),
            high=_whole(trees["high"]),
            leaves=_floats(trees["leaves"]) / 1000,
        ),
        sharpness=float(raw["sharpness"]),
    )


def _floats(values: Sequence[Any]) -> Floats:
    return np.array(values, dtype=np.float64)


def _whole(values: Sequence[int]) -> Whole:
    return np.array(values, dtype=np.int32)
