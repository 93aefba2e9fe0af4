"""What a caption's words let expect: authors say "schematic" of a diagram and "as a function of" of a plot."""

from __future__ import annotations

import re

from pipeline.vocabulary import FigureKind

# General words of scientific English, not those of any collection. A plural or ending is allowed where marked by *.
CUES: dict[FigureKind, tuple[str, ...]] = {
    FigureKind.DIAGRAM: (
        "schematic*",
        "(?<!phase )diagram*",
        "architecture*",
        "overview",
        "framework*",
        "workflow*",
        "flow ?chart*",
        "pipeline*",
        "illustrat*",
        "concept*",
        "mechanism*",
        "block diagram",
        "sketch*",
        "proposed (?:model|method|approach|system|network)",
        "(?:crystal|molecular|chemical) structure*",
        "experimental (?:set-?up|design)",
        "cartoon",
        "layout",
        "circuit",
    ),
    FigureKind.PLOT: (
        "plot*",
        "chromatogram*",
        "diffracto*",
        "XRD",
        "t-SNE",
        "over time",
        "ratio*",
        "curve*",
        "versus",
        r"vs\b\.?",
        "as a function of",
        "function of",
        "dependence",
        "distribution*",
        "histogram*",
        "spectr(?:um|a)",
        "error bar*",
        "correlation*",
        "accuracy",
        "performance",
        "heat ?map*",
        "time series",
        "standard (?:deviation|error)*",
        "confidence interval*",
        "bar* (?:show|represent|indicate)*",
        "(?:dashed|dotted|solid|red|blue|black) (?:line|curve)*",
        "x-axis",
        "y-axis",
        "rate*",
        "variation",
        "evolution of",
        "profile*",
        "measured",
        "axis",
        "log scale",
    ),
    FigureKind.PHOTO: (
        "photo*",
        "micrograph*",
        "microscop*",
        "image*",
        "picture*",
        "TEM",
        "AFM",
        "scale bar*",
        "stain*",
        "confocal",
        "blot*",
        "camera",
        "view of",
        "snapshot*",
    ),
    FigureKind.SCREENSHOT: (
        "screen ?shot*",
        "(?:user|web|graphical|annotation) interface*",
        "interface*",
        "GUI",
        "web ?(?:page|site)*",
        "screen",
        "browser",
        "window",
        "dialog*",
    ),
    FigureKind.TABLE: ("table of", "the table", "tabulated", "columns? list*", "list of"),
    FigureKind.OTHER: (
        "(?:geographic*|location|site|world|study area) map*",
        "map of",
        "source code",
        "code (?:example|listing|snippet)*",
        "listing",
        "prompt*",
        "pseudo-?code",
        "equation*",
        "template*",
    ),
}


def _pattern(cues: tuple[str, ...]) -> re.Pattern[str]:
    parts = [r"\b" + cue.replace("*", r"\w*") + (r"\b" if cue[-1].isalpha() else "") for cue in cues]
    return re.compile("|".join(f"({part})" for part in parts), re.IGNORECASE)


PATTERNS = {kind: _pattern(cues) for kind, cues in CUES.items()}


def caption_cues(caption: str, kinds: tuple[str, ...]) -> tuple[float, ...]:
    """For each kind the share of the caption's cues that speak for it; nearly 0 everywhere when there are none.

    A cue counts once. The half in the divisor keeps a single cue from counting in full.
    """
    counts = [_cues(PATTERNS[FigureKind(kind)], caption) for kind in kinds]
    total = sum(counts)
    return tuple(count / (total + 0.5) for count in counts)


def _cues(pattern: re.Pattern[str], caption: str) -> int:
    return len({match.lastindex for match in pattern.finditer(caption)})
