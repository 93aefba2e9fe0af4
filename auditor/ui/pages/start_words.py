"""The sentences of the Start page: what is left to judge, and what stands between the project and its numbers."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.ui.desk import PageName, Place, Tone

if TYPE_CHECKING:
    from auditor.audits.overview import CampaignLine, Overview, Unread
    from auditor.audits.queue import Waiting

CLOSED_SHOWN = 2
NAMED = 3


@dataclass(frozen=True)
class LeadLine:
    """One line of "Next for the lead"; `place` is where its link goes, None for a line without one."""

    icon: str
    title: str
    text: str
    action: str = ""
    place: Place | None = None
    tone: Tone = Tone.PLAIN


def left_text(waiting: Waiting) -> str:
    """What is left of an audit: "137 of 350 left, about 14 minutes"."""
    said = f"{waiting.left:,} of {waiting.total:,} left"
    if waiting.state == "paused":
        return f"{said}. Paused by the lead, so no answers are taken now."
    time = duration_text(waiting.left * waiting.seconds) if waiting.seconds else ""
    return f"{said}, {time}" if time else said


def duration_text(seconds: float) -> str:
    """A guess in words: "about 14 minutes", "about 3 hours"."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return "under a minute"
    if minutes < 90:
        return "about 1 minute" if minutes == 1 else f"about {minutes} minutes"
    return f"about {round(minutes / 60)} hours"


def lead_lines(overview: Overview, auditor: str) -> list[LeadLine]:
    """What the lead can do next, the most useful first; what `auditor`, who sits here, owes is not among it."""
    lines = [_unsettled(one) for one in overview.campaigns if one.unsettled]
    lines += [line for one in overview.campaigns for line in _answers_to_go(one, auditor)]
    lines += _unread(overview.unread)
    lines += [_all_in(one) for one in overview.campaigns if one.state == "sealed" and one.complete]
    closed = [one for one in overview.campaigns if one.state == "closed" and one.done]
    lines += [_report_ready(one) for one in closed[:CLOSED_SHOWN]]
    lines += [_draft(one) for one in overview.campaigns if one.state == "draft"]
    return lines or _beginning(overview)


def _beginning(overview: Overview) -> list[LeadLine]:
    if not overview.figures:
        return [
            LeadLine(
                "folder",
                "No figures yet",
                "Add papers, and they appear here. In a terminal, in the folder of this project: "
                "figaudit add PAPERS, then figaudit run.",
            )
        ]
    if overview.campaigns:
        return []
    return [
        LeadLine(
            "campaigns",
            "No campaign yet",
            "A campaign draws figures at random and asks people about them.",
            "Plan one",
            Place(PageName.CAMPAIGNS, extra={"new": True}),
        )
    ]


def _answers_to_go(one: CampaignLine, auditor: str) -> list[LeadLine]:
    others = [(name, number) for name, number in one.left if name != auditor]
    if one.state == "paused" and one.left:
        missing = sum(number for _, number in one.left)
        text = f"{_answers(missing)} missing. Resume it when people can go on."
        return [LeadLine("people", f"{one.name} is paused", text, "Open", Place(PageName.CAMPAIGNS, one.name))]
    if one.state != "sealed" or not others:
        return []
    if len(others) == 1:
        name, number = others[0]
        title = f"{one.name} waits for {_answers_plain(number)} by {name}"
    else:
        names = _listed([f"{name} ({number:,})" for name, number in others])
        title = f"{one.name} waits for answers by {names}"
    text = f"The report opens when all {one.total:,} are in. No numbers before that, so nobody stops early."
    return [LeadLine("people", title, text, "Watch", Place(PageName.CAMPAIGNS, one.name))]


def _unread(unread: Unread) -> list[LeadLine]:
    lines = []
    if unread.papers:
        causes = " ".join(f"{reason[0].upper()}{reason[1:]}: {number:,}." for reason, number in unread.reasons)
        lines.append(
            LeadLine(
                "warning",
                f"{unread.papers:,} of {_papers(unread.of)} could not be read",
                f"{causes} The command figaudit status names each of them.",
                tone=Tone.CAUTION,
            )
        )
    if unread.refused_rows:
        rows = "1 row of a table was" if unread.refused_rows == 1 else f"{unread.refused_rows:,} rows of tables were"
        text = "The command figaudit status names each of them, with its reason."
        lines.append(LeadLine("warning", f"{rows} not taken", text, tone=Tone.CAUTION))
    return lines


def _unsettled(one: CampaignLine) -> LeadLine:
    number = one.unsettled or 0
    title = f"1 figure of {one.name} waits" if number == 1 else f"{number:,} figures of {one.name} wait"
    return LeadLine(
        "adjudicate",
        f"{title} for a decision",
        f"The auditors differ there or are unsure. In a terminal: figaudit adjudicate {shlex.quote(one.name)}.",
        "Open",
        Place(PageName.CAMPAIGNS, one.name),
    )


def _all_in(one: CampaignLine) -> LeadLine:
    skipped = one.total - one.done
    title = f"All {one.total:,} answers of {one.name} are in"
    if skipped:
        title = f"Nothing is left to judge in {one.name}: {one.done:,} answered, {skipped:,} skipped"
    return LeadLine(
        "tick",
        title,
        "Close the campaign when nobody wants to correct an answer any more.",
        "Open",
        Place(PageName.CAMPAIGNS, one.name),
    )


def _report_ready(one: CampaignLine) -> LeadLine:
    return LeadLine(
        "report",
        f"The report of {one.name} is ready",
        f"The campaign is closed with {one.done:,} of {one.total:,} answers.",
        "Read",
        Place(PageName.REPORT, one.name),
    )


def _draft(one: CampaignLine) -> LeadLine:
    return LeadLine(
        "campaigns",
        f"{one.name} is a draft",
        "Nothing is drawn yet.",
        "Open",
        Place(PageName.CAMPAIGNS, one.name),
    )


def _answers(number: int) -> str:
    return "1 answer is" if number == 1 else f"{number:,} answers are"


def _answers_plain(number: int) -> str:
    return "1 answer" if number == 1 else f"{number:,} answers"


def _papers(number: int) -> str:
    return "1 paper" if number == 1 else f"{number:,} papers"


def _listed(names: Sequence[str]) -> str:
    if len(names) > NAMED:
        return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more"
    return f"{', '.join(names[:-1])} and {names[-1]}"
