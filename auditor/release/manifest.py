"""The manifest: what a release is, what it holds and the hash of every other file; written last, read with distrust."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from auditor.release.shelf import FileRecord
from pipeline.errors import ExpectedError

FILE = "manifest.json"
SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Manifest:
    """A release's manifest.

    `program` names program and version that built it; `date` is the day of the newest fact; `parent` is {version,
    manifest_sha256} or None; `counts` are whole numbers by name; `seals` {campaign id: seal hash}; `chain_heads`
    {campaign id: {auditor: {length, head}}}.
    """

    name: str
    version: str
    program: str
    date: str
    parent: Mapping[str, str] | None
    config: Mapping[str, Any]
    config_hash: str
    views: Sequence[Mapping[str, Any]]
    counts: Mapping[str, int]
    seals: Mapping[str, str]
    chain_heads: Mapping[str, Mapping[str, Mapping[str, Any]]]
    files: Sequence[FileRecord] = field(default=())

    def to_bytes(self) -> bytes:
        """The manifest as JSON, files sorted by path, one a line."""
        head = {
            "schema_version": SCHEMA_VERSION,
            "name": self.name,
            "version": self.version,
            "program": self.program,
            "date": self.date,
            "parent": self.parent,
            "config": self.config,
            "config_hash": self.config_hash,
            "views": self.views,
            "counts": self.counts,
            "seals": self.seals,
            "chain_heads": self.chain_heads,
        }
        text = json.dumps(head, ensure_ascii=False, indent=1)
        lines = ",\n".join(
            "  " + json.dumps({"path": one.path, "sha256": one.sha256, "bytes": one.bytes}, ensure_ascii=False)
            for one in sorted(self.files)
        )
        return f'{text[:-2]},\n "files": [\n{lines}\n ]\n}}\n'.encode()


def manifest_hash(folder: Path) -> str:
    """The sha256 of a release's manifest; raises ExpectedError when there is none."""
    return hashlib.sha256(_read(folder)).hexdigest()


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a release's folder; raises ExpectedError saying what in it cannot be read."""
    try:
        found = json.loads(_read(folder))
        if found["schema_version"] != SCHEMA_VERSION:
            raise ExpectedError(
                f"{folder / FILE} has schema version {found['schema_version']!r}, this program reads {SCHEMA_VERSION}; "
                "use the version of Figaudit that built it, or a newer one"
            )
        return _manifest(found)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ExpectedError(
            f"{folder / FILE} is damaged ({type(error).__name__}: {error}); get the release again from its source"
        ) from error


def _read(folder: Path) -> bytes:
    try:
        return (folder / FILE).read_bytes()
    except OSError as error:
        raise ExpectedError(
            f"{folder} is no readable release: {FILE} cannot be read ({error.strerror}); name the release's folder"
        ) from error


def _manifest(found: Mapping[str, Any]) -> Manifest:
    return Manifest(
        name=_text(found, "name"),
        version=_text(found, "version"),
        program=_text(found, "program"),
        date=_text(found, "date"),
        parent=found["parent"],
        config=dict(found["config"]),
        config_hash=_text(found, "config_hash"),
        views=[dict(view) for view in found["views"]],
        counts={str(name): int(count) for name, count in found["counts"].items()},
        seals={_campaign(campaign): str(seal) for campaign, seal in found["seals"].items()},
        chain_heads={
            _campaign(campaign): {str(auditor): dict(head) for auditor, head in heads.items()}
            for campaign, heads in found["chain_heads"].items()
        },
        files=tuple(_file(one) for one in found["files"]),
    )


def _text(found: Mapping[str, Any], name: str) -> str:
    value = found[name]
    if not isinstance(value, str):
        raise TypeError(f"{name} is no text")
    return value


def _campaign(name: str) -> str:
    # The name becomes a folder's name below; it must not lead out of the release.
    if not re.fullmatch(r"\w+", name):
        raise ValueError(f"{name!r} is no campaign's id")
    return name


def _file(found: Mapping[str, Any]) -> FileRecord:
    path = PurePosixPath(_text(found, "path"))
    if path.is_absolute() or ".." in path.parts or "\\" in str(path) or str(path) in {".", FILE}:
        # A path that leaves the folder would let a manifest vouch for, or probe, files elsewhere.
        raise ValueError(f"the path {str(path)!r} leaves the release")
    if not isinstance(found["bytes"], int):
        raise TypeError(f"the size of {path} is no whole number")
    return FileRecord(str(path), _text(found, "sha256"), found["bytes"])
