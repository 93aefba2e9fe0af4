"""`figaudit adjudicate`: see what auditors left open, and settle it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer
from sqlalchemy.orm import Session

from auditor.audits.adjudication import OpenItem, Ruling, open_items, record_decision
from auditor.audits.disagreements import current_decisions
from auditor.audits.gate import find_gate
from auditor.audits.labels import Given
from pipeline.cli.front import JsonOption, ProjectOption, emit, new_app, open_project, warn
from pipeline.errors import UsageError
from pipeline.store.verdicts import Decision

app = new_app("Settle disagreements.")


@app.command()
def adjudicate(
    campaign: Annotated[str, typer.Argument(metavar="CAMPAIGN", help="Its name or id.")],
    list_: Annotated[bool, typer.Option("--list", help="List the items that need a decision or have one.")] = False,
    item: Annotated[str | None, typer.Option(help="The item to settle.")] = None,
    answer: Annotated[str | None, typer.Option(help="The answer that shall count.")] = None,
    reason: Annotated[str, typer.Option(help="Why.")] = "",
    by: Annotated[str, typer.Option(metavar="NAME", help="Who decides.")] = "",
    error_mode: Annotated[str | None, typer.Option(help="What is wrong, where the task asks for it.")] = None,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Settle an item on which auditors disagree or are unsure; verdicts and decision are both kept.

    Example: figaudit adjudicate audit-1 --item i_0123456789abcdef --answer no --error-mode plot
    --reason "axes with data" --by lead
    """
    with open_project(project) as workspace:
        if item is None and answer is None:
            found = workspace.read(_open, campaign)
            emit(_list_text(found), {"items": [_item_record(each) for each in found]}, as_json=as_json)
            return
        if list_ or item is None or answer is None:
            raise UsageError("a decision takes --item, --answer, --reason and --by; --list stands alone")
        decision, before = workspace.write(_decide, campaign, item, Ruling(answer, by, reason, error_mode))
    if decision.decided_by in {verdict["auditor"] for verdict in decision.evidence["verdicts"]}:
        warn(f"{decision.decided_by} judged item {item} too and now decides on it; somebody else would be better")
    replaced = (
        f"; it replaces the decision {_answer(before.answer, before.error_mode)} by {before.by}" if before else ""
    )
    record = {name: getattr(decision, name) for name in ("item_id", "answer", "error_mode", "reason", "decided_by")}
    record["replaces"] = None if before is None else asdict(before)
    emit(f"item {item} is settled: {_answer(decision.answer, decision.error_mode)}{replaced}", record, as_json=as_json)


def _decide(session: Session, name: str, item: str, ruling: Ruling) -> tuple[Decision, Given | None]:
    """The new decision, and the one that it replaces."""
    before = current_decisions(session, find_gate(session, name)).get(item)
    return record_decision(session, name, item, ruling), before


def _open(session: Session, name: str) -> list[OpenItem]:
    """The items still to decide first."""
    return sorted(open_items(session, find_gate(session, name)), key=lambda each: each.decision is not None)


def _list_text(found: list[OpenItem]) -> str:
    lines = [f"{sum(each.decision is None for each in found)} items need a decision, {len(found)} were or are open"]
    for each in found:
        said = "; ".join(f"{one.auditor}: {_answer(one.answer, one.error_mode)}" for one in each.verdicts)
        state = "undecided"
        if each.decision:
            state = f"decided: {_answer(each.decision.answer, each.decision.error_mode)} by {each.decision.by}"
        lines += [f"{each.item}  {state}  {each.why}  {each.image}", f"    {said}"]
    return "\n".join(lines)


def _answer(answer: str, error_mode: str | None) -> str:
    return f"{answer} ({error_mode})" if error_mode else answer


def _item_record(each: OpenItem) -> dict[str, Any]:
    return {
        **asdict(each),
        "verdicts": [asdict(verdict) for verdict in each.verdicts],
        "decision": None if each.decision is None else asdict(each.decision),
    }
