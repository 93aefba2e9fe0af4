"""The native judge's model card as Markdown, every number of it taken from the model file."""

from __future__ import annotations

from typing import Any

STRONGEST = 6

CARD = """\
# Native judge, model {version}

Says of a figure whether it is a diagram, plot, photo, screenshot, table or other, with calibrated probabilities,
in milliseconds on one core and without downloads.

## Data
- {figures} real figures of {papers} open-access papers, typed by eye, read from a folder that is not part of this
  project. {mixed} compounds of several kinds (`mixed`) are left out: the judge never says `mixed`. Two pages of
  annotation tools that the corpus calls `other` train half as `other`, half as `screenshot`, and are scored as
  `other`.
- {drawn} figures drawn by this project's code (seed {seed}), about half of them as one picture. A real figure weighs
  as much as eight drawn ones.
- Of every figure two altered copies: smaller, JPEG, grey.

## Features
- {pixel_features} of the pixels, longest side shrunk to 400: colours, texture, directions of edges, long lines and
  their corners, words and how evenly they stand, enclosed boxes, filled areas, border.
- {pdf_features} of the PDF's structure: numbers standing as ticks, turned text, axes, ticks, arrow heads, boxes with
  words, markers, long paths, fills, pictures. Used when the figure has four or more words and paths.
- Words of the caption ("schematic", "as a function of", "scale bar"): a fixed list with one fitted weight,
  {caption_weight}. Imported images have pixels alone.

## Method
Multinomial logistic regression on standardised features held within three standard deviations, with a ridge penalty;
one model for pixels alone, one with structure. Ensembles of trees were tried and were no better on real figures.
The penalty lies between what suits the few real figures best (larger) and the kinds that are only drawn (smaller);
between 8 and 160 the accuracy on real figures moves by a few figures. Sharpness and caption weight are fitted on
cross-validated answers.

## Numbers
Cross-validated by paper: every figure is judged by a model, and with a calibration, that never saw its paper.
Always saying the most common kind would be right for {majority:.3f}.

| real figures | as used on PDFs | without caption | pixels alone |
|---|---|---|---|
{real_table}

{with_structure} of the real figures have structure of their own; the others are pictures. A recall cell says how many
of that kind were found. The list of caption words was revised once after reading these papers' captions, so the first
column is a little too good; the other two are not touched by that.

The same cross-validation on the drawn figures, which are easier than real ones and judged by a model that knows their
manner:

| drawn figures | with structure | pixels alone |
|---|---|---|
{drawn_table}

## What it looks at
The largest weights of the model with structure, in logits for one standard deviation:

{strongest}

## Limits
- Screenshots and tables were learnt from drawings: no real figure of those types was at hand.
- Schematic curves on axes without numbers are often taken for plots, shaded three-dimensional pictures for photos,
  maps for diagrams.
- A compound of several kinds gets the kind that fills most of it.
- Few real figures of any kind but plots were at hand, so every share above has a wide interval. Audit a sample of
  your own collection before trusting its labels.
- Captions in other languages than English give no cue.

## Retrain
In the project's environment, from the repository's folder:

    python resources/models/train_native.py --corpus DIR --drawn {drawn} --seed {seed}

DIR holds `figures.json` (documents, each with figures: label, page, bbox in points, caption_bbox, type) and `pdf/`.
The same input gives the same model, byte for byte; a change gives a new version, and figures are judged again at the
next run.
"""


def model_card(model: dict[str, Any]) -> str:
    """The card of a model as the training script builds it."""
    numbers = model["numbers"]
    pixels, structure = len(model["pixels"]["features"]), len(model["structure"]["features"])
    return CARD.format(
        version=model["version"],
        figures=numbers["judge"]["figures"],
        papers=numbers["papers"],
        mixed=numbers["mixed_left_out"],
        drawn=numbers["drawn"],
        seed=numbers["seed"],
        pixel_features=pixels,
        pdf_features=structure - pixels,
        caption_weight=model["caption_weight"],
        majority=numbers["majority"],
        with_structure=numbers["with_structure"],
        real_table=_table([numbers["judge"], numbers["without_caption"], numbers["pixels_alone"]]),
        drawn_table=_table([numbers["drawn_judge"], numbers["drawn_pixels"]]),
        strongest="\n".join(_strongest(model, index, kind) for index, kind in enumerate(model["kinds"])),
    )


def _table(scores: list[dict[str, Any]]) -> str:
    rows = [
        _row("figures", [str(one["figures"]) for one in scores]),
        _row("accuracy", [f"{one['accuracy']:.3f}" for one in scores]),
    ]
    for kind in scores[0]["recall"]:
        cells = [f"{one['recall'][kind][0]} of {one['recall'][kind][1]}" for one in scores]
        rows.append(_row(f"recall {kind}", cells))
    rows.append(_row("log loss", [f"{one['log_loss']:.3f}" for one in scores]))
    rows.append(_row("expected calibration error", [f"{one['calibration_error']:.3f}" for one in scores]))
    return "\n".join(rows)


def _row(name: str, cells: list[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def _strongest(model: dict[str, Any], index: int, kind: str) -> str:
    """The features with the largest weights for a kind in the model with structure."""
    weights = dict(zip(model["structure"]["features"], model["structure"]["weights"][index], strict=True))
    names = sorted(weights, key=lambda name: -abs(weights[name]))[:STRONGEST]
    return f"- {kind}: " + ", ".join(f"`{name}` {weights[name]:+.2f}" for name in names)
