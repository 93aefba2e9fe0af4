"""Pages filled column by column: text flows, figures float to the top of the next column or page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pipeline.acquire.practice.placing import extent, moved
from pipeline.acquire.practice.setting import ASCENT, DESCENT, Line, line_box, set_line
from pipeline.acquire.practice.writer import Command, PageDrawing
from pipeline.geometry import Box

GAP_CAPTION = 7.0
GAP_AFTER = 13.0
GAP_SIDE = 16.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """The page grid, in points."""

    width: float
    height: float
    side: float
    top: float
    bottom: float
    columns: int
    gutter: float

    @property
    def text_width(self) -> float:
        """The width between the side margins."""
        return self.width - 2 * self.side

    @property
    def column_width(self) -> float:
        """The width of one column."""
        return (self.text_width - self.gutter * (self.columns - 1)) / self.columns


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure or table with its caption, drawn at the origin; name finds it again on the page."""

    name: str
    commands: tuple[Command, ...]
    caption: tuple[Line, ...]
    width: float
    caption_above: bool = False
    centred_caption: bool = False


@dataclass(frozen=True, slots=True)
class Float:
    """One cell, or several side by side, that move together; wide ones span all columns."""

    cells: tuple[Cell, ...]
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a cell landed: page (1-based), its graphic's commands and its caption's box."""

    name: str
    page: int
    commands: tuple[Command, ...]
    caption_box: Box


def cell_height(cell: Cell) -> float:
    """Graphic, gap and caption together."""
    return extent(cell.commands).height + GAP_CAPTION + _caption_height(cell)


def _caption_height(cell: Cell) -> float:
    return sum(1.22 * line.size for line in cell.caption)


@dataclass
class Composer:
    """Fills pages; furniture gives the running head and page number of a page."""

    sheet: Sheet
    furniture: Callable[[int], Sequence[Command]]
    pages: list[list[Command]] = field(default_factory=list)
    placed: list[Placed] = field(default_factory=list)
    column: int = 0
    head: float = 0.0
    y: float = 0.0
    waiting: list[Float] = field(default_factory=list)
    waiting_wide: list[Float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._new_page()

    @property
    def left(self) -> float:
        """The left edge of the current column."""
        return self.sheet.side + self.column * (self.sheet.column_width + self.sheet.gutter)

    @property
    def foot(self) -> float:
        """The lowest y that text may reach."""
        return self.sheet.height - self.sheet.bottom

    @property
    def page(self) -> int:
        """The number of the current page, from 1."""
        return len(self.pages)

    def span(self, items: Sequence[Command], height: float) -> None:
        """Puts items over all columns at the head of the first page and starts the columns under them."""
        self.pages[-1] += items
        self.head += height
        self.y = self.head

    def lines(
        self, lines: Sequence[Line], leading: float, *, indent: float = 0.0, align: float | None = None
    ) -> list[int]:
        """Sets lines of text in the columns; returns the page of each; align None justifies."""
        pages = []
        for number, line in enumerate(lines):
            if self.y + leading > self.foot:
                self._new_column()
            x = self.left + (indent if number == 0 else 0.0)
            baseline = self.y + ASCENT * line.size
            self.pages[-1] += set_line(line, x, baseline, justify=align is None, align=align or 0.0)
            self.y += leading
            pages.append(self.page)
        return pages

    def space(self, height: float) -> None:
        """Leaves room, unless a column has just begun."""
        if self.y > self.head:
            self.y += height

    def keep(self, height: float) -> None:
        """Starts a new column when less than this height is left."""
        if self.y + height > self.foot:
            self._new_column()

    def add(self, float_: Float) -> None:
        """Places a figure here if it fits, else at the next column's or page's head."""
        fresh = self.y <= self.head and self.column == 0
        if float_.wide and self.sheet.columns > 1:
            if fresh and not self.waiting_wide:
                self._place_wide(float_)
            else:
                self.waiting_wide.append(float_)
        elif not self.waiting and self.y + 8 + self._height(float_) <= self.foot:
            self.space(8)
            self._place(float_, self.left, self.sheet.column_width)
        else:
            self.waiting.append(float_)

    def finish(self) -> list[PageDrawing]:
        """Places what still waits and returns the pages."""
        while self.waiting or self.waiting_wide:
            if self.waiting and self.y + 8 + self._height(self.waiting[0]) <= self.foot:
                self.space(8)
                self._place(self.waiting.pop(0), self.left, self.sheet.column_width)
            else:
                self._new_column(page=not self.waiting)
        return [PageDrawing(self.sheet.width, self.sheet.height, tuple(items)) for items in self.pages]

    def _new_page(self) -> None:
        self.pages.append(list(self.furniture(len(self.pages) + 1)))
        self.column = 0
        self.head = self.y = self.sheet.top
        if self.waiting_wide:
            self._place_wide(self.waiting_wide.pop(0))

    def _new_column(self, *, page: bool = False) -> None:
        if page or self.column == self.sheet.columns - 1:
            self._new_page()
        else:
            self.column += 1
            self.y = self.head
        while self.waiting and self._takes(self.waiting[0]):
            self._place(self.waiting.pop(0), self.left, self.sheet.column_width)

    def _takes(self, float_: Float) -> bool:
        """Whether the column's head has room; a column takes a second figure only while it is half empty."""
        end = self.y + self._height(float_)
        if self.y <= self.head:
            return True  # a figure taller than a column runs over its foot rather than waiting for ever
        return end < self.head + 0.62 * (self.foot - self.head)

    def _height(self, float_: Float) -> float:
        return max(cell_height(cell) for cell in float_.cells) + GAP_AFTER

    def _place_wide(self, float_: Float) -> None:
        self._place(float_, self.sheet.side, self.sheet.text_width)
        self.head = self.y

    def _place(self, float_: Float, left: float, width: float) -> None:
        top, height = self.y, self._height(float_)
        each = (width - GAP_SIDE * (len(float_.cells) - 1)) / len(float_.cells)
        graphic = max(extent(cell.commands).height for cell in float_.cells)
        for number, cell in enumerate(float_.cells):
            self._place_cell(cell, Box(left + number * (each + GAP_SIDE), top, 0, 0), each, graphic)
        self.y = top + height

    def _place_cell(self, cell: Cell, corner: Box, width: float, graphic: float) -> None:
        """Graphics of one row stand on one line, so that their captions begin together."""
        found = extent(cell.commands)
        x, y = corner.x0, corner.y0
        caption_y = y if cell.caption_above else y + graphic + GAP_CAPTION
        start = y + _caption_height(cell) + GAP_CAPTION if cell.caption_above else y + graphic - found.height
        items = moved(cell.commands, x + (width - found.width) / 2 - found.x0, start - found.y0)
        boxes = []
        baseline = caption_y
        for line in cell.caption:
            baseline += ASCENT * line.size
            align = 0.5 if cell.centred_caption and len(cell.caption) == 1 else 0.0
            just = not cell.centred_caption
            self.pages[-1] += set_line(line, x, baseline, justify=just, align=align)
            boxes.append(line_box(line, x, baseline, justify=just, align=align))
            baseline += (1.22 - ASCENT) * line.size
        self.pages[-1] += items
        self.placed.append(Placed(cell.name, self.page, tuple(items), Box.around(boxes)))


def line_height(size: float) -> float:
    """The usual distance of baselines for a font size."""
    return (ASCENT + DESCENT) * size * 1.22
