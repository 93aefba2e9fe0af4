"""Takes a whole verdict file in: every row is checked before the first is recorded; one wrong row stops all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.gate import CampaignGate, closed_reason, find_gate
from auditor.audits.tasks import SKIP
from auditor.audits.verdict_files import Fault, FileRow, VerdictFile
from auditor.audits.verdicts import GivenAnswer, Outcome, answers_task, current_verdicts, record_answers
from pipeline.errors import ExpectedError, UsageError
from pipeline.store.verdicts import Assignment
from pipeline.vocabulary import AssignmentState

MOST_LINES, FIRST_LINES = 8, 5  # up to so many lines are all named, of more only the first
FEW_REASONS = 3  # up to so many items that are wrong in one way are named one by one


@dataclass(frozen=True)
class Intake:
    """What an import did: rows of the file, rows left blank, and what became of the answers."""

    rows: int
    blank: int
    outcome: Outcome


class WrongRowsError(ExpectedError):
    """A verdict file with wrong rows; nothing of it was recorded."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(sorted(faults))
        rows = len({fault.line for fault in faults})
        head = f"{rows} wrong row{'s' if rows > 1 else ''}, nothing was imported; mend the file and import it again"
        super().__init__("\n".join([head, *_by_reason(self.faults)]))


def import_verdicts(session: Session, file: VerdictFile, *, campaign: str = "", auditor: str = "") -> Intake:
    """Record a file's answers, all or none.

    `campaign` (name or id) and `auditor` fill the cells that are missing. Raises WrongRowsError naming every wrong row
    by its line, UsageError when the campaign given here does not exist.
    """
    check = _Check(session, find_gate(session, campaign) if campaign else None, auditor)
    faults = list(file.faults)
    for row in file.rows:
        try:
            check.take(row)
        except _StrangeItemError as error:
            faults.append(Fault(row.line, str(error), error.cause, error.owners))
        except UsageError as error:
            faults.append(Fault(row.line, str(error)))
    if faults:
        raise WrongRowsError(faults)
    outcome = Outcome()
    for gate, name in sorted(check.answers, key=lambda pair: (pair[0].campaign_id, pair[1])):
        outcome += record_answers(session, gate, name, check.answers[gate, name])
    return Intake(rows=len(file.rows), blank=check.blank, outcome=outcome)


class _StrangeItemError(UsageError):
    """An item that is not the auditor's; `cause` fits all such rows, `owners` are the auditors who have the item."""

    def __init__(self, message: str, *, cause: str, owners: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.cause, self.owners = cause, owners


@dataclass
class _Check:
    """Checks rows one after the other and gathers the answers of each auditor."""

    session: Session
    campaign: CampaignGate | None = None
    auditor: str = ""
    answers: dict[tuple[CampaignGate, str], list[GivenAnswer]] = field(default_factory=lambda: defaultdict(list))
    blank: int = 0
    gates: dict[str, CampaignGate] = field(default_factory=dict)
    states: dict[CampaignGate, dict[str, dict[str, str]]] = field(default_factory=dict)
    lines: dict[tuple[CampaignGate, str, str], int] = field(default_factory=dict)
    reasonless: dict[CampaignGate, set[tuple[str, str, str]]] = field(default_factory=dict)

    def take(self, row: FileRow) -> None:
        """Check one row; raises UsageError saying what is wrong with it."""
        gate, auditor = self._gate(row.campaign), self._auditor(row.auditor)
        state = self._state(gate, auditor, row.item)
        if not row.answer:
            if row.error_mode or row.note:
                raise UsageError("the answer is missing, although the row says something")
            self.blank += 1
            return
        first = self.lines.setdefault((gate, row.item, auditor), row.line)
        if first != row.line:
            raise UsageError(f"item {row.item} by {auditor} stands in line {first} already")
        skips = row.answer.casefold() == SKIP
        given = _skipped(row, state) if skips else self._answered(gate, auditor, row)
        self.answers[gate, auditor].append(given)

    def _gate(self, name: str) -> CampaignGate:
        found = self._find(name) if name else self.campaign
        if found is None:
            raise UsageError("the campaign is missing: fill the column, or give --campaign")
        if self.campaign is not None and found != self.campaign:
            raise UsageError(f"campaign is {name!r}, but --campaign says {self.campaign.name!r}")
        reason = closed_reason(found)
        if reason is not None:
            raise UsageError(reason)
        try:
            answers_task(found)
        except ExpectedError as error:
            raise UsageError(str(error)) from error
        return found

    def _answered(self, gate: CampaignGate, auditor: str, row: FileRow) -> GivenAnswer:
        task = answers_task(gate)
        if not row.error_mode and (auditor, row.item, row.answer) in self._without_reason(gate):
            answer, mode = task.spelled(row.answer, None)
        else:
            answer, mode = task.check(row.answer, row.error_mode or None)
        return GivenAnswer(row.item, answer, mode, row.note or None)

    def _without_reason(self, gate: CampaignGate) -> set[tuple[str, str, str]]:
        """Auditor, item and answer whose error mode may be missing: the desk recorded it so, a file may repeat it."""
        if gate not in self.reasonless:
            self.reasonless[gate] = {
                (verdict.auditor, verdict.item, verdict.answer)
                for verdict in current_verdicts(self.session, gate)
                if not verdict.error_mode
            }
        return self.reasonless[gate]

    def _find(self, name: str) -> CampaignGate:
        if name not in self.gates:
            self.gates[name] = find_gate(self.session, name)
        return self.gates[name]

    def _auditor(self, name: str) -> str:
        if self.auditor and name and name != self.auditor:
            raise UsageError(f"auditor is {name!r}, but --auditor says {self.auditor!r}")
        if not name and not self.auditor:
            raise UsageError("the auditor is missing: fill the column, or give --auditor")
        return name or self.auditor

    def _state(self, gate: CampaignGate, auditor: str, item: str) -> str:
        """The state of the assignment of the item to the auditor."""
        if gate not in self.states:
            self.states[gate] = _states(self.session, gate)
        by_auditor = self.states[gate]
        if auditor not in by_auditor:
            known = ", ".join(sorted(by_auditor))
            raise UsageError(f"auditor {auditor!r} has no items in campaign {gate.name}; its auditors are {known}")
        if item in by_auditor[auditor]:
            return by_auditor[auditor][item]
        owners = tuple(sorted(name for name, items in by_auditor.items() if item in items))
        if owners:
            cause = f"are not assigned to {auditor}"
            raise _StrangeItemError(f"item {item} is not assigned to {auditor}", cause=cause, owners=owners)
        raise _StrangeItemError(
            f"item {item or '(empty)'} is not in campaign {gate.name}", cause=f"are not in campaign {gate.name}"
        )


def _skipped(row: FileRow, state: str) -> GivenAnswer:
    if row.error_mode:
        raise UsageError(f"error mode {row.error_mode!r} cannot stand with a skip; leave it empty")
    if not row.note:
        raise UsageError("a skip needs its reason in the column note")
    if state == AssignmentState.DONE:
        raise UsageError(
            f"item {row.item} is judged already: another answer supersedes it, a skip does not take it back"
        )
    return GivenAnswer(row.item, SKIP, None, row.note)


def _states(session: Session, gate: CampaignGate) -> dict[str, dict[str, str]]:
    """State by auditor and item."""
    states: dict[str, dict[str, str]] = defaultdict(dict)
    statement = select(Assignment.auditor, Assignment.item_id, Assignment.state)
    for auditor, item, state in session.execute(statement.where(Assignment.campaign_id == gate.key)):
        states[auditor][item] = state
    return dict(states)


def _by_reason(faults: Iterable[Fault]) -> list[str]:
    """One text line for each cause, with the file's lines it stands for, the first of them where there are many."""
    faults_of: dict[str, list[Fault]] = defaultdict(list)
    causes = Counter(cause for cause, _ in {(fault.cause, fault.reason) for fault in faults})
    for fault in faults:
        together = fault.cause and causes[fault.cause] > FEW_REASONS
        faults_of[fault.cause if together else fault.reason].append(fault)
    return [f"  {_lines([fault.line for fault in same])}: {_reason(same)}" for same in faults_of.values()]


def _lines(lines: Sequence[int]) -> str:
    if len(lines) == 1:
        return f"line {lines[0]}"
    if len(lines) <= MOST_LINES:
        return f"lines {', '.join(map(str, lines))}"
    first = ", ".join(map(str, lines[:FIRST_LINES]))
    return f"{len(lines)} rows, lines {first} and {len(lines) - FIRST_LINES} more"


def _reason(same: Sequence[Fault]) -> str:
    """The reason that all these rows share."""
    reason = same[0].reason
    items = len({fault.reason for fault in same})
    if items > 1:
        reason = f"{items} items {same[0].cause}, the first: {reason}"
    whose = set(same[0].owners).intersection(*(fault.owners for fault in same))
    if items > 1 and len(whose) == 1:
        reason += f"; all of them are with {whose.pop()}: is this that auditor's file?"
    return reason
