"""The records of data.jsonl: DiagramBank's field names first, ours after them, the same fields in every line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from auditor.release.facts import FigureFacts, Row
from auditor.release.images import ShippedImage
from auditor.release.writeback import Audit, audit_fields

PAPER_FIELDS = (
    "platform",
    "venue",
    "year",
    "title",
    "abstract",
    "keywords",
    "areas",
    "tldr",
    "scores",
    "decision",
    "authors",
    "author_ids",
    "cdate",
    "url",
    "platform_id",
    "bibtex",
)
TABLE_FIELDS = (
    "clip_type",
    "clip_confidence",
    "label_cascade",
    "cascade_verified",
    "cascade_tier",
    "cascade_vote_category",
    "cascade_path",
    "cascade_diagram_votes",
    "cascade_judges_disagree",
    "label_haiku",
    "label_gpt_mini",
    "label_gpt_tiebreak",
    "final_decision",
)
DIAGRAMBANK_FIELDS = (
    "id",
    *PAPER_FIELDS,
    "figure_path",
    "figure_number",
    "figure_caption",
    "figure_context",
    "figure_type",
    "confidence",
    *TABLE_FIELDS,
)
CORRECTABLE = {
    "caption": "figure_caption",
    "number": "figure_number",
    "label": "label",
    "printed_label": "printed_label",
    "bbox": "bbox",
    "caption_bbox": "caption_bbox",
    "page": "page",
}


def record_of(facts: FigureFacts, audits: Sequence[Audit], *, image: ShippedImage | None, judge: str) -> dict[str, Any]:
    """One line of data.jsonl.

    Machine labels are never changed; an audit stands beside them; `judge` gives the one that the record's own fields
    show. A corrected field holds the corrected value and `corrected` the value before it.
    """
    record = _published_fields(facts, image, judge)
    record.update(_own_fields(facts, image))
    record.update(_judges(facts, judge))
    record.update(audit_fields(audits))
    record["superseded"] = facts.selected.superseded
    record["corrected"] = _correct(record, facts.corrections)
    record["extra"] = _extra(facts)
    return record


def _published_fields(facts: FigureFacts, image: ShippedImage | None, judge: str) -> dict[str, Any]:
    figure, paper = facts.figure, facts.paper
    shown = facts.scores.get(judge)
    record: dict[str, Any] = {"id": figure["figure_id"]}
    record.update({name: paper[name] for name in PAPER_FIELDS})
    record["figure_path"] = None if image is None else image.path
    record["figure_number"] = figure["number"]
    record["figure_caption"] = figure["caption"]
    record["figure_context"] = "\n\n".join(dict.fromkeys(context["text"] for context in figure["contexts"]))
    record["figure_type"] = None if shown is None else shown["label"]
    record["confidence"] = None if shown is None else shown["confidence"]
    record.update(_cascade(facts))
    return record


def _cascade(facts: FigureFacts) -> dict[str, Any]:
    """DiagramBank's thirteen fields of judges and cascade: ours where we have them, else what a table brought along."""
    record = {name: _brought(facts, name) for name in TABLE_FIELDS}
    judges = {
        "clip": "clip_type",
        "haiku": "label_haiku",
        "gpt_mini": "label_gpt_mini",
        "gpt_tiebreak": "label_gpt_tiebreak",
    }
    for judge, field in judges.items():
        if judge in facts.scores:
            record[field] = facts.scores[judge]["label"]
    if "clip" in facts.scores:
        record["clip_confidence"] = facts.scores["clip"]["confidence"]
    if facts.route is not None:
        record["cascade_path"] = facts.route["path"]
        record["cascade_tier"] = facts.route["tier"]
        record["final_decision"] = facts.route["decision"]
    return record


def _own_fields(facts: FigureFacts, image: ShippedImage | None) -> dict[str, Any]:
    figure, paper = facts.figure, facts.paper
    return {
        "figure_id": figure["figure_id"],
        "paper_id": paper["paper_id"],
        "document": paper["document"],
        "doi": paper["doi"],
        "licence": paper["licence"],
        "licence_evidence": paper["licence_evidence"],
        "pdf_sha256": paper["pdf_sha256"],
        "source_id": figure["source_id"],
        "label": figure["label"],
        "printed_label": figure["printed_label"],
        "page": figure["page"],
        "caption_page": figure["caption_page"],
        "bbox": _box(figure["bbox"]),
        "caption_bbox": _box(figure["caption_bbox"]),
        "caption_status": figure["caption_status"],
        "number_status": figure["number_status"],
        "mention_status": figure["mention_status"],
        "contexts": figure["contexts"],
        "parts": [{**part, "bbox": _box(part["bbox"])} for part in figure["parts"]],
        "width": figure["width"],
        "height": figure["height"],
        "dpi": figure["dpi"],
        "image_sha256": None if image is None else image.sha256,
        "image_source_sha256": figure["image_sha256"],
        "content_hash": figure["content_hash"],
    }


def _judges(facts: FigureFacts, judge: str) -> dict[str, Any]:
    shown = facts.scores.get(judge)
    judges = {
        name: {
            "label": score["label"],
            "confidence": score["confidence"],
            "probabilities": dict(sorted(score["probabilities"].items())),
            "version": score["judge_version"],
        }
        for name, score in facts.scores.items()
    }
    return {
        "judges": judges,
        "machine_label": None if shown is None else shown["label"],
        "machine_judge": None if shown is None else judge,
    }


def _correct(record: dict[str, Any], corrections: Sequence[Row]) -> list[dict[str, Any]]:
    """Put corrected values into the record; returns who corrected what, oldest first."""
    made = []
    for correction in corrections:
        old, new = _value(correction["old_value"]), _value(correction["new_value"])
        field = CORRECTABLE.get(correction["field"], correction["field"])
        if field in record:
            record[field] = _box(new) if field.endswith("bbox") else new
        made.append(
            {
                "field": field,
                "machine_value": old,
                "corrected_value": new,
                "author": correction["author"],
                "reason": correction["reason"],
                "date": correction["corrected_at"][:10],
            }
        )
    return made


def _value(stored: Mapping[str, Any]) -> Any:
    # A correction keeps its values as {"value": …}: a JSON column holds an object.
    return stored.get("value") if set(stored) == {"value"} else dict(stored)


def _brought(facts: FigureFacts, name: str) -> Any:
    figure: Row = facts.figure["extra"]
    return figure[name] if name in figure else facts.paper["extra"].get(name)


def _extra(facts: FigureFacts) -> dict[str, Any]:
    both = {**facts.paper["extra"], **facts.figure["extra"]}
    return {name: both[name] for name in sorted(both) if name not in TABLE_FIELDS}


def _box(box: Sequence[float] | None) -> list[float] | None:
    return None if box is None else [round(float(value), 2) for value in box]
