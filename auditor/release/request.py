"""What a release was asked to be: name, version, what goes in; checked before anything is written."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.errors import UsageError

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z]+(?:\.[0-9A-Za-z]+)*))?")


@dataclass(frozen=True)
class ReleaseRequest:
    """One wanted release.

    `campaigns` are names or ids, empty = every sealed, paused or closed campaign of the project. `population` is a
    query that replaces the campaigns' own. `image_licences` = licences whose images are shipped, None = all images.
    `authors` are the names in the citation. `takedown` holds ids of figures and papers that must not be in it.
    """

    name: str
    version: str
    campaigns: tuple[str, ...] = ()
    population: str | None = None
    image_licences: tuple[str, ...] | None = None
    authors: tuple[str, ...] = ()
    takedown: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        """The name of the release's folder."""
        return folder_name(self.name, self.version)


def check_request(request: ReleaseRequest) -> None:
    """Raise UsageError when name or version cannot be a release's."""
    if not NAME.fullmatch(request.name) or re.search(r"-\d+\.\d+\.\d+", request.name):
        raise UsageError(
            f"{request.name!r} cannot name a release; use up to 64 letters, digits, '.', '_' and '-', "
            "beginning with a letter or digit and without a version in it"
        )
    version_key(request.version)


def folder_name(name: str, version: str) -> str:
    """`<name>-<version>`; unambiguous because a name holds no version."""
    return f"{name}-{version}"


def version_key(version: str) -> tuple[Any, ...]:
    """A sort key that orders versions as semantic versioning does; raises UsageError for what is no version."""
    match = VERSION.fullmatch(version)
    if match is None:
        raise UsageError(
            f"{version!r} is not a version; write three numbers such as 1.0.0, or 1.1.0-rc.1 for a candidate"
        )
    major, minor, patch, candidate = match.groups()
    # Numbers sort before words, and a candidate before the version it leads to.
    parts = tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in (candidate or "").split(".") if p)
    return int(major), int(minor), int(patch), candidate is None, parts


def config_of(request: ReleaseRequest, campaign_ids: tuple[str, ...], accepted_from: str) -> dict[str, Any]:
    """All that decides a release's content beside the database, as it is stored and hashed."""
    return {
        "accepted_from": accepted_from,
        "authors": list(request.authors),
        "campaigns": list(campaign_ids),
        "image_licences": None if request.image_licences is None else sorted(request.image_licences),
        "name": request.name,
        "population": request.population,
        "takedown": sorted(set(request.takedown)),
        "version": request.version,
    }


def canonical(value: Mapping[str, Any]) -> bytes:
    """The one JSON spelling of a record: sorted keys, no blanks, UTF-8."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def config_hash(config: Mapping[str, Any]) -> str:
    """The sha256 of a configuration."""
    return hashlib.sha256(canonical(config)).hexdigest()
