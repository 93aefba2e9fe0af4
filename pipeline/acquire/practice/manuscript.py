"""One practice paper from its plan: title, sections with mentions, figures, tables, references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from pipeline.acquire.practice.canvas import Canvas, Ink, Rng, Type, pick
from pipeline.acquire.practice.composer import Cell, Composer, Float, line_height
from pipeline.acquire.practice.figures import Panels, draw_figure
from pipeline.acquire.practice.plans import FigurePlan, PaperPlan
from pipeline.acquire.practice.setting import TIE, Line, Run, break_lines, set_line
from pipeline.acquire.practice.sheets import ruled_table
from pipeline.acquire.practice.style import bold_of
from pipeline.acquire.practice.texts import INSTITUTES, caption, filled, paragraph, reference
from pipeline.acquire.practice.truth import MentionTruth
from pipeline.acquire.practice.writer import Command, PageDrawing
from pipeline.geometry import Box

SECTIONS = ("Introduction", "Materials and method", "Results", "Discussion")
NOTE = "Practice paper: invented by code, not science"


@dataclass(frozen=True, slots=True)
class DrawnFigure:
    """A figure before it has a place: its number, plan, caption and panel letters as printed."""

    number: str
    plan: FigurePlan
    caption: str
    letters: tuple[str, ...]
    cell: Cell


@dataclass
class Manuscript:
    """Sets one paper; `pages`, `figures`, `mentions` and the composer's places are its result."""

    plan: PaperPlan
    seed: tuple[int, ...]
    figures: list[DrawnFigure] = field(default_factory=list)
    mentions: list[MentionTruth] = field(default_factory=list)
    tables: int = 0

    def __post_init__(self) -> None:
        self.rng: Rng = np.random.default_rng(self.seed)
        self.composer = Composer(self.plan.sheet, self._furniture)
        self.sections = 0

    def set(self) -> list[PageDrawing]:
        """Sets the whole paper and returns its pages."""
        self._title()
        self._abstract()
        figures = list(enumerate(self.plan.figures, 1))
        share = -(-len(figures) // len(SECTIONS))
        for number, name in enumerate(SECTIONS):
            self._section(name, [(str(n), plan) for n, plan in figures[number * share : (number + 1) * share]])
        self._references()
        if self.plan.appendix:
            self._heading("Appendix")
            self._body([(f"S{n}", plan) for n, plan in enumerate(self.plan.appendix, 1)])
        return self.composer.finish()

    def _furniture(self, page: int) -> Sequence[Command]:
        sheet, canvas = self.plan.sheet, Canvas()
        face = Type(self.plan.font, 8.0, (0.25, 0.25, 0.25))
        canvas.words(self.plan.venue, (sheet.side, sheet.top - 26), face)
        canvas.words(NOTE, (sheet.width - sheet.side, sheet.top - 26), face, align=1)
        if self.plan.sheet.columns > 1:
            ink = Ink((0.4, 0.4, 0.4), None, 0.5)
            canvas.line((sheet.side, sheet.top - 21), (sheet.width - sheet.side, sheet.top - 21), ink)
        foot = Type(self.plan.font, 9.0)
        canvas.words(str(page), (sheet.width / 2, sheet.height - sheet.bottom + 28), foot, align=0.5)
        return canvas.items

    def _title(self) -> None:
        sheet, plan = self.plan.sheet, self.plan
        items: list[Command] = []
        y = sheet.top + 16
        for line in break_lines([Run(plan.title, bold_of(plan.font))], sheet.text_width * 0.9, 17):
            items += set_line(line, sheet.side + 0.05 * sheet.text_width, y, justify=False, align=0.5)
            y += 21
        for text, size in ((", ".join(plan.authors), 11.0), (pick(self.rng, INSTITUTES), 9.0)):
            (line,) = break_lines([Run(text, plan.font)], sheet.text_width, size)
            items += set_line(line, sheet.side, y, justify=False, align=0.5)
            y += size + 5
        self.composer.span(items, y - sheet.top + 8)

    def _abstract(self) -> None:
        text = paragraph(self.plan.topic, self.rng, sentences=4)
        self._set([Run("Abstract.", bold_of(self.plan.font)), Run(text, self.plan.font)], indent=0.0)

    def _section(self, name: str, figures: Sequence[tuple[str, FigurePlan]]) -> None:
        self.sections += 1
        self._heading(f"{self.sections} {name}" if self.plan.numbered_headings else name)
        self._paragraph("")
        self._body(figures)
        if name == SECTIONS[1]:
            self._equation()
        if name in SECTIONS[1 : 1 + self.plan.tables]:
            self._table()
        self._paragraph("")

    def _body(self, figures: Sequence[tuple[str, FigurePlan]]) -> None:
        """Paragraphs that cite the figures, each followed by its figure; pairs stand side by side."""
        row: list[Cell] = []
        for position, (number, plan) in enumerate(figures):
            label = self.plan.label
            word = label.many if plan.cite.startswith("{}s") else label.one
            text = plan.cite.replace("{}s", word).replace("{}", word).replace(" ", TIE)
            self._paragraph(text, plan.ids)
            paired = position + 1 < len(figures) and figures[position + 1][1].beside
            row.append(self._figure(number, plan, half=paired or plan.beside))
            if not paired:
                self.composer.add(Float(tuple(row), wide=plan.wide))
                row = []

    def _heading(self, text: str) -> None:
        size = self.plan.size + 1.6
        self.composer.keep(5 * size)
        self.composer.space(9)
        lines = break_lines([Run(text, bold_of(self.plan.font))], self.plan.sheet.column_width, size)
        self.composer.lines(lines, line_height(size), align=0.0)
        self.composer.space(4)

    def _paragraph(self, mention: str, ids: tuple[str, ...] = ()) -> None:
        text = paragraph(self.plan.topic, self.rng, sentences=int(self.rng.integers(4, 7)), mention=mention)
        lines, pages = self._set([Run(text, self.plan.font)], indent=10.0)
        if mention:
            page = next(page for line, page in zip(lines, pages, strict=True) if mention in line.text)
            self.mentions.append(MentionTruth(page, mention.replace(TIE, " "), ids))

    def _set(self, runs: Sequence[Run], *, indent: float, size: float = 0.0) -> tuple[list[Line], list[int]]:
        size = size or self.plan.size
        lines = break_lines(runs, self.plan.sheet.column_width, size, indent=indent)
        return lines, self.composer.lines(lines, line_height(size), indent=indent)

    def _equation(self) -> None:
        self.composer.keep(30)
        self.composer.space(5)
        a, b, c = (pick(self.rng, "fghkmpqrs") for _ in range(3))
        text = f"{a}(t) = {b} · {c}² / (1 + {self.rng.integers(2, 9)}t)      (1)"
        lines = break_lines(
            [Run(text.replace(" ", TIE), "serif-italic")], self.plan.sheet.column_width, self.plan.size + 1
        )
        self.composer.lines(lines, line_height(self.plan.size + 1), align=0.5)
        self.composer.space(6)

    def _table(self) -> None:
        self.tables += 1
        width = min(self.plan.sheet.column_width, 330.0)
        canvas = Canvas()
        ruled_table(canvas, self.rng, width, self.plan.font)
        text = filled("The {measure} of every {thing} in the {place}.", self.plan.topic, self.rng)
        lines = self._caption_lines(f"Table {self.tables}", text, self.plan.sheet.column_width)
        name = f"table {self.tables}"
        cell = Cell(name, tuple(canvas.items), tuple(lines), width, True, not self.plan.label.bold)
        self.composer.add(Float((cell,)))

    def _figure(self, number: str, plan: FigurePlan, *, half: bool = False) -> Cell:
        rng = np.random.default_rng((*self.seed, len(self.figures) + 1))
        sheet = self.plan.sheet
        width = sheet.text_width if plan.wide else sheet.column_width
        width = (width - 16) / 2 if half else width
        share = 1.0 if plan.wide or half or sheet.columns > 1 or plan.panels else 0.82
        box = Box(0, 0, width * share, plan.height)
        commands = draw_figure(plan.kind, rng, box, panels=plan.panels, raster=plan.raster)
        letters = printed_letters(plan.panels)
        text = caption(plan.kind, self.plan.topic, rng, panels=letters)
        label = self.plan.label
        lines = self._caption_lines(f"{label.word} {number}", text, width)
        cell = Cell(number, tuple(commands), tuple(lines), width, self.plan.captions_above, not label.bold)
        printed = f"{label.word} {number}{label.after}{text}"
        self.figures.append(DrawnFigure(number, plan, printed, letters, cell))
        return cell

    def _caption_lines(self, label: str, text: str, width: float) -> list[Line]:
        style, size = self.plan.label, self.plan.size - 0.8
        font = bold_of(self.plan.font) if style.bold else self.plan.font
        mark = label.replace(" ", TIE) + style.after.rstrip()
        return break_lines([Run(mark, font), Run(text, self.plan.font)], width, size)

    def _references(self) -> None:
        self._heading("References")
        for number in range(1, 9):
            entry = reference(number, self.plan.topic, self.rng)
            self._set([Run(entry, self.plan.font)], indent=0.0, size=self.plan.size - 1)


def printed_letters(panels: Panels | None) -> tuple[str, ...]:
    """The letters of the panels as a figure prints them."""
    if panels is None:
        return ()
    letters = [chr(97 + number) for number in range(panels.count)]
    if "A" in panels.letters:
        letters = [letter.upper() for letter in letters]
    return tuple(f"({letter})" if panels.letters.startswith("(") else letter for letter in letters)
