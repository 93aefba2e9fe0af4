"""Runs the stages in their order, what is pending only, and counts what became of every item."""

from __future__ import annotations

import fcntl
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pipeline.acquire.stage import AcquireStage
from pipeline.classify.judges import load_judge
from pipeline.classify.stage import ClassifyStage
from pipeline.errors import UnavailableError
from pipeline.executors import Outcome, Processes
from pipeline.extract.stage import ExtractStage
from pipeline.stage import Candidate, Skipped, Stage
from pipeline.store.figures import Figure
from pipeline.store.papers import Paper, Source
from pipeline.store.runs import Attempt, current_runs, is_pending, record
from pipeline.vocabulary import RunStatus, StageName
from pipeline.workspace import Workspace

AnyStage = Stage[Any, Any]
SAVE_SECONDS = 0.025  # of one transaction: nobody may wait for the database longer than 50 ms
FLUSH_SECONDS = 0.5


class Progress(Protocol):
    """Whoever shows a person how far a stage is."""

    def begin(self, stage: str, total: int) -> None:
        """A stage starts with so many pending items."""

    def step(self, *, failed: bool) -> None:
        """One item is done."""

    def end(self) -> None:
        """The stage is over."""


@dataclass(frozen=True)
class StageReport:
    """The state of one stage: every candidate is ok, skipped, failed or pending."""

    stage: str
    candidates: int
    ok: int
    skipped: int
    failed: int
    pending: int
    failures: tuple[tuple[str, str], ...]
    skips: tuple[tuple[str, str], ...]


def stages(workspace: Workspace) -> list[AnyStage]:
    """The stages in the order of a run, one classify stage for every judge that is set."""
    blobs, settings = str(workspace.blobs.folder), workspace.settings
    judges = [ClassifyStage(name, load_judge(name).version, blobs) for name in settings.judges]
    return [AcquireStage(blobs), ExtractStage(blobs, settings.dpi), *judges]


@dataclass(frozen=True)
class RunOptions:
    """What a run is asked for: retry what stands failed, how many processes (None = as set), which stages."""

    retry_failed: bool = False
    workers: int | None = None
    only: frozenset[StageName] = frozenset(StageName)


def run(workspace: Workspace, options: RunOptions, progress: Progress) -> list[StageReport]:
    """Bring every stage up to date; safe to kill at any moment and to start again.

    Raises UnavailableError when another run works on the project, KeyboardInterrupt after saving what was finished.
    """
    with _only_run(workspace.folder / "logs" / "run.lock"):
        for stage in stages(workspace):
            if stage.name in options.only:
                _run_stage(workspace, stage, options, progress)
    return status(workspace)


@contextmanager
def _only_run(path: Path) -> Iterator[None]:
    """Hold the project's run lock; the system frees it when the process ends in whatever way."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.open("w")
    except OSError as error:
        raise UnavailableError(f"{path}: {error.strerror}; make the project folder writable, then try again") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UnavailableError(
                "another `figaudit run` works on this project; wait for it or stop it, then try again"
            ) from None
        yield


def _run_stage(workspace: Workspace, stage: AnyStage, options: RunOptions, progress: Progress) -> None:
    pending = workspace.read(_pending, stage, retry_failed=options.retry_failed)
    if not pending:
        return
    candidates = {candidate.key: candidate for candidate in pending}
    workers = options.workers or workspace.settings.workers or os.cpu_count() or 1
    saver = _Saver(workspace, stage, candidates, progress)
    pool = Processes(stage.process, workers=min(workers, len(pending)), item_seconds=workspace.settings.item_seconds)
    progress.begin(stage.name.value, len(pending))
    try:
        for outcome in pool.run((key, workspace.read(stage.load, key)) for key in candidates):
            saver.take(outcome)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # an impatient second one must not hit the saving below
        raise
    finally:
        pool.close()
        saver.flush()
        progress.end()


def _pending(session: Session, stage: AnyStage, *, retry_failed: bool) -> list[Candidate]:
    runs = current_runs(session, stage.name.value)
    return [
        candidate
        for candidate in stage.candidates(session)
        if is_pending(
            runs.get(candidate.key),
            version=stage.version,
            input_hash=candidate.input_hash,
            retry_failed=retry_failed,
        )
    ]


def next_size(size: int, seconds: float, *, most: int) -> int:
    """How many outcomes to save in the next transaction when saving `size` took so many seconds, from 1 to `most`.

    >>> next_size(64, 0.26, most=64), next_size(8, 0.02, most=64), next_size(1, 0.2, most=64)
    (32, 10, 1)
    """
    factor = min(2.0, max(0.5, SAVE_SECONDS / max(seconds, 0.001)))
    return max(1, min(most, round(size * factor)))


class _Saver:
    """Collects outcomes and saves them in short transactions."""

    def __init__(
        self, workspace: Workspace, stage: AnyStage, candidates: dict[str, Candidate], progress: Progress
    ) -> None:
        self.workspace = workspace
        self.stage = stage
        self.candidates = candidates
        self.progress = progress
        self.waiting: list[Outcome] = []
        self.since = time.monotonic()
        self.at_once = stage.batch

    def take(self, outcome: Outcome) -> None:
        """Keep an outcome and save when the batch is full or has waited long enough."""
        if outcome.detail:
            self._log(outcome)
        self.waiting.append(outcome)
        self.progress.step(failed=outcome.error is not None)
        if len(self.waiting) >= self.stage.batch or time.monotonic() - self.since > FLUSH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Save what has been collected, in transactions so short that people who answer meanwhile do not notice."""
        batch, self.waiting = self.waiting, []
        while batch:
            part, batch = batch[: self.at_once], batch[self.at_once :]
            began = time.monotonic()
            self.workspace.write(self._save, part)
            if len(part) == self.at_once:
                self.at_once = next_size(self.at_once, time.monotonic() - began, most=self.stage.batch)
        self.since = time.monotonic()

    def _save(self, session: Session, batch: list[Outcome]) -> None:
        for outcome in batch:
            status, reason = RunStatus.OK, None
            if outcome.error is not None:
                status, reason = RunStatus.FAILED, outcome.error.reason
            else:
                skipped = self.stage.save(session, outcome.key, outcome.result)
                if isinstance(skipped, Skipped):
                    status, reason = RunStatus.SKIPPED, skipped.reason
            self._record(session, outcome, status, reason)

    def _record(self, session: Session, outcome: Outcome, status: RunStatus, reason: str | None) -> None:
        candidate = self.candidates[outcome.key]
        record(
            session,
            Attempt(
                stage=self.stage.name.value,
                item=candidate.key,
                name=candidate.name,
                status=status,
                reason=reason,
                transient=outcome.error is not None and outcome.error.transient,
                stage_version=self.stage.version,
                input_hash=candidate.input_hash,
                seconds=round(outcome.seconds, 3),
            ),
        )

    def _log(self, outcome: Outcome) -> None:
        path = self.workspace.folder / "logs" / "faults.log"
        with path.open("a", encoding="utf-8") as stream:
            stream.write(f"{self.stage.name.value} {self.candidates[outcome.key].name}\n{outcome.detail}\n")


def status(workspace: Workspace) -> list[StageReport]:
    """Where every stage stands; for each, candidates = ok + skipped + failed + pending."""
    reports: dict[str, list[StageReport]] = {}
    for stage in stages(workspace):
        reports.setdefault(stage.name.value, []).append(workspace.read(_stage_report, stage))
    return [_summed(parts) for parts in reports.values()]


def _stage_report(session: Session, stage: AnyStage) -> StageReport:
    runs = current_runs(session, stage.name.value)
    candidates = stage.candidates(session)
    counts: Counter[str] = Counter()
    failures: list[tuple[str, str]] = []
    skips: list[tuple[str, str]] = []
    for candidate in candidates:
        found = runs.get(candidate.key)
        fresh = found is not None and not is_pending(
            found, version=stage.version, input_hash=candidate.input_hash, retry_failed=False
        )
        if found is None or not (fresh or found.status == RunStatus.FAILED):
            counts["pending"] += 1
            continue
        counts[found.status] += 1
        if found.status == RunStatus.FAILED:
            failures.append((candidate.name, str(found.reason)))
        elif found.status == RunStatus.SKIPPED:
            skips.append((candidate.name, str(found.reason)))
    total = len(candidates)
    if stage.name == StageName.ACQUIRE:
        refused = [(run.name, str(run.reason)) for key, run in sorted(runs.items()) if key.startswith("row ")]
        imported = _imported(session)
        failures.extend(refused)
        counts["failed"] += len(refused)
        counts["ok"] += imported
        total += len(refused) + imported
    return StageReport(
        stage=stage.name.value,
        candidates=total,
        ok=counts["ok"],
        skipped=counts["skipped"],
        failed=counts["failed"],
        pending=counts["pending"],
        failures=tuple(failures),
        skips=tuple(skips),
    )


def _imported(session: Session) -> int:
    """How many rows of imported datasets are current figures."""
    statement = select(func.count(Figure.id)).where(Figure.source_id.is_not(None), Figure.superseded_by.is_(None))
    return session.scalar(statement) or 0


def _summed(parts: list[StageReport]) -> StageReport:
    if len(parts) == 1:
        return parts[0]
    return StageReport(
        stage=parts[0].stage,
        candidates=sum(part.candidates for part in parts),
        ok=sum(part.ok for part in parts),
        skipped=sum(part.skipped for part in parts),
        failed=sum(part.failed for part in parts),
        pending=sum(part.pending for part in parts),
        failures=tuple(failure for part in parts for failure in part.failures),
        skips=tuple(skip for part in parts for skip in part.skips),
    )


def figure_counts(session: Session) -> dict[str, int]:
    """How many papers and current figures there are, and how many figures lack image, caption or mention."""
    current = (Figure.superseded_by.is_(None)) & (Figure.withdrawn.is_(False))

    def count(*conditions: Any) -> int:
        return session.scalar(select(func.count(Figure.id)).where(current, *conditions)) or 0

    return {
        "papers": session.scalar(select(func.count(Paper.id))) or 0,
        "files": session.scalar(select(func.count(Source.id))) or 0,
        "figures": count(),
        "without image": count(Figure.image_sha256.is_(None)),
        "without caption": count(Figure.caption == ""),
        "not mentioned": count(Figure.mention_status == "not mentioned"),
    }
