"""Labels of figures and of what is not a figure: how a caption begins, and the normal form of its number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class LabelKind(StrEnum):
    """What a caption belongs to; only figures are kept, the others bound the figures beside them."""

    FIGURE = "figure"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Label:
    """A label at the start of a line: its kind, number in normal form, words as printed, what follows it."""

    kind: LabelKind
    number: str
    printed: str
    word: str
    mark: str
    rest: str

    @property
    def normal(self) -> str:
        """The label in the project's normal form (`Figure S1`, `Extended Data Figure 2`)."""
        if self.number.startswith("ED"):
            return f"Extended Data Figure {self.number[2:]}"
        return f"Figure {self.number}"


_NUMBER = r"(?:[A-Z]{1,2}[.\-]?\s?)?\d{1,3}(?:[.\-]\d{1,3}){0,2}"
_FIGURE = re.compile(
    r"^[(\[]?(?P<prefix>(?:Supplement(?:ary|al)|Suppl?\.?|Supporting|Appendix|Extended\s+Data|Online|Web)\s+)?"
    r"(?P<word>(?:F\s?i\s?g\s?u\s?r\s?e|F\s?I\s?G\s?U\s?R\s?E|Fig|FIG)s?)\b\s*[.:]?\s*"
    rf"(?P<number>{_NUMBER}[a-z]?(?![\w%])|[IVX]{{1,4}}(?=\s*[.:]))"
    r"(?P<rest>.*)$",
    re.DOTALL,
)
_OTHER = re.compile(
    r"^(?P<word>(?:Supplement(?:ary|al)\s+|Suppl?\.?\s+|Extended\s+Data\s+)?(?:T\s?a\s?b\s?l\s?e|T\s?A\s?B\s?L\s?E|Tab\.|"
    r"Algorithm|ALGORITHM|Scheme|SCHEME|Listing|LISTING|Box|BOX|Plate|Chart|Video|Movie))\s*"
    rf"(?P<number>{_NUMBER}|[IVX]{{1,5}}\b)(?P<rest>.*)$",
    re.DOTALL,
)
_MARK = re.compile(r"^\s*(?P<mark>[.:|/)\]—–\-¦•]+)?\s*(?P<rest>.*)$", re.DOTALL)


def parse_label(text: str) -> Label | None:
    """The label a line begins with, or None."""
    found = _FIGURE.match(text)
    kind = LabelKind.FIGURE
    if not found:
        found = _OTHER.match(text)
        kind = LabelKind.OTHER
    if not found:
        return None
    groups = found.groupdict()
    mark = _MARK.match(groups["rest"])
    if mark is None:
        return None
    printed = text[: len(text) - len(groups["rest"])].strip()
    word = re.sub(r"\s", "", groups["word"])
    return Label(
        kind=kind,
        number=normal_number(groups["number"], groups.get("prefix") or ""),
        printed=printed,
        word=word,
        mark=(mark.group("mark") or "")[:1],
        rest=mark.group("rest"),
    )


def normal_number(number: str, prefix: str = "") -> str:
    """The number without blanks and leading zeros; `S` or `ED` before it when the prefix says so."""
    plain = re.sub(r"\s", "", number)
    plain = re.sub(r"^([A-Z]*)0+(?=\d)", r"\1", plain)
    opening = prefix.strip().lower()
    if opening.startswith("extended") and not plain.startswith("ED"):
        return "ED" + plain
    if opening.startswith(("suppl", "support", "online", "web")) and plain[0].isdigit():
        return "S" + plain
    return plain
