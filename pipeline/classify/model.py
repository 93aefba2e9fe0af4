"""The native judge's trained model as plain numbers, and its arithmetic: logistic regression with caption cues."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

REACH = 3.0  # a feature further than this many standard deviations away counts as that far


@dataclass(frozen=True, slots=True)
class Head:
    """Multinomial logistic regression on standardised features: weights (kinds, features), bias (kinds).

    `sharpness` calibrates: the logits are multiplied by it, below 1 is more careful.
    """

    features: tuple[str, ...]
    mean: Floats
    scale: Floats
    weights: Floats
    bias: Floats
    sharpness: float

    def logits(self, features: Mapping[str, float]) -> Floats:
        """Calibrated logits of the kinds from named features."""
        row = np.array([features[name] for name in self.features], dtype=np.float64)
        return self.sharpness * (standardised(row, self.mean, self.scale) @ self.weights.T + self.bias)


@dataclass(frozen=True, slots=True)
class NativeModel:
    """The model file: kinds in the order of all probabilities, a head for pixels alone and one with structure.

    `caption_weight` is what a caption that speaks for one kind alone adds to that kind's logit.
    """

    version: str
    kinds: tuple[str, ...]
    pixels: Head
    structure: Head
    caption_weight: float
    numbers: Mapping[str, Any]


def standardised(rows: Floats, mean: Floats, scale: Floats) -> Floats:
    """Features in standard deviations from the mean, held within plus and minus three."""
    return np.asarray(np.clip((rows - mean) / scale, -REACH, REACH), dtype=np.float64)


def softmax(logits: Floats) -> Floats:
    """Probabilities in the proportions of exp(logits), along the last axis."""
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), dtype=np.float64)


def read_model(path: Path) -> NativeModel:
    """The model in a file that the training script wrote."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    return NativeModel(
        version=str(raw["version"]),
        kinds=tuple(raw["kinds"]),
        pixels=_head(raw["pixels"]),
        structure=_head(raw["structure"]),
        caption_weight=float(raw["caption_weight"]),
        numbers=raw["numbers"],
    )


def _head(raw: Mapping[str, Any]) -> Head:
    mean, scale, weights, bias = (
        np.array(raw[name], dtype=np.float64) for name in ("mean", "scale", "weights", "bias")
    )
    return Head(tuple(raw["features"]), mean, scale, weights, bias, float(raw["sharpness"]))
