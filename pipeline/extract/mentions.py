"""Mentions of figures in running text: lists, ranges, panels, supplementary numbers, broken words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pipeline.extract.labels import normal_number

MAX_RANGE = 60

_WORD = re.compile(
    r"(?<![A-Za-z])(?P<prefix>(?:Supplement(?:ary|al)|Suppl?\.?|Supporting(?:\s+Information)?|Extended[\s-]+Data|Online)"
    r"[,\s]+)?"
    r"(?P<word>F(?:ig(?:-?\s*ure)?|IG(?:URE)?)(?P<plural>[sS](?![a-z]))?|fig(?:ure)?(?P<small>s)?)\b\.?(?:[\s~]|(?=[\dS(])|(?<=\.))"
    r"(?:\s*\n\s*\d{1,4}\s*\n\s*|\s*)",  # a margin line number between word and number
    re.IGNORECASE,
)
_ITEM = re.compile(
    r"(?P<prefix>ED|SI|S|[A-Z]\.(?=\d)|[A-Z]-?(?=\d))?\s?(?P<number>\d{1,3}(?:\.\d{1,2})*)(?![\d%])"
    r"(?P<panel>[a-z](?![a-zA-Z])|[A-Z](?![a-zA-Z]))?(?!\w)"
)
_RANGE = r"\s*(?:[-–—−‐‑]|\bto\b|\bthrough\b)\s*"
_LIST = r"\s*(?:,\s*(?:and|or|&)?|;|\band\b|\bor\b|&|/)\s*"
_SEPARATOR = re.compile(rf"(?P<range>{_RANGE})|(?P<list>{_LIST})")
_LETTER = re.compile(r"(?P<letter>[a-zA-Z])(?![\w'’])")
_BRACKET_LETTERS = re.compile(
    rf"\s?\(\s*(?P<letters>(?:[a-zA-Z]|[ivx]{{2,4}})(?:(?:{_RANGE}|{_LIST}|\s)(?:[a-zA-Z]|[ivx]{{2,4}}))*)\s*\)"
)
_WORD_AGAIN = re.compile(r"(?:Figs?|Figures?)\.?\s*", re.IGNORECASE)
_FOREIGN = re.compile(
    r"\s*\)?,?\s+(?:of|in|from)\s+(?:the\s+)?(?:refs?\b|references?\b|\[\d|[A-Z][\w’'-]+(?:\s+(?:et\s+al|and|&)\b|\s*[\[(]\d)|these\s+publications)",
)
_UNIT = re.compile(
    r"\s*(?:%|°|×|[nµμmck]?m\b|[kMG]?Hz\b|[km]?V\b|[mk]?g\b|K\b|s\b|h\b|min\b|days?\b|samples?\b|patients?\b|cells?\b)"
)


@dataclass(slots=True)
class _Group:
    """One mention being read: where it ends so far, and the ids found."""

    end: int
    plural: bool
    prefix: str
    ids: list[str] = field(default_factory=list)
    number: str = ""
    panel: str = ""

    def add(self, number: str, panel: str) -> None:
        self.number, self.panel = number, panel
        if number + panel not in self.ids:
            self.ids.append(number + panel)

    def add_letters_to(self, panel: str) -> None:
        """The panels after the last one up to `panel`."""
        first, last = ord(self.panel), ord(panel)
        for code in range(first + 1, last + 1) if 0 < last - first < 26 else [last]:
            self.add(self.number, chr(code))

    def add_numbers_to(self, number: str, panel: str) -> None:
        """The numbers after the last one up to `number`."""
        first, last = _split(self.number), _split(number)
        if first[0] == last[0] and 0 < last[1] - first[1] <= MAX_RANGE and "." not in (self.number + number)[1:-1]:
            for value in range(first[1] + 1, last[1]):
                self.add(f"{first[0]}{value}", "")
        self.add(number, panel)


def find_mentions(text: str) -> list[tuple[int, int, tuple[str, ...]]]:
    """Every mention of figures as (start, end, ids); ids are number plus panel as printed (`3a`, `S4`)."""
    found = []
    for word in _WORD.finditer(text):
        group = _Group(
            end=word.end(), plural=bool(word["plural"] or word["small"]), prefix=(word["prefix"] or "").strip()
        )
        if _read_item(text, group, word.end()):
            while _read_next(text, group):
                pass
            if not _FOREIGN.match(text, group.end):
                found.append((word.start(), group.end, tuple(group.ids)))
    return found


def _split(number: str) -> tuple[str, int]:
    digits = re.search(r"\d+$", number)
    return (number[: digits.start()], int(digits.group())) if digits else (number, 0)


def _read_item(text: str, group: _Group, at: int, *, until: bool = False) -> bool:
    """Read a number with its panel at a place; `until` when it ends a range."""
    item = _ITEM.match(text, at)
    if not item:
        return False
    number = normal_number((item["prefix"] or "") + item["number"], group.prefix)
    panel = item["panel"] or ""
    brackets = None if panel else _BRACKET_LETTERS.match(text, item.end())
    if until and panel and group.panel and number == group.number:
        group.add_letters_to(panel)
    elif until:
        group.add_numbers_to(number, panel)
    elif brackets:
        group.number = number
    else:
        group.add(number, panel)
    group.end = item.end()
    if brackets:
        _read_bracket(group, brackets["letters"])
        group.end = brackets.end()
    return True


def _read_bracket(group: _Group, letters: str) -> None:
    """Panels in brackets: letters with commas, words or dashes between."""
    group.panel = ""
    ranged = False
    for token in re.findall(r"to|through|and|or|[a-zA-Z]+|[-–—−‐‑]", letters):
        if token in {"and", "or"}:
            continue
        if token in {"to", "through", "-", "–", "—", "−", "‐", "‑"}:
            ranged = True
        elif ranged and group.panel and len(token) == 1:
            group.add_letters_to(token)
            ranged = False
        else:
            group.add(group.number, token)


def _read_next(text: str, group: _Group) -> bool:
    """Read what a separator joins to the mention: a letter, brackets, or a number; False at its end."""
    separator = _SEPARATOR.match(text, group.end)
    if not separator:
        return False
    ranged = separator["range"] is not None
    at = separator.end()
    return _read_letter(text, group, at, ranged=ranged) or _read_number(text, group, at, ranged=ranged)


def _read_letter(text: str, group: _Group, at: int, *, ranged: bool) -> bool:
    brackets = _BRACKET_LETTERS.match(text, at)
    if brackets and group.panel:
        if ranged and len(brackets["letters"]) == 1 and len(group.panel) == 1:
            group.add_letters_to(brackets["letters"])
        else:
            _read_bracket(group, brackets["letters"])
        group.end = brackets.end()
        return True
    letter = _LETTER.match(text, at)
    if not letter or not _is_panel(text, letter, group):
        return False
    if not group.panel and group.ids[-1:] == [group.number]:
        group.ids.pop()  # "Fig. 3, A and B": the panels say more than the number
    if ranged and group.panel:
        group.add_letters_to(letter["letter"])
    else:
        group.add(group.number, letter["letter"])
    group.end = letter.end()
    return True


def _is_panel(text: str, letter: re.Match[str], group: _Group) -> bool:
    """Whether a lone letter is a panel and not a word ("and a decrease") or a symbol."""
    after = text[letter.end() : letter.end() + 8]
    closed = re.match(r"\s*(?:[,;:.)\]–-]|and\b|to\b|$)", after) is not None
    if not group.panel:
        return letter["letter"].isupper() and closed and letter["letter"] != "I"
    if letter["letter"] in {"a", "A", "I"}:
        return closed
    return letter["letter"].isupper() == group.panel[-1:].isupper()


def _read_number(text: str, group: _Group, at: int, *, ranged: bool) -> bool:
    again = _WORD_AGAIN.match(text, at)
    item = _ITEM.match(text, again.end() if again else at)
    if item is None or again is not None or _UNIT.match(text, item.end()):
        return False
    if not (group.plural or ranged or item["panel"] or item["prefix"] or _list_goes_on(text, group.end)):
        return False
    return _read_item(text, group, at, until=ranged)


def _list_goes_on(text: str, at: int) -> bool:
    """After a singular word: plain numbers count only when the list ends with "and N"."""
    return (
        re.match(r"(?:\s*,\s*\d{1,2}[a-zA-Z]?)*\s*,?\s*(?:and|&|or)\s*\d{1,2}[a-zA-Z]?\b(?![.\d%])", text[at : at + 60])
        is not None
    )
