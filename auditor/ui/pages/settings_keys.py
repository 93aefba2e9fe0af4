"""The keys of every page, as Settings and Help list them."""

from __future__ import annotations

from auditor.ui.shortcuts import Caps

Group = tuple[str, list[tuple[str, str]]]

EVERYWHERE = (
    ("Ctrl+1", "Start; Ctrl 2 to 7 are the other pages in the order of the rail"),
    ("F6", "Next area: rail, page, status"),
    ("F1", "Help; on Review the guideline"),
    ("?", "The keys that work on this page"),
    ("F11", "Full screen, and back"),
)
OF_REVIEW = (
    ("1", "The first answer; 2, 3 and so on are the others"),
    ("4", "The first reason; 5 to 0 and then Q W E R are the others"),
)


def key_groups(caps: Caps) -> list[Group]:
    """The keys by page, each with what this keyboard prints on its caps and what it does."""
    from auditor.ui.canvas.keys import KEYS as CANVAS
    from auditor.ui.pages import panels_keys, review_keys

    groups = {
        "Everywhere": list(EVERYWHERE),
        "Review": review_keys.keys_here(OF_REVIEW, CANVAS),
        "Panels": panels_keys.keys_here(),
    }
    return [(title, [(_cap(caps, keys), words) for keys, words in rows]) for title, rows in groups.items()]


def _cap(caps: Caps, keys: str) -> str:
    return keys if keys == "?" else caps.cap(keys)
