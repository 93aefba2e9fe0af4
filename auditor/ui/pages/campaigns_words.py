"""The words of the Campaigns page: states, facts of a design, and what a seal freezes."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from auditor.audits.details import Design
    from auditor.audits.overview import CampaignLine
    from auditor.audits.progress import Progress

STATES = {"draft": "Draft", "sealed": "Open", "paused": "Paused", "closed": "Closed"}
STATE_HINTS = {
    "draft": "Draft. Nothing is drawn yet, and the design can still change.",
    "sealed": "Open, answers count.",
    "paused": "Paused, no answer is taken until it is resumed.",
    "closed": "Closed, no more answers are taken.",
}
RULES = {"proportional": "in proportion to their size", "equal": "the same number each", "by hand": "by hand"}


def state_word(state: str) -> str:
    """A state as a person says it: Draft, Open, Paused, Closed."""
    return STATES[str(state)]


def answered_text(line: CampaignLine) -> str:
    """How far a campaign is: "12 of 18 answered"."""
    if line.state == "draft":
        return "not drawn"
    return f"{line.done:,} of {line.total:,} answered"


def status_text(line: CampaignLine) -> str:
    """Where a campaign stands, in sentences."""
    said = STATE_HINTS[str(line.state)]
    if line.state != "draft":
        said = f"{said} {answered_text(line)}."
    if line.unsettled:
        wait = "1 figure waits" if line.unsettled == 1 else f"{line.unsettled:,} figures wait"
        said = f"{said} {wait} for a decision: figaudit adjudicate {shlex.quote(line.name)}."
    return said


def progress_text(progress: Progress) -> str:
    """How far one auditor is."""
    said = f"{progress.done:,} of {progress.total:,}"
    return f"{said}, {progress.skipped:,} skipped" if progress.skipped else said


def design_facts(design: Design) -> list[tuple[str, str]]:
    """What a design is, as (word, value)."""
    figures = "1 figure" if design.population_size == 1 else f"{design.population_size:,} figures"
    facts = [
        ("Figures", f"{design.population or 'all'} ({figures})"),
        ("Divided by", design.strata_spec or "not divided"),
        ("Drawn", f"{design.size:,}" + (f", {RULES.get(design.rule, design.rule)}" if len(design.strata) > 1 else "")),
        ("Judged by everybody", f"{100 * design.overlap:.0f} %"),
        ("Labels of", design.judge),
        ("Seed", str(design.seed)),
    ]
    if design.sealed_at:
        facts.append(("Sealed", day_text(design.sealed_at)))
    if design.seal_hash:
        facts.append(("Seal", design.seal_hash))
    return facts


def day_text(moment: str) -> str:
    """The day and minute of a stored moment, UTC: "2026-03-02 14:05 UTC"."""
    return f"{moment[:10]} {moment[11:16]} UTC"


def seal_question(name: str, figures: int | None) -> tuple[str, str]:
    """Title and text of the question before a seal: what can no longer change."""
    drawn = "The figures are drawn" if figures is None else f"{figures:,} figures are drawn"
    frozen = (
        "After that none of this can change: the question, the list of figures, how they are divided, how many are "
        "drawn from each part, the seed, and who judges."
    )
    return f"Draw and seal {name}?", f"{drawn} and answers count from now on. {frozen}"


def sealed_text(name: str, figures: int) -> str:
    """What a seal has done."""
    drawn = "1 figure is drawn" if figures == 1 else f"{figures:,} figures are drawn"
    return f"{name} is sealed: {drawn}."


def saved_text(name: str) -> str:
    """What saving a draft has done."""
    return f"{name} is saved as a draft. Nothing is drawn yet."


def close_question(line: CampaignLine) -> tuple[str, str]:
    """Title and text of the question before the end of a campaign."""
    told = f"{_still_missing(line)} A closed campaign takes no more answers and cannot be opened again."
    return f"Close {line.name}?", told


def _still_missing(line: CampaignLine) -> str:
    """What is not done at the end: answers that will never come, or figures that can be settled later too."""
    missing = sum(number for _, number in line.left)
    if missing:
        return "1 answer is missing and stays so." if missing == 1 else f"{missing:,} answers are missing and stay so."
    if not line.unsettled:
        return "All answers are in."
    figures, they, them = f"{line.unsettled:,} figures are", "They", "them"
    if line.unsettled == 1:
        figures, they, them = "1 figure is", "It", "it"
    return (
        f"All answers are in, but {figures} not settled: the auditors disagree or are unsure. {they} can be settled "
        f"after closing too, with a decision; until then the report counts {them} as wrong."
    )


def next_step(line: CampaignLine) -> str:
    """What the auditors of an open campaign do, "" when nothing is left for them."""
    if line.state != "sealed" or not line.left:
        return ""
    names = [name for name, _ in line.left]
    who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return (
        f"Next, for {who}: on Start, choose Join as auditor, then your own name. "
        f"In a terminal, in the folder of this project: figaudit open --auditor {shlex.quote(names[0])}"
    )
