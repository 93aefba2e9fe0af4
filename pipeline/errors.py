"""What can go wrong in the world, as errors that a front end shows in plain words; bugs are not caught."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class ExitCode(IntEnum):
    """The exit codes of every `figaudit` command."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    ITEMS_FAILED = 3
    UNAVAILABLE = 4


class ExpectedError(Exception):
    """Something outside the program went wrong; the message names the thing, the cause and the way out."""

    exit_code: ExitCode = ExitCode.FAILED


class UsageError(ExpectedError):
    """The request itself cannot be meant: an unknown field, a name that exists twice, a size above the population."""

    exit_code = ExitCode.USAGE


class TroubleCause(StrEnum):
    """Why a project's database does not answer: the disk is full, it is not to be written, held, gone, or else."""

    FULL = "full"
    READ_ONLY = "read only"
    LOCKED = "locked"
    GONE = "gone"
    OTHER = "other"


class UnavailableError(ExpectedError):
    """A service or a disk does not answer now; the same request may work later. `cause` lets a page find its words."""

    exit_code = ExitCode.UNAVAILABLE

    def __init__(self, message: str, *, cause: TroubleCause = TroubleCause.OTHER) -> None:
        super().__init__(message)
        self.cause = cause


class ItemError(ExpectedError):
    """One item of a stage cannot be processed; the run marks it failed with this reason and goes on.

    `transient` says that the next run should try again by itself (a locked file, a full disk).
    """

    exit_code = ExitCode.ITEMS_FAILED

    def __init__(self, reason: str, *, transient: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.transient = transient

    def __reduce__(self) -> tuple[object, ...]:
        """Keep both fields when the error crosses from a worker process."""
        return (_item_error, (self.reason, self.transient))


def _item_error(reason: str, transient: bool) -> ItemError:  # noqa: FBT001 - pickle calls by position
    return ItemError(reason, transient=transient)
