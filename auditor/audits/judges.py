"""Whose label a campaign is about: the judges of its population, and what the lead should know of their labels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.tasks import TaskKind, load_task
from pipeline.errors import UsageError
from pipeline.store.scores import Score

IMPORTED = "imported"
DIAGRAM = "diagram"
IS_DIAGRAM = "is-diagram"

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_OF_JUDGE = re.compile(r"([\w-]+)\.(?:label|confidence)\b")

_NO_JUDGE = {"figure", "paper", "route", "extra"}


def label_judges(population: str, task: str, *, accepted_from: str) -> tuple[str, ...]:
    """The judges whose labels an audit is about: those that the query names, else the accepted one.

    A task that compares kinds compares with the accepted judge alone, whatever the query says.

    >>> label_judges("imported.label = diagram", "is-diagram", accepted_from="native")
    ('imported',)
    """
    named = _OF_JUDGE.findall(_QUOTED.sub("", population)) if load_task(task).correct else []
    return tuple(dict.fromkeys(name for name in named if name not in _NO_JUDGE)) or (accepted_from,)


def has_scores(session: Session, judge: str) -> bool:
    """Whether this judge has scored any figure."""
    return session.scalar(select(Score.id).where(Score.judge == judge).limit(1)) is not None


def require_scores(session: Session, judge: str) -> None:
    """Raise UsageError naming the judges that there are unless this one has scored a figure."""
    if not has_scores(session, judge):
        known = ", ".join(sorted(session.scalars(select(Score.judge).distinct()))) or "none yet"
        raise UsageError(f"no figure has been scored by a judge named {judge!r}; judges here are {known}")


def label_remarks(
    session: Session, task: str, labels: Sequence[Any], *, judge: str, accepted_from: str
) -> tuple[str, ...]:
    """What the labels of a population say about its audit; `labels` holds the judge's label of each figure or None."""
    if load_task(task).kind is TaskKind.BOXES:
        return ()
    if not load_task(task).correct:
        return _compared(session, labels, accepted_from)
    other = sum(label is not None and label != DIAGRAM for label in labels)
    if task != IS_DIAGRAM or not other:
        return ()
    told = f"{other} of {len(labels)} figures are not labelled diagram by the judge {judge}"
    return (f"{told}: this audit measures how many are diagrams, not how often the label is right",)


def _compared(session: Session, labels: Sequence[Any], judge: str) -> tuple[str, ...]:
    told = []
    if judge != IMPORTED and has_scores(session, IMPORTED):
        told.append(
            f'compared with the judge {judge}; set accepted_from = "imported" in figaudit.toml, '
            "FIGAUDIT_ACCEPTED_FROM=imported or `--judge imported` to audit the imported labels"
        )
    missing = Counter(label is None for label in labels)[True]
    if missing:
        told.append(
            f"{missing} of {len(labels)} figures have no label of the judge {judge}: "
            "whatever the auditors answer there counts as incorrect"
        )
    return tuple(told)
