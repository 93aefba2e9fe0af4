"""The audit that the tests of reports look at."""

from __future__ import annotations

import pytest

from pipeline.workspace import Workspace
from tests.auditor.reports.audits import Audit


@pytest.fixture
def audit(workspace: Workspace) -> Audit:
    """A project with 36 diagrams, ready to be audited."""
    return Audit(workspace)
