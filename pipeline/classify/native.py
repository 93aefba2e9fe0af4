"""The native judge: a small trained model over features of the pixels and, from a PDF, of the structure."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.classify.drawings import drawing_features, read_structure
from pipeline.classify.judges import JudgeInput, Judgement
from pipeline.classify.model import NativeModel, read_model
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

        A structure that holds next to nothing, as when the figure is one picture, is left aside.
        """
        features = pixel_features(read_raster(item.image))
        head = self.model.pixels
        if item.structure is not None:
            structure = read_structure(item.structure)
            if structure.telling:
                features |= drawing_features(structure)
                head = self.model.structure
        found = head.probabilities(features)
        best = int(found.argmax())
        kinds = self.model.kinds
        probabilities = {kind: float(value) for kind, value in zip(kinds, found, strict=True)}
        return Judgement(kinds[best], probabilities[kinds[best]], probabilities)
