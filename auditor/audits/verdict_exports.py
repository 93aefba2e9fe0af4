"""Verdicts out of the database: the answers that count, as they could be imported again, or the whole ledger."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.gate import CampaignGate
from auditor.audits.ledger import ledger_rows
from auditor.audits.tasks import SKIP
from auditor.audits.verdict_files import COLUMNS, LEDGER_COLUMNS, ledger_cells, to_csv
from auditor.audits.verdicts import current_verdicts
from pipeline.store.verdicts import Assignment
from pipeline.vocabulary import AssignmentState


def answers_csv(session: Session, campaigns: list[CampaignGate]) -> tuple[str, int]:
    """The answer of each auditor to each item that counts now, skips with their reasons too.

    Columns and words are those of `verdicts import`; sorted by campaign, item and auditor; no times, so that the same
    verdicts give the same bytes. Returns the text and the number of rows.
    """
    rows = [row for campaign in campaigns for row in _answers(session, campaign)]
    rows.sort(key=lambda row: (row["campaign"], row["item"], row["auditor"]))
    return to_csv(COLUMNS, rows), len(rows)


def _answers(session: Session, campaign: CampaignGate) -> list[dict[str, Any]]:
    given = [
        (verdict.item, verdict.auditor, verdict.answer, verdict.error_mode or None, verdict.note)
        for verdict in current_verdicts(session, campaign)
    ]
    skips = select(Assignment.item_id, Assignment.auditor, Assignment.skip_reason).where(
        Assignment.campaign_id == campaign.key, Assignment.state == AssignmentState.SKIPPED
    )
    given += [(item, auditor, SKIP, None, reason) for item, auditor, reason in session.execute(skips)]
    return [
        {
            "campaign": campaign.campaign_id,
            "item": item,
            "auditor": auditor,
            "answer": answer,
            "error_mode": mode,
            "note": note,
        }
        for item, auditor, answer, mode, note in given
    ]


def ledger_csv(session: Session, campaigns: list[CampaignGate]) -> tuple[str, int]:
    """Every verdict ever recorded, superseded ones too, with all that its hash covers; by campaign and auditor."""
    cells: list[dict[str, Any]] = []
    for campaign in sorted(campaigns, key=lambda campaign: campaign.campaign_id):
        rows = ledger_rows(session, campaign)
        replaced = {(row.auditor, row.supersedes) for row in rows if row.supersedes is not None}
        cells += [ledger_cells(row, superseded=(row.auditor, row.sequence) in replaced) for row in rows]
    return to_csv(LEDGER_COLUMNS, cells), len(cells)
