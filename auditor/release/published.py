"""The releases a project has published: their rows, their folders, and which one a new version follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.release.request import version_key
from pipeline.errors import ExpectedError
from pipeline.store.releases import Release


@dataclass(frozen=True)
class Published:
    """One published version as the database holds it."""

    name: str
    version: str
    manifest_sha256: str
    rows: int
    built_at: str
    parent: str | None


def published_releases(session: Session, name: str | None = None) -> list[Published]:
    """All published versions, or those of one name, by name and version."""
    rows = session.scalars(select(Release)).all()
    versions = {row.id: row.version for row in rows}
    found = [
        Published(
            row.name,
            row.version,
            row.manifest_sha256,
            row.rows,
            row.built_at,
            None if row.parent_id is None else versions[row.parent_id],
        )
        for row in rows
        if name is None or row.name == name
    ]
    return sorted(found, key=lambda one: (one.name, version_key(one.version)))


def published_release(session: Session, name: str, version: str) -> Published | None:
    """One published version, None when there is none."""
    return next((one for one in published_releases(session, name) if one.version == version), None)


def require_published(session: Session, name: str, version: str) -> Published:
    """One published version; raises ExpectedError that lists what there is."""
    found = published_release(session, name, version)
    if found is None:
        known = ", ".join(f"{one.name} {one.version}" for one in published_releases(session))
        raise ExpectedError(
            f"{name} {version} was not published in this project; "
            + (f"published are {known}" if known else "nothing was published yet")
        )
    return found


def parent_of(session: Session, name: str, version: str) -> Published | None:
    """The published version just below the given one, None for the first."""
    below = [one for one in published_releases(session, name) if version_key(one.version) < version_key(version)]
    return below[-1] if below else None


def newer_than(session: Session, name: str, version: str) -> str | None:
    """The highest published version of a name where it is above the given one, else None."""
    found = published_releases(session, name)
    highest = found[-1].version if found else version
    return highest if version_key(highest) > version_key(version) else None


def record_release(session: Session, row: Published, config: dict[str, Any]) -> None:
    """Add the row that makes a version published; its folder stands already."""
    parent = None
    if row.parent is not None:
        parent = session.scalars(
            select(Release.id).where(Release.name == row.name, Release.version == row.parent)
        ).one_or_none()
    session.add(
        Release(
            name=row.name,
            version=row.version,
            config=config,
            manifest_sha256=row.manifest_sha256,
            rows=row.rows,
            parent_id=parent,
        )
    )
