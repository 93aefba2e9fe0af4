"""Proofs beyond seal and chains: decisions, figures and assignments, and what releases published before remember.

Tamper-evident, not tamper-proof: a forged row that fits all the others in every respect looks like a recorded one. Only
copies that were made elsewhere before, such as the heads in a release, tell the two apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from auditor.audits.assignment import assignment_id_of
from auditor.audits.gate import CampaignGate
from auditor.audits.labels import Given, LabelStatus, settle
from auditor.audits.ledger import LedgerRow, genesis, ledger_rows
from auditor.audits.tasks import WITHDRAWN, Task, load_task
from pipeline.errors import UsageError
from pipeline.files import Blobs, sha256_of
from pipeline.store.designs import Campaign, Item, Stratum
from pipeline.store.figures import Figure, content_hash_of
from pipeline.store.verdicts import Assignment, BoxRevision, Decision, Verdict
from pipeline.vocabulary import AssignmentState, CampaignState

DECISION_FIELDS = ("item", "answer", "error_mode", "reason", "decided_by", "decided_at")


@dataclass(frozen=True)
class Promise:
    """What a release said of one campaign: its seal and the length and head of each chain ({length, head} by auditor).

    `release` is its name for people; a release whose folder is gone still names its campaigns, without `seal`.
    `decisions` are those it holds, oldest first, each as the texts of DECISION_FIELDS.
    """

    release: str
    campaign: str
    seal: str | None = None
    heads: Mapping[str, Mapping[str, Any]] | None = None
    decisions: Sequence[tuple[str, ...]] = ()


def decision_faults(session: Session, campaign: CampaignGate) -> list[str]:
    """The decisions of a campaign that nobody could have recorded, each named with what does not fit."""
    task = load_task(campaign.task)
    ledger: dict[str, list[LedgerRow]] = defaultdict(list)
    for row in ledger_rows(session, campaign):
        ledger[row.item].append(row)
    items = set(session.scalars(select(Item.item_id).where(Item.campaign_id == campaign.key)))
    newest: dict[str, int] = {}
    faults = []
    for decision in session.scalars(
        select(Decision).where(Decision.campaign_id == campaign.key).order_by(Decision.id)
    ).all():
        found = [] if decision.item_id in items else ["the item is not in the campaign"]
        found += _wording_faults(decision, task)
        found += _evidence_faults(decision, ledger[decision.item_id], task)
        if decision.supersedes != newest.get(decision.item_id):
            found.append("it does not supersede the decision before it: one of them was added, removed or moved")
        newest[decision.item_id] = decision.id
        faults += [f"decision {decision.id} on item {decision.item_id}: {what}" for what in found]
    return faults


def _wording_faults(decision: Decision, task: Task) -> Iterator[str]:
    try:
        if task.check(decision.answer, decision.error_mode) != (decision.answer, decision.error_mode):
            yield f"answer {decision.answer!r} or error mode {decision.error_mode!r} is not in the task's spelling"
        if decision.answer in task.unsure:
            yield f"{decision.answer!r} settles nothing"
    except UsageError as error:
        yield str(error)
    if not decision.reason.strip() or not decision.decided_by.strip():
        yield "its reason or the name of who decided is missing"


def _evidence_faults(decision: Decision, rows: Sequence[LedgerRow], task: Task) -> Iterator[str]:
    """Faults of the verdicts that a decision rests on; `rows` are all verdicts on its item, superseded ones too."""
    named = decision.evidence.get("verdicts") if isinstance(decision.evidence, dict) else None
    if not isinstance(named, list) or not named or not all(isinstance(each, dict) for each in named):
        yield "it names no verdicts that it rests on"
        return
    recorded = {(row.auditor, row.sequence): row for row in rows}
    used: dict[str, LedgerRow] = {}
    for each in named:
        row = recorded.get((str(each.get("auditor")), _number(each.get("sequence"))))
        if row is None or row.answer == WITHDRAWN or not _as_recorded(each, row):
            yield f"verdict {each.get('sequence')} of {each.get('auditor')}, on which it rests, is not in the ledger so"
        elif row.recorded_at > decision.decided_at:
            yield f"verdict {row.sequence} of {row.auditor}, on which it rests, was recorded after it"
        elif row.auditor in used:
            yield f"it names two verdicts of {row.auditor}"
        else:
            used[row.auditor] = row
    before = [row for row in rows if row.recorded_at < decision.decided_at]
    newest = {row.auditor: row for row in before}  # what an auditor took back does not count, nor what stood before it
    for row in before:
        taken_back = row.auditor not in used and newest[row.auditor].answer == WITHDRAWN
        if not taken_back and (row.auditor not in used or used[row.auditor].sequence < row.sequence):
            yield f"it leaves out verdict {row.sequence} of {row.auditor}, which stood when it was made"
    state = settle([Given(row.auditor, row.answer, row.error_mode) for row in used.values()], unsure=task.unsure)
    if state.status is not LabelStatus.UNSETTLED:
        yield f"there was nothing to decide: the verdicts it names are {state.status.value}"


def _number(value: object) -> int:
    return value if isinstance(value, int) else -1


def _as_recorded(said: Mapping[str, Any], row: LedgerRow) -> bool:
    # Decisions of early versions name a verdict by auditor and sequence alone, without its hash.
    same_words = (said.get("answer"), said.get("error_mode")) == (row.answer, row.error_mode)
    return same_words and said.get("hash", row.hash) == row.hash


def figure_faults(session: Session, campaign: CampaignGate, blobs: Blobs) -> list[str]:
    """The sampled figures that are no longer what was drawn: row, caption, contexts or image, each named by its id."""
    statement = (
        select(Item, Figure)
        .join(Figure, Figure.id == Item.subject_row, isouter=True)
        .where(Item.campaign_id == campaign.key)
        .order_by(Item.position, Item.id)
    )
    return [
        f"figure {item.subject_id} (item {item.item_id}): {what}"
        for item, figure in session.execute(statement)
        for what in _figure_faults(item, figure, blobs)
    ]


def _figure_faults(item: Item, figure: Figure | None, blobs: Blobs) -> Iterator[str]:
    if figure is None:
        yield "its row is gone"
        return
    if figure.figure_id != item.subject_id:
        yield f"the row that was drawn is now of figure {figure.figure_id}"
    if figure.content_hash != item.content_hash:
        yield "its content hash is another than when it was drawn"
    if _content_hash(figure) != item.content_hash:
        yield "image, caption or contexts were changed after it was drawn"
    if figure.image_sha256 is not None:
        yield from _image_faults(figure.image_sha256, str(figure.image_extension), blobs)


def _content_hash(figure: Figure) -> str | None:
    try:
        return content_hash_of(figure.image_sha256, figure.caption, figure.contexts)
    except (KeyError, TypeError):  # contexts that no stage writes
        return None


def _image_faults(sha256: str, extension: str, blobs: Blobs) -> Iterator[str]:
    path = blobs.path(sha256, extension)
    try:
        if sha256_of(path) != sha256:
            yield f"its image {path.name} has other bytes than its name says"
    except OSError as error:
        yield f"its image {path.name} is missing or unreadable ({error.strerror})"


def assignment_faults(session: Session, campaign: Campaign) -> list[str]:
    """The assignments that do not fit their item, their auditor or their verdicts, and verdicts outside of them."""
    items = {item.item_id: item for item in session.scalars(select(Item).where(Item.campaign_id == campaign.id))}
    given = session.scalars(
        select(Assignment).where(Assignment.campaign_id == campaign.id).order_by(Assignment.id)
    ).all()
    verdicts = session.scalars(select(Verdict).where(Verdict.campaign_id == campaign.id).order_by(Verdict.id)).all()
    saved = session.scalars(
        select(BoxRevision).where(BoxRevision.campaign_id == campaign.id).order_by(BoxRevision.sequence)
    ).all()
    judged = {row.assignment_id: row.answer != WITHDRAWN for row in sorted(verdicts, key=lambda row: row.sequence)}
    judged |= {row.assignment_id: row.finished for row in saved}
    faults = [
        f"the assignment of item {each.item_id} to {each.auditor}: {what}"
        for each in given
        for what in (*_place_faults(each, items.get(each.item_id), campaign), *_state_faults(each, judged))
    ]
    places = {each.id: (each.item_id, each.auditor, each.content_hash) for each in given}
    faults += [
        f"verdict {verdict.sequence} of {verdict.auditor} (item {verdict.item_id}) is not on its own assignment"
        for verdict in verdicts
        if places.get(verdict.assignment_id) != (verdict.item_id, verdict.auditor, verdict.content_hash)
    ]
    faults += [
        f"box revision {row.sequence} of {row.auditor} (item {row.item_id}) is not on its own assignment"
        for row in saved
        if places.get(row.assignment_id, ())[:2] != (row.item_id, row.auditor)
    ]
    return faults


def _place_faults(given: Assignment, item: Item | None, campaign: Campaign) -> Iterator[str]:
    if given.auditor not in campaign.auditors:
        yield f"{given.auditor} is no auditor of the campaign"
    if given.assignment_id != assignment_id_of(given.item_id, given.auditor):
        yield "its id belongs to another item or auditor"
    if (given.campaign, given.task) != (campaign.campaign_id, campaign.task):
        yield "it names another campaign or task"
    if item is None:
        yield "the item is not in the campaign"
    elif (given.subject_kind, given.subject_id) != (item.subject_kind, item.subject_id):
        yield "it shows another figure than the item's"
    elif given.content_hash != item.content_hash:
        yield "its content hash is not the item's"


def _state_faults(given: Assignment, judged: Mapping[int, bool]) -> Iterator[str]:
    """`judged` says for every assignment with a row in the ledger whether the newest one is an answer that stands."""
    stands = judged.get(given.id)
    if stands and given.state != AssignmentState.DONE:
        yield f"it is {given.state}, but a verdict stands on it"
    elif stands is False and given.state == AssignmentState.DONE:
        yield "it is done, but its answer was taken back or its boxes are in work"
    elif given.state == AssignmentState.SKIPPED and not (given.skip_reason or "").strip():
        yield "it is skipped without a reason"
    elif given.state not in {each.value for each in AssignmentState}:
        yield f"its state {given.state!r} is none that an assignment has"


def orphan_faults(session: Session) -> list[str]:
    """What is left of campaigns whose own row is gone."""
    known = select(Campaign.id)
    faults = []
    for table, words in _OF_A_CAMPAIGN:
        faults += _orphans(session, table, words, known)
    return faults


_OF_A_CAMPAIGN: tuple[tuple[Any, str], ...] = (
    *((Stratum, "strata"), (Item, "items"), (Assignment, "assignments"), (Verdict, "verdicts")),
    *((Decision, "decisions"), (BoxRevision, "box revisions")),
)


def _orphans(session: Session, table: Any, words: str, known: Any) -> list[str]:
    count = session.scalar(select(func.count()).select_from(table).where(table.campaign_id.not_in(known)))
    return [f"{count} {words} belong to a campaign that is gone"] if count else []


def promise_faults(session: Session, promise: Promise) -> list[str]:
    """What the database lacks or has otherwise than a release of this project says, each as a sentence."""
    campaign = session.scalars(select(Campaign).where(Campaign.campaign_id == promise.campaign)).one_or_none()
    if campaign is None:
        return [f"campaign {promise.campaign} is gone; release {promise.release} was made of it"]
    faults = []
    if campaign.state == CampaignState.DRAFT:
        faults.append(f"it is a draft, but it was sealed when release {promise.release} was made of it")
    if promise.seal is not None and campaign.seal_hash != promise.seal:
        faults.append(f"its seal is {campaign.seal_hash}, release {promise.release} holds {promise.seal}")
    hashes: dict[str, dict[int, str]] = defaultdict(dict)
    for auditor, sequence, found in session.execute(
        select(Verdict.auditor, Verdict.sequence, Verdict.hash).where(Verdict.campaign_id == campaign.id)
    ):
        hashes[auditor][sequence] = found
    for auditor, head in sorted((promise.heads or {}).items()):
        chain = {0: genesis(promise.campaign, auditor), **hashes[auditor]}
        faults += _head_faults(auditor, chain, head, promise.release)
    faults += _released_decision_faults(session, campaign, promise)
    return [f"campaign {campaign.name}: {fault}" for fault in faults]


def _head_faults(auditor: str, chain: Mapping[int, str], head: Mapping[str, Any], release: str) -> Iterator[str]:
    length = _number(head.get("length"))
    if max(chain) < length:
        yield f"the chain of {auditor} holds {max(chain)} verdicts, release {release} holds {length}"
    elif chain.get(length) != head.get("head"):
        yield f"verdict {length} of {auditor} is not the one that release {release} ends with: the chain was rewritten"


def _released_decision_faults(session: Session, campaign: Campaign, promise: Promise) -> list[str]:
    """Decisions are only ever added, so those of a release are the first ones of the campaign."""
    rows = session.scalars(select(Decision).where(Decision.campaign_id == campaign.id).order_by(Decision.id))
    found = [
        (row.item_id, row.answer, row.error_mode or "", row.reason, row.decided_by, row.decided_at)
        for row in rows.fetchmany(len(promise.decisions))
    ]
    return [
        f"the decision on item {said[0]} of {said[-1]} in release {promise.release} is gone, moved or changed"
        for place, said in enumerate(promise.decisions)
        if place >= len(found) or found[place] != said
    ]
