"""The one interface of all judges: an image and its structure in, a label with probabilities out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Protocol

from pipeline.errors import UsageError

JUDGES = ("native",)


@dataclass(frozen=True, slots=True)
class JudgeInput:
    """What a judge may see: the encoded image, and the structure blob when the figure comes from a PDF."""

    image: bytes
    structure: bytes | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judge's answer; `confidence` is the probability of `label`, and the probabilities sum to 1."""

    label: str
    confidence: float
    probabilities: dict[str, float]


class Judge(Protocol):
    """Labels figures; `name` and `version` are stored beside every judgement."""

    @property
    def name(self) -> str:
        """The name that queries use (`native.label`)."""

    @property
    def version(self) -> str:
        """Changes whenever the same figure could get another judgement."""

    def judge(self, item: JudgeInput) -> Judgement:
        """The judgement of one figure; raises ItemError for an image that cannot be used."""


@cache
def load_judge(name: str) -> Judge:
    """The judge of that name, its model read once in a process; raises UsageError for a name that does not exist."""
    if name == "native":
        from pipeline.classify.native import NativeJudge

        return NativeJudge.load()
    raise UsageError(f"there is no judge named {name!r}; this version has: {', '.join(JUDGES)}.")
