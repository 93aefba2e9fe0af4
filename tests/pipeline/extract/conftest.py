from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pymupdf
import pytest

TEXT = (
    "the pale kettle of the second run was kept in the warm room until every copper leaf had settled and none of "
    "them moved when we tapped the bench with a wooden spoon so the whole batch could be counted again by hand"
)
WORDS = TEXT.split()
FONT = pymupdf.Font("tiro")


@dataclass
class DrawnPaper:
    """A paper drawn line by line; every method takes points of the page."""

    path: Path
    document: Any = field(default_factory=pymupdf.open)
    page: Any = None

    def new_page(self, width: float = 595, height: float = 842) -> None:
        self.page = self.document.new_page(width=width, height=height)

    def line(self, x: float, y: float, text: str, *, size: float = 10, font: str = "tiro") -> None:
        self.page.insert_text((x, y), text, fontsize=size, fontname=font)

    def body(self, x: float, y: float, rows: int, *, width: float = 230, first: str = "") -> float:
        """Rows of running text as wide as a column; the base line after the last."""
        writer = pymupdf.TextWriter(self.page.rect)
        offset = int(x + y)
        for row in range(rows):
            words = first.split() if row == 0 else []
            while sum(map(self.word_width, words)) + 2.5 * len(words) < width - 40:
                words.append(WORDS[(offset + 7 * row + len(words)) % len(WORDS)])
            blank = (width - sum(map(self.word_width, words))) / (len(words) - 1)
            place = x
            for word in words:
                writer.append((place, y), word, font=FONT, fontsize=10)
                place += self.word_width(word) + blank
            y += 12
        writer.write_text(self.page)
        return y

    @staticmethod
    def word_width(word: str) -> float:
        return FONT.text_length(word, fontsize=10)

    def plot(self, box: tuple[float, float, float, float]) -> None:
        """Axes, a curve and tick labels that fill the box."""
        x0, y0, x1, y1 = box
        shape = self.page.new_shape()
        shape.draw_line((x0 + 20, y0), (x0 + 20, y1 - 16))
        shape.draw_line((x0 + 20, y1 - 16), (x1, y1 - 16))
        shape.draw_bezier((x0 + 20, y1 - 16), (x0 + 60, y0), (x1 - 60, y1), (x1, y0 + 4))
        shape.finish(color=(0, 0, 0.6), width=1)
        shape.commit()
        for step in range(4):
            self.line(x0 + 24 + step * (x1 - x0 - 40) / 4, y1 - 2, f"{step * 5}", size=7, font="helv")
            self.line(x0, y1 - 18 - step * (y1 - y0 - 30) / 4, f"0.{step}", size=7, font="helv")

    def frame(self, box: tuple[float, float, float, float]) -> None:
        self.page.draw_rect(pymupdf.Rect(*box), color=(0.4, 0.4, 0.4), width=0.5)

    def photo(self, box: tuple[float, float, float, float]) -> None:
        pixmap = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 40), 0)
        pixmap.set_rect(pixmap.irect, (90, 120, 60))
        pixmap.set_rect(pymupdf.IRect(10, 10, 30, 30), (200, 40, 30))
        self.page.insert_image(pymupdf.Rect(*box), pixmap=pixmap, keep_proportion=False)

    def save(self, **options: Any) -> Path:
        self.document.save(self.path, **options)
        return self.path


@pytest.fixture
def paper(tmp_path: Path) -> DrawnPaper:
    return DrawnPaper(tmp_path / "drawn.pdf")
