"""The six practice papers: titles, venues, page grids, label styles and the figures each one holds."""

from __future__ import annotations

from dataclasses import dataclass, field

from pipeline.acquire.practice.composer import Sheet
from pipeline.acquire.practice.figures import Panels
from pipeline.acquire.practice.texts import Topic
from pipeline.vocabulary import FigureKind

DIAGRAM, PLOT, PHOTO = FigureKind.DIAGRAM, FigureKind.PLOT, FigureKind.PHOTO
SCREENSHOT, TABLE, OTHER, MIXED = FigureKind.SCREENSHOT, FigureKind.TABLE, FigureKind.OTHER, FigureKind.MIXED


@dataclass(frozen=True, slots=True)
class FigurePlan:
    """A figure to draw: its kind, height in points, and how it sits; `cite` is the mention with {} for the word."""

    kind: FigureKind
    height: float
    cite: str
    ids: tuple[str, ...]
    panels: Panels | None = None
    wide: bool = False
    raster: bool = False
    beside: bool = False  # stands at the right of the figure before it


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """How a paper prints labels and mentions: in captions and, one or several, in the text."""

    word: str
    after: str
    bold: bool
    one: str
    many: str


@dataclass(frozen=True, slots=True)
class PaperPlan:
    """One paper to draw."""

    file: str
    title: str
    venue: str
    year: int
    decision: str
    topic: Topic
    sheet: Sheet
    label: LabelStyle
    font: str
    size: float
    figures: tuple[FigurePlan, ...]
    appendix: tuple[FigurePlan, ...] = ()
    tables: int = 1
    captions_above: bool = False
    numbered_headings: bool = True
    authors: tuple[str, ...] = field(default=("A. Thimble", "B. Marlow-Quell"))


LETTER_TWO = Sheet(612, 792, 54, 66, 60, 2, 20)
A4_TWO = Sheet(595, 842, 48, 70, 62, 2, 18)
LETTER_ONE = Sheet(612, 792, 108, 72, 72, 1, 0)
A4_ONE = Sheet(595, 842, 72, 76, 70, 1, 0)

FOUR_BELOW, TWO_BELOW = Panels(4, 4), Panels(2, 2)
THREE_BOLD, FOUR_BOLD = Panels(3, 3, "a"), Panels(4, 2, "A")

WHISKERS = Topic(
    ("whisker", "cloud sample", "weather token", "sky strip"),
    ("whisker network", "cloud sorter", "token sieve"),
    ("sorting accuracy", "fluff score", "drift loss"),
    ("trained", "pooled", "relabelled", "masked"),
    ("validation sky", "attic", "training shed"),
)
MOSS = Topic(
    ("moss pad", "tidal cell", "spore strip"),
    ("moss battery", "tide clamp", "salt bridge"),
    ("tidal voltage", "green capacity", "dew content"),
    ("rinsed", "charged", "pressed", "dried"),
    ("rock pool", "basin", "north shelf"),
)
PEBBLES = Topic(
    ("pebble", "marl grain", "ringing stone"),
    ("echo bench", "pebble horn", "tarn detector"),
    ("ring frequency", "echo length", "quell rate"),
    ("struck", "cooled", "polished", "tuned"),
    ("silent cellar", "gravel bed", "lower tarn"),
)
KITES = Topic(
    ("kite card", "string tag", "sorting task"),
    ("kite desk", "string browser", "sorting tool"),
    ("sorting time", "reader comfort", "tangle count"),
    ("sorted", "flagged", "renamed", "archived"),
    ("reading room", "loft", "test field"),
)
BOATS = Topic(
    ("paper boat", "folded hull", "bow sheet"),
    ("drift basin", "fold gauge", "wind box"),
    ("drift length", "fold stiffness", "soak time"),
    ("folded", "launched", "soaked", "weighed"),
    ("calm basin", "wind lane", "upper pond"),
)
LANTERNS = Topic(
    ("lantern cell", "glow rule", "wick program"),
    ("lantern compiler", "glow planner", "wick checker"),
    ("glow depth", "planning cost", "wick length"),
    ("compiled", "dimmed", "unrolled", "checked"),
    ("dark store", "rule base", "test cellar"),
)

PLANS: tuple[PaperPlan, ...] = (
    PaperPlan(
        "practice_01_whisker_networks.pdf",
        "Whisker Networks for Sorting Clouds by Fluff",
        "Invented Conference on Sky Learning",
        2024,
        "accept (oral)",
        WHISKERS,
        LETTER_TWO,
        LabelStyle("Figure", ": ", bold=False, one="Figure", many="Figures"),
        "serif",
        9.6,
        (
            FigurePlan(DIAGRAM, 150, "{} 1", ("1",), wide=True),
            FigurePlan(PLOT, 150, "{} 2", ("2",)),
            FigurePlan(DIAGRAM, 165, "{}s 2 and 3", ("2", "3")),
            FigurePlan(PLOT, 135, "{} 4a–c", ("4a", "4b", "4c"), panels=FOUR_BELOW, wide=True),
            FigurePlan(TABLE, 110, "{} 5", ("5",)),
            FigurePlan(DIAGRAM, 150, "{}s 1, 3 and 6", ("1", "3", "6"), raster=True),
            FigurePlan(OTHER, 120, "{} 7", ("7",)),
        ),
        authors=("A. Thimble", "C. Tarnwick", "R. Tassel"),
    ),
    PaperPlan(
        "practice_02_moss_batteries.pdf",
        "Tidal moss batteries keep their voltage through a drowsy winter",
        "Journal of Imaginary Materials",
        2023,
        "accept (poster)",
        MOSS,
        A4_TWO,
        LabelStyle("Fig.", ". ", bold=True, one="Fig.", many="Figs."),
        "serif",
        9.4,
        (
            FigurePlan(DIAGRAM, 150, "{} 1", ("1",)),
            FigurePlan(PHOTO, 165, "{} 2A and 2B", ("2A", "2B"), panels=FOUR_BOLD, raster=False),
            FigurePlan(PLOT, 150, "{}s 2 and 3", ("2", "3")),
            FigurePlan(MIXED, 250, "{} 4A–C", ("4A", "4B", "4C"), panels=FOUR_BOLD, wide=True),
            FigurePlan(PLOT, 150, "{} 5", ("5",), raster=True),
            FigurePlan(DIAGRAM, 140, "{}s 5 and 6", ("5", "6"), raster=True),
            FigurePlan(PHOTO, 130, "{} 7", ("7",)),
        ),
        numbered_headings=False,
        authors=("D. Emberley", "P. Kelpington"),
    ),
    PaperPlan(
        "practice_03_ringing_pebbles.pdf",
        "Echo lengths of ringing pebbles in a silent cellar",
        "Journal of Imaginary Materials",
        2025,
        "accept (poster)",
        PEBBLES,
        LETTER_TWO,
        LabelStyle("FIG.", ". ", bold=False, one="Fig.", many="Figs."),
        "serif",
        9.8,
        (
            FigurePlan(DIAGRAM, 120, "{} 1", ("1",)),
            FigurePlan(PLOT, 160, "{} 2", ("2",)),
            FigurePlan(PLOT, 250, "{} 3(a) and 3(b)", ("3a", "3b"), panels=Panels(2, 1)),
            FigurePlan(PLOT, 150, "{}s 2–4", ("2", "3", "4"), raster=True),
            FigurePlan(DIAGRAM, 160, "{} 5", ("5",)),
            FigurePlan(PLOT, 160, "{} 6", ("6",)),
        ),
        authors=("K. Sprocketson", "F. Pebblesworth"),
    ),
    PaperPlan(
        "practice_04_kite_desk.pdf",
        "The Kite Desk: Sorting String Cards Without Tangles",
        "Symposium on Pretend Interfaces",
        2024,
        "accept (poster)",
        KITES,
        LETTER_ONE,
        LabelStyle("Figure", " | ", bold=True, one="Figure", many="Figures"),
        "sans",
        9.2,
        (
            FigurePlan(SCREENSHOT, 190, "{} 1", ("1",), raster=True),
            FigurePlan(DIAGRAM, 140, "{} 2", ("2",)),
            FigurePlan(SCREENSHOT, 150, "{} 3a,b", ("3a", "3b"), panels=Panels(2, 2, "a"), raster=True),
            FigurePlan(PHOTO, 150, "{} 4", ("4",)),
            FigurePlan(PLOT, 150, "{}s 5 and 6", ("5", "6")),
            FigurePlan(PLOT, 150, "{} 6", ("6",), beside=True),
            FigurePlan(DIAGRAM, 150, "{}s 2 and 7", ("2", "7"), raster=True),
        ),
        authors=("L. Nettleby", "G. Willowmere", "H. Gloamfield"),
    ),
    PaperPlan(
        "practice_05_paper_boats.pdf",
        "Drift of folded paper boats in a calm basin",
        "Symposium on Pretend Interfaces",
        2025,
        "reject",
        BOATS,
        A4_ONE,
        LabelStyle("Figure", ". ", bold=True, one="Figure", many="Figures"),
        "serif",
        10.4,
        (
            FigurePlan(DIAGRAM, 150, "{} 1", ("1",)),
            FigurePlan(PLOT, 170, "{} 2", ("2",)),
            FigurePlan(PHOTO, 160, "{} 3", ("3",)),
            FigurePlan(MIXED, 180, "{} 4a–c", ("4a", "4b", "4c"), panels=THREE_BOLD),
            FigurePlan(DIAGRAM, 150, "{}s 1 and 5", ("1", "5")),
            FigurePlan(TABLE, 130, "{} 6", ("6",)),
        ),
        (
            FigurePlan(PLOT, 160, "{} S1", ("S1",)),
            FigurePlan(DIAGRAM, 150, "{}s 1 and S2", ("1", "S2"), raster=True),
        ),
        captions_above=True,
        authors=("M. Fathomdale", "A. Thimble"),
    ),
    PaperPlan(
        "practice_06_lantern_compilers.pdf",
        "Lantern Compilers: Planning Glow Rules by Halves",
        "Invented Conference on Sky Learning",
        2023,
        "reject",
        LANTERNS,
        LETTER_ONE,
        LabelStyle("Fig.", ": ", bold=False, one="Fig.", many="Figs."),
        "serif",
        10.0,
        (
            FigurePlan(DIAGRAM, 150, "{} 1", ("1",)),
            FigurePlan(DIAGRAM, 170, "{} 2", ("2",)),
            FigurePlan(PLOT, 150, "{}s 3–5", ("3", "4", "5")),
            FigurePlan(DIAGRAM, 140, "{} 4(b)", ("4b",), panels=TWO_BELOW),
            FigurePlan(OTHER, 130, "{} 5", ("5",)),
            FigurePlan(PLOT, 150, "{} 6", ("6",), raster=True),
            FigurePlan(DIAGRAM, 150, "{}s 1, 2, and 7", ("1", "2", "7")),
        ),
        tables=2,
        authors=("C. Tarnwick", "L. Nettleby"),
    ),
)
