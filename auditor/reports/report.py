"""One campaign's report as one object: every number that text, JSON and Markdown show comes from here."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from auditor.reports.methods import methods_sentence
from auditor.reports.overlap import OverlapResult, overlap_result
from auditor.reports.precision import ErrorModeLine, PrecisionResult, error_modes, precision_result
from auditor.reports.remarks import first_remarks, headline
from auditor.reports.tallies import Tallies, read_tallies


@dataclass(frozen=True, slots=True)
class Report:
    """The report of one campaign.

    `remarks` are what must be read first, the gravest before the others; `headline` is the main result in one
    sentence; `methods` says how the numbers came about.
    """

    tallies: Tallies
    confidence: float
    precision: PrecisionResult
    overlap: OverlapResult
    error_modes: tuple[ErrorModeLine, ...]
    remarks: tuple[str, ...]
    headline: str
    methods: str


def campaign_report(session: Session, name: str, *, confidence: float = 0.95) -> Report:
    """The report of the campaign with this name or id.

    Raises UsageError for an unknown name, ExpectedError for a draft.
    """
    return report_of(read_tallies(session, name), confidence=confidence)


def report_of(tallies: Tallies, *, confidence: float = 0.95) -> Report:
    """The report of these tallies."""
    precision = precision_result(tallies.strata, confidence=confidence)
    overlap = overlap_result(tallies, confidence=confidence)
    return Report(
        tallies=tallies,
        confidence=confidence,
        precision=precision,
        overlap=overlap,
        error_modes=error_modes(tallies.strata, confidence=confidence),
        remarks=first_remarks(tallies, precision),
        headline=headline(tallies, precision),
        methods=methods_sentence(tallies, precision, overlap),
    )
