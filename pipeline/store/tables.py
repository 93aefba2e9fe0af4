"""All tables in one import, for migrations only."""

from pipeline.store import (
    annotations,
    designs,
    figures,
    panels,
    papers,
    releases,
    routes,
    runs,
    scores,
    verdicts,
)
from pipeline.store.base import Base

__all__ = [
    "annotations",
    "designs",
    "figures",
    "metadata",
    "panels",
    "papers",
    "releases",
    "routes",
    "runs",
    "scores",
    "verdicts",
]

metadata = Base.metadata
