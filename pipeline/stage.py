"""The shape of every stage: what is pending, how an item is loaded, processed and saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

from pipeline.store.session import Session
from pipeline.vocabulary import StageName

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Candidate:
    """One item a stage is responsible for: its key, the name a person knows it by, and the hash of what goes in."""

    key: str
    name: str
    input_hash: str


@dataclass(frozen=True)
class Skipped:
    """What `save` returns when an item was fine but adds nothing, with the reason a person reads."""

    reason: str


class Stage(Protocol[Item, Result]):
    """One step of the pipeline.

    `candidates` lists everything the stage is responsible for, finished or not, in a fixed order; `run` finds out which
    of them are pending. `process` runs in another process, sees no session, depends on its item alone and may store
    content-addressed files. `save` adds rows.
    """

    @property
    def name(self) -> StageName:
        """Which stage it is."""
        ...

    @property
    def version(self) -> str:
        """Changes when the same input would give another result."""
        ...

    @property
    def batch(self) -> int:
        """How many results one transaction saves."""
        ...

    def candidates(self, session: Session) -> list[Candidate]:
        """Everything the stage answers for."""
        ...

    def load(self, session: Session, key: str) -> Item:
        """What `process` needs of one item, ready to cross to another process."""
        ...

    def process(self, item: Item) -> Result:
        """The work; raises ItemError with a reason a person understands."""
        ...

    def save(self, session: Session, key: str, result: Result) -> Skipped | None:
        """Add the rows of one result."""
        ...
