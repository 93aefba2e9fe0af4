"""Joins what several sources say of one paper into one description."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pipeline.acquire.paper import FoundPaper


def merged(papers: Iterable[FoundPaper]) -> FoundPaper:
    """The first source that states a field wins; extra columns are united the same way."""
    fields: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    for paper in papers:
        for name, value in paper.columns().items():
            if name == "extra":
                extra = {**value, **extra}
            elif fields.get(name) is None:
                fields[name] = value
    return FoundPaper(**fields, extra=extra)


def changed(old: Mapping[str, Any], new: FoundPaper) -> dict[str, Any]:
    """The fields in which a stated value differs from the stored one; what a source does not state stays."""
    return {name: value for name, value in new.columns().items() if value not in (None, {}) and old.get(name) != value}
