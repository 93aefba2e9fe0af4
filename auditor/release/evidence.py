"""The evidence of each campaign in a release: sealed design, verdicts with their chain, decisions, report."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from auditor.audits.gate import find_gate
from auditor.audits.ledger import chain_heads, ledger_rows
from auditor.release.ledgers import (
    DECISIONS,
    VERDICTS,
    chain_faults,
    decisions_csv,
    heads_record,
    read_verdicts,
    verdicts_csv,
)
from auditor.release.manifest import Manifest
from auditor.release.selection import Selection
from auditor.release.shelf import Shelf
from pipeline.errors import ExpectedError
from pipeline.store.designs import Campaign

DESIGN = "design.json"
