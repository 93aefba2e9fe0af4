"""Proves a release: every file as the manifest says, records, seals and chains recomputed; needs the folder alone."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from auditor.release.changes import DATA, read_records
from auditor.release.evidence import evidence_faults
from auditor.release.manifest import FILE, Manifest, manifest_hash, read_manifest
from auditor.release.published import published_release, require_published
from auditor.release.request import config_hash, folder_name
from auditor.release.shelf import FileRecord
from auditor.release.views import VIEWS
from pipeline.errors import ExpectedError
from pipeline.files import sha256_of
from pipeline.workspace import Workspace


@dataclass(frozen=True, order=True)
class Fault:
    """One thing that is wrong with a release: the file it is in and what is wrong."""

    path: str
    what: str

    def to_text(self) -> str:
        """The fault as a line for a person."""
        return f"{self.path}: {self.what}"


@dataclass(frozen=True)
class Verified:
    """The outcome of a verification; `manifest` is None when it could not be read."""

    folder: Path
    manifest: Manifest | None
    faults: tuple[Fault, ...]


def verify_release(folder: Path, *, manifest_sha256: str | None = None) -> Verified:
    """Check a release's folder; manifest_sha256 is the hash that the project's database holds, if there is a project.

    Raises ExpectedError when the folder is no release at all.
    """
    found = manifest_hash(folder)
    faults = []
    if manifest_sha256 is not None and found != manifest_sha256:
        faults.append(Fault(FILE, f"its sha256 is {found}, the project's database says {manifest_sha256}"))
    try:
        manifest = read_manifest(folder)
    except ExpectedError as error:
        return Verified(folder, None, (*faults, Fault(FILE, str(error))))
    faults += _manifest_faults(manifest)
    faults += _file_faults(folder, manifest.files)
    faults += _data_faults(folder, manifest)
    faults += [Fault(path, what) for path, what in evidence_faults(folder, manifest)]
    return Verified(folder, manifest, tuple(sorted(faults)))


def _manifest_faults(manifest: Manifest) -> Iterator[Fault]:
    if config_hash(manifest.config) != manifest.config_hash:
        yield Fault(FILE, "its configuration does not have the hash that stands beside it")
    twice = [path for path, count in Counter(one.path for one in manifest.files).items() if count > 1]
    for path in sorted(twice):
        yield Fault(FILE, f"it lists {path} twice")


def _file_faults(folder: Path, files: Iterable[FileRecord]) -> Iterator[Fault]:
    expected = {one.path: one for one in files}
    present = dict(_entries(folder, ""))
    for path in sorted({*expected, *present} - {FILE}):
        if path not in present:
            yield Fault(path, "is missing")
        elif path not in expected:
            yield Fault(path, "does not belong to the release")
        elif not present[path]:
            yield Fault(path, "is no plain file")
        else:
            yield from _content_faults(folder / path, expected[path])


def _entries(folder: Path, prefix: str) -> Iterator[tuple[str, bool]]:
    """Path and whether it is a plain file, for all that lies in the folder; links are named, never followed."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _entries(Path(entry.path), f"{prefix}{entry.name}/")
            else:
                yield prefix + entry.name, entry.is_file(follow_symlinks=False)


def _content_faults(path: Path, expected: FileRecord) -> Iterator[Fault]:
    try:
        size = path.stat().st_size
        if size != expected.bytes:
            yield Fault(expected.path, f"has {size} bytes, the manifest says {expected.bytes}")
        elif (found := sha256_of(path)) != expected.sha256:
            yield Fault(expected.path, f"has sha256 {found}, the manifest says {expected.sha256}")
    except OSError as error:
        yield Fault(expected.path, f"cannot be read: {error.strerror}")


def _data_faults(folder: Path, manifest: Manifest) -> Iterator[Fault]:
    """Faults of data.jsonl against the manifest: order, images, counts of records and views."""
    hashes = {one.path: one.sha256 for one in manifest.files}
    views = Counter({view.name: 0 for view in VIEWS})
    rows, last = 0, ""
    try:
        for line, record in read_records(folder):
            rows += 1
            yield from _record_faults(line, record, last=last, hashes=hashes)
            last = str(record.get("id"))
            views.update(view.name for view in VIEWS if view.holds(record.get("accepted")))
    except ExpectedError as error:
        yield Fault(DATA, str(error))
        return
    if rows != manifest.counts.get("records"):
        yield Fault(DATA, f"holds {rows} records, the manifest says {manifest.counts.get('records')}")
    for view in manifest.views:
        name = str(view.get("name"))
        if views[name] != view.get("records"):
            yield Fault(DATA, f"view {name} has {views[name]} records, the manifest says {view.get('records')}")


def _record_faults(line: int, record: Mapping[str, Any], *, last: str, hashes: Mapping[str, str]) -> Iterator[Fault]:
    name = str(record.get("id"))
    if name <= last:
        yield Fault(DATA, f"line {line}: record {name} does not follow {last} in the order of ids")
    image = record.get("figure_path")
    if image is not None and hashes.get(image) != record.get("image_sha256"):
        yield Fault(DATA, f"line {line}: the image hash of record {name} is not the manifest's hash of {image}")


def verify_published(workspace: Workspace, name: str, version: str) -> Verified:
    """Check a published version against its folder and the project's database.

    Raises ExpectedError when the project has no such version, or its folder is gone.
    """
    published = workspace.read(published_release, name, version)
    folder = workspace.releases / folder_name(name, version)
    if published is None and folder.is_dir():
        raise ExpectedError(
            f"{folder} is not published: its build was stopped before the last step; build it again to publish it"
        )
    published = workspace.read(require_published, name, version)
    verified = verify_release(folder, manifest_sha256=published.manifest_sha256)
    manifest = verified.manifest
    if manifest is not None and (manifest.name, manifest.version) != (name, version):
        fault = Fault(FILE, f"it describes {manifest.name} {manifest.version}, not {name} {version}")
        return replace(verified, faults=(fault, *verified.faults))
    return verified
