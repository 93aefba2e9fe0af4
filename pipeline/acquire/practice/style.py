"""How one figure looks: fonts, sizes, colours, line widths, and habits of drawing programs."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

from pipeline.acquire.practice.canvas import BLACK, WHITE, Ink, Rng, Type, chance, mix, pick, uniform
from pipeline.acquire.practice.writer import Colour


@dataclass(frozen=True, slots=True)
class Style:
    """The look of a figure; sizes and widths in points."""

    font: str
    size: float
    line: float
    axis: float
    palette: tuple[Colour, ...]
    grid: str  # none, both or y
    frame: str  # box, open (left and bottom) or none
    ground: Colour
    ticks: str  # in, out or none
    rounded: float
    head: str
    bold_titles: bool

    def colour(self, index: int) -> Colour:
        """A colour of the palette, going round."""
        return self.palette[index % len(self.palette)]

    def text(self, scale: float = 1.0, *, bold: bool = False, colour: Colour = BLACK) -> Type:
        """The figure's letters, larger or smaller."""
        return Type(bold_of(self.font) if bold else self.font, self.size * scale, colour)

    def outline(self, colour: Colour = BLACK) -> Ink:
        """The usual stroke."""
        return Ink(colour, None, self.line)


def bold_of(font: str) -> str:
    """The bold cut of a base font."""
    return font if font.endswith("-bold") else font.removesuffix("-italic") + "-bold"


def random_palette(rng: Rng) -> tuple[Colour, ...]:
    """Six colours: bright, soft, one hue in steps, or greys."""
    manner = pick(rng, ("bright", "bright", "bright", "soft", "soft", "hue", "grey"))
    start = uniform(rng, 0, 1)
    if manner == "grey":
        return tuple((level, level, level) for level in (0.1, 0.45, 0.65, 0.3, 0.8, 0.55))
    if manner == "hue":
        return tuple(colorsys.hls_to_rgb(start, 0.25 + 0.1 * step, 0.6) for step in (0, 3, 1, 4, 2, 5))
    light, full = (0.45, 0.75) if manner == "bright" else (0.75, 0.55)
    hues = [(start + step / 6 + uniform(rng, -0.04, 0.04)) % 1 for step in (0, 3, 1, 4, 2, 5)]
    return tuple(colorsys.hls_to_rgb(hue, light + uniform(rng, -0.08, 0.08), full) for hue in hues)


def random_style(rng: Rng) -> Style:
    """A look drawn at random."""
    ground = pick(rng, (WHITE, WHITE, WHITE, WHITE, (0.92, 0.92, 0.92), (0.95, 0.96, 1.0)))
    return Style(
        font=pick(rng, ("sans", "sans", "sans", "sans", "serif", "serif", "sans-bold", "mono")),
        size=uniform(rng, 5.2, 8.5),
        line=uniform(rng, 0.5, 1.6),
        axis=uniform(rng, 0.4, 1.1),
        palette=random_palette(rng),
        grid=pick(rng, ("none", "none", "both", "y")) if ground == WHITE else "both",
        frame=pick(rng, ("box", "box", "open", "none" if ground != WHITE else "open")),
        ground=ground,
        ticks=pick(rng, ("in", "out", "out", "none")),
        rounded=pick(rng, (0.0, 0.0, 3.0, 6.0, 12.0)),
        head=pick(rng, ("solid", "solid", "open", "barbed")),
        bold_titles=chance(rng, 0.3),
    )


def tint(colour: Colour, share: float = 0.75) -> Colour:
    """The colour made lighter."""
    return mix(colour, WHITE, share)


def shade(colour: Colour, share: float = 0.4) -> Colour:
    """The colour made darker."""
    return mix(colour, BLACK, share)
