"""How to cite: CITATION.cff for the dataset, CITATION.bib for the dataset and every paper in it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Dataset:
    """What a dataset's citation names; `date` is ISO 8601, no authors = its contributors."""

    name: str
    version: str
    date: str
    authors: tuple[str, ...]

    @property
    def people(self) -> tuple[str, ...]:
        """The names to print."""
        return self.authors or (f"Contributors to {self.name}",)


def cff(dataset: Dataset) -> str:
    """The dataset's CITATION.cff (Citation File Format 1.2.0); JSON strings are valid YAML."""
    people = "".join(f"  - name: {_quoted(author)}\n" for author in dataset.people)
    return (
        "cff-version: 1.2.0\n"
        'message: "If you use this dataset, cite it and the papers its figures come from (CITATION.bib)."\n'
        "type: dataset\n"
        f"title: {_quoted(dataset.name)}\n"
        f"version: {_quoted(dataset.version)}\n"
        f"date-released: {_quoted(dataset.date)}\n"
        f"authors:\n{people}"
    )


def dataset_entry(dataset: Dataset) -> str:
    """The BibTeX entry of the dataset."""
    by = " and ".join(f"{{{_escaped(author)}}}" for author in dataset.people)
    return (
        f"@misc{{{dataset.name}-{dataset.version},\n"
        f"  title = {{{_escaped(dataset.name)}}},\n  author = {{{by}}},\n  year = {{{dataset.date[:4]}}},\n"
        f"  note = {{Figure dataset, version {dataset.version}}}\n}}\n"
    )


def names_paper(record: Mapping[str, Any]) -> bool:
    """Whether a record's origin is a paper: it has a PDF or a stated platform id.

    The import of a table gives a row that states none an origin of its own, `figure <its id>`.
    """
    return record["pdf_sha256"] is not None or not record["platform_id"].startswith("figure ")


def citation_key(record: Mapping[str, Any]) -> str | None:
    """What a record's entry is kept by: its paper; a row that names no paper has none but the BibTeX it brought."""
    if names_paper(record):
        return str(record["paper_id"])
    return (record["bibtex"] or "").strip() or None


def paper_entry(record: Mapping[str, Any]) -> str:
    """The BibTeX of one record's paper as its source gave it, else the least that names the paper."""
    given = (record["bibtex"] or "").strip()
    if given:
        return f"{given}\n"
    fields = {
        "title": record["title"] or record["document"],
        "author": " and ".join(part.strip() for part in (record["authors"] or "").split(",") if part.strip()),
        "year": record["year"],
        "howpublished": record["venue"],
        "doi": record["doi"],
        "url": record["url"],
    }
    plain = {"doi", "url"}
    lines = [
        f"  {name} = {{{_plain(str(value)) if name in plain else _escaped(str(value))}}}"
        for name, value in fields.items()
        if value
    ]
    return f"@misc{{{record['paper_id']},\n" + ",\n".join(lines) + "\n}\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _plain(text: str) -> str:
    # Unbalanced braces would swallow the entries that follow.
    return " ".join(text.replace("{", "(").replace("}", ")").split())


def _escaped(text: str) -> str:
    # These three would end or break a LaTeX line; the rest of a title may be meant as mathematics.
    return re.sub(r"(?<!\\)([&%#])", r"\\\1", _plain(text))
