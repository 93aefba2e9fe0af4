"""What the Report page reads in one go: which campaigns there are, whether this one may be seen, and its report."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from auditor.reports.report import Report
    from auditor.reports.shapes import Chart
    from auditor.reports.summary import Summary


@dataclass(frozen=True)
class Charts:
    """The charts of a report; None where there is nothing to draw."""

    interval: Chart | None
    strata: Chart | None
    agreement: Chart | None
    errors: Chart | None


@dataclass(frozen=True)
class Shown:
    """A report with what the page shows of it, the answers and decisions it counted, and the seconds that took."""

    report: Report
    summary: Summary
    charts: Charts
    answers: int
    counted: int
    seconds: float


@dataclass(frozen=True)
class Reading:
    """The campaigns (name and state, oldest first), the chosen one, and its report or the reason why it is shut."""

    campaigns: tuple[tuple[str, str], ...]
    campaign: str = ""
    state: str = ""
    reason: str = ""
    shown: Shown | None = None


def read_report(session: Any, *, auditor: str, campaign: str = "") -> Reading:
    """The reading of this campaign, or, when it is not there, of the newest one whose report is open."""
    from auditor.audits.gate import campaign_gates

    gates = campaign_gates(session)
    known = tuple((gate.name, gate.state.value) for gate in gates)
    states = dict(known)
    if not gates:
        return Reading(known)
    if campaign in states:
        reason = _reason(session, campaign, auditor)
    else:
        reasons = ((name, _reason(session, name, auditor)) for name, _ in reversed(known))
        campaign, reason = next((one for one in reasons if not one[1]), ("", ""))
        if not campaign:
            campaign = known[-1][0]
            reason = _reason(session, campaign, auditor)
    shown = None if reason else _shown(session, campaign)
    return Reading(known, campaign, states[campaign], reason, shown)


def _reason(session: Any, campaign: str, auditor: str) -> str:
    """Why there is no report to see; a campaign of boxes never has one and tells how far it is to whoever is done."""
    from auditor.audits.gate import find_gate
    from auditor.audits.queue import blind_work_left
    from auditor.audits.tasks import TaskKind, load_task
    from auditor.reports.gate import report_gate
    from auditor.reports.report import campaign_report
    from pipeline.errors import ExpectedError
    from pipeline.vocabulary import CampaignState

    gate = find_gate(session, campaign)
    boxes = load_task(gate.task).kind is TaskKind.BOXES
    if not boxes or gate.state is CampaignState.DRAFT or blind_work_left(session, auditor, campaign):
        return report_gate(session, campaign, auditor)
    try:
        campaign_report(session, campaign)
    except ExpectedError as error:
        return f"{str(error)[:1].upper()}{str(error)[1:]}."
    return ""


def _shown(session: Any, campaign: str) -> Shown:
    begun = perf_counter()
    from auditor.reports import views
    from auditor.reports.gate import counted_rows
    from auditor.reports.report import campaign_report
    from auditor.reports.summary import summary_of

    report = campaign_report(session, campaign)
    summary = summary_of(report)
    charts = Charts(
        views.interval_chart(summary.headline),
        views.strata_chart(summary.strata),
        views.agreement_chart(summary.agreement),
        views.errors_chart(summary.errors),
    )
    return Shown(
        report,
        summary,
        charts,
        answers=sum(one.judged for one in report.tallies.auditors),
        counted=counted_rows(session, campaign),
        seconds=perf_counter() - begun,
    )


def newer_answers(session: Any, *, campaign: str, counted: int) -> int:
    """How many answers and decisions were recorded since a report counted so many."""
    from auditor.reports.gate import counted_rows

    return max(0, counted_rows(session, campaign) - counted)
