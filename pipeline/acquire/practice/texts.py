"""A small grammar of invented science: sentences, captions and references about things that do not exist."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.acquire.practice.canvas import Rng, chance, pick, uniform
from pipeline.vocabulary import FigureKind


@dataclass(frozen=True, slots=True)
class Topic:
    """The words of one invented field."""

    things: tuple[str, ...]
    devices: tuple[str, ...]
    measures: tuple[str, ...]
    verbs: tuple[str, ...]
    places: tuple[str, ...]


PLAIN = (
    "The {thing} was {verb} for {n} minutes before the {device} was switched on.",
    "We assume that every {thing} keeps its {measure} as long as the {place} stays cool.",
    "Earlier reports describe the {measure} of a {thing} in words only, without a single number.",
    "A {device} with {n} {thing}s costs less than one with {m}, yet its {measure} is almost the same.",
    "Our {device} reads the {measure} {n} times per second and forgets nothing.",
    "It is not obvious why a {adjective} {thing} should have a higher {measure} than a {other} one.",
    "In the {place} the {measure} fell by {d} % within {m} days.",
    "We therefore {verb} each {thing} twice and kept the smaller {measure}.",
    "Between the {place} and the {device} lies a layer of {adjective} {thing}s.",
    "No {thing} was {verb} without a written note of its {measure}.",
    "The {measure} is counted in units of the {adjective} {thing}, which we keep in a drawer.",
    "Two readers looked at every {thing}; they agreed on {d} % of them.",
    "When the {device} is turned upside down, the {measure} changes sign but not size.",
    "All {n} runs used the same {adjective} {thing} and the same {device}.",
    "A {thing} that has been {verb} once is called {adjective} in what follows.",
    "Let us write the {measure} as a sum over all {thing}s in the {place}.",
    "This holds for {n} of {m} {thing}s; the rest had been {verb} by mistake.",
    "The cost grows with the square of the number of {thing}s, so we stop at {m}.",
    "Nobody has yet {verb} a {adjective} {thing} under a {device}, and we do not advise it.",
    "For a {other} {thing} the {device} gives a {measure} of {d}, well within the tolerance.",
    "Once {verb}, a {thing} may rest in the {place} for up to {n} hours.",
    "The {other} {thing}s came from the {place}, the {adjective} ones from a friendly neighbour.",
    "A first guess of the {measure} is made by hand; the {device} then improves it {n} times.",
    "What looks like noise in the {measure} turned out to be a {thing} that rolled under the {device}.",
    "Our stock holds {m} {thing}s, of which {n} are {adjective}.",
    "If the {place} is {adjective}, the {device} waits; otherwise it goes on at once.",
    "Neither the age of the {thing} nor the colour of the {device} had any influence.",
    "Each {device} was built from {n} parts and one {adjective} {thing}.",
    "The same rule was tried in the {place}, where it failed after {n} minutes.",
    "We report the median {measure}, because the mean is pulled up by {other} {thing}s.",
    "A longer series with {m} {thing}s is under way and will be finished when it is finished.",
    "The {device} needs no setting up: one puts in a {thing} and reads the {measure}.",
    "Where the {measure} drops below {d}, the {thing} is set aside and {verb} later.",
    "By its nature a {adjective} {thing} avoids the {place}, which keeps the count low.",
)
CITING = (
    "The way of the {thing} to the {device} can be followed in {M}.",
    "The {measure} rises as long as the {place} is {adjective} ({M}).",
    "As can be seen in {M}, the {measure} does not depend on the {thing}.",
    "The {adjective} case is drawn in {M}, where the {device} stands on the left.",
    "Compared with the {other} {thing}, the {measure} in {M} is lower by {d} %.",
    "We found the same order of {thing}s in every {place}, see {M}.",
    "Readers who look at {M} will notice the {adjective} {thing} at once.",
    "A closer look ({M}) reveals that the {device} has been {verb}.",
    "Details of the {device} are given in {M} and are not repeated here.",
)
CAPTIONS: dict[FigureKind, tuple[str, ...]] = {
    FigureKind.DIAGRAM: (
        "Overview of the {device}. Each {thing} passes the {place} before its {measure} is read.",
        "Scheme of the {adjective} {device} with its parts and the way of a {thing} through them.",
        "How a {thing} is {verb}: the steps from the {place} to the final {measure}. Arrows give the order.",
        "Structure of the proposed {device}.",
    ),
    FigureKind.PLOT: (
        "The {measure} of {adjective} {thing}s. Values are means of {n} runs; see text for the {other} case.",
        "Effect of the {place} on the {measure} of the {thing}, measured with {n} {thing}s per point.",
        "Measured {measure} against the setting of the {device}.",
        "Comparison of {adjective} and {other} {thing}s by their {measure}.",
    ),
    FigureKind.PHOTO: (
        "View of the {place} with {adjective} {thing}s, taken {n} minutes after the {device} was started.",
        "A {thing} before it was {verb}. The {measure} was {d} at that time.",
    ),
    FigureKind.SCREENSHOT: (
        "The screen of the {device} while a {thing} is being {verb}. Names are invented.",
        "Window in which the reader sets the {measure} and the {place}.",
    ),
    FigureKind.TABLE: ("Summary of all {thing}s with their {measure} and the {device} used.",),
    FigureKind.OTHER: (
        "The full text that is given to the {device} before a {thing} is {verb}.",
        "Steps by which the {measure} of a {thing} is found, as written in the notebook of the {place}.",
    ),
    FigureKind.MIXED: (
        "The {device} and what it finds: set-up of the {place}, the {measure} and {adjective} {thing}s.",
    ),
}
ADJECTIVES = ("brindled", "quiet", "hollow", "late", "twofold", "pale", "drowsy", "upright", "spare", "mossy")
NAMES = (
    "A. Thimble", "B. Marlow-Quell", "C. Tarnwick", "D. Emberley", "F. Pebblesworth", "G. Willowmere",
    "H. Gloamfield", "K. Sprocketson", "L. Nettleby", "M. Fathomdale", "P. Kelpington", "R. Tassel",
)  # fmt: skip
JOURNALS = ("J. Imag. Res.", "Ann. Inv. Stud.", "Proc. Made-up Sci.", "Lett. Pret. Phys.")
INSTITUTES = (
    "Institute of Invented Results, Nowhere",
    "School of Imaginary Systems, Elsewhere",
    "Laboratory for Practice Papers, Someplace",
)


def filled(template: str, topic: Topic, rng: Rng, *, mention: str = "") -> str:
    """A template with the topic's words and numbers drawn at random."""
    adjective = pick(rng, ADJECTIVES)
    other = pick(rng, [word for word in ADJECTIVES if word != adjective])
    text = template.format(
        thing=pick(rng, topic.things),
        device=pick(rng, topic.devices),
        measure=pick(rng, topic.measures),
        verb=pick(rng, topic.verbs),
        place=pick(rng, topic.places),
        adjective=adjective,
        other=other,
        n=int(rng.integers(3, 60)),
        m=int(rng.integers(60, 900)),
        d=f"{uniform(rng, 1, 40):.1f}",
        M=mention,
    )
    text = re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", text)
    return text[0].upper() + text[1:]


def paragraph(topic: Topic, rng: Rng, *, sentences: int, mention: str = "") -> str:
    """Some sentences in a row; with a mention, one of them cites the figure."""
    said = [filled(PLAIN[int(number)], topic, rng) for number in rng.permutation(len(PLAIN))[:sentences]]
    if mention:
        place = int(rng.integers(0, sentences)) if chance(rng, 0.7) else 0
        said.insert(place, filled(pick(rng, CITING), topic, rng, mention=mention))
    if chance(rng, 0.3):
        said[-1] = said[-1][:-1] + f" [{rng.integers(1, 9)}]."
    return " ".join(said)


def caption(kind: FigureKind, topic: Topic, rng: Rng, *, panels: tuple[str, ...] = ()) -> str:
    """A caption for a kind of figure; panels are described one by one by their printed letters."""
    text = filled(pick(rng, CAPTIONS[kind]), topic, rng)
    parts = [f"{letter} {pick(rng, ADJECTIVES)} {pick(rng, topic.things)}" for letter in panels]
    if parts:
        text += " " + "; ".join(parts) + "."
    if chance(rng, 0.3):
        text += " " + filled(pick(rng, PLAIN[9:16]), topic, rng)
    return text


def reference(number: int, topic: Topic, rng: Rng) -> str:
    """One entry of an invented list of references."""
    title = f"On the {pick(rng, topic.measures)} of {pick(rng, ADJECTIVES)} {pick(rng, topic.things)}s"
    first, second = pick(rng, NAMES), pick(rng, NAMES)
    year, volume, page = rng.integers(2001, 2024), rng.integers(1, 60), rng.integers(1, 900)
    return f"[{number}] {first} and {second}. {title}. {pick(rng, JOURNALS)} {volume}, {page} ({year})."
