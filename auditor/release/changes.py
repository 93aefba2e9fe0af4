"""What differs between two versions of a release, figure by figure, in the fields that carry labels."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.errors import ExpectedError

DATA = "data.jsonl"
COMPARED = (
    "machine_label",
    "audited_label",
    "audit_status",
    "accepted",
    "figure_number",
    "figure_caption",
    "bbox",
    "image_sha256",
    "content_hash",
)


@dataclass(frozen=True)
class Change:
    """One difference: `kind` is added, removed or changed; a change names the field, its old and its new value."""

    figure_id: str
    kind: str
    field: str | None = None
    old: Any = None
    new: Any = None
    campaign: str | None = None
    date: str | None = None

    def to_record(self) -> dict[str, Any]:
        """The change as one line of CHANGELOG.jsonl."""
        record: dict[str, Any] = {"figure_id": self.figure_id, "change": self.kind}
        if self.field is not None:
            record.update(field=self.field, old=self.old, new=self.new, campaign=self.campaign, date=self.date)
        return record

    def to_text(self) -> str:
        """The change as a line for a person."""
        if self.field is None:
            return f"{self.figure_id}  {self.kind}"
        return f"{self.figure_id}  {self.field}: {_short(self.old)} -> {_short(self.new)}"


Compared = Mapping[str, Any]


def compared_fields(record: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a record that is compared, small enough to keep for every figure of a release."""
    kept = {name: record.get(name) for name in COMPARED}
    kept["campaign"], kept["audit_date"] = record.get("campaign"), record.get("audit_date")
    return kept


def read_compared(folder: Path) -> dict[str, dict[str, Any]]:
    """The compared fields of every record of a release by figure id; raises ExpectedError for a damaged data file."""
    found = {}
    for number, record in read_records(folder):
        try:
            found[str(record["id"])] = compared_fields(record)
        except KeyError as error:
            raise ExpectedError(f"{folder / DATA}, line {number}: the field {error} is missing") from error
    return found


def read_records(folder: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number and record of each line of data.jsonl; raises ExpectedError naming file and line."""
    path = folder / DATA
    number = 0
    try:
        with path.open("rb") as stream:
            for number, line in enumerate(stream, start=1):
                record = json.loads(line)
                if not isinstance(record, dict):
                    raise ExpectedError(f"{path}, line {number} is no record; get the release again from its source")
                yield number, record
    except OSError as error:
        raise ExpectedError(
            f"{path} cannot be read: {error.strerror}; get the release again from its source"
        ) from error
    except (ValueError, RecursionError) as error:
        raise ExpectedError(
            f"{path}, line {number + 1}: cannot be read ({error}); get the release again from its source"
        ) from error


def changes_between(old: Mapping[str, Compared], new: Mapping[str, Compared]) -> Iterator[Change]:
    """Every change from old to new, by figure id and then in the order of the compared fields."""
    for figure_id in sorted({*old, *new}):
        if figure_id not in old:
            yield Change(figure_id, "added")
        elif figure_id not in new:
            yield Change(figure_id, "removed")
        else:
            yield from _changes(figure_id, old[figure_id], new[figure_id])


def _changes(figure_id: str, old: Compared, new: Compared) -> Iterator[Change]:
    for name in COMPARED:
        if old[name] != new[name]:
            yield Change(figure_id, "changed", name, old[name], new[name], new["campaign"], new["audit_date"])


def count_changes(changes: Iterable[Change]) -> dict[str, int]:
    """How many figures were added, removed and changed."""
    kinds: dict[str, set[str]] = {"added": set(), "removed": set(), "changed": set()}
    for change in changes:
        kinds[change.kind].add(change.figure_id)
    return {kind: len(figures) for kind, figures in kinds.items()}


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
