"""The named subsets of a release, each as a condition on data.jsonl that a reader can run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class View:
    """A subset: its name, its condition in SQL over the fields of data.jsonl, and what it is for.

    `holds` is the same condition on a record's `accepted`; a test runs both.
    """

    name: str
    query: str
    meaning: str
    holds: Callable[[bool | None], bool]


VIEWS = (
    View("all", "TRUE", "every record", lambda _accepted: True),
    View(
        "accepted-or-unaudited",
        "accepted IS NOT FALSE",
        "all but the records whose machine label people found wrong",
        lambda accepted: accepted is not False,
    ),
    View(
        "audited-correct",
        "accepted IS TRUE",
        "only the records whose machine label people found right",
        lambda accepted: accepted is True,
    ),
)
