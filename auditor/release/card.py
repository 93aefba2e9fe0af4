"""The dataset card: every number from the release's own counts, the words from a template."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from auditor.release.counts import NO_VALUE, Counts, ranked
from auditor.release.evidence import Evidence
from auditor.release.exports import DIAGRAMBANK_FIELDS
from auditor.release.manifest import Manifest
from auditor.release.request import ReleaseRequest
from auditor.release.selection import Selection
from auditor.reports.numbers import counted
from pipeline.resources import resource

TEMPLATE = "card.md.j2"
SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
)
# Licence names as papers print them, and the identifiers that dataset hubs know; any other is "other".
HUB_LICENCES = {
    "cc0": "cc0-1.0",
    "cc0 1.0": "cc0-1.0",
    "cc by 4.0": "cc-by-4.0",
    "cc by 3.0": "cc-by-3.0",
    "cc by sa 4.0": "cc-by-sa-4.0",
    "cc by nc 4.0": "cc-by-nc-4.0",
    "cc by nd 4.0": "cc-by-nd-4.0",
    "cc by nc sa 4.0": "cc-by-nc-sa-4.0",
    "cc by nc nd 4.0": "cc-by-nc-nd-4.0",
}


@dataclass(frozen=True)
class CardFacts:
    """All that a card is written from; `changes` counts figures added, removed, changed since the parent."""

    request: ReleaseRequest
    manifest: Manifest
    counts: Counts
    evidence: Sequence[Evidence]
    changes: Mapping[str, int]
    selection: Selection


def render_card(facts: CardFacts) -> str:
    """The card as Markdown with YAML front matter."""
    from jinja2 import Environment, StrictUndefined

    made = Environment(  # noqa: S701 - the card is Markdown, its cells are escaped by the filter `cell`
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    made.filters["cell"] = cell
    made.filters["number"] = lambda value: f"{value:,}"
    template = made.from_string(resource("templates", TEMPLATE).read_text(encoding="utf-8"))
    return template.render(_context(facts))


def _context(facts: CardFacts) -> dict[str, Any]:
    counts = facts.counts
    return {
        "counted": counted,
        "front": front_matter(facts),
        "request": facts.request,
        "manifest": facts.manifest,
        "counts": counts,
        "totals": counts.totals(),
        "venues": ranked(counts.venues),
        "years": sorted(counts.years.items()),
        "licences": ranked(counts.licences),
        "labels": ranked(counts.machine_labels),
        "statuses": ranked(counts.audit_statuses),
        "audited_labels": ranked(counts.audited_labels),
        "error_modes": ranked(counts.error_modes),
        "captions": ranked(counts.caption_statuses),
        "mentions": ranked(counts.mention_statuses),
        "judges": [(judge, version, ranked(said)) for (judge, version), said in sorted(counts.judges.items())],
        "machine_judges": ranked(counts.machine_judges),
        "image_licences": facts.manifest.config["image_licences"],
        "evidence": facts.evidence,
        "changes": facts.changes,
        "audited_outside": facts.selection.audited_outside,
        "taken_down": facts.selection.taken_down,
        "diagrambank_fields": DIAGRAMBANK_FIELDS,
        "population": facts.request.population,
    }


def front_matter(facts: CardFacts) -> str:
    """The card's YAML front matter as dataset hubs read it; every value in JSON, which is valid YAML."""
    audited = facts.counts.audited > 0
    licence = hub_licence(facts.counts.licences)
    entries: dict[str, Any] = {"pretty_name": facts.request.name, "license": licence}
    if licence == "other":
        entries["license_name"] = "stated-per-record"
    entries |= {
        "size_categories": [size_category(facts.counts.rows)],
        "task_categories": ["image-classification"],
        "annotations_creators": ["expert-generated", "machine-generated"] if audited else ["machine-generated"],
        "source_datasets": ["original"],
        "tags": ["scientific-figures", "figaudit"],
        "configs": [{"config_name": "default", "data_files": [{"split": "train", "path": "data.jsonl"}]}],
    }
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in entries.items())


def hub_licence(licences: Mapping[str, int]) -> str:
    """The hub's identifier of the one licence that all records state, else "other"."""
    if len(licences) != 1:
        return "other"
    (stated,) = licences
    link = re.search(r"creativecommons\.org/licenses/([a-z-]+)/(\d\.\d)", stated.casefold())
    name = f"cc {link[1]} {link[2]}" if link else stated.casefold()
    words = " ".join(re.sub(r"[-_]", " ", name).split())
    return HUB_LICENCES.get(words, "other") if stated != NO_VALUE else "other"


def size_category(rows: int) -> str:
    """The hub's size class of a number of records."""
    return next((name for limit, name in SIZES if rows < limit), "n>10M")


def cell(value: object) -> str:
    """Text that cannot leave its table cell or become markup."""
    text = " ".join(str(value).split())
    return re.sub(r"([\\|<>`*_\[\]])", r"\\\1", text)
