"""Content-addressed files: bytes in, sha256 out, and the path of what was stored."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from pathlib import Path

from pipeline.errors import ExpectedError, UnavailableError

CHUNK = 1 << 20


def sha256_of(path: Path) -> str:
    """The sha256 of a file, read in chunks."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_atomically(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Write a file aside and rename it; a reader sees the old file or the new one, never a part.

    durable=False leaves the flush to a later `os.sync`, for bulk writes.
    Raises ExpectedError when the path cannot be a file, UnavailableError when the disk refuses.
    """
    if path.is_dir():
        raise ExpectedError(f"{path} is a folder; name a file to write")
    path = path.resolve()  # a link stays a link
    try:
        if path.exists() and not path.is_file():  # a device or a pipe cannot be replaced, only written to
            path.write_bytes(data)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_aside(str(path), data, durable=durable)
        if durable:
            sync_folder(path.parent)
    except OSError as error:
        raise UnavailableError(
            f"{path} could not be written: {error.strerror}; free or unlock the disk, then try again"
        ) from error


def _write_aside(path: str, data: bytes, *, durable: bool) -> None:
    folder, name = os.path.split(path)
    aside = f"{folder}/.{name}.{secrets.token_hex(4)}.part"
    try:
        with open(aside, "wb") as stream:  # noqa: PTH123 - plain strings: a dataset brings tens of thousands of files
            stream.write(data)
            if durable:
                stream.flush()
                os.fsync(stream.fileno())
        os.replace(aside, path)  # noqa: PTH105 - the same
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(aside)  # noqa: PTH108 - the same
        raise


class Blobs:
    """The folder `blobs/<aa>/<sha256>.<ext>` of a project."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, sha256: str, extension: str) -> Path:
        """Where a blob is or will be."""
        return self.folder / sha256[:2] / f"{sha256}.{extension}"

    def store(self, data: bytes, extension: str, *, durable: bool = True) -> str:
        """Store bytes under their sha256, once; returns the sha256.

        durable=False leaves the flush to a later `os.sync`. Raises UnavailableError when the disk refuses.
        """
        sha256 = hashlib.sha256(data).hexdigest()
        place = f"{self.folder}/{sha256[:2]}/{sha256}.{extension}"
        if os.path.exists(place):  # noqa: PTH110 - plain strings: a dataset brings tens of thousands of files
            return sha256
        if not durable and os.path.isdir(f"{self.folder}/{sha256[:2]}"):  # noqa: PTH112 - the same
            try:
                _write_aside(place, data, durable=False)
            except OSError as error:
                raise UnavailableError(
                    f"{place} could not be written: {error.strerror}; free or unlock the disk, then try again"
                ) from error
            return sha256
        write_atomically(Path(place), data, durable=durable)
        return sha256

    def read(self, sha256: str, extension: str) -> bytes:
        """The bytes of a blob; raises ExpectedError when it is gone."""
        path = self.path(sha256, extension)
        try:
            return path.read_bytes()
        except OSError as error:
            raise ExpectedError(
                f"{path} is missing or unreadable ({error.strerror}); restore the project's blobs folder from a copy"
            ) from error
