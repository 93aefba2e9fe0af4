"""Text of the text layer made readable: compatibility forms, control characters, split accents, line joins."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

# A spacing accent before its letter, as old TeX fonts print it ("Gr¨uneisen").
_ACCENTS = {"´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303", "ˇ": "\u030c"}
_SPLIT_ACCENT = re.compile(r"([´`¨ˆ˜ˇ])\s?([A-Za-zı])")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200c\u200d\ufeff\ufffe\uffff]")
_BLANKS = re.compile(r"\s+")
_HYPHENS = ("-", "\u00ad", "\u2010", "\u2011")
_COMPOUND_END = re.compile(r"(?:\b(?:non|self|well|semi|anti|multi|pre|post|co|re)|[A-Z0-9]|\b\w)[-\u2010\u2011]$")


def clean(text: str) -> str:
    """The text in NFKC, without control characters, accents on their letters, single blanks."""
    joined = _SPLIT_ACCENT.sub(_accent, _CONTROL.sub("", text.replace("\t", " ")))
    return _BLANKS.sub(" ", unicodedata.normalize("NFKC", joined)).strip()


def _accent(match: re.Match[str]) -> str:
    letter = "i" if match.group(2) == "ı" else match.group(2)
    return unicodedata.normalize("NFC", letter + _ACCENTS[match.group(1)])


def join_lines(lines: Sequence[str]) -> str:
    """Cleaned lines as one text: words broken at a line end are mended, real hyphens stay."""
    text = ""
    for line in (clean(line) for line in lines):
        if not line:
            continue
        if text.endswith(_HYPHENS) and line[0].isalnum():
            text = _mend(text, line)
        else:
            text = f"{text} {line}" if text else line
    return text.replace("\u00ad", "")


def _mend(text: str, line: str) -> str:
    """Join over a hyphen: it goes when a lower-case word is split, and stays in names, numbers and compounds."""
    soft = text.endswith("\u00ad")
    split_word = line[0].islower() and text[-2:-1].islower() and not _COMPOUND_END.search(text)
    return text[:-1] + line if soft or split_word else text + line
