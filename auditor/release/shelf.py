"""The folder of a release while it is built: every file written once, hashed on its way, durable before it is shown."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Self

from pipeline.errors import UnavailableError
from pipeline.files import sync_folder


@dataclass(frozen=True, order=True)
class FileRecord:
    """One file of a release: path with forward slashes, sha256 in hex, size in bytes."""

    path: str
    sha256: str
    bytes: int


class HashingStream:
    """A file open for writing that hashes what passes."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._digest = hashlib.sha256()
        self.size = 0

    def write(self, data: bytes) -> None:
        """Append bytes."""
        self._stream.write(data)
        self._digest.update(data)
        self.size += len(data)

    @property
    def sha256(self) -> str:
        """The hash of all that was written."""
        return self._digest.hexdigest()


class Shelf:
    """Writes the files of one release under `folder` and remembers the record of each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: list[FileRecord] = []
        self._folders = {folder}

    @classmethod
    def make(cls, folder: Path) -> Self:
        """A shelf in a new folder; raises UnavailableError when the disk refuses."""
        try:
            folder.mkdir()
        except OSError as error:
            raise _refused(folder, error) from error
        return cls(folder)

    @contextmanager
    def open(self, path: str, *, durable: bool = True) -> Iterator[HashingStream]:
        """A new file; flushed to disk when the block ends, unless a later `sync` is to do it.

        Raises UnavailableError when the disk refuses.
        """
        target = self.folder / path
        try:
            self._make(target.parent)
            with target.open("xb") as raw:
                stream = HashingStream(raw)
                yield stream
                raw.flush()
                if durable:
                    os.fsync(raw.fileno())
        except OSError as error:
            raise _refused(target, error) from error
        self.files.append(FileRecord(path, stream.sha256, stream.size))

    def write(self, path: str, data: bytes, *, durable: bool = True) -> str:
        """A new file of these bytes; returns its sha256."""
        with self.open(path, durable=durable) as stream:
            stream.write(data)
        return stream.sha256

    def sync(self) -> None:
        """Make everything durable: the files written without a flush, then the names in every folder.

        One `os.sync` serves tens of thousands of images; an fsync for each would take minutes.
        """
        os.sync()
        try:
            for folder in sorted(self._folders):
                sync_folder(folder)
        except OSError as error:
            raise _refused(self.folder, error) from error

    def _make(self, folder: Path) -> None:
        if folder not in self._folders:
            folder.mkdir(parents=True, exist_ok=True)
            inside = folder
            while inside != self.folder:
                self._folders.add(inside)
                inside = inside.parent


def _refused(path: Path, error: OSError) -> UnavailableError:
    return UnavailableError(f"{path} could not be written: {error.strerror}; free or unlock the disk, then build again")
