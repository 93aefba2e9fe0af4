"""The native judge: a small trained model of the pixels and, from a PDF, of the structure and the caption."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pipeline.classify.captions import caption_cues
from pipeline.classify.drawings import drawing_features, read_structure
from pipeline.classify.judges import JudgeInput, Judgement
from pipeline.classify.model import Floats, NativeModel, read_model, softmax
from pipeline.classify.pixels import pixel_features
from pipeline.classify.raster import read_raster
from pipeline.resources import resource

MODEL_FILE = "native-1.json"


@dataclass(frozen=True, slots=True)
class NativeJudge:
    """Labels a figure in milliseconds, without downloads; the same figure always gets the same judgement."""

    model: NativeModel
    name: str = "native"

    @classmethod
    def load(cls) -> NativeJudge:
        """The judge with the model that comes with this version."""
        return cls(read_model(resource("models", MODEL_FILE)))

    @property
    def version(self) -> str:
        """The version of the model file."""
        return self.model.version

    def judge(self, item: JudgeInput) -> Judgement:
        """The judgement of one figure; raises ItemError for an image or a structure that cannot be read.

        Of a structure that holds next to nothing, as when the figure is one picture, only the caption counts.
        """
        features = pixel_features(read_raster(item.image))
        if item.structure is None:
            return self._judgement(self.model.pixels.logits(features))
        structure = read_structure(item.structure)
        head = self.model.pixels
        if structure.telling:
            features |= drawing_features(structure)
            head = self.model.structure
        cues = np.array(caption_cues(structure.caption, self.model.kinds))
        return self._judgement(head.logits(features) + self.model.caption_weight * cues)

    def _judgement(self, logits: Floats) -> Judgement:
        found = [float(value) for value in softmax(logits)]
        kinds = self.model.kinds
        label, confidence = max(zip(kinds, found, strict=True), key=lambda pair: pair[1])
        return Judgement(label, confidence, dict(zip(kinds, found, strict=True)))
