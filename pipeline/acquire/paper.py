"""A paper as a table or a service describes it, before it meets the database."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from pipeline.errors import ExpectedError

TEXT_FIELDS = (
    *("platform", "platform_id", "venue", "title", "abstract", "keywords", "areas", "tldr", "decision"),
    *("authors", "author_ids", "cdate", "url", "doi", "bibtex", "licence", "licence_evidence"),
)
ALIASES = {"license": "licence", "license_evidence": "licence_evidence", "bib": "bibtex", "journal": "venue"}


@dataclass(frozen=True)
class FoundPaper:
    """What is known of a paper; None = not said. `extra` keeps every column the project has no field for."""

    platform: str | None = None
    platform_id: str | None = None
    venue: str | None = None
    year: int | None = None
    title: str | None = None
    abstract: str | None = None
    keywords: str | None = None
    areas: str | None = None
    tldr: str | None = None
    scores: list[Any] | None = None
    decision: str | None = None
    authors: str | None = None
    author_ids: str | None = None
    cdate: str | None = None
    url: str | None = None
    doi: str | None = None
    bibtex: str | None = None
    licence: str | None = None
    licence_evidence: str | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    def columns(self) -> dict[str, Any]:
        """The fields by name."""
        return dict(vars(self))


def as_text(value: Any) -> str:
    """A cell as text; lists are joined by commas, as the platforms' own exports do."""
    if isinstance(value, list):
        return ", ".join(as_text(one) for one in value)
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    return str(value).strip()


def paper_of(cells: dict[str, Any], *, where: str) -> FoundPaper:
    """The paper that a table's row describes; raises ExpectedError with `where` when year or scores cannot be meant."""
    known: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    for name, value in cells.items():
        column = ALIASES.get(name, name)
        if column in TEXT_FIELDS:
            known[column] = as_text(value)
        elif column == "year":
            known["year"] = year_of(value, where=where)
        elif column == "scores":
            known["scores"] = _scores_of(value)
        else:
            extra[name] = value
    return FoundPaper(**known, extra=extra)


def year_of(value: Any, *, where: str) -> int:
    """A four-digit year; raises ExpectedError naming the place."""
    text = str(value).strip().removesuffix(".0")
    if not (text.isdigit() and 1000 <= int(text) <= 2999):
        raise ExpectedError(f"{where}: the year {value!r} is not a year such as 2024; mend the cell or leave it empty")
    return int(text)


def _scores_of(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    return [part.strip() for part in str(value).strip("[] ").split(",") if part.strip()]
