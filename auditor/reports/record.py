"""A report as a JSON record: shares between 0 and 1 in full precision, undefined values as null with their reason."""

from __future__ import annotations

from typing import Any

from auditor.reports.agreement import card_record
from auditor.reports.comparison import line_record
from auditor.reports.numbers import estimate_record, interval_record
from auditor.reports.overlap import OverlapResult
from auditor.reports.report import Report
from auditor.reports.tallies import AuditorTally, Design, StratumTally

SCHEMA = 2


def report_record(report: Report) -> dict[str, Any]:
    """Everything that the report says."""
    tallies, precision = report.tallies, report.precision
    return {
        "schema": SCHEMA,
        "campaign": design_record(tallies.design),
        "remarks": list(report.remarks),
        "headline": report.headline,
        "methods": report.methods,
        "confidence": report.confidence,
        "precision": {
            "estimate": estimate_record(precision.overall.precision),
            "score": interval_record(precision.score),
            "at_least": {**estimate_record(precision.at_least), "confidence": report.confidence},
            "gamma": interval_record(precision.gamma),
            "bounds_with_unsettled": {"lower": precision.bounds.lower, "upper": precision.bounds.upper},
            "quote_lower_bound": precision.quote_lower,
            "unsettled_as_incorrect": {
                "estimate": estimate_record(precision.worst.precision),
                "score": interval_record(precision.worst.score),
                "at_least": {**estimate_record(precision.worst.at_least), "confidence": report.confidence},
            },
            "effective_size": estimate_record(precision.overall.effective_size),
        },
        "strata": [
            {**line_record(line), **_stratum(tally)}
            for line, tally in zip(precision.lines, tallies.strata, strict=True)
        ],
        "error_modes": [
            {
                "mode": line.mode,
                "items": line.items,
                "share_of_records": {**estimate_record(line.share.estimate), "interval": interval_record(line.share)},
            }
            for line in report.error_modes
        ],
        "agreement": _overlap(report.overlap),
        "auditors": [_auditor(one) for one in tallies.auditors],
        "decided_items": tallies.decided,
        "superseded_items": tallies.superseded,
        "last_verdict_at": tallies.until,
        "ledger": {
            "heads": {one.auditor: {"length": one.length, "head": one.head} for one in tallies.heads},
            "faults": list(tallies.faults),
        },
    }


def design_record(design: Design) -> dict[str, Any]:
    """The design of a campaign."""
    return {
        "id": design.campaign_id,
        "name": design.name,
        "state": design.state,
        "task": design.task,
        "question": design.question,
        "task_hash": design.task_hash,
        "population": design.population,
        "population_size": design.population_size,
        "population_hash": design.population_hash,
        "strata": design.strata_spec,
        "labels_from": {name: list(versions) for name, versions in design.labels_from.items()},
        "allocation": dict(design.allocation),
        "size": design.size,
        "seed": design.seed,
        "overlap": design.overlap,
        "overlap_items": design.overlap_items,
        "auditors": list(design.auditors),
        "sealed_at": design.sealed_at,
        "closed_at": design.closed_at,
        "seal_hash": design.seal_hash,
    }


def _stratum(tally: StratumTally) -> dict[str, Any]:
    return {
        "value": dict(tally.value),
        "sampled": tally.sampled,
        "incorrect": tally.incorrect,
        "unsure": tally.unsure,
        "disagreement": tally.disagreement,
        "skipped": tally.skipped,
        "waiting": tally.waiting,
    }


def _overlap(overlap: OverlapResult) -> dict[str, Any]:
    record: dict[str, Any] = {
        "planned_items": overlap.planned,
        "judged_items": overlap.judged,
        "definite_items": overlap.definite,
        "alpha_with_unsure": estimate_record(overlap.alpha_with_unsure),
        "why_none": overlap.why_none or None,
        "two_auditors": None if overlap.card is None else card_record(overlap.card),
        "many_auditors": None,
    }
    if overlap.many is not None:
        record["many_auditors"] = {
            "items": overlap.many.items,
            "observed_agreement": estimate_record(overlap.many.observed),
            "krippendorff_alpha": estimate_record(overlap.many.alpha),
            "ac1": estimate_record(overlap.many.ac1.value),
            "ac1_standard_error": estimate_record(overlap.many.ac1.standard_error),
            "fleiss_kappa": estimate_record(overlap.many.fleiss.value),
        }
    return record


def _auditor(one: AuditorTally) -> dict[str, Any]:
    return {
        "auditor": one.auditor,
        "assigned": one.assigned,
        "judged": one.judged,
        "unsure": one.unsure,
        "skipped": one.skipped,
        "waiting": one.waiting,
        "changed": one.changed,
        "median_seconds": one.seconds,
    }
