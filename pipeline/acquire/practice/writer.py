"""Drawing commands and the PDF file made of them: same pages, same bytes.

Points, origin top left. Text uses the base fonts by name, so nothing is embedded; the file is written here
from scratch because a few object kinds are enough and every byte must repeat.
"""

from __future__ import annotations

import io
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.geometry import Box

Colour = tuple[float, float, float]
Point = tuple[float, float]

BASE_FONTS = {
    "sans": "Helvetica",
    "sans-bold": "Helvetica-Bold",
    "sans-italic": "Helvetica-Oblique",
    "serif": "Times-Roman",
    "serif-bold": "Times-Bold",
    "serif-italic": "Times-Italic",
    "mono": "Courier",
    "mono-bold": "Courier-Bold",
}


@dataclass(frozen=True, slots=True)
class TextAt:
    """One line of text on its baseline; angle counter-clockwise in degrees, word_gap in points per blank."""

    text: str
    x: float
    y: float
    font: str = "sans"
    size: float = 8.0
    colour: Colour = (0.0, 0.0, 0.0)
    angle: float = 0.0
    word_gap: float = 0.0


@dataclass(frozen=True, slots=True)
class Shape:
    """A path through points (curved: 1 + 3n points of cubic curves), stroked, filled or both."""

    points: tuple[Point, ...]
    stroke: Colour | None = (0.0, 0.0, 0.0)
    fill: Colour | None = None
    width: float = 0.8
    dash: tuple[float, ...] = ()
    closed: bool = False
    curved: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """An image, given as PNG bytes, stretched over a box."""

    png: bytes
    box: Box


Command = TextAt | Shape | Picture


@dataclass(frozen=True, slots=True)
class PageDrawing:
    """One page to write: its size in points and what lies on it, in drawing order."""

    width: float
    height: float
    items: tuple[Command, ...]


@dataclass
class _Objects:
    """The numbered objects of a PDF file."""

    bodies: list[bytes] = field(default_factory=list)

    def add(self, body: str, stream: bytes | None = None) -> int:
        """Appends an object, with a deflated stream when one is given; returns its number."""
        if stream is None:
            self.bodies.append(body.encode("latin-1"))
        else:
            packed = zlib.compress(stream, 6)
            head = f"<<{body}/Filter/FlateDecode/Length {len(packed)}>>\nstream\n"
            self.bodies.append(head.encode("latin-1") + packed + b"\nendstream")
        return len(self.bodies)

    def file(self, root: int, info: int) -> bytes:
        """The whole file with its cross-reference table."""
        out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
        starts = []
        for number, body in enumerate(self.bodies, 1):
            starts.append(len(out))
            out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
        table = len(out)
        size = len(self.bodies) + 1
        out += f"xref\n0 {size}\n0000000000 65535 f \n".encode()
        out += b"".join(f"{start:010d} 00000 n \n".encode() for start in starts)
        out += f"trailer\n<</Size {size}/Root {root} 0 R/Info {info} 0 R>>\nstartxref\n{table}\n%%EOF\n".encode()
        return bytes(out)


def pdf_bytes(pages: Sequence[PageDrawing], *, title: str = "") -> bytes:
    """The pages as the bytes of a PDF file."""
    objects = _Objects()
    fonts = "".join(
        f"/{name} {objects.add(f'<</Type/Font/Subtype/Type1/BaseFont/{base}/Encoding/WinAnsiEncoding>>')} 0 R"
        for name, base in BASE_FONTS.items()
    )
    parent = len(objects.bodies) + 1
    objects.add("")  # the page tree, filled in when its pages are known
    kids = [_add_page(objects, page, parent, fonts) for page in pages]
    tree = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(f'{kid} 0 R' for kid in kids)}]>>"
    objects.bodies[parent - 1] = tree.encode()
    root = objects.add(f"<</Type/Catalog/Pages {parent} 0 R>>")
    plain = title.encode("ascii", "replace").decode()
    info = objects.add(f"<</Title({_escaped(plain)})/Producer(figaudit practice papers)>>")
    return objects.file(root, info)


def write_pdf(pages: Sequence[PageDrawing], path: Path, *, title: str = "") -> None:
    """Writes the pages as a PDF file; raises OSError when the path cannot be written."""
    path.write_bytes(pdf_bytes(pages, title=title))


def _add_page(objects: _Objects, page: PageDrawing, parent: int, fonts: str) -> int:
    parts = [f"1 0 0 -1 0 {page.height:.3f} cm 1 j"]
    pictures: list[str] = []
    for item in page.items:
        if isinstance(item, Picture):
            name = f"I{len(pictures)}"
            pictures.append(f"/{name} {_add_picture(objects, item.png)} 0 R")
            parts.append(_picture_operators(item, name))
        elif isinstance(item, TextAt):
            parts.append(_text_operators(item))
        else:
            parts.append(_shape_operators(item))
    content = objects.add("", "\n".join(parts).encode("cp1252", "replace"))
    resources = f"<</Font<<{fonts}>>/XObject<<{''.join(pictures)}>>>>"
    return objects.add(
        f"<</Type/Page/Parent {parent} 0 R/MediaBox[0 0 {page.width:g} {page.height:g}]"
        f"/Resources{resources}/Contents {content} 0 R>>"
    )


def _add_picture(objects: _Objects, png: bytes) -> int:
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        pixels = image.convert("RGB")
    size = f"/Width {pixels.width}/Height {pixels.height}"
    return objects.add(f"/Type/XObject/Subtype/Image{size}/ColorSpace/DeviceRGB/BitsPerComponent 8", pixels.tobytes())


def _picture_operators(item: Picture, name: str) -> str:
    box = item.box
    return f"q {box.width:.3f} 0 0 {-box.height:.3f} {box.x0:.3f} {box.y1:.3f} cm /{name} Do Q"


def _text_operators(item: TextAt) -> str:
    turn = math.radians(item.angle)
    sine, cosine = math.sin(turn), math.cos(turn)
    colour = " ".join(f"{part:.3f}" for part in item.colour)
    # The page is drawn upside down (origin top left), so the text matrix turns letters upright again.
    matrix = f"{cosine:.4f} {-sine:.4f} {-sine:.4f} {-cosine:.4f} {item.x:.3f} {item.y:.3f}"
    head = f"BT {colour} rg /{item.font} {item.size:.3f} Tf {item.word_gap:.3f} Tw {matrix} Tm"
    return f"{head} ({_escaped(item.text)}) Tj ET"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _shape_operators(item: Shape) -> str:
    flat = [f"{x:.3f} {y:.3f}" for x, y in item.points]
    out = [f"q {item.width:.3f} w [{' '.join(f'{part:g}' for part in item.dash)}] 0 d"]
    for colour, operator in ((item.stroke, "RG"), (item.fill, "rg")):
        if colour is not None:
            out.append(" ".join(f"{part:.3f}" for part in colour) + f" {operator}")
    out.append(f"{flat[0]} m")
    if item.curved:
        out += [f"{' '.join(flat[i : i + 3])} c" for i in range(1, len(flat) - 2, 3)]
    else:
        out += [f"{point} l" for point in flat[1:]]
    return " ".join([*out, _paint_operator(item), "Q"])


def _paint_operator(item: Shape) -> str:
    if item.fill is None:
        return "s" if item.closed else "S"
    if item.stroke is None:
        return "f"
    return "b" if item.closed else "B"
