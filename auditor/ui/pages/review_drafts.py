"""What an auditor wrote or put off and no row of the ledger holds yet: notes and "later", kept in the project.

One small file per campaign and auditor in the project's `cache` folder, named by a hash, by assignment; own words only.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from auditor.ui.desk import Desk, Tone
from pipeline.errors import ExpectedError
from pipeline.files import write_atomically

if TYPE_CHECKING:
    from auditor.audits.queue import QueuePlace
    from auditor.ui.pages.review_session import ReviewSession

FOLDER = "cache"
NOT_KEPT = "Not kept on the disk yet: your note on a figure without an answer. It is kept here meanwhile"


@dataclass(frozen=True)
class Drafts:
    """Notes by assignment, and the assignments put off, in the order in which they were."""

    notes: Mapping[str, str] = field(default_factory=dict)
    later: Sequence[str] = ()

    def notes_at(self, places: Sequence[QueuePlace]) -> dict[int, str]:
        """The notes by place in the queue; what was answered since then has its note in its row."""
        at = {place.assignment_id: index for index, place in enumerate(places) if place.own is None}
        return {at[each]: text for each, text in self.notes.items() if each in at}

    def later_at(self, places: Sequence[QueuePlace]) -> list[int]:
        """The places put off that are still open."""
        open_places = enumerate(places)
        at = {place.assignment_id: index for index, place in open_places if place.own is None and not place.skip_reason}
        return [at[each] for each in self.later if each in at]


def drafts_of(session: ReviewSession) -> Drafts:
    """What no row holds yet: the notes on figures without an answer, and the figures put off."""
    notes = {session.ids[at]: text for at, text in session.notes.items() if text and session.own[at] is None}
    return Drafts(notes, [session.ids[at] for at in session.later])


def drafts_path(folder: Path, campaign: str, auditor: str) -> Path:
    """The file of one auditor's drafts in one campaign."""
    name = hashlib.sha256(f"{campaign}\n{auditor}".encode()).hexdigest()[:16]
    return folder / FOLDER / f"desk-{name}.json"


def read_drafts(path: Path) -> Drafts:
    """What was kept; nothing when there is no such file or it cannot be understood."""
    try:
        kept: Any = json.loads(path.read_bytes())
        notes = {str(key): str(text) for key, text in kept["notes"].items()}
        return Drafts(notes, [str(each) for each in kept["later"]])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Drafts()


def write_drafts(path: Path, drafts: Drafts) -> None:
    """Keep these and no others."""
    if not drafts.notes and not drafts.later and not path.exists():
        return
    told = {"notes": dict(drafts.notes), "later": list(drafts.later)}
    write_atomically(path, json.dumps(told, ensure_ascii=False).encode())


class ReviewDrafts(QObject):
    """Keeps the drafts of one session; `lost` while the newest are not on the disk."""

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._path: Path | None = None
        self._known = Drafts()
        self._failed = False

    @property
    def lost(self) -> bool:
        """Whether something would be lost with the window."""
        return self._failed

    def begin(self, campaign: str, kept: Drafts) -> None:
        """Keep the drafts of another campaign from now on; these are on the disk."""
        folder = self._desk.project
        self._path = None if folder is None else drafts_path(folder, campaign, self._desk.auditor)
        self._known, self._failed = kept, False

    def forget(self) -> None:
        """Keep nothing any more."""
        self._path, self._known, self._failed = None, Drafts(), False

    def keep(self, session: ReviewSession, *, writing: str | None = None) -> None:
        """Bring the drafts of a session to the disk; `writing` stands in the note field of the present figure."""
        drafts, path = drafts_of(session), self._path
        if writing is not None and session.at is not None and session.own[session.at] is None:
            drafts = Drafts({**drafts.notes, session.ids[session.at]: writing}, drafts.later)
        if path is None or (drafts == self._known and not self._failed):
            return
        self._known = drafts
        self._desk.workers.on_database(
            lambda: write_drafts(path, drafts),
            done=lambda _nothing: self._kept(path),
            failed=lambda error: self._not_kept(path, error),
        )

    def settle(self) -> None:
        """Have the newest on the disk now, or know that they are not: the page is left."""
        if self._path is None:
            return
        try:
            write_drafts(self._path, self._known)
            self._failed = False
        except ExpectedError as error:
            self._not_kept(self._path, error)

    def _kept(self, path: Path) -> None:
        if path == self._path:
            self._failed = False

    def _not_kept(self, path: Path, error: ExpectedError) -> None:
        del error  # what the disk refuses is told where an answer is not saved; here it is enough that nothing is lost
        if path == self._path:
            self._failed = True
            self._desk.say(NOT_KEPT, Tone.NEGATIVE)
