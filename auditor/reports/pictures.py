"""Pictures as SVG for a page that leaves the window: the same shapes that the window paints, in the light colours."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from auditor.reports.shapes import Bar, Chart, Dot, Line, Shape, Word
from pipeline.resources import resource

#: Mean width of a character by its size; generous, since nobody knows the reader's font.
WIDE = 0.6


@cache
def tokens() -> dict[str, Any]:
    """Colours, sizes and fonts."""
    return tomllib.loads(resource("styles", "tokens.toml").read_text(encoding="utf-8"))


def estimated_width(text: str, size: str, weight: int) -> float:
    """About how wide a text is in a browser's own font."""
    pixels: float = tokens()["type"][size]
    return pixels * WIDE * len(text) * (1.05 if weight >= 600 else 1.0)


def svg(chart: Chart, width: float) -> str:
    """The chart as one SVG element with a title for those who cannot see it; it shrinks with the page."""
    picture = chart(width, estimated_width)
    inside = "".join(map(_element, picture.shapes))
    name = quoteattr(picture.sentence)
    return (
        f'<svg viewBox="0 0 {picture.width:g} {picture.height:g}" width="{picture.width:g}" role="img" '
        f"aria-label={name}>{inside}</svg>"
    )


def _element(shape: Shape) -> str:
    match shape:
        case Bar(x, y, width, height, role, opacity, radius):
            corner = f' rx="{radius:g}"' if radius else ""
            return (
                f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corner} '
                f'fill="{_colour(role)}"{_opacity(opacity)}/>'
            )
        case Line(x1, y1, x2, y2, role, width, opacity):
            return (
                f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{_colour(role)}" '
                f'stroke-width="{width:g}"{_opacity(opacity)}/>'
            )
        case Dot(x, y, radius, role, ring):
            edge = f' stroke="{_colour(ring)}" stroke-width="1.5"' if ring else ""
            return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{_colour(role)}"{edge}/>'
        case Word():
            return _word(shape)


def _word(word: Word) -> str:
    kind = ' class="axis"' if word.axis else ""
    weight = f' font-weight="{word.weight}"' if word.weight != 400 else ""
    anchor = f' text-anchor="{word.anchor}"' if word.anchor != "start" else ""
    return (
        f'<text x="{word.x:g}" y="{word.y:g}" font-size="{tokens()["type"][word.size]}" fill="{_colour(word.role)}"'
        f"{weight}{anchor}{kind}>{escape(word.text)}</text>"
    )


def _opacity(opacity: float) -> str:
    return f' opacity="{opacity:g}"' if opacity < 1 else ""


def _colour(role: str) -> str:
    return str(tokens()["light"][role])
