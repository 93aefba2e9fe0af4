"""Verdicts and decisions of a campaign as CSV, with every field the hash chain covers, and read back from it."""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from itertools import product
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.ledger import ChainHead, LedgerRow, check_chain, head_of, row_hash
from auditor.audits.verdict_files import ledger_row
from pipeline.errors import ExpectedError
from pipeline.store.designs import Campaign
from pipeline.store.verdicts import Decision

VERDICTS = "verdicts.csv"
DECISIONS = "decisions.csv"
COLUMNS = [field.name for field in fields(LedgerRow)]
DECISION_COLUMNS = ["item", "answer", "error_mode", "reason", "decided_by", "evidence", "decided_at"]


def verdicts_csv(rows: Iterable[LedgerRow]) -> bytes:
    """Every verdict of a campaign, superseded ones too; `seen` is a JSON list.

    An empty cell is no value or an empty text: the row's hash tells which (`read_verdicts`).
    """
    return _csv(COLUMNS, ({**asdict(row), "seen": json.dumps(list(row.seen), ensure_ascii=False)} for row in rows))


def decisions_csv(session: Session, campaign: Campaign) -> bytes:
    """Every decision of a campaign, oldest first; the last one of an item counts."""
    found = session.scalars(select(Decision).where(Decision.campaign_id == campaign.id).order_by(Decision.id))
    return _csv(
        DECISION_COLUMNS,
        (
            {
                "item": row.item_id,
                "answer": row.answer,
                "error_mode": row.error_mode,
                "reason": row.reason,
                "decided_by": row.decided_by,
                "evidence": json.dumps(row.evidence, ensure_ascii=False, sort_keys=True),
                "decided_at": row.decided_at,
            }
            for row in found
        ),
    )


def _csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> bytes:
    buffer = io.StringIO(newline="")
    # Every cell is quoted: a lone carriage return in a note would otherwise end its row when it is read again.
    writer = csv.DictWriter(buffer, list(columns), lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue().encode()


def read_verdicts(path: Path) -> list[LedgerRow]:
    """The rows of a verdicts file; raises ExpectedError naming the file and the line that cannot be read."""
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            reader = csv.DictReader(stream, strict=True)
            if reader.fieldnames != COLUMNS:
                raise ExpectedError(f"{path}: the columns must be {', '.join(COLUMNS)}")
            return [_row(row) for row in reader]
    except OSError as error:
        raise ExpectedError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, TypeError, csv.Error) as error:
        raise ExpectedError(f"{path} holds a row that is no verdict: {error}") from error


def _row(cells: Mapping[str, str]) -> LedgerRow:
    """The verdict in a row; an empty cell is no value or an empty text, whichever its hash was taken over."""
    row = ledger_row(cells)
    if row_hash(row) == row.hash:
        return row
    modes, notes = ({text or None, text} for text in (cells["error_mode"], cells["note"]))
    spellings = (replace(row, error_mode=mode, note=note) for mode, note in product(modes, notes))
    return next((each for each in spellings if row_hash(each) == row.hash), row)


def heads_record(heads: Iterable[ChainHead]) -> dict[str, dict[str, Any]]:
    """Chain heads as the manifest holds them: {auditor: {length, head}}."""
    return {one.auditor: {"length": one.length, "head": one.head} for one in sorted(heads, key=lambda one: one.auditor)}


def chain_faults(campaign: str, rows: Sequence[LedgerRow], heads: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """What is wrong with a campaign's chains, measured against the heads that were copied into the manifest."""
    chains: dict[str, list[LedgerRow]] = defaultdict(list, {auditor: [] for auditor in heads})
    for row in rows:
        chains[row.auditor].append(row)
    faults = (
        [f"{len(rows)} of its verdicts belong to another campaign"] if any(r.campaign != campaign for r in rows) else []
    )
    for auditor, chain in sorted(chains.items()):
        faults += check_chain(campaign, auditor, chain)
        found = head_of(campaign, auditor, chain)
        if dict(heads.get(auditor, {})) != {"length": found.length, "head": found.head}:
            faults.append(
                f"the chain of {auditor} ends after {found.length} verdicts in another head than the manifest names"
            )
    return faults
