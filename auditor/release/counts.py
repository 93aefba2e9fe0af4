"""Counts over the records of a release, taken while they are written, so that card and data cannot differ."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from auditor.release.citation import names_paper
from auditor.release.views import VIEWS
from auditor.release.writeback import NOT_AUDITED

NO_VALUE = "(none)"


@dataclass
class Counts:
    """Whole numbers over the records seen so far.

    `judges` maps (name, version) to labels; `papers` holds paper ids, `origins` those of imported rows without a paper.
    """

    rows: int = 0
    images: int = 0
    superseded: int = 0
    superseded_audited: int = 0
    corrected: int = 0
    without_context: int = 0
    disagreeing: int = 0
    papers: set[str] = field(default_factory=set)
    origins: set[str] = field(default_factory=set)
    views: Counter[str] = field(default_factory=Counter)
    venues: Counter[str] = field(default_factory=Counter)
    years: Counter[str] = field(default_factory=Counter)
    licences: Counter[str] = field(default_factory=Counter)
    machine_labels: Counter[str] = field(default_factory=Counter)
    machine_judges: Counter[str] = field(default_factory=Counter)
    audit_statuses: Counter[str] = field(default_factory=Counter)
    audited_labels: Counter[str] = field(default_factory=Counter)
    error_modes: Counter[str] = field(default_factory=Counter)
    caption_statuses: Counter[str] = field(default_factory=Counter)
    mention_statuses: Counter[str] = field(default_factory=Counter)
    judges: dict[tuple[str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, record: Mapping[str, Any]) -> None:
        """Count one record."""
        self.rows += 1
        (self.papers if names_paper(record) else self.origins).add(record["paper_id"])
        self.disagreeing += record["audits_disagree"]
        self.images += record["figure_path"] is not None
        self.superseded += record["superseded"]
        self.superseded_audited += record["superseded"] and record["audit_status"] != NOT_AUDITED
        self.corrected += bool(record["corrected"])
        self.without_context += not record["contexts"]
        for view in VIEWS:
            self.views[view.name] += view.holds(record["accepted"])
        self._tally(record)

    def _tally(self, record: Mapping[str, Any]) -> None:
        for counter, name in (
            (self.venues, "venue"),
            (self.years, "year"),
            (self.licences, "licence"),
            (self.machine_labels, "machine_label"),
            (self.machine_judges, "machine_judge"),
            (self.audit_statuses, "audit_status"),
            (self.caption_statuses, "caption_status"),
            (self.mention_statuses, "mention_status"),
        ):
            counter[_word(record[name])] += 1
        if record["audited_label"] is not None:
            self.audited_labels[record["audited_label"]] += 1
        self.error_modes.update(record["error_modes"])
        for judge, said in record["judges"].items():
            self.judges[judge, said["version"]][_word(said["label"])] += 1

    @property
    def audited(self) -> int:
        """Records that at least one person judged."""
        return self.rows - self.audit_statuses[NOT_AUDITED]

    def totals(self) -> dict[str, int]:
        """The numbers that stand in the manifest."""
        return {
            "records": self.rows,
            "images": self.images,
            "papers": len(self.papers),
            "origins_without_paper": len(self.origins),
            "audited": self.audited,
            "unsettled": self.audit_statuses["unsettled"],
            "audits_disagree": self.disagreeing,
            "superseded": self.superseded,
            "superseded_audited": self.superseded_audited,
            "corrected": self.corrected,
            "without_licence": self.licences[NO_VALUE],
        }


def _word(value: Any) -> str:
    return NO_VALUE if value is None else str(value)


def ranked(counter: Mapping[str, int]) -> list[tuple[str, int]]:
    """The entries of a counter, the largest first, equal ones by name."""
    return sorted(counter.items(), key=lambda entry: (-entry[1], entry[0]))
