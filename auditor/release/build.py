"""Builds a release aside, makes it durable, then shows it by one rename; a published version never changes."""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy.orm import Session

from auditor.release.content import write_content
from auditor.release.manifest import FILE, Manifest, manifest_hash
from auditor.release.published import Published, newer_than, published_release, record_release
from auditor.release.records import Progress
from auditor.release.request import ReleaseRequest, check_request, config_hash, config_of
from auditor.release.selection import release_campaigns
from auditor.release.shelf import Shelf
from auditor.release.verify import verify_release
from pipeline.errors import ExpectedError, UnavailableError
from pipeline.files import sync_folder
from pipeline.workspace import Workspace

UNFINISHED = re.compile(r"\..+\.[0-9a-f]{8}\.part")


@dataclass(frozen=True)
class Built:
    """A published release.

    `adopted` says that its folder stood complete already and only its row was missing; `below` is the highest version
    that was published before it, where that is a higher one.
    """

    folder: Path
    manifest: Manifest
    manifest_sha256: str
    adopted: bool
    below: str | None = None


def build_release(
    workspace: Workspace, request: ReleaseRequest, *, progress: Progress | None = None, allow_older: bool = False
) -> Built:
    """Publish one version: files under `releases/<name>-<version>/`, then its row in the database.

    progress(done, records) is called now and then. Killed at any moment, it leaves the version either not there (what
    was begun is removed by the next build) or complete; a complete one that lacks its row is adopted by the next build.
    Raises ExpectedError for a version that was published or, unless allow_older, is below a published one, UsageError
    for a name, version or campaign that cannot be meant, UnavailableError when the disk refuses or another build is at
    work.
    """
    check_request(request)
    folder = workspace.releases / request.folder
    with _alone(workspace.releases):
        _remove_unfinished(workspace.releases)
        _refuse_published(workspace, request, folder)
        below = _older(workspace, request, allowed=allow_older)
        if folder.exists():
            return replace(_adopt(workspace, request, folder), below=below)
        aside = workspace.releases / f".{request.folder}.{secrets.token_hex(4)}.part"
        try:
            manifest = workspace.read(_write, workspace, request, aside=aside, progress=progress)
            _show(aside, folder)
        except BaseException:
            # Whatever ends the build, an interrupt too, must not leave its half behind.
            shutil.rmtree(aside, ignore_errors=True)
            raise
        return replace(_record(workspace, manifest, folder, adopted=False), below=below)


@contextmanager
def _alone(releases: Path) -> Iterator[None]:
    """Hold the releases folder; the lock ends with the process, however it ends."""
    try:
        releases.mkdir(exist_ok=True)
        descriptor = os.open(releases, os.O_RDONLY)
    except OSError as error:
        raise UnavailableError(
            f"{releases} cannot hold releases: {error.strerror}; make it a folder you may write to"
        ) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UnavailableError(
                f"another release is being built in {releases}; wait until it is done, then build again"
            ) from None
        yield
    finally:
        os.close(descriptor)


def _remove_unfinished(releases: Path) -> None:
    for entry in releases.iterdir():
        if UNFINISHED.fullmatch(entry.name) and entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry, ignore_errors=True)


def _refuse_published(workspace: Workspace, request: ReleaseRequest, folder: Path) -> None:
    if workspace.read(published_release, request.name, request.version) is None:
        return
    state = "" if folder.is_dir() else " (its folder is gone; restore it from a copy)"
    raise ExpectedError(
        f"{request.name} {request.version} was published already and never changes{state}; choose another version"
    )


def _older(workspace: Workspace, request: ReleaseRequest, *, allowed: bool) -> str | None:
    """The published version that the wanted one is below; raises ExpectedError unless that is allowed."""
    higher = workspace.read(newer_than, request.name, request.version)
    if higher is not None and not allowed:
        raise ExpectedError(
            f"{request.version} is below the published {higher} of {request.name}; "
            "choose a higher version, or build an older one on purpose with --allow-older"
        )
    return higher


def _write(
    session: Session, workspace: Workspace, request: ReleaseRequest, *, aside: Path, progress: Progress | None
) -> Manifest:
    shelf = Shelf.make(aside)
    described = write_content(session, shelf, workspace, request, progress=progress)
    manifest = replace(described, files=tuple(sorted(shelf.files)))
    shelf.write(FILE, manifest.to_bytes())
    shelf.sync()
    return manifest


def _show(aside: Path, folder: Path) -> None:
    try:
        aside.rename(folder)
        sync_folder(folder.parent)
    except OSError as error:
        raise UnavailableError(
            f"{folder} could not be made: {error.strerror}; see what stands there, then build again"
        ) from error


def _adopt(workspace: Workspace, request: ReleaseRequest, folder: Path) -> Built:
    """Publish a folder that a killed build left complete; raises ExpectedError when it is another's or damaged."""
    verified = verify_release(folder)
    manifest = verified.manifest
    if manifest is None or verified.faults or (manifest.name, manifest.version) != (request.name, request.version):
        first = (
            verified.faults[0].to_text()
            if verified.faults
            else f"it is {manifest.name} {manifest.version}"
            if manifest
            else ""
        )
        raise ExpectedError(
            f"{folder} stands there without being published and is not whole ({first}); move it away, then build again"
        )
    if workspace.read(_config_hash, workspace, request) != manifest.config_hash:
        raise ExpectedError(
            f"{folder} was built completely with other options before its build was stopped; "
            "repeat those options to publish it, or choose another version"
        )
    return _record(workspace, manifest, folder, adopted=True)


def _config_hash(session: Session, workspace: Workspace, request: ReleaseRequest) -> str:
    campaigns = tuple(campaign.campaign_id for campaign in release_campaigns(session, request.campaigns))
    return config_hash(config_of(request, campaigns, workspace.settings.accepted_from))


def _record(workspace: Workspace, manifest: Manifest, folder: Path, *, adopted: bool) -> Built:
    sha256 = manifest_hash(folder)
    row = Published(
        name=manifest.name,
        version=manifest.version,
        manifest_sha256=sha256,
        rows=manifest.counts["records"],
        built_at="",
        parent=None if manifest.parent is None else manifest.parent["version"],
    )
    workspace.write(record_release, row, dict(manifest.config))
    return Built(folder, manifest, sha256, adopted)
